//! Acceleration of Palmer's car in each gear.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, Ui, pos2, vec2};

use crate::palmer::{Palmer, pull};
use crate::ui::{Units, look};

/// Largest size, points.
const SIZE: [f32; 2] = [560.0, 230.0];
/// Less room than this shows no diagram, points.
const LEAST_WIDTH: f32 = 120.0;
/// Ends of the axes: m/s, and m/s^2 below and above zero.
const ENDS: (f64, [f64; 2]) = (85.0, [-6.0, 10.0]);

/// Draws the curves and the point where the car is.
pub fn pull(ui: &mut Ui, units: Units, palmer: &Palmer) {
    let width = SIZE[0].min(ui.available_width());
    if width < LEAST_WIDTH {
        return;
    }
    let (response, painter) = look::picture(ui, vec2(width, SIZE[1]), || pull::says(palmer.car()));
    let field = response.rect.shrink2(vec2(26.0, 16.0));
    let place = |[speed, acceleration]: pull::Point| {
        let (end, [low, high]) = ENDS;
        let x = look::coordinate(speed / end).clamp(0.0, 1.0);
        let y = look::coordinate((high - acceleration) / (high - low)).clamp(0.0, 1.0);
        pos2(field.left() + x * field.width(), field.top() + y * field.height())
    };
    axes(&painter, field, units, &place);
    let gear = palmer.car().gear();
    for (index, curve) in pull::curves().into_iter().enumerate() {
        let is_in = index + 1 == gear;
        let (width, colour) = if is_in { (2.5, look::PLAYER) } else { (1.2, Color32::from_gray(140)) };
        let end = curve.last().map_or(field.min, |point| place(*point));
        painter.line(curve.into_iter().map(&place).collect(), Stroke::new(width, colour));
        text(&painter, end + vec2(3.0, 0.0), Align2::LEFT_CENTER, (index + 1).to_string(), colour);
    }
    if let Some(point) = pull::point(palmer.car()) {
        painter.circle(place(point), 5.0, look::VELOCITY, Stroke::new(1.0, Color32::BLACK));
    }
    response
        .on_hover_text("Acceleration over speed in each gear up to the redline, with the operating point");
}

fn text(painter: &Painter, place: Pos2, anchor: Align2, text: String, colour: Color32) {
    painter.text(place, anchor, text, FontId::proportional(look::SMALL), colour);
}

fn axes(painter: &Painter, field: Rect, units: Units, place: &impl Fn(pull::Point) -> Pos2) {
    let (end, [low, high]) = ENDS;
    painter.rect_stroke(field, 0.0, Stroke::new(1.0, look::LINES), egui::StrokeKind::Middle);
    painter.line_segment([place([0.0, 0.0]), place([end, 0.0])], Stroke::new(1.0, look::LINES));
    let grey = Color32::from_gray(170);
    for number in [-5.0, 0.0, 5.0] {
        let left = place([0.0, number]) - vec2(4.0, 0.0);
        text(painter, left, Align2::RIGHT_CENTER, format!("{number:.0}"), grey);
    }
    let (per_m_s, unit) = units.speed(1.0);
    let numbers =
        (1..).map(|number| 50.0 * f64::from(number)).take_while(|shown| *shown < 0.9 * per_m_s * end);
    for shown in numbers {
        let below = place([shown / per_m_s, low]) + vec2(0.0, 2.0);
        text(painter, below, Align2::CENTER_TOP, format!("{shown:.0}"), grey);
    }
    let limit = pull::tyre_limit_m_s2();
    let ends = [place([0.0, limit]), place([end, limit])];
    painter.extend(egui::Shape::dashed_line(&ends, Stroke::new(1.0, look::TOO_MUCH), 6.0, 5.0));
    let says = String::from("0.91 g: limit of the real tyres, not modelled");
    text(painter, ends[1] + vec2(-3.0, 3.0), Align2::RIGHT_TOP, says, grey);
    text(painter, field.right_bottom() + vec2(0.0, 2.0), Align2::RIGHT_TOP, String::from(unit), grey);
    text(
        painter,
        place([0.0, high]) - vec2(0.0, 2.0),
        Align2::LEFT_BOTTOM,
        String::from("m/s², by gear"),
        grey,
    );
}
