//! A fleet: groups of cars, their sites, threads and clock.

use core::fmt;

use skidpad_core::batch::Pool;
use skidpad_core::step::{Clock, Dt};
use skidpad_world::world::Site;

use crate::any_model::Now;
use crate::entrant::Entrant;
use crate::error::FleetError;
use crate::group::Group;
use crate::handles::OutputHandle;
use crate::ids::{GroupId, SiteId};
use crate::list::FleetModel;
use crate::list::Precision;

/// Thousands of cars, each alone on its site or in scenes of some, with columns of `f64` or [`f32`](crate#single-precision).
pub struct Fleet<T: Precision = f64> {
    groups: Vec<Group<T>>,
    sites: Vec<Site>,
    pool: Option<Pool>,
    clock: Clock,
}

impl<T: Precision> fmt::Debug for Fleet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fleet")
            .field("groups", &self.groups)
            .field("sites", &self.sites.len())
            .field("threads", &self.threads())
            .field("time_s", &self.time_s())
            .finish()
    }
}

impl<T: Precision> Default for Fleet<T> {
    fn default() -> Self {
        Self { groups: Vec::new(), sites: vec![Site::asphalt()], pool: None, clock: Clock::START }
    }
}

impl Fleet {
    /// A fleet without cars, on the caller's thread, with columns of `f64`.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Fleet<f32> {
    /// A fleet without cars, on the caller's thread, with columns of `f32`.
    pub fn single() -> Self {
        Self::default()
    }
}

impl<T: Precision> Fleet<T> {
    /// Returns the fleet over threads: the caller's and `threads - 1` of its own, which live as long as the fleet and wait
    /// between steps. 0: as many as the machine runs at once. The number of threads changes no bits.
    pub fn with_threads(mut self, threads: usize) -> Self {
        let pool = Pool::new(threads);
        self.pool = (pool.threads() > 1).then_some(pool);
        self
    }

    /// Number of threads that it runs on.
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, Pool::threads)
    }

    /// Adds a site, for any number of cars. Each car with a body has a copy of the site's cones, which takes about 100 bytes
    /// for each cone. The site's weather is that of the fleet's time, the same for all of its cars: it goes on while cars are
    /// reset.
    ///
    /// # Errors
    /// Numbers of the weather that are out of their ranges.
    pub fn add_site(&mut self, site: Site) -> Result<SiteId, FleetError> {
        let faults = site.weather.faults();
        if !faults.is_empty() {
            return Err(FleetError::Weather(faults));
        }
        self.sites.push(site);
        Ok(SiteId(self.sites.len() - 1))
    }

    /// Adds a group of cars of a model. Until a command is set nobody touches their controls.
    ///
    /// # Errors
    /// A model that is not compiled for the fleet's precision, no entrants, one whose car the model does not take, one with another integrator than the first, one on a site that
    /// this fleet does not have, one of a model on which the air does not act on a windy site, or one with a body that contact
    /// cannot use. Then nothing has changed.
    pub fn add(&mut self, model: &FleetModel, entrants: &[Entrant<'_>]) -> Result<GroupId, FleetError> {
        self.add_scenes(model, entrants, 1)
    }

    /// Adds a group of cars of a model in scenes of `cars` each, one after the other: those of a scene meet each other besides the
    /// walls of their site, with the bits of a world that has the same cars.
    ///
    /// # Errors
    /// As [`add`](Self::add); besides, entrants that do not fill scenes, or, in scenes of more than one car, one that is on another site
    /// than the first of its scene, or on one with cones. Then nothing has changed.
    pub fn add_scenes(
        &mut self,
        model: &FleetModel,
        entrants: &[Entrant<'_>],
        cars: usize,
    ) -> Result<GroupId, FleetError> {
        let missing = || FleetError::NotInPrecision { model: model.info().name, precision: T::NAME };
        let make = T::maker(model).ok_or_else(missing)?.0;
        let cars = make(entrants, &self.sites, cars)?;
        self.groups.push(Group { cars });
        Ok(GroupId(self.groups.len() - 1))
    }

    /// A group.
    ///
    /// # Panics
    /// If the group is of another fleet, which has more groups.
    pub fn group(&self, group: GroupId) -> &Group<T> {
        &self.groups[group.0]
    }

    /// A group, to be commanded or put back.
    ///
    /// # Panics
    /// As [`group`](Self::group).
    pub fn group_mut(&mut self, group: GroupId) -> &mut Group<T> {
        &mut self.groups[group.0]
    }

    /// The groups, in the order in which they were added.
    pub fn groups(&self) -> &[Group<T>] {
        &self.groups
    }

    /// Writes outputs of all cars of a group into a buffer, channel after channel: those of the first channel for all cars, then
    /// those of the second. They are those of the present states and commands, on the road under each car.
    ///
    /// # Errors
    /// A buffer of another length than channels times cars, or more channels than can be written at once. Then nothing is
    /// written.
    ///
    /// # Panics
    /// If an output is one of another model, and this one has none at its place; and as [`group`](Self::group).
    pub fn outputs(
        &mut self,
        group: GroupId,
        outputs: &[OutputHandle],
        buffer: &mut [T],
    ) -> Result<(), FleetError> {
        let now = Now { clock: self.clock, pool: &mut self.pool };
        self.groups[group.0].cars.outputs(outputs, buffer, now)
    }

    /// Time since the fleet began, s.
    pub fn time_s(&self) -> f64 {
        self.clock.time_s()
    }

    /// Moves all cars on by a step: each by its model, and then by the walls, cones and cars that it met. A car that is not running
    /// stays where it is.
    ///
    /// Nothing is allocated but the working memory of contact, which grows where a car is near more walls and cones than any
    /// before.
    pub fn step(&mut self, dt: Dt) {
        self.step_times(dt, 1);
    }

    /// Moves all cars on by some steps with the commands held, to the bits of as many calls of [`step`](Self::step).
    ///
    /// It takes less time: where a group's cars have nothing to meet, are on one even ground in steady air, and no rule has an area,
    /// some cars at a time take all steps before the next cars begin.
    pub fn step_times(&mut self, dt: Dt, steps: u64) {
        for group in &mut self.groups {
            group.cars.step(dt, steps, Now { clock: self.clock, pool: &mut self.pool });
        }
        self.clock.count_steps(dt, steps);
    }
}
