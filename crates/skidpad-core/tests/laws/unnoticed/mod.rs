//! Laws of which a fault once passed every test: each was found by planting the fault that its story names.
#![allow(clippy::disallowed_methods)]

mod assists;
mod car;
mod driveline;
mod magic_formula;
mod models;
mod old_formula;
mod roads;
mod tyre;
