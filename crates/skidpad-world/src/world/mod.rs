//! Cars of any models that share a road, and meet each other and walls.
//!
//! ```
//! use skidpad_core::controls::Gear;
//! use skidpad_core::step::Dt;
//! use skidpad_core::surface::Surface;
//! use skidpad_world::contact::Wall;
//! use skidpad_models::MODELS;
//! use skidpad_world::rolling::{Begin, CarChoice, Request};
//! use skidpad_world::world::{Member, World, body_of};
//!
//! let (model, car) = (MODELS.by_name("w1").unwrap(), CarChoice::Own("w1"));
//! let begin = Begin { gear: Gear::Forward(1), initial: &[("velocity_x_m_s", 20.0)], method: None };
//! let member = Member { car: model.begin(&car, &begin).unwrap(), body: body_of(model, &car, 0.25, 0.5) };
//! let walls = Wall::line(&[[30.0, -5.0], [30.0, 5.0]], 1.0, 0.5);
//! let mut world = World::new(vec![member], walls).unwrap();
//! let (untouched, asphalt) = (Request::untouched(), Surface::asphalt());
//! for _ in 0..200 {
//!     world.step(&[(untouched, (&asphalt).into())], Dt::new(0.01).unwrap()).unwrap();
//! }
//! // Of a car and a wall the lower coefficient of restitution counts.
//! let speed_m_s = world.members()[0].car.planar().unwrap().velocity_m_s.x;
//! assert!((speed_m_s + 0.25 * 20.0).abs() < 0.1);
//! ```
//!
//! Each step moves every car by its model, and then corrects their motions by what they met on the way
//! ([`Contacts`]). The result has the same bits in whatever order the cars are given. A car that touches nothing has the
//! bits that it has alone.

mod bodies;
mod events;
mod run;

use core::fmt;

use skidpad_core::step::Dt;

use crate::contact::{Body, ContactFault, Contacts, Impact, Motion, Mover, Wall, check};
use crate::ground::Road;
use crate::rolling::{Request, Rolling};

pub use bodies::{BODY_FRICTION, OwnBody, body_of, outline_m};
pub use events::{ContactEvent, ContactEvents};
pub use run::{Participant, WorldRun, columns_of_participant, run_world};

/// The most cars of a world that a file describes.
pub const MOST_CARS: usize = 32;
/// The most walls of a world that a file describes.
pub const MOST_WALLS: usize = 1000;

/// A car in a world.
pub struct Member {
    /// The car.
    pub car: Box<dyn Rolling>,
    /// Its body, for what it meets.
    pub body: Body,
}

/// Cars that share a road, and the walls beside it.
pub struct World {
    members: Vec<Member>,
    walls: Vec<Wall>,
    contacts: Contacts,
}

/// Contact during one step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepReport {
    /// The impacts, in order of time; bodies are counted as the members are.
    pub impacts: Vec<Impact>,
    /// Largest distance by which an overlapping body was moved, m; 0 without overlaps.
    pub pushed_m: f64,
}

/// A world that cannot be.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WorldError {
    /// The model of a participant does not take its car.
    NotTaken(usize),
    /// A member whose model has no place, heading or lateral velocity, in a world where it may meet something.
    CannotMeet(usize),
    /// Bodies, motions or walls with numbers that contact cannot use.
    Faults(Vec<ContactFault>),
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTaken(car) => write!(f, "the model of car {car} does not take it"),
            Self::CannotMeet(car) => {
                write!(f, "the model of car {car} has no motion in the plane: it cannot meet anything")
            }
            Self::Faults(faults) => {
                f.write_str(&faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
            }
        }
    }
}

impl core::error::Error for WorldError {}

impl World {
    /// A world of cars and walls.
    ///
    /// # Errors
    /// A car that cannot meet what is there, and numbers that contact cannot use.
    pub fn new(members: Vec<Member>, walls: Vec<Wall>) -> Result<Self, WorldError> {
        let world = Self { members, walls, contacts: Contacts::new() };
        if world.has_contact() {
            if let Some(car) = world.members.iter().position(|member| member.car.planar().is_none()) {
                return Err(WorldError::CannotMeet(car));
            }
            let motions = world.motions();
            check(&world.movers(&motions, &motions), &world.walls, Dt::LARGEST_S)
                .map_err(WorldError::Faults)?;
        }
        Ok(world)
    }

    /// Its cars, in the order in which they were given.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Its walls.
    pub fn walls(&self) -> &[Wall] {
        &self.walls
    }

    /// A car of its, to be put back or replaced.
    pub fn car_mut(&mut self, member: usize) -> &mut dyn Rolling {
        self.members[member].car.as_mut()
    }

    /// Whether anything can meet anything.
    pub fn has_contact(&self) -> bool {
        self.members.len() > 1 || (!self.members.is_empty() && !self.walls.is_empty())
    }

    fn motions(&self) -> Vec<Motion> {
        let rest = Motion::at_rest(0.0, 0.0, 0.0);
        self.members.iter().map(|member| member.car.planar().unwrap_or(rest)).collect()
    }

    fn movers(&self, from: &[Motion], to: &[Motion]) -> Vec<Mover> {
        let motions = from.iter().zip(to);
        let bodies = self.members.iter().map(|member| member.body);
        bodies
            .zip(motions)
            .map(|(body, (start, proposed))| Mover { body, start: *start, proposed: *proposed })
            .collect()
    }

    /// Moves all cars on by a step, each by its request on its road.
    ///
    /// # Errors
    /// Motions beyond what contact can use, such as a place farther away than 1e7 m: then the models have moved the cars,
    /// and nothing has met anything.
    ///
    /// # Panics
    /// Without a request for each car.
    pub fn step(&mut self, asked: &[(Request, Road<'_>)], dt: Dt) -> Result<StepReport, Vec<ContactFault>> {
        assert_eq!(asked.len(), self.members.len(), "a request for each car");
        let before = if self.has_contact() { self.motions() } else { Vec::new() };
        for (member, (request, road)) in self.members.iter_mut().zip(asked) {
            member.car.step(request, *road, dt);
        }
        if before.is_empty() {
            return Ok(StepReport::default());
        }
        let movers = self.movers(&before, &self.motions());
        let outcome = self.contacts.step(&movers, &self.walls, dt.seconds())?;
        let corrections = outcome.motions.iter().zip(&outcome.corrected);
        for (member, (motion, is_corrected)) in self.members.iter_mut().zip(corrections) {
            if *is_corrected {
                member.car.correct(motion);
            }
        }
        Ok(StepReport { impacts: outcome.impacts, pushed_m: outcome.pushed_m })
    }
}
