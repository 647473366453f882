//! The scene from above.

mod arrows;
mod car;
mod gear;
mod ground;
mod lap;
mod map;
mod mini;
mod paint;
mod shapes;
mod stance;
mod view;

use egui::{Align2, Color32, FontId, Painter, Pos2, Response, Role, Stroke, Ui, WidgetInfo};
use skidpad_world::laps::Laps;

use super::{Driver, Memory, State, look, welcome};
use crate::drive::Drive;
use crate::tread::heading_rad;
use view::View;

/// A notch of the mouse wheel is about 50 points.
const ZOOM_PER_POINT: f64 = 0.004;

/// Draws it in all the room that there is; answers how it is pointed at.
pub fn show(ui: &mut Ui, state: &mut State, memory: &Memory, driver: &Driver, drive: &Drive) -> Response {
    let (response, painter) = ui.allocate_painter(ui.available_size(), look::pointed());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, says(state, drive)));
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
    let open = driver.open(response.rect);
    let shot = state.camera.shot(&memory.chase, [open.width(), open.height()].map(f64::from));
    let view = View::new(&shot, response.rect, open);
    ground::draw(&painter, &view, state, drive.scene());
    paint::cones(&painter, &view, drive.cones());
    if state.shown.skid_marks {
        marks(&painter, &view, memory);
    }
    if state.shown.ghosts {
        for (index, ghost) in drive.entrants().iter().enumerate().skip(1) {
            let pose = ghost.drawn(drive.alpha());
            // Ghosts that are in one place at the start have their names one above the other.
            let line = index as f32 - 1.0;
            car::ghost(&painter, &view, (ghost, &pose), (&car::name(ghost), look::colour(index)), line);
        }
        if let (Some(rival), Some(pose)) = (drive.rival(), drive.rival_drawn(drive.alpha())) {
            car::ghost(&painter, &view, (rival.player(), &pose), ("rival", look::RIVAL), -1.0);
        }
    }
    if let Some(laps) = drive.laps().filter(|_| state.shown.ghosts) {
        // As far before the last step as the picture is.
        let before_s = (1.0 - drive.alpha()) / f64::from(drive.rate_hz());
        if let Some(pose) = laps.ghost(before_s) {
            car::best_lap(&painter, &view, drive.player(), &pose, laps.delta_s());
        }
    }
    car::player(&painter, &view, drive, &memory.turned_rad);
    arrows::draw(&painter, &view, state, drive);
    car::marker(&painter, &view, drive);
    ground::scale_bar(&painter, &view, state.units);
    map::legend(&painter, &view, state.units, drive.scene());
    let map = mini::place(response.rect, state);
    compass(&painter, &view, map.map_or(response.rect.right_top(), |map| map.left_top()));
    mini::show(ui, &view, state, memory, drive);
    let corner = response.rect.right_top() + egui::vec2(-8.0, 4.0);
    lap::show(ui, map.map_or(corner, |map| map.right_bottom()), drive);
    if state.shown.stance {
        stance::show(ui, response.rect, drive);
    }
    gear::show(ui, response.rect, state, drive);
    if welcome::is_shown(state, drive) {
        welcome::show(ui, response.rect, driver, drive);
    }
    response
}

/// The plan in words.
fn says(state: &State, drive: &Drive) -> String {
    let [x, y, _] = drive.player().drawn(drive.alpha()).position_m;
    let ((x, unit), (y, _)) = (state.units.length(x), state.units.length(y));
    let heading = heading_rad(&drive.player().drawn(drive.alpha())).to_degrees();
    format!(
        "top view: the car at {x:.0}, {y:.0} {unit}, heading {heading:.0} degrees{}{}",
        ground_says(state, drive),
        lap_says(drive)
    )
}

/// The ground under the car, where it is not the plain road.
fn ground_says(state: &State, drive: &Drive) -> String {
    let [x, y, _] = drive.player().drawn(drive.alpha()).position_m;
    let spot = drive.scene().ground.under([x, y]);
    if (spot.grip, spot.height_m) == (1.0, 0.0) {
        return String::new();
    }
    let (height, unit) = state.units.length(spot.height_m);
    format!(", on ground of grip {:.2} and height {height:.2} {unit}", spot.grip)
}

/// How far the best lap is ahead or behind.
fn lap_says(drive: &Drive) -> String {
    let delta = drive.laps().and_then(Laps::delta_s);
    delta.map_or_else(String::new, |delta_s| format!(", {delta_s:+.2} s to the best lap"))
}

fn marks(painter: &Painter, view: &View, memory: &Memory) {
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
fn compass(painter: &Painter, view: &View, corner: Pos2) {
    let middle = corner + egui::vec2(-30.0, 34.0);
    let north = view.direction([0.0, 1.0]);
    let stroke = Stroke::new(1.5, Color32::from_gray(200));
    look::arrow(painter, middle - north * 14.0, middle + north * 14.0, stroke);
    let tip: Pos2 = middle + north * 23.0;
    painter.text(tip, Align2::CENTER_CENTER, "N", FontId::proportional(12.0), Color32::from_gray(200));
}
