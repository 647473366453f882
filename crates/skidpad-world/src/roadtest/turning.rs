//! The part of the road test that turns: manoeuvres with named results.

use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::spec::Vehicle;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_core::units;

use super::found::{Found, RAMP_M_S3, Shown, characteristic, feel, sideslip_gradient, understeer};
use super::standards;
use super::test::Outcome;
use super::top_speed::equilibrium_speed;
use super::turning_tests::{Manoeuvre, TurningTest};
use crate::manoeuvre::{
    AtFrequency, InTurn, NoResult, SKIDPAD_RADIUS_M, SWEEP_HZ, StepSteer, Subject, braking_in_a_turn,
    constant_radius, constant_speed, frequency_response, handbrake_turn, lift_off, linear_response, power_on,
    slalom, standard_step,
};
use crate::models::{Cars, ModelInfo, STANDARD};
use crate::telemetry::Recording;

/// The model of the turning tests where none is named.
pub const TURNING_MODEL: &str = "two_track";
/// The speed of steps, ramps and sines, m/s; less for a car that is not fast enough.
const SPEED_M_S: f64 = units::kmh(100.0);
/// Share of its top speed that a car can keep in a turn.
const TOP_SPEED_SHARE: f64 = 0.8;
/// Why a motorcycle has no results.
pub const LEANS: &str = "a motorcycle leans: the manoeuvres in turns are for cars";
/// Conditions of the turning tests: model, integrator, road and air, frame rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurningConditions {
    /// The model.
    pub model: &'static ModelInfo,
    /// The integrator; `None`: the model's own.
    pub method: Option<Method>,
    /// Road and air.
    pub surface: Surface<f64>,
    /// Frame rate of the caller in whose frames the car is moved, Hz; `None`: one step for each action of the driver,
    /// and 60 Hz for a parked car.
    pub rate_hz: Option<f64>,
}

impl TurningConditions {
    /// On a road, with the model that is meant for it, or else the first that can. `None` where no
    /// model can.
    pub fn standard(surface: Surface<f64>) -> Option<Self> {
        let able = |model: &&ModelInfo| Self::is_able(model);
        let meant = STANDARD.by_name(TURNING_MODEL).filter(able);
        let model = meant.or_else(|| STANDARD.iter().find(able));
        model.map(|model| Self { model, method: None, surface, rate_hz: None })
    }

    /// Returns the conditions with the first standard model that can drive a manoeuvre if their own model cannot.
    #[must_use]
    pub fn able_for(self, manoeuvre: Manoeuvre) -> Self {
        let able = |model: &&ModelInfo| manoeuvre.is_for(model);
        let model = Some(self.model).filter(able).or_else(|| STANDARD.iter().find(able));
        Self { model: model.unwrap_or(self.model), ..self }
    }

    /// Returns true if a model can drive the turning tests: it steers without leaning, takes vehicles, has pedals and models
    /// the grip of the road.
    pub fn is_able(model: &ModelInfo) -> bool {
        let can = model.abilities;
        can.steers && can.pedals && can.grip && !can.leans && model.cars == Cars::Vehicles
    }
}

/// Result of a manoeuvre.
#[derive(Clone, Debug)]
pub struct Turned {
    /// The manoeuvre.
    pub manoeuvre: Manoeuvre,
    /// Each result with its outcome.
    pub outcomes: Vec<(&'static TurningTest, Outcome)>,
    /// Recording with the channels of a turning car; `None` if nothing was recorded.
    pub recording: Option<Recording>,
    /// The answers over frequency of the sine sweep.
    pub response: Vec<AtFrequency>,
    /// Further results to be shown.
    pub shown: Shown,
    /// Speed that the manoeuvre keeps, m/s, if it keeps one.
    pub speed_m_s: f64,
}

/// Drives a manoeuvre. In a drift, and on the skidpad and in the slalom, which are magazines', traction and stability control
/// are off; in the standards' manoeuvres the car is as its driver finds it. If the model is not for the vehicle, each result
/// holds the reason.
pub fn turn(vehicle: &Vehicle<f64>, conditions: &TurningConditions, manoeuvre: Manoeuvre) -> Turned {
    let vehicle = &match manoeuvre {
        Manoeuvre::Skidpad | Manoeuvre::Slalom | Manoeuvre::DriftHold => vehicle.without_stability_control(),
        _ => *vehicle,
    };
    let TurningConditions { model, method, surface, rate_hz } = *conditions;
    let frame = rate_hz.and_then(|rate_hz| Dt::new(1.0 / rate_hz));
    let subject = Subject { method, surface, frame, ..Subject::vehicle(model, vehicle) };
    let (top_m_s, _, _) = equilibrium_speed(vehicle, &conditions.surface);
    let fastest_m_s = TOP_SPEED_SHARE * top_m_s;
    let speed_m_s = Real::min(SPEED_M_S, fastest_m_s);
    let found = match (model.takes(vehicle), vehicle.body().track_m > 0.0) {
        (Err(refusal), _) => Err(refusal.to_string().into()),
        (Ok(()), false) => Err(LEANS.into()),
        (Ok(()), true) => match manoeuvre {
            Manoeuvre::SlopeHold => standards::slope(&subject, rate_hz),
            Manoeuvre::Envelope => standards::envelope(&subject, fastest_m_s),
            _ => drive(&subject, speed_m_s, manoeuvre),
        },
    };
    let tests = TurningTest::with_manoeuvre(manoeuvre);
    match found {
        Ok(Found { values, recording, response, shown }) => {
            let outcome = |value: Result<f64, NoResult>| Outcome { value, rollout_s: None };
            let outcomes = tests.zip(values.into_iter().map(outcome)).collect();
            Turned { manoeuvre, outcomes, recording, response, shown, speed_m_s }
        }
        Err(why) => {
            let outcomes = tests.map(|test| (test, Outcome::none(why.clone()))).collect();
            let (recording, response, shown) = (None, Vec::new(), Shown::Nothing);
            Turned { manoeuvre, outcomes, recording, response, shown, speed_m_s }
        }
    }
}

/// The values of a manoeuvre in the order of its tests.
fn drive(subject: &Subject, speed_m_s: f64, manoeuvre: Manoeuvre) -> Result<Found, NoResult> {
    let g = units::STANDARD_GRAVITY_M_S2;
    let plain = Found::new;
    Ok(match manoeuvre {
        Manoeuvre::Skidpad => {
            let turn = constant_radius(subject, SKIDPAD_RADIUS_M)?;
            let largest = Ok(turn.largest_m_s2 / g);
            plain(vec![largest, understeer(&turn), sideslip_gradient(&turn)], turn.recording)
        }
        Manoeuvre::RampSteer => {
            let turn = constant_speed(subject, speed_m_s, RAMP_M_S3)?;
            let largest = Ok(turn.largest_m_s2 / g);
            let values =
                vec![largest, understeer(&turn), characteristic(&turn, subject), sideslip_gradient(&turn)];
            plain(values, turn.recording)
        }
        Manoeuvre::StepSteer => {
            let step = standard_step(subject, speed_m_s)?;
            plain(step_values(&step), step.recording)
        }
        Manoeuvre::SineSweep => {
            let step = standard_step(subject, speed_m_s)?;
            let response = frequency_response(subject, speed_m_s, 0.5 * step.steer_rad, &SWEEP_HZ)?;
            let highest = SWEEP_HZ[SWEEP_HZ.len() - 1];
            let beyond = format!("beyond {highest} Hz");
            let phase = response.phase_at_1_hz_rad().map(units::to_degrees);
            let values =
                vec![response.bandwidth_hz().ok_or(beyond.into()), phase.ok_or("no answer at 1 Hz".into())];
            // As many as make a curve, from the lowest frequency to the highest.
            let span = highest / SWEEP_HZ[0];
            let between: Vec<f64> =
                (0..=60).map(|step| SWEEP_HZ[0] * Real::powf(span, f64::from(step) / 60.0)).collect();
            let shown = linear_response(subject, speed_m_s, &between).map_or(Shown::Nothing, Shown::Linear);
            Found { response: response.at, shown, ..Found::new(values, response.recording) }
        }
        Manoeuvre::Slalom => {
            let run = slalom(subject, &feel(subject, speed_m_s)?)?;
            plain(vec![Ok(units::to_kmh(run.speed_m_s)), Ok(run.lateral_m_s2 / g)], run.recording)
        }
        Manoeuvre::LiftOff => in_turn(lift_off(subject)?),
        Manoeuvre::BrakingInATurn => in_turn(braking_in_a_turn(subject)?),
        Manoeuvre::HandbrakeTurn => {
            let turn = handbrake_turn(subject)?;
            let degrees = units::to_degrees(turn.turned_rad);
            let quarter =
                turn.quarter_turn_s.ok_or(format!("the car comes to rest after {degrees:.0} degrees").into());
            plain(vec![Ok(degrees), quarter], turn.recording)
        }
        Manoeuvre::PowerOn => in_turn(power_on(subject)?),
        _ => standards::drive(subject, speed_m_s, manoeuvre)?,
    })
}

fn step_values(step: &StepSteer) -> Vec<Result<f64, NoResult>> {
    vec![
        Ok(step.yaw_rate.response_s),
        Ok(step.yaw_rate.peak_s),
        Ok(100.0 * step.yaw_rate.overshoot),
        Ok(step.yaw_rate_gain_1_s()),
        Ok(units::to_degrees(step.sideslip_rad)),
        Ok(step.lateral.response_s),
        Ok(units::to_degrees(step.tb_rad_s())),
    ]
}

fn in_turn(turn: InTurn) -> Found {
    let values = vec![
        Ok(turn.yaw_rate_ratio),
        Ok(units::to_degrees(turn.sideslip_rad)),
        Ok(units::to_degrees(turn.sideslip_after_1_s_rad)),
    ];
    Found::unless(turn.spin.as_ref(), values, turn.recording)
}
