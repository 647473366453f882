//! The same inputs through several models: the abilities that they require, and the results.

use core::ops::ControlFlow;

use skidpad_core::controls::{Controls, Gear};
use skidpad_core::math::Real;
use skidpad_core::surface::Surface;

use crate::manoeuvre::{Turning, TurningSampler};
use crate::models::{Cars, ModelInfo, Models};
use crate::rolling::CarChoice;
use crate::scenario::{Ending, Finished, Script, columns_of, drive};
use crate::telemetry::Recording;

/// Grip of the road over dry asphalt below which a model that does not know grip is of no use.
const LEAST_GRIP: f64 = 0.95;
/// States that are positions or speeds under another name in other models.
const SPEEDS: &[&str] = &["speed_m_s", "velocity_x_m_s"];
const PLACES: &[&str] = &["position_m", "x_m"];

/// Abilities that a scenario requires of a model, each with the words that say where.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Needs(Vec<(Need, String)>);

/// An ability that a scenario requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Need {
    /// The scenario steers.
    Steers,
    /// The scenario uses throttle, brake or handbrake.
    Pedals,
    /// The scenario gives an acceleration.
    Acceleration,
    /// The scenario's road is slippery, or the scenario uses the handbrake.
    Grip,
    /// The scenario uses reverse gear.
    Reverses,
    /// The scenario's road has a slope or a bank.
    Slope,
}

impl Need {
    fn is_met(self, model: &ModelInfo) -> bool {
        let can = model.abilities;
        match self {
            Self::Steers => can.steers,
            Self::Pedals => can.pedals,
            Self::Acceleration => can.acceleration,
            Self::Grip => can.grip,
            Self::Reverses => can.reverses,
            Self::Slope => can.slope,
        }
    }

    /// Deficiency of a model without the ability, in words.
    fn lack(self) -> &'static str {
        match self {
            Self::Steers => "cannot steer",
            Self::Pedals => "has no pedals",
            Self::Acceleration => "takes no acceleration: it is driven by its pedals",
            Self::Grip => "does not model grip: it would roll where the car slides",
            Self::Reverses => "does not drive backwards",
            Self::Slope => "does not model slopes",
        }
    }
}

impl Needs {
    /// Collects the abilities that controls and accelerations, at the times at which they change, s, and a road require.
    pub fn new(
        controls: &dyn Fn(f64) -> Controls,
        acceleration: &dyn Fn(f64) -> Option<f64>,
        times: &[f64],
        surface: &Surface<f64>,
    ) -> Self {
        let mut needs = Self::default();
        for &t_s in times {
            let at = controls(t_s);
            let mut need = |is_needed: bool, need: Need, what: String| {
                if is_needed && !needs.0.iter().any(|known| known.0 == need) {
                    needs.0.push((need, format!("{what} at {t_s} s")));
                }
            };
            need(at.steer_rad != 0.0, Need::Steers, format!("steer_rad is {:.4}", at.steer_rad));
            need(at.throttle != 0.0, Need::Pedals, format!("throttle is {}", at.throttle));
            need(at.brake != 0.0, Need::Pedals, format!("brake is {}", at.brake));
            need(at.handbrake != 0.0, Need::Grip, format!("handbrake is {}", at.handbrake));
            need(at.handbrake != 0.0, Need::Pedals, format!("handbrake is {}", at.handbrake));
            need(at.gear == Gear::Reverse, Need::Reverses, "the gear is reverse".to_owned());
            let asked = acceleration(t_s).unwrap_or(0.0);
            need(asked != 0.0, Need::Acceleration, format!("acceleration_m_s2 is {asked}"));
        }
        let grip = surface.grip;
        if grip < LEAST_GRIP {
            needs.0.retain(|known| known.0 != Need::Grip);
            needs.0.push((Need::Grip, format!("surface.grip is {grip}")));
        }
        let (slope, bank) = (surface.slope_rad, surface.bank_rad);
        if slope != 0.0 || bank != 0.0 {
            needs.0.push((Need::Slope, format!("the road slopes by {slope} rad and banks by {bank} rad")));
        }
        needs
    }

    /// Collects the abilities that a road alone requires.
    pub fn of_road(surface: &Surface<f64>) -> Self {
        Self::new(&|_| Controls::default(), &|_| None, &[], surface)
    }

    /// Why a model lacks some of these abilities, with the models of a list that have all; `None` if it has them.
    pub fn refusal(&self, model: &ModelInfo, models: &Models) -> Option<String> {
        let lacks: Vec<String> = self
            .0
            .iter()
            .filter(|(need, _)| !need.is_met(model))
            .map(|(need, place)| format!("{}, and {place}", need.lack()))
            .collect();
        if lacks.is_empty() {
            return None;
        }
        let able = match self.able(models) {
            able if able.is_empty() => "no model can do all that the scenario requires".to_owned(),
            able => format!("models that can: {}", able.join(", ")),
        };
        Some(format!("the model {} {}; {able}", model.name, lacks.join("; it ")))
    }

    /// Models of a list that have all these abilities.
    pub fn able(&self, models: &Models) -> Vec<&'static str> {
        models.names_with(|model| self.0.iter().all(|(need, _)| need.is_met(model)))
    }
}

/// States at the start as a model names them, and those that it does not have. A speed is a speed
/// under any name, a place a place.
pub fn initial_for<'a>(model: &ModelInfo, initial: &[(&'a str, f64)]) -> (Vec<(&'a str, f64)>, Vec<&'a str>)
where
    'static: 'a,
{
    let mut own: Vec<(&'a str, f64)> = Vec::new();
    let mut left_out = Vec::new();
    for (name, value) in initial {
        let state = |name: &str| model.states.iter().find(|state| state.name == name).map(|state| state.name);
        let other = |group: &[&'static str]| {
            group.contains(name).then(|| group.iter().find_map(|other| state(other))).flatten()
        };
        match state(name).or_else(|| other(SPEEDS)).or_else(|| other(PLACES)) {
            Some(found) if !own.iter().any(|entry| entry.0 == found) => own.push((found, *value)),
            Some(_) => {}
            None => left_out.push(*name),
        }
    }
    (own, left_out)
}

/// The name under which a scenario gives a state that [`initial_for`] found.
pub fn written_as<'a>(state: &'a str, initial: &[(&'a str, f64)]) -> &'a str {
    let group = [SPEEDS, PLACES].into_iter().find(|group| group.contains(&state)).unwrap_or(&[]);
    let given = |name: &&&str| initial.iter().any(|entry| entry.0 == **name);
    let other = group.iter().find(given).copied();
    if given(&&state) { state } else { other.unwrap_or(state) }
}

/// All names that a scenario to be compared by models of a list may give a state at its start.
pub fn initial_names(models: &Models) -> Vec<&'static str> {
    let mut names: Vec<&str> = models.iter().flat_map(|model| model.states).map(|state| state.name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// A model with its car.
#[derive(Clone, Copy, Debug)]
pub struct Entrant<'a> {
    /// The model.
    pub model: &'static ModelInfo,
    /// The car.
    pub car: CarChoice<'a>,
}

/// Result of driving one model.
#[derive(Clone, Debug)]
pub struct Driven {
    /// Ending of the run and its time.
    pub finished: Finished,
    /// The car at the start and after each step.
    pub seen: Vec<Turning<f64>>,
    /// All channels of the model.
    pub all: Recording,
}

impl Entrant<'_> {
    /// The largest acceleration that the car's tyres hold, over gravity; 1 for a car of fixed data.
    fn grip(&self, surface: &Surface<f64>) -> f64 {
        let friction = match self.car.vehicle() {
            Some(vehicle) if self.model.cars == Cars::Vehicles => {
                let (front, rear) = (vehicle.front(), vehicle.rear());
                [front.friction, front.lateral_friction, rear.friction, rear.lateral_friction]
                    .into_iter()
                    .fold(0.0, Real::max)
            }
            _ => 1.0,
        };
        friction * surface.grip
    }

    /// Drives a script. `None` where the model does not take the car.
    pub fn drive(&self, script: &Script) -> Option<Driven> {
        let mut sampler = TurningSampler::new(self.model);
        let mut seen = Vec::new();
        let mut all = Recording::new(columns_of(self.model, script.hands.as_ref()));
        let finished = drive(self.model, &self.car, script, &mut |car, request| {
            let now = sampler.sample(car, request, script.road());
            if sampler.row().numbers().iter().any(|value| !value.is_finite()) {
                return ControlFlow::Break(Ending::Quarantined);
            }
            seen.push(now);
            all.push(sampler.row().numbers().to_vec());
            ControlFlow::Continue(())
        })?;
        Some(Driven { finished, seen, all })
    }

    /// Returns the largest excess of a model that does not slide over the grip of its tyres: time, s, required acceleration and
    /// largest acceleration that the tyres hold, both over gravity. `None` within the grip, and for a model that slides.
    pub fn slides(&self, driven: &Driven, surface: &Surface<f64>) -> Option<(f64, f64, f64)> {
        if self.model.abilities.slides {
            return None;
        }
        let grip = self.grip(surface);
        let asked = driven.seen.iter().map(|now| {
            let acceleration_m_s2 = Real::hypot(now.acceleration_x_m_s2, now.acceleration_y_m_s2);
            (now.time_s, acceleration_m_s2 / surface.gravity_m_s2)
        });
        let worst = asked.filter(|(_, asked)| *asked > grip);
        worst.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(time, asked)| (time, asked, grip))
    }
}
