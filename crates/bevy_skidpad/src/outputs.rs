//! Outputs of a car by name, as a component.

use bevy_ecs::prelude::*;
use skidpad::ChannelHandle;

use crate::fault::{VehicleFault, VehicleFaultKind, report};
use crate::world::SkidpadWorld;

/// Outputs of a vehicle by name, after the last step. Insert it beside [`Vehicle`](crate::Vehicle) with the names that are read: it costs
/// an evaluation of the model for each step. A name that the car's model does not have is a [`VehicleFault`] with the names near it.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_skidpad::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     let outputs = VehicleOutputs::new(["acceleration_y_m_s2", "engine_torque_nm"]);
///     commands.spawn((Vehicle::preset("boxster-s"), outputs));
/// }
///
/// fn read(vehicles: Query<&VehicleOutputs>) {
///     for acceleration_m_s2 in vehicles.iter().filter_map(|outputs| outputs.get("acceleration_y_m_s2")) {
///         println!("{:.2} g", acceleration_m_s2 / 9.81);
///     }
/// }
/// ```
#[derive(Component, Clone, Debug, Default)]
pub struct VehicleOutputs {
    names: Vec<String>,
    values: Vec<Option<f64>>,
    /// The model whose outputs the handles are, and theirs.
    resolved: Option<(&'static str, Vec<Option<ChannelHandle>>)>,
}

impl VehicleOutputs {
    /// Outputs of these names; `skidpad models NAME` lists those of a model.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let names: Vec<_> = names.into_iter().map(str::to_owned).collect();
        Self { values: vec![None; names.len()], names, resolved: None }
    }

    /// An output by its name; `None` before the first step, and where it is not among the names or the model does not have it.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.at(self.names.iter().position(|known| known == name)?)
    }

    /// An output by its place among the names.
    pub fn at(&self, place: usize) -> Option<f64> {
        self.values.get(place).copied().flatten()
    }

    /// Names and values, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Option<f64>)> {
        self.names.iter().map(String::as_str).zip(self.values.iter().copied())
    }
}

/// Writes the outputs of all vehicles that have them.
pub(crate) fn write_outputs(
    world: Res<SkidpadWorld>,
    mut vehicles: Query<(Entity, &mut VehicleOutputs)>,
    mut faults: MessageWriter<VehicleFault>,
) {
    for (entity, mut outputs) in &mut vehicles {
        let Some(car) = world.car(entity) else { continue };
        let VehicleOutputs { names, values, resolved } = &mut *outputs;
        let (_, handles) = match resolved {
            Some(known) if known.0 == car.model().name => known,
            _ => {
                let mut find = |name: &String| {
                    let found = car.output(name);
                    found
                        .map_err(|error| report(&mut faults, Some(entity), VehicleFaultKind::Output(error)))
                        .ok()
                };
                let handles = names.iter().map(&mut find).collect();
                resolved.insert((car.model().name, handles))
            }
        };
        let row = car.outputs();
        values.clear();
        values.extend(handles.iter().map(|handle| handle.map(|handle| row.at(handle))));
    }
}
