//! Engines and motors: torque from throttle and speed.

use crate::math::Real;
use crate::powertrain::{CurveSegment, TorqueCurve};
use crate::record;

record! {
    /// The numbers of an engine or motor, apart from its curve.
    pub struct EngineData {
        /// Speed without load or throttle.
        idle_rad_s: "rad/s" [0.0, 1000.0],
        /// Speed from which the driver is warned.
        redline_rad_s: "rad/s" [1.0, 10000.0],
        /// Speed at which the fuel is cut.
        limiter_rad_s: "rad/s" [1.0, 10000.0],
        /// Speed above which it is destroyed.
        blow_up_rad_s: "rad/s" [1.0, 20000.0],
        /// Moment of inertia.
        inertia_kg_m2: "kg.m^2" [0.0000001, 100.0],
        /// Torque per speed without throttle.
        braking_nm_s: "N.m.s" [0.0, 100.0],
        /// 1 for a motor, 0 for an engine with a curve.
        is_motor: flag,
        /// A motor's largest torque.
        motor_torque_nm: "N.m" [0.0, 100000.0],
        /// A motor's largest power.
        motor_power_w: "W" [0.0, 1e8],
    }
}

/// Width of the band below the limiter in which the torque is taken back, rad/s.
const LIMITER_BAND_RAD_S: f64 = 5.0;
/// Speed below idle at which the idle control opens the throttle fully, as a share of idle.
const IDLE_BAND: f64 = 0.15;

/// Palmer 8.8: P = T omega, W.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn power<R: Real>(torque_nm: R, speed_rad_s: R) -> R {
    torque_nm * speed_rad_s
}

/// The torque of an electric motor at full load: constant up to the base speed power / torque,
/// then constant power.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn motor_torque<R: Real>(torque_nm: R, power_w: R, speed_rad_s: R) -> R {
    torque_nm.min(power_w / speed_rad_s.abs().max(R::lit(1e-3)))
}

impl<R: Real> EngineData<R> {
    /// Torque at full load, N.m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn full_load_torque<const N: usize>(&self, curve: &TorqueCurve<R, N>, speed_rad_s: R) -> R {
        self.full_load_torque_on(&curve.segment(speed_rad_s.max(self.idle_rad_s)), speed_rad_s)
    }

    /// Torque at full load, N.m, where the segment of the curve is known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn full_load_torque_on(&self, segment: &CurveSegment<R>, speed_rad_s: R) -> R {
        let motor = motor_torque(self.motor_torque_nm, self.motor_power_w, speed_rad_s);
        // Monster: "if rpm < 1000, rpm = 1000": the curve is not defined below idle.
        let from_curve = segment.torque_nm(speed_rad_s.max(self.idle_rad_s)).max(R::zero());
        R::select(self.is_motor.is_set(), motor, from_curve)
    }

    /// The torque at full load near a speed as a straight line: the segment of the curve that is in use, level below
    /// idle, or the tangent of a motor's.
    ///
    /// A motor's P / omega has the tangent P / omega_0 - P / omega_0^2 (omega - omega_0).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn full_load_line<const N: usize>(
        &self,
        curve: &TorqueCurve<R, N>,
        speed_rad_s: R,
    ) -> CurveSegment<R> {
        let zero = R::zero();
        let found = curve.segment(speed_rad_s.max(self.idle_rad_s));
        let idles = speed_rad_s.lt(self.idle_rad_s);
        let lowest = found.torque_nm(self.idle_rad_s);
        let is_motor = self.is_motor.is_set();
        let by_power = self.motor_power_w / speed_rad_s.abs().max(R::lit(1e-3));
        let is_limited = by_power.lt(self.motor_torque_nm);
        let fall = by_power / speed_rad_s.abs().max(R::lit(1e-3));
        let motor_slope = R::select(is_limited, -fall.copysign(speed_rad_s), zero);
        CurveSegment {
            start_rad_s: R::select(is_motor, speed_rad_s, found.start_rad_s),
            base_nm: R::select(
                is_motor,
                by_power.min(self.motor_torque_nm),
                R::select(idles, lowest, found.base_nm),
            ),
            slope_nm_s: R::select(is_motor, motor_slope, R::select(idles, zero, found.slope_nm_s)),
        }
    }

    /// Drag torque without throttle, N.m, against the rotation.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn braking_torque(&self, speed_rad_s: R) -> R {
        self.braking_nm_s * speed_rad_s
    }
}

/// The torque at the crankshaft, N.m.
///
/// The throttle in [0, 1] leads from the engine's drag (0) to the full-load torque (1), Monster's
/// "engine torque = throttle position * max torque" with Palmer's engine braking below it. Below
/// idle the idle control opens the throttle; at the limiter it is closed.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn engine_torque<R: Real, const N: usize>(
    engine: &EngineData<R>,
    curve: &TorqueCurve<R, N>,
    throttle: R,
    speed_rad_s: R,
) -> R {
    engine_torque_of(engine, engine.full_load_torque(curve, speed_rad_s), throttle, speed_rad_s)
}

/// The torque at the crankshaft, N.m, where the torque at full load is known.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn engine_torque_of<R: Real>(engine: &EngineData<R>, full: R, throttle: R, speed_rad_s: R) -> R {
    EngineControl::of(engine, full, speed_rad_s).torque(engine, full, throttle, speed_rad_s)
}

record! {
    /// Idle control and limiter at an engine speed.
    pub struct EngineControl {
        /// Least throttle by the idle control.
        idle_throttle: "-" [0.0, 1.0],
        /// Share of the throttle left by the limiter.
        limiter_share: "-" [0.0, 1.0],
    }
}

impl<R: Real> EngineControl<R> {
    /// Idle control and limiter at a speed, where the torque at full load is known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn of(engine: &EngineData<R>, full: R, speed_rad_s: R) -> Self {
        let drag = engine.braking_torque(speed_rad_s);
        // The throttle that balances the drag at this speed, so that the engine settles at idle.
        let balance = drag / (full + drag).max(R::lit(1e-6));
        let idle = engine.idle_rad_s;
        let below = (idle - speed_rad_s) / (idle * R::lit(IDLE_BAND)).max(R::lit(1e-6));
        let idle_control = R::select(idle.gt(R::zero()), balance + below, R::zero());
        let room = (engine.limiter_rad_s - speed_rad_s) / R::lit(LIMITER_BAND_RAD_S);
        Self {
            idle_throttle: idle_control.clamp(R::zero(), R::one()),
            limiter_share: room.clamp(R::zero(), R::one()),
        }
    }

    /// The torque at the crankshaft, N.m: u T_full - (1 - u) b omega at the resulting throttle u.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn torque(&self, engine: &EngineData<R>, full: R, throttle: R, speed_rad_s: R) -> R {
        let opened = throttle.max(self.idle_throttle) * self.limiter_share;
        opened * full - (R::one() - opened) * engine.braking_torque(speed_rad_s)
    }
}
