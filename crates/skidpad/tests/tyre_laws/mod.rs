//! Tyres to test with, and what every law must keep.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod properties;

use skidpad::tyre::{Carcass, SimilarTyre};

/// Simple curves: 0 linear, 1 capped, 2 with a peak; by similarity or by the ellipse.
pub fn similar(law: usize, by_similarity: bool) -> SimilarTyre<f64> {
    SimilarTyre {
        friction: 1.1,
        lateral_friction: 0.95,
        peak_slip: 0.08,
        peak_tangent: 0.12,
        stiffness: 27.5,
        lateral_stiffness: 20.0,
        sliding_share: 0.75,
        has_peak: f64::from(law == 2),
        is_capped: f64::from(law == 1),
        by_similarity: f64::from(by_similarity),
        nominal_load_n: 4000.0,
        friction_loss: 0.1,
    }
}

/// Springs of a car's tyre.
pub fn carcass() -> Carcass<f64> {
    Carcass { lengthwise_n_m: 280e3, lateral_n_m: 130e3, damping_s: 0.005 }
}
