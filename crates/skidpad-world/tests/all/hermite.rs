//! Hermite's cubic.

use skidpad_world::hermite::{crossing, value};

#[test]
fn a_cubic_is_reproduced() {
    let cubic = |t: f64| 2.0 - t + 3.0 * t * t - 0.5 * t * t * t;
    let rate = |t: f64| -1.0 + 6.0 * t - 1.5 * t * t;
    for i in 0..=10 {
        let s = f64::from(i) / 10.0;
        let found = value(s, cubic(1.0), 2.0 * rate(1.0), cubic(3.0), 2.0 * rate(3.0));
        assert!((found - cubic(1.0 + 2.0 * s)).abs() < 1e-14);
    }
    assert_eq!(value(0.0, cubic(1.0), rate(1.0), cubic(3.0), rate(3.0)), cubic(1.0));
}

#[test]
fn crossings_of_cubics_are_found() {
    // (s - r)(s^2 + 1) rises through r, its mirror image falls.
    for i in 1..100 {
        let r = f64::from(i) / 100.0;
        let value = |s: f64| (s - r) * (s * s + 1.0);
        let slope = |s: f64| s * s + 1.0 + (s - r) * 2.0 * s;
        for sign in [1.0, -1.0] {
            let s = crossing(sign * value(0.0), sign * slope(0.0), sign * value(1.0), sign * slope(1.0));
            assert!((s - r).abs() < 4e-16, "{r}: {s}");
        }
    }
    // Nothing to find: still a fraction.
    for numbers in [[0.0; 4], [1.0, 0.0, 1.0, 0.0], [1.0, -4.0, 1.0, 4.0], [-1.0, 0.0, 1e300, 1e300]] {
        let s = crossing(numbers[0], numbers[1], numbers[2], numbers[3]);
        assert!((0.0..=1.0).contains(&s), "{numbers:?}: {s}");
    }
}
