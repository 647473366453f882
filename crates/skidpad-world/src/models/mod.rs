//! All models by name: what they are, their abilities, and how a driver's inputs start and steer them.

mod abilities;
mod drivable;
mod four_wheels;
mod friction;
mod in_space;
mod info;
mod list;
mod pedals;
mod road;
mod road_entry;
mod standard;
mod steady_tyre;
mod straight;
mod turning;

pub use abilities::{Abilities, Cars};
pub use drivable::Drivable;
pub use friction::{FRICTION_LAWS, FrictionChoice};
pub use info::{ModelInfo, Refusal};
pub use list::Models;
pub use pedals::braking_share;
pub use road::RoadTested;
pub use road_entry::RoadEntry;
pub use standard::*;
pub use steady_tyre::{AnySteadyWheel, has_magic_tyres, lateral_slip, steady_tyre};
