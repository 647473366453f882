//! Tests of fleets that need no list of all models, and so compile in seconds: one model with lanes, one without.

mod cones;
mod episodes;
mod ground;
mod lanes;
mod memory;
mod models;
mod scenes;
mod set_off;
mod single;
mod single_sites;
mod together;
mod tracks;
mod walls;
mod weather;
