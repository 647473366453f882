//! The car of the program RARS, in SI.
//!
//! The constants are those of its header `car.h` (version 0.91.2), which has feet, slugs,
//! pounds-force and seconds.

use super::records::SlipVectorCar;
use crate::rars::FrictionLaw;
use skidpad_core::record::Record;
use skidpad_core::surface::Surface;
use skidpad_core::units::{AIR_DENSITY_KG_M3, FOOT_M, POUND_FORCE_N, feet};

/// Kilograms in a slug: a pound-force accelerates it by a foot a second squared.
const SLUG_KG: f64 = POUND_FORCE_N / FOOT_M;

/// Gravity, 32.2 ft/s^2, in m/s^2.
pub const GRAVITY_M_S2: f64 = feet(32.2);
/// Mass without fuel, 75 slug, in kg.
pub const DRY_MASS_KG: f64 = 75.0 * SLUG_KG;
/// A full tank, 150 lb, in kg.
pub const FULL_TANK_KG: f64 = 150.0 / 32.2 * SLUG_KG;
/// The largest power, 1e5 ft lb/s, in W.
pub const POWER_W: f64 = 1e5 * POUND_FORCE_N * FOOT_M;
/// Drag over speed squared, 0.0065 lb s^2/ft^2, in N s^2/m^2.
pub const DRAG_N_S2_M2: f64 = 0.0065 * POUND_FORCE_N / (FOOT_M * FOOT_M);
/// K (`SLIPPING`), 2 ft/s, in m/s.
pub const K_M_S: f64 = feet(2.0);
/// The largest angle between pointing direction and velocity, rad.
pub const LARGEST_ALPHA_RAD: f64 = 1.0;
/// Its largest rate, rad/s.
pub const LARGEST_ALPHA_RATE_RAD_S: f64 = 3.2;
/// The time step, s: the tick of the clock of an IBM PC.
pub const STEP_S: f64 = 0.0549;
/// The speed above which a tread that is commanded backwards stops instead, 20 ft/s, in m/s.
pub const REVERSE_LIMIT_M_S: f64 = feet(20.0);

/// What the program has to drive on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Surface 0: the text's friction function with FMAX of the weight.
    Hyperbolic,
    /// Surface 1, which the program's races have: 1.05 (1 - exp(-l / K)) of the weight.
    Exponential,
    /// Surface 2: 1.8 (1 - exp(-l / K)). The jump by 0.2 that the program has at 20 ft/s of slip is
    /// left out; [`FrictionLaw::Falling`] falls without a jump.
    Sticky,
}

/// The car with so much fuel, kg, on a ground.
pub fn car(ground: Ground, fuel_kg: f64) -> SlipVectorCar<f64> {
    let (law, friction) = match ground {
        Ground::Hyperbolic => (FrictionLaw::Hyperbolic, 1.0),
        Ground::Exponential => (FrictionLaw::Exponential, 1.05),
        Ground::Sticky => (FrictionLaw::Exponential, 1.8),
    };
    SlipVectorCar {
        mass_kg: DRY_MASS_KG + fuel_kg,
        friction,
        friction_law: law.number(),
        k_m_s: K_M_S,
        power_w: POWER_W,
        drag_area_m2: 2.0 * DRAG_N_S2_M2 / AIR_DENSITY_KG_M3,
        largest_alpha_rad: LARGEST_ALPHA_RAD,
        largest_alpha_rate_rad_s: LARGEST_ALPHA_RATE_RAD_S,
        reverse_limit_m_s: REVERSE_LIMIT_M_S,
        ..Record::splat(0.0)
    }
}

/// A level road under the program's own gravity.
pub fn road() -> Surface<f64> {
    Surface { gravity_m_s2: GRAVITY_M_S2, ..Surface::asphalt() }
}
