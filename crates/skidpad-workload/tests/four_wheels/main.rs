//! The four-wheel car of every kind, side by side: what takes minutes to compile, and hours to run.
//!
//! All of it is soak. `SKIDPAD_SOAK_SHARE=0.01 cargo xtask soak` runs a hundredth of what is counted in vehicles.

mod any_driver;
mod kinds;
#[path = "../../../skidpad/tests/support/mod.rs"]
mod support;
