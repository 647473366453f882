//! What a policy sees and does: the entry `skidpad` among the metadata of its file, as JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skidpad_tasks::{ActionKind, ActionSettings, Observation, SeatSettings};

use crate::error::PolicyError;

/// Text of a description.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DescriptionText {
    /// Model in which the policy learnt.
    model: String,
    /// Car in which it learnt: a preset, or the name of a vehicle file.
    car: String,
    control_step_s: f64,
    observations: Vec<ObservationText>,
    #[serde(default)]
    actions: ActionText,
}

/// An observation: a name, or a name and its settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum ObservationText {
    Name(String),
    Settings(String, BTreeMap<String, f64>),
}

/// Bounds of a speed; one number stands for both.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum SpeedText {
    Number(f64),
    Bounds([f64; 2]),
}

/// Actions; what is not there has its usual value.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ActionText {
    kind: Option<String>,
    speed_m_s: Option<SpeedText>,
    steer_rate_rad_s: Option<f64>,
    delay_steps: Option<u32>,
    noise: Option<f64>,
    reverses: Option<bool>,
    speed_gain_s_m: Option<f64>,
}

/// Observations and actions of a policy, and the car in which it learnt.
#[derive(Clone, Debug, PartialEq)]
pub struct Description {
    /// Name of the model in which the policy learnt.
    pub model: String,
    /// Name of the car in which it learnt: a preset, or the name of a vehicle file.
    pub car: String,
    /// Its observations and actions.
    pub seat: SeatSettings,
}

impl Description {
    /// Reads a description.
    ///
    /// # Errors
    /// A text that is none.
    pub fn read(json: &str) -> Result<Self, PolicyError> {
        let wrong = |why: String| PolicyError::Description(why);
        let text: DescriptionText = serde_json::from_str(json).map_err(|error| wrong(error.to_string()))?;
        let observations = text.observations.into_iter().map(observation).collect::<Result<_, _>>()?;
        let actions = actions(&text.actions)?;
        let seat = SeatSettings { observations, actions, control_step_s: text.control_step_s };
        Ok(Self { model: text.model, car: text.car, seat })
    }
}

fn observation(text: ObservationText) -> Result<Observation, PolicyError> {
    let (name, settings) = match text {
        ObservationText::Name(name) => (name, BTreeMap::new()),
        ObservationText::Settings(name, settings) => (name, settings),
    };
    let mut observation = Observation::by_name(&name);
    for (setting, value) in &settings {
        observation.set(setting, *value)?;
    }
    Ok(observation)
}

fn actions(text: &ActionText) -> Result<ActionSettings, PolicyError> {
    let usual = ActionSettings::default();
    let kind = match (text.kind.as_deref(), text.speed_m_s) {
        (None | Some("pedals"), None) => ActionKind::Pedals,
        (Some("steer_rate"), None) => ActionKind::SteerRate,
        (Some("speed"), Some(SpeedText::Bounds(bounds_m_s))) => ActionKind::SpeedAndSteer(bounds_m_s),
        (Some("speed"), Some(SpeedText::Number(speed_m_s))) => ActionKind::SpeedAndSteer([speed_m_s; 2]),
        (Some("speed"), None) => ActionKind::SpeedAndSteer(ActionKind::USUAL_SPEEDS_M_S),
        (kind, _) => {
            let kind = kind.unwrap_or("pedals");
            let why = format!(
                "actions `{kind}`: must be pedals, steer_rate, or speed with its bounds, speed_m_s, which the others do not have"
            );
            return Err(PolicyError::Description(why));
        }
    };
    Ok(ActionSettings {
        kind,
        steer_rate_rad_s: text.steer_rate_rad_s.unwrap_or(usual.steer_rate_rad_s),
        delay_steps: text.delay_steps.unwrap_or(usual.delay_steps),
        noise: text.noise.unwrap_or(usual.noise),
        reverses: text.reverses.unwrap_or(usual.reverses),
        speed_gain_s_m: text.speed_gain_s_m.unwrap_or(usual.speed_gain_s_m),
    })
}
