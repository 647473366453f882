//! A track as ground: its road, kerbs and run-off, and the land around.
//!
//! Beside the outermost strip the road's plane goes over into the land within some metres. The land is a map of heights, at each of
//! its nodes the mean of the heights of the line weighted by the inverse fourth power of the distance (Shepard's method), so that it
//! has the road's height beside the road.

use std::sync::Arc;

use skidpad_core::math::{Real, Vec2};
use skidpad_core::snapshot::StateHash;

use super::grid::{Cell, Grid};
use super::spot::Spot;
use crate::smooth_step::smooth_step;
use crate::track::{Track, TrackPoint, TrackPosition, TrackSection};

/// Width over which a road goes over into the land, m.
const SHOULDER_M: f64 = 12.0;
/// Land around the line, m.
const AROUND_M: f64 = 150.0;
/// Least distance of the nodes of the land, m, and their largest number.
const NODE_M: f64 = 5.0;
const MOST_NODES: f64 = 40_000.0;
/// Distance along the line between the heights of which the land's are means, m.
const SAMPLE_M: f64 = 10.0;

/// A track as ground.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Relief {
    pub track: Arc<Track>,
    /// `None` where all of the road is level.
    land: Option<Grid>,
}

/// Rise of a road, and vertical acceleration of a body that follows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Following {
    /// Rise of the height along the road's x and y axes, as a tangent.
    pub rise: [f64; 2],
    /// Vertical acceleration by the bend of the road alone, v^T H v with the velocity v in the plan and the second derivatives H of the
    /// height, m/s^2: positive in a dip.
    pub bend_m_s2: f64,
}

impl Following {
    /// Vertical force over the mass of a body whose centre of mass follows the road, by the gravity g, m/s^2:
    /// (g + v^T H v) / (1 + |r|^2), 0 where it would leave the road.
    pub fn vertical_m_s2(&self, gravity_m_s2: f64) -> f64 {
        let [x, y] = self.rise;
        Real::max((gravity_m_s2 + self.bend_m_s2) / (1.0 + (x * x + y * y)), 0.0)
    }
}

impl Relief {
    pub fn new(track: Arc<Track>) -> Self {
        let land = land(&track);
        Self { track, land }
    }

    pub fn add_to(&self, hash: &mut StateHash) {
        self.track.add_to(hash);
    }

    /// The spot at a place, from where a car was on the track a moment ago.
    pub fn under(&self, place_m: [f64; 2], before: Option<&TrackPosition>) -> Spot {
        self.section(place_m, before).map_or(Spot::PLAIN, |section| self.spot(place_m, &section))
    }

    /// Section of the track at a place; `None` at one that is not finite.
    fn section(&self, place_m: [f64; 2], before: Option<&TrackPosition>) -> Option<TrackSection> {
        let is_finite = place_m.iter().all(|part| part.is_finite());
        is_finite.then(|| self.track.section(&self.track.locate(place_m, before)))
    }

    /// The spot at a place in a section.
    fn spot(&self, place_m: [f64; 2], section: &TrackSection) -> Spot {
        let spot = Spot {
            grip: section.grip,
            rolling: section.rolling,
            height_m: section.height_m,
            rise: section.rise.into(),
        };
        if section.beyond_m <= 0.0 {
            return spot;
        }
        let Some((height_m, rise)) = self.land(place_m) else { return spot };
        let [share, slope] = smooth_step(section.beyond_m / SHOULDER_M);
        let (left_m, outwards) = (height_m - section.height_m, <[f64; 2]>::from(section.outwards));
        let mixed = |axis: usize| {
            let road = spot.rise[axis];
            road + share * (rise[axis] - road) + left_m * slope / SHOULDER_M * outwards[axis]
        };
        Spot { height_m: section.height_m + share * left_m, rise: [mixed(0), mixed(1)], ..spot }
    }

    /// Height and rise of the land.
    fn land(&self, place_m: [f64; 2]) -> Option<(f64, [f64; 2])> {
        let land = self.land.as_ref()?;
        let nodes = [land.columns(), land.rows()];
        let within = |axis: usize| {
            let from = land.origin_m()[axis];
            Real::clamp(place_m[axis], from, from + land.spacing_m()[axis] * (nodes[axis] - 1) as f64)
        };
        let inside = [within(0), within(1)];
        let (cell, rise) = land.at(inside)?;
        // Beyond its edges the land goes on at their height.
        let rise = [0, 1].map(|axis| if inside[axis] == place_m[axis] { rise[axis] } else { 0.0 });
        Some((cell.height_m, rise))
    }

    /// The spot at a place, with the rise and the bend of the road below a body that moves with a velocity along the world's axes, m/s.
    pub fn followed(
        &self,
        place_m: [f64; 2],
        velocity_m_s: [f64; 2],
        before: Option<&TrackPosition>,
    ) -> (Spot, Following) {
        let Some(section) = self.section(place_m, before) else {
            return (Spot::PLAIN, Following { rise: [0.0; 2], bend_m_s2: 0.0 });
        };
        let spot = self.spot(place_m, &section);
        let Vec2 { x, y } = Vec2::from(velocity_m_s).to_child(section.along);
        let [along, twist, across] = section.bend;
        let [share, _] = smooth_step(Real::max(section.beyond_m, 0.0) / SHOULDER_M);
        let bend_m_s2 = (1.0 - share) * (along * x * x + 2.0 * twist * x * y + across * y * y);
        (spot, Following { rise: spot.rise, bend_m_s2 })
    }
}

/// Land around a track; `None` where it is level.
fn land(track: &Track) -> Option<Grid> {
    let count = Real::clamp((track.length_m() / SAMPLE_M).ceil(), 4.0, 2000.0);
    let step_m = track.length_m() / count;
    let points: Vec<_> = (0..=count as usize).map(|at| track.at(step_m * at as f64)).collect();
    let is_level = |point: &TrackPoint| {
        point.height_m == points[0].height_m && point.grade == 0.0 && point.banking_rad == 0.0
    };
    if points.iter().all(is_level) && points[0].height_m == 0.0 {
        return None;
    }
    let side = |axis: usize| {
        let places = points.iter().map(|point| point.position_m[axis]);
        let low = places.clone().fold(f64::INFINITY, Real::min) - AROUND_M;
        [low, places.fold(f64::NEG_INFINITY, Real::max) + AROUND_M - low]
    };
    let [[x, length_m], [y, width_m]] = [side(0), side(1)];
    let node_m = Real::max(NODE_M, Real::sqrt(length_m * width_m / MOST_NODES));
    let [columns, rows] = [length_m, width_m].map(|side_m| (side_m / node_m).ceil() as usize + 1);
    let mut cells = Vec::with_capacity(columns * rows);
    for row in 0..rows {
        for column in 0..columns {
            let node = [x + node_m * column as f64, y + node_m * row as f64];
            let (mut sum, mut weights) = (0.0, 0.0);
            for point in &points {
                let [off_x, off_y] = [node[0] - point.position_m[0], node[1] - point.position_m[1]];
                let square = off_x * off_x + off_y * off_y + 1.0;
                let weight = 1.0 / (square * square);
                (sum, weights) = (sum + weight * point.height_m, weights + weight);
            }
            cells.push(Cell { grip: 1.0, rolling: 1.0, height_m: sum / weights });
        }
    }
    Grid::new([x, y], [node_m; 2], columns, cells).ok()
}
