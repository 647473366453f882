//! The functions of a unit, called as an importer calls them.
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "each call passes a handle of this library and memory of the test, or what it must refuse without a look"
)]
#![allow(clippy::disallowed_methods, reason = "a shell's tests: what they compute is not hashed")]

mod bad_input;
mod callbacks;
mod derivatives;
mod driving;
mod exchange;
mod files;
mod fmi2;
mod states;
mod track;
mod unit;
