//! The g-g-v envelope of a car by the equations of its model.
//!
//! [`ModelEnvelope`] finds, at some speeds and loads on the road, the ends of rays in the g-g diagram: quasi-steady states of the
//! four-wheel model with its tyres, load transfer, differentials, brakes and aerodynamics, up to the fold at which the
//! accelerations turn back. Between them it interpolates. What the engine gives in each gear is a curve of its own, so that grip
//! and power are told apart.
//!
//! The limits are those of a driver who holds each state: braking ends where the first wheel is about to lock or, in a car with an
//! anti-lock system, where all are kept at its threshold; traction ends where the first driven wheel spins, with the other
//! assists off. Turns to the left stand for both.

mod build;
mod diagram;
mod equations;
mod power;
mod ray;
mod solve;

use core::fmt;

use skidpad_core::math::Real;
use skidpad_core::model::two_track::{Brushes, Curves, FialaTyres, MagicTyres, Pacejka89Tyres, TmeasyTyres};
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;

use crate::envelope::{Envelope, Point, Range};
use diagram::Diagrams;
use power::Power;

/// Models whose envelopes are found, by name. Cars on springs have the envelope of the rigid body on the same tyres.
pub const ENVELOPE_MODELS: [&str; 8] = [
    "two_track",
    "two_track_brush",
    "two_track_fiala",
    "two_track_tmeasy",
    "two_track_pacejka89",
    "two_track_magic",
    "two_track_sprung",
    "two_track_sprung_magic",
];

/// Envelope of a vehicle by a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelEnvelope {
    wheelbase_m: f64,
    diagrams: Diagrams,
    power: Power,
}

/// Reason for which there is no envelope.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EnvelopeError {
    /// A model that has none.
    Model(String),
    /// A vehicle that the model does not take, in the model's words.
    Vehicle(String),
    /// A speed, m/s, at which no state of the coasting car was found.
    NoState(f64),
}

impl fmt::Display for EnvelopeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(name) => {
                write!(f, "no envelope of the model `{name}`; must be one of {}", ENVELOPE_MODELS.join(", "))
            }
            Self::Vehicle(why) => f.write_str(why),
            Self::NoState(speed_m_s) => {
                write!(f, "no steady state of the coasting car found at {speed_m_s:.1} m/s")
            }
        }
    }
}

impl core::error::Error for EnvelopeError {}

impl ModelEnvelope {
    /// The envelope of a vehicle by the model of a name, on a level surface; assists are off.
    ///
    /// # Errors
    /// A model without envelopes, a vehicle that it does not take, or one that has no steady states.
    pub fn new(model: &str, vehicle: &Vehicle<f64>, surface: &Surface<f64>) -> Result<Self, EnvelopeError> {
        let level = Surface { slope_rad: 0.0, bank_rad: 0.0, ..*surface };
        match model {
            "two_track" | "two_track_sprung" => build::envelope::<Curves>(vehicle, &level),
            "two_track_brush" => build::envelope::<Brushes>(vehicle, &level),
            "two_track_fiala" => build::envelope::<FialaTyres>(vehicle, &level),
            "two_track_tmeasy" => build::envelope::<TmeasyTyres>(vehicle, &level),
            "two_track_pacejka89" => build::envelope::<Pacejka89Tyres>(vehicle, &level),
            "two_track_magic" | "two_track_sprung_magic" => build::envelope::<MagicTyres>(vehicle, &level),
            other => Err(EnvelopeError::Model(other.to_owned())),
        }
    }

    /// Largest lateral specific force at a speed and a load on the road, m/s^2.
    pub fn lateral_m_s2(&self, at: &Point) -> f64 {
        self.diagrams.at(at.speed_m_s, at.normal_m_s2).lateral_m_s2()
    }
}

impl Envelope for ModelEnvelope {
    fn range(&self, at: &Point) -> Option<Range> {
        let lateral_m_s2 = Real::abs(at.lateral_m_s2);
        let diagram = self.diagrams.at(at.speed_m_s, at.normal_m_s2);
        let [braking_m_s2, traction_m_s2] = diagram.ends(lateral_m_s2)?;
        let drag_m_s2 = diagram.cornering_drag_m_s2(lateral_m_s2);
        Some(Range {
            braking_m_s2,
            coasting_m_s2: diagram.coasting_m_s2() - drag_m_s2,
            traction_m_s2,
            power_m_s2: self.power.full_m_s2(at.speed_m_s) - drag_m_s2,
        })
    }

    fn spare_m_s2(&self, at: &Point) -> f64 {
        self.lateral_m_s2(at) - Real::abs(at.lateral_m_s2)
    }

    fn top_speed_m_s(&self) -> f64 {
        self.power.top_m_s
    }

    fn gear(&self, speed_m_s: f64) -> usize {
        self.power.gear(speed_m_s)
    }

    fn steer_rad(&self, at: &Point) -> Option<f64> {
        let lateral_m_s2 = Real::abs(at.lateral_m_s2);
        let besides_rad = self.diagrams.at(at.speed_m_s, at.normal_m_s2).steer_rad(lateral_m_s2);
        let square = Real::max(at.speed_m_s * at.speed_m_s, 1e-3);
        Some(Real::copysign(self.wheelbase_m * lateral_m_s2 / square + besides_rad, at.lateral_m_s2))
    }

    fn shift_s(&self) -> f64 {
        self.power.shift_s
    }
}
