//! The part of the road test that turns: manoeuvres with named results.

use skidpad::integrate::Method;
use skidpad::math::Real;
use skidpad::spec::Vehicle;
use skidpad::surface::Surface;
use skidpad::units;

use super::test::{Outcome, Unit};
use super::top_speed::equilibrium_speed;
use crate::manoeuvre::{
    AtFrequency, Feel, InTurn, SKIDPAD_RADIUS_M, SWEEP_HZ, SteadyTurn, StepSteer, Subject, braking_in_a_turn,
    constant_radius, constant_speed, frequency_response, handbrake_turn, lift_off, slalom, standard_step,
};
use crate::models::{Cars, MODELS, ModelInfo};
use crate::telemetry::Recording;

/// The model of the turning tests where none is named.
pub const TURNING_MODEL: &str = "single_track";
/// The speed of steps, ramps and sines, m/s; less for a car that is not fast enough.
const SPEED_M_S: f64 = units::kmh(100.0);
/// Share of its top speed that a car can keep in a turn.
const TOP_SPEED_SHARE: f64 = 0.8;
/// How fast the lateral acceleration rises in the ramp, m/s^3.
const RAMP_M_S3: f64 = 0.4;

/// A manoeuvre of the road test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Manoeuvre {
    /// The circle of 200 ft, faster and faster.
    Skidpad,
    /// A step of the steering.
    StepSteer,
    /// Steering that slowly rises.
    RampSteer,
    /// Sines of the steering from 0.2 to 4 Hz.
    SineSweep,
    /// Six cones.
    Slalom,
    /// The throttle let go in a turn.
    LiftOff,
    /// The handbrake pulled.
    HandbrakeTurn,
    /// The brake pressed in a turn.
    BrakingInATurn,
}

/// A named result of a manoeuvre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurningTest {
    /// Its name; results beside the first go by the manoeuvre's name, a colon, and their own.
    pub name: &'static str,
    /// The manoeuvre.
    pub manoeuvre: Manoeuvre,
    /// The unit of its value.
    pub unit: Unit,
    /// What it is.
    pub meaning: &'static str,
}

macro_rules! turning_tests {
    ($($manoeuvre:ident { $($name:literal $unit:ident $meaning:literal;)* })*) => {
        /// All results, in the order in which they are shown.
        pub const ALL: &'static [Self] = &[$($(Self {
            name: $name, manoeuvre: Manoeuvre::$manoeuvre, unit: Unit::$unit, meaning: $meaning,
        },)*)*];
    };
}

impl TurningTest {
    turning_tests! {
        Skidpad {
            "skidpad" Gravities "largest lateral acceleration, held for a second on a circle of 200 ft";
            "skidpad: understeer gradient" DegreesPerGravity "steering beyond the kinematic per lateral acceleration, 0.1 to 0.4 g";
            "skidpad: characteristic speed" KilometresPerHour "speed of the largest yaw-rate gain of an understeering car";
        }
        StepSteer {
            "step steer" Seconds "from the step to 90 % of the steady yaw rate; steady at 4 m/s^2";
            "step steer: peak time" Seconds "from the step to the largest yaw rate";
            "step steer: overshoot" Percent "largest yaw rate beyond the steady one";
            "step steer: yaw-rate gain" PerSecond "steady yaw rate over steering angle";
            "step steer: sideslip" Degrees "steady sideslip; negative where the nose points into the turn";
        }
        RampSteer {
            "ramp steer" Gravities "largest lateral acceleration at the speed that is kept";
            "ramp steer: understeer gradient" DegreesPerGravity "as on the skidpad, at the speed that is kept";
        }
        SineSweep {
            "sine sweep" Hertz "frequency at which the yaw-rate gain has fallen by 3 dB";
            "sine sweep: phase at 1 Hz" Degrees "phase of the yaw rate against the steering";
        }
        Slalom {
            "slalom" KilometresPerHour "fastest through six cones, 100 ft apart";
            "slalom: lateral acceleration" Gravities "largest on the way";
        }
        LiftOff {
            "lift-off" Ratio "yaw rate 1 s after the throttle is let go at 0.4 g, over that of the circle at that speed";
            "lift-off: sideslip" Degrees "largest change of the sideslip";
        }
        HandbrakeTurn {
            "handbrake turn" Degrees "how far the car has turned when it stands, from 50 km/h";
            "handbrake turn: quarter turn" Seconds "from the pull to a quarter turn";
        }
        BrakingInATurn {
            "braking in a turn" Ratio "yaw rate 1 s after the brake is pressed at 0.4 g, over that of the circle at that speed";
            "braking in a turn: sideslip" Degrees "largest change of the sideslip";
        }
    }

    /// The result of a name.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|test| test.name == name)
    }

    /// The results of a manoeuvre.
    pub fn of(manoeuvre: Manoeuvre) -> impl Iterator<Item = &'static Self> {
        Self::ALL.iter().filter(move |test| test.manoeuvre == manoeuvre)
    }

    /// Whether it is its manoeuvre's first, whose name is the manoeuvre's.
    pub fn is_first(&self) -> bool {
        !self.name.contains(':')
    }
}

impl Manoeuvre {
    /// All manoeuvres.
    pub const ALL: [Self; 8] = [
        Self::Skidpad,
        Self::StepSteer,
        Self::RampSteer,
        Self::SineSweep,
        Self::Slalom,
        Self::LiftOff,
        Self::HandbrakeTurn,
        Self::BrakingInATurn,
    ];
}

/// How the turning tests are computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurningConditions {
    /// The model.
    pub model: &'static ModelInfo,
    /// The integrator; `None`: the model's own.
    pub method: Option<Method>,
    /// Road and air.
    pub surface: Surface<f64>,
}

impl TurningConditions {
    /// On a road, with the model that is meant for it, or else the first that can. `None` where no
    /// model can.
    pub fn standard(surface: Surface<f64>) -> Option<Self> {
        let able = |model: &&ModelInfo| Self::is_able(model);
        let meant = ModelInfo::by_name(TURNING_MODEL).filter(able);
        meant.or_else(|| MODELS.iter().find(able)).map(|model| Self { model, method: None, surface })
    }

    /// Whether a model can drive the turning tests: it steers without leaning, takes
    /// vehicles, has pedals, and slides.
    pub fn is_able(model: &ModelInfo) -> bool {
        let can = model.abilities;
        can.steers && can.pedals && can.grip && !can.leans && model.cars == Cars::Vehicles
    }
}

/// What came of a manoeuvre.
#[derive(Clone, Debug)]
pub struct Turned {
    /// The manoeuvre.
    pub manoeuvre: Manoeuvre,
    /// Each result with its outcome.
    pub outcomes: Vec<(&'static TurningTest, Outcome)>,
    /// What was recorded, with the channels of a turning car; empty where nothing was.
    pub recording: Option<Recording>,
    /// The answers over frequency of the sine sweep.
    pub response: Vec<AtFrequency>,
    /// The speed that was kept, m/s, of those that keep one.
    pub speed_m_s: f64,
}

type Found = (Vec<Result<f64, String>>, Option<Recording>, Vec<AtFrequency>);

/// Drives a manoeuvre.
pub fn turn(vehicle: &Vehicle<f64>, conditions: &TurningConditions, manoeuvre: Manoeuvre) -> Turned {
    let TurningConditions { model, method, surface } = *conditions;
    let subject = Subject { method, surface, ..Subject::vehicle(model, vehicle) };
    let (top_m_s, _, _) = equilibrium_speed(vehicle, &conditions.surface);
    let speed_m_s = Real::min(SPEED_M_S, TOP_SPEED_SHARE * top_m_s);
    let found = match vehicle.body().track_m > 0.0 {
        false => Err("a motorcycle leans: these are tests of cars".to_owned()),
        true => drive(&subject, speed_m_s, manoeuvre),
    };
    let tests = TurningTest::of(manoeuvre);
    match found {
        Ok((values, recording, response)) => {
            let outcome = |value: Result<f64, String>| Outcome { value, rollout_s: None };
            let outcomes = tests.zip(values.into_iter().map(outcome)).collect();
            Turned { manoeuvre, outcomes, recording, response, speed_m_s }
        }
        Err(why) => {
            let outcomes = tests.map(|test| (test, Outcome::none(why.clone()))).collect();
            Turned { manoeuvre, outcomes, recording: None, response: Vec::new(), speed_m_s }
        }
    }
}

/// The values of a manoeuvre in the order of its tests.
fn drive(subject: &Subject, speed_m_s: f64, manoeuvre: Manoeuvre) -> Result<Found, String> {
    let g = units::STANDARD_GRAVITY_M_S2;
    let plain = |values: Vec<Result<f64, String>>, recording| (values, Some(recording), Vec::new());
    Ok(match manoeuvre {
        Manoeuvre::Skidpad => {
            let turn = constant_radius(subject, SKIDPAD_RADIUS_M)?;
            let values = vec![Ok(turn.largest_m_s2 / g), understeer(&turn), characteristic(&turn, subject)];
            plain(values, turn.recording)
        }
        Manoeuvre::RampSteer => {
            let turn = constant_speed(subject, speed_m_s, RAMP_M_S3)?;
            plain(vec![Ok(turn.largest_m_s2 / g), understeer(&turn)], turn.recording)
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
                vec![response.bandwidth_hz().ok_or(beyond), phase.ok_or("no answer at 1 Hz".to_owned())];
            (values, Some(response.recording), response.at)
        }
        Manoeuvre::Slalom => {
            let ramp = constant_speed(subject, speed_m_s, RAMP_M_S3)?;
            let step = standard_step(subject, speed_m_s)?;
            let understeer_rad_s2_m = ramp.understeer_rad_s2_m.unwrap_or(0.0);
            let feel = Feel { understeer_rad_s2_m, response_s: step.lateral.response_s };
            let run = slalom(subject, &feel)?;
            plain(vec![Ok(units::to_kmh(run.speed_m_s)), Ok(run.lateral_m_s2 / g)], run.recording)
        }
        Manoeuvre::LiftOff => in_turn(lift_off(subject)?),
        Manoeuvre::BrakingInATurn => in_turn(braking_in_a_turn(subject)?),
        Manoeuvre::HandbrakeTurn => {
            let turn = handbrake_turn(subject)?;
            let degrees = units::to_degrees(turn.turned_rad);
            let quarter = turn.quarter_turn_s.ok_or(format!("the car stands after {degrees:.0} degrees"));
            plain(vec![Ok(degrees), quarter], turn.recording)
        }
    })
}

fn understeer(turn: &SteadyTurn) -> Result<f64, String> {
    turn.understeer_deg_g().ok_or("the linear range was too short".to_owned())
}

fn characteristic(turn: &SteadyTurn, subject: &Subject) -> Result<f64, String> {
    let critical = turn.critical_speed_m_s(subject.wheelbase_m);
    turn.characteristic_speed_m_s(subject.wheelbase_m).map(units::to_kmh).ok_or_else(|| match critical {
        Some(critical) => format!("the car oversteers: critical speed {:.0} km/h", units::to_kmh(critical)),
        None => "the car is neutral".to_owned(),
    })
}

fn step_values(step: &StepSteer) -> Vec<Result<f64, String>> {
    vec![
        Ok(step.yaw_rate.response_s),
        Ok(step.yaw_rate.peak_s),
        Ok(100.0 * step.yaw_rate.overshoot),
        Ok(step.yaw_rate_gain_1_s()),
        Ok(units::to_degrees(step.sideslip_rad)),
    ]
}

fn in_turn(turn: InTurn) -> Found {
    let values = vec![Ok(turn.yaw_rate_ratio), Ok(units::to_degrees(turn.sideslip_rad))];
    (values, Some(turn.recording), Vec::new())
}
