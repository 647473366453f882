//! The contacts of a run, each from its first impact to its last.

use skidpad_core::math::{Real, Vec2};

use crate::contact::Met;
use crate::world::{CONTACT_PAUSE_S, Party, WorldImpact};

/// The most contacts that are kept of a run.
const MOST: usize = 10_000;

/// A contact: all impacts of two bodies, one soon after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactEvent {
    /// Time of its first impact, s.
    pub time_s: f64,
    /// Time of its last impact, s.
    pub until_s: f64,
    /// The first of the two, by its place among the cars.
    pub car: usize,
    /// The second: a later car, or a wall.
    pub met: Met,
    /// Position of the first impact, m.
    pub position_m: Vec2<f64>,
    /// Largest speed at which the two approached, of all impacts, m/s.
    pub approach_speed_m_s: f64,
    /// Sum of the normal impulses, N s.
    pub normal_impulse_n_s: f64,
    /// Sum of the kinetic energy lost, J.
    pub energy_lost_j: f64,
}

/// The contacts of a run, in the order of their first impacts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactEvents {
    /// The first of them.
    pub listed: Vec<ContactEvent>,
    /// Number of contacts beyond those listed.
    pub left_out: usize,
}

impl ContactEvents {
    /// Adds the impacts of a step that began at a time; not those of cones.
    pub fn add(&mut self, impacts: &[WorldImpact], step_began_s: f64) {
        for WorldImpact { first, second, impact } in impacts {
            let met = match second {
                Party::Car(other) => Met::Body(other.index()),
                Party::Wall(wall) => Met::Wall(*wall),
                Party::Cone(_) => continue,
            };
            let Party::Car(car) = first else { continue };
            let time_s = step_began_s + impact.time_s;
            self.add_one(ContactEvent {
                time_s,
                until_s: time_s,
                car: car.index(),
                met,
                position_m: impact.position_m,
                approach_speed_m_s: impact.approach_speed_m_s,
                normal_impulse_n_s: impact.normal_impulse_n_s,
                energy_lost_j: impact.energy_lost_j,
            });
        }
    }

    /// Adds an impact to the contact that it belongs to, or as a new one.
    fn add_one(&mut self, new: ContactEvent) {
        let goes_on = |event: &&mut ContactEvent| {
            (event.car, event.met) == (new.car, new.met) && new.time_s - event.until_s < CONTACT_PAUSE_S
        };
        if let Some(event) = self.listed.iter_mut().rev().find(goes_on) {
            event.until_s = new.until_s;
            event.normal_impulse_n_s += new.normal_impulse_n_s;
            event.energy_lost_j += new.energy_lost_j;
            event.approach_speed_m_s = Real::max(event.approach_speed_m_s, new.approach_speed_m_s);
        } else if self.listed.len() < MOST {
            self.listed.push(new);
        } else {
            self.left_out += 1;
        }
    }
}
