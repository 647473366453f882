//! The four-wheel car. One program for all its tests, since the model takes long to compile.
#![allow(clippy::disallowed_methods)]

mod cars;
mod driving;
mod energy;
mod laws;
#[path = "../single_track_support/mod.rs"]
mod single_track_support;
mod standstill;
#[path = "../support/mod.rs"]
mod support;
mod without_width;
