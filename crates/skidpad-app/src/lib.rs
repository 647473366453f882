//! The simulator: cars of any model driven by hand, side by side, with all that happens in them to be seen.
//!
//! Everything that it does is here, without a screen: [`drive`] moves the cars, [`scene`] is where they drive,
//! [`laps`] times them, [`trial`] tests them, [`seen`] reads their numbers, [`sentence`] says in words what a car is
//! doing, and [`explain`] where each number comes from. What shows it asks these, and adds nothing but pictures.
#![forbid(unsafe_code)]

pub mod drive;
pub mod explain;
pub mod laps;
pub mod scene;
pub mod seen;
pub mod sentence;
pub mod trial;
