//! What holds for each model, part and kind of number, over all of them: half of what core's tests compile, so it is a
//! program of its own, which `cargo xtask ci` runs and `cargo xtask test` does not.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

#[path = "../../../skidpad-texts/tests/all/ackermann_support/mod.rs"]
mod ackermann_support;
#[path = "../all/assist_support/mod.rs"]
mod assist_support;
mod assists;
#[path = "../all/driveline_support/mod.rs"]
mod driveline_support;
#[path = "../all/magic_formula_support/mod.rs"]
mod magic_formula_support;
mod models;
#[path = "../../../skidpad-special/tests/all/motorcycle_support/mod.rs"]
mod motorcycle_support;
mod observer;
#[path = "../all/outlined.rs"]
mod outlined;
mod parts;
#[path = "../all/single_track_support/mod.rs"]
mod single_track_support;
mod spec_derivatives;
#[path = "../all/support/mod.rs"]
mod support;
mod tables;
#[path = "../all/tyre_laws/mod.rs"]
mod tyre_laws;
mod tyre_laws_numbers;
mod units;
mod unnoticed;
