//! Tyres to test with, and what every law must keep.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod properties;
mod similar;

pub use similar::SimilarTyre;

use skidpad_core::record::{Flag, Record};
use skidpad_core::tyre::{BrushTyre, Carcass, FialaTyre, Pacejka89Tyre, TmeasyTyre};

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
        has_peak: Flag::from(law == 2),
        is_capped: Flag::from(law == 1),
        by_similarity: Flag::from(by_similarity),
        nominal_load_n: 4000.0,
        friction_loss: 0.1,
    }
}

/// Springs of a car's tyre.
pub fn carcass() -> Carcass<f64> {
    Carcass { longitudinal_n_m: 280e3, lateral_n_m: 130e3, damping_s: 0.005 }
}

/// A brush tyre, stiffer longitudinally.
pub fn brush() -> BrushTyre<f64> {
    BrushTyre {
        friction: 1.05,
        lateral_friction: 0.95,
        stiffness: 25.0,
        lateral_stiffness: 16.0,
        half_length_m: 0.07,
        nominal_load_n: 4000.0,
    }
}

/// Fiala's tyre for a car.
pub fn fiala() -> FialaTyre<f64> {
    FialaTyre {
        stiffness_n: 90e3,
        lateral_stiffness_n: 60e3,
        friction: 1.0,
        sliding_friction: 0.85,
        width_m: 0.2,
    }
}

/// A car's TMeasy tyre.
pub fn tmeasy() -> TmeasyTyre<f64> {
    TmeasyTyre {
        nominal_load_n: 3000.0,
        most_load_share: 3.5,
        slope_x_n: 60e3,
        slope_x_double_n: 105e3,
        peak_x_n: 3300.0,
        peak_x_double_n: 6300.0,
        sliding_x_n: 2700.0,
        sliding_x_double_n: 5200.0,
        peak_slip_x: 0.12,
        peak_slip_x_double: 0.13,
        sliding_slip_x: 0.6,
        sliding_slip_x_double: 0.7,
        slope_y_n: 45e3,
        slope_y_double_n: 75e3,
        peak_y_n: 3000.0,
        peak_y_double_n: 5500.0,
        sliding_y_n: 2600.0,
        sliding_y_double_n: 4900.0,
        peak_slip_y: 0.18,
        peak_slip_y_double: 0.21,
        sliding_slip_y: 0.8,
        sliding_slip_y_double: 0.9,
        trail_share: 0.17,
        trail_share_double: 0.19,
        trail_zero_slip: 0.2,
        trail_zero_slip_double: 0.22,
        trail_end_slip: 0.6,
        trail_end_slip_double: 0.6,
        radius_m: 0.32,
        vertical_n_m: 200e3,
    }
}

/// A car's tyre of 1989, without shifts.
pub fn pacejka89() -> Pacejka89Tyre<f64> {
    Pacejka89Tyre {
        a0: 1.4,
        a1: -20.0,
        a2: 1100.0,
        a3: 1300.0,
        a4: 6.0,
        a5: 0.01,
        a6: 0.02,
        a7: -0.8,
        b0: 1.6,
        b1: -25.0,
        b2: 1200.0,
        b3: 10.0,
        b4: 200.0,
        b5: 0.06,
        b8: -0.2,
        c0: 2.4,
        c1: 1.0,
        c2: 3.0,
        c3: -0.3,
        c4: -0.9,
        c9: -1.3,
        ..Pacejka89Tyre::splat(0.0)
    }
}
