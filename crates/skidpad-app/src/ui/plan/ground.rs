//! The ground and what stands on it for good.

use egui::{Align2, Color32, FontId, Painter, Rect, Shape as Drawn, Stroke, pos2, vec2};
use skidpad_world::contact::{Barrier, Wall};
use skidpad_world::ground::{Area, Patch};
use skidpad_world::scene::Scene;

use super::projection::Projection;
use super::shapes::{colour, outline, spacing};
use super::track::TrackPicture;
use super::{map, paint};
use crate::tread::turned;
use crate::ui::{State, Units};

/// Lines of the grid stand no closer than this, points.
const CLOSEST: f64 = 26.0;
/// Half the length of what has no end, m.
const ENDLESS_M: f64 = 3000.0;

/// Draws ground, grid, patches and walls.
pub fn draw(painter: &Painter, view: &Projection, state: &State, scene: &Scene) {
    let track = TrackPicture::new(painter.ctx(), &scene.ground);
    if let Some(track) = &track {
        track.draw(painter, view);
    }
    let reliefs = map::Reliefs::new(painter.ctx(), state.units, scene);
    for (place, patch) in scene.ground.patches().iter().enumerate() {
        match patch {
            Patch::Map(grid) => map::draw(painter, view, grid, reliefs.heights_m(place)),
            Patch::Even { area, grip, rolling } => even(painter, view, area, colour(*grip, *rolling)),
            Patch::Bump { area, .. } => bump(painter, view, area),
        }
    }
    scene.marks.iter().for_each(|mark| paint::mark(painter, view, mark));
    map::lines(painter, view, scene, &reliefs);
    if state.shown.grid {
        grid(painter, view, state.units);
    }
    walls(painter, view, scene);
    if scene.marks.is_empty() && track.is_none() {
        start(painter, view, scene);
    }
}

/// Draws the ground for the map: maps of ground are plain areas, and nothing is written.
pub fn sketch(painter: &Painter, view: &Projection, state: &State, scene: &Scene) {
    if let Some(track) = TrackPicture::new(painter.ctx(), &scene.ground) {
        track.draw(painter, view);
    }
    for patch in scene.ground.patches() {
        match patch {
            Patch::Map(grid) => {
                let ([x, y], [dx, dy]) = (grid.origin_m(), grid.spacing_m());
                let far = [x + dx * (grid.columns() - 1) as f64, y + dy * (grid.rows() - 1) as f64];
                let rect = Rect::from_two_pos(view.at([x, y]), view.at(far));
                painter.rect_filled(rect, 0.0, colour(None, None));
            }
            Patch::Even { area, grip, rolling } => even(painter, view, area, colour(*grip, *rolling)),
            Patch::Bump { area, .. } => bump(painter, view, area),
        }
    }
    if state.shown.grid {
        grid(painter, view, state.units);
    }
    scene.marks.iter().for_each(|mark| paint::mark(painter, view, mark));
    walls(painter, view, scene);
}

fn grid(painter: &Painter, view: &Projection, units: Units) {
    let per_m = units.length(1.0).0;
    let step_m = spacing(view.points_per_m() / per_m, CLOSEST) / per_m;
    let [low, high] = view.bounds_m();
    for axis in 0..2 {
        let (first, last) = ((low[axis] / step_m).ceil(), (high[axis] / step_m).floor());
        if !(first.is_finite() && last.is_finite() && last - first < 400.0) {
            continue;
        }
        let mut line = first;
        while line <= last {
            let mut ends = [low, high];
            (ends[0][axis], ends[1][axis]) = (line * step_m, line * step_m);
            let bright = if line % 5.0 == 0.0 { 30 } else { 12 };
            let stroke = Stroke::new(1.0, Color32::from_white_alpha(bright));
            painter.line_segment(ends.map(|end| view.at(end)), stroke);
            line += 1.0;
        }
    }
}

fn even(painter: &Painter, view: &Projection, area: &Area, fill: Color32) {
    let edge = Stroke::new(1.0, Color32::from_white_alpha(40));
    painter.add(Drawn::convex_polygon(outline(view, area), fill, edge));
}

fn bump(painter: &Painter, view: &Projection, area: &Area) {
    let fill = Color32::from_rgba_unmultiplied(200, 160, 90, 50);
    let edge = Stroke::new(1.0, Color32::from_rgb(200, 160, 90));
    painter.add(Drawn::convex_polygon(outline(view, area), fill, edge));
}

/// Draws the walls that are seen: a track has thousands of pieces.
fn walls(painter: &Painter, view: &Projection, scene: &Scene) {
    let [low, high] = view.bounds_m();
    let is_seen = |wall: &&Wall| match wall.barrier {
        Barrier::Segment { from_m: from, to_m: to } => {
            let is_between =
                |from: f64, to: f64, axis: usize| from.min(to) <= high[axis] && from.max(to) >= low[axis];
            is_between(from.x, to.x, 0) && is_between(from.y, to.y, 1)
        }
        _ => true,
    };
    scene.walls.list().iter().filter(is_seen).for_each(|wall| draw_wall(painter, view, wall));
}

fn draw_wall(painter: &Painter, view: &Projection, wall: &Wall) {
    let stroke =
        Stroke::new((0.25 * view.points_per_m() as f32).clamp(2.0, 10.0), Color32::from_rgb(214, 92, 80));
    match wall.barrier {
        Barrier::Segment { from_m, to_m } => {
            painter.line_segment([from_m, to_m].map(|end| view.at([end.x, end.y])), stroke);
        }
        Barrier::HalfPlane { point_m, normal } => {
            let length = normal.x.hypot(normal.y).max(1e-9);
            let along = [-normal.y / length, normal.x / length].map(|part| part * ENDLESS_M);
            let ends = [1.0, -1.0].map(|side| [point_m.x + side * along[0], point_m.y + side * along[1]]);
            painter.line_segment(ends.map(|end| view.at(end)), stroke);
        }
        Barrier::Post { centre_m, radius_m } => {
            let radius = (radius_m * view.points_per_m()) as f32;
            let orange = Color32::from_rgb(255, 140, 40);
            painter.circle(
                view.at([centre_m.x, centre_m.y]),
                radius.max(2.0),
                orange,
                Stroke::new(1.0, Color32::WHITE),
            );
        }
    }
}

/// A line across the way at the start.
fn start(painter: &Painter, view: &Projection, scene: &Scene) {
    let ([x, y], heading) = (scene.start.position_m, scene.start.heading_rad);
    let end = |aside: f64| {
        let [dx, dy] = turned([2.4, aside], heading);
        view.at([x + dx, y + dy])
    };
    let stroke = Stroke::new((0.15 * view.points_per_m() as f32).max(1.0), Color32::from_gray(215));
    painter.line_segment([end(3.0), end(-3.0)], stroke);
}

/// A bar that tells how long a length is, in the lower left corner.
pub fn scale_bar(painter: &Painter, view: &Projection, units: Units) {
    let (per_m, unit) = units.length(1.0);
    let points_per_unit = view.points_per_m() / per_m;
    let length = spacing(points_per_unit, 60.0);
    // In a small picture, as on a phone, thumbs hold the lower corners.
    let is_small = view.rect().size().min_elem() < 430.0;
    let below = vec2(14.0, -14.0);
    let from =
        if is_small { view.rect().left_top() + vec2(14.0, 30.0) } else { view.rect().left_bottom() + below };
    let to = pos2(from.x + (length * points_per_unit) as f32, from.y);
    let grey = Color32::from_gray(210);
    painter.line_segment([from, to], Stroke::new(2.0, grey));
    for end in [from, to] {
        painter.line_segment([end - vec2(0.0, 4.0), end + vec2(0.0, 4.0)], Stroke::new(2.0, grey));
    }
    let text = format!("{length} {unit}");
    painter.text(from + vec2(0.0, -8.0), Align2::LEFT_BOTTOM, text, FontId::proportional(12.0), grey);
}
