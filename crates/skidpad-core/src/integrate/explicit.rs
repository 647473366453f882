//! One stepper for all explicit Runge-Kutta methods.
//!
//! The stages are written out up to [`MOST_STAGES`], not looped over, and every function is inlined
//! into its caller: with a constant tableau each comparison of a coefficient with zero is decided
//! by the compiler, and what has no weight costs nothing.

use super::System;
use super::tableau::Tableau;
use crate::math::Real;
use crate::record::StateVector;

/// The most stages that a tableau may have here.
pub const MOST_STAGES: usize = 6;

/// Advances `state` from `time` by `step` (s; negative: backwards).
///
/// Per component this is one rounding of the state: the increment is summed first.
///
/// ```
/// use skidpad_core::integrate::{System, explicit, tableau};
///
/// skidpad_core::record! {
///     /// Something that decays.
///     pub struct Amount {
///         /// What is left.
///         left: "-" [0.0, 1.0],
///     }
/// }
/// struct Decay;
/// impl System<f64> for Decay {
///     type State = Amount<f64>;
///     fn derivative(&self, _time: f64, state: &Amount<f64>) -> Amount<f64> {
///         Amount { left: -state.left }
///     }
/// }
/// let after = explicit::step(&tableau::HEUN, &Decay, 0.0, &Amount { left: 1.0 }, 0.5);
/// assert_eq!(after.left, 1.0 - 0.5 + 0.125);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn step<R: Real, Y: System<R>, const S: usize>(
    tableau: &Tableau<S>,
    system: &Y,
    time: R,
    state: &Y::State,
    step: R,
) -> Y::State {
    let first = system.derivative(time, state);
    step_from(tableau, system, time, state, &first, step)
}

/// As [`step`], with the derivative at the start already known.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn step_from<R: Real, Y: System<R>, const S: usize>(
    tableau: &Tableau<S>,
    system: &Y,
    time: R,
    state: &Y::State,
    first: &Y::State,
    step: R,
) -> Y::State {
    let k = stages(tableau, system, (time, step), state, first);
    weigh(state, step, &tableau.b, &k)
}

/// The derivatives k_i at the stages of a step (`time`, `step`) from `state`, where the derivative is `first`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn stages<R: Real, Y: System<R>, const S: usize>(
    tableau: &Tableau<S>,
    system: &Y,
    (time, step): (R, R),
    state: &Y::State,
    first: &Y::State,
) -> [Y::State; S] {
    const { assert!(S >= 1 && S <= MOST_STAGES, "a tableau has 1 to 6 stages here") };
    let mut k = [*first; S];
    macro_rules! stage {
        ($($i:literal)*) => {$(
            if S > $i {
                let inside = weigh(state, step, &tableau.a[$i], &k);
                k[$i] = system.derivative(node(time, step, tableau.c[$i]), &inside);
            }
        )*};
    }
    stage!(1 2 3 4 5);
    k
}

/// state + step sum_i weights_i k_i; a weight of zero is left out.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn weigh<R: Real, X: StateVector<R>, const S: usize>(
    state: &X,
    step: R,
    weights: &[f64; S],
    k: &[X; S],
) -> X {
    match increment(step, weights, k) {
        Some(sum) => plus(state, &sum),
        None => *state,
    }
}

/// step sum_i weights_i k_i; `None` where all weights are zero.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn increment<R: Real, X: StateVector<R>, const S: usize>(
    step: R,
    weights: &[f64; S],
    k: &[X; S],
) -> Option<X> {
    let mut sum: Option<X> = None;
    macro_rules! term {
        ($($i:literal)*) => {$(
            if S > $i && weights[$i] != 0.0 {
                let factor = step * R::lit(weights[$i]);
                sum = Some(match sum {
                    Some(sum) => sum.add_scaled(factor, &k[$i]),
                    None => k[$i].scaled(factor),
                });
            }
        )*};
    }
    term!(0 1 2 3 4 5);
    sum
}

/// A state and an increment.
#[cfg_attr(not(debug_assertions), inline(always))]
fn plus<R: Real, X: StateVector<R>>(state: &X, increment: &X) -> X {
    // Multiplying by one is exact and the compiler leaves it out.
    state.add_scaled(R::one(), increment)
}

/// A step of a [chain](Tableau::is_chain) between two of its stages: what a batch keeps in tables when all cars pass a stage
/// before any begins the next. Stage by stage it gives the bits of [`step`].
#[derive(Clone, Copy, Debug)]
pub struct ChainStage<X> {
    /// State at which the stage's rate is evaluated.
    pub inside: X,
    /// Weighted sum of the rates so far.
    pub sum: X,
}

impl<X> ChainStage<X> {
    /// The first stage of a step from a state.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn first<R: Real>(state: &X) -> Self
    where
        X: StateVector<R>,
    {
        // -0 and not 0: it leaves the sign of a zero that is added to it.
        Self { inside: *state, sum: X::splat(-R::zero()) }
    }

    /// The stage after this one, whose rate is `rate`, in a step from `state`: `coefficients` are those with which the next
    /// stage builds on this one and with which the result does, [`Tableau::ahead`] and the weight.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn next<R: Real>(&self, state: &X, rate: &X, step: R, coefficients: [f64; 2]) -> Self
    where
        X: StateVector<R>,
    {
        let [ahead, weight] = coefficients;
        Self {
            inside: plus(state, &rate.scaled(step * R::lit(ahead))),
            sum: self.sum.add_scaled(step * R::lit(weight), rate),
        }
    }

    /// The state after the step from `state`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn end<R: Real>(sum: &X, state: &X) -> X
    where
        X: StateVector<R>,
    {
        plus(state, sum)
    }
}

/// The time of a stage.
#[cfg_attr(not(debug_assertions), inline(always))]
fn node<R: Real>(time: R, step: R, fraction: f64) -> R {
    if fraction == 0.0 { time } else { time + step * R::lit(fraction) }
}
