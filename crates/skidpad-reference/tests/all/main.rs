//! The comparisons with the outside as one program.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod commonroad_multi_body;
mod commonroad_reference;
mod laps;
mod measured_bmw_m8;
mod rars_records;
mod real_laps;
mod reference_support;
mod road_tests;
mod track_smoothing;
mod turning_table;
mod tyre_mfeval;
mod tyres_reference;
