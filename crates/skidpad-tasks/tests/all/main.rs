//! Environments of all tasks.
#![allow(clippy::disallowed_methods, reason = "tests count as they like")]

mod environments;
mod laps;
mod scene;
mod seats;
mod starts;
mod wheel_to_wheel;
