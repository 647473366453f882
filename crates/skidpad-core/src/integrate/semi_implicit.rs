//! Semi-implicit (symplectic) Euler: velocities first, then positions with the new velocities.
//!
//! ```text
//! v' = v + h f_v(t, x, v)
//! x' = x + h f_x(t + h, x, v')
//! ```
//!
//! It costs no more than explicit Euler and has the same order, 1, but where the acceleration
//! depends on position alone (springs, gravity) it is symplectic: energy oscillates by O(h) and
//! does not drift, as long as (angular frequency) h < 2. HNW section II.16; E. Hairer, C. Lubich,
//! G. Wanner, *Geometric Numerical Integration*, 2nd ed. 2006, section I.1.2.

use super::System;
use crate::math::Real;
use crate::record::StateVector;

/// A system that knows which half of its state is velocity and which is position.
///
/// Only [`join`](Partitioned::join) must be written. A system without positions answers
/// `*velocities`, one without velocities `*positions`: semi-implicit Euler then is explicit Euler.
pub trait Partitioned<R: Real>: System<R> {
    /// The velocities of the first and the positions of the second state.
    fn join(velocities: &Self::State, positions: &Self::State) -> Self::State;

    /// The rates of the velocities; those of the positions are not looked at.
    ///
    /// As it stands, the whole derivative: once inlined, the compiler drops what is not looked at.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn velocity_derivative(&self, time: R, state: &Self::State) -> Self::State {
        self.derivative(time, state)
    }

    /// The rates of the positions; those of the velocities are not looked at.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position_derivative(&self, time: R, state: &Self::State) -> Self::State {
        self.derivative(time, state)
    }
}

/// Advances `state` from `time` by `step` (s).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn step<R: Real, Y: Partitioned<R>>(system: &Y, time: R, state: &Y::State, step: R) -> Y::State {
    step_from(system, time, (state, &system.velocity_derivative(time, state)), step)
}

/// As [`step`], with the rates of the velocities at the start already known.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn step_from<R: Real, Y: Partitioned<R>>(
    system: &Y,
    time: R,
    (state, first): (&Y::State, &Y::State),
    step: R,
) -> Y::State {
    let kicked = state.add_scaled(step, first);
    let between = Y::join(&kicked, state);
    let moved = state.add_scaled(step, &system.position_derivative(time + step, &between));
    Y::join(&kicked, &moved)
}
