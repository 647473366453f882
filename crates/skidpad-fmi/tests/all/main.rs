//! The functions of a unit, called as an importer calls them.

mod bad_input;
mod derivatives;
mod driving;
mod exchange;
mod files;
mod states;
mod unit;
