//! The g-g diagram: accelerations of the last seconds.

use egui::{Align2, Color32, FontId, Painter, Pos2, Stroke, Ui, Vec2, vec2};
use skidpad_core::units::STANDARD_GRAVITY_M_S2;

use crate::seen::Seen;
use crate::ui::look;

/// Size, points, and points per g.
const SIZE: Vec2 = vec2(165.0, 170.0);
const PER_G: f32 = 52.0;

/// Place of an acceleration in the diagram: forwards is up, to the left is left.
fn place(middle: Pos2, [forwards, left]: [f64; 2]) -> Pos2 {
    let most = 1.45;
    let [up, left] =
        [forwards, left].map(|part| look::coordinate(part / STANDARD_GRAVITY_M_S2).clamp(-most, most));
    middle + PER_G * vec2(-left, -up)
}

/// Draws the diagram of a car, with the accelerations before, m/s^2, the oldest first.
pub fn g_g(ui: &mut Ui, trail: impl ExactSizeIterator<Item = [f64; 2]>, seen: &Seen<'_>) {
    let now = seen.acceleration_m_s2();
    let in_g = now.map(|part| part / STANDARD_GRAVITY_M_S2);
    // What the model does not know is no 0.
    let car = &seen.channels().car;
    let known = [car.acceleration_x, car.acceleration_y];
    let shown = |axis: usize| known[axis].map_or_else(|| String::from("-"), |_| look::figure(in_g[axis], 2));
    let says = || format!("g-g: {} g longitudinal, {} g lateral", shown(0), shown(1));
    let (response, painter) = look::picture(ui, SIZE, says);
    let middle = response.rect.center();
    axes(&painter, middle);
    let points = trail.len().max(1) as f32;
    let places: Vec<_> = trail.map(|point| place(middle, point)).collect();
    for (index, ends) in places.windows(2).enumerate() {
        let share = index as f32 / points;
        let stroke = Stroke::new(1.5, look::FORCE.gamma_multiply(0.1 + 0.8 * share));
        painter.line_segment([ends[0], ends[1]], stroke);
    }
    painter.circle(place(middle, now), 4.0, look::PLAYER, Stroke::new(1.0, Color32::BLACK));
    let text = format!("{} g, {} g", shown(0), shown(1));
    let corner = response.rect.left_bottom();
    painter.text(corner, Align2::LEFT_BOTTOM, text, FontId::monospace(look::SMALL), Color32::from_gray(190));
}

fn axes(painter: &Painter, middle: Pos2) {
    let stroke = Stroke::new(0.7, look::LINES);
    for half in [0.5, 1.0] {
        painter.circle_stroke(middle, half * PER_G, stroke);
        let at = middle + vec2(half * PER_G * 0.71, -half * PER_G * 0.71);
        let text = format!("{half} g");
        painter.text(
            at,
            Align2::LEFT_BOTTOM,
            text,
            FontId::proportional(look::SMALL),
            Color32::from_gray(150),
        );
    }
    for axis in [vec2(1.4 * PER_G, 0.0), vec2(0.0, 1.4 * PER_G)] {
        painter.line_segment([middle - axis, middle + axis], stroke);
    }
}
