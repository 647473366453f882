//! Skidpad from C and C++: cars that drive, vehicle files, tracks and worlds behind one header.
//!
//! The header is `include/skidpad.h`; its comments are the reference, and `docs/guide/c.md` is the way in. This crate has no
//! physics: each function checks its arguments, calls the crate `skidpad`, and copies numbers out.
//!
//! Unsafe code stands in two places: `handle.rs` and `memory.rs` make references of pointers, and each exported function
//! passes on the promise that its pointers are valid.

mod car;
mod car_channel;
mod channel;
mod cone;
mod cone_states;
mod error;
mod event;
mod fleet;
mod fleet_columns;
mod fleet_episodes;
mod fleet_models;
mod fleet_reset;
mod ground;
mod ground_map;
mod guard;
mod handle;
mod memory;
mod saved_car;
mod saved_world;
mod site;
mod state;
mod track;
mod tyre;
mod tyre_law;
mod tyre_point;
mod vehicle;
mod version;
mod world;

pub use car::*;
pub use car_channel::*;
pub use channel::*;
pub use cone::*;
pub use cone_states::*;
pub use error::*;
pub use event::*;
pub use fleet::*;
pub use fleet_columns::*;
pub use fleet_episodes::*;
pub use fleet_reset::*;
pub use ground::*;
pub use ground_map::*;
pub use saved_car::*;
pub use saved_world::*;
pub use site::*;
pub use state::*;
pub use track::*;
pub use tyre::*;
pub use tyre_point::*;
pub use vehicle::*;
pub use version::*;
pub use world::*;
