//! Minimum-time laps.
#![allow(clippy::disallowed_methods)]

mod closed_forms;
mod laps;
mod support;
