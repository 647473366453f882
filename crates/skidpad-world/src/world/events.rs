//! What happens to cars: events of a world as they come.

use skidpad_core::math::Vec2;
use skidpad_core::model::End;

use super::car::CarId;
use super::condition::Condition;
use super::party::Party;
use crate::laps::timer::Lap;

/// Impacts of the same two with less than this between them belong to one contact, s.
pub(crate) const CONTACT_PAUSE_S: f64 = 0.1;

/// Something that happened to a car.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Time, s since the world began. Impacts and laps have their time inside a step, all others that of its end.
    pub time_s: f64,
    /// The car; of two that meet the one that joined first.
    pub car: CarId,
    /// The kind of event.
    pub kind: EventKind,
}

/// Kinds of events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum EventKind {
    /// The car met another, a wall or a cone. Impacts that follow within a tenth of a second belong to the same contact and are no
    /// events of their own.
    Met {
        /// The other of the two.
        other: Party,
        /// Position of the impact, m.
        position_m: Vec2<f64>,
        /// Speed at which the two approached, m/s.
        approach_speed_m_s: f64,
        /// Impulse along the normal, N s.
        normal_impulse_n_s: f64,
    },
    /// A contact is over: for a tenth of a second the two had no impact.
    Parted {
        /// The other of the two.
        other: Party,
        /// Time of the last impact, s since the world began.
        last_s: f64,
        /// Sum of the impulses along the normal, N s.
        normal_impulse_n_s: f64,
        /// Sum of the kinetic energy lost, J.
        energy_lost_j: f64,
    },
    /// The car has completed a lap of the site's course, at the time at which it passed the start line.
    Lap {
        /// Number of the lap: 1 for the first that the car completed.
        number: u32,
        /// Lap and sector times.
        lap: Lap,
    },
    /// A condition of the car has begun.
    Starts(Condition),
    /// A condition of the car is over: it has not held for a tenth of a second.
    Stops(Condition),
    /// The run of the car ended, such as by a blown engine.
    Ended(End),
    /// A number of it would not have been finite: it stays where it was before.
    Quarantined,
}
