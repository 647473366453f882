//! The tests of the texts as one program, so that the crate is linked once and its models are compiled once.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod ackermann_any_vehicle;
mod ackermann_balance;
mod ackermann_game_loop;
mod ackermann_motion;
mod ackermann_sliding;
mod ackermann_support;
mod ackermann_text;
#[path = "../../../skidpad-core/tests/all/any_vehicle/mod.rs"]
mod any_vehicle;
mod batch_w1;
mod integrate_riccati;
mod monster_turning;
#[path = "../../../skidpad-core/tests/all/outlined.rs"]
#[allow(dead_code, reason = "each crate uses its part")]
mod outlined;
mod palmer_equations;
mod palmer_simulator;
mod palmer_turns;
mod point_mass_palmer;
mod slip_vector_car;
mod slip_vector_freaks;
mod slip_vector_friction;
mod small_equations;
mod source_curves;
mod sources;
#[path = "../../../skidpad-core/tests/all/support/mod.rs"]
mod support;
