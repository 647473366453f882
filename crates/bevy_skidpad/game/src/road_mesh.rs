//! The road as meshes: its surface, lines, kerbs, run-off and the verge beside it, at the very heights that cars drive on.
//!
//! Rows of points run across the line, columns along it. A column keeps its distance from an edge of the road, so that lines, kerbs
//! and strips have sharp borders.

use bevy_skidpad::axes::to_bevy;
use bevy_skidpad::skidpad::core::math::Real;
use bevy_skidpad::skidpad::world::track::{Side, Track, TrackPoint};

use crate::course::Course;
use crate::land_grid::LandGrid;
use crate::mesh_data::{MeshData, Vertex, normal};
use crate::paint;

/// Distance of rows, m.
pub const ROW_M: f64 = 1.25;
/// Rows of a mesh: what is out of sight is not drawn.
const ROWS: usize = 80;
/// Length of road before and beyond the ends of an open one, m.
pub const BEYOND_M: f64 = 140.0;
/// Width of the lines at the edges and in the middle, m.
const LINE_M: f64 = 0.12;
/// Most distance of columns on the verge, m.
const VERGE_STEP_M: f64 = 1.5;
/// Share of the radius of a bend to which its inside is meshed: beyond, columns would cross.
const INSIDE: f64 = 0.9;
/// A point is of another part of the road where the nearest distance along the line differs by more, m.
const ELSEWHERE_M: f64 = 30.0;

/// Place of a column across the road.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Column {
    /// Distance from the middle, m.
    Middle(f64),
    /// Side, and distance outwards from its edge, m.
    Edge(Side, f64),
}

impl Column {
    /// Lateral offset at a point of the line, m, positive to the left.
    fn offset_m(self, point: &TrackPoint) -> f64 {
        let [left, right] = point.widths_m;
        let offset_m = match self {
            Self::Middle(from_m) => 0.5 * (left - right) + from_m,
            Self::Edge(Side::Left, from_m) => left + from_m,
            Self::Edge(Side::Right, from_m) => -right - from_m,
        };
        let most_m = INSIDE / Real::max(Real::abs(point.curvature_1_m), 1e-9);
        if offset_m * point.curvature_1_m > 0.0 { Real::clamp(offset_m, -most_m, most_m) } else { offset_m }
    }
}

/// Columns from the left to the right, counterclockwise with rows ahead.
fn columns(track: &Track) -> Vec<Column> {
    let verge_m = LandGrid::new(track).verge_m();
    let left =
        edges_m(track, Side::Left, verge_m).into_iter().rev().map(|from_m| Column::Edge(Side::Left, from_m));
    let middle = [0.5, -0.5].map(|share| Column::Middle(share * LINE_M));
    let right =
        edges_m(track, Side::Right, verge_m).into_iter().map(|from_m| Column::Edge(Side::Right, from_m));
    left.chain(middle).chain(right).collect()
}

/// Distances from the edge of the road at which something begins, m, ascending: the line on the road, the edge, strips, the verge.
fn edges_m(track: &Track, side: Side, verge_m: f64) -> Vec<f64> {
    let mut edges_m = vec![-LINE_M, 0.0];
    for row in 0..row_count(track) {
        let mut outer_m = 0.0;
        let strips = track.strips().iter().filter(|strip| strip.side == side);
        for strip in strips.filter(|strip| strip.is_beside(row as f64 * ROW_M)) {
            outer_m += strip.width_m;
            // A rise is a smooth step: it is bent in the middle.
            edges_m.extend((1..=8).map(|part| outer_m - strip.width_m * (1.0 - f64::from(part) / 8.0)));
        }
    }
    let reach_m = edges_m.iter().copied().fold(0.0, Real::max) + verge_m;
    let steps = (reach_m / VERGE_STEP_M).ceil();
    edges_m.extend((1..=steps as usize).map(|step| reach_m * step as f64 / steps));
    edges_m.sort_by(f64::total_cmp);
    edges_m.dedup_by(|next, kept| *next - *kept < 0.02);
    edges_m
}

fn row_count(track: &Track) -> usize {
    (track.length_m() / ROW_M).ceil() as usize + 1
}

/// The road, in meshes from its beginning to its end.
pub fn road(course: &Course) -> Vec<MeshData> {
    let track = &course.track;
    let columns = columns(track);
    // Before and beyond an open road's ends it goes straight on.
    let beyond = if track.is_closed() { 0 } else { (BEYOND_M / ROW_M) as i64 };
    let rows: Vec<Row> =
        (-beyond..row_count(track) as i64 + beyond).map(|row| Row::new(course, &columns, row)).collect();
    let mut meshes = Vec::new();
    for first in (0..rows.len() - 1).step_by(ROWS) {
        let mut mesh = MeshData::default();
        for row in first..usize::min(first + ROWS, rows.len() - 1) {
            add_row(&mut mesh, course, &columns, row, [&rows[row], &rows[row + 1]]);
        }
        meshes.push(mesh);
    }
    meshes
}

/// Points across the line.
struct Row {
    points: Vec<RoadPoint>,
}

#[derive(Clone, Copy)]
struct RoadPoint {
    position_m: [f64; 2],
    vertex: Vertex,
    /// False where another part of the road is nearer.
    is_own: bool,
}

impl Row {
    fn new(course: &Course, columns: &[Column], row: i64) -> Self {
        let track = &course.track;
        // The last row of the line is at its end.
        let row_m = row as f64 * ROW_M;
        let row_m = if row_m - track.length_m() < ROW_M { Real::min(row_m, track.length_m()) } else { row_m };
        let distance_m = Real::clamp(row_m, 0.0, track.length_m());
        let point = track.at(distance_m);
        let (sin, cos) = Real::sin_cos(point.heading_rad);
        let points = columns.iter().map(|column| {
            let [x, y] = track.beside(distance_m, column.offset_m(&point));
            let [x, y] = [x + (row_m - distance_m) * cos, y + (row_m - distance_m) * sin];
            let position_m = [x, y];
            let spot = course.ground().under(position_m);
            let apart_m = Real::abs(track.locate(position_m, None).distance_m - distance_m);
            let apart_m =
                if track.is_closed() { Real::min(apart_m, track.length_m() - apart_m) } else { apart_m };
            let vertex = Vertex {
                position: to_bevy([x, y, spot.height_m]).as_vec3(),
                normal: normal(spot.rise),
                colour: paint::GRASS,
            };
            RoadPoint { position_m, vertex, is_own: apart_m < ELSEWHERE_M }
        });
        Self { points: points.collect() }
    }
}

/// Adds the faces between two rows.
fn add_row(mesh: &mut MeshData, course: &Course, columns: &[Column], row: usize, [near, far]: [&Row; 2]) {
    for place in 0..columns.len() - 1 {
        let corners = [near.points[place], near.points[place + 1], far.points[place + 1], far.points[place]];
        if corners.iter().all(|corner| !corner.is_own) {
            continue;
        }
        let middle =
            [0, 1].map(|axis| corners.iter().map(|corner| corner.position_m[axis]).sum::<f64>() / 4.0);
        let (colour, amount) = match [columns[place], columns[place + 1]] {
            [Column::Edge(_, from), Column::Edge(_, to)] if Real::max(from, to) < 1e-9 => (paint::LINE, 0.06),
            // Two of six rows of the road's middle are painted.
            [Column::Middle(_), Column::Middle(_)] if row % 6 < 2 && !course.track.is_closed() => {
                (paint::LINE, 0.06)
            }
            _ => {
                let kind = course.track.kind_at(&course.track.locate(middle, None));
                (paint::ground(kind, row), if kind.is_none() { 0.25 } else { 0.35 })
            }
        };
        mesh.quad(corners.map(|corner| Vertex {
            colour: paint::mottled(colour, corner.position_m, amount),
            ..corner.vertex
        }));
    }
}
