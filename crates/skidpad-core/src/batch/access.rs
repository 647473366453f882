//! The cars of a batch, read and written one by one or by column.

use alloc::vec::Vec;

use super::given::{Given, are_same_columns};
use super::layout::{decode, encode, modes, status};
use super::{Batch, Level, Number};
use crate::controls::{ControlFault, sanitise_input};
use crate::math::Mask;
use crate::model::Model;
use crate::record::{Channels, Record};
use crate::snapshot::StateHash;
use crate::step::Status;
use crate::surface::Surface;

/// Reading and writing: by car, or by column. Columns are counted as the fields are: `index` 0 is
/// the first number of the record; see [`column_of`].
impl<M: Model, T: Number> Batch<M, T> {
    /// Number of cars.
    pub fn len(&self) -> usize {
        self.moving.rows()
    }
    /// Never: a batch has at least one car.
    pub fn is_empty(&self) -> bool {
        false
    }
    /// Time since the beginning, s; a stopped car's state is older.
    pub fn time_s(&self) -> f64 {
        self.clock.time_s()
    }
    /// The instructions that it runs with.
    pub fn level(&self) -> Level {
        self.isa.level()
    }
    /// Number of threads that it runs on.
    pub fn threads(&self) -> usize {
        #[cfg(feature = "threads")]
        if let Some(pool) = &self.pool {
            return pool.threads();
        }
        1
    }

    /// Run status of a car.
    pub fn status(&self, car: usize) -> Status {
        decode::<M, T>(self.moving.column(status::<M, T>())[car])
    }
    /// Number of steps that a car took in the last call that stepped the batch: all of them where it runs, 0 where it did not run
    /// before. The step in which a run ends counts; that in which a car is quarantined is undone and does not. For a car that was
    /// given a new state since, it has no meaning.
    pub fn steps_taken(&self, car: usize) -> u32 {
        if self.status(car) == Status::Running { self.last_steps } else { self.stops.steps(car) }
    }
    /// Run status of all cars as numbers: the [`Status::code`] of each.
    pub fn statuses(&self) -> &[T] {
        self.moving.column(status::<M, T>())
    }
    /// A car's state.
    pub fn state(&self, car: usize) -> M::State<T> {
        self.moving.get(car, 0)
    }
    /// A car's mode.
    pub fn mode(&self, car: usize) -> M::Mode<T> {
        self.moving.get(car, modes::<M, T>())
    }
    /// A car's input, as it was set.
    pub fn input(&self, car: usize) -> M::Input<T> {
        self.inputs.get(car, 0)
    }
    /// The first input of a car that is not a number, of what was set or else of what the last step was given on the
    /// way; it was taken as 0.
    ///
    /// ```
    /// use skidpad_core::batch::Batch;
    /// use skidpad_core::record::Empty;
    /// use skidpad_texts::w1::{self, W1};
    /// use skidpad_core::step::Dt;
    ///
    /// let (states, inputs): (Vec<_>, Vec<_>) = (0..20).map(w1::workload::start).unzip();
    /// let mut batch = Batch::<W1, f64>::new(&[Empty], &[Empty], &states)?;
    /// batch.set_inputs(&inputs);
    /// batch.inputs_mut(0)[3] = f64::NAN; // its steering
    /// assert_eq!(batch.step(Dt::new(0.01).unwrap()).running, 20);
    /// assert_eq!(batch.fault(3).unwrap().field, "steer_rad");
    /// assert_eq!(batch.fault(4), None);
    /// # Ok::<(), skidpad_core::batch::BatchError>(())
    /// ```
    pub fn fault(&self, car: usize) -> Option<ControlFault> {
        let set = sanitise_input::<T, _>(&self.input(car)).1;
        set.or_else(|| self.faults.fault::<M::Input<T>>(car))
    }
    /// A car's vehicle.
    pub fn car(&self, car: usize) -> M::Car<T> {
        self.cars.get(car)
    }
    /// A car's surface.
    pub fn surface(&self, car: usize) -> Surface<T> {
        self.surfaces.get(car)
    }

    /// One number of all states.
    pub fn states(&self, index: usize) -> &[T] {
        assert!(index < modes::<M, T>(), "the state has {} numbers", modes::<M, T>());
        self.moving.column(index)
    }
    /// One number of all states, to write.
    pub fn states_mut(&mut self, index: usize) -> &mut [T] {
        assert!(index < modes::<M, T>(), "the state has {} numbers", modes::<M, T>());
        self.moving.column_mut(index)
    }
    /// One number of all modes.
    pub fn modes(&self, index: usize) -> &[T] {
        let count = <M::Mode<T> as Record<T>>::LEN;
        assert!(index < count, "the mode has {count} numbers");
        self.moving.column(modes::<M, T>() + index)
    }
    /// One number of all inputs, to write.
    pub fn inputs_mut(&mut self, index: usize) -> &mut [T] {
        self.new_inputs[index] = true;
        self.inputs.column_mut(index)
    }

    /// Gives a car a new state and mode and lets it run again.
    pub fn reset(&mut self, car: usize, mode: &M::Mode<T>, state: &M::State<T>) {
        self.moving.set(car, 0, state);
        self.moving.set(car, modes::<M, T>(), mode);
        self.moving.column_mut(status::<M, T>())[car] = encode(Status::Running);
    }
    /// Puts another state into a car, such as one that contact corrected; mode and status stay. One that is not finite is not
    /// taken, and the car quarantined.
    pub fn set_state(&mut self, car: usize, state: &M::State<T>) -> Status {
        if state.all_finite().all() {
            self.moving.set(car, 0, state);
        } else {
            self.moving.column_mut(status::<M, T>())[car] = encode(Status::Quarantined);
        }
        self.status(car)
    }
    /// Sets a car's input.
    pub fn set_input(&mut self, car: usize, input: &M::Input<T>) {
        self.new_inputs.fill(true);
        self.inputs.set(car, 0, input);
    }
    /// Sets one number of all inputs. What has the same bits as before costs a comparison alone.
    ///
    /// # Panics
    /// If there are not as many numbers as cars.
    pub fn set_input_column(&mut self, index: usize, numbers: &[T]) {
        let column = self.inputs.column_mut(index);
        if !are_same_columns(column, numbers) {
            column.copy_from_slice(numbers);
            self.new_inputs[index] = true;
        }
    }
    /// Sets the inputs of the first cars, rounded to `T`.
    ///
    /// # Panics
    /// If there are more inputs than cars.
    pub fn set_inputs(&mut self, inputs: &[M::Input<f64>]) {
        self.new_inputs.fill(true);
        for (row, input) in inputs.iter().enumerate() {
            self.inputs.set_rounded(row, 0, input);
        }
    }
    /// One surface for all cars.
    pub fn set_surface(&mut self, surface: &Surface<f64>) {
        self.surfaces = Given::shared(surface);
    }
    /// A surface for each car. Nothing is allocated after the first time.
    ///
    /// # Panics
    /// If there are more surfaces than cars.
    pub fn set_surfaces(&mut self, surfaces: &[Surface<f64>]) {
        let rows = self.len();
        self.surfaces.separate(rows);
        self.surfaces.set_first(surfaces);
    }
    /// A surface for one car; the others keep theirs. Nothing is allocated where each car has a surface already
    /// ([`set_surfaces`](Self::set_surfaces)).
    pub fn set_surface_of(&mut self, car: usize, surface: &Surface<f64>) {
        let rows = self.len();
        self.surfaces.separate(rows);
        self.surfaces.set(car, surface);
    }
    /// Replaces a car's vehicle. The car then has the new vehicle's sub-steps, the others keep theirs; in a batch that is
    /// [`bare`](Self::bare) it still takes the step that it is given.
    pub fn set_car(&mut self, car: usize, vehicle: &M::Car<f64>) {
        let rows = self.len();
        self.cars.separate(rows);
        self.cars.set(car, vehicle);
        self.sub_steps.set_own(car, M::longest_step_s(vehicle));
    }

    /// A [`StateHash`] of the bits of all states and modes: equal on every machine and for every way to run
    /// the same cars.
    pub fn digest(&self) -> u64 {
        let mut hash = StateHash::default();
        for car in 0..self.len() {
            hash.record(&self.state(car));
            hash.record(&self.mode(car));
        }
        hash.value()
    }

    /// All states, for tests and snapshots.
    pub fn all_states(&self) -> Vec<M::State<T>> {
        (0..self.len()).map(|car| self.state(car)).collect()
    }
}

/// The column of a number by the name of its field.
///
/// ```
/// use skidpad_special::KinematicState;
/// assert_eq!(skidpad_core::batch::column_of::<KinematicState<f64>>("yaw_rad"), Some(2));
/// ```
pub fn column_of<X: Channels>(name: &str) -> Option<usize> {
    X::CHANNELS.iter().position(|channel| channel.name == name)
}
