//! The scene from above.

mod arrows;
mod car;
mod drawn;
mod gear;
mod ground;
mod ideal;
mod lap;
mod map;
mod mini;
mod paint;
mod projection;
mod shapes;
mod space;
mod stance;
mod stance_in_space;
mod track;

use egui::{Align2, Color32, FontId, Painter, Pos2, Response, Role, Stroke, Ui, WidgetInfo};
use skidpad_core::model::Pose;
use skidpad_world::laps::Laps;
use skidpad_world::scene::Scene;

use crate::drive::Entrant;
use crate::posture::Posture;

use super::{Driver, Memory, State, Units, look, welcome};
use crate::tread::heading_rad;
use lap::Timed;
use projection::Projection;

pub use drawn::{DrawnCar, TopView};

/// A notch of the mouse wheel is about 50 points.
const ZOOM_PER_POINT: f64 = 0.004;

/// Draws it in all the room that there is; returns how it is pointed at.
pub fn show(ui: &mut Ui, state: &mut State, memory: &Memory, driver: &Driver, now: &TopView<'_>) -> Response {
    let (response, painter) = ui.allocate_painter(ui.available_size(), look::pointed());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, says(state.units, now)));
    point_at(ui, state, &response);
    let open = driver.open(response.rect);
    let shot = state.camera.shot(&memory.chase, [open.width(), open.height()].map(f64::from));
    let view = Projection::new(&shot, response.rect, open);
    ground::draw(&painter, &view, state, now.scene);
    paint::cones(&painter, &view, now.cones);
    if state.shown.skid_marks {
        marks(&painter, &view, memory);
    }
    if let Some(lap) = now.ideal.filter(|_| state.shown.ideal_line) {
        ideal::draw(&painter, &view, lap);
    }
    if state.shown.ghosts {
        others(&painter, &view, now, state.shown.ideal_line);
    }
    car::shadow(&painter, &view, &now.player, now.scene);
    car::player(&painter, &view, &now.player, now.scene, &memory.turned_rad);
    arrows::draw(&painter, &view, &state.shown, &now.player);
    car::marker(&painter, &view, &now.player.pose);
    ground::scale_bar(&painter, &view, state.units);
    map::legend(&painter, &view, state.units, now.scene);
    let map = mini::place(response.rect, state);
    compass(&painter, &view, map.map_or(response.rect.right_top(), |map| map.left_top()));
    mini::show(ui, &view, state, memory.chase.speed_m_s(), now);
    if let Some(laps) = now.laps {
        let corner = response.rect.right_top() + egui::vec2(-8.0, 4.0);
        let ideal = now.ideal.filter(|_| state.shown.ideal_line);
        let timed = Timed { scene: now.scene, laps, ideal };
        lap::show(ui, map.map_or(corner, |map| map.right_bottom()), &timed);
    }
    if state.shown.stance {
        stance::show(ui, response.rect, state.units, &now.player, now.scene, &memory.turned_rad);
    }
    gear::show(ui, response.rect, now.gear);
    if welcome::is_shown(state, now.is_replay) {
        welcome::show(ui, response.rect, driver, now.scene.task);
    }
    response
}

/// Handles the pointer: a click gives the keys to the car, the wheel and a pinch zoom.
fn point_at(ui: &Ui, state: &mut State, response: &Response) {
    if response.clicked() {
        // The keys are the car's again.
        ui.memory_mut(|memory| memory.stop_text_input());
        response.surrender_focus();
        state.has_begun = true;
    }
    if response.hovered() {
        let notches = ui.input(|input| f64::from(input.smooth_scroll_delta().y));
        // Two thumbs that drive do not pinch.
        let pinch = if state.thumbs_drive { 1.0 } else { f64::from(ui.input(|input| input.zoom_delta())) };
        state.camera.zoom((ZOOM_PER_POINT * notches).exp() * pinch);
    }
}

/// The ghosts, the rival, and the best lap; the optimal one where the ideal line is shown.
fn others(painter: &Painter, view: &Projection, now: &TopView<'_>, has_optimal: bool) {
    for (whose, other) in &now.others {
        car::shadow(painter, view, other, now.scene);
        car::other(painter, view, *whose, other, now.scene);
    }
    if let (Some(laps), Some(pose)) = (now.laps, now.best_lap) {
        let best = DrawnCar { entrant: now.player.entrant, pose };
        car::best_lap(painter, view, &best, laps.delta_s());
    }
    if let Some(pose) = now.optimal.filter(|_| has_optimal) {
        car::optimal_lap(painter, view, &DrawnCar { entrant: now.player.entrant, pose });
    }
}

/// The top view in words.
fn says(units: Units, now: &TopView<'_>) -> String {
    let pose = &now.player.pose;
    let [x, y, _] = pose.position_m;
    let ((x, unit), (y, _)) = (units.length(x), units.length(y));
    let heading = heading_rad(pose).to_degrees();
    format!(
        "top view: the car at {x:.0}, {y:.0} {unit}, heading {heading:.0} degrees{}{}{}",
        posture_says(now.player.entrant),
        ground_says(units, pose, now.scene),
        lap_says(now.laps)
    )
}

/// Posture of a car in space that is not on its wheels.
fn posture_says(player: &Entrant) -> String {
    let name = Posture::from_seen(&player.seen()).and_then(Posture::name);
    name.map_or_else(String::new, |name| format!(", {name}"))
}

/// The ground under the car, where it is not the plain road.
fn ground_says(units: Units, pose: &Pose<f64>, scene: &Scene) -> String {
    let [x, y, _] = pose.position_m;
    let spot = scene.ground.under([x, y]);
    if (spot.grip, spot.height_m) == (1.0, 0.0) {
        return String::new();
    }
    let (height, unit) = units.length(spot.height_m);
    format!(", on ground of grip {:.2} and height {height:.2} {unit}", spot.grip)
}

/// Time ahead of the best lap or behind it.
fn lap_says(laps: Option<&Laps>) -> String {
    let delta = laps.and_then(Laps::delta_s);
    delta.map_or_else(String::new, |delta_s| format!(", {delta_s:+.2} s to the best lap"))
}

fn marks(painter: &Painter, view: &Projection, memory: &Memory) {
    let width = (0.19 * view.points_per_m() as f32).clamp(1.0, 24.0);
    for piece in memory.marks.pieces() {
        let [from, to] = piece.ends_m.map(|end| view.at(end));
        if view.is_seen(from) || view.is_seen(to) {
            let black = Color32::from_black_alpha((60.0 + 130.0 * piece.dark) as u8);
            painter.line_segment([from, to], Stroke::new(width, black));
        }
    }
}

/// Which way north is, to the left of a corner.
fn compass(painter: &Painter, view: &Projection, corner: Pos2) {
    let middle = corner + egui::vec2(-30.0, 34.0);
    let north = view.direction([0.0, 1.0]);
    let stroke = Stroke::new(1.5, Color32::from_gray(200));
    look::arrow(painter, middle - north * 14.0, middle + north * 14.0, stroke);
    let tip: Pos2 = middle + north * 23.0;
    painter.text(tip, Align2::CENTER_CENTER, "N", FontId::proportional(12.0), Color32::from_gray(200));
}
