//! What a car sounds like: measured in the samples, without a device.
#![allow(clippy::disallowed_methods, reason = "measures spectra with the standard library")]

mod car;
mod samples;
