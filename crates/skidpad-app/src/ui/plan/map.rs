//! Maps of measured or drawn ground: grip and rolling resistance as colours, heights as lines and light.

use std::sync::Arc;

use egui::{Align2, Color32, Context, FontId, Id, Mesh, Painter, Rect, Shape, Stroke, pos2, vec2};
use skidpad_world::ground::{Cell, Grid, Patch};
use skidpad_world::scene::{Contour, Scene, contours, heights_m};

use super::projection::Projection;
use super::shapes::{colour, spacing};
use super::track::{self, TrackPicture};
use crate::ui::Units;
use crate::ui::look;

/// Cells are drawn no smaller than this, points.
const SMALLEST: f64 = 5.0;
/// Heights closer to each other than this are level, m.
const LEVEL_M: f64 = 0.01;
/// About so many lines of height stand on a map.
const LINES: f64 = 12.0;
const HIGH: Color32 = Color32::from_rgb(226, 196, 140);
const LOW: Color32 = Color32::from_rgb(120, 170, 200);

/// Parts of a map's picture that do not depend on the view.
struct Relief {
    /// The least and the largest height, m.
    heights_m: [f64; 2],
    /// The least and the largest grip.
    grips: [f64; 2],
    /// The lines of equal height, and the step between them, m.
    lines: Vec<Contour>,
    step_m: f64,
}

/// That of all maps of a ground, kept from frame to frame: all cells are looked at for it. Another ground, and lines that
/// are round in other units, take its place.
#[derive(Clone)]
pub struct Reliefs {
    of: (u64, Units),
    maps: Arc<Vec<Option<Relief>>>,
}

impl Reliefs {
    /// That of a scene.
    pub fn new(context: &Context, units: Units, scene: &Scene) -> Self {
        let (id, of) = (Id::unique("reliefs"), (scene.ground.hash(), units));
        let kept = context.data(|data| data.get_temp::<Self>(id)).filter(|kept| kept.of == of);
        kept.unwrap_or_else(|| {
            let maps = scene.ground.patches().iter().map(|patch| match patch {
                Patch::Map(grid) => Some(Relief::new(grid, units)),
                _ => None,
            });
            let new = Self { of, maps: Arc::new(maps.collect()) };
            context.data_mut(|data| data.insert_temp(id, new.clone()));
            new
        })
    }

    /// The maps that are seen, with theirs.
    fn seen<'a>(&'a self, view: &Projection, scene: &'a Scene) -> impl Iterator<Item = &'a Relief> {
        let both = scene.ground.patches().iter().zip(self.maps.iter());
        both.filter_map(|(patch, relief)| match patch {
            Patch::Map(grid) => seen(view, grid).and(relief.as_ref()),
            _ => None,
        })
    }

    /// The heights of the map that is the patch of a place, m.
    pub fn heights_m(&self, place: usize) -> [f64; 2] {
        self.maps.get(place).and_then(Option::as_ref).map_or([0.0; 2], |relief| relief.heights_m)
    }
}

impl Relief {
    fn new(grid: &Grid, units: Units) -> Self {
        let heights_m = heights_m(grid);
        let step_m = step_m(units, heights_m);
        let is_level = heights_m[1] - heights_m[0] < LEVEL_M;
        let lines = if is_level { Vec::new() } else { contours(grid, step_m) };
        let grips = grid.cells().iter().map(|cell| cell.grip);
        let grips = grips.fold([f64::MAX, f64::MIN], |[least, most], at| [least.min(at), most.max(at)]);
        Self { heights_m, grips, lines, step_m }
    }
}

/// The step between lines of height, round in the units that are shown, m.
pub fn step_m(units: Units, [low_m, high_m]: [f64; 2]) -> f64 {
    let per_m = units.length(1.0).0;
    spacing(1.0, (high_m - low_m) * per_m / LINES) / per_m
}

/// Colour of a place of the map; transparent where it is like the road around.
fn shade(cell: &Cell, [low_m, high_m]: [f64; 2]) -> Color32 {
    let is_plain = (cell.grip - 1.0).abs() < 0.005 && (cell.rolling - 1.0).abs() < 0.005;
    if !is_plain {
        return colour(Some(cell.grip), Some(cell.rolling));
    }
    let most_m = low_m.abs().max(high_m.abs());
    if most_m < LEVEL_M {
        return Color32::TRANSPARENT;
    }
    let share = (cell.height_m / most_m).clamp(-1.0, 1.0);
    let light = if share > 0.0 { HIGH } else { LOW };
    light.gamma_multiply((0.28 * share.abs()) as f32)
}

/// Draws the colours of a map between its least and its largest height: so many of its nodes as can be told apart.
pub fn draw(painter: &Painter, view: &Projection, grid: &Grid, heights: [f64; 2]) {
    let Some(seen) = seen(view, grid) else { return };
    let every = |axis: usize| {
        let points = view.points_per_m() * grid.spacing_m()[axis];
        ((SMALLEST / points).ceil() as usize).clamp(1, 1 << 16)
    };
    let [columns, rows] = [nodes(grid.columns(), every(0), seen[0]), nodes(grid.rows(), every(1), seen[1])];
    let mut mesh = Mesh::default();
    for row in &rows {
        for column in &columns {
            let cell = &grid.cells()[row * grid.columns() + column];
            mesh.colored_vertex(view.at(place(grid, *column, *row)), shade(cell, heights));
        }
    }
    let width = columns.len() as u32;
    for row in 1..rows.len() as u32 {
        for column in 1..width {
            let last = row * width + column;
            mesh.add_triangle(last, last - 1, last - width - 1);
            mesh.add_triangle(last, last - width, last - width - 1);
        }
    }
    painter.add(Shape::mesh(mesh));
}

fn place(grid: &Grid, column: usize, row: usize) -> [f64; 2] {
    let ([x, y], [dx, dy]) = (grid.origin_m(), grid.spacing_m());
    [x + dx * column as f64, y + dy * row as f64]
}

/// The first and the last node along each axis that is seen; `None` where none is.
fn seen(view: &Projection, grid: &Grid) -> Option<[[usize; 2]; 2]> {
    let [low, high] = view.bounds_m();
    let along = |axis: usize, nodes: usize| {
        let at = |end: f64| (end - grid.origin_m()[axis]) / grid.spacing_m()[axis];
        let (first, last) = (at(low[axis]).floor(), at(high[axis]).ceil());
        let most = (nodes - 1) as f64;
        (last >= 0.0 && first <= most)
            .then(|| [first.clamp(0.0, most) as usize, last.clamp(0.0, most) as usize])
    };
    Some([along(0, grid.columns())?, along(1, grid.rows())?])
}

/// Every so many nodes of those that are seen, and the last of all of them: always the same ones, so that nothing flickers.
fn nodes(all: usize, every: usize, [first, last]: [usize; 2]) -> Vec<usize> {
    let (begin, end) = (first - first % every, (last + every).min(all - 1));
    let mut nodes: Vec<usize> = (begin..=end).step_by(every).collect();
    if nodes.last() != Some(&end) {
        nodes.push(end);
    }
    nodes
}

/// Draws the lines of equal height of all maps, over what is painted on the road.
pub fn lines(painter: &Painter, view: &Projection, scene: &Scene, reliefs: &Reliefs) {
    for line in reliefs.seen(view, scene).flat_map(|relief| &relief.lines) {
        let ends = line.ends_m.map(|end| view.at(end));
        if view.is_seen(ends[0]) || view.is_seen(ends[1]) {
            let colour = if line.height_m > 0.0 { HIGH } else { LOW };
            painter.line_segment(ends, Stroke::new(1.0, colour.gamma_multiply(0.7)));
        }
    }
}

/// Legend of colours and lines, where a map is seen: above the scale, in the lower left corner.
pub fn legend(painter: &Painter, view: &Projection, units: Units, scene: &Scene) {
    let mut entries: Vec<(Color32, String)> = Vec::new();
    let reliefs = Reliefs::new(painter.ctx(), units, scene);
    for Relief { heights_m: heights, grips: [least, most], step_m, .. } in reliefs.seen(view, scene) {
        let [low, high, step] = [heights[0], heights[1], *step_m].map(|m| units.length(m).0);
        let (unit, every) = (units.length(0.0).1, format!("contours every {step:.3}"));
        let every = every.trim_end_matches('0').trim_end_matches('.');
        if heights[1] > LEVEL_M {
            entries.push((HIGH, format!("up to {high:.1} {unit} high; {every} {unit}")));
        }
        if heights[0] < -LEVEL_M {
            entries.push((LOW, format!("down to {:.1} {unit} deep; {every} {unit}", low.abs())));
        }
        if most - least > 0.005 || (least - 1.0).abs() > 0.005 {
            entries.push((colour(Some(*least), None), format!("lowest grip {least:.2}")));
            entries.push((colour(Some(*most), None), format!("highest grip {most:.2}")));
        }
    }
    if let Some(track) = TrackPicture::new(painter.ctx(), &scene.ground).filter(TrackPicture::has_heights) {
        let height = |m: f64| {
            let (height, unit) = units.length(m);
            // Not -0.
            format!("road at {:.0} {unit}", height.round() + 0.0)
        };
        entries.push((track::LOW, height(track.heights_m[0])));
        entries.push((track::HIGH, height(track.heights_m[1])));
    }
    let corner = view.rect().left_bottom() + vec2(14.0, -52.0);
    for (line, (colour, text)) in entries.iter().rev().enumerate() {
        let place = corner - vec2(0.0, 15.0 * line as f32);
        painter.rect_filled(
            Rect::from_center_size(pos2(place.x + 5.0, place.y), vec2(10.0, 10.0)),
            1.0,
            *colour,
        );
        let grey = Color32::from_gray(210);
        painter.text(
            place + vec2(16.0, 0.0),
            Align2::LEFT_CENTER,
            text,
            FontId::proportional(look::SMALL),
            grey,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{nodes, shade, step_m};
    use crate::ui::Units;
    use egui::Color32;
    use skidpad_world::ground::Cell;

    #[test]
    fn the_same_nodes_are_drawn_wherever_the_picture_begins() {
        assert_eq!(nodes(100, 4, [10, 21]), [8, 12, 16, 20, 24, 25]);
        assert_eq!(nodes(100, 4, [11, 21])[0], 8);
        assert_eq!(nodes(10, 1, [0, 9]).len(), 10);
        assert_eq!(nodes(10, 7, [0, 9]), [0, 7, 9]);
    }

    #[test]
    fn slippery_is_blue_the_more_the_more_slippery_and_plain_road_is_left() {
        let cell = |grip: f64, height_m: f64| Cell { grip, rolling: 1.0, height_m };
        let blue = |grip: f64| shade(&cell(grip, 0.0), [0.0, 0.0]).b();
        assert!(blue(0.1) > blue(0.5) && blue(0.5) > blue(0.9));
        assert_eq!(shade(&cell(1.0, 0.0), [0.0, 0.0]), Color32::TRANSPARENT);
        assert!(shade(&cell(1.0, 1.0), [-1.0, 1.0]).a() > shade(&cell(1.0, 0.5), [-1.0, 1.0]).a());
    }

    #[test]
    fn lines_of_height_are_round_in_the_units_that_are_shown() {
        assert!((step_m(Units::Metric, [-1.0, 1.0]) - 0.2).abs() < 1e-12);
        let feet = step_m(Units::Imperial, [-1.0, 1.0]) / 0.3048;
        assert!((feet - 1.0).abs() < 1e-9, "{feet}");
    }
}
