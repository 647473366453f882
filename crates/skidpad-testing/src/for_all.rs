//! Properties: what holds for all inputs.

use core::fmt::Debug;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Checks that `law` holds, that is, does not panic, for `cases` random inputs; they are the same in every run.
///
/// # Panics
///
/// Where the law fails: with the simplest input found for which it does.
///
/// ```
/// use skidpad_testing::for_all;
///
/// for_all(100, (0.0..50.0, -1.0..1.0), |(speed_m_s, slip)| {
///     let wheel_m_s: f64 = speed_m_s * (1.0 + slip);
///     assert!(wheel_m_s >= 0.0);
/// });
/// ```
pub fn for_all<S>(cases: u32, inputs: S, law: impl Fn(S::Value))
where
    S: Strategy,
    S::Value: Debug,
{
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let outcome = TestRunner::new_with_rng(config, random).run(&inputs, |input| {
        law(input);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

#[cfg(test)]
mod tests {
    use super::for_all;
    use std::panic::catch_unwind;
    use std::sync::Mutex;

    #[test]
    fn a_failing_input_shrinks_to_the_simplest() {
        let failure = catch_unwind(|| for_all(1000, 0_u32..10_000, |number| assert!(number < 321)));
        let message = *failure.expect_err("the law fails").downcast::<String>().expect("a message");
        assert!(message.contains("321"), "{message}");
    }

    #[test]
    fn the_inputs_are_the_same_in_every_run() {
        let drawn = || {
            let numbers = Mutex::new(Vec::new());
            for_all(20, 0_u64..1_000_000, |number| numbers.lock().expect("one thread").push(number));
            numbers.into_inner().expect("one thread")
        };
        assert_eq!(drawn(), drawn());
        assert_eq!(drawn().len(), 20);
    }
}
