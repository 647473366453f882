//! The tests of fleets as one program, so that the models are compiled once.

mod alone;
mod columns;
mod entrants;
mod lanes;
mod single;
