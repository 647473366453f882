//! The changes of a log that are no requests, as bytes.
//!
//! | bytes | content |
//! |---|---|
//! | 1 | kind, then what follows |
//! | 0 or 1 | a car joined, or replaced another: number (count); it is the next of all cars |
//! | 2 | a car left: number (count) |
//! | 3 | a car was put back: number (count), state as `log/states.rs` says |
//! | 4 | a car was moved: number (count), position, heading, velocity, yaw rate (6 x 8) |
//! | 5 | cones were put back |
//! | 6 | road and air: 8 each |
//! | 7 | a lap was abandoned: number (count) |

use std::sync::Arc;

use skidpad_core::math::Vec2;
use skidpad_world::contact::Motion;
use skidpad_world::log::{LoggedCar, WorldChange};
use skidpad_world::models::Models;
use skidpad_world::world::CarId;

use super::states;
use super::values::{put_record, take_id, take_record};
use crate::bytes::{ByteError, Reader, put_count, put_number};

const WHAT: &str = "change";

/// A change as read, of which the cars are to be found.
#[derive(Clone)]
pub(super) enum Other {
    Joined(CarId),
    Replaced(CarId),
    Change(WorldChange),
}

impl Other {
    /// True where a car comes with it.
    pub(super) fn has_car(&self) -> bool {
        !matches!(self, Self::Change(_))
    }

    /// The change with the next of the cars, where it needs one.
    pub(super) fn with_cars(self, cars: &mut impl Iterator<Item = Arc<LoggedCar>>) -> Option<WorldChange> {
        Some(match self {
            Self::Joined(id) => WorldChange::Joined { id, car: cars.next()? },
            Self::Replaced(id) => WorldChange::Replaced { id, car: cars.next()? },
            Self::Change(change) => change,
        })
    }
}

/// The car that comes with a change.
pub(super) fn car_of(change: &WorldChange) -> Option<Arc<LoggedCar>> {
    match change {
        WorldChange::Joined { car, .. } | WorldChange::Replaced { car, .. } => Some(Arc::clone(car)),
        _ => None,
    }
}

pub(super) fn put(bytes: &mut Vec<u8>, change: &WorldChange) {
    let mut begin = |kind: u8, id: Option<&CarId>| {
        bytes.push(kind);
        id.into_iter().for_each(|id| put_count(bytes, id.index() as u64));
    };
    match change {
        WorldChange::Joined { id, .. } => begin(0, Some(id)),
        WorldChange::Replaced { id, .. } => begin(1, Some(id)),
        WorldChange::Left { id } => begin(2, Some(id)),
        WorldChange::CarRestored { id, saved } => {
            begin(3, Some(id));
            states::put_saved(bytes, saved);
        }
        WorldChange::CarMoved { id, motion } => {
            begin(4, Some(id));
            let Motion { position_m, yaw_rad, velocity_m_s, yaw_rate_rad_s } = motion;
            let numbers =
                [position_m.x, position_m.y, *yaw_rad, velocity_m_s.x, velocity_m_s.y, *yaw_rate_rad_s];
            numbers.into_iter().for_each(|number| put_number(bytes, number));
        }
        WorldChange::ConesReset => begin(5, None),
        WorldChange::SurfaceSet(surface) => {
            begin(6, None);
            put_record(bytes, surface.as_ref());
        }
        WorldChange::LapAbandoned { id } => begin(7, Some(id)),
        _ => unreachable!("requests are packed, and a world that is put back is refused"),
    }
}

pub(super) fn take(r: &mut Reader, models: &Models) -> Result<Other, ByteError> {
    Ok(match r.byte(WHAT)? {
        0 => Other::Joined(take_id(r)?),
        1 => Other::Replaced(take_id(r)?),
        2 => Other::Change(WorldChange::Left { id: take_id(r)? }),
        3 => {
            let id = take_id(r)?;
            Other::Change(WorldChange::CarRestored { id, saved: Box::new(states::take_saved(r, models)?) })
        }
        4 => {
            let id = take_id(r)?;
            let mut vector = || Ok(Vec2::new(r.number(WHAT)?, r.number(WHAT)?));
            let position_m = vector()?;
            let yaw_rad = r.number(WHAT)?;
            let velocity_m_s = Vec2::new(r.number(WHAT)?, r.number(WHAT)?);
            let yaw_rate_rad_s = r.number(WHAT)?;
            let motion = Motion { position_m, yaw_rad, velocity_m_s, yaw_rate_rad_s };
            Other::Change(WorldChange::CarMoved { id, motion })
        }
        5 => Other::Change(WorldChange::ConesReset),
        6 => Other::Change(WorldChange::SurfaceSet(Box::new(take_record(r, WHAT)?))),
        7 => Other::Change(WorldChange::LapAbandoned { id: take_id(r)? }),
        _ => return Err(r.invalid(WHAT)),
    })
}
