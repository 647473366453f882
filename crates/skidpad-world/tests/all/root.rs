//! Roots in a bracket.

use skidpad_world::root::{Bracket, find_root};

fn evaluations(function: impl Fn(f64) -> f64, low: f64, high: f64, root: f64) -> u32 {
    let mut count = 0;
    let start = Bracket { low, high, at_low: function(low), at_high: function(high) };
    let width = (high - low) * 8.0 * f64::EPSILON;
    let found = find_root(
        |x| {
            count += 1;
            function(x)
        },
        start,
        width,
    );
    assert!(found.low <= root + width && found.high >= root - width, "{found:?} but {root}");
    assert!(found.high - found.low <= width);
    count
}

#[test]
fn odd_brackets_end() {
    for [low, high, width] in [
        [0.0, 1.0, 0.0],
        [0.0, 1.0, -1.0],
        [0.0, 1.0, f64::NAN],
        [f64::MIN, f64::MAX, 0.0],
        [f64::NEG_INFINITY, f64::INFINITY, 1.0],
        [1.0, 0.0, 1e-3],
    ] {
        let bracket = Bracket { low, high, at_low: -1.0, at_high: 1.0 };
        find_root(|x| x - 0.1, bracket, width);
    }
}

#[test]
fn roots_are_found_within_one_evaluation_of_bisection_and_usually_far_sooner() {
    assert!(evaluations(|x| x * x - 2.0, 0.0, 2.0, 2f64.sqrt()) <= 14);
    assert!(evaluations(|x| 2.0 - x * x, 0.0, 2.0, 2f64.sqrt()) <= 14);
    assert!(evaluations(|x| x * x * x, -1.0, 3.0, 0.0) <= 52);
    assert!(evaluations(|x| if x < 0.3 { -1.0 } else { 1e-9 }, 0.0, 1.0, 0.3) <= 52);
    assert!(evaluations(|x| (x - 1e-9) * 1e300, 0.0, 1.0, 1e-9) <= 52);
    assert!(evaluations(|x| if x < 0.6 { f64::NEG_INFINITY } else { f64::NAN }, 0.0, 1.0, 0.6) <= 52);
}
