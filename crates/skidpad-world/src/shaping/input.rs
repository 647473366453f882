//! Keys and sticks: what they ask for, shaped into what a hand or a foot could do.
//!
//! Each axis has a dead zone, a response curve, a rate away from the middle (attack) and one back to it (return), a
//! smoothing, and rate and range that shrink with speed. The ramps are exact: the same at whatever rate they are
//! advanced while the stick is held, but for rounding.

use skidpad_core::math::Real;
use skidpad_core::{compound_record, record};

/// The slowest ramp, a second: one that never moved would divide by zero.
const SLOWEST_1_S: f64 = 1e-6;

record! {
    /// Shape of one axis.
    pub struct AxisShape {
        /// Share of the stick's way around its middle that does nothing; keys 0, pads 0.05 to 0.25.
        dead_zone: "-" [0.0, 0.99],
        /// Response: 0 straight, 1 cubic (fine around the middle); typical 0.3 to 0.7 for steering.
        curve: "-" [0.0, 1.0],
        /// Rate away from the middle; typical 2 to 5 for steering, 3 to 10 for pedals.
        attack_1_s: "1/s" [0.0, 1e6],
        /// Rate back to the middle; typical 3 to 8.
        return_1_s: "1/s" [0.0, 1e6],
        /// Time constant of a smoothing behind the ramp; 0 for none, typical 0.02 to 0.1.
        smoothing_s: "s" [0.0, 10.0],
        /// Speed at which the rates are half of those at rest; 0 for the same at any speed. Typical 30 to 60.
        rate_speed_m_s: "m/s" [0.0, 1e3],
        /// Speed at which the range is half of that at rest; 0 for the same at any speed. Typical 20 to 40.
        range_speed_m_s: "m/s" [0.0, 1e3],
    }

    /// One axis under way.
    pub struct AxisMode {
        /// Position of the ramp.
        ramp: "-" [-1.0, 1.0],
        /// Smoothed value: the output of the axis.
        value: "-" [-1.0, 1.0],
    }

    /// Positions of keys or sticks. Any finite numbers are allowed.
    pub struct Sticks {
        /// Steering, positive to the left.
        stick_steer: "-" [-1.0, 1.0],
        /// Accelerator.
        stick_throttle: "-" [0.0, 1.0],
        /// Brake.
        stick_brake: "-" [0.0, 1.0],
        /// Handbrake.
        stick_handbrake: "-" [0.0, 1.0],
    }

    /// The axes under way. What is called smooth is what the axes give.
    pub struct StickMode {
        /// Steering.
        steer_ramp: "-" [-1.0, 1.0],
        /// Steering, smooth.
        steer_smooth: "-" [-1.0, 1.0],
        /// Accelerator.
        throttle_ramp: "-" [0.0, 1.0],
        /// Accelerator, smooth.
        throttle_smooth: "-" [0.0, 1.0],
        /// Brake.
        brake_ramp: "-" [0.0, 1.0],
        /// Brake, smooth.
        brake_smooth: "-" [0.0, 1.0],
        /// Handbrake.
        handbrake_ramp: "-" [0.0, 1.0],
        /// Handbrake, smooth.
        handbrake_smooth: "-" [0.0, 1.0],
    }
}

compound_record! {
    /// Shapes of all axes.
    pub struct StickShape {
        /// Steering.
        pub steer: AxisShape<R>,
        /// Accelerator.
        pub throttle: AxisShape<R>,
        /// Brake.
        pub brake: AxisShape<R>,
        /// Handbrake.
        pub handbrake: AxisShape<R>,
    }
}

impl<R: Real> AxisShape<R> {
    /// Hands on what it is given.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn direct() -> Self {
        let (zero, at_once) = (R::zero(), R::lit(1e6));
        Self {
            dead_zone: zero,
            curve: zero,
            attack_1_s: at_once,
            return_1_s: at_once,
            smoothing_s: zero,
            rate_speed_m_s: zero,
            range_speed_m_s: zero,
        }
    }

    /// Shaped position of a stick at a speed, [-1, 1]: dead zone, curve, range.
    ///
    /// ```
    /// use skidpad_world::shaping::AxisShape;
    /// let pad = AxisShape { dead_zone: 0.2, ..AxisShape::direct() };
    /// assert_eq!((pad.target(0.1, 0.0), pad.target(-1.0, 0.0)), (0.0, -1.0));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn target(&self, stick: R, speed_m_s: R) -> R {
        let (zero, one) = (R::zero(), R::one());
        let share = ((stick.abs() - self.dead_zone) / (one - self.dead_zone)).clamp(zero, one);
        let curved = share + self.curve * (share * share.square() - share);
        (curved * halved_at(speed_m_s, self.range_speed_m_s)).copysign(stick)
    }

    /// The axis a sub-step later.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn advance(&self, mode: &AxisMode<R>, stick: R, speed_m_s: R, dt_s: R) -> AxisMode<R> {
        let target = self.target(stick, speed_m_s);
        let slower = halved_at(speed_m_s, self.rate_speed_m_s);
        let (attack_1_s, return_1_s) = (self.attack_1_s * slower, self.return_1_s * slower);
        let ramp = ramped(mode.ramp, target, attack_1_s, return_1_s, dt_s);
        AxisMode { ramp, value: smoothed(mode.value, mode.ramp, ramp, self.smoothing_s, dt_s) }
    }
}

/// One over one plus the square of a speed over another; 1 where the other is 0.
#[cfg_attr(not(debug_assertions), inline(always))]
fn halved_at<R: Real>(speed_m_s: R, half_m_s: R) -> R {
    let (one, shrinks) = (R::one(), half_m_s.gt(R::zero()));
    // A thousand times the speed leaves nothing, whatever squares would overflow.
    let quotient = (speed_m_s / R::select(shrinks, half_m_s, one)).abs().min(R::lit(1e3));
    R::select(shrinks, one / (one + quotient.square()), one)
}

/// A straight ramp towards a target: outwards at the attack's rate, inwards at the return's, and through the middle
/// with as much time for each as it takes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn ramped<R: Real>(value: R, target: R, attack_1_s: R, return_1_s: R, dt_s: R) -> R {
    let slowest = R::lit(SLOWEST_1_S);
    let (attack, back) = (attack_1_s.max(slowest), return_1_s.max(slowest));
    let crosses = (value.sign() * target.sign()).lt(R::zero());
    let first = R::select(crosses, R::zero(), target);
    let rate = R::select(first.abs().gt(value.abs()), attack, back);
    let way = first - value;
    let time = way.abs() / rate;
    let arrives = time.le(dt_s);
    let reached = R::select(arrives, first, value + (rate * dt_s).copysign(way));
    let left = R::select(arrives & crosses, dt_s - time, R::zero());
    let beyond = (attack * left).min(target.abs()).copysign(target);
    R::select(crosses & arrives, beyond, reached)
}

/// A first-order lag behind a straight line from one value to another, tau y' = u - y:
/// y = u_1 - s tau + (y_0 - u_0 + s tau) exp(-dt / tau) with the slope s.
#[cfg_attr(not(debug_assertions), inline(always))]
fn smoothed<R: Real>(value: R, from: R, to: R, time_s: R, dt_s: R) -> R {
    let smooths = time_s.gt(R::zero());
    let time = R::select(smooths, time_s, R::one());
    let behind = (to - from) * (time / dt_s.max(R::lit(1e-9)));
    let left = (-(dt_s / time)).exp();
    let lagged = to - behind + (value - from + behind) * left;
    // Rounding is not to take a pedal below 0.
    let lagged = lagged.clamp(value.min(from.min(to)), value.max(from.max(to)));
    R::select(smooths, lagged, to)
}

impl<R: Real> StickShape<R> {
    /// For keys: ramps, no dead zone, less steering at speed.
    pub fn keyboard() -> Self {
        let pedal = AxisShape { attack_1_s: R::lit(4.0), return_1_s: R::lit(8.0), ..AxisShape::direct() };
        let steer = AxisShape {
            attack_1_s: R::lit(2.5),
            return_1_s: R::lit(4.0),
            rate_speed_m_s: R::lit(50.0),
            range_speed_m_s: R::lit(30.0),
            ..AxisShape::direct()
        };
        Self { steer, throttle: pedal, brake: pedal, handbrake: pedal }
    }

    /// For pads: dead zones, a curve on the steering, light smoothing.
    pub fn pad() -> Self {
        let pedal = AxisShape { dead_zone: R::lit(0.05), smoothing_s: R::lit(0.03), ..AxisShape::direct() };
        let steer = AxisShape {
            dead_zone: R::lit(0.12),
            curve: R::lit(0.5),
            attack_1_s: R::lit(5.0),
            return_1_s: R::lit(8.0),
            smoothing_s: R::lit(0.04),
            range_speed_m_s: R::lit(45.0),
            ..AxisShape::direct()
        };
        Self { steer, throttle: pedal, brake: pedal, handbrake: pedal }
    }

    /// All axes a sub-step later, and what they give.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn advance(
        &self,
        mode: &StickMode<R>,
        sticks: &Sticks<R>,
        speed_m_s: R,
        dt_s: R,
    ) -> (StickMode<R>, Sticks<R>) {
        let zero = R::zero();
        let steer = AxisMode { ramp: mode.steer_ramp, value: mode.steer_smooth };
        let steer = self.steer.advance(&steer, sticks.stick_steer, speed_m_s, dt_s);
        let throttle = AxisMode { ramp: mode.throttle_ramp, value: mode.throttle_smooth };
        let throttle = self.throttle.advance(&throttle, sticks.stick_throttle.max(zero), speed_m_s, dt_s);
        let brake = AxisMode { ramp: mode.brake_ramp, value: mode.brake_smooth };
        let brake = self.brake.advance(&brake, sticks.stick_brake.max(zero), speed_m_s, dt_s);
        let hand = AxisMode { ramp: mode.handbrake_ramp, value: mode.handbrake_smooth };
        let handbrake = self.handbrake.advance(&hand, sticks.stick_handbrake.max(zero), speed_m_s, dt_s);
        let mode = StickMode {
            steer_ramp: steer.ramp,
            steer_smooth: steer.value,
            throttle_ramp: throttle.ramp,
            throttle_smooth: throttle.value,
            brake_ramp: brake.ramp,
            brake_smooth: brake.value,
            handbrake_ramp: handbrake.ramp,
            handbrake_smooth: handbrake.value,
        };
        let given = Sticks {
            stick_steer: steer.value,
            stick_throttle: throttle.value,
            stick_brake: brake.value,
            stick_handbrake: handbrake.value,
        };
        (mode, given)
    }
}
