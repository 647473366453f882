//! A car near walls or cones: the contact of one step.

use skidpad_core::math::Real;
use skidpad_world::contact::{Body, Impact, Met, Motion, Mover, Outcome, Pressing, is_usable_mover};
use skidpad_world::scene::{ConeContacts, ConeSearch, ConeState, Cones};
use skidpad_world::world::{Site, stand_on};

/// Points of contact for which each car has memory from the beginning: the corners of a car in a corner of walls, twice.
const POINTS: usize = 8;

/// Memory of a car near something. Apart from its areas, as few cars are.
pub(crate) struct Near {
    body: Option<Body>,
    pressing: Pressing,
    cones: Option<OwnCones>,
    /// Motion that contact gave it in this step.
    corrected: Option<Corrected>,
    impacts: ImpactSpeeds,
}

/// A car's copy of the cones of its site: it alone throws them about.
struct OwnCones {
    cones: Cones,
    /// Bodies of the last step with contact.
    before: Vec<Party>,
}

/// Body of a step with contact, in the order in which contact gets them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Party {
    Car,
    Cone(usize),
}

/// Largest approach speeds of the impacts of a step, m/s; 0 without impacts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ImpactSpeeds {
    pub walls_m_s: f64,
    pub cones_m_s: f64,
    pub cars_m_s: f64,
}

/// Working memory of contact, for one car after the other.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    met: ConeContacts,
    parties: Vec<Party>,
    search: ConeSearch,
}

/// Motion of a car that contact has changed.
#[derive(Clone, Copy)]
pub(crate) struct Corrected {
    pub motion: Motion,
    /// Angular velocity about the road's axes x and y, rad/s; 0 of a car in the plane.
    pub tilt_rates_rad_s: [f64; 2],
}

impl Near {
    /// Memory of a car on a site; one without a body meets nothing.
    pub fn new(body: Option<Body>, site: &Site) -> Self {
        let cones = body.filter(|_| !site.cones.is_empty()).map(|_| OwnCones {
            cones: Cones::new(&site.cones),
            before: Vec::with_capacity(1 + site.cones.len()),
        });
        let points = if body.is_some() { POINTS } else { 0 };
        Self {
            body,
            pressing: Pressing::with_capacity(points),
            cones,
            corrected: None,
            impacts: ImpactSpeeds::default(),
        }
    }

    /// The body; `None` for a car that meets nothing.
    pub fn body(&self) -> Option<&Body> {
        self.body.as_ref()
    }

    /// The cones as the car left them; `None` for a car that meets none.
    pub fn cones(&self) -> Option<&[ConeState]> {
        self.cones.as_ref().map(|own| own.cones.states())
    }

    /// Returns true where a rectangle has no cone in it, and all stand.
    pub fn is_free_of_cones(&self, low_m: [f64; 2], high_m: [f64; 2]) -> bool {
        self.cones.as_ref().is_none_or(|own| own.cones.leave_free(low_m, high_m))
    }

    /// Forgets what the car pressed against.
    pub fn part(&mut self) {
        self.pressing.clear();
    }

    /// Puts the cones back to where they stood at first.
    pub fn reset_cones(&mut self, site: &Site) {
        if let Some(own) = &mut self.cones {
            own.cones.reset(&site.cones);
        }
    }

    /// Takes what the last step with contact did to the car: its motion, where it is another, and the speeds of impacts.
    pub fn take(&mut self) -> (Option<Corrected>, ImpactSpeeds) {
        (self.corrected.take(), core::mem::take(&mut self.impacts))
    }

    /// Notes the motion that contact of its scene gave the car in this step, before its impacts are noted.
    pub fn note_contact(&mut self, corrected: Option<Corrected>) {
        (self.corrected, self.impacts) = (corrected, ImpactSpeeds::default());
    }

    /// Speeds of the car's impacts in this step.
    pub fn impacts_mut(&mut self) -> &mut ImpactSpeeds {
        &mut self.impacts
    }

    /// Lets the car meet walls and its cones, as a world does. Returns true where cones took part. A car beyond what contact can
    /// use meets nothing, while its cones slide on.
    pub fn meet(&mut self, moved: Option<Mover>, site: &Site, dt_s: f64, memory: &mut Memory) -> bool {
        let Self { pressing, cones, impacts, .. } = self;
        let Memory { met, parties, search } = memory;
        met.movers.clear();
        parties.clear();
        if let Some(car) = moved.filter(is_usable_mover) {
            met.movers.push(car);
            parties.push(Party::Car);
        }
        let cars = parties.len();
        met.contacts.swap_pressing(pressing);
        if let Some(OwnCones { cones, before }) = cones {
            let awake = cones.join(&mut met.movers, site.surface.gravity_m_s2, dt_s, search);
            parties.extend(awake.iter().map(|cone| Party::Cone(*cone)));
            // Contact remembers bodies by their places, which change as cones wake.
            if parties != before {
                met.contacts.renumber(|place| parties.binary_search(before.get(place)?).ok());
                before.clone_from(parties);
            }
        }
        stand_on(&mut met.movers, cars, &site.ground);
        *impacts = ImpactSpeeds::default();
        let had_cones = parties.len() > cars;
        let rigid = if site.are_cones_rigid { usize::MAX } else { cars };
        while !met.try_step(rigid, &site.walls, dt_s) {
            impacts.add(met.blows(), parties);
            let Some(OwnCones { cones, before }) = cones else { continue };
            for place in met.crushed() {
                before.remove(place);
                if let Party::Cone(cone) = parties.remove(place) {
                    cones.crush(cone);
                }
            }
        }
        self.take_outcome(met.outcome(), parties);
        met.contacts.swap_pressing(&mut self.pressing);
        had_cones
    }

    fn take_outcome(&mut self, outcome: &Outcome, parties: &[Party]) {
        for (place, party) in parties.iter().enumerate() {
            let (motion, is_corrected) = (outcome.motions[place], outcome.corrected[place]);
            match (party, &mut self.cones) {
                (Party::Car, _) => {
                    let tilt_rates_rad_s = outcome.tilt_rates_rad_s[place];
                    self.corrected = is_corrected.then_some(Corrected { motion, tilt_rates_rad_s });
                }
                (Party::Cone(cone), Some(own)) => own.cones.set(*cone, motion, is_corrected),
                (Party::Cone(_), None) => {}
            }
        }
        self.impacts.add(&outcome.impacts, parties);
    }
}

impl ImpactSpeeds {
    /// Takes in the impacts of the car, without those of cones with walls or each other.
    fn add(&mut self, impacts: &[Impact], parties: &[Party]) {
        for impact in impacts {
            let met = match impact.met {
                Met::Wall(_) => None,
                Met::Body(other) => Some(parties[other]),
            };
            let speed = match (parties[impact.body], met) {
                (Party::Car, None) => &mut self.walls_m_s,
                (Party::Car, Some(_)) | (_, Some(Party::Car)) => &mut self.cones_m_s,
                _ => continue,
            };
            *speed = Real::max(*speed, impact.approach_speed_m_s);
        }
    }
}
