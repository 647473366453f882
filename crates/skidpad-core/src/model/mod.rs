//! Models of a moving vehicle, one file each.
//!
//! | model | what it knows |
//! |---|---|
//! | [`PointMass`] | speed along a road; the wheels roll: Monster's first model, Palmer's 8.20 |
//! | [`PointMassPalmer`] | the same with Palmer's traction limit as printed: 8.32 |
//! | [`StraightLine`] | two axles with wheel spin, tyre slip and load transfer, the full powertrain |
//! | [`SingleTrack`] | two axles in the plane: steering, combined slip, load transfer, wheel spin, gears |
//! | [`two_track`] | the four-wheel car: load, slip and grip of each wheel, full driveline, assists |
//! | [`Kinematic`] | wheels that go where they point, without slip: Ackermann steering |
//! | [`Motorcycle`] | a leaning single track with a rider who countersteers |

mod ends;
mod kinematic;
pub mod motorcycle;
mod planar;
mod point_mass;
mod single_track;
mod straight_line;
pub mod two_track;

pub use ends::{End, STANDARD_ENDS, has_ended};
pub use kinematic::{Kinematic, KinematicCar, KinematicMode, KinematicState, KinematicTrace};
pub use motorcycle::{
    Motorcycle, MotorcycleCar, MotorcycleData, MotorcycleInput, MotorcycleMode, MotorcycleState,
    MotorcycleTrace,
};
pub use point_mass::{
    DrivenAxles, PointMass, PointMassMode, PointMassPalmer, PointMassState, PointMassTrace, TractionRule,
    WholeWeight,
};
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
    /// What it describes, in a sentence.
    const DESCRIPTION: &'static str;
    /// The integrator that it is meant to run with.
    const INTEGRATOR: Method;
    /// Whether a batch moves two vectors of cars at once where there are 32 registers for them, so
    /// that one works while the other waits. To be measured; with a large model only together with
    /// [`STAGE_BY_STAGE`](Self::STAGE_BY_STAGE), or the compiler takes minutes.
    const IN_PAIRS: bool = false;
    /// Whether a batch moves all cars of a block through a stage of RK4 before it begins the next, so that
    /// the equations stand in the program once and not four times. For large models, to be measured.
    const STAGE_BY_STAGE: bool = false;
    /// Whether a sub-step of one car at a time by the model's own integrator is written out in one function, so that its
    /// stages share what does not change within. Where the method has few stages it is; with more, to be measured.
    const IS_WRITTEN_OUT: bool = matches!(Self::INTEGRATOR, Method::Heun);
    /// Whether one car at a time calls [`evaluate`](Self::evaluate) and [`advance`](Self::advance), compiled once each,
    /// and nothing is written out beside them: some slower, and several times as quick to compile.
    const IS_CALLED: bool = false;
    /// Names of the ends of a run, in the words of a report: `engine blown`. A model with more ends names them behind
    /// the standard ones, whose codes in files stay the same.
    const ENDS: &'static [&'static str] = STANDARD_ENDS;
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

    /// The discrete things at the beginning of a sub-step.
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

    /// What constraints make of the end of a sub-step: a wheel that its brake has stopped stands.
    #[cfg_attr(not(debug_assertions), inline(always))]
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
    /// A pose on a road that is a plane, from position and heading in the road's axes.
    ///
    /// The road's axes are the world's, turned nose up by the slope and then to the right side down
    /// by the bank; the vehicle turns in them by its heading.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn on_road(position_m: [R; 2], yaw_rad: R, road: &Surface<R>) -> Self {
        let [x, y] = position_m;
        let (slope_sin, slope_cos) = road.slope_rad.sin_cos();
        let (bank_sin, bank_cos) = road.bank_rad.sin_cos();
        let half = R::lit(0.5);
        // Nose up is a negative rotation about y.
        let (sy, cy) = (-(half * road.slope_rad)).sin_cos();
        let (sx, cx) = (half * road.bank_rad).sin_cos();
        let (sz, cz) = (half * yaw_rad).sin_cos();
        // The product of the rotations about y, x and z.
        Self {
            position_m: [
                x * slope_cos - y * slope_sin * bank_sin,
                y * bank_cos,
                x * slope_sin + y * slope_cos * bank_sin,
            ],
            quaternion: [
                cy * cx * cz + sy * sx * sz,
                cy * sx * cz + sy * cx * sz,
                sy * cx * cz - cy * sx * sz,
                cy * cx * sz - sy * sx * cz,
            ],
        }
    }
}

impl<R: Real> Pose<R> {
    /// The same of a body that stands on springs: lifted off its road, and turned by its pitch (nose down)
    /// and then its roll (right side down), both about its own axes.
    ///
    /// ```
    /// use skidpad_core::model::Pose;
    /// use skidpad_core::surface::Surface;
    /// let pose = Pose::on_road([1.0, 2.0], 0.0, &Surface::asphalt()).on_springs(0.1, 0.0, 0.2);
    /// assert_eq!(pose.position_m, [1.0, 2.0, 0.1]);
    /// assert!((pose.quaternion[2] - 0.1_f64.sin()).abs() < 1e-15); // half the angle, about the left axis
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn on_springs(&self, heave_m: R, roll_rad: R, pitch_rad: R) -> Self {
        let (half, two) = (R::lit(0.5), R::lit(2.0));
        let [w, x, y, z] = self.quaternion;
        let [px, py, pz] = self.position_m;
        // The road's normal is the third column of the turning matrix.
        let normal = [two * (x * z + w * y), two * (y * z - w * x), R::one() - two * (x * x + y * y)];
        let (sp, cp) = (half * pitch_rad).sin_cos();
        let (sr, cr) = (half * roll_rad).sin_cos();
        let (w, x, y, z) = (w * cp - y * sp, x * cp - z * sp, y * cp + w * sp, z * cp + x * sp);
        Self {
            position_m: [px + heave_m * normal[0], py + heave_m * normal[1], pz + heave_m * normal[2]],
            quaternion: [w * cr - x * sr, x * cr + w * sr, y * cr + z * sr, z * cr - y * sr],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pose;
    use crate::math::{Direction, Vec2};
    use crate::surface::Surface;

    fn turned([w, x, y, z]: [f64; 4], v: [f64; 3]) -> [f64; 3] {
        let cross = |a: [f64; 3], b: [f64; 3]| {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        };
        let once = cross([x, y, z], v);
        let twice = cross([x, y, z], once);
        [0, 1, 2].map(|i| v[i] + 2.0 * (w * once[i] + twice[i]))
    }

    #[test]
    fn gravity_in_the_axes_of_the_vehicle_is_the_worlds_turned_back() {
        let road = Surface { slope_rad: 0.3, bank_rad: -0.2, ..Surface::asphalt() };
        let yaw = 0.7_f64;
        let pose = Pose::on_road([0.0, 0.0], yaw, &road);
        let [w, x, y, z] = pose.quaternion;
        let seen = turned([w, -x, -y, -z], [0.0, 0.0, -road.gravity_m_s2]);
        let Vec2 { x: forward, y: left } = road.gravity(Direction::at_angle(yaw));
        for (seen, computed) in seen.into_iter().zip([forward, left, -road.normal_gravity_m_s2()]) {
            assert!((seen - computed).abs() < 1e-14, "{seen} {computed}");
        }
    }

    #[test]
    fn who_drives_along_the_heading_moves_along_the_nose() {
        let road = Surface { slope_rad: -0.4, bank_rad: 0.25, ..Surface::asphalt() };
        let (sin, cos) = crate::math::Real::sin_cos(2.1_f64);
        let pose = Pose::on_road([cos, sin], 2.1, &road);
        for (place, nose) in pose.position_m.into_iter().zip(turned(pose.quaternion, [1.0, 0.0, 0.0])) {
            assert!((place - nose).abs() < 1e-14, "{place} {nose}");
        }
    }
}
