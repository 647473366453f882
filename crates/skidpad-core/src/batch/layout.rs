//! Places of a car's numbers in the columns of a batch and in the lines of a block's table, and its status as a number.

use super::sub_steps::SUB_STEP_NUMBERS;
use crate::dispatch::Number;
use crate::model::Model;
use crate::record::Record;
use crate::step::Status;
use crate::surface::Surface;

/// The number that a batch keeps as the status of a running car.
pub(super) const RUNNING: f64 = Status::Running.code() as f64;

/// The number that a batch keeps as a status: its code.
pub(super) fn encode<T: Number>(status: Status) -> T {
    T::lit(f64::from(status.code()))
}

/// The status that a batch keeps as a number.
pub(super) fn decode<M: Model, T: Number>(number: T) -> Status {
    Status::from_code(number.lane(0) as u8, M::ENDS).unwrap_or(Status::Quarantined)
}

/// The first column of the modes, after the states.
pub(super) const fn modes<M: Model, T: Number>() -> usize {
    <M::State<T> as Record<T>>::LEN
}

/// The column of the status, the last.
pub(super) const fn status<M: Model, T: Number>() -> usize {
    modes::<M, T>() + <M::Mode<T> as Record<T>>::LEN
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

/// First line of states and modes in a block's table, behind what is given: as they are before a sub-step.
pub(super) const fn now<M: Model, T: Number>() -> usize {
    first_sub_step::<M, T>() + SUB_STEP_NUMBERS
}

/// First line of states and modes after the sub-step.
pub(super) const fn next<M: Model, T: Number>() -> usize {
    now::<M, T>() + status::<M, T>()
}

/// First line of states at a stage of the sub-step.
pub(super) const fn inside<M: Model, T: Number>() -> usize {
    next::<M, T>() + status::<M, T>()
}

/// Number of lines of a block's table.
pub(super) const fn lines<M: Model, T: Number>() -> usize {
    inside::<M, T>() + if M::STAGE_BY_STAGE { modes::<M, T>() } else { 0 }
}
