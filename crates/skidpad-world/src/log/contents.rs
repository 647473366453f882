//! Logs as plain parts, for files.

use std::sync::Arc;

use core::fmt;

use skidpad_core::step::{Clock, Dt};

use super::kept_states::KeptStates;
use super::keyframes::Keyframes;
use super::packed::{Cursor, PackedChanges};
use super::times::StepTimes;
use super::{LogSettings, LogStart, LoggedCar, WorldChange, WorldLog};
use crate::rolling::Request;
use crate::world::{CarId, Member, Site, World};

/// The parts of a log that begins with its world.
#[derive(Clone)]
pub struct LogContents {
    /// Road, air, ground, walls and cones at the start.
    pub site: Site,
    /// The cars at the start, in the order of their numbers.
    pub cars: Vec<StartCar>,
    /// Number of the next car that joins.
    pub next_id: u32,
    /// Lengths of the steps: each with the number of steps before it.
    pub rates: Vec<(u64, Dt)>,
    /// Number of steps.
    pub steps: u64,
    /// Requests, and places of the other changes among them, as bytes that `log/packed.rs` describes: one block.
    pub packed: Vec<u8>,
    /// All changes but requests, in their order.
    pub others: Vec<WorldChange>,
    /// The settings of the log.
    pub settings: LogSettings,
    /// Hashes of the world after each `settings.hash_interval` steps.
    pub hashes: Vec<u64>,
    /// Hash of the world at the end, after all changes.
    pub end_hash: Option<u64>,
    /// States of the cars after some numbers of steps, which rise.
    pub states: Vec<KeptStates>,
}

/// Packs changes, each with the number of steps before it, which do not fall: the fields `packed` and `others` of
/// [`LogContents`].
pub fn packed(changes: impl IntoIterator<Item = (u64, WorldChange)>) -> (Vec<u8>, Vec<WorldChange>) {
    let mut all = PackedChanges::default();
    changes.into_iter().for_each(|(step, change)| all.push(step, change));
    all.into_parts()
}

/// A car at the start of a log.
#[derive(Clone)]
pub struct StartCar {
    /// Its number.
    pub id: CarId,
    /// The car.
    pub car: Arc<LoggedCar>,
    /// Its request.
    pub request: Request,
}

/// Reason why a log has no parts, or parts make no log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContentsError {
    /// The log does not begin with its world: that had made steps before.
    BeginsUnderWay,
    /// The whole world was put back to a state, with what pressed against what.
    Restored,
    /// The cars: the numbers of those at the start do not rise, one cannot join, or more join than there are numbers.
    Cars,
    /// The changes, or their places among the steps.
    Changes,
    /// The number of steps, of their lengths, hashes or states.
    Steps,
}

impl fmt::Display for ContentsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BeginsUnderWay => "the log begins with a world under way; a file needs one from before the first step",
            Self::Restored => "the log puts the whole world back to a state, which a file cannot hold; rewind the world instead",
            Self::Cars => "the cars of the log cannot be in its world",
            Self::Changes => "the changes of the log cannot be read",
            Self::Steps => "the steps of the log do not fit together",
        })
    }
}

impl core::error::Error for ContentsError {}

impl WorldLog {
    /// The parts of the log.
    ///
    /// # Errors
    /// A log that begins with a world under way, or in which the whole world was put back to a state.
    pub fn contents(&self) -> Result<LogContents, ContentsError> {
        let start = &self.start.world;
        if !start.is_new() {
            return Err(ContentsError::BeginsUnderWay);
        }
        if self.changes().any(|(_, change)| matches!(change, WorldChange::Restored(_))) {
            return Err(ContentsError::Restored);
        }
        let (packed, others) = packed(self.changes());
        let car = |(id, car): &(CarId, Arc<LoggedCar>)| StartCar {
            id: *id,
            car: Arc::clone(car),
            request: start.request(*id).copied().unwrap_or_else(Request::untouched),
        };
        Ok(LogContents {
            site: start.site().clone(),
            cars: self.start.cars.iter().map(car).collect(),
            next_id: start.next_id(),
            rates: self.times.rates().collect(),
            steps: self.steps,
            packed,
            others,
            settings: self.settings,
            hashes: self.hashes.clone(),
            end_hash: self.end_hash,
            states: self.all_states(),
        })
    }

    /// States that are kept alone, and those of keyframes.
    fn all_states(&self) -> Vec<KeptStates> {
        let is_kept = |step: u64| self.states.binary_search_by_key(&step, |states| states.step).is_ok();
        let keyframes = self.keyframes.iter().filter(|keyframe| !is_kept(keyframe.step));
        let of_keyframes = keyframes.map(|keyframe| {
            let state = |(id, _): &(CarId, _)| Some((*id, keyframe.saved.car(*id)?.clone()));
            KeptStates { step: keyframe.step, cars: keyframe.cars.iter().filter_map(state).collect() }
        });
        let mut states: Vec<KeptStates> = self.states.iter().cloned().chain(of_keyframes).collect();
        states.sort_by_key(|states| states.step);
        states
    }

    /// The log of some parts, such as a file gives.
    ///
    /// # Errors
    /// Parts that no log has.
    pub fn from_contents(contents: LogContents) -> Result<Self, ContentsError> {
        let LogContents { site, cars, next_id, rates, steps, packed, others, .. } = contents;
        let start = start(site, cars, next_id)?;
        let times = times(&rates, steps)?;
        let joins = others.iter().filter(|other| matches!(other, WorldChange::Joined { .. })).count();
        // Each car that joins takes a number.
        let joins = u32::try_from(joins).map_err(|_| ContentsError::Cars)?;
        let cars = next_id.checked_add(joins).ok_or(ContentsError::Cars)?;
        let bounds = ChangeBounds { steps, cars };
        let changes = blocks(PackedChanges::from_parts(packed, others), &bounds, &contents.settings)?;
        let interval = u64::from(contents.settings.hash_interval);
        let is_whole = steps.checked_div(interval).unwrap_or(0) == contents.hashes.len() as u64;
        let rises = contents.states.windows(2).all(|pair| pair[0].step < pair[1].step)
            && contents.states.iter().all(KeptStates::is_sorted);
        if !is_whole || !rises || contents.states.last().is_some_and(|last| last.step > steps) {
            return Err(ContentsError::Steps);
        }
        Ok(Self {
            start,
            settings: contents.settings,
            changes,
            times,
            steps,
            hashes: contents.hashes,
            end_hash: contents.end_hash,
            keyframes: Keyframes::default(),
            states: contents.states,
        })
    }
}

fn start(site: Site, cars: Vec<StartCar>, next_id: u32) -> Result<LogStart, ContentsError> {
    let ids: Vec<CarId> = cars.iter().map(|car| car.id).collect();
    let rises = ids.windows(2).all(|pair| pair[0] < pair[1]);
    if !rises || ids.last().is_some_and(|last| last.index() >= next_id as usize) {
        return Err(ContentsError::Cars);
    }
    let members: Vec<(CarId, Member)> = cars.iter().map(|car| (car.id, car.car.member.clone())).collect();
    let mut world = World::with_cars(site, members, next_id);
    for StartCar { id, car, request } in &cars {
        // Checks the car as it joins.
        world.replace(*id, car.member.clone()).map_err(|_| ContentsError::Cars)?;
        world.set_request(*id, *request);
    }
    Ok(LogStart { world: Arc::new(world), cars: cars.into_iter().map(|car| (car.id, car.car)).collect() })
}

fn times(rates: &[(u64, Dt)], steps: u64) -> Result<StepTimes, ContentsError> {
    let mut times = StepTimes::from(Clock::START);
    let rises = rates.windows(2).all(|pair| pair[0].0 < pair[1].0);
    let is_within = rates.iter().all(|(step, _)| *step < steps);
    let has_first = rates.first().map_or(steps == 0, |(step, _)| *step == 0);
    if !(rises && is_within && has_first) {
        return Err(ContentsError::Steps);
    }
    rates.iter().for_each(|(step, dt)| times.note(*step, *dt));
    Ok(times)
}

/// Bounds of the changes of a log.
struct ChangeBounds {
    /// Number of steps.
    steps: u64,
    /// No car has this number or a higher one.
    cars: u32,
}

/// The changes in blocks as a recorder makes them.
fn blocks(
    one: PackedChanges,
    bounds: &ChangeBounds,
    settings: &LogSettings,
) -> Result<PackedChanges, ContentsError> {
    let (mut changes, mut cursor) = (PackedChanges::default(), Cursor::default());
    let interval = u64::from(settings.keyframe_interval);
    while let Some((step, change)) = one.take(&mut cursor) {
        if step > bounds.steps || change.car().is_some_and(|id| id.index() >= bounds.cars as usize) {
            return Err(ContentsError::Changes);
        }
        if let Some(block) = step.checked_div(interval).filter(|block| *block > 0) {
            changes.begin_block(block * interval);
        }
        changes.push(step, change);
    }
    if one.is_end(&cursor) { Ok(changes) } else { Err(ContentsError::Changes) }
}
