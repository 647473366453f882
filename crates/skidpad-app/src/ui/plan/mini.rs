//! The map: the scene around the car, small and north up, in the upper right corner of the top view.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, vec2};
use skidpad_core::model::Pose;

use super::drawn::TopView;
use super::projection::Projection;
use super::{car, ground, ideal};
use crate::tread::heading_rad;
use crate::ui::{State, Units, look};

/// Side as a share of the top view's shorter one, its least and its largest, points.
const SHARE: f32 = 0.24;
const SIDES: (f32, f32) = (84.0, 160.0);
/// A top view with less room than this has none, points.
const LEAST_PLAN: f32 = 230.0;
/// Distance from the edge, points.
const GAP: f32 = 8.0;
/// Way from its middle to its edge at rest, m, and at speed, s of travel: the closed course fits in it, and there is more of the
/// way in it than in the top view.
const RADIUS_M: f64 = 200.0;
const RADIUS_S: f64 = 8.0;
/// Size of the player's car and of others, points.
const PLAYER: f32 = 7.0;
const OTHER: f32 = 3.5;

/// Its place in a top view; `None` where that has no room, or it is switched off.
pub fn place(plan: Rect, state: &State) -> Option<Rect> {
    let shorter = plan.size().min_elem();
    let side = (SHARE * shorter).clamp(SIDES.0, SIDES.1);
    let corner = plan.right_top() + vec2(-GAP - side, GAP);
    let has_room = state.shown.map && shorter >= LEAST_PLAN;
    has_room.then(|| Rect::from_min_size(corner, vec2(side, side)))
}

/// Draws it, the wider the higher a speed, with what the top view shows as an outline.
pub fn show(ui: &Ui, top: &Projection, state: &State, speed_m_s: f64, now: &TopView<'_>) {
    let Some(rect) = place(top.rect(), state) else { return };
    let pose = &now.player.pose;
    let [x, y, _] = pose.position_m;
    let radius_m = RADIUS_M.hypot(RADIUS_S * speed_m_s);
    let map = Projection::north_up([x, y], f64::from(0.5 * rect.width()) / radius_m, rect);
    let response = ui.interact(rect, ui.scope_id().with("map"), Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Image, true, says(state.units, now.others.len(), radius_m))
    });
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, look::ROAD.gamma_multiply(0.6).to_opaque());
    ground::sketch(&painter, &map, state, now.scene);
    if let Some(lap) = now.ideal.filter(|_| state.shown.ideal_line) {
        ideal::draw(&painter, &map, lap);
    }
    let corners = [top.rect().left_top(), top.rect().right_top(), top.rect().right_bottom()];
    let outline = corners.into_iter().chain([top.rect().left_bottom()]).map(|at| map.at(top.under(at)));
    painter.add(Shape::closed_line(outline.collect(), Stroke::new(1.0, Color32::from_white_alpha(110))));
    if state.shown.ghosts {
        others(&painter, &map, now);
    }
    arrow(&painter, map.at([x, y]), pose);
    let edge = Stroke::new(1.0, look::LINES);
    painter.rect_stroke(rect, 4.0, edge, egui::StrokeKind::Inside);
    let (across, unit) = state.units.length(2.0 * radius_m);
    let text = format!("{:.0} {unit} across", 10.0 * (across / 10.0).round());
    let galley = painter.layout_no_wrap(text, FontId::proportional(12.0), Color32::from_gray(210));
    let below = rect.center_bottom() - vec2(0.0, 2.0);
    let place = Align2::CENTER_BOTTOM.anchor_size(below, galley.size());
    // The lines of the scene go on below it.
    painter.rect_filled(place.expand2(vec2(4.0, 0.0)), 2.0, Color32::from_black_alpha(170));
    painter.galley(place.min, galley, Color32::WHITE);
}

/// The map in words.
fn says(units: Units, others: usize, radius_m: f64) -> String {
    let (radius, unit) = units.length(radius_m);
    let others = match others {
        0 => String::new(),
        1 => String::from(", 1 other car"),
        more => format!(", {more} other cars"),
    };
    format!("map: {radius:.0} {unit} around the car, north up{others}")
}

/// The other cars; one beyond the edge is at the edge.
fn others(painter: &Painter, map: &Projection, now: &TopView<'_>) {
    let dot = |pose: &Pose<f64>, colour: Color32| {
        let [x, y, _] = pose.position_m;
        let at = map.rect().shrink(OTHER).clamp(map.at([x, y]));
        painter.circle(at, OTHER, colour, Stroke::new(1.0, Color32::BLACK));
    };
    for (whose, other) in &now.others {
        dot(&other.pose, car::colour(*whose));
    }
    if let Some(pose) = &now.best_lap {
        dot(pose, look::BEST_LAP);
    }
}

/// The player's car: a head of an arrow.
fn arrow(painter: &Painter, at: Pos2, pose: &Pose<f64>) {
    let heading = heading_rad(pose);
    let corner = |angle: f64, length: f32| {
        let (sin, cos) = (heading + angle).sin_cos();
        at + length * vec2(look::coordinate(cos), -look::coordinate(sin))
    };
    let points = vec![corner(0.0, PLAYER), corner(2.5, PLAYER), corner(-2.5, PLAYER)];
    painter.add(Shape::convex_polygon(points, look::PLAYER, Stroke::new(1.0, Color32::BLACK)));
}
