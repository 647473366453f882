//! Skidpad from C and C++: cars that drive, vehicle files, tracks and worlds behind one header.
//!
//! The header is `include/skidpad.h`; its comments are the reference, and `docs/guide/c.md` is the way in. This crate has no
//! physics: each function checks its arguments, calls the crate `skidpad`, and copies numbers out.
//!
//! Unsafe code stands in two places: `handle.rs` and `memory.rs` make references of pointers, and each exported function
//! passes on the promise that its pointers are valid.

mod car;
mod channel;
mod error;
mod ground;
mod guard;
mod handle;
mod memory;
mod state;
mod track;
mod vehicle;
mod version;
mod world;

pub use car::*;
pub use channel::*;
pub use error::*;
pub use ground::*;
pub use state::*;
pub use track::*;
pub use vehicle::*;
pub use version::*;
pub use world::*;
