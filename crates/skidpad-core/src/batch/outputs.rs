//! Outputs of all cars at once: chosen channels of what a model computes on the way, as columns.

use core::fmt;
use core::marker::PhantomData;

use super::columns::{Columns, MOST_COLUMNS, Rows};
use super::given::Given;
use super::kernel::{self, first_input, first_sub_step, first_surface, modes, now, status};
use super::table::{Table, with_lines};
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
        with_lines!(lines::<M, T>(), L => write::<M, T, N, L>(rows, reads))
    }
}

/// First line of outputs in a block's table, behind what is given, states and modes.
const fn first_output<M: Model, T: Number>() -> usize {
    kernel::next::<M, T>()
}

/// Number of lines of a block's table.
const fn lines<M: Model, T: Number>() -> usize {
    first_output::<M, T>() + <M::Trace<T> as Record<T>>::LEN
}

/// Writes the outputs of some rows.
#[inline(always)]
fn write<M: Model, T: Number, const N: usize, const L: usize>(
    rows: &mut Rows<'_, T>,
    reads: &OutputReads<'_, M, T>,
) -> bool {
    let mut table = Table::<T, L, N>::new();
    let mut row = 0;
    while row < rows.len {
        let (place, again) = (rows.start + row, row > 0);
        table.take(0, first_input::<M, T>(), reads.cars, place, again);
        table.take(first_input::<M, T>(), first_surface::<M, T>(), reads.inputs, place, again);
        table.take(first_surface::<M, T>(), first_sub_step::<M, T>(), reads.surfaces, place, again);
        table.take_columns(now::<M, T>(), now::<M, T>() + status::<M, T>(), reads.moving.at(place));
        evaluate_block::<M, T, N, L>(&mut table);
        let cars = usize::min(N, rows.len - row);
        for (column, channel) in reads.channels.iter().enumerate() {
            rows.put_first(column, row, table.line(first_output::<M, T>() + channel.place), cars);
        }
        row += N;
    }
    false
}

/// Evaluates the cars of a block: the loop that becomes vector instructions.
#[inline(always)]
fn evaluate_block<M: Model, T: Number, const N: usize, const L: usize>(table: &mut Table<T, L, N>) {
    let mut car = 0;
    while car < N {
        let vehicle: M::Car<T> = table.read(0, car);
        let input: M::Input<T> = table.read(first_input::<M, T>(), car);
        let surface: Surface<T> = table.read(first_surface::<M, T>(), car);
        let mode: M::Mode<T> = table.read(now::<M, T>() + modes::<M, T>(), car);
        let state: M::State<T> = table.read(now::<M, T>(), car);
        let (_, trace) = M::evaluate(&vehicle, &mode, &state, &input, &surface);
        table.write(first_output::<M, T>(), car, &trace);
        car += 1;
    }
}
