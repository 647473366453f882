//! A friction circle for each tyre: its force over the largest in that direction.

use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, Ui, Vec2, pos2, vec2};

use crate::drive::Drive;
use crate::tread::{Tread, treads};
use crate::ui::look;

/// Size of one, points, and radius of the circle.
const SIZE: Vec2 = vec2(138.0, 92.0);
const RADIUS: f32 = 34.0;

/// Draws them as the wheels stand.
pub fn circles(ui: &mut Ui, drive: &Drive) {
    let treads = treads(drive.player());
    let columns = if treads.len() == 4 { 2 } else { 1 };
    for row in treads.chunks(columns) {
        ui.horizontal(|ui| row.iter().for_each(|tread| circle(ui, tread)));
    }
    if treads.is_empty() {
        ui.label("This model has no tyres.");
    }
}

fn circle(ui: &mut Ui, tread: &Tread) {
    let share = 100.0 * tread.wheel.use_of_grip;
    let says = || format!("friction circle {}: {share:.0} % of the grip", tread.name);
    let (response, painter) = look::picture(ui, SIZE, says);
    draw(&painter, response.rect, tread);
    response.on_hover_text(says());
}

fn draw(painter: &Painter, rect: Rect, tread: &Tread) {
    let middle = pos2(rect.left() + RADIUS + 10.0, rect.center().y);
    painter.circle(middle, RADIUS, Color32::from_gray(34), Stroke::new(1.0, look::LINES));
    for axis in [vec2(RADIUS, 0.0), vec2(0.0, RADIUS)] {
        painter.line_segment([middle - axis, middle + axis], Stroke::new(0.5, look::LINES));
    }
    let wheel = &tread.wheel;
    let colour = look::of_grip(wheel.use_of_grip);
    // Forwards is up, left is left; the length is the use of grip.
    let force = wheel.force_x_n.hypot(wheel.force_y_n);
    if force > 1.0 {
        let share = wheel.use_of_grip.min(1.35) / force;
        let [up, left] = [wheel.force_x_n, wheel.force_y_n].map(|part| look::coordinate(part * share));
        let point = middle + RADIUS * vec2(-left, -up);
        painter.line_segment([middle, point], Stroke::new(2.0, colour));
        painter.circle_filled(point, 3.5, colour);
    } else {
        painter.circle_filled(middle, 2.5, colour);
    }
    let text = format!("{:.0} %", 100.0 * wheel.use_of_grip);
    let beside = pos2(middle.x + RADIUS + 8.0, rect.center().y);
    painter.text(beside, Align2::LEFT_CENTER, text, FontId::proportional(12.0), colour);
    let grey = Color32::from_gray(170);
    painter.text(
        rect.right_top() + vec2(-4.0, 2.0),
        Align2::RIGHT_TOP,
        tread.name,
        FontId::proportional(11.0),
        grey,
    );
}
