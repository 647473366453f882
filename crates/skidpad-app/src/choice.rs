//! A car and the model that drives it, as chosen by name, file or text.
//!
//! ```
//! use skidpad_app::choice::Choice;
//! let choice = Choice::preset("two_track", "boxster-s").unwrap();
//! assert_eq!(choice.in_model("kinematic").unwrap().name, "boxster-s");
//! assert!(Choice::preset("two_track", "boxter-s").unwrap_err().to_string().contains("boxster-s"));
//! ```

use core::fmt;

use skidpad_formats::choose::{self, Car};
use skidpad_formats::vehicle::VehicleFile;
use skidpad_formats::{BaseFolder, FileError, Outside, presets};
use skidpad_models::MODELS;
use skidpad_world::models::{Cars, ModelInfo, Models};
use skidpad_world::names;
use skidpad_world::rolling::CarChoice;

use skidpad_core::spec::Vehicle;

/// A model of a list and the car that it drives.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The list of models that are offered with it.
    pub models: Models,
    /// The model.
    pub model: &'static ModelInfo,
    /// The car's name: of a preset, a file or one of the model's own.
    pub name: String,
    /// The vehicle, where the model takes one.
    pub vehicle: Option<Box<(VehicleFile, Vehicle<f64>)>>,
}

/// Reason why a car cannot be chosen.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ChoiceError {
    /// No model of that name: the message of the command line.
    UnknownModel(String),
    /// No such vehicle, or a broken one: the same.
    Vehicle(String),
    /// The model is not for this car.
    NotTaken(String),
}

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownModel(why) | Self::Vehicle(why) | Self::NotTaken(why) => f.write_str(why),
        }
    }
}

impl core::error::Error for ChoiceError {}

impl Choice {
    /// A preset, or one of the model's own cars, in a model.
    ///
    /// # Errors
    /// Names that there are not, and cars that the model does not take.
    pub fn preset(model: &str, car: &str) -> Result<Self, ChoiceError> {
        Self::preset_among(&MODELS, model, car)
    }

    /// [`preset`](Self::preset), with a model of a list.
    ///
    /// # Errors
    /// The same.
    pub fn preset_among(models: &Models, model: &str, car: &str) -> Result<Self, ChoiceError> {
        if choose::is_path(car) {
            let info = choose::model(models, model).map_err(ChoiceError::UnknownModel)?;
            return Err(ChoiceError::Vehicle(names::unknown("car", car, &choose::names(info))));
        }
        Self::named_among(models, model, car, &BaseFolder::typed(Outside::Refused))
    }

    /// A preset, one of the model's own cars, or the path of a vehicle file, in a model.
    ///
    /// # Errors
    /// Besides, a file that is broken.
    pub fn named(model: &str, car: &str) -> Result<Self, ChoiceError> {
        Self::named_from(model, car, &BaseFolder::typed(Outside::Refused))
    }

    /// [`named`](Self::named), with the folder from which a path is resolved.
    ///
    /// # Errors
    /// Besides, a path that the folder refuses.
    pub fn named_from(model: &str, car: &str, base: &BaseFolder) -> Result<Self, ChoiceError> {
        Self::named_among(&MODELS, model, car, base)
    }

    /// [`named_from`](Self::named_from), with a model of a list.
    ///
    /// # Errors
    /// The same.
    pub fn named_among(
        models: &Models,
        model: &str,
        car: &str,
        base: &BaseFolder,
    ) -> Result<Self, ChoiceError> {
        let info = choose::model(models, model).map_err(ChoiceError::UnknownModel)?;
        match choose::car_from(models, info, car, base).map_err(ChoiceError::Vehicle)?.car {
            Car::Own(name) => Ok(Self { models: models.clone(), model: info, name, vehicle: None }),
            Car::Vehicle(_) => {
                let opened = presets::load_from(car, base);
                let opened = opened.map_err(|error| ChoiceError::Vehicle(error.to_string()))?;
                Self::of_file(info, car, opened.file).map(|choice| choice.among(models))
            }
        }
    }

    /// This choice with another list of models.
    #[must_use]
    pub fn among(self, models: &Models) -> Self {
        Self { models: models.clone(), ..self }
    }

    /// The text of a vehicle file in a model.
    ///
    /// # Errors
    /// A file that is broken, with the command line's message, and a vehicle that the model is not for.
    pub fn file(model: &'static ModelInfo, name: &str, bytes: &[u8]) -> Result<Self, ChoiceError> {
        let message = |error: FileError| ChoiceError::Vehicle(error.to_string());
        let file = skidpad_formats::vehicle::parse(name, bytes).map_err(message)?;
        Self::of_file(model, name, file)
    }

    /// A vehicle as it is described in a model.
    ///
    /// # Errors
    /// Figures that no vehicle has, and a vehicle that the model is not for.
    pub fn of_file(model: &'static ModelInfo, name: &str, file: VehicleFile) -> Result<Self, ChoiceError> {
        let faults = |faults: Vec<skidpad_core::spec::SpecError>| {
            ChoiceError::Vehicle(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        };
        let vehicle = file.spec.validate().map_err(faults)?;
        model.takes(&vehicle).map_err(|error| ChoiceError::NotTaken(error.to_string()))?;
        let vehicle = Some(Box::new((file, vehicle)));
        Ok(Self { models: MODELS.clone(), model, name: name.to_owned(), vehicle })
    }

    /// This car in another model.
    ///
    /// # Errors
    /// A model that is not for it.
    pub fn in_model(&self, model: &str) -> Result<Self, ChoiceError> {
        let info = choose::model(&self.models, model).map_err(ChoiceError::UnknownModel)?;
        match (&self.vehicle, info.cars) {
            (Some(own), Cars::Vehicles | Cars::Fixed) => {
                Self::of_file(info, &self.name, own.0.clone()).map(|choice| choice.among(&self.models))
            }
            (_, Cars::Own([first, ..])) => self.other(model, first),
            (None, Cars::Fixed) => self.other(model, info.name),
            _ => self.other(model, &self.name),
        }
    }

    /// A preset, or one of the model's own cars, in a model of the same list.
    ///
    /// # Errors
    /// As of [`preset`](Self::preset).
    pub fn other(&self, model: &str, car: &str) -> Result<Self, ChoiceError> {
        Self::preset_among(&self.models, model, car)
    }

    /// The car as models take it.
    pub fn car(&self) -> CarChoice<'_> {
        match &self.vehicle {
            Some(own) => CarChoice::Vehicle(&own.1),
            None => CarChoice::Own(&self.name),
        }
    }
}
