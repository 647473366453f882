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
mod error;
mod mending;
mod power;
mod ray;
mod solve;
mod unknowns;

use skidpad_core::math::Real;
use skidpad_core::model::two_track::{Brushes, Curves, FialaTyres, MagicTyres, Pacejka89Tyres, TmeasyTyres};
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;

use crate::envelope::{Envelope, Point, Range};
use diagram::Diagrams;
use power::Power;

pub(crate) use power::{gear, gears_m_s};

pub use error::{ENVELOPE_MODELS, EnvelopeError};

/// Envelope of a vehicle by a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelEnvelope {
    wheelbase_m: f64,
    lock_rad: f64,
    diagrams: Diagrams,
    power: Power,
}

impl ModelEnvelope {
    /// The envelope of a vehicle by the model of a name, on a level surface. Of the assists it
    /// has the anti-lock system alone; a car on springs has the envelope of the rigid car on the same tyres.
    ///
    /// # Errors
    /// A model without envelopes, a vehicle that it does not take, or one that has no steady states.
    pub fn new(model: &str, vehicle: &Vehicle<f64>, surface: &Surface<f64>) -> Result<Self, EnvelopeError> {
        let level = Surface { slope_rad: 0.0, bank_rad: 0.0, ..*surface };
        let (diagrams, power) = match model {
            "two_track" | "two_track_sprung" => build::parts::<Curves>(vehicle, &level),
            "two_track_brush" => build::parts::<Brushes>(vehicle, &level),
            "two_track_fiala" => build::parts::<FialaTyres>(vehicle, &level),
            "two_track_tmeasy" => build::parts::<TmeasyTyres>(vehicle, &level),
            "two_track_pacejka89" => build::parts::<Pacejka89Tyres>(vehicle, &level),
            "two_track_magic" | "two_track_sprung_magic" => build::parts::<MagicTyres>(vehicle, &level),
            other => Err(EnvelopeError::Model(other.to_owned())),
        }?;
        let body = vehicle.body();
        Ok(Self { wheelbase_m: body.wheelbase_m, lock_rad: body.largest_steer_rad, diagrams, power })
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

    fn steer_rad(&self, at: &Point, curvature_1_m: f64) -> Option<f64> {
        let lateral_m_s2 = Real::abs(at.lateral_m_s2);
        let besides_rad = self.diagrams.at(at.speed_m_s, at.normal_m_s2).steer_rad(lateral_m_s2);
        let steer_rad = self.wheelbase_m * curvature_1_m + Real::copysign(besides_rad, at.lateral_m_s2);
        Some(Real::clamp(steer_rad, -self.lock_rad, self.lock_rad))
    }

    fn shift_s(&self) -> f64 {
        self.power.shift_s
    }
}
