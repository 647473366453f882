//! Many cars of one model, side by side in SIMD lanes and over threads.
//!
//! [`Batch`] moves each car exactly as [`Simulation`](crate::step::Simulation) would, bit for bit,
//! whatever its neighbours, the number of cars, their places, the processor's instructions, the width of the lanes
//! and the number of threads. Each car has the sub-steps of its own vehicle, takes inputs within the ranges of their
//! channels, and may have a road of its own for each sub-step ([`Batch::step_over`]). Outputs of all cars are computed
//! in lanes, too ([`Batch::outputs`]). A model for one car at a time ([`Model::IS_CALLED`]) has batches without lanes.
//!
//! Every number of a state, mode, input, vehicle or surface has a column: the numbers of all cars,
//! contiguous and aligned to 64 bytes, padded to whole blocks with copies of the first car's start that
//! nobody sees: lanes carry them along, and a model without lanes leaves them where they are. A step goes block by
//! block, a few registers of cars: it loads the block, runs all sub-steps, and stores it. Nothing is allocated while stepping.
//!
//! A car whose numbers would not come back finite is put back to where it was before the step,
//! stopped and named by its status; so is, where it is, one whose run has ended. Its neighbours
//! notice nothing.

mod access;
mod columns;
mod given;
mod keep;
mod kernel;
mod layout;
mod lent;
mod outputs;
mod reads;
mod snapshots;
mod stages;
mod stops;
mod sub_steps;
mod table;
#[cfg(feature = "threads")]
mod threads;
mod under;

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

pub use access::column_of;
use columns::{Columns, MOST_COLUMNS};
use given::Given;
pub use keep::KeepBounds;
use kernel::{StepRows, any_method, own_method, own_method_in_blocks};
use layout::{decode, modes, status};
pub use outputs::OutputChannel;
use reads::Reads;
use stops::Stops;
use sub_steps::SubSteps;
#[cfg(feature = "threads")]
pub use threads::Divisible;
pub use under::CarUnderWay;
use under::{Faults, UnderWay};

pub use crate::dispatch::{Isa, Kernel, Level, Number};
use crate::integrate::Method;
use crate::model::{End, Model};
#[cfg(feature = "threads")]
pub use crate::pool::{Pool, Task};
use crate::record::{Channels, Record};
use crate::step::{Clock, Dt, Status};
use crate::surface::Surface;

/// Many cars of one model. `T` is `f64` or `f32`.
///
/// ```
/// use skidpad_core::batch::Batch;
/// use skidpad_texts::w1::{self, W1};
/// use skidpad_core::record::Empty;
/// use skidpad_core::step::Dt;
///
/// let (states, inputs): (Vec<_>, Vec<_>) = (0..100).map(w1::workload::start).unzip();
/// let mut batch = Batch::<W1, f64>::new(&[Empty], &[Empty], &states)?;
/// batch.set_inputs(&inputs);
/// let tally = batch.step(Dt::new(0.01).unwrap());
/// assert_eq!(tally.running, 100);
/// assert_eq!(batch.states(0).len(), 100); // x_m of all cars
/// # Ok::<(), skidpad_core::batch::BatchError>(())
/// ```
#[derive(Debug)]
pub struct Batch<M: Model, T: Number> {
    cars: Given<T>,
    /// Inputs as they were set.
    inputs: Columns<T>,
    /// Inputs within the ranges of their channels, which steps read.
    usable: Given<T>,
    /// True for each number of the inputs that was set since it was made usable.
    new_inputs: Vec<bool>,
    /// Faults of inputs that were given during a step.
    faults: Faults,
    /// Cars that stopped in the last call.
    stops: Stops,
    /// Steps of the last call.
    last_steps: u32,
    surfaces: Given<T>,
    /// States, modes and status.
    moving: Columns<T>,
    sub_steps: SubSteps<T>,
    method: Method,
    step_rows: StepRows<M, T>,
    isa: Isa,
    #[cfg(feature = "threads")]
    pool: Option<Pool>,
    clock: Clock,
    model: PhantomData<M>,
}

/// Why no batch could be made or restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// There is no car.
    Empty,
    /// There are neither one nor as many of these as there are states.
    Count {
        /// Name of the records that are too few or too many.
        of: &'static str,
        /// Number that was given.
        found: usize,
        /// Number of states.
        states: usize,
    },
    /// A buffer for outputs has another length than channels times cars, or more channels than can be written at once.
    Buffer {
        /// Length of the buffer.
        found: usize,
        /// Length that it must have.
        must: usize,
        /// Number of requested channels.
        channels: usize,
    },
    /// There are not as many snapshots as cars.
    Snapshots {
        /// Number of snapshots.
        found: usize,
        /// Number of cars.
        cars: usize,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a batch needs at least one car: give a state for each"),
            Self::Count { of, found, states } => {
                write!(f, "{found} {of} for {states} states: give one for all, or one per state")
            }
            Self::Buffer { channels, .. } if *channels > MOST_COLUMNS => {
                write!(f, "{channels} channels: must be at most {MOST_COLUMNS} at once")
            }
            Self::Buffer { found, must, channels } => {
                write!(f, "buffer of {found} numbers: must be {must}, {channels} channels for each car")
            }
            Self::Snapshots { found, cars } => {
                write!(f, "{found} snapshots for {cars} cars: give one per car, as `save_all` does")
            }
        }
    }
}

impl core::error::Error for BatchError {}

/// Number of cars of a batch by status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Cars that drive.
    pub running: usize,
    /// Cars whose run is over; [`Batch::count`] says by which end.
    pub ended: usize,
    /// Cars that were stopped before a number would not have been finite.
    pub quarantined: usize,
}

impl<M: Model, T: Number> Batch<M, T> {
    const FITS: () = {
        assert!(
            status::<M, T>() < MOST_COLUMNS,
            "too many numbers: raise `MOST_COLUMNS` in batch/columns.rs"
        );
        assert!(M::ENDS.len() <= End::MOST, "too many ends: a status is kept as a byte");
    };

    /// A car per state. Vehicles and modes: one for all, or one per state. Everything is rounded to
    /// `T`; the input is zeros, the surface asphalt.
    ///
    /// The vehicles are different cars of one model; a vehicle for all costs less memory traffic.
    pub fn new(
        cars: &[M::Car<f64>],
        modes: &[M::Mode<f64>],
        states: &[M::State<f64>],
    ) -> Result<Self, BatchError> {
        let () = Self::FITS;
        if states.is_empty() {
            return Err(BatchError::Empty);
        }
        for (of, found) in [("vehicles", cars.len()), ("modes", modes.len())] {
            if found != 1 && found != states.len() {
                return Err(BatchError::Count { of, found, states: states.len() });
            }
        }
        let mut moving = Columns::new(status::<M, T>() + 1, states.len());
        for (row, state) in states.iter().enumerate() {
            moving.set_rounded(row, 0, state);
            moving.set_rounded(row, self::modes::<M, T>(), one_of(modes, row));
        }
        moving.pad();
        let no_inputs = alloc::vec![M::Input::<f64>::splat(0.0); states.len()];
        let own_s = (0..states.len()).map(|row| M::longest_step_s(one_of(cars, row))).collect();
        let shared = cars.len() == 1;
        Ok(Self {
            cars: if shared { Given::shared(&cars[0]) } else { Given::each(cars) },
            inputs: Columns::new(<M::Input<T> as Record<T>>::LEN, states.len()),
            usable: Given::each(&no_inputs),
            new_inputs: alloc::vec![true; <M::Input<T> as Record<T>>::LEN],
            faults: Faults::new(states.len()),
            stops: Stops::new(states.len()),
            last_steps: 0,
            surfaces: Given::shared(&Surface::<f64>::asphalt()),
            moving,
            sub_steps: SubSteps::new(own_s),
            method: M::INTEGRATOR,
            step_rows: own_method::<M, T>,
            isa: Isa::best(),
            #[cfg(feature = "threads")]
            pool: None,
            clock: Clock::START,
            model: PhantomData,
        })
    }

    /// Returns the batch with another integrator. Only the model's own is compiled for every level;
    /// another runs in the baseline's lanes, with the same bits but more slowly.
    pub fn with_method(mut self, method: Method) -> Self {
        if method != M::INTEGRATOR {
            self.step_rows = any_method::<M, T, 8>;
        }
        self.method = method;
        self
    }

    /// Returns the batch in blocks of N cars on the baseline, with the model's own integrator: for tests,
    /// and to study widths.
    ///
    /// # Panics
    /// If N does not divide the number of cars that columns are padded to.
    pub fn with_block<const N: usize>(mut self) -> Self {
        assert!(N > 0 && T::WIDEST.is_multiple_of(N), "the widest block has {} cars", T::WIDEST);
        self.step_rows = own_method_in_blocks::<M, T, N>;
        self.method = M::INTEGRATOR;
        self
    }

    /// Returns the batch with the instructions of a level; `None` where this processor lacks them.
    pub fn with_level(mut self, level: Level) -> Option<Self> {
        self.isa = Isa::new(level)?;
        Some(self)
    }

    /// Returns the batch without sub-steps of its own: each car takes the step that it is given, also one whose vehicle is
    /// replaced later.
    pub fn bare(mut self) -> Self {
        self.sub_steps.impose_on_all(Dt::LARGEST_S);
        self
    }

    /// Moves all cars on by a step.
    ///
    /// Each car has the sub-steps of its own [`longest_step_s`](Model::longest_step_s), as alone. Cars side by side whose
    /// numbers of sub-steps differ take the time of the largest. A step from which a car's numbers would not come back finite is
    /// undone for it and the car quarantined; a car that is not running does not move.
    ///
    /// Inputs outside the ranges of their channels are clamped, and one that is not a number is 0 and named by
    /// [`fault`](Self::fault), as for one car.
    pub fn step(&mut self, dt: Dt) -> Tally {
        self.step_times(dt, 1)
    }

    /// Moves all cars on by so many steps of a length, with the bits of as many calls of [`step`](Self::step).
    ///
    /// Some cars at a time take all steps before the next cars begin, so that their numbers stay in the processor's cache, and
    /// threads wait for each other once. [`steps_taken`](Self::steps_taken) is how many of them a car took.
    ///
    /// ```
    /// use skidpad_core::batch::Batch;
    /// use skidpad_core::record::Empty;
    /// use skidpad_core::step::Dt;
    /// use skidpad_texts::w1::{self, W1};
    ///
    /// let (states, inputs): (Vec<_>, Vec<_>) = (0..100).map(w1::workload::start).unzip();
    /// let mut batches = [0; 2].map(|_| Batch::<W1, f64>::new(&[Empty], &[Empty], &states).unwrap());
    /// batches.iter_mut().for_each(|batch| batch.set_inputs(&inputs));
    /// let [together, apart] = &mut batches;
    /// let dt = Dt::new(0.01).unwrap();
    /// together.step_times(dt, 5);
    /// (0..5).for_each(|_| _ = apart.step(dt));
    /// assert_eq!((together.digest(), together.time_s()), (apart.digest(), apart.time_s()));
    /// ```
    pub fn step_times(&mut self, dt: Dt, steps: u32) -> Tally {
        if steps == 0 {
            self.begin_call(0);
            return self.tally();
        }
        self.run_rows(dt, steps, None)
    }

    /// Moves all cars on by a step in which what they are given changes on the way, such as the road under each wheel:
    /// `given` returns input and surface of a car for each of its sub-steps. Each car moves as by
    /// [`Simulation::step_over`](crate::step::Simulation::step_over), with [`Model::held`] of that input.
    ///
    /// The function runs on the batch's threads, car after car; the equations run in lanes. It is called for cars that
    /// run, once for each sub-step. An input that it returns is made usable, and named, as one that was set is.
    ///
    /// ```
    /// use skidpad_core::batch::Batch;
    /// use skidpad_core::record::Empty;
    /// use skidpad_texts::w1::{self, W1};
    /// use skidpad_core::step::Dt;
    /// use skidpad_core::surface::Surface;
    ///
    /// let (states, inputs): (Vec<_>, Vec<_>) = (0..100).map(w1::workload::start).unzip();
    /// let mut batch = Batch::<W1, f64>::new(&[Empty], &[Empty], &states)?;
    /// batch.set_inputs(&inputs);
    /// let tally = batch.step_over(Dt::new(0.01).unwrap(), |car| {
    ///     let is_wet = car.state().x_m > 3.0;
    ///     (car.input(), Surface { grip: if is_wet { 0.6 } else { 1.0 }, ..car.surface() })
    /// });
    /// assert_eq!(tally.running, 100);
    /// # Ok::<(), skidpad_core::batch::BatchError>(())
    /// ```
    pub fn step_over<F>(&mut self, dt: Dt, given: F) -> Tally
    where
        F: Fn(&CarUnderWay<'_, M, T>) -> (M::Input<T>, Surface<T>) + Sync,
    {
        self.run_rows(dt, 1, Some(UnderWay { given: &given, keep: None }))
    }

    /// Moves all cars on by a step as [`step_over`](Self::step_over), but cars keep the input and surface that were set as long
    /// as their states are within bounds: `given` is not called for them. One that leaves its bounds is given what it has in
    /// all sub-steps from there on to the end of the step.
    ///
    /// So most cars cost no more than in a [`step`](Self::step), where what a car is given changes only here and there. The bits
    /// are those of `step_over` if `given` returns what was set for all states within the bounds.
    ///
    /// ```
    /// use skidpad_core::batch::{Batch, KeepBounds, column_of};
    /// use skidpad_core::record::Empty;
    /// use skidpad_core::step::Dt;
    /// use skidpad_core::surface::Surface;
    /// use skidpad_texts::w1::{self, W1, W1State};
    ///
    /// let (states, inputs): (Vec<_>, Vec<_>) = (0..100).map(w1::workload::start).unzip();
    /// let mut batches = [0; 2].map(|_| Batch::<W1, f64>::new(&[Empty], &[Empty], &states).unwrap());
    /// batches.iter_mut().for_each(|batch| batch.set_inputs(&inputs));
    /// let dry = batches[0].surface(0);
    /// let columns = ["x_m", "y_m", "yaw_rad"].map(|name| column_of::<W1State<f64>>(name).unwrap());
    /// // The road is dry up to x = 3 m.
    /// let mut keep = KeepBounds::new(&columns, 100);
    /// (0..100).for_each(|car| keep.set(car, |state| [-1e9, [3.0, 1e9, 1e9][state]]));
    /// let [over, beyond] = &mut batches;
    /// for _ in 0..100 {
    ///     let dt = Dt::new(0.01).unwrap();
    ///     over.step_over(dt, |car| {
    ///         (car.input(), if car.state().x_m > 3.0 { Surface { grip: 0.6, ..dry } } else { dry })
    ///     });
    ///     beyond.step_over_beyond(dt, &keep, |car| {
    ///         assert!(car.state().x_m > 3.0, "cars within their bounds keep what they have");
    ///         (car.input(), if car.state().x_m > 3.0 { Surface { grip: 0.6, ..dry } } else { dry })
    ///     });
    /// }
    /// assert_eq!(over.digest(), beyond.digest());
    /// ```
    ///
    /// # Panics
    /// If the bounds are for another number of cars, or for columns that the states do not have.
    pub fn step_over_beyond<F>(&mut self, dt: Dt, keep: &KeepBounds<T>, given: F) -> Tally
    where
        F: Fn(&CarUnderWay<'_, M, T>) -> (M::Input<T>, Surface<T>) + Sync,
    {
        keep.assert_fit(self.len(), modes::<M, T>());
        self.run_rows(dt, 1, Some(UnderWay { given: &given, keep: Some(keep) }))
    }

    /// Takes all rows through some steps, or one over what `under_way` gives the cars for each sub-step.
    fn run_rows(&mut self, dt: Dt, steps: u32, under_way: Option<UnderWay<'_, M, T>>) -> Tally {
        self.sub_steps.divide(dt);
        self.take_inputs();
        self.faults.clear();
        self.begin_call(steps);
        let reads = Reads {
            cars: &self.cars,
            inputs: &self.usable,
            surfaces: &self.surfaces,
            under_way,
            method: self.method,
            sub_steps: self.sub_steps.division(),
            faults: &self.faults,
            steps,
            stops: &self.stops,
        };
        let run = self.step_rows;
        let (isa, mut rows) = (self.isa, self.moving.all());
        #[cfg(feature = "threads")]
        let stopped = match &mut self.pool {
            Some(pool) => pool.divide(rows, T::WIDEST, &|mut rows| run(isa, &mut rows, &reads)),
            None => run(isa, &mut rows, &reads),
        };
        #[cfg(not(feature = "threads"))]
        let stopped = run(isa, &mut rows, &reads);
        self.clock.count_steps(dt, u64::from(steps));
        if stopped { self.tally() } else { Tally { running: self.len(), ended: 0, quarantined: 0 } }
    }

    /// Counts the steps that cars take from here on.
    fn begin_call(&mut self, steps: u32) {
        self.stops.clear();
        self.last_steps = steps;
    }

    /// Makes what was set usable.
    fn take_inputs(&mut self) {
        for (index, channel) in M::Input::<T>::CHANNELS.iter().enumerate() {
            if core::mem::take(&mut self.new_inputs[index]) {
                self.usable.set_within(index, self.inputs.column(index), channel);
            }
        }
    }

    /// Number and length, s, of a car's sub-steps in a step.
    pub fn sub_steps(&self, car: usize, dt: Dt) -> (u32, f64) {
        self.sub_steps.of_car(car, dt)
    }

    /// Number of cars by status.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally { running: 0, ended: 0, quarantined: 0 };
        for number in self.statuses() {
            match decode::<M, T>(*number) {
                Status::Running => tally.running += 1,
                Status::Ended(_) => tally.ended += 1,
                Status::Quarantined => tally.quarantined += 1,
            }
        }
        tally
    }

    /// Number of cars with a status.
    ///
    /// ```
    /// use skidpad_core::batch::Batch;
    /// use skidpad_texts::w1::{self, W1};
    /// use skidpad_core::record::Empty;
    /// use skidpad_core::step::Status;
    ///
    /// let batch = Batch::<W1, f64>::new(&[Empty], &[Empty], &[w1::workload::start(0).0])?;
    /// assert_eq!(batch.count(Status::Running), 1);
    /// assert_eq!(batch.count(Status::ENGINE_BLOWN), 0);
    /// # Ok::<(), skidpad_core::batch::BatchError>(())
    /// ```
    pub fn count(&self, status: Status) -> usize {
        let code = f64::from(status.code());
        self.statuses().iter().filter(|number| number.lane(0) == code).count()
    }
}

/// The record of a row, or the one for all.
fn one_of<X>(records: &[X], row: usize) -> &X {
    if records.len() == 1 { &records[0] } else { &records[row] }
}

#[cfg(test)]
#[path = "../../tests/inside/batch_padding.rs"]
mod tests;

#[cfg(test)]
#[path = "../../tests/inside/batch_steps.rs"]
mod steps_tests;
