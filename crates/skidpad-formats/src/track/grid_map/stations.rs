//! Stations and walls along the contour in the middle of a corridor.

use skidpad_core::math::Real;
use skidpad_world::track::{Side, Station, Tolerance, Track, TrackSpec, TrackWall, smooth};

use super::corridor::Corridor;
use super::description::Description;
use super::grid::FRAME;
use crate::track::beside::MOST_POINTS;
use crate::track::check::apart_m;

/// Space between stations, cells, and the fewest stations.
const SPACE: f64 = 3.0;
const FEWEST: usize = 24;
/// The most by which the smooth line leaves the contour, cells.
const SMOOTH: f64 = 0.75;
/// The most by which a straight stretch of wall leaves the edge, cells.
const STRAIGHT: f64 = 0.5;
/// Distance from the edge at which a wall is looked for, cells.
const REACH: f64 = 2.0;

/// Cells of a corridor in the frame of the map.
pub(super) struct Frame<'a> {
    pub description: &'a Description,
    pub corridor: &'a Corridor,
}

impl Frame<'_> {
    /// Position of a place between the centres of cells, m.
    fn position_m(&self, cell: [f64; 2]) -> [f64; 2] {
        let Description { resolution_m, origin: [x, y, yaw], .. } = *self.description;
        let (sin, cos) = Real::sin_cos(yaw);
        let [u, v] = [0, 1].map(|axis: usize| {
            let of_map = cell[axis] + self.corridor.from[axis] as f64 - FRAME as f64;
            (of_map + 0.5) * resolution_m
        });
        [x + u * cos - v * sin, y + u * sin + v * cos]
    }

    /// Place between the centres of cells of a position.
    fn cell(&self, position_m: [f64; 2]) -> [f64; 2] {
        let Description { resolution_m, origin: [x, y, yaw], .. } = *self.description;
        let (sin, cos) = Real::sin_cos(yaw);
        let [dx, dy] = [position_m[0] - x, position_m[1] - y];
        let of_map = [dx * cos + dy * sin, dy * cos - dx * sin];
        [0, 1].map(|axis: usize| {
            of_map[axis] / resolution_m - 0.5 + FRAME as f64 - self.corridor.from[axis] as f64
        })
    }

    /// Stations along the contour, smoothed, and the largest distance of the smooth line from it, m.
    pub fn stations(&self, contour: &[[f64; 2]], notes: &mut Vec<String>) -> (Vec<Station>, f64) {
        let mut positions = resampled(contour);
        let origin = self.cell([0.0; 2]);
        if self.is_free(origin) {
            self.begin_at_origin(&mut positions, origin);
            notes.push("the track begins at the map's origin, along its x axis".to_owned());
        } else {
            notes.push("the map does not say where and in which direction the track begins: it runs counterclockwise".to_owned());
        }
        let station = |cell: &[f64; 2]| Station {
            position_m: self.position_m(*cell),
            ..Station::flat([self.description.resolution_m; 2])
        };
        let measured: Vec<Station> = positions.iter().map(station).collect();
        let tolerance = Tolerance { plan_m: SMOOTH * self.description.resolution_m, height_m: 0.0 };
        let smoothed = smooth(&measured, true, tolerance);
        let is_reversed = is_clockwise(&positions);
        let mut stations = smoothed.stations;
        for station in &mut stations {
            let [inwards, outwards] = self.widths_m(station.position_m);
            station.widths_m = if is_reversed { [outwards, inwards] } else { [inwards, outwards] };
        }
        (stations, smoothed.largest_m)
    }

    /// Turns the places so that they begin near the map's origin and run along its x axis there.
    fn begin_at_origin(&self, positions: &mut [[f64; 2]], origin: [f64; 2]) {
        let away = |cell: &[f64; 2]| apart_m(*cell, origin);
        let nearest = (0..positions.len())
            .min_by(|one, other| away(&positions[*one]).total_cmp(&away(&positions[*other])));
        positions.rotate_left(nearest.unwrap_or(0));
        let [first, second] = [0, 1].map(|place: usize| self.position_m(positions[place]));
        if second[0] < first[0] {
            // The first place stays.
            positions[1..].reverse();
        }
    }

    /// Returns true for a place in the corridor.
    fn is_free(&self, [x, y]: [f64; 2]) -> bool {
        let is_within = x > 0.0
            && y > 0.0
            && x < (self.corridor.width - 1) as f64
            && y < (self.corridor.height - 1) as f64;
        is_within && {
            let place = y.round() as usize * self.corridor.width + x.round() as usize;
            self.corridor.inside[place] > 0 && self.corridor.outside[place] > 0
        }
    }

    /// Distances to the walls inside and outside, m: half a cell less than to the centres of their cells.
    fn widths_m(&self, position_m: [f64; 2]) -> [f64; 2] {
        let Corridor { width, height, .. } = *self.corridor;
        let [x, y] = self.cell(position_m);
        let x = Real::clamp(x, 0.0, (width - 2) as f64);
        let y = Real::clamp(y, 0.0, (height - 2) as f64);
        let place = y.floor() as usize * width + x.floor() as usize;
        let [right, up] = [x - x.floor(), y - y.floor()];
        let corners =
            [place, place + 1, place + width, place + width + 1].map(|place| self.corridor.distances(place));
        let shares = [(1.0 - right) * (1.0 - up), right * (1.0 - up), (1.0 - right) * up, right * up];
        [0, 1].map(|side: usize| {
            let cells: f64 = (0..4).map(|corner: usize| shares[corner] * corners[corner][side]).sum();
            Real::max(cells - 0.5, 0.0) * self.description.resolution_m
        })
    }

    /// Walls along both edges, where the cells beyond them are occupied.
    pub fn walls(&self, spec: &TrackSpec, distances_m: &[f64]) -> Vec<TrackWall> {
        let Ok(track) = Track::new(spec) else { return Vec::new() };
        let mut walls = Vec::new();
        for (side, of) in Side::ALL.into_iter().zip(0..) {
            let is_wall: Vec<bool> = spec
                .stations
                .iter()
                .zip(distances_m)
                .map(|(station, at_m)| self.is_wall(&track, *at_m, side.sign() * station.widths_m[of]))
                .collect();
            // The last stretch ends where the first one begins.
            let point = |place: usize| match spec.stations.get(place) {
                Some(station) => (distances_m[place], station.widths_m[of]),
                None => (track.length_m(), spec.stations[0].widths_m[of]),
            };
            let mut from = 0;
            while from < is_wall.len() {
                if !is_wall[from] {
                    from += 1;
                    continue;
                }
                let limit = (from..is_wall.len()).find(|place| !is_wall[*place]).unwrap_or(is_wall.len());
                let to = straight(&point, [from, limit], STRAIGHT * self.description.resolution_m);
                let ((from_m, one), (to_m, other)) = (point(from), point(to));
                if to_m > from_m {
                    walls.push(TrackWall { side, stretch_m: [from_m, to_m], offsets_m: [one, other] });
                }
                from = to;
            }
        }
        walls
    }

    /// Returns true where a cell just beyond an edge is occupied.
    fn is_wall(&self, track: &Track, at_m: f64, offset_m: f64) -> bool {
        let steps = (0..=4).map(|step| f64::from(step) * REACH / 4.0 * self.description.resolution_m);
        steps.map(|step_m| track.beside(at_m, offset_m + Real::copysign(step_m, offset_m))).any(
            |position_m| {
                let [x, y] = self.cell(position_m);
                let is_within = x > -0.5
                    && y > -0.5
                    && x < self.corridor.width as f64 - 0.5
                    && y < self.corridor.height as f64 - 0.5;
                is_within
                    && self.corridor.is_occupied
                        [y.round() as usize * self.corridor.width + x.round() as usize]
            },
        )
    }
}

/// The last place to which a straight line from a first one stays within a distance of all points between.
fn straight(point: &dyn Fn(usize) -> (f64, f64), [from, limit]: [usize; 2], within_m: f64) -> usize {
    const LONGEST: usize = 50;
    let (begin_m, begin) = point(from);
    // Slopes by which the line passes all points so far.
    let (mut least, mut most) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut best = from + 1;
    for to in from + 1..=usize::min(limit, from + LONGEST) {
        let (to_m, end) = point(to);
        let along_m = to_m - begin_m;
        if along_m <= 0.0 {
            continue;
        }
        let slope = (end - begin) / along_m;
        if (least..=most).contains(&slope) {
            best = to;
        }
        least = Real::max(least, slope - within_m / along_m);
        most = Real::min(most, slope + within_m / along_m);
        if least > most {
            break;
        }
    }
    best
}

/// Evenly spaced places along a closed polygon.
fn resampled(contour: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let ends = |place: usize| [contour[place], contour[(place + 1) % contour.len()]];
    let lengths: Vec<f64> = (0..contour.len()).map(|place| apart_m(ends(place)[0], ends(place)[1])).collect();
    let whole: f64 = lengths.iter().sum();
    let count = ((whole / SPACE) as usize).clamp(FEWEST, MOST_POINTS);
    let (mut place, mut before) = (0, 0.0);
    (0..count)
        .map(|number| {
            let at = whole * number as f64 / count as f64;
            while place + 1 < contour.len() && before + lengths[place] < at {
                before += lengths[place];
                place += 1;
            }
            let share = if lengths[place] > 0.0 { (at - before) / lengths[place] } else { 0.0 };
            let [from, to] = ends(place);
            [0, 1].map(|axis: usize| from[axis] + Real::min(share, 1.0) * (to[axis] - from[axis]))
        })
        .collect()
}

/// Returns true for a polygon that runs clockwise.
fn is_clockwise(positions: &[[f64; 2]]) -> bool {
    let next = positions.iter().cycle().skip(1);
    positions.iter().zip(next).map(|([x, y], [u, v])| x * v - u * y).sum::<f64>() < 0.0
}
