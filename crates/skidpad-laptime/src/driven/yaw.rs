//! Yaw motion of a car that follows a path, and what it takes of the axles besides the corner.
//!
//! The course of the centre of mass turns by the path's curvature k, the car itself by k less the change of its sideslip angle
//! over the distance. To turn in and out of corners it needs a yaw moment as well: with F the lateral forces of the axles at
//! distances a and b ahead of and behind the centre of mass, F_f + F_r = m a_y and a F_f - b F_r = I dr/dt, so
//!
//! F_f = (b m a_y + I dr/dt) / (a + b),    F_r = (a m a_y - I dr/dt) / (a + b)
//!
//! (Milliken and Milliken, Race Car Vehicle Dynamics, section 5.2). The front axle then slips as in a steady state with the lateral
//! acceleration a_y + i^2 / b dr/dt and the rear one as with a_y - i^2 / a dr/dt, i^2 = I / m.

use skidpad_core::math::Real;
use skidpad_core::units::STANDARD_GRAVITY_M_S2;
use skidpad_world::line_driver::AVERAGE_S;

use crate::envelope::{Envelope, Point, YawData};
use crate::path::{Path, PathPoint};
use crate::qss::{QssLap, operating_point};

/// Yaw motion at a place of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct YawMotion {
    /// Operating point on the averaged road.
    pub at: Point,
    /// Curvature that the car follows, 1/m.
    pub curvature_1_m: f64,
    /// Change of the sideslip angle over the distance, 1/m.
    pub sideslip_rate_1_m: f64,
    /// Lateral accelerations of the steady states in which the front and the rear axle slip as they do here, m/s^2.
    pub front_m_s2: f64,
    pub rear_m_s2: f64,
}

/// Yaw motion at each place of a path at the speeds of a lap.
pub(super) fn yaw_motion(path: &Path, lap: &QssLap, car: &dyn Envelope) -> Vec<YawMotion> {
    let along = AlongPath { path, lap };
    let averaged =
        |of: fn(&PathPoint) -> f64| along.averaged(&path.points().iter().map(of).collect::<Vec<_>>());
    let curvatures_1_m = averaged(|point| point.curvature_1_m);
    let bankings_rad = averaged(|point| point.banking_rad);
    let grade_rates_1_m = averaged(|point| point.grade_rate_1_m);
    let at = |place: usize| {
        let of = PathPoint {
            curvature_1_m: curvatures_1_m[place],
            banking_rad: bankings_rad[place],
            grade_rate_1_m: grade_rates_1_m[place],
            ..path.points()[place]
        };
        operating_point(&of, lap.samples[place].speed_m_s, STANDARD_GRAVITY_M_S2)
    };
    let count = path.points().len();
    let steady = |place: usize| {
        let lateral_m_s2 = at(place).lateral_m_s2;
        let curvature_1_m = curvatures_1_m[place];
        YawMotion {
            at: at(place),
            curvature_1_m,
            sideslip_rate_1_m: 0.0,
            front_m_s2: lateral_m_s2,
            rear_m_s2: lateral_m_s2,
        }
    };
    let Some(YawData { to_front_m, to_rear_m, square_radius_m2 }) = car.yaw() else {
        return (0..count).map(steady).collect();
    };
    // The rear axle goes where the car points, but for its slip angle.
    let sideslips_rad: Vec<f64> = (0..count)
        .map(|place| to_rear_m * curvatures_1_m[place] - car.rear_slip_rad(&at(place)).unwrap_or(0.0))
        .collect();
    let sideslip_rates_1_m = along.averaged(&along.rates(&sideslips_rad));
    let yaw_rates_rad_s: Vec<f64> = (0..count)
        .map(|place| lap.samples[place].speed_m_s * (curvatures_1_m[place] - sideslip_rates_1_m[place]))
        .collect();
    let yaw_gains = along.averaged(&along.rates(&yaw_rates_rad_s));
    (0..count)
        .map(|place| {
            let gain_rad_s2 = lap.samples[place].speed_m_s * yaw_gains[place];
            let lateral_m_s2 = at(place).lateral_m_s2;
            YawMotion {
                at: at(place),
                curvature_1_m: curvatures_1_m[place],
                sideslip_rate_1_m: sideslip_rates_1_m[place],
                front_m_s2: lateral_m_s2 + square_radius_m2 / to_rear_m * gain_rad_s2,
                rear_m_s2: lateral_m_s2 - square_radius_m2 / to_front_m * gain_rad_s2,
            }
        })
        .collect()
}

/// Numbers along a path at the speeds of a lap.
pub(super) struct AlongPath<'a> {
    pub path: &'a Path,
    pub lap: &'a QssLap,
}

impl AlongPath<'_> {
    /// Numbers averaged over a quarter of a second.
    pub fn averaged(&self, numbers: &[f64]) -> Vec<f64> {
        let count = numbers.len();
        (0..count)
            .map(|place| {
                let half_m = 0.5 * AVERAGE_S * self.lap.samples[place].speed_m_s;
                let (mut sum, mut whole) = (numbers[place], 1.0);
                for forwards in [true, false] {
                    let (mut at, mut way_m) = (place, 0.0);
                    while let Some(next) = self.next(at, forwards) {
                        way_m += self.path.step_m(if forwards { at } else { next });
                        let weight = 1.0 - way_m / half_m;
                        if weight <= 0.0 {
                            break;
                        }
                        (sum, whole, at) = (sum + weight * numbers[next], whole + weight, next);
                    }
                }
                sum / whole
            })
            .collect()
    }

    /// Changes of numbers over the distance.
    fn rates(&self, numbers: &[f64]) -> Vec<f64> {
        (0..numbers.len())
            .map(|place| {
                let before = self.next(place, false).unwrap_or(place);
                let after = self.next(place, true).unwrap_or(place);
                let mut way_m = 0.0;
                if before != place {
                    way_m += self.path.step_m(before);
                }
                if after != place {
                    way_m += self.path.step_m(place);
                }
                (numbers[after] - numbers[before]) / Real::max(way_m, 1e-6)
            })
            .collect()
    }

    /// The next place forwards or backwards; a closed path goes on at its other end.
    fn next(&self, place: usize, forwards: bool) -> Option<usize> {
        let last = self.path.points().len() - 1;
        match (place, forwards) {
            (at, true) if at == last => self.path.is_closed().then_some(0),
            (at, true) => Some(at + 1),
            (0, false) => self.path.is_closed().then_some(last),
            (at, false) => Some(at - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{YawMotion, yaw_motion};
    use crate::envelope::{Envelope, Point, Range, YawData};
    use crate::path::{Path, PathPoint};
    use crate::qss;

    /// A car of 9 m/s^2 in all directions whose rear axle slips by 0.01 rad for 1 m/s^2.
    struct Axles;

    const YAW: YawData = YawData { to_front_m: 1.2, to_rear_m: 1.3, square_radius_m2: 1.5 };

    impl Envelope for Axles {
        fn range(&self, at: &Point) -> Option<Range> {
            (at.lateral_m_s2.abs() <= 9.0).then_some(Range {
                braking_m_s2: -9.0,
                coasting_m_s2: 0.0,
                traction_m_s2: 9.0,
                power_m_s2: 9.0,
            })
        }

        fn spare_m_s2(&self, at: &Point) -> f64 {
            9.0 - at.lateral_m_s2.abs()
        }

        fn top_speed_m_s(&self) -> f64 {
            20.0
        }

        fn gear(&self, _: f64) -> usize {
            1
        }

        fn rear_slip_rad(&self, at: &Point) -> Option<f64> {
            Some(0.01 * at.lateral_m_s2)
        }

        fn yaw(&self) -> Option<YawData> {
            Some(YAW)
        }
    }

    /// Yaw motions at 20 m/s along curvatures, 1/m, every metre.
    fn along(curvature_1_m: impl Fn(f64) -> f64) -> Vec<YawMotion> {
        let point = |at: u32| PathPoint::level(f64::from(at), curvature_1_m(f64::from(at)));
        let path = Path::new((0..200).map(point).collect(), 200.0, false).unwrap();
        let options = qss::Options { start: qss::Start::At(20.0), ..qss::Options::default() };
        let lap = qss::lap(&path, &Axles, &options).unwrap();
        yaw_motion(&path, &lap, &Axles)
    }

    #[test]
    fn in_a_steady_corner_both_axles_have_its_acceleration() {
        let motion = along(|_| 0.01)[100];
        for found in [motion.front_m_s2, motion.rear_m_s2] {
            assert!((found - 4.0).abs() < 1e-9, "{found}");
        }
        assert_eq!(motion.sideslip_rate_1_m, 0.0);
    }

    #[test]
    fn on_the_way_into_a_corner_the_front_axle_has_more() {
        // The curvature grows by 1e-4 1/m^2: the sideslip angle falls by b dk/ds less 0.01 v^2 dk/ds, and dr/dt = v^2 dk/ds.
        let motion = along(|distance_m| 1e-4 * distance_m)[100];
        let rate_1_m = 1.3e-4 - 0.01 * 400.0 * 1e-4;
        assert!((motion.sideslip_rate_1_m - rate_1_m).abs() < 1e-9, "{}", motion.sideslip_rate_1_m);
        let gain_rad_s2 = 400.0 * 1e-4;
        let (front, rear) = (4.0 + 1.5 / 1.3 * gain_rad_s2, 4.0 - 1.5 / 1.2 * gain_rad_s2);
        assert!((motion.front_m_s2 - front).abs() < 1e-6, "{} of {front}", motion.front_m_s2);
        assert!((motion.rear_m_s2 - rear).abs() < 1e-6, "{} of {rear}", motion.rear_m_s2);
    }
}
