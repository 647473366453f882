//! A track from above: run-off by its kind, the road shaded by its slope and height, kerbs, edges, and the lines at which laps are
//! timed.

use std::sync::Arc;

use egui::{Color32, Context, Id, Mesh, Painter, Shape, Stroke};
use skidpad_world::ground::Ground;
use skidpad_world::track::{Side, Strip, StripKind, Track, TrackPoint};

use super::projection::Projection;

/// Distance between two cross-sections of the picture, m: near, and where metres are small.
const STEPS_M: [f64; 2] = [2.0, 8.0];
/// Below this many points per metre the coarse picture is drawn.
const COARSE: f64 = 1.5;
/// Length of the pieces that are drawn or left out as a whole, m.
const CHUNK_M: f64 = 64.0;
/// Width of the lines at the edges, m.
const EDGE_M: f64 = 0.15;
/// Heights closer to each other than this are level, m.
const LEVEL_M: f64 = 0.5;
/// Light from the north-west at 45 degrees, and by how much it is overdrawn: slopes of roads are small.
const LIGHT: [f64; 3] = [-0.5, 0.5, core::f64::consts::FRAC_1_SQRT_2];
const OVERDRAWN: f64 = 3.0;

/// Grass beyond everything that a track describes.
const GRASS: Color32 = Color32::from_rgb(46, 62, 44);
const ROAD: Color32 = Color32::from_rgb(70, 73, 79);
/// Highest and lowest road.
pub const HIGH: Color32 = Color32::from_rgb(226, 196, 140);
pub const LOW: Color32 = Color32::from_rgb(96, 140, 190);
const WHITE: Color32 = Color32::from_rgb(225, 225, 225);
const KERBS: [Color32; 2] = [Color32::from_rgb(196, 52, 46), WHITE];

/// The picture of a track in metres, kept from frame to frame: only what is seen is projected.
#[derive(Clone)]
pub struct TrackPicture {
    of: Arc<Track>,
    chunks: Arc<Vec<Chunk>>,
    /// The least and the largest height of the road, m.
    pub heights_m: [f64; 2],
}

/// A part of the picture.
struct Chunk {
    low_m: [f64; 2],
    high_m: [f64; 2],
    /// Near, and coarse.
    layers: [Layer; 2],
}

/// A part of the picture with cross-sections at one of the distances.
#[derive(Default)]
struct Layer {
    vertices: Vec<([f64; 2], Color32)>,
    triangles: Vec<u32>,
    edges: [Vec<[f64; 2]>; 2],
}

/// A cross-section of the track.
struct Cut<'a> {
    track: &'a Track,
    point: TrackPoint,
    /// Number of the cross-section, for the blocks of kerbs.
    number: usize,
}

impl TrackPicture {
    /// The picture of a ground's track; `None` without one.
    pub fn new(context: &Context, ground: &Ground) -> Option<Self> {
        let track = ground.track()?;
        let id = Id::unique("track picture");
        let kept = context.data(|data| data.get_temp::<Self>(id)).filter(|kept| Arc::ptr_eq(&kept.of, track));
        Some(kept.unwrap_or_else(|| {
            let new = Self::drawn(track);
            context.data_mut(|data| data.insert_temp(id, new.clone()));
            new
        }))
    }

    fn drawn(track: &Arc<Track>) -> Self {
        let count = (track.length_m() / STEPS_M[0]).ceil() as usize;
        let heights = (0..=count).map(|at| track.at(at as f64 * STEPS_M[0]).height_m);
        let heights_m = heights.fold([f64::MAX, f64::MIN], |[low, high], at| [low.min(at), high.max(at)]);
        let chunks = (track.length_m() / CHUNK_M).ceil().max(1.0) as usize;
        let chunk_m = track.length_m() / chunks as f64;
        let chunk =
            |at: usize| Chunk::new(track, [chunk_m * at as f64, chunk_m * (at + 1) as f64], heights_m);
        Self { of: Arc::clone(track), chunks: Arc::new((0..chunks).map(chunk).collect()), heights_m }
    }

    /// True if the road is not level.
    pub fn has_heights(&self) -> bool {
        self.heights_m[1] - self.heights_m[0] > LEVEL_M
    }

    /// Draws grass, run-off, road and kerbs, and the lines on the road.
    pub fn draw(&self, painter: &Painter, view: &Projection) {
        painter.rect_filled(view.rect(), 0.0, GRASS);
        let layer = usize::from(view.points_per_m() < COARSE);
        let [low, high] = view.bounds_m();
        let is_seen = |chunk: &&Chunk| {
            (0..2).all(|axis| chunk.low_m[axis] <= high[axis] && chunk.high_m[axis] >= low[axis])
        };
        let seen: Vec<&Layer> =
            self.chunks.iter().filter(is_seen).map(|chunk| &chunk.layers[layer]).collect();
        let mut mesh = Mesh::default();
        for layer in &seen {
            let base = mesh.vertices.len() as u32;
            layer.vertices.iter().for_each(|(place, colour)| mesh.colored_vertex(view.at(*place), *colour));
            mesh.indices.extend(layer.triangles.iter().map(|index| base + index));
        }
        painter.add(Shape::mesh(mesh));
        let points_per_m = view.points_per_m() as f32;
        let width = |width_m: f64, least: f32| (width_m as f32 * points_per_m).max(least);
        let edge = Stroke::new(width(EDGE_M, 1.0), WHITE.gamma_multiply(if layer == 0 { 1.0 } else { 0.6 }));
        for line in seen.iter().flat_map(|layer| &layer.edges) {
            painter.line(line.iter().map(|place| view.at(*place)).collect(), edge);
        }
        for (number, gate) in self.of.gates().iter().enumerate() {
            let is_start = number == 0 || (!self.of.is_closed() && number + 1 == self.of.gates().len());
            let stroke = Stroke::new(if is_start { width(0.6, 2.0) } else { width(0.2, 1.0) }, WHITE);
            painter.line_segment(gate.ends_m().map(|end| view.at(end)), stroke);
        }
    }
}

impl Chunk {
    fn new(track: &Track, stretch_m: [f64; 2], heights_m: [f64; 2]) -> Self {
        let layers = STEPS_M.map(|step_m| Layer::new(track, stretch_m, step_m, heights_m));
        let (mut low_m, mut high_m) = ([f64::MAX; 2], [f64::MIN; 2]);
        for (place, _) in layers.iter().flat_map(|layer| &layer.vertices) {
            for axis in 0..2 {
                low_m[axis] = low_m[axis].min(place[axis]);
                high_m[axis] = high_m[axis].max(place[axis]);
            }
        }
        Self { low_m, high_m, layers }
    }
}

impl Layer {
    fn new(track: &Track, [from_m, to_m]: [f64; 2], step_m: f64, heights_m: [f64; 2]) -> Self {
        let count = ((to_m - from_m) / step_m).ceil().max(1.0) as usize;
        let step_m = (to_m - from_m) / count as f64;
        let first = (from_m / step_m).round() as usize;
        let cut = |at: usize| {
            // The end of a closed track is its beginning.
            let point = track.at((from_m + step_m * at as f64).min(track.length_m()));
            Cut { track, point, number: first + at }
        };
        let cuts: Vec<Cut<'_>> = (0..=count).map(cut).collect();
        let mut layer = Self::default();
        for pair in cuts.windows(2) {
            layer.pit_lane(&pair[0], &pair[1], track);
            for side in Side::ALL {
                layer.verge(&pair[0], &pair[1], side);
            }
        }
        for pair in cuts.windows(2) {
            layer.road(&pair[0], &pair[1], heights_m);
        }
        for (line, side) in layer.edges.iter_mut().zip(Side::ALL) {
            *line = cuts.iter().map(|cut| cut.beside(side, -0.5 * EDGE_M)).collect();
        }
        layer
    }

    /// Kerbs and run-off of a side between two cross-sections, from the road outwards.
    fn verge(&mut self, from: &Cut<'_>, to: &Cut<'_>, side: Side) {
        let middle_m = from.point.distance_m + 0.5 * (to.ahead_m(from));
        let middle_m = from.track.wrapped_m(middle_m);
        let mut inner_m = 0.0;
        let is_here = |strip: &&Strip| strip.side == side && strip.is_beside(middle_m);
        for strip in from.track.strips().iter().filter(is_here) {
            let outer_m = inner_m + strip.width_m;
            let colour = verge_colour(strip.kind, from.number);
            self.quad(
                [from.beside(side, inner_m), from.beside(side, outer_m)],
                [to.beside(side, inner_m), to.beside(side, outer_m)],
                [colour; 2],
            );
            inner_m = outer_m;
        }
    }

    fn pit_lane(&mut self, from: &Cut<'_>, to: &Cut<'_>, track: &Track) {
        let Some(lane) = track.pit_lane() else { return };
        let ends = [from, to].map(|cut| {
            let share = share_within(lane.stretch_m, lane.limit_m, cut.point.distance_m, track.length_m())?;
            let middle_m = lane.side.sign() * lane.offset_m.abs() * share;
            let half_m = 0.5 * lane.width_m;
            Some([middle_m - half_m, middle_m + half_m].map(|offset_m| cut.at_offset(offset_m)))
        });
        if let [Some(from), Some(to)] = ends {
            self.quad(from, to, [ROAD.gamma_multiply(0.85).to_opaque(); 2]);
        }
    }

    fn road(&mut self, from: &Cut<'_>, to: &Cut<'_>, heights_m: [f64; 2]) {
        let ends = [from, to].map(|cut| Side::ALL.map(|side| cut.beside(side, 0.0)));
        let colours = [from, to].map(|cut| shade(&cut.point, heights_m));
        self.quad(ends[0], ends[1], colours);
    }

    /// A quadrangle between two cross-sections, each with its colour.
    fn quad(&mut self, from: [[f64; 2]; 2], to: [[f64; 2]; 2], [begin, end]: [Color32; 2]) {
        let base = self.vertices.len() as u32;
        self.vertices.extend(from.map(|place| (place, begin)));
        self.vertices.extend(to.map(|place| (place, end)));
        self.triangles.extend([0, 1, 2, 1, 2, 3].map(|corner| base + corner));
    }
}

impl Cut<'_> {
    /// Position so far outside the edge of the road on a side, m.
    fn beside(&self, side: Side, outside_m: f64) -> [f64; 2] {
        let [left_m, right_m] = self.point.widths_m;
        let edge_m = if side == Side::Left { left_m } else { right_m };
        self.at_offset(side.sign() * (edge_m + outside_m))
    }

    fn at_offset(&self, lateral_offset_m: f64) -> [f64; 2] {
        let ([x, y], (sin, cos)) = (self.point.position_m, self.point.heading_rad.sin_cos());
        [x - lateral_offset_m * sin, y + lateral_offset_m * cos]
    }

    /// Distance from another cross-section, which may lie before the first station, m.
    fn ahead_m(&self, from: &Self) -> f64 {
        let ahead_m = self.point.distance_m - from.point.distance_m;
        if ahead_m < 0.0 { ahead_m + self.track.length_m() } else { ahead_m }
    }
}

/// Share of a lane's full offset at a distance: 1 within its inner stretch, and between both it grows; `None` outside the outer one.
fn share_within(outer_m: [f64; 2], inner_m: [f64; 2], distance_m: f64, length_m: f64) -> Option<f64> {
    let since = |to_m: f64| (to_m - outer_m[0]).rem_euclid(length_m);
    let (here, end, inner) = (since(distance_m), since(outer_m[1]), inner_m.map(since));
    if here > end {
        return None;
    }
    let rising = if inner[0] > 0.0 { here / inner[0] } else { 1.0 };
    let falling = if end > inner[1] { (end - here) / (end - inner[1]) } else { 1.0 };
    Some(rising.min(falling).clamp(0.0, 1.0))
}

fn verge_colour(kind: StripKind, number: usize) -> Color32 {
    match kind {
        StripKind::Kerb => KERBS[number % 2],
        StripKind::Asphalt => Color32::from_rgb(84, 88, 94),
        StripKind::Grass => Color32::from_rgb(58, 82, 52),
        StripKind::Gravel => Color32::from_rgb(142, 128, 98),
        StripKind::Sand => Color32::from_rgb(176, 154, 104),
        _ => Color32::from_rgb(104, 88, 62),
    }
}

/// Colour of the road: lit by its slope, and tinted by its height where it is not level.
fn shade(point: &TrackPoint, [low_m, high_m]: [f64; 2]) -> Color32 {
    let (sin, cos) = point.heading_rad.sin_cos();
    // Rise along and to the left of the line, in the axes of the world.
    let (along, left) = (OVERDRAWN * point.grade, OVERDRAWN * point.banking_rad.tan());
    let rise = [along * cos - left * sin, along * sin + left * cos];
    let normal = (1.0 + rise[0] * rise[0] + rise[1] * rise[1]).sqrt();
    let light = (LIGHT[2] - rise[0] * LIGHT[0] - rise[1] * LIGHT[1]) / (normal * LIGHT[2]);
    let light = light.clamp(0.55, 1.6);
    let share = if high_m - low_m > LEVEL_M { (point.height_m - low_m) / (high_m - low_m) } else { 0.5 };
    let tint = if share > 0.5 { HIGH } else { LOW };
    let strength = if high_m - low_m > LEVEL_M { 0.7 * (share - 0.5).abs() } else { 0.0 };
    let mixed = |road: u8, tint: u8| {
        ((f64::from(road) * (1.0 - strength) + f64::from(tint) * strength) * light).min(255.0) as u8
    };
    Color32::from_rgb(mixed(ROAD.r(), tint.r()), mixed(ROAD.g(), tint.g()), mixed(ROAD.b(), tint.b()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{TrackPicture, shade, share_within};
    use skidpad_world::track::{Track, track_by_name};

    fn track(name: &str) -> Arc<Track> {
        Arc::new(Track::new(&track_by_name(name).unwrap()).unwrap())
    }

    #[test]
    fn a_circuit_is_drawn_all_around_and_a_road_to_its_end() {
        for name in ["grand-prix", "hill-climb"] {
            let track = track(name);
            let picture = TrackPicture::drawn(&track);
            for layer in 0..2 {
                let edges: Vec<_> =
                    picture.chunks.iter().map(|chunk| &chunk.layers[layer].edges[0]).collect();
                for pair in edges.windows(2) {
                    assert_eq!(pair[0].last(), pair[1].first(), "{name}: no gaps");
                }
                let (first, last) = (edges[0][0], *edges[edges.len() - 1].last().unwrap());
                let gap_m = (first[0] - last[0]).hypot(first[1] - last[1]);
                assert_eq!(gap_m < 0.01, track.is_closed(), "{name}: {gap_m} m");
            }
            let [near, coarse] = [0, 1].map(|layer| {
                picture.chunks.iter().map(|chunk| chunk.layers[layer].vertices.len()).sum::<usize>()
            });
            assert!(near < 80_000 && coarse < near / 3, "{name}: {near}, {coarse}");
        }
    }

    #[test]
    fn what_faces_the_light_is_lighter_and_high_road_is_warm() {
        let point = track("oval").at(0.0);
        let flat =
            skidpad_world::track::TrackPoint { grade: 0.0, banking_rad: 0.0, heading_rad: 0.0, ..point };
        // The north-west side of a hill rises to the south-east.
        let facing = skidpad_world::track::TrackPoint { grade: 0.1, ..flat };
        let averted = skidpad_world::track::TrackPoint { grade: -0.1, ..flat };
        let light = |point| shade(point, [0.0, 0.0]).g();
        assert!(light(&facing) > light(&flat) && light(&flat) > light(&averted));
        let [high, low] = [100.0, 0.0]
            .map(|height_m| shade(&skidpad_world::track::TrackPoint { height_m, ..flat }, [0.0, 100.0]));
        assert!(high.r() > high.b() && low.b() > low.r());
    }

    #[test]
    fn a_pit_lane_leaves_the_road_and_joins_it_again() {
        let share = |at_m: f64| share_within([900.0, 200.0], [950.0, 150.0], at_m, 1000.0);
        assert_eq!([900.0, 925.0, 0.0, 175.0, 200.0].map(share), [0.0, 0.5, 1.0, 0.5, 0.0].map(Some));
        assert_eq!(share(500.0), None);
    }
}
