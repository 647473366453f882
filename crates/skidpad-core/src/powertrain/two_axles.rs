//! Gears and differential of a vehicle with two axles.
//!
//! Shared out by the fixed split phi (front) and 1 - phi (rear), the torque T_g of the gearbox turns the axles by phi T_g
//! and (1 - phi) T_g; so that no power is lost on the way, the speed of the gearbox's output is
//! phi omega_f + (1 - phi) omega_r.

use super::clutch::Side;
use crate::math::Real;
use crate::record;

record! {
    /// Ratio, losses and torque split of the drivetrain in the gear that is in.
    pub struct Drive {
        /// Overall ratio engine speed over axle speed: negative in reverse, 0 in neutral.
        overall_ratio: "-" [-100.0, 100.0],
        /// Torque out over torque in, losses only.
        efficiency: "-" [0.3, 1.0],
        /// Share of the drive torque on the front axle.
        front_share: "-" [0.0, 1.0],
    }

    /// One number for each axle.
    pub struct Axles {
        /// Front axle.
        front: "-" [-1e12, 1e12],
        /// Rear axle.
        rear: "-" [-1e12, 1e12],
    }
}

impl<R: Real> Drive<R> {
    /// Speed of the gearbox's input, rad/s, from the speeds of the axles.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn input_speed(&self, axle_speed_rad_s: &Axles<R>) -> R {
        let rear_share = R::one() - self.front_share;
        self.overall_ratio * (self.front_share * axle_speed_rad_s.front + rear_share * axle_speed_rad_s.rear)
    }

    /// Both axles as the gearbox's output drives them, from the rate and the mobility of each.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn output(&self, rates: &Axles<R>, mobilities: &Axles<R>) -> Side<R> {
        let (front, rear) =
            (Side::new(rates.front, mobilities.front), Side::new(rates.rear, mobilities.rear));
        Side::split(self.front_share, &front, &rear)
    }

    /// Torques, or impulses, on the axles of one at the gearbox's output.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn share_out(&self, output: R) -> Axles<R> {
        Axles { front: self.front_share * output, rear: (R::one() - self.front_share) * output }
    }
}
