//! A fleet that is driven: car after car, or as a batch.

use skidpad_core::batch::Batch;
use skidpad_core::batch::Number;
use skidpad_core::model::{Model, has_ended};
use skidpad_core::snapshot::StateHash;
use skidpad_core::step::{Dt, sub_step_alone};
use skidpad_core::surface::Surface;

/// How the cars are moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One after the other.
    Scalar,
    /// Side by side, on one thread.
    Lanes,
    /// Side by side, on so many threads; 0: as many as the machine runs at once.
    #[cfg(feature = "threads")]
    Threads(usize),
}

/// A fleet that is ready to drive.
pub trait Run {
    /// Moves every car on by so many steps.
    fn steps(&mut self, count: u32);
    /// Puts every car back to where it was at first.
    fn restart(&mut self);
    /// The step, s.
    fn dt_s(&self) -> f64;
    /// How many cars there are: `steps(count)` is `count * cars()` car-steps.
    fn cars(&self) -> usize;
    /// A hash of the bits of all states and modes: equal in every [`Mode`].
    fn digest(&self) -> u64;
}

/// A batch with its step, and how its cars began.
pub(crate) struct Stepped<M: Model, T: Number> {
    batch: Batch<M, T>,
    dt: Dt,
    start: Vec<(M::Mode<T>, M::State<T>)>,
}

impl<M: Model, T: Number> Stepped<M, T> {
    pub(crate) fn new(batch: Batch<M, T>, dt: Dt) -> Self {
        let start = (0..batch.len()).map(|car| (batch.mode(car), batch.state(car))).collect();
        Self { batch, dt, start }
    }
}

impl<M: Model, T: Number> Run for Stepped<M, T> {
    fn steps(&mut self, count: u32) {
        for _ in 0..count {
            self.batch.step(self.dt);
        }
    }
    fn restart(&mut self) {
        for (car, (mode, state)) in self.start.iter().enumerate() {
            self.batch.reset(car, mode, state);
        }
    }
    fn dt_s(&self) -> f64 {
        self.dt.seconds()
    }
    fn cars(&self) -> usize {
        self.batch.len()
    }
    fn digest(&self) -> u64 {
        self.batch.digest()
    }
}

/// Cars that are moved one after the other: what a batch is compared with, for speed and bits.
#[derive(Debug)]
pub struct Scalars<M: Model, T: Number> {
    /// Each car's state.
    pub states: Vec<M::State<T>>,
    /// Each car's mode.
    pub modes: Vec<M::Mode<T>>,
    start: Vec<(M::Mode<T>, M::State<T>)>,
    given: Vec<GivenTo<M, T>>,
    dt_s: T,
}

/// What a car is given: vehicle, input, surface.
type GivenTo<M, T> = (<M as Model>::Car<T>, <M as Model>::Input<T>, Surface<T>);

impl<M: Model, T: Number> Scalars<M, T> {
    /// The cars of a batch, as they are now.
    pub fn new(batch: &Batch<M, T>, dt_s: f64) -> Self {
        let all = 0..batch.len();
        Self {
            states: all.clone().map(|car| batch.state(car)).collect(),
            modes: all.clone().map(|car| batch.mode(car)).collect(),
            start: all.clone().map(|car| (batch.mode(car), batch.state(car))).collect(),
            given: all.map(|car| (batch.car(car), batch.input(car), batch.surface(car))).collect(),
            dt_s: T::lit(dt_s),
        }
    }

    /// Moves every car on by one sub-step, and stops those whose run has ended.
    pub fn step(&mut self) {
        for ((state, mode), (car, input, surface)) in
            self.states.iter_mut().zip(&mut self.modes).zip(&self.given)
        {
            if has_ended(M::ended(mode)) {
                continue;
            }
            (*mode, *state) = alone::<M, T>(car, (mode, state), input, surface, self.dt_s);
        }
    }
}

/// One car's sub-step as a call of its own, which is how a program with one car comes by it. Inlined
/// into the loop over cars the compiler would make vectors across them, and the loop be no longer
/// what lanes are compared with.
#[inline(never)]
fn alone<M: Model, T: Number>(
    car: &M::Car<T>,
    before: (&M::Mode<T>, &M::State<T>),
    input: &M::Input<T>,
    surface: &Surface<T>,
    dt_s: T,
) -> (M::Mode<T>, M::State<T>) {
    sub_step_alone::<M, T>(M::INTEGRATOR, car, before, input, surface, dt_s)
}

impl<M: Model, T: Number> Run for Scalars<M, T> {
    fn steps(&mut self, count: u32) {
        for _ in 0..count {
            self.step();
        }
    }
    fn restart(&mut self) {
        for ((mode, state), start) in self.modes.iter_mut().zip(&mut self.states).zip(&self.start) {
            (*mode, *state) = *start;
        }
    }
    fn dt_s(&self) -> f64 {
        self.dt_s.lane(0)
    }
    fn cars(&self) -> usize {
        self.states.len()
    }
    fn digest(&self) -> u64 {
        let mut hash = StateHash::default();
        for (state, mode) in self.states.iter().zip(&self.modes) {
            hash.record(state);
            hash.record(mode);
        }
        hash.value()
    }
}
