//! The four-wheel car. One program for all its tests, since the model takes long to compile.
#![allow(clippy::disallowed_methods)]

mod any;
mod bump_stops;
mod camber;
mod cars;
mod driving;
mod energy;
mod laws;
#[path = "../single_track_support/mod.rs"]
mod single_track_support;
mod sprung;
mod sprung_cars;
mod sprung_energy;
mod sprung_standstill;
mod standstill;
mod starter;
#[path = "../support/mod.rs"]
mod support;
mod wheel_lift;
mod without_width;
