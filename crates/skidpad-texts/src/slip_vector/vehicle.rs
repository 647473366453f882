//! The slip-vector car of a vehicle.

use skidpad_core::math::Real;
use skidpad_core::record::Record;
use skidpad_core::spec::Vehicle;
use skidpad_special::drive::EnginePeaks;

use super::rars;
use super::records::SlipVectorCar;
use crate::rars::FrictionLaw;

impl<R: Real> SlipVectorCar<R> {
    /// The car of a vehicle: its lateral grip in all directions, the power of its
    /// engine with the right ratio always in, and the text's own friction function with RARS's
    /// scale of slip.
    pub fn new(vehicle: &Vehicle<R>) -> Self {
        let (body, front, rear) = (vehicle.body(), vehicle.front(), vehicle.rear());
        let of_load = |front: R, rear: R| front * body.front_share + rear * (R::one() - body.front_share);
        Self {
            mass_kg: body.mass_kg,
            friction: of_load(front.lateral_friction, rear.lateral_friction),
            power_w: EnginePeaks::new(vehicle).power_w * body.efficiency,
            drag_area_m2: body.drag_area_m2,
            rolling_resistance: of_load(front.rolling_resistance, rear.rolling_resistance),
            largest_alpha_rad: Real::min(body.largest_steer_rad, R::lit(rars::LARGEST_ALPHA_RAD)),
            friction_law: R::lit(FrictionLaw::Hyperbolic.number()),
            k_m_s: R::lit(rars::K_M_S),
            largest_alpha_rate_rad_s: R::lit(rars::LARGEST_ALPHA_RATE_RAD_S),
            reverse_limit_m_s: R::lit(rars::REVERSE_LIMIT_M_S),
            ..Record::splat(R::zero())
        }
    }
}
