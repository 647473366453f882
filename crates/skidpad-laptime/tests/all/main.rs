//! Tests of lap times.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod driven;
mod envelope;
mod line;
mod qss;
