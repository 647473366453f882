//! Runs of single cars, put together to the log of their world.

use std::collections::BTreeMap;

use skidpad_core::record::Record;
use skidpad_core::snapshot::Saved;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_world::contact::Wall;
use skidpad_world::ground::Ground;
use skidpad_world::log::{KeptStates, WorldChange, packed};
use skidpad_world::rolling::Request;
use skidpad_world::weather::Weather;
use skidpad_world::world::{CarId, hash_of_cars};

use super::car::FileCar;
use super::change::Other;
use super::file::LogFile;
use super::site::FileSite;

/// Request, road and length of the steps of a car from a step on.
pub(super) struct Change {
    /// Number of steps before.
    pub(super) step: u64,
    pub(super) request: Request,
    pub(super) surface: Surface<f64>,
    /// Length of the steps.
    pub(super) dt: Dt,
}

/// A car with its run.
pub(super) struct Track {
    pub(super) car: FileCar,
    /// Changes in rising order of their steps, the first before the first step.
    pub(super) changes: Vec<Change>,
    /// Its hash after each step.
    pub(super) hashes: Vec<u64>,
    /// Its states after some numbers of steps.
    pub(super) kept: Vec<(u64, Saved)>,
}

/// Cars that were driven at once.
pub(super) struct Tracks {
    pub(super) cars: Vec<Track>,
    pub(super) ground: Ground,
    pub(super) walls: Vec<Wall>,
}

const SURFACE: usize = <Surface<f64> as Record<f64>>::LEN;

/// Bits of road and air and of the step's length, from a step on.
#[derive(PartialEq)]
struct Conditions {
    step: u64,
    surface: [u64; SURFACE],
    dt: u64,
}

fn surface_bits(surface: &Surface<f64>) -> [u64; SURFACE] {
    let mut numbers = [0.0; SURFACE];
    surface.store(&mut &mut numbers[..]);
    numbers.map(f64::to_bits)
}

impl Track {
    /// Road, air and step, each time that they change.
    fn conditions(&self) -> Vec<Conditions> {
        let conditions = self.changes.iter().map(|change| Conditions {
            step: change.step,
            surface: surface_bits(&change.surface),
            dt: change.dt.seconds().to_bits(),
        });
        let mut all: Vec<Conditions> = conditions.collect();
        all.dedup_by_key(|conditions| (conditions.surface, conditions.dt));
        all
    }
}

impl Tracks {
    /// The log of the world of these cars; `None` where they had other steps, roads or air.
    pub(super) fn into_log(self) -> Option<LogFile> {
        let first = self.cars.first()?;
        let (steps, conditions) = (first.hashes.len(), first.conditions());
        let is_together = |track: &Track| track.hashes.len() == steps && track.conditions() == conditions;
        if !self.cars.iter().all(is_together) {
            return None;
        }
        let (packed, others) = packed(self.changes());
        let (hashes, end_hash) = (self.hashes(), self.hash_after(steps));
        let rates = first.changes.iter().map(|change| (change.step, change.dt)).collect();
        let surface = first.changes.first().map_or_else(Surface::asphalt, |change| change.surface);
        let start = (0..self.cars.len()).map(|place| (id(place), Request::untouched())).collect();
        let next_id = self.cars.len() as u32;
        let states = self.states();
        let (ground, walls) = (self.ground, self.walls);
        let (weather, cones, course) = (Weather::CALM, Vec::new(), None);
        let are_cones_rigid = true;
        Some(LogFile {
            cars: self.cars.into_iter().map(|track| track.car).collect(),
            site: FileSite { surface, weather, ground, walls, cones, are_cones_rigid, course },
            start,
            next_id,
            rates,
            steps: steps as u64,
            hash_interval: 1,
            hashes,
            end_hash: Some(end_hash),
            packed,
            others: others.into_iter().map(Other::Change).collect(),
            states,
        })
    }

    /// Changes of road and air, and requests, in the order of their steps.
    fn changes(&self) -> Vec<(u64, WorldChange)> {
        let surfaces = self.cars.iter().take(1).flat_map(|first| first.changes.windows(2));
        let surfaces =
            surfaces.filter(|pair| surface_bits(&pair[0].surface) != surface_bits(&pair[1].surface));
        let surfaces =
            surfaces.map(|pair| (pair[1].step, WorldChange::SurfaceSet(Box::new(pair[1].surface))));
        let requests = self.cars.iter().enumerate().flat_map(|(place, track)| {
            let requested = move |request| WorldChange::Requested { id: id(place), request };
            track.changes.iter().map(move |change| (change.step, requested(change.request)))
        });
        let mut all: Vec<_> = surfaces.chain(requests).collect();
        all.sort_by_key(|(step, _)| *step);
        all
    }

    /// The hash of the world after each step.
    fn hashes(&self) -> Vec<u64> {
        let steps = self.cars.first().map_or(0, |first| first.hashes.len());
        (1..=steps).map(|steps| self.hash_after(steps)).collect()
    }

    /// The hash of the world after so many steps.
    fn hash_after(&self, steps: usize) -> u64 {
        let hash = |track: &Track| match steps.checked_sub(1) {
            None => track.car.start.hash(),
            Some(place) => track.hashes[place],
        };
        let cars = self.cars.iter().enumerate().map(|(place, track)| (id(place), hash(track)));
        hash_of_cars(steps as u64, cars).value()
    }

    fn states(&self) -> Vec<KeptStates> {
        let mut all: BTreeMap<u64, Vec<(CarId, Saved)>> = BTreeMap::new();
        for (place, track) in self.cars.iter().enumerate() {
            for (step, saved) in &track.kept {
                all.entry(*step).or_default().push((id(place), saved.clone()));
            }
        }
        all.into_iter().map(|(step, cars)| KeptStates { step, cars }).collect()
    }
}

fn id(place: usize) -> CarId {
    CarId::from_number(place as u32)
}
