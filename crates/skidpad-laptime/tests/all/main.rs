//! Tests of lap times.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod along;
mod driven;
mod envelope;
mod four_methods;
pub mod line;
mod optimal;
mod qss;
mod single_track;
mod slip_vector;
mod trades;
