//! A sub-step of any model: discrete things, the integrator, constraints; in lanes, and for one car at a time.

use crate::integrate::{Method, Partitioned, System, advance_from};
use crate::math::Real;
use crate::model::Model;
use crate::surface::Surface;

/// A model with everything that it depends on: what an integrator moves through time.
#[derive(Clone, Copy, Debug)]
pub struct Motion<'a, M: Model, R: Real> {
    /// The vehicle.
    pub car: &'a M::Car<R>,
    /// Gears and the like, constant within a sub-step.
    pub mode: &'a M::Mode<R>,
    /// Driver inputs.
    pub input: &'a M::Input<R>,
    /// Road and air.
    pub surface: &'a Surface<R>,
}

impl<M: Model, R: Real> System<R> for Motion<'_, M, R> {
    type State = M::State<R>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn derivative(&self, _: R, state: &M::State<R>) -> M::State<R> {
        M::evaluate(self.car, self.mode, state, self.input, self.surface).0
    }
}

impl<M: Model, R: Real> Partitioned<R> for Motion<'_, M, R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join(velocities: &M::State<R>, positions: &M::State<R>) -> M::State<R> {
        M::join(velocities, positions)
    }
}

/// A [`Motion`] whose equations are called and not written out at each place that asks for them: for one car at
/// a time, where a call costs next to nothing and a copy for each stage of each method takes the compiler minutes.
struct CalledMotion<'a, M: Model, R: Real>(Motion<'a, M, R>);

impl<M: Model, R: Real> System<R> for CalledMotion<'_, M, R> {
    type State = M::State<R>;
    #[inline(never)]
    fn derivative(&self, _: R, state: &M::State<R>) -> M::State<R> {
        let Motion { car, mode, input, surface } = self.0;
        if const { M::IS_WRITTEN_OUT } {
            evaluate_alone::<M, R>(car, (mode, state), input, surface).0
        } else {
            M::evaluate(car, mode, state, input, surface).0
        }
    }
}

impl<M: Model, R: Real> Partitioned<R> for CalledMotion<'_, M, R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join(velocities: &M::State<R>, positions: &M::State<R>) -> M::State<R> {
        M::join(velocities, positions)
    }
}

/// [`Model::evaluate`] for one car at a time, compiled once.
#[inline(never)]
pub fn evaluate_alone<M: Model, R: Real>(
    car: &M::Car<R>,
    now: (&M::Mode<R>, &M::State<R>),
    input: &M::Input<R>,
    surface: &Surface<R>,
) -> (M::State<R>, M::Trace<R>) {
    M::evaluate(car, now.0, now.1, input, surface)
}

/// [`Model::advance`] for one car at a time, compiled once.
#[inline(never)]
pub fn advance_alone<M: Model, R: Real>(
    car: &M::Car<R>,
    before: (&M::Mode<R>, &M::State<R>),
    input: &M::Input<R>,
    surface: &Surface<R>,
    dt_s: R,
) -> M::Mode<R> {
    M::advance(car, before.0, before.1, input, surface, dt_s)
}

/// The discrete things of a sub-step and the rates with what they are, for one car at a time. Both stand in one
/// function, where the compiler sees what a model computes for both and computes it once: what decides which wheel
/// stands is a look at the same forces.
#[inline(never)]
fn begin_alone<M: Model, R: Real>(
    car: &M::Car<R>,
    (mode, state): (&M::Mode<R>, &M::State<R>),
    input: &M::Input<R>,
    surface: &Surface<R>,
    dt_s: R,
) -> (M::Mode<R>, M::State<R>) {
    M::begin(car, mode, state, input, surface, dt_s)
}

/// [`sub_step`] for one car at a time: the same bits, compiled once for all methods.
pub fn sub_step_alone<M: Model, R: Real>(
    method: Method,
    car: &M::Car<R>,
    before: (&M::Mode<R>, &M::State<R>),
    input: &M::Input<R>,
    surface: &Surface<R>,
    dt_s: R,
) -> (M::Mode<R>, M::State<R>) {
    // Other integrators are rare, and call what is compiled anyway; so does a debug build, which is compiled more often
    // than it is driven.
    if const { M::IS_WRITTEN_OUT && !M::IS_CALLED && !cfg!(debug_assertions) } && method == M::INTEGRATOR {
        return sub_step::<M, R>(M::INTEGRATOR, car, before, input, surface, dt_s);
    }
    let state = before.1;
    let (mode, first) = if const { M::IS_WRITTEN_OUT } {
        let mode = advance_alone::<M, R>(car, before, input, surface, dt_s);
        (mode, evaluate_alone::<M, R>(car, (&mode, state), input, surface).0)
    } else {
        begin_alone::<M, R>(car, before, input, surface, dt_s)
    };
    let motion = CalledMotion::<M, R>(Motion { car, mode: &mode, input, surface });
    let after = advance_from(method, &motion, R::zero(), (state, &first), dt_s);
    M::settle(car, &mode, state, &after, input)
}

/// One sub-step of any model on any kind of number: discrete things, the integrator, constraints.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn sub_step<M: Model, R: Real>(
    method: Method,
    car: &M::Car<R>,
    before: (&M::Mode<R>, &M::State<R>),
    input: &M::Input<R>,
    surface: &Surface<R>,
    dt_s: R,
) -> (M::Mode<R>, M::State<R>) {
    let (mode, state) = before;
    let (mode, first) = M::begin(car, mode, state, input, surface, dt_s);
    let motion = Motion::<M, R> { car, mode: &mode, input, surface };
    let after = advance_from(method, &motion, R::zero(), (state, &first), dt_s);
    M::settle(car, &mode, state, &after, input)
}
