//! A log as it stands in a file.

use std::sync::Arc;

use skidpad_core::step::Dt;
use skidpad_world::log::{KeptStates, LogContents, LogSettings, LoggedCar, StartCar, WorldLog};
use skidpad_world::models::Models;
use skidpad_world::rolling::{CarChoice, Request};
use skidpad_world::world::{CarId, Site};

use super::car::FileCar;
use super::change::{self, Other};
use super::contact::flag;
use super::error::LogError;
use super::site::{self, FileSite};
use super::states;
use super::values::{CARS, MOST_CHANGES, MOST_PARTS, MOST_STEPS, at_most, take_id, take_request};
use crate::bytes::{ByteError, Reader};

/// A log as read, before its cars are found.
#[derive(Clone)]
pub struct LogFile {
    pub(super) cars: Vec<FileCar>,
    pub(super) site: FileSite,
    /// Number and request of each car at the start.
    pub(super) start: Vec<(CarId, Request)>,
    pub(super) next_id: u32,
    pub(super) rates: Vec<(u64, Dt)>,
    pub(super) steps: u64,
    pub(super) hash_interval: u32,
    pub(super) hashes: Vec<u64>,
    pub(super) end_hash: Option<u64>,
    pub(super) packed: Vec<u8>,
    pub(super) others: Vec<Other>,
    pub(super) states: Vec<KeptStates>,
}

impl LogFile {
    /// All cars of the log: those of the start, then those that joined and replaced others, in the order in which they did.
    pub fn cars(&self) -> &[FileCar] {
        &self.cars
    }

    /// Number of steps.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The log, with all [`cars`](Self::cars) in their order.
    ///
    /// # Errors
    /// Cars that are not those of the log, and parts that no log has.
    pub fn into_log(self, cars: &[CarChoice]) -> Result<WorldLog, LogError> {
        let (logged, found) = (self.cars.len(), cars.len());
        if logged != found {
            return Err(LogError::Cars { logged, found });
        }
        let logged = self.cars.iter().zip(cars).enumerate();
        let logged: Vec<Arc<LoggedCar>> =
            logged.map(|(place, (car, choice))| car.logged(place, choice)).collect::<Result<_, _>>()?;
        let mut all = logged.into_iter();
        let start = self.start.into_iter().zip(&mut all);
        let start = start.map(|((id, request), car)| StartCar { id, car, request }).collect();
        let others = self.others.into_iter().filter_map(|other| other.with_cars(&mut all)).collect();
        let FileSite { surface, weather, ground, walls, cones, are_cones_rigid, course } = self.site;
        let mut site = Site::new(surface).with_ground(ground).with_cones(cones);
        (site.course, site.are_cones_rigid) = (course, are_cones_rigid);
        let contents = LogContents {
            site: site
                .with_walls(walls)
                .and_then(|site| site.with_weather(weather))
                .map_err(LogError::Site)?,
            cars: start,
            next_id: self.next_id,
            rates: self.rates,
            steps: self.steps,
            packed: self.packed,
            others,
            settings: LogSettings { hash_interval: self.hash_interval, ..LogSettings::default() },
            hashes: self.hashes,
            end_hash: self.end_hash,
            states: self.states,
        };
        WorldLog::from_contents(contents).map_err(LogError::Contents)
    }

    pub(super) fn take(r: &mut Reader, models: &Models) -> Result<Self, ByteError> {
        let site = site::take(r)?;
        let count = at_most(r, 64, MOST_PARTS, CARS)?;
        let cars = (0..count).map(|_| FileCar::take(r, models)).collect::<Result<Vec<_>, _>>()?;
        let count = at_most(r, 65, MOST_PARTS, CARS)?;
        let mut start = Vec::with_capacity(count);
        for _ in 0..count {
            start.push((take_id(r)?, take_request(r)?));
        }
        let next_id = u32::try_from(r.count(CARS)?).map_err(|_| r.invalid(CARS))?;
        let rates = take_rates(r)?;
        let steps = r.count("number of steps")?;
        let hash_interval = u32::try_from(r.count("hash")?).map_err(|_| r.invalid("hash"))?;
        let count = r.length(8, "hash")?;
        let hashes = (0..count).map(|_| r.word("hash")).collect::<Result<Vec<_>, _>>()?;
        if steps > MOST_STEPS {
            return Err(r.invalid("number of steps"));
        }
        let end_hash = if flag(r, "hash")? { Some(r.word("hash")?) } else { None };
        let count = r.length(1, "change")?;
        let packed = r.take(count, "change")?.to_vec();
        let count = Some(r.length(1, "change")?).filter(|count| *count <= MOST_CHANGES);
        let count = count.ok_or_else(|| r.invalid("change"))?;
        let others = (0..count).map(|_| change::take(r, models)).collect::<Result<Vec<_>, _>>()?;
        if start.len() + others.iter().filter(|other| other.has_car()).count() != cars.len() {
            return Err(r.invalid(CARS));
        }
        let states = states::take(r, models)?;
        Ok(Self {
            cars,
            site,
            start,
            next_id,
            rates,
            steps,
            hash_interval,
            hashes,
            end_hash,
            packed,
            others,
            states,
        })
    }
}

fn take_rates(r: &mut Reader) -> Result<Vec<(u64, Dt)>, ByteError> {
    let what = "length of the steps";
    let count = r.length(9, what)?;
    let mut rates: Vec<(u64, Dt)> = Vec::with_capacity(count);
    for _ in 0..count {
        let after = r.count(what)?;
        let step = rates.last().map_or(0, |(step, _)| *step).checked_add(after);
        let step = step.ok_or_else(|| r.invalid(what))?;
        rates.push((step, Dt::try_from(r.number(what)?).map_err(|_| r.invalid(what))?));
    }
    Ok(rates)
}
