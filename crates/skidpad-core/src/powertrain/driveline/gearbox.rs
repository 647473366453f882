//! Requests to the gearbox: the driver's, the automatic's, and kick-down.

use super::{DrivelineCar, DrivelineDemand, DrivelineMode};
use crate::controls::GearRequest;
use crate::math::{Mask, Real};
use crate::powertrain::MAX_GEARS;
use crate::wheels::Wheels;

/// From this share of the gearbox's speed on the engine counts as turning with it.
const TOGETHER: f64 = 0.9;

/// Share of the slower axle's speed beyond which driven wheels spin: more than in a tight turn.
const SPIN_SHARE: f64 = 1.3;
/// Speed, rad/s, that driven wheels must have in addition to that share to count as spinning.
const SPIN_RAD_S: f64 = 3.0;

/// Returns true where the driven wheels spin, as a gearbox detects it by the sensors at the wheels. An engine without a
/// limiter that protects it never counts as spinning them: its gears must be shifted.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn wheels_spin<R: Real>(car: &DrivelineCar<R>, spin: &Wheels<R>, output_rad_s: R) -> R::Mask {
    let half = R::lit(0.5);
    let front = half * (spin.front_left + spin.front_right).abs();
    let rear = half * (spin.rear_left + spin.rear_right).abs();
    let most = R::lit(SPIN_SHARE) * front.min(rear) + R::lit(SPIN_RAD_S);
    output_rad_s.abs().gt(most) & car.engine.limiter_rad_s.lt(car.engine.blow_up_rad_s)
}

/// The request that the gearbox gets. With the accelerator beyond the kick-down an automatic asks for the lowest gear
/// in which the engine would turn no faster than its kick-down speed, where that is lower than the one that is in;
/// otherwise what [`ShiftData::advance`](crate::powertrain::ShiftData::advance) makes of the driver's wish stands.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn request<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    demand: &DrivelineDemand<R>,
    engine_rad_s: R,
    output_rad_s: R,
) -> GearRequest<R> {
    let half = R::lit(0.5);
    let kicked = demand.automatic.is_set() & demand.accelerator.ge(car.control.kick_down_throttle);
    let mut lowest = mode.gear;
    // Asks only whether any car kicks down: what is found is not looked at in the others.
    if kicked.any() {
        let limit = car.control.kick_down_share * car.shift.shift_up_rad_s;
        let mut index = MAX_GEARS;
        while index > 0 {
            let speed = car.gears.forward[index - 1] * car.gears.final_drive * output_rad_s;
            let gear = R::lit(index as f64);
            let fits = speed.le(limit) & gear.lt(mode.gear);
            lowest = R::select(fits, gear, lowest);
            index -= 1;
        }
    }
    // While the engine still comes up to a gear, the wheels that turn it are slowed: no time to judge by their speed.
    let together = engine_rad_s.ge(R::lit(TOGETHER) * mode.overall_ratio * output_rad_s);
    let lower = kicked & together & lowest.lt(mode.gear - half) & mode.gear.gt(half);
    GearRequest { gear: R::select(lower, lowest, demand.gear), automatic: demand.automatic.unless(lower) }
}
