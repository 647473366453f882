//! Courses of cones: the double lane change of ISO 3888-1 and the obstacle avoidance of ISO 3888-2.
//!
//! Lengths and widths are those on which public programs agree (two generators of ISO 3888-2, whose total of 61 m
//! is also stated in a public excerpt of BS ISO 3888-2:2011; the course of ISO 3888-1 in a public set of test
//! cases); they have not been checked against the bought standards. What these sources leave open is said
//! where it is decided.

use skidpad_core::math::{Direction, Real, Vec2};

use super::session::Subject;
use super::turning::Turning;
use crate::world::OVERHANG;

/// A lane between two rows of cones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lane {
    /// Number of the lane's section in the standard.
    pub section: usize,
    /// Start of the lane, m along the course.
    pub from_m: f64,
    /// End of the lane, m along the course.
    pub to_m: f64,
    /// Right edge of the lane, m to the left of the first lane's centre line.
    pub right_m: f64,
    /// Left edge of the lane, m to the left of the first lane's centre line.
    pub left_m: f64,
}

impl Lane {
    fn new(section: usize, (from_m, length_m): (f64, f64), (middle_m, width_m): (f64, f64)) -> Self {
        let half = 0.5 * width_m;
        Self { section, from_m, to_m: from_m + length_m, right_m: middle_m - half, left_m: middle_m + half }
    }

    /// Centre line of the lane, m to the left of the first lane's.
    pub fn middle_m(&self) -> f64 {
        0.5 * (self.left_m + self.right_m)
    }
}

/// A course of three lanes: the first begins at 0, and the car approaches along its centre line.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneChangeCourse {
    /// The first lane, the one beside it, and the last.
    pub lanes: [Lane; 3],
}

impl LaneChangeCourse {
    /// The double lane change of ISO 3888-1 for a car of a width, m: lanes of 15, 25 and 30 m, 30 and 25 m
    /// apart; the middle lane 3.5 m to the left, taken from middle to middle.
    pub fn double_lane_change(width_m: f64) -> Self {
        let w = width_m;
        Self {
            lanes: [
                Lane::new(1, (0.0, 15.0), (0.0, 1.1 * w + 0.25)),
                Lane::new(3, (45.0, 25.0), (3.5, 1.2 * w + 0.25)),
                Lane::new(5, (95.0, 30.0), (0.0, 1.3 * w + 0.25)),
            ],
        }
    }

    /// The obstacle avoidance of ISO 3888-2, the "moose test", for a car of a width, m: lanes of 12, 11 and 12 m,
    /// 13.5 and 12.5 m apart; between the left limit of the first and the right limit of the second lies 1 m.
    /// The last lane, at most 3 m wide, is taken to have the first one's middle.
    pub fn obstacle_avoidance(width_m: f64) -> Self {
        let w = width_m;
        let (first, second) = (1.1 * w + 0.25, w + 1.0);
        let middle = 0.5 * first + 1.0 + 0.5 * second;
        Self {
            lanes: [
                Lane::new(1, (0.0, 12.0), (0.0, first)),
                Lane::new(3, (25.5, 11.0), (middle, second)),
                Lane::new(5, (49.0, 12.0), (0.0, Real::min(1.3 * w + 0.25, 3.0))),
            ],
        }
    }

    /// Length of the course, m.
    pub fn length_m(&self) -> f64 {
        self.lanes[2].to_m
    }

    /// Returns the smallest lateral distance of the body from an edge of a lane that it is in, m, with the number of that
    /// lane's section. Negative where the body is over an edge: cones fall. `None` where the body is in no lane.
    pub fn room(&self, body: &Body, now: &Turning<f64>) -> Option<(f64, usize)> {
        let corners = body.corners(now);
        let mut least: Option<(f64, usize)> = None;
        for lane in &self.lanes {
            let mut look = |y: f64| {
                let room = Real::min(lane.left_m - y, y - lane.right_m);
                if least.is_none_or(|least| room < least.0) {
                    least = Some((room, lane.section));
                }
            };
            for (index, (x, y)) in corners.into_iter().enumerate() {
                if (lane.from_m..=lane.to_m).contains(&x) {
                    look(y);
                }
                // A side that passes the lane's first or last cones.
                let (next_x, next_y) = corners[(index + 1) % corners.len()];
                for gate in [lane.from_m, lane.to_m] {
                    if (x - gate) * (next_x - gate) < 0.0 {
                        look(y + (gate - x) / (next_x - x) * (next_y - y));
                    }
                }
            }
        }
        least
    }
}

/// The outline of a car's body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Distance from the centre of mass to the front, m.
    pub front_m: f64,
    /// Distance from the centre of mass to the rear, m.
    pub rear_m: f64,
    /// Half of the width, m.
    pub half_width_m: f64,
}

impl Body {
    /// Creates the outline of a subject's car, with ordinary overhangs.
    pub fn new(subject: &Subject) -> Self {
        let wheelbase = subject.wheelbase_m;
        let to_rear = subject.data().map_or(0.5, |vehicle| vehicle.body().front_share) * wheelbase;
        Self {
            front_m: wheelbase - to_rear + OVERHANG * wheelbase,
            rear_m: to_rear + OVERHANG * wheelbase,
            half_width_m: 0.5 * subject.width_m(),
        }
    }

    /// Returns the corners, m, in their order around the body.
    fn corners(&self, now: &Turning<f64>) -> [(f64, f64); 4] {
        let axes = Direction::at_angle(now.yaw_rad);
        let at = |ahead: f64, left: f64| {
            let corner = Vec2::new(now.x_m, now.y_m) + Vec2::new(ahead, left).to_parent(axes);
            (corner.x, corner.y)
        };
        let (front, rear, half) = (self.front_m, self.rear_m, self.half_width_m);
        [at(front, half), at(front, -half), at(-rear, -half), at(-rear, half)]
    }
}

#[cfg(test)]
mod tests {
    use super::{Body, LaneChangeCourse};
    use crate::manoeuvre::Turning;
    use skidpad_core::record::Record;

    const BODY: Body = Body { front_m: 2.0, rear_m: 2.0, half_width_m: 0.9 };

    fn at(x_m: f64, y_m: f64, yaw_rad: f64) -> Turning<f64> {
        Turning { x_m, y_m, yaw_rad, ..Record::splat(0.0) }
    }

    /// The figures of both courses for a car of 1.8 m: 2.23, 2.41 and 2.59 m; 2.23, 2.8 and 2.59 m.
    #[test]
    fn the_lanes_are_as_wide_as_the_sources_say() {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        let widths = |course: &LaneChangeCourse| course.lanes.map(|lane| lane.left_m - lane.right_m);
        let (long, short) =
            (LaneChangeCourse::double_lane_change(1.8), LaneChangeCourse::obstacle_avoidance(1.8));
        for (width, expected) in widths(&long).into_iter().zip([2.23, 2.41, 2.59]) {
            assert!(near(width, expected), "{width}");
        }
        for (width, expected) in widths(&short).into_iter().zip([2.23, 2.8, 2.59]) {
            assert!(near(width, expected), "{width}");
        }
        assert!(near(short.length_m(), 61.0) && near(long.length_m(), 125.0));
        assert!(near(short.lanes[1].right_m - short.lanes[0].left_m, 1.0));
        assert!(near(long.lanes[1].middle_m(), 3.5));
        assert!(near(LaneChangeCourse::obstacle_avoidance(2.3).lanes[2].left_m, 1.5));
    }

    #[test]
    fn a_car_in_the_middle_of_a_lane_has_half_of_what_is_left() {
        let course = LaneChangeCourse::obstacle_avoidance(1.8);
        let (room, section) = course.room(&BODY, &at(6.0, 0.0, 0.0)).unwrap();
        assert!((room - 0.5 * (2.23 - 1.8)).abs() < 1e-12 && section == 1);
        let (room, _) = course.room(&BODY, &at(6.0, 0.3, 0.0)).unwrap();
        assert!((room - (0.215 - 0.3)).abs() < 1e-12);
        // Between two lanes there are no cones.
        assert_eq!(course.room(&BODY, &at(18.0, 5.0, 0.0)), None);
        // A turned car needs more room: its corners stand out by the sine of half of its length.
        let (turned, _) = course.room(&BODY, &at(6.0, 0.0, 0.05)).unwrap();
        let reach = 2.0 * 0.05_f64.sin() + 0.9 * 0.05_f64.cos();
        assert!((turned - (1.115 - reach)).abs() < 1e-12, "{turned}");
    }

    /// No corner is in the lane, but a side passes its first cones.
    #[test]
    fn a_side_that_sweeps_over_a_cone_is_seen() {
        let course = LaneChangeCourse::obstacle_avoidance(1.8);
        let (room, section) = course.room(&BODY, &at(12.0, 0.4, 0.0)).unwrap();
        assert!(room < 0.0 && section == 1);
        let short = Body { front_m: 20.0, rear_m: 20.0, half_width_m: 0.9 };
        let (room, _) = course.room(&short, &at(5.0, 0.3, 0.0)).unwrap();
        assert!((room - (0.215 - 0.3)).abs() < 1e-12, "{room}");
    }
}
