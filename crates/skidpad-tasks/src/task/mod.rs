//! Driving tasks: where an episode begins, what is rewarded, and when it ends.

mod braking;
mod drift;
mod lane_change;
mod parking;
mod race;
mod wheel_to_wheel;

use std::sync::Arc;

pub use braking::Braking;
pub use drift::Drift;
pub use lane_change::{LaneChange, Lanes};
pub use parking::{Bay, Parking};
pub use race::{Race, RaceStart};
use skidpad_core::math::Real;
use skidpad_world::models::ModelInfo;
use skidpad_world::track::Track;
use skidpad_world::world::Site;
pub use wheel_to_wheel::{Contender, Grid, WheelToWheel};

use crate::chance::Chance;
use crate::course::Course;
use crate::error::TaskError;
use crate::motion::Motion;

/// The most observations that a task computes itself.
pub(crate) const MOST_OBSERVED: usize = 32;

/// A number of a task: a term of its reward, a figure of an episode, or an observation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// Name, which ends in the unit where there is one.
    pub name: &'static str,
    /// Unit; `-` for a pure number.
    pub unit: &'static str,
    /// Sentence that says what it is.
    pub description: &'static str,
}

impl Quantity {
    /// A quantity by name, unit and description.
    pub const fn new(name: &'static str, unit: &'static str, description: &'static str) -> Self {
        Self { name, unit, description }
    }
}

/// A term of a task's reward, and its weight unless another one is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The quantity that is weighed.
    pub quantity: Quantity,
    /// Reward for one unit of it.
    pub weight: f64,
}

/// An observation that a task itself computes, with the range in which it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observed {
    /// The quantity that is observed.
    pub quantity: Quantity,
    /// Its range.
    pub range: [f32; 2],
}

impl Observed {
    /// An observation that may be any number of a usual size.
    pub(crate) const fn number(name: &'static str, unit: &'static str, description: &'static str) -> Self {
        Self { quantity: Quantity::new(name, unit, description), range: [-1e4, 1e4] }
    }
}

impl Observed {
    /// An observation between two bounds.
    pub(crate) const fn within(self, range: [f32; 2]) -> Self {
        Self { range, ..self }
    }
}

/// The first end that has come, by its number.
pub(crate) fn first_end<const N: usize>(ends: [(bool, usize); N]) -> Option<usize> {
    ends.into_iter().find_map(|(has_come, end)| has_come.then_some(end))
}

/// 1 where something is so, else 0.
pub(crate) fn one_if(is: bool) -> f64 {
    f64::from(u8::from(is))
}

/// Start of an episode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// Number of the track among [`Task::tracks`]; 0 where there is none.
    pub track: usize,
    /// Position, m.
    pub position_m: [f64; 2],
    /// Heading, rad.
    pub yaw_rad: f64,
    /// Velocity forwards and to the left, m/s.
    pub velocity_m_s: [f64; 2],
    /// Yaw rate, rad/s.
    pub yaw_rate_rad_s: f64,
}

impl Start {
    /// A start at a pose, with a velocity forwards, m/s.
    pub fn at(position_m: [f64; 2], yaw_rad: f64, speed_m_s: f64) -> Self {
        Self { track: 0, position_m, yaw_rad, velocity_m_s: [speed_m_s, 0.0], yaw_rate_rad_s: 0.0 }
    }
}

/// A start of which some quantities are drawn by the task: those that are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StartChoice {
    /// Number of the track among [`Task::tracks`].
    pub track: Option<usize>,
    /// Position, m.
    pub position_m: [Option<f64>; 2],
    /// Heading, rad.
    pub yaw_rad: Option<f64>,
    /// Velocity forwards and to the left, m/s.
    pub velocity_m_s: [Option<f64>; 2],
    /// Yaw rate, rad/s.
    pub yaw_rate_rad_s: Option<f64>,
}

impl StartChoice {
    /// The start, with what is not chosen from one that was drawn.
    pub fn or(&self, drawn: &Start) -> Start {
        let either = |chosen: [Option<f64>; 2], drawn: [f64; 2]| {
            [chosen[0].unwrap_or(drawn[0]), chosen[1].unwrap_or(drawn[1])]
        };
        Start {
            track: self.track.unwrap_or(drawn.track),
            position_m: either(self.position_m, drawn.position_m),
            yaw_rad: self.yaw_rad.unwrap_or(drawn.yaw_rad),
            velocity_m_s: either(self.velocity_m_s, drawn.velocity_m_s),
            yaw_rate_rad_s: self.yaw_rate_rad_s.unwrap_or(drawn.yaw_rate_rad_s),
        }
    }
}

impl From<Start> for StartChoice {
    fn from(start: Start) -> Self {
        Self {
            track: Some(start.track),
            position_m: start.position_m.map(Some),
            yaw_rad: Some(start.yaw_rad),
            velocity_m_s: start.velocity_m_s.map(Some),
            yaw_rate_rad_s: Some(start.yaw_rate_rad_s),
        }
    }
}

/// A car's outline around the position that its motion has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outline {
    /// Distance to the front, m.
    pub front_m: f64,
    /// Distance to the rear, m.
    pub rear_m: f64,
    /// Half of the width, m.
    pub half_width_m: f64,
}

impl Outline {
    /// Corners of a car with a motion, m, in their order around it.
    pub fn corners_m(&self, motion: &Motion) -> [[f64; 2]; 4] {
        let (sin, cos) = Real::sin_cos(motion.yaw_rad);
        let [x_m, y_m] = motion.position_m;
        let at = |ahead_m: f64, left_m: f64| {
            [x_m + ahead_m * cos - left_m * sin, y_m + ahead_m * sin + left_m * cos]
        };
        let Self { front_m, rear_m, half_width_m } = *self;
        [
            at(front_m, half_width_m),
            at(front_m, -half_width_m),
            at(-rear_m, -half_width_m),
            at(-rear_m, half_width_m),
        ]
    }

    /// The outline about its middle.
    pub fn centred(&self) -> Self {
        let half_m = 0.5 * (self.front_m + self.rear_m);
        Self { front_m: half_m, rear_m: half_m, ..*self }
    }
}

/// Place of a car on its track.
#[derive(Clone, Copy, Debug)]
pub struct OnTrack<'a> {
    /// The track.
    pub course: &'a Course,
    /// Distance along the line, m.
    pub distance_m: f64,
    /// Distance from the line, m, positive to the left.
    pub lateral_offset_m: f64,
    /// Distance along the line from the place before the step, m; below 0 backwards.
    pub moved_m: f64,
    /// Distances to the left and to the right edge, m; below 0 beyond it.
    pub rooms_m: [f32; 2],
}

impl OnTrack<'_> {
    /// Velocity along the line, m/s.
    pub fn velocity_along_m_s(&self, motion: &Motion) -> f64 {
        let (sin, cos) = Real::sin_cos(motion.yaw_rad);
        let [x, y] = self.course.direction(self.distance_m).map(f64::from);
        let [forwards_m_s, left_m_s] = motion.velocity_m_s;
        forwards_m_s * (cos * x + sin * y) + left_m_s * (cos * y - sin * x)
    }

    /// Angle of a heading to the line, rad, -pi to pi.
    #[inline(always)]
    pub fn heading_error_rad(&self, yaw_rad: f64) -> f32 {
        let (sin, cos) = Real::sin_cos(yaw_rad as f32);
        let [x, y] = self.course.direction(self.distance_m);
        Real::atan2(sin * x - cos * y, cos * x + sin * y)
    }
}

/// An environment after a step, for a task to judge.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// Motion of the car.
    pub motion: Motion,
    /// Outline of the car.
    pub outline: Outline,
    /// Place on the track; `None` in a task without one.
    pub on_track: Option<OnTrack<'a>>,
    /// Actions of this step and of the one before, within their bounds; those of an episode's beginning are 0.
    pub actions: [&'a [f32]; 2],
    /// Time since the episode began, s.
    pub time_s: f64,
    /// Duration of the step, s.
    pub step_s: f64,
    /// Largest approach speed of impacts with walls, cones and other cars in the step, m/s.
    pub impact_m_s: f64,
}

/// Cars of a scene after a step in which each was judged alone.
#[derive(Debug)]
pub struct Scene<'a, M> {
    /// Memories of the cars.
    pub memories: &'a mut [Option<M>],
    /// Terms of the reward, those of a car after the other; all are 0 for a car whose episode was over before.
    pub terms: &'a mut [f64],
    /// True where the car's episode was over before the step.
    pub were_out: &'a [bool],
    /// True where the task or the car has ended the episode, in this step or before.
    pub have_ended: &'a [bool],
}

/// A driving task.
///
/// Each environment has its own memory between steps. A task draws at random from the [`Chance`] that it is given alone, so that every episode
/// can be repeated.
pub trait Task: Send + Sync + 'static {
    /// Numbers of an episode that the task keeps.
    type Memory: Clone + Send + Sync;
    /// Name.
    const NAME: &'static str;
    /// Terms of the reward.
    const TERMS: &'static [Term];
    /// Names of the ends that the task itself gives an episode.
    const ENDS: &'static [&'static str];
    /// Figures of an episode, such as a lap time; NaN while there is none.
    const FIGURES: &'static [Quantity];
    /// Observations that the task computes.
    const OBSERVED: &'static [Observed] = &[];

    /// Tracks of which each episode has one.
    fn tracks(&self) -> &[Arc<Track>] {
        &[]
    }

    /// Site on which the cars drive.
    fn site(&self) -> Site {
        Site::asphalt()
    }

    /// Number of cars that share a scene, in which they meet each other. Environments are the cars of a scene after the other, and begin
    /// their episodes together.
    fn cars_per_scene(&self) -> usize {
        1
    }

    /// Returns true where cars meet the walls and cones of the site, and the other cars of their scene.
    fn meets(&self) -> bool {
        false
    }

    /// Refuses a model that cannot do the task.
    ///
    /// # Errors
    /// Such a model, by name.
    fn check_model(&self, model: &ModelInfo) -> Result<(), TaskError> {
        let _ = model;
        Ok(())
    }

    /// Start of an episode of a car with an outline.
    fn start(&self, outline: &Outline, chance: &mut Chance) -> Start;

    /// Start of one of the cars of a scene, by its number. All cars of a scene are given the random numbers of the first one.
    fn start_in_scene(&self, car: usize, outline: &Outline, chance: &mut Chance) -> Start {
        let _ = car;
        self.start(outline, chance)
    }

    /// Compares the cars of a scene whose episodes begin.
    fn begin_scene(&self, memories: &mut [Option<Self::Memory>]) {
        let _ = memories;
    }

    /// Refuses cars that cannot do the task, by their outlines.
    ///
    /// # Errors
    /// A setting that does not fit such a car.
    fn check_outline(&self, outline: &Outline) -> Result<(), TaskError> {
        let _ = outline;
        Ok(())
    }

    /// Memory at a start, [`start`](Self::start)'s or one that the caller chose.
    fn begin(&self, outline: &Outline, start: &Start, chance: &mut Chance) -> Self::Memory;

    /// Judges a step: writes the terms of the reward, and returns the number of the end among [`ENDS`](Self::ENDS) where the episode is over.
    fn judge(&self, situation: &Situation<'_>, memory: &mut Self::Memory, terms: &mut [f64])
    -> Option<usize>;

    /// Compares the cars of a scene after a step in which [`judge`](Self::judge) has judged each alone: writes the terms that depend on the others.
    fn judge_scene(&self, scene: Scene<'_, Self::Memory>) {
        let _ = scene;
    }

    /// Writes the figures of the episode.
    fn figures(&self, memory: &Self::Memory, figures: &mut [f64]);

    /// Writes the observations of [`OBSERVED`](Self::OBSERVED).
    fn observe(&self, situation: &Situation<'_>, memory: &Self::Memory, out: &mut [f32]) {
        let _ = (situation, memory, out);
    }
}
