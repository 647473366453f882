//! The tests of the pictures as one program, so that the crate is linked once and its models are compiled once.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

mod animation;
mod common;
mod figures;
mod report;
mod scene;
mod source_figures;
mod turning_picture;
