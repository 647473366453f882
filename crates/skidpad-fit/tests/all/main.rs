//! The tests of fits as one program.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod least_squares;
mod tyre;
mod tyre_any;
mod tyre_options;
mod tyre_rig;
