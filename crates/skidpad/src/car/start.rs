//! Starts of a car.

use skidpad_core::controls::Gear;
use skidpad_core::integrate::Method;
use skidpad_core::spec::Vehicle;
use skidpad_world::channel::CarChannels;
use skidpad_world::models::ModelInfo;
use skidpad_world::rolling::{Begin, CarChoice, Rolling};

use super::error::CarError;

/// Place, heading and speed at which a car is put: straight ahead, wheels and engine turning with it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placement {
    /// The place of the centre of mass on the road's axes, m.
    pub position_m: [f64; 2],
    /// Heading, rad, counterclockwise from the x axis.
    pub heading_rad: f64,
    /// Speed, m/s; negative is backwards.
    pub speed_m_s: f64,
}

/// Start of a car: where it is put, the gear that is in, and its integrator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub placement: Placement,
    pub gear: Gear,
    /// `None`: the model's own.
    pub method: Option<Method>,
}

impl Start {
    /// A model's car at the start.
    pub fn car(
        &self,
        model: &'static ModelInfo,
        vehicle: &Vehicle<f64>,
    ) -> Result<Box<dyn Rolling>, CarError> {
        let Placement { position_m: [x, y], heading_rad, speed_m_s } = self.placement;
        for (name, value) in [
            ("position_m[0]", x),
            ("position_m[1]", y),
            ("heading_rad", heading_rad),
            ("speed_m_s", speed_m_s),
        ] {
            if !value.is_finite() {
                return Err(CarError::Placement(format!("{name} is {value}; it must be finite")));
            }
        }
        let channels = CarChannels::resolve(&model.layout());
        if channels.yaw.is_none() && (y != 0.0 || heading_rad != 0.0) {
            let message = format!(
                "the model {} drives along the x axis: position_m[1] and heading_rad must be 0",
                model.name
            );
            return Err(CarError::Placement(message));
        }
        let place = [(channels.position_x, x), (channels.position_y, y), (channels.yaw, heading_rad)];
        let place = place.into_iter().filter_map(|(channel, value)| Some((channel?.state_name()?, value)));
        let initial: Vec<_> = place.chain([(model.speed, speed_m_s)]).collect();
        let begin = Begin { gear: self.gear, initial: &initial, method: self.method };
        model.begin(&CarChoice::Vehicle(vehicle), &begin).ok_or(CarError::NotDriven { model: model.name })
    }
}
