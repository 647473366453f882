//! The step of one block of cars, side by side.
//!
//! A block's numbers are copied into tables on the stack, and the cars of the block are moved in a
//! plain loop, each by the same scalar [`sub_step`]: no branch on a number, no call, everything
//! inlined. The compiler makes vector instructions of the loop as a whole, one car per lane. Two
//! things let it: the tables are local, so that what is written cannot alias what is read, and no
//! car's numbers depend on another's.
//!
//! A step is one long chain in which most operations wait for the one before. Where a model says so
//! ([`Model::IN_PAIRS`]) and the processor has 32 vector registers, each turn of the loop therefore
//! moves two cars, as [`Lanes<T, 2>`](crate::math::Lanes): one from each half of the block. The two
//! become two vectors whose operations alternate, and one works while the other waits. That gave
//! workload W1 a fifth of speed in both formats. A large model goes in pairs only where it also goes
//! [stage by stage](super::stages): the four stages of a step written out are more than the compiler
//! finishes with.
//!
//! The other way, a whole vector of cars as [`Lanes`](crate::math::Lanes), gives the same bits; but
//! there the compiler unrolls every operation into its lanes and has to find the vectors again among
//! them, which took it forty times as long and gave two thirds of the speed.

use super::columns::Rows;
use super::layout::{
    self, RUNNING, encode, first_input, first_sub_step, first_surface, lines, modes, next, now, status,
};
use super::reads::{Reads, SubStepBlock, renew};
use super::stages;
use super::stops::Stops;
use super::sub_steps::{BlockCounts, SUB_STEP_NUMBERS};
use super::table::{Cells, Place, Table, with_lines};
use crate::dispatch::{Isa, Kernel, Number};
use crate::integrate::Method;
use crate::math::{Lanes, Real};
use crate::model::{Model, has_ended};
use crate::record::Record;
use crate::step::{Status, sub_step, sub_step_alone};
use crate::surface::Surface;

/// Function that steps rows; it returns true where a car in them does not run.
pub(super) type StepRows<M, T> = fn(Isa, &mut Rows<'_, T>, &Reads<'_, M, T>) -> bool;

/// Steps rows with the model's own integrator, compiled for each level. A model for one car at a time has no lanes, so
/// that its equations are compiled once.
pub(super) fn own_method<M: Model, T: Number>(
    isa: Isa,
    rows: &mut Rows<'_, T>,
    reads: &Reads<'_, M, T>,
) -> bool {
    let blocks = Blocks::<M, T, true> { rows, reads };
    // Constant, so that only one of them is compiled.
    if const { M::IS_CALLED } { blocks.run_as::<T, 8>() } else { T::run(isa, blocks) }
}

/// Steps rows with the model's own integrator and blocks of N cars, compiled for the baseline.
pub(super) fn own_method_in_blocks<M: Model, T: Number, const N: usize>(
    _: Isa,
    rows: &mut Rows<'_, T>,
    reads: &Reads<'_, M, T>,
) -> bool {
    Blocks::<M, T, true> { rows, reads }.run_as::<T, N>()
}

/// Steps rows with any integrator and blocks of N cars, compiled for the baseline.
pub(super) fn any_method<M: Model, T: Number, const N: usize>(
    _: Isa,
    rows: &mut Rows<'_, T>,
    reads: &Reads<'_, M, T>,
) -> bool {
    Blocks::<M, T, false> { rows, reads }.run_as::<T, N>()
}

/// All blocks of some rows. `OWN`: with the model's own integrator, whatever `reads` says.
struct Blocks<'a, 'b, M: Model, T: Number, const OWN: bool> {
    rows: &'a mut Rows<'b, T>,
    reads: &'a Reads<'a, M, T>,
}

impl<M: Model, T: Number, const OWN: bool> Kernel for Blocks<'_, '_, M, T, OWN> {
    #[inline(always)]
    fn run<const N: usize, const TWICE: usize>(self) -> bool {
        // Constant, so that only one of them is compiled.
        if const { M::IN_PAIRS && TWICE > N } {
            self.run_as::<Lanes<T, 2>, TWICE>()
        } else {
            self.run_as::<T, N>()
        }
    }
}

impl<M: Model, T: Number, const OWN: bool> Blocks<'_, '_, M, T, OWN> {
    /// In blocks of N cars, of which an `R` has `R::WIDTH`.
    #[inline(always)]
    fn run_as<R: Real, const N: usize>(self) -> bool
    where
        Place<N>: Cells<T, R>,
    {
        with_lines!(lines::<M, T>(), L => self.run_in::<R, N, L>())
    }

    /// In tables of `L` lines.
    #[inline(always)]
    fn run_in<R: Real, const N: usize, const L: usize>(self) -> bool
    where
        Place<N>: Cells<T, R>,
    {
        let Self { rows, reads } = self;
        let mut table = Table::<T, L, N>::new();
        let mut stopped = false;
        let mut row = 0;
        // Cars of a block that were given something on the way: then the table no longer has what is equal for all.
        let mut is_beyond = [false; N];
        while row < rows.len {
            let place = rows.start + row;
            let mut again = row > 0;
            table.take(0, first_input::<M, T>(), reads.cars, place, again);
            again &= is_beyond == [false; N];
            is_beyond = [false; N];
            table.take(first_input::<M, T>(), first_surface::<M, T>(), reads.inputs, place, again);
            table.take(first_surface::<M, T>(), first_sub_step::<M, T>(), reads.surfaces, place, again);
            let sub_steps = &reads.sub_steps;
            table.take(first_sub_step::<M, T>(), now::<M, T>(), sub_steps.numbers, place, row > 0);
            let counts = sub_steps.of_block(place, N);
            // All steps of the block before the next block: what it is given is copied once, and its states stay in the cache.
            let mut taken = 0;
            while taken < reads.steps {
                step_block::<M, T, R, OWN, N, L>(reads, rows, row, counts, &mut table, &mut is_beyond);
                stopped |= store::<M, T, N, L>(rows, row, &table, &Taken { before: taken, of: reads.stops });
                taken += 1;
            }
            row += N;
        }
        stopped
    }
}

/// Moves the cars of a block on by a step, from their rows into the table.
#[inline(always)]
fn step_block<M: Model, T: Number, R: Real, const OWN: bool, const N: usize, const L: usize>(
    reads: &Reads<'_, M, T>,
    rows: &Rows<'_, T>,
    row: usize,
    counts: BlockCounts<'_>,
    table: &mut Table<T, L, N>,
    is_beyond: &mut [bool; N],
) where
    Place<N>: Cells<T, R>,
{
    let mut index = 0;
    while index < status::<M, T>() {
        table.set_line(now::<M, T>() + index, rows.copy(index, row));
        index += 1;
    }
    let mut done = 0;
    loop {
        if let Some(under_way) = &reads.under_way {
            let between = SubStepBlock { reads, rows, row, counts, done };
            renew::<M, T, N, L>(under_way, &between, table, is_beyond);
        }
        if const { M::IS_CALLED } {
            let between = SubStepBlock { reads, rows, row, counts, done };
            sub_step_each::<M, T, N, L>(&between, table);
        } else if const { OWN && M::STAGE_BY_STAGE } {
            stages::sub_step_block::<M, T, R, N, L>(table, done);
        } else {
            sub_step_block::<M, T, R, OWN, N, L>(reads.method, table, done);
        }
        done += 1;
        if !counts.unequal.is_empty() {
            keep_finished::<M, T, N, L>(counts.unequal, done, table);
        }
        if done == counts.most {
            break;
        }
        index = 0;
        while index < status::<M, T>() {
            table.set_line(now::<M, T>() + index, *table.line(next::<M, T>() + index));
            index += 1;
        }
    }
}

/// Keeps cars where they are that had taken all of their sub-steps before this one, the `done`th of the step.
#[cold]
#[inline(never)]
fn keep_finished<M: Model, T: Number, const N: usize, const L: usize>(
    counts: &[u32],
    done: u32,
    table: &mut Table<T, L, N>,
) {
    for (car, _) in counts.iter().enumerate().filter(|(_, count)| **count < done) {
        keep::<M, T, N, L>(car, table);
    }
}

/// Keeps a car where it is in this sub-step.
fn keep<M: Model, T: Number, const N: usize, const L: usize>(car: usize, table: &mut Table<T, L, N>) {
    for index in 0..status::<M, T>() {
        table.set(next::<M, T>() + index, car, table.line(now::<M, T>() + index)[car]);
    }
}

/// Moves the cars of a block on by a sub-step, before which `done` were taken: the loop that becomes vector instructions.
#[inline(always)]
fn sub_step_block<M: Model, T: Number, R: Real, const OWN: bool, const N: usize, const L: usize>(
    method: Method,
    table: &mut Table<T, L, N>,
    done: u32,
) where
    Place<N>: Cells<T, R>,
{
    let method = if OWN { M::INTEGRATOR } else { method };
    let done = R::lit(f64::from(done));
    let mut car = 0;
    while car < N / R::WIDTH {
        let vehicle: M::Car<R> = table.read(0, car);
        let input: M::Input<R> = table.read(first_input::<M, T>(), car);
        let surface: Surface<R> = table.read(first_surface::<M, T>(), car);
        let mode: M::Mode<R> = table.read(now::<M, T>() + modes::<M, T>(), car);
        let state: M::State<R> = table.read(now::<M, T>(), car);
        let [dt, count]: [R; SUB_STEP_NUMBERS] = table.read(first_sub_step::<M, T>(), car);
        let input = M::held(&vehicle, &state, &input, count - done);
        let (mode, state) = sub_step::<M, R>(method, &vehicle, (&mode, &state), &input, &surface, dt);
        table.write(next::<M, T>() + modes::<M, T>(), car, &mode);
        table.write(next::<M, T>(), car, &state);
        car += 1;
    }
}

/// Moves the cars of a block on by a sub-step, one after the other: those of a model for one car at a time. Cars that do not
/// move stay where they are, padding among them.
#[inline(never)]
fn sub_step_each<M: Model, T: Number, const N: usize, const L: usize>(
    between: &SubStepBlock<'_, '_, M, T>,
    table: &mut Table<T, L, N>,
) {
    for car in 0..N {
        if !between.moves(car) {
            // Else the table would have here what the block before it left, which need not be finite.
            keep::<M, T, N, L>(car, table);
            continue;
        }
        let vehicle: M::Car<T> = table.read(0, car);
        let input: M::Input<T> = table.read(first_input::<M, T>(), car);
        let surface: Surface<T> = table.read(first_surface::<M, T>(), car);
        let mode: M::Mode<T> = table.read(now::<M, T>() + modes::<M, T>(), car);
        let state: M::State<T> = table.read(now::<M, T>(), car);
        let [dt, count]: [T; SUB_STEP_NUMBERS] = table.read(first_sub_step::<M, T>(), car);
        let input = M::held(&vehicle, &state, &input, count - T::lit(f64::from(between.done)));
        let (method, before) = (between.reads.method, (&mode, &state));
        let (mode, state) = sub_step_alone::<M, T>(method, &vehicle, before, &input, &surface, dt);
        table.write(next::<M, T>() + modes::<M, T>(), car, &mode);
        table.write(next::<M, T>(), car, &state);
    }
}

/// Steps that the cars of a block have taken in a call before the one that is stored.
struct Taken<'a> {
    before: u32,
    of: &'a Stops,
}

/// Stores where the cars of a block have come to; a car that does not run stays, and so does one
/// whose numbers are not finite. Answers whether there is such a car, or one whose run has ended.
#[inline(always)]
fn store<M: Model, T: Number, const N: usize, const L: usize>(
    rows: &mut Rows<'_, T>,
    row: usize,
    table: &Table<T, L, N>,
    taken: &Taken<'_>,
) -> bool {
    let before: [T; N] = rows.copy(status::<M, T>(), row);
    let mut all_go_on = true;
    let mut car = 0;
    while car < N {
        let (finite, ended) = judge::<M, T, N, L>(table, car);
        all_go_on &= before[car].eq(T::lit(RUNNING)) & finite & !ended;
        car += 1;
    }
    if all_go_on {
        let mut index = 0;
        while index < status::<M, T>() {
            rows.put(index, row, table.line(next::<M, T>() + index));
            index += 1;
        }
    } else {
        store_one_by_one::<M, T, N, L>(rows, row, table, taken);
    }
    !all_go_on
}

/// Two masks: a car's numbers are finite, and its run has ended.
#[inline(always)]
fn judge<M: Model, T: Number, const N: usize, const L: usize>(
    table: &Table<T, L, N>,
    car: usize,
) -> (bool, bool) {
    let mode: M::Mode<T> = table.read(next::<M, T>() + modes::<M, T>(), car);
    let state: M::State<T> = table.read(next::<M, T>(), car);
    (mode.all_finite() & state.all_finite(), has_ended(M::ended(&mode)))
}

/// [`store`] where a car of the block does not go on: `Simulation::step`'s rules, car by car.
#[cold]
#[inline(never)]
fn store_one_by_one<M: Model, T: Number, const N: usize, const L: usize>(
    rows: &mut Rows<'_, T>,
    row: usize,
    table: &Table<T, L, N>,
    taken: &Taken<'_>,
) {
    let before: [T; N] = rows.copy(status::<M, T>(), row);
    for (car, before) in before.into_iter().enumerate() {
        if !before.eq(T::lit(RUNNING)) {
            continue;
        }
        let (finite, _) = judge::<M, T, N, L>(table, car);
        let mut status = Status::Quarantined;
        if finite {
            for index in 0..layout::status::<M, T>() {
                rows.put_one(index, row + car, table.line(next::<M, T>() + index)[car]);
            }
            let mode: M::Mode<T> = table.read(next::<M, T>() + modes::<M, T>(), car);
            status = Status::of_finite::<M>(M::ended(&mode).lane(0));
        }
        if status != Status::Running {
            taken.of.note(rows.start + row + car, taken.before + u32::from(finite));
        }
        rows.put_one(layout::status::<M, T>(), row + car, encode(status));
    }
}
