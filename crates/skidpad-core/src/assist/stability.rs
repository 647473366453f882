//! Stability control: one wheel braked so that the car turns as its steering asks for.
//!
//! The reference is the steady yaw rate of the linear single track with an understeer gradient,
//! psi' = v delta / (L + K v^2), bounded by what the road can give, psi' <= 0.85 mu g / v (Rajamani, "Vehicle
//! Dynamics and Control", 2nd ed., sections 8.3.1 and 8.3.3), here also by the lateral acceleration that is measured,
//! with a margin, for mu is not known to a car (van Zanten, Erhardt and Pfaff, SAE 950759). A car that turns more
//! than that is braked at the outer front wheel, one that turns less at the inner rear wheel, and throttle is taken.
//!
//! The yaw rate alone lets a car drift that slides by any angle and turns as it is steered. So the sideslip is controlled
//! as well (same source): a slip angle of the rear axle beyond that of its tyres' peak adds to the reference the yaw rate that
//! turns the car into its motion, and one below it reduces the brake of the inner rear wheel, which would increase it.

use super::reference::SLIDING_M_S2;
use super::sensed::CarFacts;
use super::speeds::{Observed, Speeds};
use crate::math::Real;
use crate::record::Flag;
use crate::units::STANDARD_GRAVITY_M_S2;
use crate::wheels::Wheels;
use crate::{record, wheel_record};

/// Least speed in a divisor, m/s.
const SLOW_M_S: f64 = 1.0;
/// Yaw rate that turns the car into its motion, over the slip angle of the rear axle beyond the peak, 1/s.
const ALIGNING_1_S: f64 = 2.0;

record! {
    /// Tuning of stability control.
    pub struct StabilityData {
        /// Set where stability control is on.
        stability_on: flag,
        /// Understeer gradient K of the car that the driver expects; typical 0.001 to 0.006 (0.6 to 3.4 degrees a g).
        understeer_rad_s2_m: "rad s^2/m" [-0.01, 0.1],
        /// Friction of a good road; typical 0.9 to 1.2.
        friction: "-" [0.0, 5.0],
        /// Share of the road's friction that is used laterally; Rajamani 0.85.
        share: "-" [0.0, 1.0],
        /// Largest excess of the reference over the measured lateral acceleration; typical 1 to 3.
        margin_m_s2: "m/s^2" [0.0, 100.0],
        /// Time constant of the car's yaw response, by which the reference is delayed; typical 0.05 to 0.2.
        delay_s: "s" [0.001, 2.0],
        /// Deviation of the yaw rate from the reference that is tolerated; typical 0.03 to 0.1 (2 to 6 degrees a
        /// second).
        dead_band_rad_s: "rad/s" [0.0, 10.0],
        /// Pressure, over the full one, for each rad/s beyond the dead band; typical 1 to 5.
        gain_s: "s" [0.0, 100.0],
        /// The most pressure; typical 0.3 to 0.8.
        most: "-" [0.0, 1.0],
        /// Rate at which the pressure changes, in full pressures a second; typical 3 to 8.
        rate_1_s: "1/s" [0.0, 1e3],
        /// Share of the throttle that is cut for each rad/s beyond the dead band; typical 2 to 10.
        throttle_gain_s: "s" [0.0, 100.0],
        /// Rate at which the throttle cut decreases, in shares of the throttle a second; typical 1 to 3.
        throttle_return_1_s: "1/s" [0.0, 1e3],
        /// Speed below which stability control does not act; typical 4 to 6 (15 to 20 km/h).
        least_speed_m_s: "m/s" [0.0, 50.0],
    }

    /// Memory of stability control.
    pub struct StabilityMode {
        /// Reference yaw rate: that of the steering in a steady turn, with the delay of the car.
        stability_reference_rad_s: "rad/s" [-50.0, 50.0],
        /// Share of the throttle that stability control cuts.
        stability_cut: "-" [0.0, 1.0],
    }
}

wheel_record! {
    /// Memory of stability control for one wheel.
    pub struct StabilityWheel {
        /// Brake pressure of stability control.
        stability_pressure: "-" [0.0, 1.0],
    }
}

/// Tangent of the slip angle of the rear axle over that at the peak of its tyres' lateral force, positive where it
/// moves to the left.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rear_slip<R: Real>(car: &CarFacts<R>, speeds: &Speeds<R>) -> R {
    let (left, right) = (&speeds.hubs[2], &speeds.hubs[3]);
    let half = R::lit(0.5);
    let ahead = (half * (left.along_m_s + right.along_m_s)).abs().max(R::lit(SLOW_M_S));
    car.rear_inverse_peak * half * (left.across_m_s + right.across_m_s) / ahead
}

impl<R: Real> StabilityData<R> {
    /// Typical values for a car on the road.
    pub fn typical() -> Self {
        Self {
            stability_on: Flag::from(true),
            understeer_rad_s2_m: R::lit(0.003),
            friction: R::one(),
            share: R::lit(0.85),
            margin_m_s2: R::lit(2.0),
            delay_s: R::lit(0.1),
            dead_band_rad_s: R::lit(0.06),
            gain_s: R::lit(2.5),
            most: R::lit(0.6),
            rate_1_s: R::lit(5.0),
            throttle_gain_s: R::lit(5.0),
            throttle_return_1_s: R::lit(2.0),
            least_speed_m_s: R::lit(5.0),
        }
    }

    /// Yaw rate that the steering would give in a steady turn, rad/s, within the road's grip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn yaw_rate_rad_s(&self, wheelbase_m: R, steer_rad: R, speed_m_s: R, acceleration_y_m_s2: R) -> R {
        let least = R::lit(SLOW_M_S);
        // An oversteering car has a critical speed, where the quotient has no bound of its own.
        let length = (wheelbase_m + self.understeer_rad_s2_m * speed_m_s.square()).max(R::lit(0.1));
        let asked = speed_m_s * steer_rad / length;
        let road = self.share * self.friction * R::lit(STANDARD_GRAVITY_M_S2);
        let measured = acceleration_y_m_s2.abs() + self.margin_m_s2;
        let most = road.min(measured) / speed_m_s.abs().max(least);
        asked.clamp(-most, most)
    }

    /// Returns the memory a sub-step later: reference and throttle cut, and the pressures at the wheels.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn advance(
        &self,
        mode: &StabilityMode<R>,
        wheels: &Wheels<StabilityWheel<R>>,
        observed: &Observed<'_, R>,
        dt_s: R,
    ) -> (StabilityMode<R>, Wheels<StabilityWheel<R>>) {
        let Observed { car, speeds, sensed } = *observed;
        let (zero, one) = (R::zero(), R::one());
        let velocity = speeds.direction * speeds.car_m_s;
        let (steer, lateral) = (sensed.steer_rad, sensed.acceleration_y_m_s2);
        let asked = self.yaw_rate_rad_s(car.wheelbase_m, steer, velocity, lateral);
        let before = mode.stability_reference_rad_s;
        let reference = R::select(
            speeds.first,
            asked,
            before + (asked - before) * (one - (-(dt_s / self.delay_s)).exp()),
        );

        let on = self.stability_on.is_set();
        let acts = on & velocity.gt(self.least_speed_m_s);
        let yaw_rate = sensed.yaw_rate_rad_s;
        let slip = rear_slip(car, speeds);
        // The road pushes against a slide: an estimated slide that it does not push against is none.
        let opposed = (-(slip.sign() * lateral)).gt(R::lit(SLIDING_M_S2));
        let beyond = R::select(opposed, slip - slip.clamp(-one, one), zero);
        let aligning = R::lit(ALIGNING_1_S) * beyond / car.rear_inverse_peak.max(R::lit(0.1));
        let error = yaw_rate - (reference + aligning);
        let excess = R::select(acts, (error.abs() - self.dead_band_rad_s).max(zero), zero);
        let cut = (self.throttle_gain_s * excess).min(one);
        let cut = cut.max(mode.stability_cut - self.throttle_return_1_s * dt_s);
        let mode = StabilityMode {
            stability_reference_rad_s: reference,
            stability_cut: R::select(on, cut.max(zero), zero),
        };

        // Too much to the left: the right side is braked. Away from the reference in the sense of the turn
        // is oversteer: the front wheel on the outside; else understeer: the rear wheel on the inside.
        let pressure = (self.gain_s * excess).min(self.most);
        let (right, oversteers) = (error.gt(zero), (error * yaw_rate).gt(zero));
        // More yaw of a car that understeers makes its rear tyres slip more, and must leave them below their peak.
        let left = (one - error.sign() * slip).clamp(zero, one);
        let turning_in = pressure * left;
        let step = self.rate_1_s * dt_s;
        let next = Wheels {
            front_left: self.brake(&wheels.front_left, pressure, !right & oversteers, step),
            front_right: self.brake(&wheels.front_right, pressure, right & oversteers, step),
            rear_left: self.brake(&wheels.rear_left, turning_in, !right & !oversteers, step),
            rear_right: self.brake(&wheels.rear_right, turning_in, right & !oversteers, step),
        };
        (mode, next)
    }

    /// One wheel: pressure that comes and goes no faster than the rate.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn brake(&self, wheel: &StabilityWheel<R>, pressure: R, chosen: R::Mask, step: R) -> StabilityWheel<R> {
        let zero = R::zero();
        let wanted = R::select(chosen, pressure, zero);
        let before = wheel.stability_pressure;
        let after = wanted.clamp(before - step, before + step);
        let on = self.stability_on.is_set();
        StabilityWheel { stability_pressure: R::select(on, after, zero) }
    }
}
