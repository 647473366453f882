//! Policies from their files to the wheel.
#![allow(clippy::disallowed_methods, reason = "tests count as they like")]

mod description;
mod driving;
mod networks;
