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

use core::marker::PhantomData;

use super::columns::{Given, MOST_COLUMNS, Rows};
use super::stages::{self, Block};
use super::sub_steps::{Division, SUB_STEP_NUMBERS};
use super::table::{Cells, Place, Table};
use super::under::{AsSet, Faults, SubStepBlock, SubStepInputs, renew};
use crate::dispatch::{Isa, Kernel, Number};
use crate::integrate::Method;
use crate::math::{Lanes, Real};
use crate::model::{Model, has_ended};
use crate::record::Record;
use crate::step::{Status, sub_step, sub_step_alone};
use crate::surface::Surface;

/// Columns that a step reads.
pub(super) struct Reads<'a, T> {
    pub(super) cars: &'a Given<T>,
    pub(super) inputs: &'a Given<T>,
    pub(super) surfaces: &'a Given<T>,
    pub(super) method: Method,
    pub(super) sub_steps: Division<'a, T>,
    /// Faults of inputs that are given during the step.
    pub(super) faults: &'a Faults,
}

/// Function that steps rows; it returns true where a car in them does not run.
pub(super) type StepRows<T> = fn(Isa, &mut Rows<'_, T>, &Reads<'_, T>) -> bool;

/// The number that a batch keeps as the status of a running car.
pub(super) const RUNNING: f64 = Status::Running.code() as f64;

/// The number that a batch keeps as a status: its code.
pub(super) fn encode<T: Number>(status: Status) -> T {
    T::lit(f64::from(status.code()))
}

/// The first column of the modes, after the states.
pub(super) const fn modes<M: Model, T: Number>() -> usize {
    <M::State<T> as Record<T>>::LEN
}

/// The column of the status, the last.
pub(super) const fn status<M: Model, T: Number>() -> usize {
    modes::<M, T>() + <M::Mode<T> as Record<T>>::LEN
}

/// Number of numbers of vehicle, input, surface and sub-step together.
pub(super) const fn given<M: Model, T: Number>() -> usize {
    first_sub_step::<M, T>() + SUB_STEP_NUMBERS
}

/// Places of the length and the number of sub-steps.
pub(super) const fn first_sub_step<M: Model, T: Number>() -> usize {
    first_surface::<M, T>() + <Surface<T> as Record<T>>::LEN
}

pub(super) const fn first_input<M: Model, T: Number>() -> usize {
    <M::Car<T> as Record<T>>::LEN
}

pub(super) const fn first_surface<M: Model, T: Number>() -> usize {
    first_input::<M, T>() + <M::Input<T> as Record<T>>::LEN
}

/// The most that they may have: what the larger tables have room for.
pub(super) const MOST_GIVEN: usize = 1024 + SUB_STEP_NUMBERS;
/// The room of the smaller tables, for what is given and for columns: models that fit get by with less to clear. Only
/// cars on tyres with many coefficients do not fit into the second.
const MANY_GIVEN: usize = 512 + SUB_STEP_NUMBERS;
const FEW_GIVEN: usize = 256 + SUB_STEP_NUMBERS;
const FEW_COLUMNS: usize = 96;

/// Returns true where a model fits into the smaller tables.
const fn is_small<M: Model, T: Number>() -> bool {
    given::<M, T>() <= FEW_GIVEN && status::<M, T>() < FEW_COLUMNS
}

/// Steps rows with the model's own integrator, compiled for each level.
pub(super) fn own_method<M: Model, T: Number>(
    isa: Isa,
    rows: &mut Rows<'_, T>,
    reads: &Reads<'_, T>,
) -> bool {
    T::run(isa, Blocks::<M, T, _, true> { rows, reads, under: &AsSet, model: PhantomData })
}

/// Steps rows over what `under` gives the cars for each sub-step.
pub(super) fn over<M: Model, T: Number, U: SubStepInputs<M, T>>(
    isa: Isa,
    rows: &mut Rows<'_, T>,
    reads: &Reads<'_, T>,
    under: &U,
) -> bool {
    if reads.method == M::INTEGRATOR {
        T::run(isa, Blocks::<M, T, _, true> { rows, reads, under, model: PhantomData })
    } else {
        Blocks::<M, T, _, false> { rows, reads, under, model: PhantomData }.run_as::<T, 8>()
    }
}

/// Steps rows with the model's own integrator and blocks of N cars, compiled for the baseline.
pub(super) fn own_method_in_blocks<M: Model, T: Number, const N: usize>(
    _: Isa,
    rows: &mut Rows<'_, T>,
    reads: &Reads<'_, T>,
) -> bool {
    Blocks::<M, T, _, true> { rows, reads, under: &AsSet, model: PhantomData }.run_as::<T, N>()
}

/// Steps rows with any integrator and blocks of N cars, compiled for the baseline.
pub(super) fn any_method<M: Model, T: Number, const N: usize>(
    _: Isa,
    rows: &mut Rows<'_, T>,
    reads: &Reads<'_, T>,
) -> bool {
    Blocks::<M, T, _, false> { rows, reads, under: &AsSet, model: PhantomData }.run_as::<T, N>()
}

/// All blocks of some rows. `OWN`: with the model's own integrator, whatever `reads` says.
struct Blocks<'a, 'b, M, T, U, const OWN: bool> {
    rows: &'a mut Rows<'b, T>,
    reads: &'a Reads<'a, T>,
    under: &'a U,
    model: PhantomData<M>,
}

impl<M: Model, T: Number, U: SubStepInputs<M, T>, const OWN: bool> Kernel for Blocks<'_, '_, M, T, U, OWN> {
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

impl<M: Model, T: Number, U: SubStepInputs<M, T>, const OWN: bool> Blocks<'_, '_, M, T, U, OWN> {
    /// In blocks of N cars, of which an `R` has `R::WIDTH`.
    #[inline(always)]
    fn run_as<R: Real, const N: usize>(self) -> bool
    where
        Place<N>: Cells<T, R>,
    {
        // Constant, so that only one of them is compiled.
        if const { is_small::<M, T>() } {
            self.run_in::<R, N, FEW_GIVEN, FEW_COLUMNS>()
        } else if const { given::<M, T>() <= MANY_GIVEN } {
            self.run_in::<R, N, MANY_GIVEN, MOST_COLUMNS>()
        } else {
            self.run_in::<R, N, MOST_GIVEN, MOST_COLUMNS>()
        }
    }

    /// A sub-step of a block in tables of some size.
    #[inline(always)]
    fn run_in<R: Real, const N: usize, const G: usize, const C: usize>(self) -> bool
    where
        Place<N>: Cells<T, R>,
    {
        let Self { rows, reads, under, .. } = self;
        let mut tables = Tables::<T, N, G, C> {
            given: Table::new(),
            now: Table::new(),
            next: Table::new(),
            inside: Table::new(),
        };
        let Tables { given, now, next, inside } = &mut tables;
        let mut stopped = false;
        let mut row = 0;
        while row < rows.len {
            let place = rows.start + row;
            let again = row > 0;
            given.take(0, first_input::<M, T>(), reads.cars, place, again);
            given.take(first_input::<M, T>(), first_surface::<M, T>(), reads.inputs, place, again);
            given.take(first_surface::<M, T>(), first_sub_step::<M, T>(), reads.surfaces, place, again);
            let sub_steps = &reads.sub_steps;
            given.take(first_sub_step::<M, T>(), self::given::<M, T>(), sub_steps.numbers, place, again);
            let counts = sub_steps.of_block(place, N);
            let mut index = 0;
            while index < status::<M, T>() {
                now.0[index].0 = rows.copy(index, row);
                index += 1;
            }
            let mut done = 0;
            loop {
                if const { U::CHANGES } {
                    let between = SubStepBlock { reads, rows, row, counts, done };
                    renew::<M, T, U, N, G, C>(under, &between, now, given);
                }
                if const { OWN && M::STAGE_BY_STAGE } {
                    let block = Block { given, now, inside, next };
                    stages::sub_step_block::<M, T, R, N, G, C>(block, done);
                } else if const { OWN || !U::CHANGES } {
                    sub_step_block::<M, T, R, OWN, N, G, C>(reads.method, (given, done), now, next);
                } else {
                    sub_step_each::<M, T, N, G, C>(reads.method, (given, done), now, next);
                }
                done += 1;
                if !counts.unequal.is_empty() {
                    keep_finished::<M, T, N, C>(counts.unequal, done, now, next);
                }
                if done == counts.most {
                    break;
                }
                index = 0;
                while index < status::<M, T>() {
                    now.0[index] = next.0[index];
                    index += 1;
                }
            }
            stopped |= store::<M, T, N, C>(rows, row, next);
            row += N;
        }
        stopped
    }
}

/// The tables of a block, in one piece of memory: where a model has more numbers than the compiler keeps apart by
/// where they stand, it still sees that lines of one piece do not overlap, and can make vectors.
struct Tables<T, const N: usize, const G: usize, const C: usize> {
    given: Table<T, G, N>,
    now: Table<T, C, N>,
    next: Table<T, C, N>,
    inside: Table<T, C, N>,
}

/// Keeps cars where they are that had taken all of their sub-steps before this one, the `done`th of the step.
#[cold]
#[inline(never)]
fn keep_finished<M: Model, T: Number, const N: usize, const C: usize>(
    counts: &[u32],
    done: u32,
    now: &Table<T, C, N>,
    next: &mut Table<T, C, N>,
) {
    for (car, _) in counts.iter().enumerate().filter(|(_, count)| **count < done) {
        for index in 0..status::<M, T>() {
            next.0[index].0[car] = now.0[index].0[car];
        }
    }
}

/// Moves the cars of a block on by a sub-step, before which `done` were taken: the loop that becomes vector instructions.
#[inline(always)]
fn sub_step_block<
    M: Model,
    T: Number,
    R: Real,
    const OWN: bool,
    const N: usize,
    const G: usize,
    const C: usize,
>(
    method: Method,
    (given, done): (&Table<T, G, N>, u32),
    now: &Table<T, C, N>,
    next: &mut Table<T, C, N>,
) where
    Place<N>: Cells<T, R>,
{
    let method = if OWN { M::INTEGRATOR } else { method };
    let done = R::lit(f64::from(done));
    let mut car = 0;
    while car < N / R::WIDTH {
        let vehicle: M::Car<R> = given.read(0, car);
        let input: M::Input<R> = given.read(first_input::<M, T>(), car);
        let surface: Surface<R> = given.read(first_surface::<M, T>(), car);
        let mode: M::Mode<R> = now.read(modes::<M, T>(), car);
        let state: M::State<R> = now.read(0, car);
        let [dt, count]: [R; SUB_STEP_NUMBERS] = given.read(first_sub_step::<M, T>(), car);
        let input = M::held(&vehicle, &state, &input, count - done);
        let (mode, state) = sub_step::<M, R>(method, &vehicle, (&mode, &state), &input, &surface, dt);
        next.write(modes::<M, T>(), car, &mode);
        next.write(0, car, &state);
        car += 1;
    }
}

/// Moves the cars of a block on by a sub-step with any integrator, one after the other: the rare case, for which no
/// equations are written out once more.
#[inline(never)]
fn sub_step_each<M: Model, T: Number, const N: usize, const G: usize, const C: usize>(
    method: Method,
    (given, done): (&Table<T, G, N>, u32),
    now: &Table<T, C, N>,
    next: &mut Table<T, C, N>,
) {
    for car in 0..N {
        let vehicle: M::Car<T> = given.read(0, car);
        let input: M::Input<T> = given.read(first_input::<M, T>(), car);
        let surface: Surface<T> = given.read(first_surface::<M, T>(), car);
        let mode: M::Mode<T> = now.read(modes::<M, T>(), car);
        let state: M::State<T> = now.read(0, car);
        let [dt, count]: [T; SUB_STEP_NUMBERS] = given.read(first_sub_step::<M, T>(), car);
        let input = M::held(&vehicle, &state, &input, count - T::lit(f64::from(done)));
        let before = (&mode, &state);
        let (mode, state) = sub_step_alone::<M, T>(method, &vehicle, before, &input, &surface, dt);
        next.write(modes::<M, T>(), car, &mode);
        next.write(0, car, &state);
    }
}

/// Stores where the cars of a block have come to; a car that does not run stays, and so does one
/// whose numbers are not finite. Answers whether there is such a car, or one whose run has ended.
#[inline(always)]
fn store<M: Model, T: Number, const N: usize, const C: usize>(
    rows: &mut Rows<'_, T>,
    row: usize,
    next: &Table<T, C, N>,
) -> bool {
    let before: [T; N] = rows.copy(status::<M, T>(), row);
    let mut all_go_on = true;
    let mut car = 0;
    while car < N {
        let (finite, ended) = judge::<M, T, N, C>(next, car);
        all_go_on &= before[car].eq(T::lit(RUNNING)) & finite & !ended;
        car += 1;
    }
    if all_go_on {
        let mut index = 0;
        while index < status::<M, T>() {
            rows.put(index, row, &next.0[index].0);
            index += 1;
        }
    } else {
        store_one_by_one::<M, T, N, C>(rows, row, next);
    }
    !all_go_on
}

/// Two masks: a car's numbers are finite, and its run has ended.
#[inline(always)]
fn judge<M: Model, T: Number, const N: usize, const C: usize>(
    next: &Table<T, C, N>,
    car: usize,
) -> (bool, bool) {
    let mode: M::Mode<T> = next.read(modes::<M, T>(), car);
    let state: M::State<T> = next.read(0, car);
    (mode.all_finite() & state.all_finite(), has_ended(M::ended(&mode)))
}

/// [`store`] where a car of the block does not go on: `Simulation::step`'s rules, car by car.
#[cold]
#[inline(never)]
fn store_one_by_one<M: Model, T: Number, const N: usize, const C: usize>(
    rows: &mut Rows<'_, T>,
    row: usize,
    next: &Table<T, C, N>,
) {
    let before: [T; N] = rows.copy(status::<M, T>(), row);
    for (car, before) in before.into_iter().enumerate() {
        if !before.eq(T::lit(RUNNING)) {
            continue;
        }
        let (finite, _) = judge::<M, T, N, C>(next, car);
        let mut status = Status::Quarantined;
        if finite {
            for index in 0..self::status::<M, T>() {
                rows.put_one(index, row + car, next.0[index].0[car]);
            }
            let mode: M::Mode<T> = next.read(modes::<M, T>(), car);
            status = Status::of_finite::<M>(M::ended(&mode).lane(0));
        }
        rows.put_one(self::status::<M, T>(), row + car, encode(status));
    }
}

/// Takes rows through a kernel on every thread of a pool. Each thread takes blocks until none are left, so that a
/// thread that the machine holds up holds nobody up.
#[cfg(feature = "threads")]
pub(super) fn over_threads<T: Number>(
    pool: &mut crate::pool::Pool,
    run: &(impl Fn(&mut Rows<'_, T>) -> bool + Sync),
    rows: Rows<'_, T>,
) -> bool {
    use core::sync::atomic::{AtomicBool, Ordering};

    let blocks = rows.len.div_ceil(T::WIDEST);
    let share = blocks.div_ceil(SHARES * pool.threads()) * T::WIDEST;
    let stopped = AtomicBool::new(false);
    let left = crate::pool::Pile::new(rows);
    crate::dispatch::on_every_thread(pool, &|_| {
        loop {
            let mut mine = left.take(|left| left.take_first(share));
            if mine.len == 0 {
                return;
            }
            if run(&mut mine) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
    });
    stopped.into_inner()
}

/// Into how many shares the work is divided, per thread.
#[cfg(feature = "threads")]
const SHARES: usize = 2;
