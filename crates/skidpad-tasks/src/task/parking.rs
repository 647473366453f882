//! Parking between two cars.

use core::f64::consts::FRAC_PI_2;

use skidpad_core::math::Real;

use super::{Observed, Outline, Quantity, Situation, Start, Task, Term, first_end, one_if};
use crate::chance::Chance;
use crate::error::{TaskError, check};
use crate::motion::Motion;

/// Distance, over the car's length, angle, rad, and speed, m/s, within which the car is parked.
const PARKED_SHARE: f64 = 0.07;
const PARKED_RAD: f64 = 0.1;
const PARKED_M_S: f64 = 0.1;
/// Side of the square about the bay that the car must not leave, over its length.
const AREA_SHARE: f64 = 5.0;

/// Direction of a parking bay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bay {
    /// Along the lane, between the cars before and behind.
    Along,
    /// Across the lane, between the cars beside it, entered backwards.
    Across,
}

/// Parking in a bay to the right of a lane along the x axis, between two parked cars of its size. The bay's middle is the origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Parking {
    bay: Bay,
    /// Room between the car in the bay and the parked ones on both sides together, m.
    room_m: f64,
}

impl Parking {
    /// Parking in a bay with so much room, m: the length, or for a bay across the width, that is free beyond the car's.
    ///
    /// # Errors
    /// A number out of its range.
    pub fn new(bay: Bay, room_m: f64) -> Result<Self, TaskError> {
        check("room_m", room_m, [0.1, 20.0])?;
        Ok(Self { bay, room_m })
    }

    /// Heading of the car in the bay, rad.
    fn yaw_rad(&self) -> f64 {
        match self.bay {
            Bay::Along => 0.0,
            Bay::Across => FRAC_PI_2,
        }
    }

    /// The parked car, as the motion at its middle: along the lane the ones before and behind, across it those beside.
    fn parked(&self, outline: &Outline, sign: f64) -> Motion {
        let size_m = match self.bay {
            Bay::Along => outline.front_m + outline.rear_m,
            Bay::Across => 2.0 * outline.half_width_m,
        };
        let x_m = sign * (size_m + 0.5 * self.room_m);
        Motion { position_m: [x_m, 0.0], yaw_rad: self.yaw_rad(), ..Motion::default() }
    }

    /// Position of the middle of a car's outline, m.
    fn middle_m(outline: &Outline, motion: &Motion) -> [f64; 2] {
        let (sin, cos) = Real::sin_cos(motion.yaw_rad);
        let ahead_m = 0.5 * (outline.front_m - outline.rear_m);
        [motion.position_m[0] + ahead_m * cos, motion.position_m[1] + ahead_m * sin]
    }

    /// Distance of a car from the bay, m, and the angle to it, rad.
    fn off(&self, outline: &Outline, motion: &Motion) -> [f64; 2] {
        let [x_m, y_m] = Self::middle_m(outline, motion);
        let (sin, cos) = Real::sin_cos(motion.yaw_rad - self.yaw_rad());
        [Real::hypot(x_m, y_m), Real::abs(Real::atan2(sin, cos))]
    }

    /// Work that is left, m: the distance, and half of the car's length for each radian.
    fn left_m(&self, outline: &Outline, motion: &Motion) -> f64 {
        let [distance_m, angle_rad] = self.off(outline, motion);
        distance_m + 0.5 * (outline.front_m + outline.rear_m) * angle_rad
    }
}

/// Parking under way.
#[derive(Clone, Copy, Debug)]
pub struct Manoeuvring {
    left_m: f64,
    driven_s: f64,
    is_parked: bool,
    off: [f64; 2],
}

const END_PARKED: usize = 0;
const END_HIT: usize = 1;
const END_LEFT_AREA: usize = 2;

impl Task for Parking {
    type Memory = Manoeuvring;
    const NAME: &'static str = "parking";
    const TERMS: &'static [Term] = &[
        Term {
            quantity: Quantity::new(
                "progress_m",
                "m",
                "By how much the car came nearer to the bay and its direction",
            ),
            weight: 1.0,
        },
        Term { quantity: Quantity::new("time_s", "s", "Duration of the step"), weight: -0.1 },
        Term { quantity: Quantity::new("parked", "-", "1 where the car is parked"), weight: 10.0 },
        Term { quantity: Quantity::new("hit", "-", "1 where a parked car was hit"), weight: -10.0 },
        Term { quantity: Quantity::new("left_area", "-", "1 where the car drove away"), weight: -10.0 },
    ];
    const ENDS: &'static [&'static str] = &["parked", "hit", "left_area"];
    const FIGURES: &'static [Quantity] = &[
        Quantity::new("parked", "-", "1 where the car is parked"),
        Quantity::new("distance_m", "m", "Distance from the bay's middle"),
        Quantity::new("angle_rad", "rad", "Angle to the bay"),
        Quantity::new("time_s", "s", "Time since the start"),
    ];
    const OBSERVED: &'static [Observed] = &[
        Observed::number("bay_ahead_m", "m", "Bay's middle ahead of the car's"),
        Observed::number("bay_left_m", "m", "Bay's middle to the left of the car's"),
        Observed::number("bay_cos", "-", "Cosine of the bay's direction from the car's").within([-1.0, 1.0]),
        Observed::number("bay_sin", "-", "Sine of the bay's direction from the car's").within([-1.0, 1.0]),
    ];

    fn start(&self, outline: &Outline, chance: &mut Chance) -> Start {
        let length_m = outline.front_m + outline.rear_m;
        // In the lane to the left of the parked cars, before, beside or past the bay.
        let depth_m = match self.bay {
            Bay::Along => outline.half_width_m,
            Bay::Across => 0.5 * length_m,
        };
        let x_m = length_m * chance.between([-1.0, 1.5]);
        let y_m = depth_m + outline.half_width_m + 1.0 + chance.between([0.0, 1.0]);
        Start::at([x_m, y_m], chance.between([-0.1, 0.1]), 0.0)
    }

    fn begin(&self, outline: &Outline, start: &Start, _: &mut Chance) -> Manoeuvring {
        let motion = Motion { position_m: start.position_m, yaw_rad: start.yaw_rad, ..Motion::default() };
        Manoeuvring {
            left_m: self.left_m(outline, &motion),
            driven_s: 0.0,
            is_parked: false,
            off: self.off(outline, &motion),
        }
    }

    fn judge(&self, situation: &Situation<'_>, memory: &mut Manoeuvring, terms: &mut [f64]) -> Option<usize> {
        let Situation { motion, outline, .. } = situation;
        let corners_m = outline.corners_m(motion);
        let centred = outline.centred();
        let is_hit = [-1.0, 1.0]
            .into_iter()
            .any(|sign| overlap(&corners_m, &centred.corners_m(&self.parked(outline, sign))));
        let length_m = outline.front_m + outline.rear_m;
        memory.off = self.off(outline, motion);
        let [distance_m, angle_rad] = memory.off;
        let is_parked =
            distance_m < PARKED_SHARE * length_m && angle_rad < PARKED_RAD && motion.speed_m_s() < PARKED_M_S;
        let is_away = motion.position_m.into_iter().any(|at| Real::abs(at) > 0.5 * AREA_SHARE * length_m);
        let ends = [(is_hit, END_HIT), (is_parked, END_PARKED), (is_away, END_LEFT_AREA)];
        let end = first_end(ends);
        let left_m = self.left_m(outline, motion);
        let is = |wanted: usize| one_if(end == Some(wanted));
        terms.copy_from_slice(&[
            memory.left_m - left_m,
            situation.step_s,
            is(END_PARKED),
            is(END_HIT),
            is(END_LEFT_AREA),
        ]);
        memory.left_m = left_m;
        memory.driven_s = situation.time_s;
        memory.is_parked = end == Some(END_PARKED);
        end
    }

    fn figures(&self, memory: &Manoeuvring, figures: &mut [f64]) {
        let [distance_m, angle_rad] = memory.off;
        let parked = one_if(memory.is_parked);
        figures.copy_from_slice(&[parked, distance_m, angle_rad, memory.driven_s]);
    }

    fn observe(&self, situation: &Situation<'_>, _: &Manoeuvring, out: &mut [f32]) {
        let [x_m, y_m] = Self::middle_m(&situation.outline, &situation.motion).map(|at| -at);
        let (sin, cos) = Real::sin_cos(situation.motion.yaw_rad);
        let (bay_sin, bay_cos) = Real::sin_cos(self.yaw_rad() - situation.motion.yaw_rad);
        let numbers = [cos * x_m + sin * y_m, cos * y_m - sin * x_m, bay_cos, bay_sin];
        out.copy_from_slice(&numbers.map(|number| number as f32));
    }
}

/// Returns true where two rectangles overlap: no side of either separates them.
fn overlap(one: &[[f64; 2]; 4], other: &[[f64; 2]; 4]) -> bool {
    let separates = |corners: &[[f64; 2]; 4], side: usize| {
        let [from, to] = [corners[side], corners[side + 1]];
        let axis = [to[0] - from[0], to[1] - from[1]];
        let extent = |corners: &[[f64; 2]; 4]| {
            let along = corners.map(|corner| corner[0] * axis[0] + corner[1] * axis[1]);
            [along.into_iter().fold(f64::MAX, Real::min), along.into_iter().fold(f64::MIN, Real::max)]
        };
        let [[low, high], [other_low, other_high]] = [extent(one), extent(other)];
        high < other_low || other_high < low
    };
    !(0..2).any(|side| separates(one, side) || separates(other, side))
}

#[cfg(test)]
mod tests {
    use core::f64::consts::PI;

    use super::{Bay, Parking, overlap};
    use crate::motion::Motion;
    use crate::task::Outline;

    const OUTLINE: Outline = Outline { front_m: 2.0, rear_m: 2.0, half_width_m: 0.9 };

    fn at(x_m: f64, y_m: f64, yaw_rad: f64) -> [[f64; 2]; 4] {
        OUTLINE.corners_m(&Motion { position_m: [x_m, y_m], yaw_rad, ..Motion::default() })
    }

    #[test]
    fn rectangles_overlap_where_no_side_separates_them() {
        let cases = [
            (at(3.99, 0.0, 0.0), true),
            (at(4.01, 0.0, 0.0), false),
            (at(0.0, 1.81, 0.0), false),
            (at(0.0, 1.79, PI), true),
            // Nose to side: half a length and half a width.
            (at(0.0, 2.89, 0.5 * PI), true),
            (at(0.0, 2.91, 0.5 * PI), false),
            // Their bounding boxes overlap, they do not.
            (at(3.6, 2.6, 0.25 * PI), false),
        ];
        for (place, (other, must)) in cases.into_iter().enumerate() {
            assert_eq!(overlap(&at(0.0, 0.0, 0.0), &other), must, "{place}");
        }
    }

    /// A car in its bay has half of the room on each side.
    #[test]
    fn the_parked_cars_leave_the_room_that_was_asked_for() {
        for (bay, size_m) in [(Bay::Along, 4.0), (Bay::Across, 1.8)] {
            let parking = Parking::new(bay, 1.2).expect("in range");
            let [behind, ahead] = [-1.0, 1.0].map(|sign| parking.parked(&OUTLINE, sign).position_m[0]);
            assert!((ahead - behind - 2.0 * size_m - 1.2).abs() < 1e-12);
        }
    }
}
