//! Games without a window.
#![allow(clippy::disallowed_methods)]

#[cfg(feature = "asset")]
mod assets;
mod axes;
mod drawing;
mod driving;
mod events;
mod faults;
#[cfg(feature = "input")]
mod keys;
mod outputs;
mod rollback;
mod support;
mod worlds;
