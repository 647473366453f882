//! Tests of the front door, as its users see it: one program, to link once.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod bits;
mod in_world;
mod making;
mod moving;
mod outputs;
mod space;
mod wheels;
