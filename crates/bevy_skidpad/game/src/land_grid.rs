//! The grid of the land's nodes, and how far the road's own meshes reach over it.

use bevy_skidpad::skidpad::core::math::Real;
use bevy_skidpad::skidpad::world::track::Track;

/// Least distance of the grid's nodes, m, and their largest number.
const NODE_M: f64 = 4.0;
const MOST_NODES: f64 = 200_000.0;
/// Land around the line, m: the physics' own reaches as far.
const AROUND_M: f64 = 150.0;

/// Grid of the land around a track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LandGrid {
    /// Position of the first node along Skidpad's axes, m.
    pub from_m: [f64; 2],
    /// Distance of nodes, m: larger for large tracks.
    pub node_m: f64,
    /// Numbers of nodes along both axes.
    pub counts: [usize; 2],
}

impl LandGrid {
    /// The grid of a track.
    pub fn new(track: &Track) -> Self {
        let line = track.parallel_m(0.0);
        let side = |axis: usize| {
            let along = line.iter().map(|point| point[axis]);
            let low = along.clone().fold(f64::INFINITY, Real::min) - AROUND_M;
            [low, along.fold(f64::NEG_INFINITY, Real::max) + AROUND_M - low]
        };
        let [[x, length_m], [y, width_m]] = [side(0), side(1)];
        let node_m = Real::max(NODE_M, Real::sqrt(length_m * width_m / MOST_NODES));
        let counts = [length_m, width_m].map(|side_m| (side_m / node_m).ceil() as usize + 1);
        Self { from_m: [x, y], node_m, counts }
    }

    /// Distance beyond the road's outermost strip below which a node is lowered, so that no triangle shows through the road, m.
    pub fn lowered_m(&self) -> f64 {
        1.5 * self.node_m
    }

    /// Distance beyond the road's outermost strip to which the road's own meshes cover the land, m: a triangle with a lowered node reaches as far
    /// as the diagonal of a cell beyond it.
    pub fn verge_m(&self) -> f64 {
        3.0 * self.node_m
    }
}
