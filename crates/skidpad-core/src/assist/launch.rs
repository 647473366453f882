//! Launch control: holds the engine's speed while the car stands, and the slip of the driven wheels while it pulls
//! away.
//!
//! It is armed at rest by full throttle with the clutch open or the brake on, and lets go when that ends. Racing
//! practice: 3500 to 6000 rpm, 8 to 20 % of slip.

use super::sensed::Pedals;
use super::speeds::Observed;
use super::traction::{cut, excess};
use crate::math::Real;
use crate::record;
use crate::record::Flag;

record! {
    /// Tuning of launch control.
    pub struct LaunchData {
        /// Set where launch control is on.
        launch_on: flag,
        /// Least throttle at which launch control is armed and stays active; typical 0.9.
        throttle: "-" [0.0, 1.0],
        /// Speed below which launch control can be armed; typical 0.5 to 1.5.
        arm_below_m_s: "m/s" [0.0, 20.0],
        /// Engine speed that is held while armed; typical 370 to 630 (3500 to 6000 rpm).
        engine_rad_s: "rad/s" [0.0, 3e3],
        /// Throttle cut for each rad/s of excess engine speed; typical 0.005 to 0.02.
        engine_gain_s: "s" [0.0, 1.0],
        /// Throttle cut by the integral of the excess engine speed; typical 0.01 to 0.1.
        engine_integral: "-" [0.0, 10.0],
        /// Slip of the driven wheels that is held during the launch; typical 0.08 to 0.2.
        slip: "-" [0.0, 2.0],
        /// Slip speed that is allowed in addition, from which the car pulls away; typical 1 to 3.
        slip_speed_m_s: "m/s" [0.0, 20.0],
        /// Throttle cut for each m/s of excess slip speed; typical 0.05 to 0.3.
        gain_s_m: "s/m" [0.0, 10.0],
        /// Throttle cut by the integral of the excess slip speed; typical 0.5 to 3.
        integral_1_m: "1/m" [0.0, 100.0],
        /// Speed at which the launch is over; typical 15 to 40.
        until_m_s: "m/s" [0.0, 200.0],
    }

    /// State of launch control.
    pub struct LaunchMode {
        /// Phase: 0 not in use, 1 armed (the engine's speed is held), 2 under way (the slip is held).
        launch_phase: "-" [0.0, 2.0],
        /// Integral of the excess engine or slip speed: the share of the throttle that is cut in a steady state.
        launch_integral: "-" [0.0, 1.0],
    }
}

impl<R: Real> LaunchData<R> {
    /// Typical values, switched off.
    pub fn typical() -> Self {
        Self {
            launch_on: Flag::from(false),
            throttle: R::lit(0.9),
            arm_below_m_s: R::one(),
            engine_rad_s: R::lit(420.0),
            engine_gain_s: R::lit(0.01),
            engine_integral: R::lit(0.05),
            slip: R::lit(0.1),
            slip_speed_m_s: R::lit(1.5),
            gain_s_m: R::lit(0.15),
            integral_1_m: R::one(),
            until_m_s: R::lit(25.0),
        }
    }

    /// Returns the state a sub-step later, and the share of the throttle to cut.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn advance(
        &self,
        mode: &LaunchMode<R>,
        observed: &Observed<'_, R>,
        pedals: &Pedals<R>,
        dt_s: R,
    ) -> (LaunchMode<R>, R) {
        let Observed { car, speeds, sensed } = *observed;
        let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
        let two = R::lit(2.0);
        let floored = self.launch_on.is_set() & pedals.throttle.ge(self.throttle);
        let held = pedals.clutch.gt(half) | pedals.brake.gt(half);
        let slow = speeds.car_m_s.lt(self.arm_below_m_s);
        let (none, armed) = (mode.launch_phase.lt(half), mode.launch_phase.lt(R::lit(1.5)));
        let from_none = R::select(held & slow, one, zero);
        let from_armed = R::select(held, one, two);
        let from_launch = R::select(speeds.car_m_s.lt(self.until_m_s), two, zero);
        let phase = R::select(none, from_none, R::select(armed, from_armed, from_launch));
        let phase = R::select(floored, phase, zero);

        let is_armed = phase.gt(half) & phase.lt(R::lit(1.5));
        let engine = sensed.engine_rad_s - self.engine_rad_s;
        let slip = excess(car, speeds, self.slip, self.slip_speed_m_s);
        let too_fast = R::select(is_armed, engine, slip);
        let proportional = R::select(is_armed, self.engine_gain_s, self.gain_s_m);
        let integral = R::select(is_armed, self.engine_integral, self.integral_1_m);
        // Who lets go of the clutch wants the torque: the integral of the held engine does not go with it.
        let goes_on = (phase - mode.launch_phase).abs().lt(half);
        let before = R::select(goes_on, mode.launch_integral, zero);
        let (integral, share) = cut(before, too_fast, proportional, integral, dt_s);
        let acts = phase.gt(half);
        let mode = LaunchMode { launch_phase: phase, launch_integral: R::select(acts, integral, zero) };
        (mode, R::select(acts, share, zero))
    }
}
