//! Tests of the C door: its header, its functions called from Rust with bad input, and programs in C and C++.

mod bad_input;
mod c_program;
mod cones;
mod episodes;
mod fleets;
mod golden;
mod header;
mod live;
mod maps;
mod programs;
mod tyres;
