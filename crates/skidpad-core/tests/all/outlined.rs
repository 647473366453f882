//! The functions of a model, compiled once for each model and number. A model's own functions are written out at each
//! call, which for the four-wheel car is 100 kB: the tests' calls took the compiler nine minutes.

use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::step::{advance_alone, evaluate_alone};
use skidpad_core::surface::Surface;

/// [`Model::evaluate`].
pub fn evaluate<M: Model, R: Real>(
    car: &M::Car<R>,
    mode: &M::Mode<R>,
    state: &M::State<R>,
    input: &M::Input<R>,
    surface: &Surface<R>,
) -> (M::State<R>, M::Trace<R>) {
    evaluate_alone::<M, R>(car, (mode, state), input, surface)
}

/// [`Model::advance`].
pub fn advance<M: Model, R: Real>(
    car: &M::Car<R>,
    mode: &M::Mode<R>,
    state: &M::State<R>,
    input: &M::Input<R>,
    surface: &Surface<R>,
    dt_s: R,
) -> M::Mode<R> {
    advance_alone::<M, R>(car, (mode, state), input, surface, dt_s)
}

/// [`Model::settle`].
#[inline(never)]
pub fn settle<M: Model, R: Real>(
    car: &M::Car<R>,
    mode: &M::Mode<R>,
    before: &M::State<R>,
    after: &M::State<R>,
    input: &M::Input<R>,
) -> (M::Mode<R>, M::State<R>) {
    M::settle(car, mode, before, after, input)
}
