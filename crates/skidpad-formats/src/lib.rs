//! Skidpad's files: the only room that parses or writes bytes.
//!
//! - [`vehicle`]: vehicle files (TOML) with units and sources, into a
//!   [`VehicleSpec`](skidpad_core::spec::VehicleSpec).
//! - [`presets`]: the vehicles that come with Skidpad, by name; [`choose`]: cars and models by name, for each other.
//! - [`scenario`]: who drives what, on which road, with which controls.
//! - [`edit`]: single fields of a scenario and its vehicle, changed by their paths.
//! - [`evaluation`]: questions about one state of a model, as lines of JSON.
//! - [`schema`]: the JSON Schema of vehicle files, for editors.
//! - [`snapshot`]: a car at an instant, as bytes.
//! - [`log`]: a world with all its cars from its start on, from which it drives again; recordings of earlier versions, too.
//! - [`lap`]: laps that `skidpad lap` wrote.
//! - [`mod@reference`]: the folder of reference data, with which the crate `skidpad-reference` compares.
//! - [`telemetry`]: tables of numbers, written as CSV or Parquet.
//! - [`live`]: packets of a car that drives, for dashboards and motion rigs.
//! - [`track`]: circuits and roads, in the formats of others and in Skidpad's own.
//! - [`quantity`] and [`tyre_code`]: `"258 hp"` and `"225/40ZR18"`.
//!
//! Any bytes may stand in a file: reading ends, quickly and without a panic, in a value or in a
//! [`FileError`] that names **every** problem with its line and column, the value as written, what
//! it must be and how to write it.
//!
//! ```
//! let car = skidpad_formats::presets::preset("boxster-s-palmer").unwrap();
//! assert_eq!(car.spec.body.kerb_mass_kg, 1323.0);
//!
//! let text = br#"name = "my-car""#;
//! let error = skidpad_formats::vehicle::parse("my-car.toml", text).unwrap_err();
//! assert!(error.to_string().contains("my-car.toml:1:1: title: missing; must be given"));
//! ```
#![deny(unsafe_code)]
#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod bytes;
pub mod choose;
mod disk;
mod document;
pub mod edit;
mod error;
pub mod evaluation;
pub mod lap;
pub mod linearisation;
pub mod live;
pub mod log;
pub mod presets;
pub mod quantity;
mod reader;
pub mod reference;
pub mod scenario;
pub mod schema;
pub mod snapshot;
mod surface;
pub mod telemetry;
pub mod track;
pub mod tyre;
pub mod tyre_code;
pub mod vehicle;

pub use bytes::ByteError;
pub use disk::{Abandoned, BaseFolder, Outputs, Outside, abandon_outputs};
pub use document::MAX_FILE_BYTES;
pub use error::{FileError, Problem};
