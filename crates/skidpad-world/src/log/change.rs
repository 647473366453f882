//! Changes of a world from outside: what its owner does between two steps.

use std::sync::Arc;

use skidpad_core::snapshot::Saved;
use skidpad_core::surface::Surface;

use super::LoggedCar;
use crate::contact::Motion;
use crate::rolling::Request;
use crate::world::{CarId, RestoreWorldError, SavedWorld, World, WorldError};

/// A change of a world by its owner. Everything else follows from the equations.
#[derive(Clone)]
#[non_exhaustive]
pub enum WorldChange {
    /// A car joined.
    Joined {
        /// Its number.
        id: CarId,
        /// The car as it joined.
        car: Arc<LoggedCar>,
    },
    /// A car left.
    Left {
        /// Its number.
        id: CarId,
    },
    /// A car was replaced by another.
    Replaced {
        /// The number that both have.
        id: CarId,
        /// The other car as it joined.
        car: Arc<LoggedCar>,
    },
    /// A request was set.
    Requested {
        /// The car.
        id: CarId,
        /// Its request from the next step on.
        request: Request,
    },
    /// A request was scheduled.
    Scheduled {
        /// The car.
        id: CarId,
        /// The world's step from which on it holds.
        step: u64,
        /// The request.
        request: Request,
    },
    /// A car was put back to a state.
    CarRestored {
        /// The car.
        id: CarId,
        /// The state.
        saved: Box<Saved>,
    },
    /// A car was given another motion.
    CarMoved {
        /// The car.
        id: CarId,
        /// The motion.
        motion: Motion,
    },
    /// The lap of a car was abandoned.
    LapAbandoned {
        /// The car.
        id: CarId,
    },
    /// All cones were put back to their places.
    ConesReset,
    /// Road and air changed.
    SurfaceSet(Box<Surface<f64>>),
    /// The whole world was put back to a state.
    Restored(Box<SavedWorld>),
}

/// A change that a world refused in a replay: its log was altered.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Refused {
    Member(WorldError),
    World(RestoreWorldError),
    Car(CarId),
}

impl WorldChange {
    /// The car that it concerns; `None` where it concerns all.
    pub fn car(&self) -> Option<CarId> {
        match self {
            Self::Joined { id, .. }
            | Self::Left { id }
            | Self::Replaced { id, .. }
            | Self::Requested { id, .. }
            | Self::Scheduled { id, .. }
            | Self::CarRestored { id, .. }
            | Self::CarMoved { id, .. }
            | Self::LapAbandoned { id } => Some(*id),
            Self::ConesReset | Self::SurfaceSet(_) | Self::Restored(_) => None,
        }
    }

    /// Repeats the change.
    pub(super) fn apply(&self, world: &mut World) -> Result<(), Refused> {
        let here = |is_here: bool, id: CarId| if is_here { Ok(()) } else { Err(Refused::Car(id)) };
        match self {
            Self::Joined { id, car } => {
                let joined = world.add(car.member.clone()).map_err(Refused::Member)?;
                here(joined == *id, *id)
            }
            Self::Left { id } => here(world.remove(*id).is_some(), *id),
            Self::Replaced { id, car } => {
                let replaced = world.replace(*id, car.member.clone()).map_err(Refused::Member)?;
                here(replaced.is_some(), *id)
            }
            Self::Requested { id, request } => here(world.set_request(*id, *request), *id),
            Self::Scheduled { id, step, request } => here(world.schedule_request(*id, *step, *request), *id),
            Self::CarRestored { id, saved } => {
                let restored = world.car_mut(*id).map(|car| car.restore(saved).is_ok());
                here(restored == Some(true), *id)
            }
            Self::CarMoved { id, motion } => {
                here(world.car_mut(*id).map(|car| car.correct(motion)).is_some(), *id)
            }
            Self::LapAbandoned { id } => here(world.abandon_lap(*id), *id),
            Self::ConesReset => {
                world.reset_cones();
                Ok(())
            }
            Self::SurfaceSet(surface) => {
                world.set_surface(**surface);
                Ok(())
            }
            Self::Restored(saved) => world.restore(saved).map_err(Refused::World),
        }
    }
}
