//! Gears and clutch of a driver who shifts by himself.

use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_core::powertrain::{EngineData, Gears, TorqueCurve};
use skidpad_core::spec::Vehicle;

use crate::telltales::Telltales;

/// He shifts down at this share of the speed at which he shifts up.
const DOWN_SHARE: f64 = 0.93;
/// Share at which he shifts down in any case, though the engine is dragged up to its speed in a corner.
const DOWN_AT_LAST: f64 = 0.5;
/// Share of the gearbox's speed by which the engine may be slower as he closes the clutch.
const SLOWER: f64 = 0.03;
/// Speed beyond that of the gearbox at which he aims, over it, so that the last of it does not take long.
const AIM_BEYOND: f64 = 0.1;
/// Time in which the engine comes up to it, s: longer than the steps of a slow loop.
const MATCH_S: f64 = 0.08;
/// Gearbox speed over the idle speed below which the clutch works as in a launch.
const ABOVE_IDLE: f64 = 1.5;

/// Gears by speeds, and the engine that is matched to them.
#[derive(Clone, Debug)]
pub(super) struct Shifting {
    /// Speeds from which each gear above the first is used, m/s; empty: the car shifts by itself.
    shifts_m_s: Vec<f64>,
    gear: usize,
    /// `None` without a clutch that the driver works.
    engine: Option<EngineFacts>,
}

/// Engine and gears in front of a clutch.
#[derive(Clone, Debug)]
struct EngineFacts {
    gears: Gears<f64>,
    engine: EngineData<f64>,
    curve: TorqueCurve<f64>,
    front_share: f64,
}

impl Shifting {
    pub fn new(vehicle: Option<&Vehicle<f64>>) -> Self {
        let with_clutch = |vehicle: &Vehicle<f64>| {
            let car = vehicle.two_axles();
            let has_clutch = !car.converter().is_fitted.is_set() && !car.clutch().is_rigid.is_set();
            has_clutch.then(|| EngineFacts {
                gears: *car.gears(),
                engine: *car.engine(),
                curve: *car.torque_curve(),
                front_share: car.body().drive_front_share,
            })
        };
        Self { shifts_m_s: Vec::new(), gear: 1, engine: vehicle.and_then(with_clutch) }
    }

    pub fn with_shifts(self, shifts_m_s: Vec<f64>) -> Self {
        Self { shifts_m_s, ..self }
    }

    /// Gear at a speed, m/s. Where the car corners hard a driver without a clutch keeps his gear: a lower one would drag the engine up to
    /// its speed by the wheels.
    pub fn gear(&mut self, speed_m_s: f64, is_cornering: bool) -> Gear {
        if self.shifts_m_s.is_empty() {
            return Gear::Automatic;
        }
        let gear_at = |speed_m_s: f64| self.shifts_m_s.partition_point(|shift| *shift <= speed_m_s) + 1;
        // Between the speeds of shifts up and down the gear stays.
        let down = if is_cornering && self.engine.is_none() { DOWN_AT_LAST } else { DOWN_SHARE };
        self.gear = self.gear.clamp(gear_at(speed_m_s), gear_at(speed_m_s / down));
        Gear::Forward(u8::try_from(self.gear).unwrap_or(u8::MAX))
    }

    /// Throttle with the clutch open that brings the engine up to the gearbox's speed; `None` where the clutch may close.
    pub fn match_throttle(&self, telltales: &Telltales) -> Option<f64> {
        let facts = self.engine.as_ref().filter(|_| !self.shifts_m_s.is_empty())?;
        let ([left, right, rear_left, rear_right], engine_rad_s) =
            (telltales.spins_rad_s?, telltales.engine_rad_s?);
        let front = facts.front_share;
        let output_rad_s = 0.5 * (front * (left + right) + (1.0 - front) * (rear_left + rear_right));
        let gearbox_rad_s = facts.gears.overall(self.gear as f64) * output_rad_s;
        let lacking_rad_s = gearbox_rad_s - engine_rad_s;
        let engine = &facts.engine;
        if gearbox_rad_s < ABOVE_IDLE * engine.idle_rad_s || lacking_rad_s < SLOWER * gearbox_rad_s {
            return None;
        }
        let full_nm = Real::max(engine.full_load_torque(&facts.curve, engine_rad_s), 1.0);
        let needed_nm = engine.inertia_kg_m2 * (lacking_rad_s + AIM_BEYOND * gearbox_rad_s) / MATCH_S;
        Some(Real::clamp(needed_nm / full_nm, 0.0, 1.0))
    }
}
