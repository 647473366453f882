//! Inputs of cars in each of their sub-steps, such as a road of its own under each car and wheel.

use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicBool, AtomicU16, Ordering};

use super::columns::Rows;
use super::given::Given;
use super::kernel::{RUNNING, Reads, first_input, first_surface, now, status};
use super::sub_steps::BlockCounts;
use super::table::Table;
use crate::controls::{ControlFault, sanitise_input};
use crate::dispatch::Number;
use crate::model::Model;
use crate::record::Channels;
use crate::surface::Surface;

/// A car of a batch at the beginning of a sub-step.
pub struct CarUnderWay<'a, M: Model, T: Number> {
    index: usize,
    state: M::State<T>,
    cars: &'a Given<T>,
    inputs: &'a Given<T>,
    surfaces: &'a Given<T>,
}

impl<M: Model, T: Number> CarUnderWay<'_, M, T> {
    /// Its place in the batch.
    pub fn index(&self) -> usize {
        self.index
    }
    /// Its state at the beginning of the sub-step.
    pub fn state(&self) -> &M::State<T> {
        &self.state
    }
    /// Its vehicle.
    pub fn vehicle(&self) -> M::Car<T> {
        self.cars.get(self.index)
    }
    /// Its input, as it was set.
    pub fn input(&self) -> M::Input<T> {
        self.inputs.get(self.index)
    }
    /// Its surface, as it was set.
    pub fn surface(&self) -> Surface<T> {
        self.surfaces.get(self.index)
    }
}

impl<M: Model, T: Number> fmt::Debug for CarUnderWay<'_, M, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CarUnderWay")
            .field("index", &self.index)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

/// The first input of each car that was no number, of those given on the way in the last step.
#[derive(Debug)]
pub(super) struct Faults {
    /// Places of the channels, counted from 1; 0: none. A car is in the hands of one thread at a time: what is atomic
    /// is so for the compiler's sake.
    places: Vec<AtomicU16>,
    has_any: AtomicBool,
}

impl Faults {
    pub(super) fn new(cars: usize) -> Self {
        Self { places: (0..cars).map(|_| AtomicU16::new(0)).collect(), has_any: AtomicBool::new(false) }
    }

    /// Forgets those of the last step.
    pub(super) fn clear(&mut self) {
        if core::mem::take(self.has_any.get_mut()) {
            self.places.iter_mut().for_each(|place| *place.get_mut() = 0);
        }
    }

    /// That of a car whose inputs have these channels.
    pub(super) fn fault<X: Channels>(&self, car: usize) -> Option<ControlFault> {
        let place = usize::from(self.places[car].load(Ordering::Relaxed));
        let channel = X::CHANNELS.get(place.checked_sub(1)?)?;
        Some(ControlFault { field: channel.name })
    }

    /// Notes a car's fault, where it is its first in the step.
    #[cold]
    fn note<X: Channels>(&self, car: usize, fault: ControlFault) {
        let place = X::CHANNELS.iter().position(|channel| channel.name == fault.field);
        let place = place.and_then(|place| u16::try_from(place + 1).ok()).unwrap_or(0);
        let _ = self.places[car].compare_exchange(0, place, Ordering::Relaxed, Ordering::Relaxed);
        self.has_any.store(true, Ordering::Relaxed);
    }
}

/// Source of input and surface of a sub-step.
pub(super) trait SubStepInputs<M: Model, T: Number>: Sync {
    /// True where they change from sub-step to sub-step.
    const CHANGES: bool;
    /// Input and surface of a car's next sub-step.
    fn next(&self, car: &CarUnderWay<'_, M, T>) -> (M::Input<T>, Surface<T>);
}

/// As they were set, for the whole step.
pub(super) struct AsSet;

impl<M: Model, T: Number> SubStepInputs<M, T> for AsSet {
    const CHANGES: bool = false;
    #[inline(always)]
    fn next(&self, car: &CarUnderWay<'_, M, T>) -> (M::Input<T>, Surface<T>) {
        (car.input(), car.surface())
    }
}

/// By a function of the caller.
pub(super) struct By<F>(pub(super) F);

impl<M: Model, T: Number, F> SubStepInputs<M, T> for By<F>
where
    F: Fn(&CarUnderWay<'_, M, T>) -> (M::Input<T>, Surface<T>) + Sync,
{
    const CHANGES: bool = true;
    #[inline(always)]
    fn next(&self, car: &CarUnderWay<'_, M, T>) -> (M::Input<T>, Surface<T>) {
        (self.0)(car)
    }
}

/// A block of cars between two sub-steps.
pub(super) struct SubStepBlock<'a, 'b, T> {
    pub(super) reads: &'a Reads<'a, T>,
    pub(super) rows: &'a Rows<'b, T>,
    /// The block's first row.
    pub(super) row: usize,
    pub(super) counts: BlockCounts<'a>,
    /// Sub-steps that were taken.
    pub(super) done: u32,
}

/// Gives the cars of a block what they have in the next sub-step. Cars that do not run, or are through, are not asked
/// for: alone they would not be.
#[inline(never)]
pub(super) fn renew<M: Model, T: Number, U, const N: usize, const L: usize>(
    under: &U,
    between: &SubStepBlock<'_, '_, T>,
    table: &mut Table<T, L, N>,
) where
    U: SubStepInputs<M, T>,
{
    let SubStepBlock { reads, rows, row, counts, done } = between;
    let statuses: [T; N] = rows.copy(status::<M, T>(), *row);
    for (car, status) in statuses.into_iter().enumerate() {
        let index = rows.start + row + car;
        let is_through = counts.unequal.get(car).is_some_and(|count| count <= done);
        if index >= reads.inputs.rows() || is_through || status.lane(0) != RUNNING {
            continue;
        }
        let car_now = CarUnderWay::<M, T> {
            index,
            state: table.read(now::<M, T>(), car),
            cars: reads.cars,
            inputs: reads.inputs,
            surfaces: reads.surfaces,
        };
        let (input, surface) = under.next(&car_now);
        let (input, fault) = sanitise_input::<T, M::Input<T>>(&input);
        if let Some(fault) = fault {
            reads.faults.note::<M::Input<T>>(index, fault);
        }
        table.write(first_input::<M, T>(), car, &input);
        table.write(first_surface::<M, T>(), car, &surface);
    }
}
