//! What most programs use: `use skidpad::prelude::*;`.

pub use skidpad_core::controls::{Controls, Gear};
pub use skidpad_core::step::Status;
pub use skidpad_core::surface::Surface;
pub use skidpad_world::world::{CarId, Condition, EventKind, Member, Site, World};

pub use crate::car::{Car, CarBuilder, CarError, Placement, SavedCar, Wheel};
