use super::Dt;

#[test]
fn a_step_has_equal_sub_steps_of_at_most_the_longest() {
    for (dt_s, longest_s, count) in
        [(0.01, 0.002, 5), (0.01, 0.0019, 6), (0.002, 0.002, 1), (0.001, 0.002, 1), (1.0, 1e-6, 1_000_000)]
    {
        assert_eq!(Dt::new(dt_s).unwrap().divide(longest_s), (count, dt_s / f64::from(count)));
    }
}

/// The number of sub-steps overflowed from 2^32 on: a debug build panicked, and a release took the whole step at once. A snapshot whose
/// longest sub-step is 1e-12 s, such as a forged one, was enough.
#[test]
fn tiny_sub_steps_overflowed_their_number() {
    let step = Dt::LARGEST;
    for longest_s in [1e-9, 2.4e-10, 2.3283064370807974e-10, 2.3e-10, 1e-12, f64::MIN_POSITIVE, 5e-324, 0.0] {
        let (count, part_s) = step.divide(longest_s);
        let wanted = 1.0 / longest_s;
        let must = if wanted < f64::from(u32::MAX) { wanted.round() as u32 } else { u32::MAX };
        assert!(count.abs_diff(must) <= 1, "{longest_s}: {count}, must be {must}");
        assert_eq!(part_s, 1.0 / f64::from(count));
    }
}
