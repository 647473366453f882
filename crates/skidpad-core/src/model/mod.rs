//! Models of a moving vehicle, one file each.
//!
//! | model | what it knows |
//! |---|---|
//! | [`StraightLine`] | two axles with wheel spin, tyre slip and load transfer, the full powertrain |
//! | [`SingleTrack`] | two axles in the plane: steering, combined slip, load transfer, wheel spin, gears |
//! | [`two_track`] | the four-wheel car: load, slip and grip of each wheel, full driveline, assists |
//! | [`spatial`] | the four-wheel car in space: kerbs, jumps, loops, and on its roof |
//!
//! Those in the plane are instances of one assembly in six stages, and the one in space has the same six. Models with equations of their own (point mass, kinematic car,
//! motorcycle) stand in the crate `skidpad-special`.

mod ends;
mod planar;
mod pose;
mod single_track;
pub mod spatial;
mod straight_line;
pub mod two_track;

pub use ends::{End, STANDARD_ENDS, has_ended};
pub use pose::Pose;
pub use single_track::{
    CONVERTER_ROWS, CURVE_PLACES, SingleTrack, SingleTrackCar, SingleTrackMode, SingleTrackState,
    SingleTrackTrace, TrackAxle, TrackBody, TrackDrive, TrackWheels,
};
pub use straight_line::{StraightLine, StraightLineMode, StraightLineState, StraightLineTrace};

use crate::integrate::Method;
use crate::math::Real;
use crate::record::{Channels, Record, StateVector};
use crate::spec::LONGEST_STEP_S;
use crate::surface::Surface;

/// A model: equations of motion, written once for every kind of number.
///
/// A step is `advance` (discrete things, once), then the integrator's evaluations, then `settle`
/// (what a constraint does at the end of a step).
pub trait Model: Copy + Send + Sync + 'static {
    /// The name that commands and files use.
    const NAME: &'static str;
    /// Sentence that describes the model.
    const DESCRIPTION: &'static str;
    /// The integrator that the model is meant to run with.
    const INTEGRATOR: Method;
    /// True if a batch moves two vectors of cars at once where there are 32 registers for them, so that one works while
    /// the other waits. To be measured; with a large model only together with [`STAGE_BY_STAGE`](Self::STAGE_BY_STAGE),
    /// or the compiler takes minutes.
    const IN_PAIRS: bool = false;
    /// True if a batch moves all cars of a block through a stage of RK4 before it begins the next, so that the
    /// equations stand in the program once and not four times. For large models, to be measured.
    const STAGE_BY_STAGE: bool = false;
    /// True if a sub-step of one car at a time by the model's own integrator is written out in one function, so that
    /// its stages share what does not change within. By default so for a method of few stages; with more, to be
    /// measured.
    const IS_WRITTEN_OUT: bool = matches!(Self::INTEGRATOR, Method::Heun);
    /// True if one car at a time calls [`evaluate`](Self::evaluate) and [`advance`](Self::advance), compiled once each,
    /// and nothing is written out beside them: somewhat slower, and several times as quick to compile.
    const IS_CALLED: bool = false;
    /// Names of the ends of a run, in the words of a report: `engine blown`. A model with more ends names them behind
    /// the standard ones, whose codes in files stay the same.
    const ENDS: &'static [&'static str] = STANDARD_ENDS;
    /// The vehicle that the model runs on.
    type Car<R: Real>: Record<R>;
    /// Driver inputs; in some models also the road under each wheel.
    type Input<R: Real>: Record<R> + Channels;
    /// State that is integrated.
    type State<R: Real>: StateVector<R> + Channels;
    /// Discrete state, which changes in jumps: gears, timers, what is at rest and what slips. All of it is numbers, so
    /// that lanes carry them.
    type Mode<R: Real>: Record<R> + Channels;
    /// Derived quantities, computed in an evaluation.
    type Trace<R: Real>: Record<R> + Channels;

    /// The time derivative of the state, and the derived quantities.
    fn evaluate<R: Real>(
        car: &Self::Car<R>,
        mode: &Self::Mode<R>,
        state: &Self::State<R>,
        input: &Self::Input<R>,
        surface: &Surface<R>,
    ) -> (Self::State<R>, Self::Trace<R>);

    /// The input of a sub-step, from the one that the caller holds over its step; with this sub-step, `left` sub-steps
    /// of that step remain.
    ///
    /// A model whose steering follows its command without delay spreads a change over the caller's step: taken at
    /// once, it would be a jump that the caller did not mean, and the higher the lower the caller's rate.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn held<R: Real>(
        car: &Self::Car<R>,
        state: &Self::State<R>,
        input: &Self::Input<R>,
        left: R,
    ) -> Self::Input<R> {
        let _ = (car, state, left);
        *input
    }

    /// Advances the discrete state at the beginning of a sub-step.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<R: Real>(
        car: &Self::Car<R>,
        mode: &Self::Mode<R>,
        state: &Self::State<R>,
        input: &Self::Input<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> Self::Mode<R> {
        let _ = (car, state, input, surface, dt_s);
        *mode
    }

    /// [`advance`](Self::advance), and the rates at the beginning of the sub-step by the mode that it gives: what is computed for both is
    /// computed once where a model says so. The bits are those of the two calls.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin<R: Real>(
        car: &Self::Car<R>,
        mode: &Self::Mode<R>,
        state: &Self::State<R>,
        input: &Self::Input<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> (Self::Mode<R>, Self::State<R>) {
        let mode = Self::advance(car, mode, state, input, surface, dt_s);
        let (first, _) = Self::evaluate(car, &mode, state, input, surface);
        (mode, first)
    }

    /// Applies the constraints at the end of a sub-step, with its input: a wheel that its brake has stopped is at rest.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        car: &Self::Car<R>,
        mode: &Self::Mode<R>,
        before: &Self::State<R>,
        after: &Self::State<R>,
        input: &Self::Input<R>,
    ) -> (Self::Mode<R>, Self::State<R>) {
        let _ = (car, before, input);
        (*mode, *after)
    }

    /// The velocities of the first state and the positions of the second, for the semi-implicit
    /// method. A model without a split has no positions.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(velocities: &Self::State<R>, positions: &Self::State<R>) -> Self::State<R> {
        let _ = positions;
        *velocities
    }

    /// Number of the end by which the run is over, its place in [`ENDS`](Self::ENDS) counted from 1
    /// ([`End::number`]); 0 while it goes on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ended<R: Real>(mode: &Self::Mode<R>) -> R {
        let _ = mode;
        R::zero()
    }

    /// The longest sub-step that the car allows, s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(car: &Self::Car<R>) -> R {
        let _ = car;
        R::lit(LONGEST_STEP_S)
    }

    /// Position and orientation of the vehicle in the world. The position is that of the point that the state has: the centre of
    /// mass, or the rear axle's middle where a model's source says so.
    fn pose<R: Real>(state: &Self::State<R>, surface: &Surface<R>) -> Pose<R>;
}
