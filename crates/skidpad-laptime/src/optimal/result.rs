//! A minimum-time lap as a path and samples, as quasi-steady laps have them.

use skidpad_core::math::Real;
use skidpad_world::track::Track;

use super::blocks::Row;
use super::car::{DynamicCar, drive_and_brake};
use super::node::{FORWARDS, LATERAL, OFFSET, PEDAL, PROGRESS, STEER, YAW_RATE};
use super::optimality::Optimality;
use super::options::OptimalError;
use super::solve::Solved;
use super::transcription::Transcription;
use crate::envelope::Limit;
use crate::line::RacingLine;
use crate::path::{Path, PathError, PathPoint};
use crate::qss::{QssLap, Sample};

/// Share of a pedal from which on the engine or the brakes limit the car.
const FULL: f64 = 0.97;
/// Share of the fastest speed of the gears at which they limit the car.
const AT_TOP: f64 = 0.999;
/// Factor on the speed at whose gear the car changes down.
const HYSTERESIS: f64 = 1.1;

/// A minimum-time lap.
#[derive(Clone, Debug, PartialEq)]
pub struct OptimalLap {
    /// Line with a point at each place. Its curvature is that of the solution, from the car's course at the places.
    pub path: Path,
    /// Lap along it. Its gears are those of the largest drive at each speed; changes of gear take no time.
    pub lap: QssLap,
    /// Lateral offsets of the line at even distances along the reference line, and speeds: a guess for other laps.
    pub guess: super::LapGuess,
    /// Residuals of the conditions of a minimum, on the last mesh.
    pub optimality: Optimality,
    /// Lap times and steps of the solver on each mesh, with its number of places.
    pub meshes: Vec<MeshLap>,
}

/// Lap on a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshLap {
    /// Number of places.
    pub places: usize,
    /// Time of the lap, s.
    pub time_s: f64,
    /// Steps of the solver.
    pub steps: usize,
    /// True where the conditions of a minimum are met.
    pub converged: bool,
}

/// Path and samples of a solution.
pub(super) fn lap<C: DynamicCar<W>, const W: usize>(
    track: &Track,
    program: &Transcription<'_, C, W>,
    solved: &Solved<W>,
    spacing_m: f64,
) -> Result<(Path, QssLap), OptimalError> {
    let offset = |row: &Row<W>| row[OFFSET] * program.node.scales[OFFSET];
    // A closed track has no place for the end of a lap that is not as its beginning.
    let count = program.places() - usize::from(track.is_closed() && !program.is_closed);
    let place = |distance_m: f64| usize::min((distance_m / program.step_m).round() as usize, count - 1);
    let line = RacingLine::beside(track, spacing_m, &|distance_m| offset(&solved.x[place(distance_m)]))
        .map_err(OptimalError::Line)?;
    let numbers = program.node.car.numbers::<f64>();
    let outputs: Vec<Row<W>> =
        solved.x.iter().zip(&program.sections).map(|(z, of)| program.node.values(&numbers, of, z)).collect();
    let path = line.path(track).and_then(|path| bent(program, &solved.x, &outputs, &path));
    let path = path.map_err(OptimalError::Path)?;
    let mut time_s = 0.0;
    let mut samples: Vec<Sample> = Vec::with_capacity(count);
    let first = &solved.x[if program.is_closed { count - 1 } else { 0 }];
    let mut gear = program.node.car.gear(first[FORWARDS] * program.node.scales[FORWARDS]);
    for (at, point) in path.points().iter().enumerate() {
        let sample = sample(program, &solved.x[at], &outputs[at]);
        let (here, below) =
            (program.node.car.gear(sample.speed_m_s), program.node.car.gear(sample.speed_m_s * HYSTERESIS));
        if here > gear || below < gear {
            gear = here;
        }
        samples.push(Sample { distance_m: point.distance_m, time_s, gear, ..sample });
        let next = (at + 1) % program.places();
        time_s += 2.0 * program.step_m / (outputs[at][PROGRESS] + outputs[next][PROGRESS]);
    }
    let end = &solved.x[if program.is_closed { 0 } else { program.places() - 1 }];
    let end_m_s = Real::hypot(
        end[FORWARDS] * program.node.scales[FORWARDS],
        end[LATERAL] * program.node.scales[LATERAL],
    );
    let corners_m_s = samples.iter().map(|sample| sample.speed_m_s).collect();
    let length_m = path.length_m();
    let (time_s, converged) = (solved.time_s, solved.converged);
    // Changes of gear take no time.
    let interrupted = vec![0.0; samples.len()];
    Ok((path, QssLap { time_s, length_m, end_m_s, converged, samples, corners_m_s, interrupted }))
}

/// A path through the places with the curvature of the solution: the change of the car's course over the distance from the place before to
/// the next one.
///
/// The search takes the means of the reference line's curvature over its steps, and its offsets belong to those. Beside the line itself their second
/// differences are uneven from place to place, and a cubic spline magnifies what alternates up to three times. The car's course from
/// the reference line, atan2(dn/ds, 1 - n k), is the solution's own, and the line turns by the means that the search took, so that a closed
/// lap turns by exactly what they add up to. (The solution's rates at the places need no difference, but the trapezoidal rule leaves them free to
/// alternate.) The ends of an open lap have the curvature of the path.
fn bent<C: DynamicCar<W>, const W: usize>(
    program: &Transcription<'_, C, W>,
    x: &[Row<W>],
    outputs: &[Row<W>],
    path: &Path,
) -> Result<Path, PathError> {
    let (places, spaces) = (program.places(), program.spaces());
    let course = |at: usize| {
        let offset_m = x[at][OFFSET] * program.node.scales[OFFSET];
        Real::atan2(outputs[at][OFFSET], 1.0 - offset_m * program.sections[at].curvature_1_m)
    };
    let turn = |at: usize| {
        let next = (at + 1) % places;
        let mean_1_m = 0.5 * (program.sections[at].curvature_1_m + program.sections[next].curvature_1_m);
        program.step_m * mean_1_m + course(next) - course(at)
    };
    let bent = |(at, point): (usize, &PathPoint)| {
        let before = if at == 0 && program.is_closed { Some(spaces - 1) } else { at.checked_sub(1) };
        let curvature_1_m = match before {
            Some(before) if at < spaces => {
                (turn(before) + turn(at)) / (path.step_m(before) + path.step_m(at))
            }
            _ => point.curvature_1_m,
        };
        PathPoint { curvature_1_m, ..*point }
    };
    Path::new(path.points().iter().enumerate().map(bent).collect(), path.length_m(), path.is_closed())
}

/// The car at a place, without distance and time.
fn sample<C: DynamicCar<W>, const W: usize>(
    program: &Transcription<'_, C, W>,
    z: &Row<W>,
    outputs: &Row<W>,
) -> Sample {
    let physical: Row<W> = core::array::from_fn(|at| z[at] * program.node.scales[at]);
    let (vx, vy, yaw) = (physical[FORWARDS], physical[LATERAL], physical[YAW_RATE]);
    let progress = outputs[PROGRESS];
    let rate_x = outputs[FORWARDS] * progress / vx;
    let rate_y = outputs[LATERAL] * progress;
    let (ax, ay) = (rate_x - yaw * vy, rate_y + yaw * vx);
    let speed_m_s = Real::hypot(vx, vy);
    let along_m_s2 = (vx * ax + vy * ay) / speed_m_s;
    let lateral_m_s2 = (vx * ay - vy * ax) / speed_m_s;
    let [throttle, brake] = drive_and_brake(physical[PEDAL]).map(|share| Real::min(share, 1.0));
    let limit = if speed_m_s > AT_TOP * program.node.car.top_speed_m_s() {
        Limit::Revs
    } else if throttle > FULL {
        Limit::Power
    } else if Real::abs(lateral_m_s2) > Real::abs(along_m_s2) {
        Limit::Cornering
    } else if brake > throttle {
        Limit::Braking
    } else {
        Limit::Traction
    };
    Sample {
        distance_m: 0.0,
        time_s: 0.0,
        speed_m_s,
        along_m_s2,
        lateral_m_s2,
        steer_rad: Some(physical[STEER]),
        throttle,
        brake,
        gear: 1,
        limit,
    }
}
