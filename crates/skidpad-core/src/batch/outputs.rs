//! Outputs of all cars at once: chosen channels of what a model computes on the way, as columns.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use super::columns::{Columns, MOST_COLUMNS, Rows};
use super::given::Given;
use super::layout::{self, first_input, first_sub_step, first_surface, modes, now, status};
use super::table::{Table, with_lines};
use super::under::{CarUnderWay, GivenUnderWay, renew_car};
use super::{Batch, BatchError, Number};
use crate::dispatch::{Isa, Kernel};
use crate::model::Model;
use crate::record::{Channel, Channels, Record, UnknownChannel, channel_place};
use crate::step::evaluate_alone;
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

    /// The channel at a place of the model's outputs; `None` where there are not as many.
    pub fn at(place: usize) -> Option<Self> {
        (place < M::Trace::<f64>::CHANNELS.len()).then_some(Self { place, model: PhantomData })
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
        self.write_outputs(channels, buffer, None)
    }

    /// Writes chosen outputs as [`outputs`](Self::outputs) does, each car on what `given` returns for it: that of
    /// [`step_over`](Self::step_over), to see the outputs on the road that the car drives on. The function is also called for
    /// cars that do not run.
    ///
    /// # Errors
    /// As for [`outputs`](Self::outputs).
    pub fn outputs_over<F>(
        &mut self,
        channels: &[OutputChannel<M>],
        buffer: &mut [T],
        given: F,
    ) -> Result<(), BatchError>
    where
        F: Fn(&CarUnderWay<'_, M, T>) -> (M::Input<T>, Surface<T>) + Sync,
    {
        self.write_outputs(channels, buffer, Some(&given))
    }

    fn write_outputs(
        &mut self,
        channels: &[OutputChannel<M>],
        buffer: &mut [T],
        under_way: Option<&GivenUnderWay<'_, M, T>>,
    ) -> Result<(), BatchError> {
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
            under_way,
        };
        let isa = self.isa;
        #[cfg(feature = "threads")]
        if let Some(pool) = &mut self.pool {
            pool.divide(rows, T::WIDEST, &|mut rows| write_rows(isa, &mut rows, &reads));
            return Ok(());
        }
        write_rows(isa, &mut rows, &reads);
        Ok(())
    }
}

/// Writes the outputs of some rows, compiled for each level where the model has lanes.
fn write_rows<M: Model, T: Number>(isa: Isa, rows: &mut Rows<'_, T>, reads: &OutputReads<'_, M, T>) -> bool {
    let outputs = Outputs { rows, reads };
    // Constant, so that only one of them is compiled.
    if const { M::IS_CALLED } { outputs.run::<8, 8>() } else { T::run(isa, outputs) }
}

/// Columns from which outputs are computed.
struct OutputReads<'a, M: Model, T: Number> {
    cars: &'a Given<T>,
    inputs: &'a Given<T>,
    surfaces: &'a Given<T>,
    moving: &'a Columns<T>,
    channels: &'a [OutputChannel<M>],
    /// Source of each car's input and surface; `None`: those that were set.
    under_way: Option<&'a GivenUnderWay<'a, M, T>>,
}

/// The outputs of some rows.
struct Outputs<'a, 'b, M: Model, T: Number> {
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
    layout::next::<M, T>()
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
        let cars = usize::min(N, rows.len - row);
        if let Some(given) = reads.under_way {
            renew_all::<M, T, N, L>(given, reads, place..place + cars, &mut table);
        }
        evaluate_block::<M, T, N, L>(&mut table);
        for (column, channel) in reads.channels.iter().enumerate() {
            rows.put_first(column, row, table.line(first_output::<M, T>() + channel.place), cars);
        }
        row += N;
    }
    false
}

/// Gives all cars of a block, at these places in the batch, what they are evaluated with.
#[inline(never)]
fn renew_all<M: Model, T: Number, const N: usize, const L: usize>(
    given: &GivenUnderWay<'_, M, T>,
    reads: &OutputReads<'_, M, T>,
    places: Range<usize>,
    table: &mut Table<T, L, N>,
) {
    let OutputReads { cars, inputs, surfaces, .. } = *reads;
    for (car, index) in places.enumerate() {
        let state = table.read(now::<M, T>(), car);
        let now = CarUnderWay { index, state, sub_step_s: T::zero(), cars, inputs, surfaces };
        renew_car(given, &now, car, table);
    }
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
        // Constant, so that only one of them is compiled.
        let (_, trace) = if const { M::IS_CALLED } {
            evaluate_alone::<M, T>(&vehicle, (&mode, &state), &input, &surface)
        } else {
            M::evaluate(&vehicle, &mode, &state, &input, &surface)
        };
        table.write(first_output::<M, T>(), car, &trace);
        car += 1;
    }
}
