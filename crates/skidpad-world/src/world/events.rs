//! Contacts of a run, each from its first impact to its last.

use skidpad_core::math::{Real, Vec2};

use crate::contact::{Impact, Met};

/// Impacts of the same two with less than this between them belong to one contact, s.
const PAUSE_S: f64 = 0.1;
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
    /// Adds the impacts of a step that began at a time.
    pub fn add(&mut self, impacts: &[Impact], step_began_s: f64) {
        for impact in impacts {
            self.add_one(impact, step_began_s + impact.time_s);
        }
    }

    fn add_one(&mut self, impact: &Impact, time_s: f64) {
        // The same pair has the same names, whichever of the two the impact calls the first.
        let (car, met) = match impact.met {
            Met::Body(other) if other < impact.body => (other, Met::Body(impact.body)),
            met => (impact.body, met),
        };
        let goes_on = |event: &&mut ContactEvent| {
            (event.car, event.met) == (car, met) && time_s - event.until_s < PAUSE_S
        };
        if let Some(event) = self.listed.iter_mut().rev().find(goes_on) {
            event.until_s = time_s;
            event.normal_impulse_n_s += impact.normal_impulse_n_s;
            event.energy_lost_j += impact.energy_lost_j;
            event.approach_speed_m_s = Real::max(event.approach_speed_m_s, impact.approach_speed_m_s);
        } else if self.listed.len() < MOST {
            self.listed.push(ContactEvent {
                time_s,
                until_s: time_s,
                car,
                met,
                position_m: impact.position_m,
                approach_speed_m_s: impact.approach_speed_m_s,
                normal_impulse_n_s: impact.normal_impulse_n_s,
                energy_lost_j: impact.energy_lost_j,
            });
        } else {
            self.left_out += 1;
        }
    }
}

/// Impulse on a body during a step: the sum of its impacts' magnitudes, N s.
pub(super) fn impulse_on(body: usize, impacts: &[Impact]) -> f64 {
    let concerns = |impact: &&Impact| impact.body == body || impact.met == Met::Body(body);
    let size = |impact: &Impact| Real::hypot(impact.normal_impulse_n_s, impact.friction_impulse_n_s);
    // The sum of nothing would be -0.
    impacts.iter().filter(concerns).map(size).fold(0.0, |sum, size| sum + size)
}
