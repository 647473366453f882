//! Contact of a step in which cones that are squeezed give way.
//!
//! Contact is between rigid bodies, so that a cone between two cars would carry their whole crash, as a post of steel does. A
//! blow that no cone could carry crushes it instead: the step is tried again without it, and the cars meet each other.

use super::Cone;
use crate::contact::{Contacts, Impact, Met, Mover, Outcome, Pressing, Walls};

/// Contact among cars and cones, with the bodies of a step: the cars first.
#[derive(Clone, Debug, Default)]
pub struct ConeContacts {
    /// Contact of rigid bodies.
    pub contacts: Contacts,
    /// The bodies of the step.
    pub movers: Vec<Mover>,
    before: Pressing,
    crushed: Vec<usize>,
    blows: Vec<Impact>,
}

impl ConeContacts {
    /// Tries a step in which only the first bodies, `rigid` of them, carry any blow. Returns true where it is done. Else some cones were crushed and are no longer among the movers, and the
    /// caller takes them out of its own list of bodies, too, before it tries again: see [`blows`](Self::blows), and then
    /// [`crushed`](Self::crushed).
    ///
    /// # Panics
    /// If a body or a motion is one that contact refuses.
    pub fn try_step(&mut self, rigid: usize, walls: &Walls, dt_s: f64) -> bool {
        let Self { contacts, movers, before, crushed, blows } = self;
        let has_cones = movers.len() > rigid;
        if has_cones {
            before.restore(contacts.pressing());
        }
        let Ok(outcome) = contacts.step(movers, walls, dt_s) else {
            panic!("bodies are checked as they join, and motions before each step");
        };
        crushed.clear();
        blows.clear();
        for impact in outcome.impacts.iter().filter(|_| has_cones).filter(|impact| crushes(impact)) {
            let cones = both(impact).into_iter().flatten().filter(|place| *place >= rigid);
            crushed.extend(cones);
            // What a cone takes until it is flat is little beside a crash.
            let carries_nothing =
                Impact { normal_impulse_n_s: 0.0, friction_impulse_n_s: 0.0, energy_lost_j: 0.0, ..*impact };
            blows.push(carries_nothing);
        }
        if crushed.is_empty() {
            blows.clear();
            return true;
        }
        crushed.sort_unstable();
        crushed.dedup();
        contacts.restore_pressing(before);
        contacts.renumber(|place| crushed.binary_search(&place).err().map(|gone| place - gone));
        crushed.iter().rev().for_each(|place| {
            movers.remove(*place);
        });
        false
    }

    /// The blows that crushed cones in the last try, without impulses; bodies by their places before any was taken out.
    pub fn blows(&self) -> &[Impact] {
        &self.blows
    }

    /// The cones that the last try crushed: their places among the bodies, the last first, so that they can be taken out one after
    /// the other.
    pub fn crushed(&self) -> impl Iterator<Item = usize> {
        self.crushed.iter().rev().copied()
    }

    /// Outcome of the step that is done.
    pub fn outcome(&self) -> &Outcome {
        self.contacts.outcome()
    }
}

/// Returns true for a blow that crushes a cone. Whoever carries it, a wall or a car does not mind.
fn crushes(impact: &Impact) -> bool {
    impact.normal_impulse_n_s > Cone::CRUSH_N_S
}

/// The bodies of an impact.
fn both(impact: &Impact) -> [Option<usize>; 2] {
    let met = match impact.met {
        Met::Body(other) => Some(other),
        Met::Wall(_) => None,
    };
    [Some(impact.body), met]
}
