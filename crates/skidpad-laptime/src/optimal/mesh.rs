//! A track as places at even distances with bounds, and a guess of a lap there.

use skidpad_core::math::Real;
use skidpad_world::track::{Track, TrackPoint};

use super::blocks::Row;
use super::car::{DynamicCar, MOTION};
use super::node::{FORWARDS, HEADING, LATERAL, Node, OFFSET, PEDAL, RoadSection, STEER, YAW_RATE};
use super::options::{OptimalError, OptimalOptions};
use super::transcription::Transcription;
use crate::line::{LineOptions, RacingLine, Room};
use crate::path::Path;
use crate::qss::{QssLap, Start};

/// Changes of offset, heading, velocities, yaw rate, steering angle and pedal that count alike.
const SCALES: [f64; MOTION] = [4.0, 0.2, 30.0, 2.0, 0.5, 0.1, 1.0];
/// Largest angle between car and line, rad, lateral velocity, m/s, and yaw rate, rad/s.
const LARGEST: [f64; 3] = [1.2, 20.0, 4.0];
/// The slowest speed, m/s.
const SLOWEST_M_S: f64 = 1.0;
/// Half of the room of a number that is given.
const GIVEN: f64 = 1e-4;
/// Half of the room that a road without any has, m.
const NARROW_M: f64 = 1e-3;
/// Objective per second.
const PER_SECOND: f64 = 10.0;
/// Speed of a guess over that of a quasi-steady lap.
const SLOWER: f64 = 0.95;
/// Acceleration for which the pedals of a guess are fully pressed, m/s^2.
const PEDAL_M_S2: f64 = 12.0;

/// A lap near which the fastest one is sought: lateral offsets and speeds at even distances along the reference line.
#[derive(Clone, Debug, PartialEq)]
pub struct LapGuess {
    /// Lateral offsets from the reference line at even distances from the start line on, positive to the left, m. The last one of
    /// an open track is at its finish line, that of a closed one a space before the first.
    pub offsets_m: Vec<f64>,
    /// Speeds there, m/s.
    pub speeds_m_s: Vec<f64>,
}

impl LapGuess {
    /// The guess of a line that is driven at one speed, m/s.
    pub fn at_speed(line: &RacingLine, speed_m_s: f64) -> Self {
        let offsets_m = line.offsets_m().to_vec();
        Self { speeds_m_s: vec![speed_m_s; offsets_m.len()], offsets_m }
    }

    /// The guess of a line that is driven somewhat slower than by a quasi-steady lap.
    pub fn near(track: &Track, path: &Path, lap: &QssLap) -> Self {
        let mut before = None;
        let mut along_m = 0.0;
        let passed: Vec<[f64; 3]> = path
            .points()
            .iter()
            .zip(&lap.samples)
            .map(|(point, sample)| {
                let found = track.locate(point.position_m, before.as_ref());
                before = Some(found);
                let since_m = track.since_start_m(found.distance_m);
                // Just behind the start line, and at points that stand still along the line.
                along_m = if Real::abs(since_m - along_m) < 0.5 * track.lap_m() {
                    Real::max(since_m, along_m)
                } else {
                    along_m
                };
                [along_m, found.lateral_offset_m, SLOWER * sample.speed_m_s]
            })
            .collect();
        let count = path.points().len();
        let spaces = if track.is_closed() { count } else { count - 1 };
        let at = |place: usize, number: usize| {
            let wanted_m = track.lap_m() * place as f64 / spaces as f64;
            let next = passed.partition_point(|of| of[0] <= wanted_m).clamp(1, count - 1);
            let (from, to) = (passed[next - 1], passed[next]);
            let share = (wanted_m - from[0]) / Real::max(to[0] - from[0], 1e-9);
            from[number] + Real::clamp(share, 0.0, 1.0) * (to[number] - from[number])
        };
        Self {
            offsets_m: (0..count).map(|place| at(place, 1)).collect(),
            speeds_m_s: (0..count).map(|place| at(place, 2)).collect(),
        }
    }
}

/// The numbers at even distances at another number of places, interpolated.
pub(super) fn resampled(numbers: &[f64], count: usize, is_closed: bool) -> Vec<f64> {
    let spaces = |count: usize| if is_closed { count } else { count - 1 };
    let ratio = spaces(numbers.len()) as f64 / spaces(count) as f64;
    (0..count).map(|place| between(numbers, place as f64 * ratio, is_closed)).collect()
}

/// The number at a part of the way between two places.
pub(super) fn between(numbers: &[f64], along: f64, is_closed: bool) -> f64 {
    let last = numbers.len() - 1;
    let (before, share) = (along.floor(), along - along.floor());
    let [from, to] = if is_closed {
        let from = (before as i64).rem_euclid(numbers.len() as i64) as usize;
        [from, (from + 1) % numbers.len()]
    } else {
        [before, before + 1.0].map(|place| Real::clamp(place, 0.0, last as f64) as usize)
    };
    numbers[from] + share * (numbers[to] - numbers[from])
}

/// The program of a car's lap with places no farther apart than a spacing.
pub(super) fn transcription<'a, C: DynamicCar<W>, const W: usize>(
    track: &Track,
    car: &'a C,
    line: &LineOptions,
    options: &OptimalOptions,
) -> Result<Transcription<'a, C, W>, OptimalError> {
    let room = Room::new(track, line).map_err(OptimalError::Line)?;
    let [low_m, high_m] = &room.limits_m;
    let count = low_m.len();
    let is_closed = track.is_closed() && options.start == Start::Flying;
    // A lap of a closed track that does not begin as it ends has a place more.
    let places = if track.is_closed() && !is_closed { count + 1 } else { count };
    let step_m = track.lap_m() / (if is_closed { places } else { places - 1 }) as f64;
    let mut scales = [1.0; W];
    scales[..MOTION].copy_from_slice(&SCALES);
    for (place, scale) in scales[MOTION..].iter_mut().enumerate() {
        *scale = car.unknown(place).scale;
    }
    let section = |place: usize| section(track, track.start_m() + step_m * place as f64, step_m);
    let bound = |place: usize, side: usize| {
        let limits_m = [low_m[place % count], high_m[place % count]];
        bounds(car, options.start, place, limits_m)[side]
    };
    let scaled = |side: usize| -> Vec<Row<W>> {
        (0..places)
            .map(|place| {
                let row: Row<W> = bound(place, side);
                core::array::from_fn(|at| row[at] / scales[at])
            })
            .collect()
    };
    Ok(Transcription {
        node: Node { car, gravity_m_s2: options.gravity_m_s2, scales },
        sections: (0..places).map(section).collect(),
        step_m,
        is_closed,
        lows: scaled(0),
        highs: scaled(1),
        per_second: PER_SECOND,
        weights_s_m: [options.steer_weight_s_m, options.pedal_weight_s_m],
    })
}

/// The road about a distance along the reference line: its means over half a step to both sides.
///
/// Means keep the sums of the trapezoidal rule: turns add up to those of the road, and grades to its heights. Curvatures at the places alone
/// would miss or count twice up to half a step of an arc whose ends lie between places.
fn section(track: &Track, distance_m: f64, step_m: f64) -> RoadSection {
    let lap_m = [track.start_m(), track.start_m() + track.lap_m()];
    let within = |distance_m: f64| {
        if track.is_closed() { distance_m } else { Real::clamp(distance_m, lap_m[0], lap_m[1]) }
    };
    let [from_m, to_m] = [within(distance_m - 0.5 * step_m), within(distance_m + 0.5 * step_m)];
    let (from, to, cell_m) = (track.at(from_m), track.at(to_m), to_m - from_m);
    let turn = to.heading_rad - from.heading_rad;
    let turns = (turn / core::f64::consts::TAU).round();
    let crossfall = |of: &TrackPoint| Real::tan(of.banking_rad);
    let middle = crossfall(&track.at(0.5 * (from_m + to_m)));
    RoadSection {
        curvature_1_m: (turn - core::f64::consts::TAU * turns) / cell_m,
        curvature_rate_1_m2: (to.curvature_1_m - from.curvature_1_m) / cell_m,
        grade: (to.height_m - from.height_m) / cell_m,
        grade_rate_1_m: (to.grade - from.grade) / cell_m,
        banking_rad: track.at(distance_m).banking_rad,
        cross_rate_1_m: (crossfall(&to) - crossfall(&from)) / cell_m,
        cross_bend_1_m2: 4.0 * (crossfall(&to) - 2.0 * middle + crossfall(&from)) / (cell_m * cell_m),
    }
}

/// Bounds of the unknowns at a place.
fn bounds<C: DynamicCar<W>, const W: usize>(
    car: &C,
    start: Start,
    place: usize,
    [low_m, high_m]: [f64; 2],
) -> [Row<W>; 2] {
    let mut bounds = [[0.0; W]; 2];
    let mut set = |at: usize, low: f64, high: f64| {
        bounds[0][at] = low;
        bounds[1][at] = high;
    };
    let widen_m = Real::max(NARROW_M - 0.5 * (high_m - low_m), 0.0);
    set(OFFSET, low_m - widen_m, high_m + widen_m);
    set(HEADING, -LARGEST[0], LARGEST[0]);
    set(FORWARDS, SLOWEST_M_S, car.top_speed_m_s());
    set(LATERAL, -LARGEST[1], LARGEST[1]);
    set(YAW_RATE, -LARGEST[2], LARGEST[2]);
    set(STEER, -car.lock_rad(), car.lock_rad());
    set(PEDAL, -1.0, 1.0);
    if let (0, Start::At(speed_m_s)) = (place, start) {
        let speed_m_s = Real::clamp(speed_m_s, SLOWEST_M_S + GIVEN, car.top_speed_m_s() - GIVEN);
        // A car that turned about at rest would begin with a bend below its turning circle.
        set(HEADING, -GIVEN, GIVEN);
        set(FORWARDS, speed_m_s - GIVEN, speed_m_s + GIVEN);
        set(LATERAL, -GIVEN, GIVEN);
        set(YAW_RATE, -GIVEN, GIVEN);
    }
    for at in MOTION..W {
        let of = car.unknown(at - MOTION);
        set(at, of.low, of.high);
    }
    bounds
}

/// Scaled unknowns of a guess.
pub(super) fn begin<C: DynamicCar<W>, const W: usize>(
    program: &Transcription<'_, C, W>,
    guess: &LapGuess,
    is_closed: bool,
) -> Vec<Row<W>> {
    let (places, step_m) = (program.places(), program.step_m);
    // The place where a lap of a closed track ends is that where it begins.
    let count = if is_closed && !program.is_closed { places - 1 } else { places };
    let offsets_m = resampled(&guess.offsets_m, count, is_closed);
    let speeds_m_s = resampled(&guess.speeds_m_s, count, is_closed);
    let slope = |numbers: &[f64], at: usize| {
        let (before, after) = if is_closed {
            ((at + count - 1) % count, (at + 1) % count)
        } else {
            (at.saturating_sub(1), usize::min(at + 1, count - 1))
        };
        let spaces = if is_closed { 2 } else { after - before };
        (numbers[after] - numbers[before]) / (step_m * spaces as f64)
    };
    let headings: Vec<f64> = (0..count)
        .map(|at| {
            let share = 1.0 - offsets_m[at] * program.sections[at].curvature_1_m;
            Real::atan(slope(&offsets_m, at) / Real::max(share, 0.1))
        })
        .collect();
    let car = program.node.car;
    let row = |at: usize| -> Row<W> {
        let at = at % count;
        let bend_1_m = program.sections[at].curvature_1_m + slope(&headings, at);
        let speed_m_s = speeds_m_s[at];
        let mut row = [0.0; W];
        row[OFFSET] = offsets_m[at];
        row[HEADING] = headings[at];
        row[FORWARDS] = speed_m_s;
        row[YAW_RATE] = speed_m_s * bend_1_m;
        row[STEER] = car.wheelbase_m() * bend_1_m;
        row[PEDAL] = Real::clamp(speed_m_s * slope(&speeds_m_s, at) / PEDAL_M_S2, -0.9, 0.9);
        (MOTION..W).for_each(|own| row[own] = car.unknown(own - MOTION).begin);
        core::array::from_fn(|place| row[place] / program.node.scales[place])
    };
    (0..places).map(row).collect()
}
