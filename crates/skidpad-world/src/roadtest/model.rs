//! Models of the road test.

use skidpad_core::controls::Gear;
use skidpad_core::integrate::Method;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;

use crate::channel::{CarChannels, RowLayout};
use crate::models::{self, ModelInfo, Models, Refusal, RoadEntry};
use crate::rolling::{Begin, CarChoice, Rolling};

/// Motion of the car at the start of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Start {
    /// Speed along the road, m/s; the wheels turn with it.
    pub speed_m_s: f64,
    /// The gear that is in.
    pub gear: Gear,
    /// Speed of the engine where it does not turn with the wheels, rad/s; `None`: it does, or idles.
    pub engine_rad_s: Option<f64>,
}

/// A model that drives along the road test's straight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoadModel(&'static ModelInfo);

impl RoadModel {
    /// [`StraightLine`](skidpad_core::model::StraightLine).
    pub const STRAIGHT_LINE: Self = Self(&models::STRAIGHT_LINE);
    /// The four-wheel car.
    pub const TWO_TRACK: Self = Self(&models::TWO_TRACK);
    /// [`PointMass`](skidpad_special::PointMass).
    pub const POINT_MASS: Self = Self(&models::POINT_MASS);
    /// [`PointMassPalmer`](skidpad_special::PointMassPalmer).
    pub const POINT_MASS_PALMER: Self = Self(&models::POINT_MASS_PALMER);

    /// The model of the road test where none is named: the four-wheel car, and on a motorcycle, which has no width,
    /// [`StraightLine`](skidpad_core::model::StraightLine).
    pub fn standard(vehicle: &Vehicle<f64>) -> Self {
        if vehicle.body().track_m > 0.0 { Self::TWO_TRACK } else { Self::STRAIGHT_LINE }
    }

    /// Models of a list that drive along the road test's straight.
    pub fn all(models: &Models) -> impl Iterator<Item = Self> + use<'_> {
        models.iter().filter_map(Self::find)
    }

    /// The model, where it drives along the road test's straight.
    pub fn find(model: &'static ModelInfo) -> Option<Self> {
        model.is_road_tested().then_some(Self(model))
    }

    /// The name that commands and files use.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Channels in the order of the rows of its recordings.
    pub fn layout(self) -> RowLayout {
        self.0.layout()
    }

    /// The integrator that it is meant to run with.
    pub fn integrator(self) -> Method {
        self.0.integrator
    }

    /// The model of a name in a list; `-` and `_` are the same.
    pub fn by_name(models: &Models, name: &str) -> Option<Self> {
        models.by_name(name).and_then(Self::find)
    }

    /// Checks that the model is for a vehicle.
    ///
    /// # Errors
    /// A model that is not for the vehicle, with the reason.
    pub fn takes(self, vehicle: &Vehicle<f64>) -> Result<(), Refusal> {
        self.0.takes(vehicle)
    }

    /// Mass that a coast-down decelerates, kg: with the inertia of the wheels, where the model has it.
    pub fn effective_mass_kg(self, vehicle: &Vehicle<f64>) -> f64 {
        (self.entry().effective_mass_kg)(vehicle)
    }

    /// The largest drive force forwards that the tyres carry in this model, N.
    pub fn drive_limit_n(self, vehicle: &Vehicle<f64>, surface: &Surface<f64>) -> f64 {
        (self.entry().drive_limit_n)(vehicle, surface)
    }

    /// This force where a rule of the model cuts the drive at it, N; `None` where wheels slip.
    pub(super) fn drive_cut_n(self, vehicle: &Vehicle<f64>, surface: &Surface<f64>) -> Option<f64> {
        self.entry().cuts_drive.then(|| self.drive_limit_n(vehicle, surface))
    }

    /// True where an anti-lock system of the vehicle stands between pedal and brakes.
    pub(super) fn has_anti_lock(self, vehicle: &Vehicle<f64>) -> bool {
        (self.entry().has_anti_lock)(vehicle)
    }

    /// A car that rolls at a speed in a gear; the engine turns with the wheels where no speed of its own is given. With an
    /// integrator each step is one step of that, without sub-steps of the car's.
    ///
    /// # Errors
    /// A model that is not for the vehicle, with why.
    pub(super) fn begin(
        self,
        vehicle: &Vehicle<f64>,
        start: &Start,
        method: Option<Method>,
    ) -> Result<Box<dyn Rolling>, Refusal> {
        self.takes(vehicle)?;
        let engine = CarChannels::resolve(&self.layout()).engine_speed;
        let engine = engine.and_then(|channel| channel.state_name()).zip(start.engine_rad_s);
        let initial: Vec<(&str, f64)> = [(self.0.speed, start.speed_m_s)].into_iter().chain(engine).collect();
        let begin = Begin { gear: start.gear, initial: &initial, method };
        let car = CarChoice::Vehicle(vehicle);
        let begun =
            if method.is_some() { self.0.begin_bare(&car, &begin) } else { self.0.begin(&car, &begin) };
        let why = || format!("the model {} does not take this car", self.name());
        begun.ok_or_else(|| Refusal { model: self.name(), why: why() })
    }

    fn entry(self) -> RoadEntry {
        self.0.road.unwrap_or_else(|| unreachable!("a road model has an entry"))
    }
}
