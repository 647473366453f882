//! A block of cars moved stage by stage, for models with long equations; the method's own are those of [`ChainStage`].
//!
//! The kernel's other loop takes each car through all stages of a step, so that the equations stand four
//! times in it. Those of a large model, in pairs besides, are then more than the compiler finishes with and
//! than a processor keeps of a program. Here they stand once: all cars of the block pass a stage before any
//! begins the next, and what a stage leaves is kept in tables. The bits are the same.

use super::layout::{first_input, first_sub_step, first_surface, inside, modes, next, now};
use super::sub_steps::SUB_STEP_NUMBERS;
use super::table::{Cells, Place, Table};
use crate::dispatch::Number;
use crate::integrate::Method;
use crate::integrate::explicit::ChainStage;
use crate::integrate::tableau::{HEUN, RK4, Tableau};
use crate::math::Real;
use crate::model::Model;
use crate::surface::Surface;

/// Coefficients of each stage of a method for [`ChainStage::next`]; of a method that does not go stage by stage, none.
const fn stages(method: Method) -> &'static [[f64; 2]] {
    const OF_RK4: [[f64; 2]; 4] = coefficients(&RK4);
    const OF_HEUN: [[f64; 2]; 2] = coefficients(&HEUN);
    match method {
        Method::Rk4 => &OF_RK4,
        Method::Heun => &OF_HEUN,
        _ => &[],
    }
}

/// Coefficients of each stage of a method.
const fn coefficients<const S: usize>(tableau: &Tableau<S>) -> [[f64; 2]; S] {
    assert!(tableau.is_chain());
    let mut all = [[0.0; 2]; S];
    let mut stage = 0;
    while stage < S {
        all[stage] = [tableau.ahead(stage), tableau.b[stage]];
        stage += 1;
    }
    all
}

/// Moves the cars of a block on by a sub-step, before which `done` of the step were taken, as [`sub_step`](crate::step::sub_step)
/// does.
///
/// Besides states and modes before and after the sub-step, the table holds the states of all cars at a stage; in the place of
/// the states after it stands, until the last stage, the weighted sum of the stages' rates ([`ChainStage`]).
#[inline(always)]
pub(super) fn sub_step_block<M: Model, T: Number, R: Real, const N: usize, const L: usize>(
    table: &mut Table<T, L, N>,
    done: u32,
) where
    Place<N>: Cells<T, R>,
{
    const {
        assert!(
            !M::STAGE_BY_STAGE || !stages(M::INTEGRATOR).is_empty(),
            "only Heun and RK4 go stage by stage"
        )
    };
    let done = R::lit(f64::from(done));
    begin::<M, T, R, N, L>(table, done);
    let mut stage = 0;
    while stage < stages(M::INTEGRATOR).len() {
        pass::<M, T, R, N, L>(table, stages(M::INTEGRATOR)[stage], done);
        stage += 1;
    }
    end::<M, T, R, N, L>(table, done);
}

/// The discrete things at the beginning.
#[inline(always)]
fn begin<M: Model, T: Number, R: Real, const N: usize, const L: usize>(table: &mut Table<T, L, N>, done: R)
where
    Place<N>: Cells<T, R>,
{
    let mut car = 0;
    while car < N / R::WIDTH {
        let vehicle: M::Car<R> = table.read(0, car);
        let input: M::Input<R> = table.read(first_input::<M, T>(), car);
        let surface: Surface<R> = table.read(first_surface::<M, T>(), car);
        let mode: M::Mode<R> = table.read(now::<M, T>() + modes::<M, T>(), car);
        let state: M::State<R> = table.read(now::<M, T>(), car);
        let [dt, count]: [R; SUB_STEP_NUMBERS] = table.read(first_sub_step::<M, T>(), car);
        let input = M::held(&vehicle, &state, &input, count - done);
        let mode = M::advance(&vehicle, &mode, &state, &input, &surface, dt);
        table.write(next::<M, T>() + modes::<M, T>(), car, &mode);
        let first = ChainStage::first(&state);
        table.write(inside::<M, T>(), car, &first.inside);
        table.write(next::<M, T>(), car, &first.sum);
        car += 1;
    }
}

/// A stage: its rate, and from it the next stage.
#[inline(always)]
fn pass<M: Model, T: Number, R: Real, const N: usize, const L: usize>(
    table: &mut Table<T, L, N>,
    coefficients: [f64; 2],
    done: R,
) where
    Place<N>: Cells<T, R>,
{
    let mut car = 0;
    while car < N / R::WIDTH {
        let vehicle: M::Car<R> = table.read(0, car);
        let input: M::Input<R> = table.read(first_input::<M, T>(), car);
        let surface: Surface<R> = table.read(first_surface::<M, T>(), car);
        let mode: M::Mode<R> = table.read(next::<M, T>() + modes::<M, T>(), car);
        let state: M::State<R> = table.read(now::<M, T>(), car);
        let at: ChainStage<M::State<R>> =
            ChainStage { inside: table.read(inside::<M, T>(), car), sum: table.read(next::<M, T>(), car) };
        let [dt, count]: [R; SUB_STEP_NUMBERS] = table.read(first_sub_step::<M, T>(), car);
        let input = M::held(&vehicle, &state, &input, count - done);
        let (rate, _) = M::evaluate(&vehicle, &mode, &at.inside, &input, &surface);
        let after = at.next(&state, &rate, dt, coefficients);
        table.write(next::<M, T>(), car, &after.sum);
        table.write(inside::<M, T>(), car, &after.inside);
        car += 1;
    }
}

/// The sum becomes the state, and constraints act.
#[inline(always)]
fn end<M: Model, T: Number, R: Real, const N: usize, const L: usize>(table: &mut Table<T, L, N>, done: R)
where
    Place<N>: Cells<T, R>,
{
    let mut car = 0;
    while car < N / R::WIDTH {
        let vehicle: M::Car<R> = table.read(0, car);
        let mode: M::Mode<R> = table.read(next::<M, T>() + modes::<M, T>(), car);
        let state: M::State<R> = table.read(now::<M, T>(), car);
        let sum: M::State<R> = table.read(next::<M, T>(), car);
        let input: M::Input<R> = table.read(first_input::<M, T>(), car);
        let [_, count]: [R; SUB_STEP_NUMBERS] = table.read(first_sub_step::<M, T>(), car);
        let input = M::held(&vehicle, &state, &input, count - done);
        let after = ChainStage::end(&sum, &state);
        let (mode, after) = M::settle(&vehicle, &mode, &state, &after, &input);
        table.write(next::<M, T>() + modes::<M, T>(), car, &mode);
        table.write(next::<M, T>(), car, &after);
        car += 1;
    }
}
