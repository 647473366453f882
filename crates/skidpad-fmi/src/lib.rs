//! Skidpad's cars as Functional Mock-up Units (FMI 3.0, and co-simulation by FMI 2.0): the library inside each unit, and the files around it.
//!
//! A unit is a folder in a zip archive: `modelDescription.xml`, this library as `binaries/PLATFORM/skidpad.so`, vehicle and track in
//! `resources`, and documentation. `skidpad fmu` writes it; [`UnitDesign`](design::UnitDesign) and
//! [`files`](package::files) make all of it but the archive. The library has every model and
//! reads from `resources` which car of which model the unit has.
//!
//! The functions are those of the standard's header `fmi3Functions.h`; <https://fmi-standard.org/docs/3.0/> is their reference. Those of FMI 2.0 in
//! `fmi2.rs` call them. This
//! crate has no physics: each function checks its arguments and its phase, moves the car, and copies numbers out.
//!
//! Unsafe code stands where pointers of the importer become references, in `memory.rs` and in each exported function, which passes
//! on the promise that its pointers are valid; and in `slot.rs`, where the one call under way reaches its instance.

mod access;
mod bytes;
mod call;
mod car;
mod common;
mod continuous;
mod derivative;
pub mod description;
pub mod description2;
pub mod design;
mod exchange;
mod fmi2;
mod fmi2_status;
mod instance;
mod live;
pub mod log;
mod memory;
pub mod package;
pub mod road;
mod saved;
mod slot;
mod step;
mod table;
mod types;
pub mod units;
pub mod variable;

pub use access::*;
pub use common::*;
pub use continuous::*;
pub use derivative::*;
pub use fmi2::*;
pub use fmi2_status::*;
pub use saved::*;
pub use step::*;
pub use types::*;
