//! What most games use: `use bevy_skidpad::prelude::*;`.

#[cfg(feature = "avian")]
pub use crate::SkidpadAvianPlugin;
#[cfg(feature = "rapier")]
pub use crate::SkidpadRapierPlugin;
#[cfg(feature = "asset")]
pub use crate::VehicleAsset;
#[cfg(feature = "input")]
pub use crate::VehicleInput;
#[cfg(any(feature = "avian", feature = "rapier"))]
pub use crate::{BodyOfVehicle, GroundMaterial, GroundRayCounts, VehicleBody, VehicleBodyOf};
pub use crate::{
    PlaceVehicle, SkidpadGround, SkidpadOrigin, SkidpadPlugin, SkidpadSystems, SkidpadWorld, Vehicle,
    VehicleControls, VehicleEvent, VehicleEventKind, VehicleFault, VehicleOutputs, VehicleTelemetry,
    VehicleWheel, VehicleWheels,
};
pub use skidpad::prelude::{Gear, Site, Surface};
