//! Cars of logs, and the model and vehicle of each.

use core::fmt;
use std::sync::Arc;

use skidpad_formats::choose;
use skidpad_formats::vehicle::write;
use skidpad_world::log::{CarLabel, LoggedCar};
use skidpad_world::models::Models;

use crate::choice::{Choice, ChoiceError};

/// The longest name in a label, characters.
const LONGEST_NAME: usize = 60;

/// Cars of logs with the choices by which they were made.
#[derive(Clone, Default)]
pub(crate) struct Garage(Vec<(Arc<LoggedCar>, Arc<Choice>)>);

impl fmt::Debug for Garage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Garage({} cars)", self.0.len())
    }
}

impl Garage {
    /// Keeps the choice of a car, and forgets the cars that are in no log any more.
    pub(crate) fn keep(&mut self, car: &Arc<LoggedCar>, choice: &Arc<Choice>) {
        self.0.retain(|(other, _)| Arc::strong_count(other) > 1);
        self.0.push((Arc::clone(car), Arc::clone(choice)));
    }

    /// Number of cars.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Bytes of the vehicles that the labels carry.
    pub(crate) fn vehicle_bytes(&self) -> usize {
        self.0.iter().filter_map(|(car, _)| car.label.vehicle.as_ref()).map(|text| text.len()).sum()
    }

    /// The choice of a car: the one that was kept, or the one that its label describes.
    pub(crate) fn choice(
        &mut self,
        models: &Models,
        car: &Arc<LoggedCar>,
    ) -> Result<Arc<Choice>, ChoiceError> {
        let kept = self.0.iter().rev().find(|(other, _)| Arc::ptr_eq(other, car));
        if let Some((_, choice)) = kept {
            return Ok(Arc::clone(choice));
        }
        let choice = Arc::new(described(models, car)?);
        self.keep(car, &choice);
        Ok(choice)
    }
}

/// The choice that a label describes.
fn described(models: &Models, car: &LoggedCar) -> Result<Choice, ChoiceError> {
    let (label, model) = (&car.label, car.member.car.save().model);
    match &label.vehicle {
        Some(text) => {
            let model = choose::model(models, model).map_err(ChoiceError::UnknownModel)?;
            Choice::file(model, &label.car, text.as_bytes()).map(|choice| choice.among(models))
        }
        None => Choice::preset_among(models, model, &label.car),
    }
}

/// The label of a chosen car: with its vehicle, so that its log needs no file.
pub(crate) fn label(choice: &Choice) -> CarLabel {
    let name: String = choice.name.chars().filter(|char| !char.is_control()).take(LONGEST_NAME).collect();
    let vehicle = choice.vehicle.as_ref().map(|own| write(&own.0).into());
    CarLabel { vehicle, ..CarLabel::named(&name) }
}
