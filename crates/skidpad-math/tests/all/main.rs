//! The tests of the numbers as one program.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod bits;
mod dual;
mod functions;
mod properties;
mod reference;
mod ulp;
