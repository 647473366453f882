//! The car in space.

mod anywhere;
mod balance;
mod cars;
mod flight;
mod long_run;
mod loops;
mod plane;
mod resting;
mod tipping;
