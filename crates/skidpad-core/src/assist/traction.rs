//! Traction control: engine torque taken from an axle that spins, and the brake on the wheel of it that spins more.
//!
//! As in van Zanten, Erhardt and Pfaff (SAE 950759) and the Bosch Automotive Handbook (TCS): the mean speed of the
//! driven wheels is held by the engine, their difference by the brake, which so sends torque to the other wheel as a
//! locking differential does.

use super::hubs::Hub;
use super::sensed::{CarFacts, Pedals, Sensed};
use super::speeds::{Observed, Speeds};
use crate::each_wheel;
use crate::math::{Real, Vec2};
use crate::record::Flag;
use crate::wheels::Wheels;
use crate::{record, wheel_record};

/// Least share of the allowed slip that is left in a turn: a smaller one is within the error of the sensors.
const LEAST_LEFT: f64 = 0.2;
/// Slip speed that is allowed at the front axle in addition, over its lateral speed beyond the car's `slide_tangent`.
const SLIDE_GAIN: f64 = 2.0;

record! {
    /// Tuning of traction control.
    pub struct TractionData {
        /// Set where the engine is throttled.
        traction_on: flag,
        /// Set where the spinning wheel is braked.
        traction_brake_on: flag,
        /// Slip of the driven wheels that is allowed; typical 0.04 to 0.12, racing up to 0.2.
        slip: "-" [0.0, 2.0],
        /// Slip speed that is allowed in addition, for pulling away; typical 0.5 to 1.5.
        slip_speed_m_s: "m/s" [0.0, 20.0],
        /// Grip of a good road: the more of it lateral acceleration uses, the less slip is allowed; typical 8 to 11.
        grip_m_s2: "m/s^2" [0.1, 100.0],
        /// Throttle cut for each m/s of excess slip speed; typical 0.05 to 0.3.
        gain_s_m: "s/m" [0.0, 10.0],
        /// Throttle cut by the integral of the excess slip speed; typical 0.5 to 3.
        integral_1_m: "1/m" [0.0, 100.0],
        /// Speed difference between the wheels of an axle that is tolerated in addition to the allowed slip; typical
        /// 0.5 to 1.5.
        difference_m_s: "m/s" [0.0, 20.0],
        /// Pressure, over the full one, for each m/s of excess speed difference; typical 0.03 to 0.15.
        brake_gain_s_m: "s/m" [0.0, 10.0],
        /// Rate at which the pressure on the spinning wheel changes, in full pressures a second; typical 1 to 4.
        brake_rate_1_s: "1/s" [0.0, 1e3],
        /// The most pressure; typical 0.2 to 0.5.
        brake_most: "-" [0.0, 1.0],
        /// Speed above which wheels are not braked, to spare the brakes; typical 11 to 25 (40 to 90 km/h).
        brake_until_m_s: "m/s" [0.0, 200.0],
    }

    /// Memory of traction control for the engine.
    pub struct TractionMode {
        /// Integral of the slip speed: the share of the throttle that is cut in a steady state.
        traction_integral: "-" [0.0, 1.0],
    }
}

wheel_record! {
    /// Memory of traction control for one wheel.
    pub struct TractionWheel {
        /// Brake pressure of traction control.
        traction_pressure: "-" [0.0, 1.0],
    }
}

/// A proportional and integral cut of the throttle, [0, 1] both; the integral does not run on where the cut can
/// go no further.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn cut<R: Real>(integral: R, excess: R, gain: R, integral_gain: R, dt_s: R) -> (R, R) {
    let (zero, one) = (R::zero(), R::one());
    let integral = (integral + integral_gain * excess * dt_s).clamp(zero, one);
    (integral, (integral + gain * excess).clamp(zero, one))
}

/// Speed that the wheels of an axle may have, m/s: the one at which they roll, and the allowed slip.
///
/// Up to the slip angle of the tyres' lateral peak that is the slip of a straight road. Beyond it the allowed slip
/// grows in proportion to the lateral speed: the force of a saturated tyre is against its slips, each over that of its
/// peak (Pacejka, Tire and Vehicle Dynamics, similarity), and a slip that is small beside the lateral one moves no car.
#[cfg_attr(not(debug_assertions), inline(always))]
fn allowed_m_s<R: Real>(hubs: Vec2<R>, inverse_peak: R, slip: R, slip_speed_m_s: R) -> R {
    let Vec2 { x: ahead, y: across } = hubs;
    ahead + slip * ahead.max(inverse_peak * across) + slip_speed_m_s
}

/// Longitudinal and lateral speed of an axle, both positive, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
fn axle_m_s<R: Real>(left: &Hub<R>, right: &Hub<R>) -> Vec2<R> {
    let half = R::lit(0.5);
    Vec2 {
        x: (half * (left.along_m_s + right.along_m_s)).abs(),
        y: (half * (left.across_m_s + right.across_m_s)).abs(),
    }
}

/// Excess of the driven axle whose wheels spin most over its allowed speed, m/s: the mean speed of its wheels less that
/// of its hubs with the allowed slip. Wheels that turn against the car's motion spin as well.
///
/// Front wheels of a car that slides far to the side may spin: they pull it straight, and the rear tyres' lateral force
/// turns it into its motion the faster, the less the front ones have of it. Rear wheels must keep theirs.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn excess<R: Real>(car: &CarFacts<R>, speeds: &Speeds<R>, slip: R, slip_speed_m_s: R) -> R {
    let half = R::lit(0.5);
    let (tread, hubs) = (&speeds.treads, &speeds.hubs);
    let (front, rear) = (axle_m_s(&hubs[0], &hubs[1]), axle_m_s(&hubs[2], &hubs[3]));
    let slides = (front.y - car.slide_tangent * front.x).max(R::zero());
    let allowed_front = allowed_m_s(front, car.front_inverse_peak, slip, slip_speed_m_s);
    let allowed_front = allowed_front + R::lit(SLIDE_GAIN) * slides;
    let allowed_rear = allowed_m_s(rear, car.rear_inverse_peak, slip, slip_speed_m_s);
    let front = (half * (tread.front_left + tread.front_right)).abs() - allowed_front;
    let rear = (half * (tread.rear_left + tread.rear_right)).abs() - allowed_rear;
    let (drives_front, drives_rear) = (car.drives_front.is_set(), car.drives_rear.is_set());
    let neither = -(speeds.car_m_s * (R::one() + slip) + slip_speed_m_s);
    let one_axle = R::select(drives_front, front, R::select(drives_rear, rear, neither));
    R::select(drives_front & drives_rear, front.max(rear), one_axle)
}

impl<R: Real> TractionData<R> {
    /// Typical values for a car on the road.
    pub fn typical() -> Self {
        Self {
            traction_on: Flag::from(true),
            traction_brake_on: Flag::from(true),
            slip: R::lit(0.06),
            slip_speed_m_s: R::lit(0.6),
            grip_m_s2: R::lit(9.0),
            gain_s_m: R::lit(0.15),
            integral_1_m: R::lit(1.0),
            difference_m_s: R::lit(0.5),
            brake_gain_s_m: R::lit(0.1),
            brake_rate_1_s: R::lit(3.0),
            brake_most: R::lit(0.5),
            brake_until_m_s: R::lit(22.0),
        }
    }

    /// Slip and slip speed that are allowed. A tyre that is used laterally has only sqrt(1 - (a_y / mu g)^2) of its
    /// force left, and with the slip of a straight road the driven axle would slide out of the turn: systems lower
    /// their threshold in turns (Bosch Automotive Handbook, TCS).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn allowed(&self, sensed: &Sensed<R>) -> (R, R) {
        let used = (sensed.acceleration_y_m_s2 / self.grip_m_s2).square();
        let left = (R::one() - used).max(R::lit(LEAST_LEFT).square()).sqrt();
        (self.slip * left, self.slip_speed_m_s * left)
    }

    /// The integral a sub-step later, and the share of the throttle to cut.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn throttle(
        &self,
        mode: &TractionMode<R>,
        observed: &Observed<'_, R>,
        pedals: &Pedals<R>,
        dt_s: R,
    ) -> (TractionMode<R>, R) {
        let zero = R::zero();
        let (slip, slip_speed) = self.allowed(observed.sensed);
        let too_fast = excess(observed.car, observed.speeds, slip, slip_speed);
        let (integral, share) = cut(mode.traction_integral, too_fast, self.gain_s_m, self.integral_1_m, dt_s);
        let acts = self.traction_on.is_set() & pedals.throttle.gt(zero);
        let mode = TractionMode { traction_integral: R::select(acts, integral, zero) };
        (mode, R::select(acts, share, zero))
    }

    /// The pressures on the wheels a sub-step later.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn brakes(
        &self,
        wheels: &Wheels<TractionWheel<R>>,
        observed: &Observed<'_, R>,
        pedals: &Pedals<R>,
        dt_s: R,
    ) -> Wheels<TractionWheel<R>> {
        let Observed { car, speeds, .. } = *observed;
        let zero = R::zero();
        let acts = self.traction_brake_on.is_set()
            & pedals.throttle.gt(zero)
            & pedals.brake.le(zero)
            & speeds.car_m_s.lt(self.brake_until_m_s);
        let wheel = &speeds.wheel_m_s;
        let allowed = speeds.car_m_s * (R::one() + self.slip) + self.slip_speed_m_s;
        let front = acts & car.drives_front.is_set();
        let rear = acts & car.drives_rear.is_set();
        let step = self.brake_rate_1_s * dt_s;
        let (own, other, before) = (wheel.in_a_row(), wheel.mirrored().in_a_row(), wheels.in_a_row());
        let acts = [front, front, rear, rear];
        Wheels::from_row(each_wheel!(W => {
            self.brake(&before[W], self.faster(own[W], other[W], allowed), acts[W], step)
        }))
    }

    /// Speed of a wheel beyond that of the other one of its axle and beyond what is allowed, m/s; at least 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn faster(&self, speed: R, other: R, allowed: R) -> R {
        (speed - other - self.difference_m_s).min(speed - allowed).max(R::zero())
    }

    /// One wheel: braked by how much faster it is than the other one and than allowed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn brake(&self, wheel: &TractionWheel<R>, faster: R, acts: R::Mask, step: R) -> TractionWheel<R> {
        let zero = R::zero();
        let wanted = (self.brake_gain_s_m * faster).min(self.brake_most);
        let wanted = R::select(acts, wanted, zero);
        let before = wheel.traction_pressure;
        let after = wanted.clamp(before - step, before + step);
        // Switched off it is gone at once.
        let on = self.traction_brake_on.is_set();
        TractionWheel { traction_pressure: R::select(on, after, zero) }
    }
}
