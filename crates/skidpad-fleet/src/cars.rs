//! Cars of one model over the batch, with the type of the model.

use skidpad_core::batch::{OutputChannel, column_of};
use skidpad_core::controls::{ControlFault, Gear};
use skidpad_core::record::{Channel, Channels};
use skidpad_core::snapshot::{Saved, Snapshot};
use skidpad_core::step::{Dt, Status};
use skidpad_world::channel::{CarChannels, RowLayout};
use skidpad_world::contact::{ContactFault, PlanarChannels, check_body};
use skidpad_world::models::Drivable;
use skidpad_world::rolling::{Begin, CarChoice, RestoreError, lying, parts_at_start, start_of};
use skidpad_world::scene::ConeState;
use skidpad_world::world::Site;

use crate::any_model::{Cars, Now};
use crate::commands::Commands;
use crate::convert::Convert;
use crate::entrant::Entrant;
use crate::episodes::{EpisodeRules, Episodes};
use crate::error::FleetError;
use crate::even_ground::state_places;
use crate::handles::OutputHandle;
use crate::meetings::{Impacts, Meetings};
use crate::moving::{Moving, Starts};
use crate::reset::{ResetCar, ResetTo, Start};

/// Cars of a model.
pub(crate) struct CarsOf<M: Drivable, T: Convert> {
    pub(crate) moving: Moving<M, T>,
    /// Contact; `None` where no car can meet anything.
    pub(crate) meetings: Option<Meetings<M, T>>,
    starts: Vec<Start<M::Car<f64>>>,
    /// Columns of the positions x and y; `None` where the model's states have none.
    pub(crate) position: Option<[usize; 2]>,
    pub(crate) episodes: Episodes,
    /// Vehicles that resets choose from.
    garage: Vec<M::Car<f64>>,
    /// True for each car with a vehicle that its last reset drew.
    has_drawn: Vec<bool>,
    /// Outputs that are written, in memory that is kept.
    outputs: Vec<OutputChannel<M>>,
}

impl<M: Drivable, T: Convert> CarsOf<M, T> {
    /// Cars at their starts, of which `per_scene` meet each other. `sites`: those of the fleet.
    pub fn make(
        entrants: &[Entrant<'_>],
        sites: &[Site],
        per_scene: usize,
    ) -> Result<Box<dyn Cars<T>>, FleetError> {
        let first = entrants.first().ok_or(FleetError::Empty)?;
        check_scenes(entrants, sites, per_scene)?;
        let mut cars = Starts::<M>::none();
        for (entrant, Entrant { car, begin, site, .. }) in entrants.iter().enumerate() {
            if begin.method != first.begin.method {
                return Err(FleetError::OtherMethod { entrant });
            }
            if site.0 >= sites.len() {
                return Err(FleetError::NoSite { entrant });
            }
            if sites[site.0].weather.is_windy() && !M::FEELS_AIR {
                return Err(FleetError::NoAir { model: M::NAME, entrant });
            }
            let parts = parts_at_start::<M>(car, begin);
            let (vehicle, mode, state) = parts.ok_or(FleetError::NotTaken { model: M::NAME, entrant })?;
            let state = lying::<M>(&vehicle, &state, &sites[site.0].ground);
            cars.push((vehicle, mode, state));
        }
        let car = CarChannels::resolve(&RowLayout::from_model::<M>());
        let site_of: Vec<_> = entrants.iter().map(|entrant| entrant.site.0).collect();
        let starts = entrants.iter().zip(&cars.vehicles);
        let starts =
            starts.map(|(entrant, vehicle)| Start::new(*vehicle, entrant, column_of::<M::State<f64>>));
        let starts = starts.collect();
        let method = first.begin.method.unwrap_or(M::INTEGRATOR);
        Ok(Box::new(Self {
            moving: Moving::new(cars, method, sites.to_vec(), site_of)?,
            starts,
            position: state_places([car.position_x, car.position_y]),
            meetings: meetings::<M, T>(entrants, sites, per_scene)?,
            episodes: Episodes::new(entrants.len()),
            garage: Vec::new(),
            has_drawn: vec![false; entrants.len()],
            // Room for each output once: nothing is allocated while stepping.
            outputs: Vec::with_capacity(M::Trace::<f64>::CHANNELS.len()),
        }))
    }
}

/// Refuses scenes whose cars are not on one site without cones.
fn check_scenes(entrants: &[Entrant<'_>], sites: &[Site], per_scene: usize) -> Result<(), FleetError> {
    if per_scene == 0 || !entrants.len().is_multiple_of(per_scene) {
        return Err(FleetError::ScenesNotFull { entrants: entrants.len(), cars: per_scene });
    }
    for (entrant, of) in entrants.iter().enumerate().filter(|_| per_scene > 1) {
        let first = entrants[entrant - entrant % per_scene].site;
        let has_cones = sites.get(of.site.0).is_some_and(|site| !site.cones.is_empty());
        if of.site != first || has_cones {
            return Err(FleetError::NoSceneThere { entrant });
        }
    }
    Ok(())
}

/// Contact of the cars with walls, cones and the others of their scenes; `None` where none has both a body and any of them.
fn meetings<M: Drivable, T: Convert>(
    entrants: &[Entrant<'_>],
    sites: &[Site],
    per_scene: usize,
) -> Result<Option<Meetings<M, T>>, FleetError> {
    let channels = PlanarChannels::<M::State<f64>>::new();
    for (entrant, Entrant { body, .. }) in entrants.iter().enumerate() {
        let Some(body) = body else { continue };
        check_body(entrant, body).map_err(|faults| FleetError::Faults(named(entrant, faults)))?;
        if channels.is_err() {
            return Err(FleetError::CannotMeet { model: M::NAME, entrant });
        }
    }
    let cars: Vec<_> = entrants.iter().map(|entrant| (entrant.body, &sites[entrant.site.0])).collect();
    let meets = |(body, site): &(Option<_>, &Site)| {
        body.is_some() && (per_scene > 1 || !(site.walls.is_empty() && site.cones.is_empty()))
    };
    let is_any_met = cars.iter().any(meets);
    Ok(channels.ok().filter(|_| is_any_met).map(|channels| Meetings::new(channels, &cars, per_scene)))
}

/// Faults of an entrant's body, by the names of the entrant's fields.
fn named(entrant: usize, mut faults: Vec<ContactFault>) -> Vec<ContactFault> {
    let (from, to) = (format!("bodies[{entrant}]"), format!("entrants[{entrant}].body"));
    faults.iter_mut().for_each(|fault| fault.field = fault.field.replacen(&from, &to, 1));
    faults
}

impl<M: Drivable, T: Convert> Cars<T> for CarsOf<M, T> {
    fn model(&self) -> &'static str {
        M::NAME
    }
    fn len(&self) -> usize {
        self.moving.batch.len()
    }
    fn state_channels(&self) -> [&'static [Channel]; 2] {
        [M::State::<f64>::CHANNELS, M::Mode::<f64>::CHANNELS]
    }
    fn output_channels(&self) -> &'static [Channel] {
        M::Trace::<f64>::CHANNELS
    }
    fn commands(&self) -> &Commands<T> {
        &self.moving.commands
    }
    fn commands_mut(&mut self) -> &mut Commands<T> {
        &mut self.moving.commands
    }
    fn states(&self, place: usize) -> &[T] {
        match place.checked_sub(M::State::<f64>::CHANNELS.len()) {
            None => self.moving.batch.states(place),
            Some(mode) => self.moving.batch.modes(mode),
        }
    }
    fn statuses(&self) -> &[T] {
        self.moving.batch.statuses()
    }
    fn outputs(
        &mut self,
        outputs: &[OutputHandle],
        buffer: &mut [T],
        Now { clock, pool }: Now<'_>,
    ) -> Result<(), FleetError> {
        self.moving.set_weather(clock.time_s());
        self.moving.take_commands();
        self.outputs.clear();
        let channel =
            |output: &OutputHandle| OutputChannel::at(output.0).expect("an output of the group's model");
        self.outputs.extend(outputs.iter().map(channel));
        let Self { moving: Moving { batch, places, commands, .. }, outputs, .. } = self;
        let own = batch.replace_pool(pool.take());
        let written = if places.change_under_way {
            batch.outputs_over(outputs, buffer, |now| places.given(now, commands))
        } else {
            batch.outputs(outputs, buffer)
        };
        *pool = batch.replace_pool(own);
        Ok(written?)
    }
    fn step(&mut self, dt: Dt, steps: u64, now: Now<'_>) {
        self.step_times(dt, steps, now);
    }
    fn impacts(&self) -> Option<&Impacts<T>> {
        self.meetings.as_ref().map(Meetings::impacts)
    }
    fn set_absent(&mut self, car: usize, is_absent: bool) {
        assert!(car < self.len(), "a car of the group");
        if let Some(meetings) = &mut self.meetings {
            meetings.set_absent(car, is_absent);
        }
    }
    fn cones(&self, car: usize) -> Option<&[ConeState]> {
        self.meetings.as_ref().and_then(|meetings| meetings.cones(car))
    }
    fn status(&self, car: usize) -> Status {
        self.moving.batch.status(car)
    }
    fn fault(&self, car: usize) -> Option<ControlFault> {
        self.moving.batch.fault(car)
    }
    fn save(&self, car: usize) -> Saved {
        Saved { clock: self.episodes.clock(car), ..Saved::from(&self.moving.batch.save(car)) }
    }
    fn restore(&mut self, car: usize, saved: &Saved) -> Result<(), RestoreError> {
        if !saved.hands.is_empty() {
            return Err(RestoreError::WithHands);
        }
        let snapshot = Snapshot::<M, T>::try_from(saved).map_err(RestoreError::OtherModel)?;
        self.moving.batch.restore(car, &snapshot).map_err(RestoreError::NotFinite)?;
        if let Some(meetings) = &mut self.meetings {
            meetings.forget(car);
        }
        self.moving.places.set_on_track(car, None);
        self.episodes.restore(car, saved.clock);
        Ok(())
    }
    fn episodes(&self) -> &Episodes {
        &self.episodes
    }
    fn set_rules(&mut self, rules: EpisodeRules) {
        self.episodes.set_rules(rules);
    }
    fn reset(&mut self, mask: &[bool], to: ResetTo<'_, T>) {
        assert_eq!(mask.len(), self.len(), "a mask has one entry for each car");
        for car in (0..mask.len()).filter(|car| mask[*car]) {
            self.episodes.reset(car);
            let at = ResetCar { car, cars: mask.len(), resets: self.episodes.resets(car) };
            let start = &self.starts[car];
            let drawn = to.vehicle(at, self.garage.len());
            if drawn.is_some() || self.has_drawn[car] {
                let vehicle = drawn.map_or(&start.vehicle, |drawn| &self.garage[drawn]);
                self.moving.set_vehicle(car, vehicle);
                self.has_drawn[car] = drawn.is_some();
            }
            let value = |place: usize| to.value(at, place).or_else(|| start.value(place));
            let (mode, state) = start_of::<M>(&self.moving.places.vehicles[car], start.gear, value);
            let state =
                lying::<M>(&self.moving.places.vehicles[car], &state, &self.moving.places.site(car).ground);
            self.moving.batch.reset(car, &T::mode::<M>(&mode), &T::state::<M>(&state));
            self.moving.places.set_on_track(car, None);
            if let Some(meetings) = &mut self.meetings {
                meetings.reset(car, self.moving.places.site(car));
            }
        }
    }
    fn add_vehicle(&mut self, car: &CarChoice<'_>) -> Result<(), FleetError> {
        let vehicle = self.garage.len();
        let taken = vehicle_of::<M>(car);
        self.garage.push(taken.ok_or(FleetError::VehicleNotTaken { model: M::NAME, vehicle })?);
        Ok(())
    }
    fn set_vehicle(&mut self, car: usize, vehicle: &CarChoice<'_>) -> Result<(), FleetError> {
        let taken = vehicle_of::<M>(vehicle);
        let vehicle = taken.ok_or(FleetError::NotTaken { model: M::NAME, entrant: car })?;
        self.starts[car].vehicle = vehicle;
        self.moving.set_vehicle(car, &vehicle);
        self.has_drawn[car] = false;
        Ok(())
    }
}

/// The model's form of a vehicle; `None` where the model does not take it.
fn vehicle_of<M: Drivable>(car: &CarChoice<'_>) -> Option<M::Car<f64>> {
    let begin = Begin { gear: Gear::Automatic, initial: &[], method: None };
    parts_at_start::<M>(car, &begin).map(|parts| parts.0)
}
