//! How a car is made.

use skidpad_core::controls::Gear;
use skidpad_core::integrate::Method;
use skidpad_core::spec::{Vehicle, VehicleSpec};
use skidpad_core::surface::Surface;
use skidpad_formats::{presets, vehicle};
use skidpad_world::ground::Ground;
use skidpad_world::models::{Cars, ModelInfo, Models, STANDARD};
use skidpad_world::names;

use super::Car;
use super::error::CarError;
use super::start::{Placement, Start};

/// The model where neither the program nor the vehicle file names one: on four wheels, and on two.
const FOUR_WHEELS: &str = "two_track";
const TWO_WHEELS: &str = "motorcycle";

impl Car {
    /// A car that comes with Skidpad, at rest at the origin, on the four-wheel model where its file names no other.
    ///
    /// # Errors
    /// A name that no preset has; the message has the nearest one.
    pub fn preset(name: &str) -> Result<Self, CarError> {
        Self::builder().preset(name)
    }

    /// The car of a vehicle file's text (TOML).
    ///
    /// # Errors
    /// Everything that is wrong with the text, each problem with its line and column.
    pub fn from_toml(text: &str) -> Result<Self, CarError> {
        Self::builder().toml(text)
    }

    /// The car of a specification.
    ///
    /// # Errors
    /// Every field that is missing or out of its range.
    pub fn from_specification(spec: &VehicleSpec) -> Result<Self, CarError> {
        Self::builder().specification(spec)
    }

    /// To choose model, place, gear and road.
    pub fn builder() -> CarBuilder {
        CarBuilder::default()
    }
}

/// Makes a [`Car`] with another model, place, gear, road or integrator than the usual ones.
///
/// ```
/// use skidpad::prelude::*;
/// let car = Car::builder()
///     .model("two_track_sprung")
///     .at(Placement { position_m: [10.0, -2.0], heading_rad: 0.5, speed_m_s: 20.0 })
///     .gear(Gear::Automatic)
///     .preset("mx5-nd-2016")?;
/// assert_eq!(car.model().name, "two_track_sprung");
/// assert!((car.speed_m_s() - 20.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CarBuilder {
    models: Models,
    model: Option<String>,
    start: Start,
    surface: Surface<f64>,
    ground: Ground,
}

impl Default for CarBuilder {
    fn default() -> Self {
        Self {
            models: STANDARD.clone(),
            model: None,
            start: Start { placement: Placement::default(), gear: Gear::Automatic, method: None },
            surface: Surface::asphalt(),
            ground: Ground::default(),
        }
    }
}

impl CarBuilder {
    /// The model that computes the car, by its name: see `skidpad models`. Else it is the one that the vehicle file names,
    /// or the four-wheel car on rigid suspension, `two_track`; for a motorcycle `motorcycle`.
    #[must_use]
    pub fn model(mut self, name: &str) -> Self {
        self.model = Some(name.to_owned());
        self
    }

    /// The models among which [`model`](Self::model) finds its name; else those of [`world`](crate::world). So a model of
    /// one's own is driven by its name, as any.
    #[must_use]
    pub fn models(mut self, models: &Models) -> Self {
        self.models = models.clone();
        self
    }

    /// Sets the place at the start; else it is the origin, at rest, along the x axis.
    #[must_use]
    pub fn at(mut self, placement: Placement) -> Self {
        self.start.placement = placement;
        self
    }

    /// The gear that is in at the start; else the one that fits the speed.
    #[must_use]
    pub fn gear(mut self, gear: Gear) -> Self {
        self.start.gear = gear;
        self
    }

    /// Another integrator than the model's own.
    #[must_use]
    pub fn integrator(mut self, method: Method) -> Self {
        self.start.method = Some(method);
        self
    }

    /// Road and air; else dry, level asphalt in still air.
    #[must_use]
    pub fn surface(mut self, surface: Surface<f64>) -> Self {
        self.surface = surface;
        self
    }

    /// Sets where the road differs: wet patches, bumps, maps.
    #[must_use]
    pub fn ground(mut self, ground: Ground) -> Self {
        self.ground = ground;
        self
    }

    /// A car that comes with Skidpad: [`preset_names`](crate::presets::preset_names).
    ///
    /// # Errors
    /// A name that no preset has, an unknown model, and a model that is not for the vehicle.
    pub fn preset(self, name: &str) -> Result<Car, CarError> {
        let file = presets::preset(name)?;
        self.file(&file)
    }

    /// The car of a vehicle file's text.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each problem with its line and column; an unknown model, and a model that
    /// is not for the vehicle.
    pub fn toml(self, text: &str) -> Result<Car, CarError> {
        let file = vehicle::parse("vehicle file", text.as_bytes())?;
        self.file(&file)
    }

    /// The car of a vehicle file that was read.
    ///
    /// # Errors
    /// As of [`toml`](Self::toml).
    pub fn file(mut self, file: &vehicle::VehicleFile) -> Result<Car, CarError> {
        self.model = self.model.or_else(|| file.model.clone());
        self.specification(&file.spec)
    }

    /// The car of a specification.
    ///
    /// # Errors
    /// Every field that is missing or out of its range; an unknown model, and a model that is not for the vehicle.
    pub fn specification(self, spec: &VehicleSpec) -> Result<Car, CarError> {
        self.vehicle(&spec.validate()?)
    }

    /// The car of a vehicle.
    ///
    /// # Errors
    /// An unknown model, and one that is not for the vehicle.
    pub fn vehicle(self, vehicle: &Vehicle<f64>) -> Result<Car, CarError> {
        let usual = if vehicle.body().track_m > 0.0 { FOUR_WHEELS } else { TWO_WHEELS };
        let model = model(&self.models, self.model.as_deref().unwrap_or(usual))?;
        let mut car = Car::begin(model, vehicle, &self.start)?;
        car.set_surface(self.surface);
        car.set_ground(self.ground);
        Ok(car)
    }
}

/// A model that a person drives in a vehicle.
fn model(models: &Models, name: &str) -> Result<&'static ModelInfo, CarError> {
    let found = models.by_name(name).ok_or_else(|| {
        let known = models.names_with(is_driven);
        CarError::UnknownModel(names::unknown("model", name, &known))
    })?;
    if is_driven(found) { Ok(found) } else { Err(CarError::NotDriven { model: found.name }) }
}

fn is_driven(model: &ModelInfo) -> bool {
    matches!(model.cars, Cars::Vehicles) && model.abilities.pedals
}
