//! The log of a world: what its owner did, from which the world drives again with the same bits.
//!
//! A [`LoggedWorld`] is a world that notes every change from outside: cars that join, leave and are replaced, requests, states
//! that are put back, and the length of the steps. The [`WorldLog`] is its start and these changes; motion, contact and
//! events follow from them. Hashes prove it, and keyframes are states to go on from, so that a [`LogReplay`] need not begin at
//! the start to be anywhere.
//!
//! ```
//! use skidpad_core::controls::{Controls, Gear, sanitise};
//! use skidpad_core::step::Dt;
//! use skidpad_models::MODELS;
//! use skidpad_world::log::{CarLabel, LogReplay, LogSettings, LoggedWorld};
//! use skidpad_world::rolling::{Begin, CarChoice, Request};
//! use skidpad_world::world::{Member, Site, World};
//!
//! let mut world = LoggedWorld::new(World::new(Site::asphalt()), LogSettings::default());
//! let (model, car) = (MODELS.by_name("commonroad_std").unwrap(), CarChoice::Own("commonroad-2"));
//! let begin = Begin { gear: Gear::Forward(1), initial: &[("speed_m_s", 20.0)], method: None };
//! let member = Member { car: model.begin(&car, &begin).unwrap(), body: None };
//! let id = world.add(member, CarLabel::named("commonroad-2")).unwrap();
//! let dt = Dt::new(0.01).unwrap();
//! for step in 0..300 {
//!     let steer_rad = if step < 50 { 0.0 } else { 0.05 };
//!     let (command, _) = sanitise(&Controls { steer_rad, ..Controls::default() });
//!     world.set_request(id, Request::from_command(command));
//!     world.step(dt);
//! }
//!
//! let mut replay = LogReplay::new(world.log());
//! assert!(replay.verify().is_ok());
//! // Back to 1 s with the request that holds from there on, and on in another direction.
//! replay.seek_time(1.0)?;
//! replay.apply_changes()?;
//! let mut other = replay.take_over();
//! assert_eq!(other.world().time_s(), 1.0);
//! other.set_request(id, Request::untouched());
//! other.step(dt);
//! # Ok::<(), skidpad_world::log::LogFault>(())
//! ```

mod car;
mod change;
mod contents;
mod counts;
mod difference;
mod divergence;
mod fault;
mod ghosts;
mod kept_states;
mod keyframes;
mod later;
mod packed;
mod position;
mod recorder;
mod replay;
mod requests;
mod times;
mod without_ghosts;

use std::sync::Arc;

use skidpad_core::step::Dt;

use crate::world::{CarId, World};
use keyframes::Keyframes;
use packed::{Cursor, PackedChanges};
use times::StepTimes;

pub use car::{CarLabel, LoggedCar};
pub use change::WorldChange;
pub use contents::{ContentsError, LogContents, StartCar, packed};
pub use difference::Difference;
pub use divergence::{LogDivergence, PartyDivergence, Verified, VerifyError};
pub use fault::LogFault;
pub use ghosts::LogGhosts;
pub use kept_states::KeptStates;
pub use later::LaterRequests;
pub use recorder::LoggedWorld;
pub use replay::LogReplay;

/// Intervals and memory of what a log keeps beside the changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogSettings {
    /// A keyframe is kept after each so many steps; 0: none.
    pub keyframe_interval: u32,
    /// A hash of the world is kept after each so many steps; 0: none.
    pub hash_interval: u32,
    /// Memory for keyframes, bytes. Where it is full, older keyframes are dropped, so that they lie wider apart.
    pub keyframe_bytes: usize,
}

impl Default for LogSettings {
    /// A keyframe each second at 240 steps a second, in at most 64 MiB, and ten hashes a second.
    fn default() -> Self {
        Self { keyframe_interval: 240, hash_interval: 24, keyframe_bytes: 64 << 20 }
    }
}

/// The start of a world and all changes since, with hashes and keyframes.
#[derive(Clone)]
pub struct WorldLog {
    start: LogStart,
    settings: LogSettings,
    changes: PackedChanges,
    times: StepTimes,
    steps: u64,
    /// Hashes after each `hash_interval` steps.
    hashes: Vec<u64>,
    /// Hash after the last step.
    end_hash: Option<u64>,
    keyframes: Keyframes,
    /// States of cars to compare with, where there are no keyframes.
    states: Vec<KeptStates>,
}

impl core::fmt::Debug for WorldLog {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { settings, steps, end_hash, .. } = self;
        let mut shown = f.debug_struct("WorldLog");
        shown.field("settings", settings).field("steps", steps).field("end_hash", end_hash);
        shown.finish_non_exhaustive()
    }
}

/// A world as it was when its log began.
#[derive(Clone)]
struct LogStart {
    world: Arc<World>,
    cars: Vec<(CarId, Arc<LoggedCar>)>,
}

impl WorldLog {
    /// An empty log of a world.
    fn begin(world: &World, settings: LogSettings) -> Self {
        let mut world = world.clone();
        world.take_events();
        let car = |id: CarId| {
            let member = world.member(id)?;
            Some((id, Arc::new(LoggedCar { label: CarLabel::default(), member })))
        };
        let start = LogStart { cars: world.ids().filter_map(car).collect(), world: Arc::new(world) };
        Self {
            times: StepTimes::from(start.world.clock()),
            start,
            settings,
            changes: PackedChanges::default(),
            steps: 0,
            hashes: Vec::new(),
            end_hash: None,
            keyframes: Keyframes::default(),
            states: Vec::new(),
        }
    }

    /// The world as it was when the log began.
    pub fn start(&self) -> &World {
        &self.start.world
    }

    /// Number of steps.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The settings of the log.
    pub fn settings(&self) -> &LogSettings {
        &self.settings
    }

    /// Time after a number of steps, s: the world's time, which a restored world does not set back.
    pub fn time_s(&self, steps: u64) -> f64 {
        self.times.time_s(u64::min(steps, self.steps))
    }

    /// Number of steps that were complete at a time of the log; 0 before its start.
    pub fn steps_at(&self, time_s: f64) -> u64 {
        self.times.step_at(time_s, self.steps)
    }

    /// Length of the step that follows so many steps; `None` at the end of the log.
    pub fn dt(&self, steps: u64) -> Option<Dt> {
        self.times.dt(steps).filter(|_| steps < self.steps)
    }

    /// All changes, each with the number of steps before it.
    pub fn changes(&self) -> impl Iterator<Item = (u64, WorldChange)> {
        let mut cursor = self.changes.block_before(0);
        core::iter::from_fn(move || self.changes.take(&mut cursor))
    }

    /// Steps of the keyframes that are kept.
    pub fn keyframes(&self) -> impl Iterator<Item = u64> {
        self.keyframes.iter().map(|keyframe| keyframe.step)
    }

    /// The hash of the world right after a number of steps, where it is kept.
    pub fn hash_after(&self, steps: u64) -> Option<u64> {
        let interval = u64::from(self.settings.hash_interval);
        let place = steps.checked_div(interval)?.checked_sub(1)?;
        let is_kept = steps.is_multiple_of(interval);
        usize::try_from(place).ok().filter(|_| is_kept).and_then(|place| self.hashes.get(place)).copied()
    }

    /// The hash of the world at the end of the log, after all changes.
    pub fn end_hash(&self) -> Option<u64> {
        self.end_hash
    }

    /// Drops everything after so many steps, and the changes behind a place.
    fn truncate(&mut self, steps: u64, cursor: Cursor) {
        self.changes.truncate(cursor);
        self.times.truncate(steps);
        self.keyframes.truncate(steps);
        self.states.retain(|states| states.step <= steps);
        let hashes = steps.checked_div(u64::from(self.settings.hash_interval)).unwrap_or(0);
        self.hashes.truncate(usize::try_from(hashes).unwrap_or(usize::MAX));
        (self.steps, self.end_hash) = (steps, None);
    }

    /// Memory of changes, hashes and keyframes, bytes.
    pub fn approximate_bytes(&self) -> usize {
        self.changes.approximate_bytes() + size_of_val(&self.hashes[..]) + self.keyframes.approximate_bytes()
    }
}
