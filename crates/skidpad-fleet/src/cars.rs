//! Cars of one model over the batch, with the type of the model and without it.

use skidpad_core::batch::{Batch, CarUnderWay, OutputChannel, Pool};
use skidpad_core::controls::ControlFault;
use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::snapshot::{Saved, Snapshot};
use skidpad_core::step::{Dt, Status};
use skidpad_core::surface::Surface;
use skidpad_world::models::Drivable;
use skidpad_world::rolling::{RestoreError, given, parts_at_start};
use skidpad_world::world::Site;

use crate::commands::Commands;
use crate::error::FleetError;
use crate::group::OutputHandle;
use crate::list::Entrant;

/// Cars of some model.
pub(crate) trait Cars: Send + Sync {
    fn model(&self) -> &'static str;
    fn len(&self) -> usize;
    fn state_channels(&self) -> [&'static [Channel]; 2];
    fn output_channels(&self) -> &'static [Channel];
    fn commands(&self) -> &Commands;
    fn commands_mut(&mut self) -> &mut Commands;
    fn states(&self, place: usize) -> &[f64];
    fn statuses(&self) -> &[f64];
    fn outputs(
        &mut self,
        outputs: &[OutputHandle],
        buffer: &mut [f64],
        pool: &mut Option<Pool>,
    ) -> Result<(), FleetError>;
    fn step(&mut self, dt: Dt, pool: &mut Option<Pool>);
    fn status(&self, car: usize) -> Status;
    fn fault(&self, car: usize) -> Option<ControlFault>;
    fn save(&self, car: usize) -> Saved;
    fn restore(&mut self, car: usize, saved: &Saved) -> Result<(), RestoreError>;
}

/// Cars of a model.
pub(crate) struct CarsOf<M: Drivable> {
    batch: Batch<M, f64>,
    places: Places<M>,
    commands: Commands,
    /// Outputs that are written, in memory that is kept.
    outputs: Vec<OutputChannel<M>>,
}

/// Vehicles and sites of the cars.
struct Places<M: Drivable> {
    vehicles: Vec<M::Car<f64>>,
    sites: Vec<Site>,
    /// Site of each car, its place in `sites`.
    site_of: Vec<usize>,
    /// True where input or surface of a car may change between two of its sub-steps.
    change_under_way: bool,
}

impl<M: Drivable> CarsOf<M> {
    /// Cars at their starts. `sites`: those of the fleet.
    pub fn make(entrants: &[Entrant<'_>], sites: &[Site]) -> Result<Box<dyn Cars>, FleetError> {
        let first = entrants.first().ok_or(FleetError::Empty)?;
        let (mut vehicles, mut modes, mut states) = (Vec::new(), Vec::new(), Vec::new());
        for (entrant, Entrant { car, begin, site }) in entrants.iter().enumerate() {
            if begin.method != first.begin.method {
                return Err(FleetError::OtherMethod { entrant });
            }
            if site.0 >= sites.len() {
                return Err(FleetError::NoSite { entrant });
            }
            let parts = parts_at_start::<M>(car, begin);
            let (vehicle, mode, state) = parts.ok_or(FleetError::NotTaken { model: M::NAME, entrant })?;
            vehicles.push(vehicle);
            modes.push(mode);
            states.push(state);
        }
        let batch = Batch::new(&vehicles, &modes, &states)?;
        let mut batch = batch.with_method(first.begin.method.unwrap_or(M::INTEGRATOR));
        let site_of: Vec<_> = entrants.iter().map(|entrant| entrant.site.0).collect();
        batch.set_surfaces(&site_of.iter().map(|site| sites[*site].surface).collect::<Vec<_>>());
        let has_ground = site_of.iter().any(|site| !sites[*site].ground.is_plain());
        Ok(Box::new(Self {
            batch,
            places: Places {
                vehicles,
                sites: sites.to_vec(),
                site_of,
                change_under_way: M::INPUT_FOLLOWS_STATE || has_ground,
            },
            commands: Commands::untouched(entrants.len()),
            // Room for each output once: nothing is allocated while stepping.
            outputs: Vec::with_capacity(M::Trace::<f64>::CHANNELS.len()),
        }))
    }

    /// Gives the batch the inputs of the present commands, where they hold for the whole step.
    fn take_commands(&mut self) {
        if self.places.change_under_way || !self.commands.take_changed() {
            return;
        }
        // The input does not depend on the state.
        let any = M::State::splat(0.0);
        for (car, vehicle) in self.places.vehicles.iter().enumerate() {
            self.batch.set_input(car, &M::input_at(vehicle, &any, &self.commands.request(car)));
        }
    }
}

impl<M: Drivable> Places<M> {
    /// Input and surface of a car where it is, as those of a car in a world.
    fn given(&self, now: &CarUnderWay<'_, M, f64>, commands: &Commands) -> (M::Input<f64>, Surface<f64>) {
        let (car, site) = (now.index(), &self.sites[self.site_of[now.index()]]);
        given::<M>(&self.vehicles[car], now.state(), &commands.request(car), site.road())
    }
}

impl<M: Drivable> Cars for CarsOf<M> {
    fn model(&self) -> &'static str {
        M::NAME
    }
    fn len(&self) -> usize {
        self.batch.len()
    }
    fn state_channels(&self) -> [&'static [Channel]; 2] {
        [M::State::<f64>::CHANNELS, M::Mode::<f64>::CHANNELS]
    }
    fn output_channels(&self) -> &'static [Channel] {
        M::Trace::<f64>::CHANNELS
    }
    fn commands(&self) -> &Commands {
        &self.commands
    }
    fn commands_mut(&mut self) -> &mut Commands {
        &mut self.commands
    }
    fn states(&self, place: usize) -> &[f64] {
        match place.checked_sub(M::State::<f64>::CHANNELS.len()) {
            None => self.batch.states(place),
            Some(mode) => self.batch.modes(mode),
        }
    }
    fn statuses(&self) -> &[f64] {
        self.batch.statuses()
    }
    fn outputs(
        &mut self,
        outputs: &[OutputHandle],
        buffer: &mut [f64],
        pool: &mut Option<Pool>,
    ) -> Result<(), FleetError> {
        self.take_commands();
        self.outputs.clear();
        let channel =
            |output: &OutputHandle| OutputChannel::at(output.0).expect("an output of the group's model");
        self.outputs.extend(outputs.iter().map(channel));
        let Self { batch, places, commands, outputs } = self;
        let own = batch.replace_pool(pool.take());
        let written = if places.change_under_way {
            batch.outputs_over(outputs, buffer, |now| places.given(now, commands))
        } else {
            batch.outputs(outputs, buffer)
        };
        *pool = batch.replace_pool(own);
        Ok(written?)
    }
    fn step(&mut self, dt: Dt, pool: &mut Option<Pool>) {
        self.take_commands();
        let Self { batch, places, commands, .. } = self;
        let own = batch.replace_pool(pool.take());
        if places.change_under_way {
            batch.step_over(dt, |now| places.given(now, commands));
        } else {
            batch.step(dt);
        }
        *pool = batch.replace_pool(own);
    }
    fn status(&self, car: usize) -> Status {
        self.batch.status(car)
    }
    fn fault(&self, car: usize) -> Option<ControlFault> {
        self.batch.fault(car)
    }
    fn save(&self, car: usize) -> Saved {
        Saved::from(&self.batch.save(car))
    }
    fn restore(&mut self, car: usize, saved: &Saved) -> Result<(), RestoreError> {
        if !saved.hands.is_empty() {
            return Err(RestoreError::WithHands);
        }
        let snapshot = Snapshot::<M>::try_from(saved).map_err(RestoreError::OtherModel)?;
        self.batch.restore(car, &snapshot).map_err(RestoreError::NotFinite)
    }
}
