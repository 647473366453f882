//! Who plays the samples.
