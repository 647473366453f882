//! Findings of the manoeuvres in turns.

use skidpad_core::units;

use crate::manoeuvre::{
    AtFrequency, AtSpeed, Feel, LaneChangeCourse, NoResult, SteadyTurn, Subject, constant_speed,
    spectrum::Transfer, standard_step,
};
use crate::telemetry::Recording;

/// Rate of the lateral acceleration in the ramp, m/s^3.
pub(super) const RAMP_M_S3: f64 = 0.4;

/// Results of a manoeuvre to be drawn besides its recording.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// Nothing.
    Nothing,
    /// Yaw rate and lateral acceleration over steering at random.
    Spectra(Vec<Transfer>, Vec<Transfer>),
    /// The lanes that were driven through.
    Lanes(LaneChangeCourse),
    /// The g-g-v envelope.
    Envelope(Vec<AtSpeed>),
    /// Answers of the car's linear equations to the frequencies of the sine sweep, and between them.
    Linear(Vec<AtFrequency>),
}

/// Findings of a manoeuvre: its values in the order of its tests, and what is to be drawn.
pub(super) struct Found {
    pub values: Vec<Result<f64, NoResult>>,
    pub recording: Option<Recording>,
    pub response: Vec<AtFrequency>,
    pub shown: Shown,
}

impl Found {
    pub(super) fn new(values: Vec<Result<f64, NoResult>>, recording: Recording) -> Self {
        Self { values, recording: Some(recording), response: Vec::new(), shown: Shown::Nothing }
    }

    /// The values, or in the place of each why there is none.
    pub(super) fn unless(
        lost: Option<&NoResult>,
        values: Vec<Result<f64, NoResult>>,
        recording: Recording,
    ) -> Self {
        let value = |value| lost.map_or(value, |why| Err(why.clone()));
        Self::new(values.into_iter().map(value).collect(), recording)
    }
}

/// The car as the drivers of the slalom and the lane changes know it: from a ramp and a step.
pub(super) fn feel(subject: &Subject, speed_m_s: f64) -> Result<Feel, NoResult> {
    let ramp = constant_speed(subject, speed_m_s, RAMP_M_S3)?;
    let step = standard_step(subject, speed_m_s)?;
    let understeer_rad_s2_m = ramp.understeer_rad_s2_m.unwrap_or(0.0);
    Ok(Feel { understeer_rad_s2_m, response_s: step.lateral.response_s })
}

/// Sideslip gradient, degrees per g.
pub(super) fn sideslip_gradient(turn: &SteadyTurn) -> Result<f64, NoResult> {
    turn.sideslip_deg_g().ok_or_else(|| "the linear range was too short".into())
}

/// Understeer gradient, degrees per g.
pub(super) fn understeer(turn: &SteadyTurn) -> Result<f64, NoResult> {
    turn.understeer_deg_g().ok_or_else(|| "the linear range was too short".into())
}

/// Characteristic speed, km/h.
pub(super) fn characteristic(turn: &SteadyTurn, subject: &Subject) -> Result<f64, NoResult> {
    let critical = turn.critical_speed_m_s(subject.wheelbase_m);
    turn.characteristic_speed_m_s(subject.wheelbase_m).map(units::to_kmh).ok_or_else(|| match critical {
        Some(critical) => {
            format!("the car oversteers: critical speed {:.0} km/h", units::to_kmh(critical)).into()
        }
        None => "the car is neutral".into(),
    })
}
