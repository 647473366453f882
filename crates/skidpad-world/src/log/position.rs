//! A place in a log, and the world there.

use std::sync::Arc;

use super::change::{Refused, WorldChange};
use super::keyframes::Keyframe;
use super::packed::Cursor;
use super::{LogFault, LoggedCar, WorldLog};
use crate::world::{CarId, World};

/// A world on its way through a log.
#[derive(Clone)]
pub(super) struct Position {
    pub world: World,
    /// The cars that are there, as they joined.
    pub cars: Vec<(CarId, Arc<LoggedCar>)>,
    /// Steps since the log began.
    pub step: u64,
    /// The next change.
    pub cursor: Cursor,
    /// True where the changes at this place were applied before the step that follows them.
    pub is_changed: bool,
}

impl Position {
    /// The start of a log.
    pub fn start(log: &WorldLog) -> Self {
        let world = World::clone(&log.start.world);
        Self {
            world,
            cars: log.start.cars.clone(),
            step: 0,
            cursor: log.changes.cursor(0),
            is_changed: false,
        }
    }

    /// A keyframe of a log.
    pub fn at(log: &WorldLog, keyframe: &Keyframe) -> Result<Self, LogFault> {
        let step = keyframe.step;
        let refused = |error| LogFault { step, refused: Refused::World(error) };
        let world = keyframe.world(log.start.world.site()).map_err(refused)?;
        let (cars, cursor) = (keyframe.cars.clone(), log.changes.cursor(step));
        Ok(Self { world, cars, step, cursor, is_changed: false })
    }

    /// The place after so many steps, from the nearest keyframe of the log before it, without events of the way there.
    pub fn reach(log: &WorldLog, steps: u64) -> Result<Self, LogFault> {
        let from = log.keyframes.before(steps).map(|keyframe| Self::at(log, keyframe));
        let mut position = from.unwrap_or_else(|| Ok(Self::start(log)))?;
        while position.step < steps && position.follow(log)? {}
        // They happened before, however far from here the keyframe lies.
        position.world.take_events();
        Ok(position)
    }

    /// Applies the changes here, without the step that follows them. Those that were applied are not repeated.
    pub fn apply_changes(&mut self, log: &WorldLog) -> Result<(), LogFault> {
        while log.changes.next_step(&self.cursor) == Some(self.step)
            && let Some((_, change)) = log.changes.take(&mut self.cursor)
        {
            change.apply(&mut self.world).map_err(|refused| LogFault { step: self.step, refused })?;
            self.note_cars(&change);
        }
        self.is_changed = true;
        Ok(())
    }

    /// Applies the changes here and takes the step that follows them. At the end, where no step follows, returns false.
    pub fn follow(&mut self, log: &WorldLog) -> Result<bool, LogFault> {
        self.apply_changes(log)?;
        let Some(dt) = log.dt(self.step) else { return Ok(false) };
        self.world.step(dt);
        (self.step, self.is_changed) = (self.step + 1, false);
        Ok(true)
    }

    fn note_cars(&mut self, change: &WorldChange) {
        match change {
            WorldChange::Joined { id, car } => self.cars.push((*id, Arc::clone(car))),
            WorldChange::Left { id } => self.cars.retain(|(here, _)| here != id),
            WorldChange::Replaced { id, car } => {
                self.cars
                    .iter_mut()
                    .filter(|(here, _)| here == id)
                    .for_each(|(_, old)| *old = Arc::clone(car));
            }
            _ => {}
        }
    }
}
