//! The car in space.

mod anywhere;
mod balance;
mod cars;
mod flight;
mod long_run;
mod loops;
mod own_numbers;
mod plane;
mod resting;
mod tipping;
mod together;
