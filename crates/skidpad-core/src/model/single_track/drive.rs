//! Engine and converter of the model: the table look-ups of a sub-step, and the torques that follow from them.
//!
//! The tables of engine, gears and converter are looked up once, at the beginning of a sub-step; a line is kept by its
//! value at 0 and its slope. Idle control and limiter act once per sub-step too, as a controller does. Within the sub-step
//! the engine's torque follows its speed along the line: a segment of the curve, or the tangent of a motor's constant
//! power. No branch skips the converter of a car without one: with a branch the compiler makes no vectors of the loop over
//! a batch's cars.

use super::car::SingleTrackCar;
use super::{SingleTrackMode, SingleTrackState};
use crate::math::Real;
use crate::powertrain::{
    Axles, ConverterSegment, CurveSegment, EngineControl, EngineSide, TrainMode, TrainSpeeds, holds_train,
};

holds_train!(SingleTrackMode, SingleTrackState);

impl<R: Real> SingleTrackMode<R> {
    /// Copy of the mode with the lines of engine and converter at the speeds of engine and gearbox.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn looked_up(&self, car: &SingleTrackCar<R>, engine_rad_s: R, input_rad_s: R) -> Self {
        let engine = &car.engine;
        let line = engine.full_load_line(&car.curve, engine_rad_s);
        let full = line.torque_nm(engine_rad_s).max(R::zero());
        let EngineControl { idle_throttle, limiter_share } = EngineControl::of(engine, full, engine_rad_s);
        let found = car.converter.segment(engine_rad_s, input_rad_s);
        Self {
            engine_line_nm: line.base_nm - line.slope_nm_s * line.start_rad_s,
            engine_line_slope_nm_s: line.slope_nm_s,
            idle_throttle,
            limiter_share,
            converter_ratio: found.torque_ratio - found.torque_ratio_slope * found.speed_ratio,
            converter_capacity_nm_s2: found.capacity_nm_s2 - found.capacity_slope_nm_s2 * found.speed_ratio,
            converter_ratio_slope: found.torque_ratio_slope,
            converter_capacity_slope_nm_s2: found.capacity_slope_nm_s2,
            ..*self
        }
    }

    /// Torques of the engine, N.m, and of the converter at the speeds of engine and gearbox; no converter's are 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn engine_side(
        &self,
        car: &SingleTrackCar<R>,
        throttle: R,
        engine_rad_s: R,
        input_rad_s: R,
    ) -> EngineSide<R> {
        let line = CurveSegment {
            start_rad_s: R::zero(),
            base_nm: self.engine_line_nm,
            slope_nm_s: self.engine_line_slope_nm_s,
        };
        let full = line.torque_nm(engine_rad_s).max(R::zero());
        let control = EngineControl { idle_throttle: self.idle_throttle, limiter_share: self.limiter_share };
        let segment = ConverterSegment {
            speed_ratio: R::zero(),
            torque_ratio: self.converter_ratio,
            capacity_nm_s2: self.converter_capacity_nm_s2,
            torque_ratio_slope: self.converter_ratio_slope,
            capacity_slope_nm_s2: self.converter_capacity_slope_nm_s2,
        };
        EngineSide {
            engine_nm: control.torque(&car.engine, full, throttle, engine_rad_s),
            converter: segment.torque_within(car.train().clutch.capacity_nm, engine_rad_s, input_rad_s),
        }
    }
}
