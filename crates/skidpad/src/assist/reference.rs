//! How fast the car is, from its wheels: the reference speed that all slip is measured against.
//!
//! Braked wheels turn no faster than the road and driven ones no slower. So the reference is the fastest wheel while
//! the car brakes or coasts, and the fastest wheel that is not driven, or else the slowest, while it drives. Where
//! all of these slip, it goes on with the acceleration that is measured, or with an assumed one (Kiencke and Nielsen,
//! "Automotive Control Systems", on the vehicle's reference velocity; van Zanten, Erhardt and Pfaff, SAE 950759).

use super::sensed::{CarFacts, Pedals, Sensed};
use crate::math::Real;
use crate::record;
use crate::wheels::Wheels;

/// Below this speed, m/s, the sense of motion is that of the wheels; above it stays what it was.
const TURNS_BELOW_M_S: f64 = 0.5;

record! {
    /// How the reference speed is found.
    pub struct ReferenceData {
        /// 1 where the car has an accelerometer.
        accelerometer: "-" [0.0, 1.0],
        /// What the accelerometer may be wrong by, slopes included; typical 0.3 to 1.5.
        drift_m_s2: "m/s^2" [0.0, 10.0],
        /// Without one: how fast a car whose wheels all slip is reckoned to slow; typical 9 to 12.
        braking_m_s2: "m/s^2" [0.0, 50.0],
        /// Without one: how fast a car whose wheels all spin is reckoned to gain speed; typical 3 to 6.
        driving_m_s2: "m/s^2" [0.0, 50.0],
        /// How fast the reference follows a wheel that is believed; typical 20 to 60.
        following_m_s2: "m/s^2" [0.0, 1e4],
    }

    /// The reference speed under way.
    pub struct ReferenceMode {
        /// Speed in the sense of motion.
        reference_speed_m_s: "m/s" [0.0, 200.0],
        /// Sense of motion: 1 forwards, -1 backwards, 0 before the first look.
        reference_direction: "-" [-1.0, 1.0],
    }
}

/// The speeds of car and wheels in the sense of the car's motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speeds<R> {
    /// The reference speed, m/s, not below 0.
    pub(super) car_m_s: R,
    /// The speed that each wheel speaks for, m/s.
    pub(super) wheel_m_s: Wheels<R>,
    /// 1 forwards, -1 backwards.
    pub(super) direction: R,
}

impl<R: Real> ReferenceData<R> {
    /// Typical values, with an accelerometer.
    pub fn typical() -> Self {
        Self {
            accelerometer: R::one(),
            drift_m_s2: R::lit(0.5),
            braking_m_s2: R::lit(11.0),
            driving_m_s2: R::lit(4.0),
            following_m_s2: R::lit(50.0),
        }
    }

    /// The reference speed a sub-step later, and with it the wheels' speeds. `held` says where brakes act
    /// that the driver did not ask for.
    #[inline(always)]
    pub(super) fn advance(
        &self,
        mode: &ReferenceMode<R>,
        (car, sensed): (&CarFacts<R>, &Sensed<R>),
        pedals: &Pedals<R>,
        held: R::Mask,
        dt_s: R,
    ) -> (ReferenceMode<R>, Speeds<R>) {
        let (zero, half) = (R::zero(), R::lit(0.5));
        let raw = car.middle_speeds(sensed);
        let first = mode.reference_direction.eq(zero);
        let turns = mode.reference_speed_m_s.lt(R::lit(TURNS_BELOW_M_S)) | first;
        let sense = R::select(raw.sum().lt(zero), -R::one(), R::one());
        let direction = R::select(turns, sense, mode.reference_direction);
        let wheel = raw.times(direction);

        let drives = pedals.throttle.gt(zero) & pedals.brake.le(zero) & pedals.handbrake.le(zero);
        let (front, rear) = (car.drives_front.gt(half), car.drives_rear.gt(half));
        let believed = believed(&wheel, (front, rear), drives);
        let (falls, rises) = self.bounds(direction * sensed.acceleration_x_m_s2, drives, front & rear, held);
        let before = mode.reference_speed_m_s;
        let after = believed.clamp(before - falls * dt_s, before + rises * dt_s);
        let speed = R::select(first, believed, after).max(zero);
        let mode = ReferenceMode { reference_speed_m_s: speed, reference_direction: direction };
        (mode, Speeds { car_m_s: speed, wheel_m_s: wheel, direction })
    }

    /// How fast the reference may fall and rise, m/s^2.
    #[inline(always)]
    fn bounds(&self, acceleration: R, drives: R::Mask, all_driven: R::Mask, held: R::Mask) -> (R, R) {
        let measures = self.accelerometer.gt(R::lit(0.5));
        let slowing = R::select(measures, self.drift_m_s2 - acceleration, self.braking_m_s2);
        let gaining = R::select(measures, self.drift_m_s2 + acceleration, self.driving_m_s2);
        // A driven wheel may be faster than the car, a braked one slower. A rolling one is believed both ways.
        let follows = self.following_m_s2;
        let doubtful_high = drives & all_driven;
        let doubtful_low = !drives | held;
        let falls = R::select(doubtful_low, slowing.min(follows), follows);
        let rises = R::select(doubtful_high, gaining.min(follows), follows);
        // With the wrong sign the two would cross: the measured acceleration is the law then, not a bound.
        (falls.max(-rises), rises)
    }
}

/// The wheel that is believed.
#[inline(always)]
fn believed<R: Real>(wheel: &Wheels<R>, (front, rear): (R::Mask, R::Mask), drives: R::Mask) -> R {
    let front_fastest = wheel.front_left.max(wheel.front_right);
    let rear_fastest = wheel.rear_left.max(wheel.rear_right);
    let rolling = R::select(front, rear_fastest, front_fastest);
    let driving = R::select(front & rear, wheel.least(), rolling);
    let nothing_driven = !(front | rear);
    let driving = R::select(nothing_driven, wheel.largest(), driving);
    R::select(drives, driving, wheel.largest())
}
