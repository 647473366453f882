//! Tests of lap times.

mod line;
mod published;
mod qss;
