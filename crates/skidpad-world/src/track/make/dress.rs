//! All that makes a road of a line: widths, heights, banking, kerbs, run-off, walls, pits, start line and sectors.

use core::f64::consts::TAU;

use skidpad_core::math::Real;

use super::super::spec::{PitLane, Side, Strip, StripKind, TrackSpec, TrackWall};
use super::super::station::Station;
use super::draw::Draw;
use super::layout::{Bend, RoadCourse};
use super::terrain;
use crate::smooth_step::smooth_step;

/// Spacing of stations over the least radius, and its limits, m.
const SPACING: f64 = 0.2;
const SPACINGS_M: [f64; 2] = [1.0, 4.0];
/// Share of the first straight at which the start line lies.
const START: f64 = 0.6;
/// Grade of the edges of a road relative to its line where its banking changes, at most: the 1 in 100 to which roads are built. Where it
/// is more, a car that takes the corner's inside feels a dip.
pub(super) const EDGE_GRADE: f64 = 0.01;
/// Steepest slope of the smooth step by which the banking grows, over its mean.
const STEEPEST: f64 = 1.5;
/// Height of the outer edge of a kerb, m.
const KERB_RISE_M: f64 = 0.05;
/// Radii over the width: below the first one cars brake for a corner, beyond the other they hardly slow down.
const SLOW: f64 = 8.0;
const FAST: f64 = 25.0;
/// Distance between the run-offs of stretches that follow each other, m.
const JOINT_M: f64 = 0.02;
/// Distance from the outermost strip to the wall, m.
const WALL_M: f64 = 0.5;
/// The least width of a strip, m.
const LEAST_STRIP_M: f64 = 0.5;
/// The longest laps with the lower speed limit in the pits, m; speed limits of 60 and 80 km/h, m/s.
const SHORT_LAP_M: f64 = 2000.0;
const PIT_SPEEDS_M_S: [f64; 2] = [60.0 / 3.6, 80.0 / 3.6];

/// Measures of a road.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dressing {
    pub width_m: f64,
    /// Share by which the width varies.
    pub varied: f64,
    pub hills_m: f64,
    /// Rise from the first to the last station of an open road, m, which the hills come on top of.
    pub climb_m: f64,
    /// Least and largest banking of corners.
    pub bankings_rad: [f64; 2],
    /// Grade of the edges relative to the line where the banking changes, at most.
    pub edge_grade: f64,
    /// Width of the run-off over that of the road, at most.
    pub run_off: f64,
    pub has_kerbs: bool,
    pub is_closed: bool,
}

/// A stretch that has one corner, or is the straight at the start.
struct Zone {
    stretch_m: [f64; 2],
    bend: Option<Bend>,
    /// Distance from the line that is free to the left and to the right, m.
    free_m: [f64; 2],
}

impl Dressing {
    /// The track along a course, whose first segment is a straight; that of a closed one has the start line.
    pub fn dress(&self, course: &RoadCourse, draw: &mut Draw) -> TrackSpec {
        let stations = self.stations(course, draw);
        let mut spec = TrackSpec::new("", self.is_closed, stations);
        let length_m = course.length_m();
        let zones = self.zones(course, &spec.stations);
        for (place, bend) in course.bends.iter().enumerate() {
            let before_m =
                bend.stretch_m[0] - place.checked_sub(1).map_or(0.0, |at| course.bends[at].stretch_m[1]);
            let after_m =
                course.bends.get(place + 1).map_or(length_m, |at| at.stretch_m[0]) - bend.stretch_m[1];
            let after_m = if after_m > 0.0 { after_m } else { course.segments[0].length_m };
            self.kerbs(&mut spec.strips, bend, [before_m, after_m]);
        }
        let pits = self.is_closed.then(|| self.pits(&mut spec, course, &zones[0])).flatten();
        for (place, zone) in zones.iter().enumerate() {
            for side in Side::ALL {
                if !(place == 0 && pits == Some(side)) {
                    self.run_off(&mut spec, zone, side, draw);
                }
            }
        }
        // The line through the stations may be shorter by rounding.
        let within = |distance_m: f64| {
            let wrapped_m =
                if self.is_closed && distance_m < 0.0 { distance_m + length_m } else { distance_m };
            let wrapped_m =
                if self.is_closed && wrapped_m > length_m { wrapped_m - length_m } else { wrapped_m };
            Real::clamp(wrapped_m, 0.0, length_m * 0.9995)
        };
        spec.strips.iter_mut().for_each(|strip| strip.stretch_m = strip.stretch_m.map(within));
        spec.walls.iter_mut().for_each(|wall| wall.stretch_m = wall.stretch_m.map(within));
        if self.is_closed {
            spec.start_m = START * course.segments[0].length_m;
            spec.sectors_m = sectors_m(course, spec.start_m);
            place_start_at_origin(&mut spec.stations, course);
        }
        spec
    }

    fn stations(&self, course: &RoadCourse, draw: &mut Draw) -> Vec<Station> {
        let least_m = course.bends.iter().fold(1e3, |least, bend| Real::min(Real::abs(bend.radius_m), least));
        let points =
            course.points(self.is_closed, Real::clamp(SPACING * least_m, SPACINGS_M[0], SPACINGS_M[1]));
        let positions: Vec<_> = points.iter().map(|point| point.0).collect();
        let heights = terrain::heights(&positions, course.length_m(), self.hills_m, draw);
        // Each corner is banked by its own share, which grows and falls over its spirals.
        let [least_rad, most_rad] = self.bankings_rad;
        let twist_rad_m = self.edge_grade / (STEEPEST * self.half_m());
        let mut banking_rad =
            |bend: &Bend| Real::min(draw.between(least_rad, most_rad), twist_rad_m * bend.spiral_m());
        let bankings: Vec<_> = course.bends.iter().map(&mut banking_rad).collect();
        let phases = [0, 1].map(|_| draw.between(0.0, TAU));
        let mut distance_m = 0.0;
        let mut bend = 0;
        let mut stations: Vec<Station> = Vec::with_capacity(points.len());
        for (place, (position_m, curvature_1_m)) in points.iter().enumerate() {
            if let Some(before) = stations.last() {
                let [x, y] = [0, 1].map(|axis| position_m[axis] - before.position_m[axis]);
                distance_m += Real::hypot(x, y);
            }
            while bend + 1 < course.bends.len() && distance_m > course.bends[bend].stretch_m[1] + 0.1 {
                bend += 1;
            }
            let banking = course.bends.get(bend).map_or(0.0, |of| {
                let [share, _] = smooth_step(Real::abs(curvature_1_m * of.radius_m));
                -Real::copysign(bankings[bend] * share, *curvature_1_m)
            });
            let lap = TAU * distance_m / course.length_m();
            let wave = 0.5 * (Real::sin(2.0 * lap + phases[0]) + Real::sin(5.0 * lap + phases[1]));
            let half_m = 0.5 * self.width_m * (1.0 + self.varied * wave);
            stations.push(Station {
                position_m: *position_m,
                height_m: heights[place] + self.climb_m * distance_m / course.length_m(),
                banking_rad: banking,
                widths_m: [half_m; 2],
            });
        }
        stations
    }

    /// Half of the road where it is widest, m.
    fn half_m(&self) -> f64 {
        0.5 * self.width_m * (1.0 + self.varied)
    }

    fn kerb_m(&self) -> f64 {
        if self.has_kerbs { Real::clamp(self.width_m / 9.0, 0.4, 1.5) } else { 0.0 }
    }

    fn zones(&self, course: &RoadCourse, stations: &[Station]) -> Vec<Zone> {
        let length_m = course.length_m();
        let first_m = course.segments[0].length_m;
        let mut stretches = Vec::new();
        let begin_m = if self.is_closed { first_m } else { 0.0 };
        if self.is_closed || course.bends.is_empty() {
            stretches.push(([0.0, if course.bends.is_empty() { length_m } else { first_m }], None));
        }
        let mut from_m = begin_m;
        for (place, bend) in course.bends.iter().enumerate() {
            let to_m = course
                .bends
                .get(place + 1)
                .map_or(length_m, |next| 0.5 * (bend.stretch_m[1] + next.stretch_m[0]));
            stretches.push(([from_m, to_m], Some(*bend)));
            from_m = to_m;
        }
        let free = self.free(stations, length_m);
        let zone = |(stretch_m, bend): ([f64; 2], Option<Bend>)| {
            let scale = stations.len() as f64 / length_m;
            let [from, to] = stretch_m.map(|distance_m: f64| (distance_m * scale) as usize);
            let inside = &free[from..usize::clamp(to + 1, from + 1, free.len())];
            let least =
                |side: usize| inside.iter().fold(f64::INFINITY, |least, of| Real::min(of[side], least));
            let stretch_m = [stretch_m[0], stretch_m[1] - JOINT_M];
            Zone { stretch_m, bend, free_m: [least(0), least(1)] }
        };
        stretches.into_iter().map(zone).collect()
    }

    /// Half of the distance from each station to another stretch of the road on each side, m.
    fn free(&self, stations: &[Station], length_m: f64) -> Vec<[f64; 2]> {
        let count = stations.len();
        let stride = usize::max((0.5 * self.width_m * count as f64 / length_m) as usize, 1);
        let apart = (5.0 * self.width_m * count as f64 / length_m) as usize;
        let mut free = vec![[f64::INFINITY; 2]; count];
        for place in (0..count).step_by(stride) {
            let [next, at] = [(place + 1) % count, place].map(|at| stations[at].position_m);
            let [x, y] = if place + 1 < count || self.is_closed {
                [next[0] - at[0], next[1] - at[1]]
            } else {
                [1.0, 0.0]
            };
            let mut least = [f64::INFINITY; 2];
            for other in (0..count).step_by(stride) {
                let between = usize::abs_diff(place, other);
                let between = if self.is_closed { usize::min(between, count - between) } else { between };
                if between < apart {
                    continue;
                }
                let [a, b] = [0, 1].map(|axis| stations[other].position_m[axis] - at[axis]);
                let far_m = Real::hypot(a, b);
                let side = usize::from(x * b - y * a < 0.0);
                least[side] = Real::min(0.5 * far_m, least[side]);
            }
            free[place..usize::min(place + stride, count)].fill(least);
        }
        free
    }

    /// Kerbs of a corner: along its inside, and outside where cars are carried out of it, and where they turn in to a slow one.
    fn kerbs(&self, strips: &mut Vec<Strip>, bend: &Bend, [before_m, after_m]: [f64; 2]) {
        let [from_m, to_m] = bend.stretch_m;
        let length_m = to_m - from_m;
        let inside = Side::from_sign(bend.radius_m);
        let mut kerb = |side: Side, stretch_m: [f64; 2]| {
            strips.push(Strip {
                width_m: self.kerb_m(),
                rise_m: KERB_RISE_M,
                ..Strip::new(StripKind::Kerb, side, stretch_m)
            });
        };
        if !self.has_kerbs || Real::abs(bend.radius_m) > FAST * self.width_m {
            return;
        }
        kerb(inside, [from_m + 0.15 * length_m, to_m - 0.1 * length_m]);
        let out_m = Real::min(0.45 * after_m, 3.0 * self.width_m);
        let out_m = if self.is_closed || after_m > 0.0 { out_m } else { 0.0 };
        kerb(inside.other(), [to_m - 0.25 * length_m, to_m + out_m]);
        if Real::abs(bend.radius_m) < SLOW * self.width_m {
            kerb(
                inside.other(),
                [from_m - Real::min(0.4 * before_m, 2.0 * self.width_m), from_m + 0.2 * length_m],
            );
        }
    }

    /// Run-off of a zone on a side, and the wall behind it.
    fn run_off(&self, spec: &mut TrackSpec, zone: &Zone, side: Side, draw: &mut Draw) {
        let has_asphalt = draw.happens(0.25);
        let free_m = zone.free_m[usize::from(side == Side::Right)] - WALL_M;
        let mut most_m = Real::min(free_m, self.half_m() + self.run_off * self.width_m);
        let radius_m = zone.bend.map_or(f64::INFINITY, |bend| side.sign() * bend.radius_m);
        let is_inside = radius_m > 0.0 && zone.bend.is_some();
        if is_inside {
            most_m = Real::min(most_m, 0.75 * radius_m);
        }
        let room_m = most_m - self.half_m() - self.kerb_m();
        let mut edge_m = self.half_m() + self.kerb_m();
        let mut strip = |kind: StripKind, width_m: f64| {
            if width_m >= LEAST_STRIP_M {
                spec.strips.push(Strip { width_m, ..Strip::new(kind, side, zone.stretch_m) });
                edge_m += width_m;
            }
        };
        let is_outside = zone.bend.is_some() && !is_inside;
        if is_outside && room_m > 0.5 * self.width_m && Real::abs(radius_m) < FAST * self.width_m {
            strip(StripKind::Grass, 0.25 * room_m);
            strip(if has_asphalt { StripKind::Asphalt } else { StripKind::Gravel }, 0.75 * room_m);
        } else {
            strip(StripKind::Grass, Real::min(room_m, 0.5 * self.width_m));
        }
        let offset_m = Real::max(edge_m, self.half_m() + self.kerb_m()) + WALL_M;
        if offset_m <= most_m + WALL_M + 1e-9 && !(is_inside && radius_m < 3.0 * offset_m) {
            spec.walls.push(TrackWall { side, stretch_m: zone.stretch_m, offsets_m: [offset_m; 2] });
        }
    }

    /// The pit lane beside the first straight, inside of the circuit where there is room for it; `None` where there is too little.
    fn pits(&self, spec: &mut TrackSpec, course: &RoadCourse, zone: &Zone) -> Option<Side> {
        let lane_m = Real::max(0.4 * self.width_m, 3.0);
        let gap_m = Real::max(0.15 * self.width_m, 1.0);
        let outer_m = self.half_m() + 2.0 * gap_m + lane_m;
        let inside = Side::from_sign(
            course.bends.iter().map(|bend| Real::copysign(bend.angle_rad, bend.radius_m)).sum(),
        );
        let has_room = |side: &Side| zone.free_m[usize::from(*side == Side::Right)] >= outer_m + WALL_M;
        let side = [inside, inside.other()].into_iter().find(has_room)?;
        let length_m = course.segments[0].length_m;
        let part = |[from, to]: [f64; 2]| [from * length_m, to * length_m];
        let width_m = outer_m - 0.5 * self.width_m * (1.0 - self.varied);
        spec.strips.push(Strip { width_m, ..Strip::new(StripKind::Asphalt, side, part([0.02, 0.98])) });
        let wall = |stretch: [f64; 2], offset_m: f64| TrackWall {
            side,
            stretch_m: part(stretch),
            offsets_m: [offset_m; 2],
        };
        // Between the road and the lane, and behind the lane.
        spec.walls.push(wall([0.2, 0.8], self.half_m() + 0.5 * gap_m));
        spec.walls.push(wall([0.02, 0.98], width_m + self.half_m() + WALL_M));
        spec.pit_lane = Some(PitLane {
            side,
            stretch_m: part([0.04, 0.96]),
            limit_m: part([0.15, 0.85]),
            speed_m_s: PIT_SPEEDS_M_S[usize::from(course.length_m() > SHORT_LAP_M)],
            offset_m: self.half_m() + gap_m + 0.5 * lane_m,
            width_m: lane_m,
        });
        Some(side)
    }
}

/// Ends of the first two of three sectors, by the distance from the start line: in the middle of the straights that are nearest to thirds.
fn sectors_m(course: &RoadCourse, start_m: f64) -> Vec<f64> {
    let length_m = course.length_m();
    let middles =
        course.bends.windows(2).map(|pair| 0.5 * (pair[0].stretch_m[1] + pair[1].stretch_m[0]) - start_m);
    let middles: Vec<_> = middles.collect();
    let near = |third: f64| {
        let wanted_m = length_m * third / 3.0;
        let off_m = |at: f64| Real::abs(at - wanted_m);
        let nearest = middles
            .iter()
            .fold(wanted_m + 0.1 * length_m, |best, at| if off_m(*at) < off_m(best) { *at } else { best });
        if off_m(nearest) < 0.1 * length_m { nearest } else { wanted_m }
    };
    vec![near(1.0), near(2.0)]
}

/// Moves and turns stations so that the start line is at the origin and driven to the east.
fn place_start_at_origin(stations: &mut [Station], course: &RoadCourse) {
    let (sin, cos) = Real::sin_cos(course.heading_rad);
    let start_m = START * course.segments[0].length_m;
    let [x, y] = [course.from_m[0] + start_m * cos, course.from_m[1] + start_m * sin];
    for station in stations {
        let [a, b] = [station.position_m[0] - x, station.position_m[1] - y];
        station.position_m = [cos * a + sin * b, cos * b - sin * a];
    }
}
