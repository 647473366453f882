//! Tests of lap times.

mod envelope;
mod published;
mod qss;
