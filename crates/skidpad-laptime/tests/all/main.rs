//! Tests of lap times.

mod published;
mod qss;
