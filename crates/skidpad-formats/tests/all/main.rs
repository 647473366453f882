//! The tests of formats as one program, so that the crate is linked once and its models are compiled once.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod any_motion;
mod assists_any_motion;
mod common;
mod commonroad_multi_body;
mod commonroad_reference;
mod cornering;
mod errors;
mod fields;
mod launch_rates;
mod manoeuvre_cars;
mod measured_bmw_m8;
mod mutations;
mod presets;
mod rars;
mod reference_support;
mod road_test_rows;
mod road_tests;
mod scenario;
mod scenario_ground;
mod scenario_scene;
mod schema;
mod single_track_presets;
mod snapshot_bytes;
mod snapshot_support;
mod telemetry;
mod turning;
mod turning_table;
mod two_models;
mod tyre_files;
mod tyre_mfeval;
mod tyred;
mod tyres_reference;
mod vehicle_places;
mod vehicle_tyres;
mod vehicle_tyres_driven;
