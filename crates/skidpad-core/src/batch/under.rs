//! Inputs of cars in each of their sub-steps, such as a road of its own under each car and wheel.

use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicBool, AtomicU16, Ordering};

use super::given::Given;
use super::keep::KeepBounds;
use super::layout::{first_input, first_surface};
use super::table::Table;
use crate::controls::{ControlFault, sanitise_input};
use crate::dispatch::Number;
use crate::model::Model;
use crate::record::Channels;
use crate::surface::Surface;

/// A car of a batch at the beginning of a sub-step, or where its outputs are computed.
pub struct CarUnderWay<'a, M: Model, T: Number> {
    pub(super) index: usize,
    pub(super) state: M::State<T>,
    pub(super) sub_step_s: T,
    pub(super) cars: &'a Given<T>,
    pub(super) inputs: &'a Given<T>,
    pub(super) surfaces: &'a Given<T>,
}

impl<M: Model, T: Number> CarUnderWay<'_, M, T> {
    /// Its place in the batch.
    pub fn index(&self) -> usize {
        self.index
    }
    /// Its state, at the beginning of the sub-step.
    pub fn state(&self) -> &M::State<T> {
        &self.state
    }
    /// Length of the sub-step that it begins, s; 0 where its outputs are computed.
    pub fn sub_step_s(&self) -> T {
        self.sub_step_s
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
    pub(super) fn note<X: Channels>(&self, car: usize, fault: ControlFault) {
        let place = X::CHANNELS.iter().position(|channel| channel.name == fault.field);
        let place = place.and_then(|place| u16::try_from(place + 1).ok()).unwrap_or(0);
        let _ = self.places[car].compare_exchange(0, place, Ordering::Relaxed, Ordering::Relaxed);
        self.has_any.store(true, Ordering::Relaxed);
    }
}

/// Source of input and surface of a car's next sub-step, or of its outputs.
pub(super) type GivenUnderWay<'a, M, T> =
    dyn Fn(&CarUnderWay<'_, M, T>) -> (<M as Model>::Input<T>, Surface<T>) + Sync + 'a;

/// Source of the inputs and surfaces of cars on their way through a step.
#[derive(Clone, Copy)]
pub(super) struct UnderWay<'a, M: Model, T: Number> {
    /// Behind a reference, so that one kernel serves all steps: the equations are compiled once, and the call for each car
    /// is a small part of its sub-step.
    pub(super) given: &'a GivenUnderWay<'a, M, T>,
    /// Bounds within which cars keep what was set; `None`: nowhere.
    pub(super) keep: Option<&'a KeepBounds<T>>,
}

/// Gives a car of a block its input and surface of now, and returns the input's fault.
pub(super) fn renew_car<M: Model, T: Number, const N: usize, const L: usize>(
    given: &GivenUnderWay<'_, M, T>,
    now: &CarUnderWay<'_, M, T>,
    car: usize,
    table: &mut Table<T, L, N>,
) -> Option<ControlFault> {
    let (input, surface) = given(now);
    let (input, fault) = sanitise_input::<T, M::Input<T>>(&input);
    table.write(first_input::<M, T>(), car, &input);
    table.write(first_surface::<M, T>(), car, &surface);
    fault
}
