//! What most games use: `use bevy_skidpad::prelude::*;`.

#[cfg(feature = "asset")]
pub use crate::VehicleAsset;
#[cfg(feature = "input")]
pub use crate::VehicleInput;
pub use crate::{
    PlaceVehicle, SkidpadGround, SkidpadOrigin, SkidpadPlugin, SkidpadSystems, SkidpadWorld, Vehicle,
    VehicleControls, VehicleEvent, VehicleEventKind, VehicleFault, VehicleOutputs, VehicleTelemetry,
    VehicleWheel, VehicleWheels,
};
pub use skidpad::prelude::{Gear, Site, Surface};
