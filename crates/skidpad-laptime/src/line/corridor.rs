//! Stations along the reference line of a track, evenly spaced, and the lateral offsets that a car has room for.

use skidpad_core::math::Real;
use skidpad_world::track::Track;

use super::banded::FEWEST;
use super::options::{LineError, LineOptions};
use super::spline::{Knots, Spline};
use crate::path::{Path, PathError, PathPoint};

/// The least number of stations.
const LEAST_STATIONS: usize = 2 * FEWEST;
/// Widths that differ by less are equal, m.
const ROUNDING_M: f64 = 1e-9;
/// Share of the radius of the reference line up to which a line goes towards its centre, where the normals meet.
const TO_CENTRE: f64 = 0.8;
/// Shares of a piece and weights of Gauss' rule of three points.
const GAUSS: [[f64; 2]; 3] = [
    [0.112_701_665_379_258_3, 0.277_777_777_777_777_8],
    [0.5, 0.444_444_444_444_444_4],
    [0.887_298_334_620_741_7, 0.277_777_777_777_777_8],
];

/// The reference line at a station.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Section {
    distance_m: f64,
    position_m: [f64; 2],
    heading_rad: f64,
    /// Unit vector to the left.
    normal: [f64; 2],
    curvature_1_m: f64,
    height_m: f64,
    /// Rise of the road to the left.
    cross_slope: f64,
    widths_m: [f64; 2],
}

impl Section {
    /// Heading, cross slope and distance at a share of the way to the next station, for what changes little between two.
    fn towards(&self, next: &Self, share: f64) -> Self {
        let turned = next.heading_rad - self.heading_rad;
        let turned = Real::atan2(Real::sin(turned), Real::cos(turned));
        Self {
            heading_rad: self.heading_rad + share * turned,
            cross_slope: self.cross_slope + share * (next.cross_slope - self.cross_slope),
            ..*self
        }
    }
}

/// Stations of a track.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Corridor {
    sections: Vec<Section>,
    pub is_closed: bool,
}

/// Number of stations no farther apart than a spacing; those of an open track are one more than its spaces.
pub(super) fn count(track: &Track, spacing_m: f64) -> usize {
    let spaces = Real::max((track.lap_m() / spacing_m).ceil(), LEAST_STATIONS as f64);
    spaces as usize + usize::from(!track.is_closed())
}

impl Corridor {
    /// The one of a track, with a number of stations.
    pub fn new(track: &Track, count: usize) -> Self {
        let is_closed = track.is_closed();
        let spaces = if is_closed { count } else { count - 1 };
        let step_m = track.lap_m() / spaces as f64;
        let section = |at: usize| {
            let distance_m = step_m * at as f64;
            let of = track.at(track.start_m() + distance_m);
            let (sin, cos) = Real::sin_cos(of.heading_rad);
            Section {
                distance_m,
                position_m: of.position_m,
                heading_rad: of.heading_rad,
                normal: [-sin, cos],
                curvature_1_m: of.curvature_1_m,
                height_m: of.height_m,
                cross_slope: Real::tan(of.banking_rad),
                widths_m: of.widths_m,
            }
        };
        Self { sections: (0..count).map(section).collect(), is_closed }
    }

    pub fn count(&self) -> usize {
        self.sections.len()
    }

    /// Number of spaces between stations.
    pub fn spaces(&self) -> usize {
        if self.is_closed { self.count() } else { self.count() - 1 }
    }

    pub fn normal(&self, at: usize) -> [f64; 2] {
        self.sections[at].normal
    }

    /// Positions at lateral offsets.
    pub fn positions_m(&self, offsets_m: &[f64]) -> Vec<[f64; 2]> {
        let place = |(of, offset_m): (&Section, &f64)| {
            [0, 1].map(|axis| of.position_m[axis] + offset_m * of.normal[axis])
        };
        self.sections.iter().zip(offsets_m).map(place).collect()
    }

    /// The least and the largest offset of the car's middle at each station.
    ///
    /// # Errors
    /// The first place where the car has no room.
    pub fn limits_m(&self, options: &LineOptions) -> Result<[Vec<f64>; 2], LineError> {
        let margin_m = 0.5 * options.car_width_m + options.margin_m;
        let mut limits = [Vec::with_capacity(self.count()), Vec::with_capacity(self.count())];
        for (at, of) in self.sections.iter().enumerate() {
            let [left, right] = of.widths_m;
            let (low, high) = (margin_m - right, left - margin_m);
            if low > high + ROUNDING_M {
                return Err(LineError::Narrow {
                    distance_m: of.distance_m,
                    width_m: left + right,
                    needed_m: 2.0 * margin_m,
                });
            }
            let low = Real::min(low, high);
            let (before, after) = (self.before(at), self.after(at));
            let bends = [before, at, after].map(|place| self.sections[place].curvature_1_m);
            let [most, least] =
                [bends.into_iter().fold(0.0, Real::max), bends.into_iter().fold(0.0, Real::min)];
            let (least_m, most_m) = (TO_CENTRE / Real::min(least, -1e-9), TO_CENTRE / Real::max(most, 1e-9));
            limits[0].push(Real::clamp(least_m, low, high));
            limits[1].push(Real::clamp(most_m, low, high));
        }
        Ok(limits)
    }

    fn before(&self, at: usize) -> usize {
        if at > 0 || self.is_closed { (at + self.count() - 1) % self.count() } else { 0 }
    }

    fn after(&self, at: usize) -> usize {
        if at + 1 < self.count() || self.is_closed { (at + 1) % self.count() } else { at }
    }

    /// The line at lateral offsets, with some points for each space: see [`RacingLine::path`](super::RacingLine::path).
    pub fn path(&self, offsets_m: &[f64], parts: usize) -> Result<Path, PathError> {
        let knots = Knots::new(self.count(), self.is_closed);
        let positions_m = self.positions_m(offsets_m);
        let [x, y] =
            [0, 1].map(|axis| knots.through(positions_m.iter().map(|position| position[axis]).collect()));
        let rises =
            self.sections.iter().zip(offsets_m).map(|(of, offset_m)| of.height_m + offset_m * of.cross_slope);
        let curves = Curves { x, y, height: knots.through(rises.collect()) };
        let mut points = Vec::with_capacity(self.count() * parts);
        let mut distance_m = 0.0;
        for at in 0..self.spaces() {
            let next = self.after(at);
            for part in 0..parts {
                let [share, end] = [part, part + 1].map(|part| part as f64 / parts as f64);
                let of = self.sections[at].towards(&self.sections[next], share);
                let lateral_offset_m = offsets_m[at] + share * (offsets_m[next] - offsets_m[at]);
                points.push(PathPoint { distance_m, lateral_offset_m, ..curves.point(at, share, &of) });
                distance_m += curves.space_m(at, [share, end]);
            }
        }
        if !self.is_closed {
            let last = self.spaces();
            let end = curves.point(last - 1, 1.0, &self.sections[last]);
            points.push(PathPoint { distance_m, lateral_offset_m: offsets_m[last], ..end });
        }
        Path::new(points, distance_m, self.is_closed)
    }
}

/// The line as functions of a parameter that grows by 1 from station to station.
struct Curves {
    x: Spline,
    y: Spline,
    height: Spline,
}

impl Curves {
    /// Length of a part of the space after a station, m.
    fn space_m(&self, at: usize, [from, to]: [f64; 2]) -> f64 {
        let speed = |share: f64| Real::hypot(self.x.at(at, share)[1], self.y.at(at, share)[1]);
        let whole: f64 = GAUSS.iter().map(|[share, weight]| weight * speed(from + share * (to - from))).sum();
        (to - from) * whole
    }

    /// The line at a share of the space after a station.
    fn point(&self, at: usize, share: f64, of: &Section) -> PathPoint {
        let [[x, x1, x2], [y, y1, y2], [_, h1, h2]] =
            [&self.x, &self.y, &self.height].map(|of| of.at(at, share));
        let square = x1 * x1 + y1 * y1;
        let speed = Real::sqrt(square);
        let growth = (x1 * x2 + y1 * y2) / square;
        let grade = h1 / speed;
        let turned = Real::atan2(y1, x1) - of.heading_rad;
        let (sin, cos) = Real::sin_cos(turned);
        // A line straight across the road would need the road's grade there.
        let cos = if cos < 0.1 { 0.1 } else { cos };
        PathPoint {
            distance_m: 0.0,
            position_m: [x, y],
            lateral_offset_m: 0.0,
            curvature_1_m: (x1 * y2 - y1 * x2) / (square * speed),
            grade,
            grade_rate_1_m: (h2 - growth * h1) / square,
            banking_rad: Real::atan((of.cross_slope - sin * grade) / cos),
        }
    }
}
