//! Cars in Bevy that drive by [Skidpad](skidpad).
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_skidpad::prelude::*;
//! use bevy_time::TimePlugin;
//! use bevy_transform::prelude::*;
//!
//! fn main() {
//!     let mut app = App::new();
//!     app.add_plugins((TimePlugin, SkidpadPlugin::default()))
//!         .add_systems(Startup, |mut commands: Commands| {
//!             commands.spawn((Vehicle::preset("mx5-nd-2016"), Transform::from_xyz(0.0, 0.0, 20.0)));
//!         })
//!         .add_systems(FixedUpdate, |mut cars: Query<&mut VehicleControls>| {
//!             for mut controls in &mut cars {
//!                 controls.throttle = 0.5;
//!             }
//!         });
//!     # app.insert_resource(bevy_time::TimeUpdateStrategy::FixedTimesteps(1));
//!     for _ in 0..100 {
//!         app.update(); // in a game, `app.run()`
//!     }
//!     # let mut cars = app.world_mut().query::<(&Transform, &VehicleTelemetry)>();
//!     # let (transform, telemetry) = cars.single(app.world()).unwrap();
//!     # assert!(telemetry.speed_m_s > 3.0 && transform.translation.z < 18.0);
//! }
//! ```
//!
//! The plugin computes no physics: all cars are in one [`World`](skidpad::world::world::World) of Skidpad, in the resource
//! [`SkidpadWorld`], which steps in [`FixedPostUpdate`](bevy_app::FixedPostUpdate). An entity with a [`Vehicle`] is a car of it.
//!
//! | to | see |
//! |---|---|
//! | make a car | [`Vehicle`]: by preset, text, asset; model, speed |
//! | drive it | [`VehicleControls`], written before [`SkidpadSystems::Step`]; keys and pads by the feature `input` |
//! | draw it | its `Transform`, and children with [`VehicleWheel`]: between the last two steps, at any rate of pictures |
//! | read it | [`VehicleTelemetry`]; [`VehicleWheels`] and [`VehicleOutputs`] where the entity has them; [`SkidpadWorld::car`] |
//! | learn what happened | the messages [`VehicleEvent`] and [`VehicleFault`] |
//! | give it a road, walls, a track | [`SkidpadGround`] |
//! | put it elsewhere | the message [`PlaceVehicle`] |
//! | put it among rigid bodies | `VehicleBody`, by the features `avian` and `rapier` |
//! | roll it back | [`SkidpadWorld`] is `Clone` |
//! | drive hundreds | [`SkidpadWorld::step_together`] |
//!
//! # Axes
//!
//! Bevy's axes are x right, y up, -z forwards; Skidpad's are x forwards, y left, z up (ISO 8855). [`axes`] converts. Physics stays in
//! double precision; only transforms are `f32`, whose steps are 1 mm at 10 km from the origin and 8 mm at 100 km: move [`SkidpadOrigin`]
//! with the player there.
#![deny(unsafe_code)]

#[cfg(feature = "asset")]
mod asset;
pub mod axes;
#[cfg(any(feature = "avian", feature = "rapier"))]
mod bodies;
mod change;
mod controls;
mod draw;
mod event;
mod fault;
#[cfg(feature = "asset")]
mod files;
mod ground;
#[cfg(feature = "input")]
mod input;
mod join;
mod outputs;
mod place;
mod plugin;
pub mod prelude;
mod report;
mod sets;
mod space;
mod step;
mod telemetry;
mod vehicle;
mod world;

#[cfg(feature = "asset")]
pub use asset::{VehicleAsset, VehicleAssetError, VehicleAssetLoader};
#[cfg(feature = "avian")]
pub use bodies::SkidpadAvianPlugin;
#[cfg(feature = "rapier")]
pub use bodies::SkidpadRapierPlugin;
#[cfg(any(feature = "avian", feature = "rapier"))]
pub use bodies::{BodyOfVehicle, GroundMaterial, GroundRayCounts, VehicleBody, VehicleBodyOf};
pub use controls::VehicleControls;
pub use draw::{SkidpadAlpha, SkidpadOrigin, VehicleWheel};
pub use event::{VehicleEvent, VehicleEventKind};
pub use fault::{VehicleFault, VehicleFaultKind};
pub use ground::SkidpadGround;
#[cfg(feature = "input")]
pub use input::{VehicleInput, VehicleKeys};
pub use outputs::VehicleOutputs;
pub use place::PlaceVehicle;
pub use plugin::SkidpadPlugin;
pub use sets::SkidpadSystems;
pub use telemetry::{VehicleTelemetry, VehicleWheels, WheelTelemetry};
pub use vehicle::{Vehicle, VehicleSource};
pub use world::SkidpadWorld;

/// The car physics.
pub use skidpad;

/// The programs in the manual that need an engine of rigid bodies.
#[cfg(all(doctest, feature = "avian", feature = "rapier"))]
mod manual_of_engines {
    #[doc = include_str!("../../../docs/guide/bevy-engines.md")]
    struct GuideToEngines;
}

/// The programs in the manual are tests, as they are shown.
#[cfg(doctest)]
mod manual {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/guide/bevy.md")]
    struct Guide;
}
