//! The hand on the plan: the stick under a mouse, and the controls under fingers.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::look;
use crate::hand::glass::{Area, Glass, Pad};
use crate::hand::mouse::Held;

/// A place of the screen as the hands take it.
pub fn place(at: Pos2) -> [f64; 2] {
    [f64::from(at.x), f64::from(at.y)]
}

/// A rectangle likewise.
pub fn area(rect: Rect) -> Area {
    [rect.left(), rect.top(), rect.right(), rect.bottom()].map(f64::from)
}

/// And back.
pub fn rect([left, top, right, bottom]: Area) -> Rect {
    let at = |x, y| pos2(look::coordinate(x), look::coordinate(y));
    Rect::from_min_max(at(left, top), at(right, bottom))
}

/// A stick as a box around where the button went down, and where the hand is in it.
pub fn stick(painter: &Painter, held: &Held) {
    let [from, at] = [held.from, held.at].map(|[x, y]| pos2(look::coordinate(x), look::coordinate(y)));
    let reach = look::coordinate(held.reach);
    let faint = Stroke::new(1.0, Color32::from_white_alpha(90));
    let frame = Rect::from_center_size(from, vec2(2.0 * reach, 2.0 * reach));
    painter.rect(frame, 6.0, Color32::from_black_alpha(30), faint, egui::StrokeKind::Inside);
    painter.line_segment([frame.left_center(), frame.right_center()], faint);
    painter.line_segment([frame.center_top(), frame.center_bottom()], faint);
    let raw = held.raw();
    let end = from + vec2(-look::coordinate(raw.steer), look::coordinate(raw.brake - raw.throttle)) * reach;
    let colour = if raw.brake > 0.0 { look::TOO_MUCH } else { look::WELL };
    painter.line_segment([from, end], Stroke::new(3.0, colour));
    painter.circle(end, 8.0, colour, Stroke::new(1.5, Color32::BLACK));
    let font = FontId::proportional(12.0);
    let grey = Color32::from_white_alpha(150);
    painter.text(frame.center_top() + vec2(0.0, 3.0), Align2::CENTER_TOP, "throttle", font.clone(), grey);
    painter.text(frame.center_bottom() - vec2(0.0, 3.0), Align2::CENTER_BOTTOM, "brake", font, grey);
    if end != at {
        painter.circle_stroke(at, 4.0, faint);
    }
}

/// The controls under fingers, and how far each is pressed.
pub fn pads(ui: &Ui, painter: &Painter, glass: &Glass) {
    let Some(layout) = glass.layout() else { return };
    for pad in Pad::ALL {
        let (rect, share) = (rect(layout.area(pad)), glass.share(pad).clamp(-1.0, 1.0));
        let says = || format!("{}: {:.0} %", pad.name(), 100.0 * share);
        // Fingers are read as such; this is for who reads the screen.
        let response = ui.interact(rect, ui.scope_id().with(pad.name()), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, says()));
        let edge = Stroke::new(1.5, Color32::from_white_alpha(120));
        painter.rect(rect, 10.0, Color32::from_black_alpha(90), edge, egui::StrokeKind::Inside);
        painter.rect_filled(filled(rect, pad, share), 10.0, colour(pad).gamma_multiply(0.55));
        let font = FontId::proportional(14.0);
        painter.text(rect.center(), Align2::CENTER_CENTER, pad.name(), font, Color32::from_gray(235));
    }
}

/// The part of a control that is pressed.
fn filled(rect: Rect, pad: Pad, share: f64) -> Rect {
    let share = look::coordinate(share);
    match pad {
        Pad::Steer => {
            let end = rect.center().x - 0.5 * share * rect.width();
            Rect::from_two_pos(pos2(rect.center().x, rect.top()), pos2(end, rect.bottom()))
        }
        _ => Rect::from_min_max(pos2(rect.left(), rect.bottom() - share * rect.height()), rect.max),
    }
}

fn colour(pad: Pad) -> Color32 {
    match pad {
        Pad::Brake | Pad::Handbrake => look::TOO_MUCH,
        Pad::Steer => look::FORCE,
        _ => look::WELL,
    }
}
