//! Inspection of a track: what is drivable by its numbers, and yet no road.

use skidpad_core::math::Real;

use super::crossings::{Edge, crossings};
use super::figures::SAMPLES;
use super::spec::Side;
use super::{Station, Track, TrackPoint};

/// Height between two roads from which on one of them is a bridge, m.
const BRIDGE_M: f64 = 3.0;
/// A space between stations this many times the median one is a gap.
const GAP: f64 = 10.0;
/// The narrowest road, m.
const NARROWEST_M: f64 = 0.5;
/// The steepest road, as rise over distance.
const STEEPEST: f64 = 0.3;
/// The least radius that a car can steer, m.
const LEAST_RADIUS_M: f64 = 3.0;
/// Places of one kind no farther apart than this are one, m.
const APART_M: f64 = 40.0;
/// Edges of the road are compared with those of stretches that are this many times its width ahead, or more: an edge that crosses
/// itself earlier is folded.
const AHEAD: f64 = 2.0;
/// The fewest metres ahead.
const LEAST_AHEAD_M: f64 = 5.0;
/// Numbers of the lines that are searched for crossings: edges and line of the road; those of walls are larger.
const ROAD: [usize; 3] = [0, 1, 2];

/// Kinds of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FindingKind {
    /// The road runs over itself at one height.
    Crossing,
    /// The road runs over itself on a bridge: no fault.
    Bridge,
    /// Stations that are much farther apart than the others.
    Gap,
    /// An edge or the outside of a strip beyond the centre of a bend.
    Fold,
    /// A road of hardly any width.
    Narrow,
    /// A grade that no road has.
    Steep,
    /// A bend that no car can steer.
    Tight,
    /// A wall on the road.
    Wall,
    /// A start or finish line on no road.
    Line,
    /// Too many lines in one place to search all for crossings.
    Unsearched,
}

/// Something of a track that is probably a mistake, or worth knowing.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Kind.
    pub kind: FindingKind,
    /// Distance along the line, m.
    pub distance_m: f64,
    /// Position of the line there, m.
    pub position_m: [f64; 2],
    /// Message that says what is found and what to do about it.
    pub message: String,
}

impl Finding {
    fn new(kind: FindingKind, at: &TrackPoint, message: String) -> Self {
        Self { kind, distance_m: at.distance_m, position_m: at.position_m, message }
    }

    /// Returns true for what is worth knowing and no mistake.
    pub fn is_note(&self) -> bool {
        self.kind == FindingKind::Bridge
    }
}

impl Track {
    /// All findings, in the order of their distances. `stations`: those of which the track was made. The time grows as the length of the
    /// track.
    ///
    /// ```
    /// use skidpad_world::track::{FindingKind, Station, Track};
    /// // A bend of 10 m, and 12 m of road on its inside.
    /// let station = |at: i32| {
    ///     let (sin, cos) = f64::to_radians(10.0 * f64::from(at)).sin_cos();
    ///     Station { position_m: [10.0 * cos, 10.0 * sin], ..Station::flat([12.0, 5.0]) }
    /// };
    /// let stations: Vec<_> = (0..36).map(station).collect();
    /// let findings = Track::closed(&stations)?.inspect(&stations);
    /// assert_eq!(findings[0].kind, FindingKind::Fold);
    /// # Ok::<(), Vec<skidpad_world::track::TrackFault>>(())
    /// ```
    pub fn inspect(&self, stations: &[Station]) -> Vec<Finding> {
        let samples = self.samples();
        let mut found = self.crossed(&samples);
        found.extend(self.gaps(stations));
        for side in Side::ALL {
            found.extend(self.folds(&samples, side));
        }
        found.extend(runs(self, &samples, |point| NARROWEST_M / width_m(point)).map(|at| {
            let message = format!("road of {:.2} m: must be {NARROWEST_M} m wide or more", width_m(at));
            Finding::new(FindingKind::Narrow, at, message)
        }));
        found.extend(runs(self, &samples, |point| Real::abs(point.grade) / STEEPEST).map(|at| {
            let message = format!(
                "grade of {:.0} %: beyond 30 %; a step in the heights of the stations? (correct or smooth them)",
                100.0 * at.grade
            );
            Finding::new(FindingKind::Steep, at, message)
        }));
        found.extend(runs(self, &samples, |point| LEAST_RADIUS_M * Real::abs(point.curvature_1_m)).map(|at| {
            let message = format!(
                "radius of {:.1} m: no car turns below {LEAST_RADIUS_M} m (smooth the stations or move the corner)",
                1.0 / Real::abs(at.curvature_1_m)
            );
            Finding::new(FindingKind::Tight, at, message)
        }));
        found.extend(self.walls_on_road(&samples));
        found.extend(self.lines());
        found.sort_by(|one, other| f64::total_cmp(&one.distance_m, &other.distance_m));
        found
    }

    /// Roads over roads, and walls over roads.
    fn crossed(&self, samples: &[TrackPoint]) -> Vec<Finding> {
        let edges = self.edges(samples);
        let step_m = self.length_m() / (samples.len() - usize::from(!self.is_closed)) as f64;
        let ahead_m = |one: usize, other: usize| {
            let ahead_m = step_m * usize::abs_diff(one, other) as f64;
            if self.is_closed { Real::min(ahead_m, self.length_m() - ahead_m) } else { ahead_m }
        };
        let found = crossings(&edges, |one, other| {
            let width_m = width_m(&samples[one.sample]) + width_m(&samples[other.sample]);
            usize::min(one.line, other.line) < ROAD.len()
                && ahead_m(one.sample, other.sample) > Real::max(AHEAD * width_m, LEAST_AHEAD_M)
        });
        let mut places: Vec<[Edge; 2]> = Vec::new();
        let is_wall = |pair: &[Edge; 2]| pair.iter().any(|edge| edge.line >= ROAD.len());
        for mut pair in found.found {
            pair.sort_by_key(|edge| edge.sample);
            let is_known = |of: &[Edge; 2]| {
                is_wall(of) == is_wall(&pair)
                    && [[0, 1], [1, 0]].iter().any(|ends| {
                        (0..2).all(|end| ahead_m(of[end].sample, pair[ends[end]].sample) < APART_M)
                    })
            };
            if !places.iter().any(is_known) {
                places.push(pair);
            }
        }
        let mut findings: Vec<_> = places
            .iter()
            .map(|pair| crossing([&samples[pair[0].sample], &samples[pair[1].sample]], is_wall(pair)))
            .collect();
        if found.has_ended_early {
            let message =
                "too many lines lie over each other to find all crossings (is each lap of several in it?)";
            findings.push(Finding::new(FindingKind::Unsearched, &samples[0], message.to_owned()));
        }
        findings
    }

    /// Edges and line of the road, and faces of walls, as short straight lines.
    fn edges(&self, samples: &[TrackPoint]) -> Vec<Edge> {
        let mut edges = Vec::new();
        let mut between = |line: usize, at: &dyn Fn(&TrackPoint) -> Option<f64>| {
            // One edge for each piece.
            let begins: Vec<_> = samples.iter().enumerate().step_by(SAMPLES).collect();
            let pairs = begins.windows(2).map(|pair| [pair[0], pair[1]]);
            let last = self.is_closed.then(|| [begins[begins.len() - 1], begins[0]]);
            for [(sample, from), (_, to)] in pairs.chain(last) {
                if let (Some(one_m), Some(other_m)) = (at(from), at(to)) {
                    edges.push(Edge {
                        from_m: left_of(from, one_m),
                        to_m: left_of(to, other_m),
                        sample,
                        line,
                    });
                }
            }
        };
        between(ROAD[0], &|point| Some(point.widths_m[0]));
        between(ROAD[1], &|_| Some(0.0));
        between(ROAD[2], &|point| Some(-point.widths_m[1]));
        for (place, wall) in self.walls().iter().enumerate() {
            between(ROAD.len() + place, &|point| {
                wall.is_beside(point.distance_m)
                    .then(|| wall.side.sign() * self.wall_offset_m(wall, point.distance_m))
            });
        }
        edges
    }

    fn gaps(&self, stations: &[Station]) -> Vec<Finding> {
        let pairs = stations.windows(2).map(|pair| [pair[0], pair[1]]);
        let last = self.is_closed.then(|| [stations[stations.len() - 1], stations[0]]);
        let spaces_m: Vec<_> = pairs
            .chain(last)
            .map(|[one, other]| {
                let [x, y] = [0, 1].map(|axis| other.position_m[axis] - one.position_m[axis]);
                Real::hypot(x, y)
            })
            .collect();
        let mut sorted = spaces_m.clone();
        sorted.sort_by(f64::total_cmp);
        let median_m = sorted[sorted.len() / 2];
        let far = spaces_m.iter().enumerate().filter(|(_, space_m)| **space_m > GAP * median_m);
        let finding = |(place, space_m): (usize, &f64)| {
            let at = self.at(self.locate(stations[place].position_m, None).distance_m);
            let message = format!(
                "{space_m:.1} m between stations[{place}] and the next one, {median_m:.1} m between most: add stations between them"
            );
            Finding::new(FindingKind::Gap, &at, message)
        };
        far.map(finding).collect()
    }

    /// Edges, and outsides of strips, beyond the centre of a bend to their side.
    fn folds(&self, samples: &[TrackPoint], side: Side) -> Vec<Finding> {
        let strips: Vec<_> = self.strips().iter().filter(|strip| strip.side == side).collect();
        let edge_m = |point: &TrackPoint| point.widths_m[usize::from(side == Side::Right)];
        let outside_m = |point: &TrackPoint| {
            let beside = strips.iter().filter(|strip| strip.is_beside(point.distance_m));
            edge_m(point) + beside.map(|strip| strip.width_m).sum::<f64>()
        };
        let inward = |point: &TrackPoint| side.sign() * point.curvature_1_m;
        let finding = |at: &TrackPoint| {
            let [edge_m, outside_m] = [edge_m(at), outside_m(at)];
            let radius_m = 1.0 / inward(at);
            let (name, far_m, what) = if edge_m >= radius_m {
                ("road", edge_m, "make the road narrower there, or the bend wider")
            } else {
                ("strips", outside_m, "make the kerbs and the run-off on the inside narrower")
            };
            let message = format!(
                "{name} to {far_m:.1} m to the {} in a bend of {radius_m:.1} m to that side, so that the edge folds: {what}",
                side.name()
            );
            Finding::new(FindingKind::Fold, at, message)
        };
        runs(self, samples, |point| inward(point) * outside_m(point)).map(finding).collect()
    }

    /// Walls within the road's width beside which they stand.
    fn walls_on_road(&self, samples: &[TrackPoint]) -> Vec<Finding> {
        let mut found = Vec::new();
        for (place, wall) in self.walls().iter().enumerate() {
            let side = usize::from(wall.side == Side::Right);
            let inside = |point: &TrackPoint| {
                let offset_m = self.wall_offset_m(wall, point.distance_m);
                let is_inside = wall.is_beside(point.distance_m) && offset_m < point.widths_m[side] - 1e-3;
                if is_inside { 2.0 + point.widths_m[side] - offset_m } else { 0.0 }
            };
            found.extend(runs(self, samples, inside).map(|at| {
                let message = format!(
                    "walls[{place}] stands on the road, {:.1} m from the line, to whose edge it is {:.1} m: move it outwards",
                    self.wall_offset_m(wall, at.distance_m),
                    at.widths_m[side]
                );
                Finding::new(FindingKind::Wall, at, message)
            }));
        }
        found
    }

    fn lines(&self) -> Vec<Finding> {
        let places = [("start", self.start_m()), ("finish", self.start_m() + self.lap_m())];
        let far = places.into_iter().map(|(name, distance_m)| (name, self.at(distance_m)));
        far.filter(|(name, at)| width_m(at) < NARROWEST_M && (*name == "start" || !self.is_closed))
            .map(|(name, at)| {
                let message = format!("{name} line on a road of no width: move it, or correct the widths");
                Finding::new(FindingKind::Line, &at, message)
            })
            .collect()
    }
}

fn crossing([one, other]: [&TrackPoint; 2], is_wall: bool) -> Finding {
    let apart_m = Real::abs(one.height_m - other.height_m);
    let (kind, what) = match (apart_m >= BRIDGE_M, is_wall) {
        (true, _) => (FindingKind::Bridge, "a bridge"),
        (false, true) => {
            (FindingKind::Wall, "a wall of one stands on the road of the other: move or end the wall")
        }
        (false, false) => {
            (FindingKind::Crossing, "the road crosses itself: move one of them, or give heights 3 m apart")
        }
    };
    let message = format!(
        "overlaps the stretch at {:.0} m, with {apart_m:.1} m of height between them: {what}",
        other.distance_m
    );
    Finding::new(kind, one, message)
}

fn width_m(point: &TrackPoint) -> f64 {
    point.widths_m[0] + point.widths_m[1]
}

/// Position to the left of a point, m.
fn left_of(point: &TrackPoint, offset_m: f64) -> [f64; 2] {
    let (sin, cos) = Real::sin_cos(point.heading_rad);
    [point.position_m[0] - offset_m * sin, point.position_m[1] + offset_m * cos]
}

/// The worst sample of each stretch along which a measure is 1 or more.
fn runs<'a>(
    track: &Track,
    samples: &'a [TrackPoint],
    measure: impl Fn(&TrackPoint) -> f64,
) -> impl Iterator<Item = &'a TrackPoint> {
    let mut worst: Vec<(&TrackPoint, f64, f64)> = Vec::new();
    for sample in samples {
        let of = measure(sample);
        if of < 1.0 {
            continue;
        }
        match worst.last_mut() {
            Some((at, most, end_m)) if sample.distance_m - *end_m < APART_M => {
                *end_m = sample.distance_m;
                if of > *most {
                    (*at, *most) = (sample, of);
                }
            }
            _ => worst.push((sample, of, sample.distance_m)),
        }
    }
    // A stretch that runs over the first station is one.
    if track.is_closed && worst.len() > 1 {
        let (last, first) = (worst[worst.len() - 1], worst[0]);
        if track.length_m() - last.2 + first.0.distance_m < APART_M {
            if last.1 > first.1 {
                worst[0] = last;
            }
            worst.pop();
        }
    }
    worst.into_iter().map(|(at, _, _)| at)
}
