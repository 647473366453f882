//! Vehicles as components.

#[cfg(feature = "asset")]
use bevy_asset::Handle;
use bevy_ecs::prelude::*;
use bevy_transform::components::Transform;
use skidpad::core::spec::VehicleSpec;

#[cfg(feature = "asset")]
use crate::asset::VehicleAsset;
use crate::controls::VehicleControls;
use crate::telemetry::VehicleTelemetry;

/// An entity that is a car of [`SkidpadWorld`](crate::SkidpadWorld).
///
/// It joins before the next step at its `Transform`, in the order in which entities were spawned, and leaves when the entity is
/// despawned. The entity has no parent that moves: its `Transform` is its place in the world, and from then on the car's. Its origin is
/// the point of the road below the centre of mass, lifted by the heave of the springs; bodywork and wheels are children of it.
///
/// Inserted again it is another car in the place of the first, with the motion that that one has. The component itself does not
/// change: insert another.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_skidpad::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn(Vehicle::preset("corvette-c5").with_model("two_track_sprung").with_speed(30.0));
/// }
/// ```
#[derive(Component, Clone, Debug, PartialEq)]
#[component(immutable)]
#[require(Transform, VehicleControls, VehicleTelemetry)]
pub struct Vehicle {
    /// The vehicle's data.
    pub source: VehicleSource,
    /// Model that computes the car, by its name; `None`: that of the vehicle file, or the four-wheel car, `two_track`.
    pub model: Option<String>,
    /// Speed at the start, m/s; negative is backwards.
    pub speed_m_s: f64,
    /// True for a car that passes through other cars, walls and cones.
    pub is_ghost: bool,
    /// True for a car that begins at the height and with the tilt of its `Transform`, and not on the ground.
    pub is_in_space: bool,
}

/// Data of a vehicle.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum VehicleSource {
    /// A car that comes with Skidpad, by its name: see [`preset_names`](skidpad::presets::preset_names).
    Preset(String),
    /// Text of a vehicle file (TOML).
    Toml(String),
    /// A specification.
    Specification(Box<VehicleSpec>),
    /// A vehicle file as an asset. The car joins when it is loaded, and becomes another when the file changes.
    #[cfg(feature = "asset")]
    Asset(Handle<VehicleAsset>),
}

impl Vehicle {
    /// A vehicle of a source, at rest, on the model that the source names.
    pub fn new(source: VehicleSource) -> Self {
        Self { source, model: None, speed_m_s: 0.0, is_ghost: false, is_in_space: false }
    }

    /// A car that comes with Skidpad.
    pub fn preset(name: &str) -> Self {
        Self::new(VehicleSource::Preset(name.to_owned()))
    }

    /// The car of a vehicle file's text.
    pub fn toml(text: &str) -> Self {
        Self::new(VehicleSource::Toml(text.to_owned()))
    }

    /// The car of a vehicle file that is loaded as an asset.
    #[cfg(feature = "asset")]
    pub fn asset(handle: Handle<VehicleAsset>) -> Self {
        Self::new(VehicleSource::Asset(handle))
    }

    /// The vehicle on another model, such as `two_track_sprung`, or `spatial` for hills and jumps.
    #[must_use]
    pub fn with_model(mut self, name: &str) -> Self {
        self.model = Some(name.to_owned());
        self
    }

    /// The vehicle with a speed at the start, m/s.
    #[must_use]
    pub fn with_speed(mut self, speed_m_s: f64) -> Self {
        self.speed_m_s = speed_m_s;
        self
    }

    /// The vehicle at the height and with the tilt of its `Transform`, such as above a ramp: for a model that moves in space, `spatial`.
    #[must_use]
    pub fn in_space(mut self) -> Self {
        self.is_in_space = true;
        self
    }

    /// The vehicle as a ghost, which passes through other cars, walls and cones.
    #[must_use]
    pub fn as_ghost(mut self) -> Self {
        self.is_ghost = true;
        self
    }
}
