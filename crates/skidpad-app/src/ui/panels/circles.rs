//! A friction circle for each tyre: its force over the largest in that direction.

use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, Ui, Vec2, vec2};

use super::wheels::short;
use crate::drive::Entrant;
use crate::seen::Seen;
use crate::tread::{Tread, treads};
use crate::ui::look;

/// Size of one, points, and radius of the circle.
const SIZE: Vec2 = vec2(78.0, 84.0);
const RADIUS: f32 = 29.0;

/// Draws the circles of a car where its wheels are.
pub fn circles(ui: &mut Ui, player: &Entrant) {
    let (treads, seen) = (treads(player), player.seen());
    let columns = if treads.len() == 4 { 2 } else { 1 };
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
        for row in treads.chunks(columns) {
            ui.horizontal(|ui| {
                row.iter().for_each(|tread| circle(ui, tread, &seen));
            });
        }
    });
}

fn circle(ui: &mut Ui, tread: &Tread, seen: &Seen<'_>) {
    let colour = tread.strain(seen).map_or(look::UNKNOWN, look::of_grip);
    let share = look::percent_or_dash(tread.wheel.use_of_grip);
    let says = || format!("friction circle {}: friction utilisation {share}", tread.name);
    let (response, painter) = look::picture(ui, SIZE, says);
    draw(&painter, response.rect, tread, &share, colour);
    response.on_hover_text(says());
}

fn draw(painter: &Painter, rect: Rect, tread: &Tread, share: &str, colour: Color32) {
    let middle = rect.center_top() + vec2(0.0, RADIUS + 4.0);
    painter.circle(middle, RADIUS, Color32::from_gray(34), Stroke::new(1.0, look::LINES));
    for axis in [vec2(RADIUS, 0.0), vec2(0.0, RADIUS)] {
        painter.line_segment([middle - axis, middle + axis], Stroke::new(0.5, look::LINES));
    }
    let wheel = &tread.wheel;
    // Forwards is up, left is left; the length is the friction utilisation.
    let force = wheel.force_x_n.hypot(wheel.force_y_n);
    if let Some(used) = wheel.use_of_grip {
        let scale = if force > 1.0 { used.min(1.25) / force } else { 0.0 };
        let [up, left] = [wheel.force_x_n, wheel.force_y_n].map(|part| look::coordinate(part * scale));
        let point = middle + RADIUS * vec2(-left, -up);
        painter.line_segment([middle, point], Stroke::new(2.0, colour));
        painter.circle_filled(point, 3.0, colour);
    }
    let text = format!("{} {share}", short(tread.name));
    painter.text(
        rect.center_bottom(),
        Align2::CENTER_BOTTOM,
        text,
        FontId::proportional(look::SMALL),
        colour,
    );
}
