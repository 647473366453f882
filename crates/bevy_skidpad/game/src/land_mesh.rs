//! The land around the road as meshes: a grid at the heights that cars drive on, lowered where the road's own meshes cover it, and the
//! level beyond it.

use bevy::prelude::*;
use bevy_skidpad::axes::to_bevy;
use bevy_skidpad::skidpad::core::math::Real;

use crate::course::Course;
use crate::land_grid::LandGrid;
use crate::mesh_data::{MeshData, Vertex, normal};
use crate::paint;
use crate::road_mesh::BEYOND_M;

/// Depth by which nodes below the road are lowered, m.
const LOWERED_M: f64 = 3.0;
/// Cells along a side of a mesh.
const CELLS: usize = 32;
/// Distance of the horizon from the grid's edge, m.
const HORIZON_M: f64 = 3000.0;

/// Nodes of the land.
pub struct Land {
    grid: LandGrid,
    nodes: Vec<Node>,
}

/// A node of the land.
#[derive(Clone, Copy)]
pub struct Node {
    /// Position along Skidpad's axes, m.
    pub position_m: [f64; 2],
    /// Height of the ground, m.
    pub height_m: f64,
    /// Distance from the edge of the road, or of its outermost strip, m; below 0 on it.
    pub beside_m: f64,
    rise: [f64; 2],
}

impl Land {
    /// The land of a course.
    pub fn new(course: &Course) -> Self {
        let grid = LandGrid::new(&course.track);
        let LandGrid { from_m: [x, y], node_m, counts } = grid;
        let nodes = (0..counts[0] * counts[1]).map(|at| {
            let [column, row] = [at % counts[0], at / counts[0]];
            Node::new(course, [x + column as f64 * node_m, y + row as f64 * node_m])
        });
        Self { grid, nodes: nodes.collect() }
    }

    /// All nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Distance of nodes, m.
    pub fn node_m(&self) -> f64 {
        self.grid.node_m
    }

    fn at(&self, column: usize, row: usize) -> &Node {
        &self.nodes[row * self.grid.counts[0] + column]
    }

    /// Triangles with a corner this near to the road are lowered, so that none shows through it.
    fn is_lowered(&self, node: &Node) -> bool {
        node.beside_m < self.grid.lowered_m()
    }

    fn vertex(&self, column: usize, row: usize) -> Vertex {
        let node = self.at(column, row);
        let [x, y] = node.position_m;
        let height_m = if self.is_lowered(node) { node.height_m - LOWERED_M } else { node.height_m };
        Vertex {
            position: to_bevy([x, y, height_m]).as_vec3(),
            normal: normal(node.rise),
            colour: paint::mottled(paint::GRASS, node.position_m, 0.45),
        }
    }

    /// The land in square meshes.
    pub fn meshes(&self) -> Vec<MeshData> {
        let [columns, rows] = self.grid.counts;
        let mut meshes = Vec::new();
        for first_row in (0..rows - 1).step_by(CELLS) {
            for first_column in (0..columns - 1).step_by(CELLS) {
                let mut mesh = MeshData::default();
                for row in first_row..usize::min(first_row + CELLS, rows - 1) {
                    for column in first_column..usize::min(first_column + CELLS, columns - 1) {
                        self.add_cell(&mut mesh, column, row);
                    }
                }
                if !mesh.indices.is_empty() {
                    meshes.push(mesh);
                }
            }
        }
        meshes.push(self.horizon());
        meshes
    }

    fn add_cell(&self, mesh: &mut MeshData, column: usize, row: usize) {
        // Counterclockwise from above, as y is to the left of x.
        let corners = [[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]];
        if corners.iter().all(|[column, row]| self.is_lowered(self.at(*column, *row))) {
            return;
        }
        mesh.quad(corners.map(|[column, row]| self.vertex(column, row)));
    }

    /// The land beyond the grid, at the height of its edge.
    fn horizon(&self) -> MeshData {
        let [last_column, last_row] = self.grid.counts.map(|count| count - 1);
        let mut mesh = MeshData::default();
        let mut add = |from: [usize; 2], to: [usize; 2], outwards: [f64; 2]| {
            let far = |at: [usize; 2]| {
                let near = self.vertex(at[0], at[1]);
                let away = to_bevy([HORIZON_M * outwards[0], HORIZON_M * outwards[1], 0.0]).as_vec3();
                Vertex { position: near.position + away, normal: Vec3::Y, ..near }
            };
            mesh.quad([self.vertex(from[0], from[1]), far(from), far(to), self.vertex(to[0], to[1])]);
        };
        for column in 0..last_column {
            add([column, 0], [column + 1, 0], [0.0, -1.0]);
            add([column + 1, last_row], [column, last_row], [0.0, 1.0]);
        }
        for row in 0..last_row {
            add([0, row + 1], [0, row], [-1.0, 0.0]);
            add([last_column, row], [last_column, row + 1], [1.0, 0.0]);
        }
        // Between them, the corners.
        for (column, row, x, y) in [
            (0, 0, -1.0, -1.0),
            (last_column, 0, 1.0, -1.0),
            (last_column, last_row, 1.0, 1.0),
            (0, last_row, -1.0, 1.0),
        ] {
            let near = self.vertex(column, row);
            let away =
                |x: f64, y: f64| near.position + to_bevy([HORIZON_M * x, HORIZON_M * y, 0.0]).as_vec3();
            let [first, second] =
                if x * y > 0.0 { [away(x, 0.0), away(0.0, y)] } else { [away(0.0, y), away(x, 0.0)] };
            let vertex = |position: Vec3| Vertex { position, normal: Vec3::Y, ..near };
            mesh.quad([near, vertex(first), vertex(away(x, y)), vertex(second)]);
        }
        mesh
    }
}

impl Node {
    fn new(course: &Course, position_m: [f64; 2]) -> Self {
        let place = course.track.locate(position_m, None);
        let spot = course.ground().under(position_m);
        let side = place.lateral_offset_m;
        let strips = course
            .track
            .strips()
            .iter()
            .filter(|strip| strip.side.sign() * side > 0.0 && strip.is_beside(place.distance_m));
        let strips_m: f64 = strips.map(|strip| strip.width_m).sum();
        let track = &course.track;
        let [end_x, end_y] = track.beside(place.distance_m, place.lateral_offset_m);
        let beyond_m = Real::hypot(position_m[0] - end_x, position_m[1] - end_y);
        // Far beyond the ends of an open road there is land alone.
        let beside_m = if beyond_m < BEYOND_M { -track.inside_m(&place) - strips_m } else { beyond_m };
        Self { position_m, height_m: spot.height_m, beside_m, rise: spot.rise }
    }
}
