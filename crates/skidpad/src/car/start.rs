//! A car at its start, and where its state keeps what every car is asked for.

use skidpad_core::controls::Gear;
use skidpad_core::integrate::Method;
use skidpad_core::record::Channel;
use skidpad_core::spec::Vehicle;
use skidpad_world::models::ModelInfo;
use skidpad_world::rolling::{Begin, CarChoice, Rolling};

use super::{CarError, Placement};

/// Places of the states that every car is asked for; `None` where a model has none.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnStates {
    pub yaw: Option<usize>,
    pub forwards: Option<usize>,
    pub leftwards: Option<usize>,
    pub yaw_rate: Option<usize>,
}

impl OwnStates {
    pub fn new(states: &[Channel]) -> Self {
        let find = |name: &str| states.iter().position(|channel| channel.name == name);
        Self {
            yaw: find("yaw_rad"),
            forwards: find("velocity_x_m_s").or(find("speed_m_s")),
            leftwards: find("velocity_y_m_s"),
            yaw_rate: find("yaw_rate_rad_s"),
        }
    }
}

/// A model's car at its start.
pub(super) fn started(
    model: &'static ModelInfo,
    vehicle: &Vehicle<f64>,
    placement: &Placement,
    gear: Gear,
    method: Option<Method>,
) -> Result<Box<dyn Rolling>, CarError> {
    let Placement { position_m: [x, y], heading_rad, speed_m_s } = *placement;
    for (name, value) in
        [("position_m[0]", x), ("position_m[1]", y), ("heading_rad", heading_rad), ("speed_m_s", speed_m_s)]
    {
        if !value.is_finite() {
            return Err(CarError::Placement(format!("{name} is {value}; it must be finite")));
        }
    }
    let has = |name: &str| model.states.iter().any(|state| state.name == name);
    let planar = [("x_m", x), ("y_m", y), ("yaw_rad", heading_rad), (model.speed, speed_m_s)];
    let along = [("position_m", x), (model.speed, speed_m_s)];
    let initial: &[(&str, f64)] = if has("yaw_rad") { &planar } else { &along };
    if !has("yaw_rad") && (y != 0.0 || heading_rad != 0.0) {
        let message = format!(
            "the model {} drives along the x axis: position_m[1] and heading_rad must be 0",
            model.name
        );
        return Err(CarError::Placement(message));
    }
    let begin = Begin { gear, initial, method };
    model.begin(&CarChoice::Vehicle(vehicle), &begin).ok_or(CarError::NotDriven { model: model.name })
}
