//! Checks of the example game that need no window.

mod camera;
mod drive;
mod meshes;
mod sound;
