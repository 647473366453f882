//! The tests of the program as one program, so that the crate is linked once and its models are compiled once.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod animation;
mod bad_input;
mod bench;
mod common;
mod compare;
mod crashes;
mod drive;
mod evaluate;
mod fmu;
mod lap_times;
mod linearise;
mod manoeuvres;
mod onward;
mod outputs;
mod own_models;
mod paths;
mod replay;
mod reports;
mod road_test_names;
mod run;
mod scenarios;
mod shapes;
mod sweep;
mod telemetry;
mod track;
mod track_convert;
mod tyre;
mod validate;
mod vehicle_fields;
