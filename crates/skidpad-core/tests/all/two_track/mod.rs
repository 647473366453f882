//! The four-wheel car.
#![allow(clippy::disallowed_methods)]

mod any;
mod bump_stops;
mod camber;
mod cars;
mod driving;
mod energy;
mod geometry;
mod hill_loads;
mod hill_standstill;
mod hills;
mod laws;
mod linkage;
mod own_parts;
mod sprung;
mod sprung_balance;
pub mod sprung_cars;
mod sprung_energy;
mod sprung_standstill;
mod standstill;
mod starter;
mod wheel_lift;
mod without_width;
