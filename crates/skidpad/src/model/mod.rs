//! Models of a moving vehicle, one file each.
//!
//! | model | what it knows |
//! |---|---|
//! | [`PointMass`] | speed along a road; the wheels roll: Monster's first model, Palmer's 8.20 |
//! | [`StraightLine`] | two axles with wheel spin, tyre slip and load transfer, the full powertrain |
//! | [`commonroad`] | CommonRoad's KS, KST, ST and STD, as published |
//! | [`W1`] | a linear single-track car: the workload that lanes are measured with |

pub mod commonroad;
pub mod hlavacs;
pub mod monster;
pub mod palmer;
mod point_mass;
mod straight_line;
pub mod w1;

pub use point_mass::{PointMass, PointMassMode, PointMassState, PointMassTrace};
pub use straight_line::{StraightLine, StraightLineMode, StraightLineState, StraightLineTrace};
pub use w1::{Fixed, W1, W1Input, W1State, W1Trace};

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
    /// What it describes, in a sentence.
    const DESCRIPTION: &'static str;
    /// The integrator that it is meant to run with.
    const INTEGRATOR: Method;
    /// The vehicle that it runs on.
    type Car<R: Real>: Record<R>;
    /// What the driver gives.
    type Input<R: Real>: Record<R> + Channels;
    /// What is integrated.
    type State<R: Real>: StateVector<R> + Channels;
    /// What changes in jumps: gears, timers, what stands and what slips. Numbers, so that lanes
    /// carry them.
    type Mode<R: Real>: Record<R> + Channels;
    /// Everything computed on the way.
    type Trace<R: Real>: Record<R> + Channels;

    /// The time derivative of the state, and everything computed on the way.
    fn evaluate<R: Real>(
        car: &Self::Car<R>,
        mode: &Self::Mode<R>,
        state: &Self::State<R>,
        input: &Self::Input<R>,
        surface: &Surface<R>,
    ) -> (Self::State<R>, Self::Trace<R>);

    /// The discrete things at the beginning of a sub-step.
    #[inline(always)]
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

    /// What constraints make of the end of a sub-step: a wheel that its brake has stopped stands.
    #[inline(always)]
    fn settle<R: Real>(
        car: &Self::Car<R>,
        mode: &Self::Mode<R>,
        before: &Self::State<R>,
        after: &Self::State<R>,
    ) -> (Self::Mode<R>, Self::State<R>) {
        let _ = (car, before);
        (*mode, *after)
    }

    /// The velocities of the first state and the positions of the second, for the semi-implicit
    /// method. A model without a split has no positions.
    #[inline(always)]
    fn join<R: Real>(velocities: &Self::State<R>, positions: &Self::State<R>) -> Self::State<R> {
        let _ = positions;
        *velocities
    }

    /// Whether the run is over: 0 no, 1 the engine is blown.
    #[inline(always)]
    fn ended<R: Real>(mode: &Self::Mode<R>) -> R {
        let _ = mode;
        R::zero()
    }

    /// The longest sub-step that the car allows, s.
    #[inline(always)]
    fn longest_step_s<R: Real>(car: &Self::Car<R>) -> R {
        let _ = car;
        R::lit(LONGEST_STEP_S)
    }

    /// Where the vehicle is and how it is turned, in the world.
    fn pose<R: Real>(state: &Self::State<R>, surface: &Surface<R>) -> Pose<R>;
}

/// Position and attitude in the world frame (ISO 8855: x forward at heading 0, y left, z up).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<R> {
    /// x, y, z, m.
    pub position_m: [R; 3],
    /// w, x, y, z: turns the body's axes into the world's.
    pub quaternion: [R; 4],
}

impl<R: Real> Pose<R> {
    /// A pose on a slope along x: driven a distance up a road that climbs by an angle.
    #[inline(always)]
    pub fn on_slope(distance_m: R, slope_rad: R) -> Self {
        let half = R::lit(0.5) * slope_rad;
        Self {
            position_m: [distance_m * slope_rad.cos(), R::zero(), distance_m * slope_rad.sin()],
            // Nose up is a negative rotation about y.
            quaternion: [half.cos(), R::zero(), -half.sin(), R::zero()],
        }
    }
}
