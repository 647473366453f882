//! Keyframes: states of a world from which a replay goes on, so that it need not begin at the start.

use std::sync::Arc;

use skidpad_core::surface::Surface;

use super::LoggedCar;
use crate::world::{CarId, RestoreWorldError, SavedWorld, Site, World};

/// A state of a world after so many steps of its log.
#[derive(Clone)]
pub(super) struct Keyframe {
    /// Steps since the log began.
    pub step: u64,
    /// The cars that were there.
    pub cars: Vec<(CarId, Arc<LoggedCar>)>,
    pub next_id: u32,
    pub surface: Surface<f64>,
    pub saved: SavedWorld,
}

impl Keyframe {
    /// The state of a world, without events.
    pub fn from_world(world: &World, step: u64, cars: &[(CarId, Arc<LoggedCar>)]) -> Self {
        Self {
            step,
            cars: cars.to_vec(),
            next_id: world.next_id(),
            surface: world.site().surface,
            saved: world.save().without_events(),
        }
    }

    /// The world in that state.
    pub fn world(&self, site: &Site) -> Result<World, RestoreWorldError> {
        let cars = self.cars.iter().map(|(id, car)| (*id, car.member.clone()));
        let site = Site { surface: self.surface, ..site.clone() };
        let mut world = World::with_cars(site, cars.collect(), self.next_id);
        world.restore(&self.saved)?;
        Ok(world)
    }

    fn approximate_bytes(&self) -> usize {
        self.saved.approximate_bytes() + size_of::<Self>() + size_of_val(&self.cars[..])
    }
}

/// Keyframes in the order of their steps, in a limited memory.
#[derive(Clone, Default)]
pub(super) struct Keyframes {
    list: Vec<Keyframe>,
    bytes: usize,
}

impl Keyframes {
    /// Appends a keyframe. Where more than so many bytes are taken, every second one of the older half is dropped, so that they
    /// lie the wider apart the older they are.
    pub fn push(&mut self, keyframe: Keyframe, most_bytes: usize) {
        self.bytes += keyframe.approximate_bytes();
        self.list.push(keyframe);
        while self.bytes > most_bytes && !self.list.is_empty() {
            self.thin();
        }
    }

    /// Drops every second one of the older half, or the only one.
    fn thin(&mut self) {
        let (count, mut place) = (self.list.len(), 0);
        let older = usize::max(count.div_ceil(2), 2);
        self.list.retain(|_| {
            place += 1;
            count > 1 && (place > older || place % 2 == 1)
        });
        self.bytes = self.list.iter().map(Keyframe::approximate_bytes).sum();
    }

    /// The last one after at most so many steps.
    pub fn before(&self, step: u64) -> Option<&Keyframe> {
        let next = self.list.partition_point(|keyframe| keyframe.step <= step);
        next.checked_sub(1).map(|place| &self.list[place])
    }

    /// The one after exactly so many steps.
    pub fn at(&self, step: u64) -> Option<&Keyframe> {
        self.before(step).filter(|keyframe| keyframe.step == step)
    }

    /// The first one after at least so many steps.
    pub fn after(&self, step: u64) -> Option<&Keyframe> {
        self.list.get(self.list.partition_point(|keyframe| keyframe.step < step))
    }

    /// Steps of the last one.
    pub fn last_step(&self) -> Option<u64> {
        self.list.last().map(|last| last.step)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Keyframe> {
        self.list.iter()
    }

    /// Drops those after more than so many steps.
    pub fn truncate(&mut self, step: u64) {
        self.list.retain(|keyframe| keyframe.step <= step);
        self.bytes = self.list.iter().map(Keyframe::approximate_bytes).sum();
    }

    /// The memory that they take.
    pub fn approximate_bytes(&self) -> usize {
        self.bytes
    }
}
