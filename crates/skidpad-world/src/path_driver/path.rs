//! Paths in the plane, each from the place and heading at which a car begins to follow it.

use core::f64::consts::PI;

use skidpad_core::math::{Real, Vec2};

/// Path that a driver follows. It begins where the car is, along the car's heading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DrivePath {
    /// A straight line.
    Line,
    /// A circle to the left that touches the beginning; to the right where the radius is negative.
    Circle {
        /// Radius, m, positive to the left; its magnitude above 0.
        radius_m: f64,
    },
    /// A line that shifts to another lane by half a cosine.
    LaneChange {
        /// Distance from the beginning at which the shift begins, m.
        from_m: f64,
        /// Length of the shift along the line, m, above 0.
        length_m: f64,
        /// Distance from the first lane to the second, m, positive to the left.
        offset_m: f64,
    },
}

/// A place beside a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PathPlace {
    /// Distance to the left of the path, m.
    pub offset_m: f64,
    /// Direction of the path, rad.
    pub heading_rad: f64,
    /// Curvature of the path, positive to the left, 1/m.
    pub curvature_1_m: f64,
}

impl DrivePath {
    /// The path beside a place: ahead of the beginning and to its left, m.
    pub(super) fn beside(&self, place_m: Vec2<f64>) -> PathPlace {
        let Vec2 { x, y } = place_m;
        match *self {
            Self::Line => PathPlace { offset_m: y, heading_rad: 0.0, curvature_1_m: 0.0 },
            Self::Circle { radius_m } => {
                // Seen from the centre; to the right the circle is passed clockwise, and its left is the outside.
                let side = Real::copysign(1.0, radius_m);
                let (across, along) = (side * (radius_m - y), side * x);
                let distance = Real::hypot(along, across);
                PathPlace {
                    offset_m: side * (side * radius_m - distance),
                    heading_rad: side * Real::atan2(side * along, across),
                    curvature_1_m: 1.0 / radius_m,
                }
            }
            Self::LaneChange { from_m, length_m, offset_m } => {
                let share = Real::clamp((x - from_m) / length_m, 0.0, 1.0);
                let (sin, cos) = (Real::sin(PI * share), Real::cos(PI * share));
                let rate = PI / length_m;
                let lane_m = 0.5 * offset_m * (1.0 - cos);
                let slope = 0.5 * offset_m * rate * sin;
                let is_shift = share > 0.0 && share < 1.0;
                let bend = if is_shift { 0.5 * offset_m * rate * rate * cos } else { 0.0 };
                let stretch = Real::hypot(1.0, slope);
                PathPlace {
                    offset_m: (y - lane_m) / stretch,
                    heading_rad: Real::atan2(slope, 1.0),
                    curvature_1_m: bend / (stretch * stretch * stretch),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DrivePath, PathPlace};
    use skidpad_core::math::{Real, Vec2};

    fn path_point(path: &DrivePath, along: f64) -> Vec2<f64> {
        match *path {
            DrivePath::Line => Vec2::new(along, 0.0),
            DrivePath::Circle { radius_m } => {
                let angle = along / radius_m;
                Vec2::new(radius_m * Real::sin(angle), radius_m * (1.0 - Real::cos(angle)))
            }
            DrivePath::LaneChange { from_m, length_m, offset_m } => {
                let share = Real::clamp((along - from_m) / length_m, 0.0, 1.0);
                Vec2::new(along, 0.5 * offset_m * (1.0 - Real::cos(core::f64::consts::PI * share)))
            }
        }
    }

    /// Heading and curvature follow from the points of the path by differences, and the offset is the distance to its left.
    #[test]
    fn a_place_beside_a_path_has_its_offset_heading_and_curvature() {
        let paths = [
            DrivePath::Line,
            DrivePath::Circle { radius_m: 30.0 },
            DrivePath::Circle { radius_m: -12.0 },
            DrivePath::LaneChange { from_m: 10.0, length_m: 25.0, offset_m: 3.5 },
            DrivePath::LaneChange { from_m: 5.0, length_m: 40.0, offset_m: -3.0 },
        ];
        for path in &paths {
            for along in [1.0, 4.0, 17.0, 22.0, 33.0] {
                let step = 1e-3;
                let [before, here, after] = [-step, 0.0, step].map(|by| path_point(path, along + by));
                let heading = |from: Vec2<f64>, to: Vec2<f64>| Real::atan2(to.y - from.y, to.x - from.x);
                let length = (after - before).norm();
                let turned = heading(here, after) - heading(before, here);
                let turned = Real::atan2(Real::sin(turned), Real::cos(turned));
                let expected_rad = heading(before, after);
                let aside = 0.7;
                let left = Vec2::new(-Real::sin(expected_rad), Real::cos(expected_rad));
                let PathPlace { heading_rad, curvature_1_m, .. } = path.beside(here);
                let off_rad = heading_rad - expected_rad;
                assert!(
                    Real::abs(Real::sin(off_rad)) < 1e-5 && Real::cos(off_rad) > 0.0,
                    "{path:?} at {along}"
                );
                assert!(
                    Real::abs(curvature_1_m - 2.0 * turned / length) < 1e-4,
                    "{path:?} at {along}: {curvature_1_m} {}",
                    2.0 * turned / length
                );
                assert!(Real::abs(path.beside(here).offset_m) < 1e-9, "{path:?} at {along}");
                // Beside a shift the nearest point is another one: to second order.
                let offset_m = path.beside(here + left.scale(aside)).offset_m;
                assert!(Real::abs(offset_m - aside) < 0.03, "{path:?} at {along}: {offset_m}");
            }
        }
    }
}
