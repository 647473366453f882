//! The simulator: cars of any model driven by hand, side by side, with all that happens in them to be seen.
//!
//! Everything that it does is here, without a screen: [`drive`] moves the cars, [`scene`] is where they drive,
//! [`seen`] reads their numbers. What shows it asks these, and adds nothing but pictures.
#![forbid(unsafe_code)]

pub mod drive;
pub mod laps;
pub mod scene;
pub mod seen;
