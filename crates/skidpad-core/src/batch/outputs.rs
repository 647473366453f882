//! Outputs of all cars at once: chosen channels of what a model computes on the way, as columns.

use core::fmt;
use core::marker::PhantomData;

use super::columns::{Columns, Given, MOST_COLUMNS, Rows};
use super::kernel::{self, MOST_GIVEN, first_input, first_surface, modes, status};
use super::table::Table;
use super::{Batch, BatchError, Number};
use crate::dispatch::Kernel;
use crate::model::Model;
use crate::record::{Channel, Channels, Record, UnknownChannel, channel_place};
use crate::surface::Surface;

/// A channel of a model's outputs, found once by its name.
pub struct OutputChannel<M> {
    place: usize,
    model: PhantomData<fn() -> M>,
}

impl<M: Model> OutputChannel<M> {
    /// The channel of a name.
    ///
    /// ```
    /// use skidpad_core::batch::OutputChannel;
    /// use skidpad_core::model::SingleTrack;
    /// let error = OutputChannel::<SingleTrack>::named("front_slip_angel_rad").unwrap_err();
    /// assert_eq!(error.near[0], "front_slip_angle_rad");
    /// ```
    ///
    /// # Errors
    /// A name that the model's outputs do not have, with the names near it.
    pub fn named(name: &str) -> Result<Self, UnknownChannel> {
        Ok(Self { place: channel_place::<M::Trace<f64>>(name)?, model: PhantomData })
    }

    /// All channels of the model's outputs.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..M::Trace::<f64>::CHANNELS.len()).map(|place| Self { place, model: PhantomData })
    }

    /// Name, unit and range.
    pub fn channel(&self) -> &'static Channel {
        &M::Trace::<f64>::CHANNELS[self.place]
    }
}

impl<M> Clone for OutputChannel<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for OutputChannel<M> {}

impl<M: Model> fmt::Debug for OutputChannel<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OutputChannel").field(&self.channel().name).finish()
    }
}

/// Largest number of outputs of a model.
const MOST_OUTPUTS: usize = 256;

impl<M: Model, T: Number> Batch<M, T> {
    /// Writes chosen outputs of all cars into a buffer, channel after channel: those of the first channel for all cars,
    /// then those of the second. They are those of the cars' present states, modes and inputs, with the same bits as
    /// [`Simulation::look`](crate::step::Simulation::look) gives for each; also of cars that do not run.
    ///
    /// ```
    /// use skidpad_core::batch::{Batch, OutputChannel};
    /// use skidpad_core::record::Empty;
    /// use skidpad_texts::w1::{self, W1};
    ///
    /// let (states, inputs): (Vec<_>, Vec<_>) = (0..100).map(w1::workload::start).unzip();
    /// let mut batch = Batch::<W1, f64>::new(&[Empty], &[Empty], &states)?;
    /// batch.set_inputs(&inputs);
    /// let slips = ["front_slip_angle_rad", "rear_slip_angle_rad"].map(|name| OutputChannel::named(name).unwrap());
    /// let mut buffer = vec![0.0; slips.len() * batch.len()];
    /// batch.outputs(&slips, &mut buffer)?;
    /// let (front, rear) = buffer.split_at(batch.len());
    /// assert!(front[7] != 0.0 && rear[7] != front[7]);
    /// # Ok::<(), skidpad_core::batch::BatchError>(())
    /// ```
    ///
    /// # Errors
    /// A buffer of another length than channels times cars, or more channels than can be written at once. Then nothing
    /// is written.
    pub fn outputs(&mut self, channels: &[OutputChannel<M>], buffer: &mut [T]) -> Result<(), BatchError> {
        const {
            assert!(<M::Trace<T> as Record<T>>::LEN <= MOST_OUTPUTS, "too many outputs: raise `MOST_OUTPUTS`")
        };
        let must = channels.len() * self.len();
        if buffer.len() != must || channels.len() > MOST_COLUMNS {
            return Err(BatchError::Buffer { found: buffer.len(), must, channels: channels.len() });
        }
        self.take_inputs();
        let mut rows = Rows::of_buffer(buffer, self.moving.rows());
        let reads = OutputReads {
            cars: &self.cars,
            inputs: &self.usable,
            surfaces: &self.surfaces,
            moving: &self.moving,
            channels,
        };
        let isa = self.isa;
        #[cfg(feature = "threads")]
        if let Some(pool) = &mut self.pool {
            let write = |rows: &mut Rows<'_, T>| T::run(isa, Outputs { rows, reads: &reads });
            kernel::over_threads(pool, &write, rows);
            return Ok(());
        }
        T::run(isa, Outputs { rows: &mut rows, reads: &reads });
        Ok(())
    }
}

/// Columns from which outputs are computed.
struct OutputReads<'a, M, T> {
    cars: &'a Given<T>,
    inputs: &'a Given<T>,
    surfaces: &'a Given<T>,
    moving: &'a Columns<T>,
    channels: &'a [OutputChannel<M>],
}

/// The outputs of some rows.
struct Outputs<'a, 'b, M, T> {
    rows: &'a mut Rows<'b, T>,
    reads: &'a OutputReads<'a, M, T>,
}

impl<M: Model, T: Number> Kernel for Outputs<'_, '_, M, T> {
    #[inline(always)]
    fn run<const N: usize, const TWICE: usize>(self) -> bool {
        let Self { rows, reads } = self;
        let mut tables =
            OutputTables::<T, N> { given: Table::new(), now: Table::new(), outputs: Table::new() };
        let OutputTables { given, now, outputs } = &mut tables;
        let mut row = 0;
        while row < rows.len {
            let (place, again) = (rows.start + row, row > 0);
            given.take(0, first_input::<M, T>(), reads.cars, place, again);
            given.take(first_input::<M, T>(), first_surface::<M, T>(), reads.inputs, place, again);
            given.take(
                first_surface::<M, T>(),
                kernel::first_sub_step::<M, T>(),
                reads.surfaces,
                place,
                again,
            );
            now.take_columns(0, status::<M, T>(), reads.moving.at(place));
            evaluate_block::<M, T, N>(given, now, outputs);
            let cars = usize::min(N, rows.len - row);
            for (column, channel) in reads.channels.iter().enumerate() {
                rows.put_first(column, row, &outputs.0[channel.place].0, cars);
            }
            row += N;
        }
        false
    }
}

/// The tables of a block, in one piece of memory as those of a step.
struct OutputTables<T, const N: usize> {
    given: Table<T, MOST_GIVEN, N>,
    now: Table<T, MOST_COLUMNS, N>,
    outputs: Table<T, MOST_OUTPUTS, N>,
}

/// Evaluates the cars of a block: the loop that becomes vector instructions.
#[inline(always)]
fn evaluate_block<M: Model, T: Number, const N: usize>(
    given: &Table<T, MOST_GIVEN, N>,
    now: &Table<T, MOST_COLUMNS, N>,
    outputs: &mut Table<T, MOST_OUTPUTS, N>,
) {
    let mut car = 0;
    while car < N {
        let vehicle: M::Car<T> = given.read(0, car);
        let input: M::Input<T> = given.read(first_input::<M, T>(), car);
        let surface: Surface<T> = given.read(first_surface::<M, T>(), car);
        let mode: M::Mode<T> = now.read(modes::<M, T>(), car);
        let state: M::State<T> = now.read(0, car);
        let (_, trace) = M::evaluate(&vehicle, &mode, &state, &input, &surface);
        outputs.write(0, car, &trace);
        car += 1;
    }
}
