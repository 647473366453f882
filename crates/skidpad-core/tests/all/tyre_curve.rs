//! The curve of force over slip.

use skidpad_core::math::{Dual, Real};
use skidpad_core::tyre::Grip;
use skidpad_texts::tyre::{linear, linear_capped, peaked};

const GRIP: Grip<f64> = Grip { friction: 1.1, peak_slip: 0.08, stiffness: 27.5, sliding_share: 0.75 };

fn near(found: f64, expected: f64) {
    assert!(Real::abs(found - expected) < 1e-11 * (1.0 + Real::abs(expected)), "{found}, not {expected}");
}

/// The formulas of the curve's description, with k = 2: linear C s, capped at the friction, and with the peak h.
#[test]
fn each_shape_has_its_formula() {
    let k = 27.5 * 0.08 / 1.1;
    for s in [0.0, 0.2, 0.9, 1.0, 1.1, 3.0, 40.0, 1e5] {
        for way in [1.0, -1.0] {
            let slip = way * s * 0.08;
            near(linear(&GRIP, slip), 27.5 * slip);
            near(linear_capped(&GRIP, slip), Real::clamp(27.5 * slip, -1.1, 1.1));
            let h = k * s / (1.0 + (k - 2.0) * s + s * s);
            let expected = if s <= 1.0 { h } else { 0.75 + 0.25 * h };
            near(peaked(&GRIP, slip), way * 1.1 * expected);
        }
    }
    near(linear(&GRIP, 1e9), 27.5e9);
    assert!(Real::abs(peaked(&GRIP, 1e300) - 0.825) < 1e-6, "flat");
    let ice = Grip { friction: 0.0, ..GRIP };
    assert_eq!([peaked(&ice, 0.0), peaked(&ice, 0.5), linear_capped(&ice, 0.5)], [0.0; 3]);
}

/// The slope at 0 is the stiffness, though |s| has none there; at the peak it is 0.
#[test]
fn the_slope_is_the_stiffness_at_zero_and_none_at_the_peak() {
    let grip = Grip {
        friction: Dual::lit(1.1),
        peak_slip: Dual::lit(0.08),
        stiffness: Dual::lit(27.5),
        sliding_share: Dual::lit(0.75),
    };
    let slope = |slip: f64| peaked(&grip, Dual::<f64, 1>::variable(slip, 0)).derivative[0];
    near(slope(0.0), 27.5);
    assert!(Real::abs(slope(0.08)) < 1e-9, "{}", slope(0.08));
}
