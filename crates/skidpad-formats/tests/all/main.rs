//! The tests of formats as one program, so that the crate is linked once and its models are compiled once.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod any_motion;
mod assists_any_motion;
mod common;
mod cornering;
mod edits;
mod errors;
mod evaluation;
mod fields;
mod grid_map;
mod launch_rates;
mod log_bytes;
mod manoeuvre_cars;
mod mutations;
mod opendrive;
mod presets;
mod rars;
mod recordings;
mod road_test_rows;
mod scenario;
mod scenario_ground;
mod scenario_scene;
mod schema;
mod single_track_presets;
mod snapshot_bytes;
mod snapshot_support;
mod split_braking;
mod telemetry;
mod torcs;
mod turning;
mod two_models;
mod tyre_files;
mod tyred;
mod vehicle_places;
mod vehicle_tyres;
mod vehicle_tyres_driven;
