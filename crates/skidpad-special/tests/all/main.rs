//! The tests of these models as one program, so that each model is compiled once.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod kinematic_turning;
mod motorcycle_any;
mod motorcycle_energy;
mod motorcycle_lean;
mod motorcycle_limits;
mod motorcycle_steady;
mod motorcycle_support;
#[path = "../../../skidpad-core/tests/all/outlined.rs"]
mod outlined;
#[path = "../../../skidpad-core/tests/all/support/mod.rs"]
mod support;
