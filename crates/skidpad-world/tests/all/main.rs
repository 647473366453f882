//! The tests of world as one program, so that the crate is linked once and its models are compiled once.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod channels;
mod contact_closed_forms;
mod contact_conservation;
mod contact_faults;
mod contact_models;
mod contact_order;
mod contact_pile_up;
mod contact_resting;
mod contact_support;
mod contact_tunnelling;
mod ground_driving;
mod ground_hills;
mod hands_on_keys;
mod hermite;
mod hermite_order;
#[path = "../../../skidpad-core/tests/all/integrate_problems/mod.rs"]
mod integrate_problems;
mod laps;
mod linear_trim;
mod manoeuvre_linear;
mod manoeuvre_standards;
mod models;
mod path_driver;
mod render_fixed_step;
mod replay_every_model;
mod root;
mod scenario_script;
mod scene_cones;
mod scene_proving_ground;
mod shaping_hands;
mod shaping_input;
mod telltales;
mod track;
mod track_smooth;
mod world_cars;
mod world_conditions;
mod world_cones;
mod world_crashes;
mod world_events;
mod world_laps;
mod world_log;
mod world_log_limits;
mod world_log_support;
mod world_support;
mod world_weather;
