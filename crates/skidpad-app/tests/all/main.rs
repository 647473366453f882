//! The tests of the simulator as one program, so that the crate is linked once and its models are compiled once.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod curves;
mod driving;
mod explanations;
mod frames;
mod hand;
#[cfg(feature = "panels")]
mod hand_panel;
#[cfg(feature = "panels")]
mod in_space;
#[cfg(feature = "panels")]
mod instruments;
mod lamps;
mod laps;
#[cfg(feature = "panels")]
mod legible;
mod line_driver;
mod live;
mod logs;
mod made_up;
mod old_runs;
mod own_models;
mod palmer;
#[cfg(feature = "panels")]
mod palmer_panel;
#[cfg(feature = "panels")]
mod panels;
mod plots;
mod proving_ground;
mod runs;
mod saved;
mod scripts;
mod sentence_truth;
mod sentences;
mod setup;
mod sound;
mod stances;
mod tracks;
mod trials;
#[cfg(feature = "panels")]
mod tuning;
