//! Checks of the example game that need no window.

mod camera;
mod drive;
mod laps;
mod meshes;
mod sound;
