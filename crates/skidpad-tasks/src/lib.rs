//! Driving tasks for learning: thousands of environments at once, over a fleet of cars.
//!
//! [`Environments`] are cars of a [`Fleet`](skidpad_fleet::Fleet) in single precision, each in an episode of a [`Task`] such as [`Race`]. A
//! step takes an action for each, moves the cars, judges each by the terms of the task's reward, begins new episodes where some are over
//! ([`Autoreset`]), and computes the observations that were asked for by name ([`Observation`]).
#![forbid(unsafe_code)]

mod actions;
mod chance;
mod course;
mod edges;
mod environments;
mod error;
mod motion;
mod observe;
mod seat;
mod task;

pub use actions::{ACTIONS, ActionChannel, ActionKind, ActionSettings};
pub use chance::Chance;
pub use course::Course;
pub use environments::{AnyEnvironments, Autoreset, END_CAR, END_TIME_LIMIT, Environments, Settings};
pub use error::TaskError;
pub use motion::Motion;
pub use observe::{Lidar, Observation, ObservedChannel, Opponents};
pub use seat::{Seat, SeatSettings};
pub use task::{
    Bay, Braking, Contender, Drift, Grid, LaneChange, Lanes, Observed, OnTrack, Outline, Parking, Quantity,
    Race, RaceStart, Scene, Situation, Start, StartChoice, Task, Term, WheelToWheel,
};
