//! Checks of the example game that need no window.
#![allow(clippy::disallowed_methods, reason = "a game: what it draws and plays is not hashed")]

mod camera;
mod drive;
mod laps;
mod meshes;
mod sound;
