//! Cars of one model in a batch, with the commands and the ground that they are given.

use skidpad_core::batch::{Batch, BatchError, Pool, Tally};
use skidpad_core::integrate::Method;
use skidpad_core::record::Record;
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_world::models::Drivable;
use skidpad_world::rolling::CarParts;
use skidpad_world::world::Site;

use crate::commands::{ACCELERATION, Commands};
use crate::convert::Convert;
use crate::even_ground::EvenGround;
use crate::places::Places;

/// Cars of a model that move by the bits of single cars.
pub(crate) struct Moving<M: Drivable, T: Convert> {
    pub batch: Batch<M, T>,
    pub places: Places<M>,
    pub commands: Commands<T>,
    /// True once each car has an input of its commands.
    have_inputs: bool,
    /// Areas without look-ups; `None` where no ground is uneven, or the model needs a look-up everywhere.
    even_ground: Option<EvenGround<M, T>>,
}

/// Vehicle, mode and state of each of some cars.
pub(crate) struct Starts<M: Drivable> {
    pub vehicles: Vec<M::Car<f64>>,
    pub modes: Vec<M::Mode<f64>>,
    pub states: Vec<M::State<f64>>,
}

impl<M: Drivable> Starts<M> {
    /// No cars.
    pub fn none() -> Self {
        Self { vehicles: Vec::new(), modes: Vec::new(), states: Vec::new() }
    }

    /// Adds a car.
    pub fn push(&mut self, (vehicle, mode, state): CarParts<M>) {
        self.vehicles.push(vehicle);
        self.modes.push(mode);
        self.states.push(state);
    }
}

impl<M: Drivable, T: Convert> Moving<M, T> {
    /// Cars whose controls nobody touches; `site_of`: the site of each.
    pub fn new(
        starts: Starts<M>,
        method: Method,
        sites: Vec<Site>,
        site_of: Vec<usize>,
    ) -> Result<Self, BatchError> {
        let Starts { vehicles, modes, states } = starts;
        let batch = Batch::new(&vehicles, &modes, &states)?;
        let even_ground = EvenGround::new(&vehicles);
        let places = Places::new(vehicles, sites, site_of);
        let mut new = Self {
            batch: batch.with_method(method),
            even_ground: even_ground.filter(|_| places.change_under_way),
            commands: Commands::untouched(states.len()),
            have_inputs: false,
            places,
        };
        let surfaces: Vec<_> = (0..states.len()).map(|car| *new.places.surface(car)).collect();
        new.batch.set_surfaces(&surfaces);
        Ok(new)
    }

    /// Takes another vehicle for a car.
    pub fn set_vehicle(&mut self, car: usize, vehicle: &M::Car<f64>) {
        self.places.vehicles[car] = *vehicle;
        self.batch.set_car(car, vehicle);
        if let Some(even_ground) = &mut self.even_ground {
            even_ground.set_vehicle(car, vehicle);
        }
        self.commands.mark_changed();
    }

    /// Sets the weather to that of a time, s.
    pub fn set_weather(&mut self, time_s: f64) {
        if self.places.set_weather(time_s) {
            self.take_surfaces();
        }
    }

    /// Sets road and air of the first site.
    pub fn set_surface(&mut self, surface: &Surface<f64>) {
        if self.places.set_surface(surface) {
            self.take_surfaces();
        }
    }

    fn take_surfaces(&mut self) {
        let Self { batch, places, commands, .. } = self;
        if places.change_under_way {
            // Cars that keep what they have on even ground get it once more.
            commands.mark_changed();
        } else {
            (0..batch.len()).for_each(|car| batch.set_surface_of(car, places.surface(car)));
        }
    }

    /// Gives the batch the inputs of the present commands, where they hold for the whole step.
    pub fn take_commands(&mut self) {
        if self.places.change_under_way {
            return;
        }
        let changed = self.commands.take_changed();
        if !changed.contains(&true) {
            return;
        }
        if M::INPUT_IS_COMMAND && core::mem::replace(&mut self.have_inputs, true) {
            for channel in (0..ACCELERATION).filter(|channel| changed[*channel]) {
                self.batch.set_input_column(channel, self.commands.column(channel));
            }
            return;
        }
        // The input does not depend on the state.
        let any = M::State::splat(0.0);
        for (car, vehicle) in self.places.vehicles.iter().enumerate() {
            let input = M::input_at(vehicle, &any, &self.commands.request(car));
            self.batch.set_input(car, &T::input::<M>(&input));
        }
    }

    /// Returns true where nothing that cars are given changes between two steps.
    pub fn is_steady(&self) -> bool {
        !self.places.change_under_way && !self.places.is_gusty()
    }

    /// Moves all cars on by some steps. More than one only where what they are given [is steady](Self::is_steady).
    pub fn step_times(&mut self, dt: Dt, steps: u32, pool: &mut Option<Pool>) -> Tally {
        self.take_commands();
        let Self { batch, places, commands, even_ground, .. } = self;
        if let Some(even_ground) = even_ground {
            even_ground.find(batch, places, commands);
        }
        let own = batch.replace_pool(pool.take());
        let tally = match even_ground {
            Some(even_ground) => {
                batch.step_over_beyond(dt, even_ground.bounds(), |now| places.given(now, commands))
            }
            None if places.change_under_way => batch.step_over(dt, |now| places.given(now, commands)),
            None => batch.step_times(dt, steps),
        };
        *pool = batch.replace_pool(own);
        tally
    }
}

#[cfg(test)]
mod tests {
    use skidpad_core::controls::Command;
    use skidpad_core::model::spatial::{Spatial, SpatialCurves};
    use skidpad_core::model::two_track::{Curves, TwoTrack};
    use skidpad_core::model::{SingleTrack, StraightLine};
    use skidpad_core::record::Record;
    use skidpad_special::{Kinematic, PointMass};
    use skidpad_testing::Random;
    use skidpad_workload::vehicle;
    use skidpad_world::models::Drivable;
    use skidpad_world::rolling::Request;

    use crate::commands::ACCELERATION;

    /// The bits of a record's numbers.
    fn bits<X: Record<f64>>(record: &X) -> Vec<u64> {
        let mut numbers = vec![0.0; X::LEN];
        record.store(&mut &mut numbers[..]);
        numbers.into_iter().map(f64::to_bits).collect()
    }

    fn check<M: Drivable>() {
        const { assert!(M::INPUT_IS_COMMAND) };
        let mut random = Random::new(4);
        let car = M::car(&vehicle(0));
        let others = bits(&M::untouched()).split_off(ACCELERATION);
        for round in 0..200 {
            let mut numbers = [0.0; ACCELERATION];
            numbers.iter_mut().for_each(|number| *number = random.between(-3.0, 3.0));
            numbers[round % ACCELERATION] = [f64::NAN, -0.0, f64::INFINITY][round % 3];
            let command: Command<f64> = Record::load(&&numbers[..]);
            let acceleration_m_s2 = random.between(-9.0, 9.0);
            // Neither the vehicle nor the state nor an acceleration matter.
            let request = Request { command, acceleration_m_s2 };
            let state = M::State::splat(random.between(-1.0, 1.0));
            let input = bits(&M::input_at(&car, &state, &request));
            assert_eq!(input[..ACCELERATION], bits(&command), "{}", M::NAME);
            assert_eq!(input[ACCELERATION..], others, "{}", M::NAME);
        }
    }

    /// Fleets copy the columns of commands of these models as they are.
    #[test]
    fn the_input_of_a_model_begins_with_its_command_where_it_says_so() {
        check::<PointMass>();
        check::<StraightLine>();
        check::<SingleTrack>();
        check::<Kinematic>();
        check::<TwoTrack<Curves>>();
        check::<Spatial<SpatialCurves>>();
    }
}
