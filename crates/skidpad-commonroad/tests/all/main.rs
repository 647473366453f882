//! The tests of CommonRoad's models as one program, so that the crate is linked once and its models are compiled once.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod laws_of_published;
mod motion;
mod multi_body;
mod multi_body_properties;
#[path = "../../../skidpad-core/tests/all/outlined.rs"]
#[allow(dead_code, reason = "each crate uses its part")]
mod outlined;
mod pedals;
mod properties;
mod setting_off;
#[path = "../../../skidpad-core/tests/all/support/mod.rs"]
mod support;
