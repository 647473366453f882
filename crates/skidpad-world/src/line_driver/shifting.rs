//! Gears and clutch of a driver who shifts by himself.

use skidpad_core::controls::Gear;
use skidpad_core::math::Real;
use skidpad_core::powertrain::{EngineData, Gears, TorqueCurve};
use skidpad_core::spec::Vehicle;

use crate::roadtest::driven_radius_m;
use crate::telltales::Telltales;

/// He shifts down at this share of the speed at which he shifts up.
const DOWN_SHARE: f64 = 0.93;
/// Share at which he shifts down in any case, though the wheels drag the engine up to its speed.
const DOWN_AT_LAST: f64 = 0.5;
/// Speed that this drag may take from a car on a straight, m/s, and the lateral acceleration at which it may take none, m/s^2: up to
/// there it falls with the square.
const MOST_DRAG_M_S: f64 = 1.5;
const NO_DRAG_M_S2: f64 = 9.0;
/// Share of the gearbox's speed by which the engine may be slower as he closes the clutch.
const SLOWER: f64 = 0.03;
/// Speed beyond that of the gearbox at which he aims, over it, so that the last of it does not take long.
const AIM_BEYOND: f64 = 0.1;
/// Time in which the engine comes up to it, s: longer than the steps of a slow loop.
const MATCH_S: f64 = 0.08;
/// Gearbox speed over the idle speed below which the clutch works as in a launch.
const ABOVE_IDLE: f64 = 1.5;

/// He does not shift up where the line is slower than the speed of the shift again after this time, s.
pub(super) const LATER_S: f64 = 0.5;

/// Facts by which a gear is chosen.
pub(super) struct GearChoice {
    /// Speed, m/s.
    pub speed_m_s: f64,
    /// Speed of the line after [`LATER_S`], m/s.
    pub later_m_s: f64,
    /// Lateral acceleration, m/s^2.
    pub lateral_m_s2: f64,
}

/// Gears by speeds, and the engine that is matched to them.
#[derive(Clone, Debug)]
pub(super) struct Shifting {
    /// Speeds from which each gear above the first is used, m/s; empty: the car shifts by itself.
    shifts_m_s: Vec<f64>,
    gear: usize,
    /// `None` without a clutch that the driver works.
    engine: Option<EngineFacts>,
    /// `None` of a car whose engine the driver matches, or that has none.
    drag: Option<EngineDrag>,
}

/// Engine and gears in front of a clutch.
#[derive(Clone, Debug)]
struct EngineFacts {
    gears: Gears<f64>,
    engine: EngineData<f64>,
    curve: TorqueCurve<f64>,
    front_share: f64,
}

/// Engine, gears and car of a driver without a clutch.
#[derive(Clone, Debug)]
struct EngineDrag {
    gears: Gears<f64>,
    inertia_kg_m2: f64,
    mass_kg: f64,
    radius_m: f64,
}

impl EngineDrag {
    fn new(vehicle: &Vehicle<f64>) -> Self {
        Self {
            gears: *vehicle.gears(),
            inertia_kg_m2: vehicle.engine().inertia_kg_m2,
            mass_kg: vehicle.body().mass_kg,
            radius_m: driven_radius_m(vehicle),
        }
    }

    /// Speed that the car loses to its engine in a shift down from a gear, m/s: the momentum that the wheels give it,
    /// m dv = I dw i / r, with dw the difference of the engine's speeds in both gears and i the ratio of the lower one.
    fn lost_m_s(&self, gear: usize, speed_m_s: f64) -> f64 {
        let [from, to] = [gear, gear.saturating_sub(1).max(1)].map(|gear| self.gears.overall(gear as f64));
        let gained_rad_s = (to - from) * speed_m_s / self.radius_m;
        self.inertia_kg_m2 * gained_rad_s * to / (self.mass_kg * self.radius_m)
    }
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
        let engine = vehicle.and_then(with_clutch);
        let drag = vehicle.filter(|_| engine.is_none()).map(EngineDrag::new);
        Self { shifts_m_s: Vec::new(), gear: 1, engine, drag }
    }

    pub fn with_shifts(self, shifts_m_s: Vec<f64>) -> Self {
        Self { shifts_m_s, ..self }
    }

    /// Gear for the next step. A driver without a clutch keeps his gear where a lower one would drag
    /// the engine up to its speed harder than the wheels can bear in the corner.
    pub fn gear(&mut self, at: &GearChoice) -> Gear {
        if self.shifts_m_s.is_empty() {
            return Gear::Automatic;
        }
        let gear_at = |speed_m_s: f64| self.shifts_m_s.partition_point(|shift| *shift <= speed_m_s) + 1;
        // Between the speeds of shifts up and down the gear stays.
        let corner = Real::min(at.lateral_m_s2 / NO_DRAG_M_S2, 1.0);
        let most_m_s = MOST_DRAG_M_S * (1.0 - corner * corner);
        let drags = self.drag.as_ref().is_some_and(|drag| drag.lost_m_s(self.gear, at.speed_m_s) > most_m_s);
        let down = if drags { DOWN_AT_LAST } else { DOWN_SHARE };
        let up_m_s = Real::min(at.speed_m_s, at.later_m_s);
        self.gear = self.gear.clamp(gear_at(up_m_s), gear_at(at.speed_m_s / down));
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
