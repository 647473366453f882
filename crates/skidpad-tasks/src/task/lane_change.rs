//! Lane changes between cones.

use skidpad_core::math::Real;
use skidpad_core::record::Record;
use skidpad_world::manoeuvre::{Body, LaneChangeCourse, Turning};

use super::{Observed, Outline, Quantity, Situation, Start, Task, Term, first_end, one_if};
use crate::chance::Chance;
use crate::error::{TaskError, check};

/// Distance of the car's front from the first lane at the start, m.
const RUN_UP_M: f64 = 15.0;
/// Speed below which the run is over, m/s.
const STOPPED_M_S: f64 = 1.0;
/// Distance to either side of the course beyond which the car has missed it, m.
const MISSED_M: f64 = 15.0;

/// Course of a lane change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// The double lane change of ISO 3888-1.
    Double,
    /// The obstacle avoidance of ISO 3888-2, the "moose test".
    Obstacle,
}

/// A lane change through cones, as fast as the car can: the first lane begins at x = 0 along the x axis.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneChange {
    lanes: Lanes,
    speed_m_s: [f64; 2],
    /// True where the second lane is to the left or to the right by chance.
    either_side: bool,
}

impl LaneChange {
    /// A lane change at speeds between two bounds at the start, m/s.
    ///
    /// # Errors
    /// Numbers out of their ranges.
    pub fn new(lanes: Lanes, speed_m_s: [f64; 2], either_side: bool) -> Result<Self, TaskError> {
        check("speed_m_s[0]", speed_m_s[0], [2.0, 100.0])?;
        check("speed_m_s[1]", speed_m_s[1], [speed_m_s[0], 100.0])?;
        Ok(Self { lanes, speed_m_s, either_side })
    }
}

/// A run through the lanes.
#[derive(Clone, Debug)]
pub struct Passing {
    course: LaneChangeCourse,
    /// 1 where the second lane is to the left, -1 to the right.
    side: f64,
    x_m: f64,
    entry_m_s: f64,
    least_room_m: f64,
    is_through: bool,
}

impl Passing {
    /// The car where the second lane is to the left.
    fn mirrored(&self, situation: &Situation<'_>) -> Turning<f64> {
        let [x_m, y_m] = situation.motion.position_m;
        Turning {
            x_m,
            y_m: self.side * y_m,
            yaw_rad: self.side * situation.motion.yaw_rad,
            ..Record::splat(0.0)
        }
    }
}

const END_CONE: usize = 0;
const END_MISSED: usize = 1;
const END_STOPPED: usize = 2;
const END_PASSED: usize = 3;

impl Task for LaneChange {
    type Memory = Passing;
    const NAME: &'static str = "lane_change";
    const TERMS: &'static [Term] = &[
        Term { quantity: Quantity::new("progress_m", "m", "Distance along the course"), weight: 0.1 },
        Term {
            quantity: Quantity::new(
                "passed_m_s",
                "m/s",
                "Speed at the end of the first lane, where the whole car has passed all lanes",
            ),
            weight: 1.0,
        },
        Term { quantity: Quantity::new("cone", "-", "1 where a cone fell"), weight: -10.0 },
        Term { quantity: Quantity::new("missed", "-", "1 where the course was missed"), weight: -10.0 },
    ];
    const ENDS: &'static [&'static str] = &["cone", "missed", "stopped", "passed"];
    const FIGURES: &'static [Quantity] = &[
        Quantity::new("entry_speed_m_s", "m/s", "Speed at the end of the first lane"),
        Quantity::new("least_room_m", "m", "Least distance from the cones so far; below 0 where one fell"),
        Quantity::new("passed", "-", "1 where the car has passed"),
    ];
    const OBSERVED: &'static [Observed] = &[
        Observed::number("course_x_m", "m", "Position along the course, from the first lane's beginning"),
        Observed::number("course_y_m", "m", "Position to the left of the first lane's middle"),
        Observed::number("course_yaw_rad", "rad", "Heading from the course's direction").within([-7.0, 7.0]),
        Observed::number(
            "lane_distance_m",
            "m",
            "Distance of the car's front from the next lane; below 0 inside it",
        ),
        Observed::number("lane_length_m", "m", "Length of that lane"),
        Observed::number("lane_left_m", "m", "Left edge of that lane to the left of the car's position"),
        Observed::number("lane_right_m", "m", "Right edge of that lane to the left of the car's position"),
        Observed::number(
            "next_left_m",
            "m",
            "Left edge of the lane after it to the left of the car's position",
        ),
        Observed::number(
            "next_right_m",
            "m",
            "Right edge of the lane after it to the left of the car's position",
        ),
    ];

    fn start(&self, outline: &Outline, chance: &mut Chance) -> Start {
        Start::at([-RUN_UP_M - outline.front_m, 0.0], 0.0, chance.between(self.speed_m_s))
    }

    fn begin(&self, outline: &Outline, start: &Start, chance: &mut Chance) -> Passing {
        let width_m = 2.0 * outline.half_width_m;
        let course = match self.lanes {
            Lanes::Double => LaneChangeCourse::double_lane_change(width_m),
            Lanes::Obstacle => LaneChangeCourse::obstacle_avoidance(width_m),
        };
        Passing {
            course,
            side: if self.either_side && chance.below(2) == 1 { -1.0 } else { 1.0 },
            x_m: start.position_m[0],
            entry_m_s: f64::NAN,
            least_room_m: f64::INFINITY,
            is_through: false,
        }
    }

    fn judge(&self, situation: &Situation<'_>, passing: &mut Passing, terms: &mut [f64]) -> Option<usize> {
        let now = passing.mirrored(situation);
        let Outline { front_m, rear_m, half_width_m } = situation.outline;
        let body = Body { front_m, rear_m, half_width_m };
        if let Some((room_m, _)) = passing.course.room(&body, &now) {
            passing.least_room_m = Real::min(passing.least_room_m, room_m);
        }
        if passing.entry_m_s.is_nan() && now.x_m >= passing.course.lanes[0].to_m {
            passing.entry_m_s = situation.motion.speed_m_s();
        }
        let is_cone_down = passing.least_room_m < 0.0;
        passing.is_through = !is_cone_down && now.x_m - rear_m > passing.course.length_m();
        let is_beside = Real::abs(now.y_m) > MISSED_M;
        let is_missed = is_beside || now.x_m < -2.0 * RUN_UP_M - front_m || Real::cos(now.yaw_rad) < 0.0;
        let has_stopped = situation.motion.velocity_m_s[0] < STOPPED_M_S;
        let ends = [
            (is_cone_down, END_CONE),
            (is_missed, END_MISSED),
            (has_stopped, END_STOPPED),
            (passing.is_through, END_PASSED),
        ];
        let end = first_end(ends);
        let is = |wanted: usize| one_if(end == Some(wanted));
        terms.copy_from_slice(&[
            now.x_m - passing.x_m,
            if end == Some(END_PASSED) { passing.entry_m_s } else { 0.0 },
            is(END_CONE),
            Real::max(is(END_MISSED), is(END_STOPPED)),
        ]);
        passing.x_m = now.x_m;
        end
    }

    fn figures(&self, passing: &Passing, figures: &mut [f64]) {
        let passed = one_if(passing.is_through);
        let room_m = if passing.least_room_m.is_finite() { passing.least_room_m } else { f64::NAN };
        figures.copy_from_slice(&[passing.entry_m_s, room_m, passed]);
    }

    fn observe(&self, situation: &Situation<'_>, passing: &Passing, out: &mut [f32]) {
        let now = passing.mirrored(situation);
        let front_m = now.x_m + situation.outline.front_m;
        let lanes = &passing.course.lanes;
        let next = lanes.iter().position(|lane| now.x_m < lane.to_m).unwrap_or(lanes.len() - 1);
        let (lane, after) = (&lanes[next], &lanes[usize::min(next + 1, lanes.len() - 1)]);
        // Left and right change places where the course is mirrored.
        let edges = |left_m: f64, right_m: f64| {
            let [left_m, right_m] = [left_m - now.y_m, right_m - now.y_m];
            if passing.side > 0.0 { [left_m, right_m] } else { [-right_m, -left_m] }
        };
        let [left_m, right_m] = edges(lane.left_m, lane.right_m);
        let [next_left_m, next_right_m] = edges(after.left_m, after.right_m);
        let numbers = [
            now.x_m,
            passing.side * now.y_m,
            passing.side * now.yaw_rad,
            lane.from_m - front_m,
            lane.to_m - lane.from_m,
            left_m,
            right_m,
            next_left_m,
            next_right_m,
        ];
        out.copy_from_slice(&numbers.map(|number| number as f32));
    }
}
