//! The line of a lap in theory, as a driver takes it.

use skidpad_core::math::Real;
use skidpad_core::units::STANDARD_GRAVITY_M_S2;
use skidpad_world::line_driver::{DrivingLine, LineError, LinePoint};

use super::yaw::{AlongPath, YawMotion, yaw_motion};
use crate::envelope::{Envelope, Point};
use crate::path::{Path, PathPoint};
use crate::qss::{QssLap, Sample, operating_point};

/// Share of the lateral grip at which the understeer is read: there tyres are as good as linear.
const LIGHT_M_S2: f64 = 3.0;

/// The line to drive of a lap along a path: its speeds, and the steering and pedals that the car needs there.
///
/// # Errors
/// A path that is no smooth line.
pub fn driving_line(path: &Path, lap: &QssLap, car: &dyn Envelope) -> Result<DrivingLine, LineError> {
    let yaw = yaw_motion(path, lap, car);
    // No foot follows each change of the road.
    let along_m_s2: Vec<f64> = lap.samples.iter().map(|sample| sample.along_m_s2).collect();
    let along_m_s2 = AlongPath { path, lap }.averaged(&along_m_s2);
    let points: Vec<_> = (0..yaw.len())
        .map(|place| {
            let sample = Sample { along_m_s2: along_m_s2[place], ..lap.samples[place] };
            point(&path.points()[place], &sample, &yaw[place], car)
        })
        .collect();
    DrivingLine::new(&points, path.is_closed())
}

fn point(at: &PathPoint, sample: &Sample, yaw: &YawMotion, car: &dyn Envelope) -> LinePoint {
    let speed_m_s = sample.speed_m_s;
    let here = operating_point(at, speed_m_s, STANDARD_GRAVITY_M_S2);
    // On a slope the car speeds up by itself, or slows down.
    let downhill_m_s2 = -STANDARD_GRAVITY_M_S2 * at.grade / Real::hypot(1.0, at.grade);
    let straight = Point { lateral_m_s2: 0.0, ..here };
    // Where the corner takes all of the grip the pedals are those of the straight, which only scale them.
    let range = car.range(&here).or_else(|| car.range(&straight));
    let light = Point { lateral_m_s2: LIGHT_M_S2, ..here };
    let light_1_m = LIGHT_M_S2 / Real::max(speed_m_s * speed_m_s, 1.0);
    let understeer = |steer_rad: f64| {
        let rolling_rad = car.steer_rad(&straight, light_1_m).unwrap_or(0.0);
        (steer_rad - rolling_rad) / LIGHT_M_S2
    };
    LinePoint {
        position_m: at.position_m,
        speed_m_s,
        along_m_s2: sample.along_m_s2,
        coasting_m_s2: downhill_m_s2 + range.map_or(0.0, |range| range.coasting_m_s2),
        full_m_s2: downhill_m_s2 + range.map_or(0.0, |range| range.power_m_s2),
        steer_rad: steer_rad(yaw, car),
        understeer_s2: car.steer_rad(&light, light_1_m).map_or(0.0, understeer),
        sideslip_rate_1_m: yaw.sideslip_rate_1_m,
    }
}

/// Steering angle that turns the car as its path does: the angle of the yaw rate without slip, and the slip angles of both axles.
fn steer_rad(yaw: &YawMotion, car: &dyn Envelope) -> f64 {
    let at = |lateral_m_s2: f64| Point { lateral_m_s2, ..yaw.at };
    let (front, rear) = (at(yaw.front_m_s2), at(yaw.rear_m_s2));
    let turning_1_m = yaw.curvature_1_m - yaw.sideslip_rate_1_m;
    // The steady state with the front axle's force has this axle's slip angle, and one of the rear axle that is not the car's.
    let steady_rad = car.steer_rad(&front, turning_1_m).unwrap_or(0.0);
    let slip_rad = |at: &Point| car.rear_slip_rad(at).unwrap_or(0.0);
    steady_rad + slip_rad(&front) - slip_rad(&rear)
}
