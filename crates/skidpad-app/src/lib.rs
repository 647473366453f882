//! The simulator: cars of any model driven by hand, side by side, with all that happens in them to be seen.
//!
//! Everything that it does is here, without a screen: [`drive`] moves the cars, [`scene`] is where they drive,
//! [`seen`] reads their numbers, [`tread`] tells what happens under each tyre, [`skid`] keeps the marks. What shows it
//! asks these, and adds nothing but pictures: `ui`, behind the feature `panels`, and its native window, behind `window`.
#![forbid(unsafe_code)]

pub mod drive;
pub mod laps;
pub mod scene;
pub mod seen;
pub mod skid;
pub mod tread;
#[cfg(feature = "panels")]
pub mod ui;
#[cfg(feature = "window")]
pub mod window;
