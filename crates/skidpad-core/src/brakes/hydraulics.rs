//! From the pressures that pedal and assists ask for to the torques of the four brakes.

use super::disc::{BrakeWheel, Disc};
use crate::each_wheel;
use crate::math::Real;
use crate::wheels::Wheels;
use crate::{compound_record, record};

record! {
    /// Strength of the brakes, and response of their pressure.
    ///
    /// Pressures are shares of the largest that the pedal commands (passenger cars: 10 to 18 MPa).
    pub struct Hydraulics {
        /// Torque of both front brakes together at full pressure, cold.
        front_nm: "N.m" [0.0, 1e5],
        /// Torque of both rear brakes together at full pressure, cold.
        rear_nm: "N.m" [0.0, 1e5],
        /// Torque of the handbrake on both rear wheels together.
        handbrake_nm: "N.m" [0.0, 1e5],
        /// Time constant of the pressure at the wheel; 0 follows at once. Typical 0.01 to 0.06 s, air brakes 0.2 s.
        lag_s: "s" [0.0, 1.0],
        /// The fastest that pressure rises, in full pressures a second; typical 5 to 10 (pump and pedal).
        rise_1_s: "1/s" [0.0, 1e6],
        /// The fastest that pressure falls, in full pressures a second; typical 5 to 15.
        fall_1_s: "1/s" [0.0, 1e6],
    }
}

impl<R: Real> Hydraulics<R> {
    /// Brakes by their torque at full pressure and the front share of it, without any delay.
    ///
    /// ```
    /// use skidpad_core::brakes::Hydraulics;
    /// let brakes = Hydraulics::biased(5000.0, 0.7, 1500.0);
    /// assert_eq!((brakes.front_nm, brakes.rear_nm), (3500.0, 1500.0));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn biased(torque_nm: R, front_share: R, handbrake_nm: R) -> Self {
        let front_nm = torque_nm * front_share;
        let at_once = R::lit(1e6);
        Self {
            front_nm,
            rear_nm: torque_nm - front_nm,
            handbrake_nm,
            lag_s: R::zero(),
            rise_1_s: at_once,
            fall_1_s: at_once,
        }
    }

    /// The pressure a sub-step later: a first-order lag, p' = (q - p) / tau, exact for a demand q that is
    /// held over the sub-step, its change bounded by what pump and valves let through.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn pressure(&self, pressure: R, demand: R, dt_s: R) -> R {
        let zero = R::zero();
        let delayed = self.lag_s.gt(zero);
        let lag_s = R::select(delayed, self.lag_s, R::one());
        let gone = R::select(delayed, R::one() - (-(dt_s / lag_s)).exp(), R::one());
        let change = (demand - pressure) * gone;
        let slow = pressure + change.clamp(-(self.fall_1_s * dt_s), self.rise_1_s * dt_s);
        // What arrives at once is the demand itself, not the demand but for rounding.
        let within = change.le(self.rise_1_s * dt_s) & change.ge(-(self.fall_1_s * dt_s));
        R::select(!delayed & within, demand, slow).clamp(zero, R::one())
    }
}

/// Inputs of the brakes in a sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Braking<R> {
    /// Pressure demanded at each wheel, [0, 1]: the pedal's, or that of the assists.
    pub demand: Wheels<R>,
    /// Handbrake, [0, 1].
    pub handbrake: R,
    /// Spin of each wheel, rad/s.
    pub spin_rad_s: Wheels<R>,
    /// Speed of the air past the discs, m/s.
    pub speed_m_s: R,
}

compound_record! {
    /// The brakes of a car.
    pub struct Brakes {
        /// Strength and delay.
        pub hydraulics: Hydraulics<R>,
        /// Disc and pads of a front wheel.
        pub front_disc: Disc<R>,
        /// Disc and pads of a rear wheel.
        pub rear_disc: Disc<R>,
    }
}

impl<R: Real> Brakes<R> {
    /// Brakes that have stood long, without pressure.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cold(&self) -> Wheels<BrakeWheel<R>> {
        let pressure = R::zero();
        Wheels::of_axles(
            BrakeWheel { pressure, disc_k: self.front_disc.ambient_k },
            BrakeWheel { pressure, disc_k: self.rear_disc.ambient_k },
        )
    }

    /// Pressures and temperatures a sub-step later.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn advance(&self, mode: &Wheels<BrakeWheel<R>>, now: &Braking<R>, dt_s: R) -> Wheels<BrakeWheel<R>> {
        let torque = self.torques_nm(mode, now.handbrake);
        let (demand, spin, speed) = (&now.demand, &now.spin_rad_s, now.speed_m_s.abs());
        let (front, rear) = (self.front_disc.cooling_w_k(speed), self.rear_disc.cooling_w_k(speed));
        let discs = [&self.front_disc, &self.front_disc, &self.rear_disc, &self.rear_disc];
        let (before, cooling_w_k) = (mode.in_a_row(), [front, front, rear, rear]);
        let (torque, spin, demand) = (torque.in_a_row(), spin.in_a_row(), demand.in_a_row());
        Wheels::from_row(each_wheel!(W => {
            let heat_w = torque[W] * spin[W].abs();
            BrakeWheel {
                pressure: self.hydraulics.pressure(before[W].pressure, demand[W], dt_s),
                disc_k: discs[W].warmed(before[W].disc_k, heat_w, cooling_w_k[W], dt_s),
            }
        }))
    }

    /// The torque that each brake can hold, N.m: that of the pressure, times what the temperature leaves of the
    /// friction, and at the rear that of the handbrake, for which the same pads are pressed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn torques_nm(&self, mode: &Wheels<BrakeWheel<R>>, handbrake: R) -> Wheels<R> {
        let half = R::lit(0.5);
        let front = half * self.hydraulics.front_nm;
        let rear = half * self.hydraulics.rear_nm;
        let hand = half * self.hydraulics.handbrake_nm * handbrake;
        let (front_disc, rear_disc) = (&self.front_disc, &self.rear_disc);
        let (left, right) = (&mode.rear_left, &mode.rear_right);
        Wheels {
            front_left: front * mode.front_left.pressure * front_disc.friction(mode.front_left.disc_k),
            front_right: front * mode.front_right.pressure * front_disc.friction(mode.front_right.disc_k),
            rear_left: (rear * left.pressure + hand) * rear_disc.friction(left.disc_k),
            rear_right: (rear * right.pressure + hand) * rear_disc.friction(right.disc_k),
        }
    }
}
