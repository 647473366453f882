//! What becomes other in a run, and how much of it is kept.

use std::sync::Arc;

use skidpad_core::controls::Command;
use skidpad_world::shaping::Hands;

use crate::drive::Choice;

/// The most steps of a run: an hour at a thousand a second, more than four at the usual rate. What is driven after that is
/// not kept.
pub const MOST_STEPS: u64 = 3_600_000;
/// The most of all that becomes other: half an hour of keys that change with every picture, hours of others.
pub const MOST_EVENTS: usize = 500_000;
/// The most of these that are cars, each with all its figures: a slider that is drawn for half a minute.
pub const MOST_CARS: usize = 2_000;

/// Something that became other than it was.
#[derive(Clone, Debug)]
pub enum Event {
    /// What the player asks for.
    Asked(Command<f64>),
    /// The hands that shape it.
    Hands(Option<Box<Hands<f64>>>),
    /// Steps a second.
    Rate(u32),
    /// Other figures of the car, which goes on from where it is.
    Car(Arc<Choice>),
}
