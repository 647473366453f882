//! A block of cars moved stage by stage, for models with long equations; the method's own are those of [`ChainStage`].
//!
//! The kernel's other loop takes each car through all stages of a step, so that the equations stand four
//! times in it. Those of a large model, in pairs besides, are then more than the compiler finishes with and
//! than a processor keeps of a program. Here they stand once: all cars of the block pass a stage before any
//! begins the next, and what a stage leaves is kept in tables. The bits are the same.

use super::kernel::{first_input, first_sub_step, first_surface, modes};
use super::sub_steps::SUB_STEP_NUMBERS;
use super::table::{Cells, Place, Table};
use crate::dispatch::Number;
use crate::integrate::Method;
use crate::integrate::explicit::ChainStage;
use crate::integrate::tableau::RK4;
use crate::math::Real;
use crate::model::Model;
use crate::surface::Surface;

/// The tables of a block's sub-step.
pub(super) struct Block<'a, T, const N: usize, const G: usize, const C: usize> {
    pub(super) given: &'a Table<T, G, N>,
    pub(super) now: &'a Table<T, C, N>,
    /// States of all cars at a stage.
    pub(super) inside: &'a mut Table<T, C, N>,
    /// The weighted sum of the stages' rates ([`ChainStage`]), and at last the states; beside them the modes.
    pub(super) next: &'a mut Table<T, C, N>,
}

/// Moves the cars of a block on by a sub-step, before which `done` of the step were taken, as [`sub_step`](crate::step::sub_step) with RK4 does.
#[inline(always)]
pub(super) fn sub_step_block<M: Model, T: Number, R: Real, const N: usize, const G: usize, const C: usize>(
    mut block: Block<'_, T, N, G, C>,
    done: u32,
) where
    Place<N>: Cells<T, R>,
{
    const { assert!(!M::STAGE_BY_STAGE || matches!(M::INTEGRATOR, Method::Rk4), "only RK4 goes stage by stage") };
    const { assert!(RK4.is_chain()) };
    let done = R::lit(f64::from(done));
    begin::<M, T, R, N, G, C>(&mut block, done);
    let mut stage = 0;
    while stage < RK4.stages() {
        pass::<M, T, R, N, G, C>(&mut block, [RK4.ahead(stage), RK4.b[stage]], done);
        stage += 1;
    }
    end::<M, T, R, N, G, C>(&mut block);
}

/// The discrete things at the beginning.
#[inline(always)]
fn begin<M: Model, T: Number, R: Real, const N: usize, const G: usize, const C: usize>(
    block: &mut Block<'_, T, N, G, C>,
    done: R,
) where
    Place<N>: Cells<T, R>,
{
    let mut car = 0;
    while car < N / R::WIDTH {
        let vehicle: M::Car<R> = block.given.read(0, car);
        let input: M::Input<R> = block.given.read(first_input::<M, T>(), car);
        let surface: Surface<R> = block.given.read(first_surface::<M, T>(), car);
        let mode: M::Mode<R> = block.now.read(modes::<M, T>(), car);
        let state: M::State<R> = block.now.read(0, car);
        let [dt, count]: [R; SUB_STEP_NUMBERS] = block.given.read(first_sub_step::<M, T>(), car);
        let input = M::held(&vehicle, &state, &input, count - done);
        let mode = M::advance(&vehicle, &mode, &state, &input, &surface, dt);
        block.next.write(modes::<M, T>(), car, &mode);
        let first = ChainStage::first(&state);
        block.inside.write(0, car, &first.inside);
        block.next.write(0, car, &first.sum);
        car += 1;
    }
}

/// A stage: its rate, and from it the next stage.
#[inline(always)]
fn pass<M: Model, T: Number, R: Real, const N: usize, const G: usize, const C: usize>(
    block: &mut Block<'_, T, N, G, C>,
    coefficients: [f64; 2],
    done: R,
) where
    Place<N>: Cells<T, R>,
{
    let mut car = 0;
    while car < N / R::WIDTH {
        let vehicle: M::Car<R> = block.given.read(0, car);
        let input: M::Input<R> = block.given.read(first_input::<M, T>(), car);
        let surface: Surface<R> = block.given.read(first_surface::<M, T>(), car);
        let mode: M::Mode<R> = block.next.read(modes::<M, T>(), car);
        let state: M::State<R> = block.now.read(0, car);
        let at: ChainStage<M::State<R>> =
            ChainStage { inside: block.inside.read(0, car), sum: block.next.read(0, car) };
        let [dt, count]: [R; SUB_STEP_NUMBERS] = block.given.read(first_sub_step::<M, T>(), car);
        let input = M::held(&vehicle, &state, &input, count - done);
        let (rate, _) = M::evaluate(&vehicle, &mode, &at.inside, &input, &surface);
        let next = at.next(&state, &rate, dt, coefficients);
        block.next.write(0, car, &next.sum);
        block.inside.write(0, car, &next.inside);
        car += 1;
    }
}

/// The sum becomes the state, and constraints act.
#[inline(always)]
fn end<M: Model, T: Number, R: Real, const N: usize, const G: usize, const C: usize>(
    block: &mut Block<'_, T, N, G, C>,
) where
    Place<N>: Cells<T, R>,
{
    let mut car = 0;
    while car < N / R::WIDTH {
        let vehicle: M::Car<R> = block.given.read(0, car);
        let mode: M::Mode<R> = block.next.read(modes::<M, T>(), car);
        let state: M::State<R> = block.now.read(0, car);
        let sum: M::State<R> = block.next.read(0, car);
        let after = ChainStage::end(&sum, &state);
        let (mode, after) = M::settle(&vehicle, &mode, &state, &after);
        block.next.write(modes::<M, T>(), car, &mode);
        block.next.write(0, car, &after);
        car += 1;
    }
}
