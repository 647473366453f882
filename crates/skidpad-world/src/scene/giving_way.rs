//! Contact of a step in which cones that are squeezed give way.
//!
//! Contact is between rigid bodies, so that a cone between two cars would carry their whole crash, as a post of steel does. A
//! blow that no cone could carry crushes it instead: the step is tried again without it, and the cars meet each other.

use super::Cone;
use crate::contact::{Contacts, Impact, Met, Mover, Outcome, Pressing, Walls};

/// Contact among cars and cones, with the bodies of a step: the cars first.
///
/// A step of a scene has three parts. [`Cones::join`](super::Cones::join) adds the few cones that may meet anything to the bodies,
/// [`try_step`](Self::try_step) moves all of them until no cone is crushed any more, and [`Cones::set`](super::Cones::set) takes the
/// outcome. All other cones stand, and cost nothing: their number hardly matters.
///
/// ```
/// use skidpad_world::contact::{Body, Motion, Mover, Shape, Wall, Walls};
/// use skidpad_world::scene::{Cone, ConeContacts, ConeSearch, Cones};
///
/// let body = Body {
///     shape: Shape::centred_box(4.5, 1.8),
///     mass_kg: 1500.0,
///     yaw_inertia_kg_m2: 2500.0,
///     restitution: 0.25,
///     friction: 0.5,
/// };
/// // One cone before a wall, one beside the way, and one far from all.
/// let places = [[19.8, 0.3], [10.0, 1.0], [200.0, 0.0]];
/// let mut cones = Cones::new(&places.map(|position_m| Cone { position_m }));
/// let walls = Walls::new(Wall::line(&[[20.0, -5.0], [20.0, 5.0]], 0.2, 0.5)).unwrap();
/// let mut car = Motion::at_rest(0.0, 0.0, 0.0).moving(20.0, 0.0, 0.0);
/// let (mut met, mut search) = (ConeContacts::default(), ConeSearch::default());
/// let dt_s = 1.0 / 240.0;
/// for _ in 0..240 {
///     met.movers.clear();
///     met.movers.push(Mover::coasting(body, car, dt_s));
///     let mut awake = cones.join(&mut met.movers, 9.81, dt_s, &mut search).to_vec();
///     while !met.try_step(1, &walls, dt_s) {
///         for place in met.crushed() {
///             cones.crush(awake.remove(place - 1));
///         }
///     }
///     let outcome = met.outcome();
///     car = outcome.motions[0];
///     for (place, cone) in awake.iter().enumerate() {
///         cones.set(*cone, outcome.motions[1 + place], outcome.corrected[1 + place]);
///     }
/// }
/// let [pinned, thrown, far] = cones.states() else { unreachable!() };
/// assert!(pinned.is_flat && car.velocity_m_s.x < 0.0, "the car meets the wall");
/// assert!(thrown.is_hit && !thrown.is_flat);
/// assert!(!far.is_hit && far.motion == Motion::at_rest(200.0, 0.0, 0.0));
/// ```
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
    /// Tries a step in which only the first bodies, `rigid` of them, carry any blow. Returns true where it is done. Else some cones
    /// were crushed and are no longer among the movers, and the caller takes them out of its own list of bodies, too, before it tries again: see [`blows`](Self::blows), and then
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
        for impact in outcome.impacts.iter().filter(|impact| has_cones && crushes(impact, &outcome.impacts)) {
            crushed.extend(bodies(impact).filter(|place| *place >= rigid));
        }
        if crushed.is_empty() {
            return true;
        }
        crushed.sort_unstable();
        crushed.dedup();
        let concerns_crushed =
            |impact: &&Impact| bodies(impact).any(|place| crushed.binary_search(&place).is_ok());
        // What a cone takes until it is flat is little beside a crash.
        blows.extend(outcome.impacts.iter().filter(concerns_crushed).map(|impact| Impact {
            normal_impulse_n_s: 0.0,
            friction_impulse_n_s: 0.0,
            energy_lost_j: 0.0,
            ..*impact
        }));
        contacts.restore_pressing(before);
        contacts.renumber(|place| crushed.binary_search(&place).err().map(|gone| place - gone));
        crushed.iter().rev().for_each(|place| {
            movers.remove(*place);
        });
        false
    }

    /// Impacts of the last try in which cones take part that were crushed, in order of time and without impulses; bodies by their
    /// places before any was taken out.
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

/// Returns true where the blow of an impact exceeds what a cone carries: a body in space gives it at two heights at once.
fn crushes(impact: &Impact, all: &[Impact]) -> bool {
    let key = |one: &Impact| (one.body, one.met, one.time_s.to_bits());
    let parts = all.iter().filter(|other| key(other) == key(impact));
    parts.map(|part| part.normal_impulse_n_s).sum::<f64>() > Cone::CRUSH_N_S
}

/// The bodies of an impact.
fn bodies(impact: &Impact) -> impl Iterator<Item = usize> {
    let met = match impact.met {
        Met::Body(other) => Some(other),
        Met::Wall(_) => None,
    };
    core::iter::once(impact.body).chain(met)
}
