//! From logged places to a track.

use skidpad_core::math::Real;
use skidpad_world::track::{Station, Tolerance, smooth};

use super::fixes::{self, Fix, Point, median};
use super::laps::{self, Lap};
use crate::FileError;
use crate::track::beside::{self, Beside, MOST_POINTS};
use crate::track::check::apart_m;
use crate::track::file::TrackFile;
use crate::track::xml;

/// Width to either side that is taken, m.
const WIDTH_M: f64 = 5.0;
/// The least and the largest tolerance of smoothing: in the plane, and of heights, m.
const PLAN_M: [f64; 2] = [0.02, 1.0];
const HEIGHT_M: [f64; 2] = [0.02, 2.0];
/// Tolerance over the standard deviation of the noise.
const SIGMAS: f64 = 3.0;
/// Distance of the ends of a lap at which they are one point, by the median distance of points.
const SAME: f64 = 0.25;

/// The track of a log.
pub(crate) fn track(
    origin: &str,
    name: &str,
    fixes: &[Fix],
    mut notes: Vec<String>,
) -> Result<TrackFile, FileError> {
    let few = |found: usize| {
        FileError::whole(origin, format!("{found} different points"), "at least 4 points of a line")
    };
    if fixes.len() < 4 {
        return Err(few(fixes.len()));
    }
    let (points, plane) = fixes::points(fixes, &mut notes);
    if points.len() < 4 {
        return Err(few(points.len()));
    }
    let Lap { mut points, is_closed } = laps::lap(points, &mut notes);
    if is_closed {
        without_seam(&mut points);
    }
    if points.len() > MOST_POINTS {
        let found = format!("a lap of {} points", points.len());
        return Err(FileError::whole(origin, found, format!("{MOST_POINTS} points at most: a shorter log")));
    }
    beside::not_too_long(origin, points.iter().map(|point| point.position_m))?;
    let station = |point: &Point| Station {
        position_m: point.position_m,
        height_m: point.height_m,
        ..Station::flat([WIDTH_M; 2])
    };
    let measured: Vec<Station> = points.iter().map(station).collect();
    let tolerance = tolerance(&points);
    let smoothed = smooth(&measured, is_closed, tolerance);
    notes.push(format!(
        "smoothed: the line leaves the points by {:.2} m at most, its height by {:.2} m",
        smoothed.largest_m, smoothed.largest_height_m
    ));
    notes.push(format!("the width of the road is not known: taken as {WIDTH_M} m to either side"));
    let middle = plane.origin();
    notes.push(format!(
        "projected about latitude {:.7}, longitude {:.7}: x points east, y north",
        middle.latitude_deg, middle.longitude_deg
    ));
    let beside = |station: Station| Beside {
        station: Station { widths_m: [WIDTH_M; 2], ..station },
        grounds: Default::default(),
    };
    let points = smoothed.stations.into_iter().map(beside).collect();
    let (spec, _) = beside::track(origin, name, is_closed, points)?;
    beside::checked(origin, &spec)?;
    xml::shortened_notes(&mut notes);
    Ok(TrackFile { spec, notes })
}

/// Leaves out last points of a lap that lie on its first one or beyond it: receivers log on over the line.
fn without_seam(points: &mut Vec<Point>) {
    let spaces: Vec<f64> =
        points.windows(2).map(|pair| apart_m(pair[0].position_m, pair[1].position_m)).collect();
    let near_m = SAME * median(&spaces).unwrap_or(0.0);
    let along = |points: &[Point]| {
        let [first, second, last] =
            [points[0], points[1], points[points.len() - 1]].map(|point| point.position_m);
        let [x, y] = [0, 1].map(|axis: usize| last[axis] - first[axis]);
        x * (second[0] - first[0]) + y * (second[1] - first[1])
    };
    while points.len() > 4
        && (apart_m(points[0].position_m, points[points.len() - 1].position_m) < near_m
            || (along(points) > 0.0
                && apart_m(points[0].position_m, points[points.len() - 1].position_m) < spaces[0]))
    {
        points.pop();
    }
}

/// Tolerances by the noise of the points.
fn tolerance(points: &[Point]) -> Tolerance {
    let noise = |of: fn(&Point) -> f64| noise(&points.iter().map(of).collect::<Vec<_>>());
    let plan_m = Real::hypot(noise(|point| point.position_m[0]), noise(|point| point.position_m[1]));
    let height_m = noise(|point| point.height_m);
    Tolerance {
        plan_m: Real::clamp(SIGMAS * plan_m, PLAN_M[0], PLAN_M[1]),
        height_m: Real::clamp(SIGMAS * height_m, HEIGHT_M[0], HEIGHT_M[1]),
    }
}

/// Standard deviation of the noise of numbers at about even distances: third differences of smooth numbers are small, those of noise are
/// the root of 1 + 9 + 9 + 1 times as large as it. Half of the numbers of a normal distribution lie within 0.6745 of its deviation.
fn noise(numbers: &[f64]) -> f64 {
    let third = |four: &[f64]| Real::abs(four[3] - 3.0 * four[2] + 3.0 * four[1] - four[0]);
    let differences: Vec<f64> = numbers.windows(4).map(third).collect();
    median(&differences).unwrap_or(0.0) / (0.6745 * Real::sqrt(20.0))
}
