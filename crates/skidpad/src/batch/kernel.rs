//! The step of one block of cars, side by side in lanes.

use core::marker::PhantomData;

use super::columns::{Block, Given, Rows};
use crate::dispatch::{Isa, Kernel, Number};
use crate::integrate::Method;
use crate::math::{Lanes, Mask, Real};
use crate::model::Model;
use crate::record::Record;
use crate::step::sub_step;
use crate::surface::Surface;

/// What a step reads.
pub(super) struct Reads<'a, T> {
    pub(super) cars: &'a Given<T>,
    pub(super) inputs: &'a Given<T>,
    pub(super) surfaces: &'a Given<T>,
    pub(super) method: Method,
    pub(super) sub_steps: u32,
    pub(super) sub_step_s: f64,
}

/// How rows are stepped: answers whether a car in them does not run.
pub(super) type StepRows<T> = fn(Isa, &mut Rows<'_, T>, &Reads<'_, T>) -> bool;

/// The numbers that [`status`](super::Batch::status) is kept as.
pub(super) mod code {
    pub(in super::super) const RUNNING: f64 = 0.0;
    pub(in super::super) const ENGINE_BLOWN: f64 = 1.0;
    pub(in super::super) const QUARANTINED: f64 = 2.0;
}

/// The first column of the modes, after the states.
pub(super) const fn modes<M: Model, T: Number>() -> usize {
    <M::State<T> as Record<T>>::LEN
}

/// The column of the status, the last.
pub(super) const fn status<M: Model, T: Number>() -> usize {
    modes::<M, T>() + <M::Mode<T> as Record<T>>::LEN
}

/// Steps rows with the model's own integrator, compiled for each level.
pub(super) fn own_method<M: Model, T: Number>(
    isa: Isa,
    rows: &mut Rows<'_, T>,
    reads: &Reads<'_, T>,
) -> bool {
    T::run(isa, Blocks::<M, T, true> { rows, reads, model: PhantomData })
}

/// Steps rows with any integrator and N lanes, compiled for the baseline.
pub(super) fn any_method<M: Model, T: Number, const N: usize>(
    _: Isa,
    rows: &mut Rows<'_, T>,
    reads: &Reads<'_, T>,
) -> bool {
    Blocks::<M, T, false> { rows, reads, model: PhantomData }.run::<N>()
}

/// All blocks of some rows. `OWN`: with the model's own integrator, whatever `reads` says.
struct Blocks<'a, 'b, M, T, const OWN: bool> {
    rows: &'a mut Rows<'b, T>,
    reads: &'a Reads<'a, T>,
    model: PhantomData<M>,
}

impl<M: Model, T: Number, const OWN: bool> Kernel for Blocks<'_, '_, M, T, OWN> {
    #[inline(always)]
    fn run<const N: usize>(self) -> bool {
        let mut stopped = false;
        let mut row = 0;
        while row < self.rows.len {
            stopped |= step_block::<M, T, OWN, N>(self.rows, row, self.reads);
            row += N;
        }
        stopped
    }
}

/// Moves N cars on by a step: `Simulation::step` in lanes.
#[inline(always)]
fn step_block<M: Model, T: Number, const OWN: bool, const N: usize>(
    rows: &mut Rows<'_, T>,
    row: usize,
    reads: &Reads<'_, T>,
) -> bool {
    let place = rows.start + row;
    let car: M::Car<Lanes<T, N>> = Record::load(&reads.cars.at(place));
    let input: M::Input<Lanes<T, N>> = Record::load(&reads.inputs.at(place));
    let surface: Surface<Lanes<T, N>> = Record::load(&reads.surfaces.at(place));
    let mode_before: M::Mode<Lanes<T, N>> = Record::load(&Block { rows, row, first: modes::<M, T>() });
    let state_before: M::State<Lanes<T, N>> = Record::load(&Block { rows, row, first: 0 });
    let status_before: Lanes<T, N> = rows.read(status::<M, T>(), row);
    let method = if OWN { M::INTEGRATOR } else { reads.method };
    let dt = Lanes::lit(reads.sub_step_s);

    let (mut mode, mut state) = (mode_before, state_before);
    let mut count = 0;
    while count < reads.sub_steps {
        (mode, state) = sub_step::<M, Lanes<T, N>>(method, &car, (&mode, &state), &input, &surface, dt);
        count += 1;
    }

    let running = status_before.eq(Lanes::lit(code::RUNNING));
    let finite = mode.all_finite() & state.all_finite();
    let ended = M::ended(&mode).gt(Lanes::lit(0.5));
    let moves = running & finite;
    let go_on = moves & !ended;
    let stopped = !go_on.all();
    if stopped {
        mode = Record::choose(moves, &mode, &mode_before);
        state = Record::choose(moves, &state, &state_before);
        let ended = Lanes::select(ended, Lanes::lit(code::ENGINE_BLOWN), Lanes::lit(code::RUNNING));
        let new = Lanes::select(finite, ended, Lanes::lit(code::QUARANTINED));
        rows.write(status::<M, T>(), row, Lanes::select(running, new, status_before));
    }
    mode.store(&mut Block { rows, row, first: modes::<M, T>() });
    state.store(&mut Block { rows, row, first: 0 });
    stopped
}

/// Steps rows on every thread of a pool. Each thread takes blocks until none are left, so that a
/// thread that the machine holds up holds nobody up.
#[cfg(feature = "threads")]
pub(super) fn over_threads<T: Number>(
    pool: &mut crate::pool::Pool,
    step_rows: StepRows<T>,
    isa: Isa,
    rows: Rows<'_, T>,
    reads: &Reads<'_, T>,
) -> bool {
    use core::sync::atomic::{AtomicBool, Ordering};

    let blocks = rows.len / T::WIDEST;
    let share = blocks.div_ceil(SHARES * pool.threads()) * T::WIDEST;
    let stopped = AtomicBool::new(false);
    let left = crate::pool::Pile::new(rows);
    crate::dispatch::on_every_thread(pool, &|_| {
        loop {
            let mut mine = left.take(|left| left.take_first(share));
            if mine.len == 0 {
                return;
            }
            if step_rows(isa, &mut mine, reads) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
    });
    stopped.into_inner()
}

/// Into how many shares the work is divided, per thread.
#[cfg(feature = "threads")]
const SHARES: usize = 2;
