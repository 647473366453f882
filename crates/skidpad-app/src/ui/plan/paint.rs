//! What is painted on the ground, and cones.

use egui::{Align2, Color32, FontId, Painter, Shape, Stroke};
use skidpad_world::scene::{Cone, ConeState, Mark, Paint};

use super::projection::Projection;
use super::shapes::outline;
use crate::ui::look;

/// Letters smaller than this are not drawn, points, and none are larger.
const LETTERS: (f32, f32) = (look::SMALL, 60.0);

/// The colour that a paint has.
fn colour(paint: Paint) -> Color32 {
    match paint {
        Paint::White => Color32::from_gray(225),
        Paint::Guide => Color32::from_rgb(150, 190, 120),
        Paint::Lane => Color32::from_rgb(64, 67, 73),
        Paint::Wet => Color32::from_rgb(50, 76, 108),
        Paint::Slippery => Color32::from_rgb(92, 132, 168),
        Paint::Slope => Color32::from_rgb(88, 80, 66),
        Paint::Start => Color32::from_rgb(240, 240, 240),
    }
}

/// Draws a mark.
pub fn mark(painter: &Painter, view: &Projection, mark: &Mark) {
    let stroke = |width_m: f64, paint| {
        let width = (width_m * view.points_per_m()) as f32;
        Stroke::new(width.max(1.0), colour(paint))
    };
    match mark {
        Mark::Line { points_m, width_m, paint } => {
            let points: Vec<_> = points_m.iter().map(|point| view.at(*point)).collect();
            painter.line(points, stroke(*width_m, *paint));
        }
        Mark::Circle { centre_m, radius_m, width_m, paint } => {
            let radius = (radius_m * view.points_per_m()) as f32;
            painter.circle_stroke(view.at(*centre_m), radius, stroke(*width_m, *paint));
        }
        Mark::Area { area, paint } => {
            let outline = outline(view, area);
            painter.add(Shape::convex_polygon(outline, colour(*paint), Stroke::NONE));
        }
        Mark::Text { position_m, height_m, text } => {
            let (place, height) = (view.at(*position_m), (height_m * view.points_per_m()) as f32);
            if height >= LETTERS.0 && view.is_seen(place) {
                let font = FontId::proportional(height.min(LETTERS.1));
                painter.text(place, Align2::CENTER_CENTER, text, font, colour(Paint::White));
            }
        }
    }
}

/// Draws cones where they are; one that was hit has a red edge, and one that is flat is the edge alone.
pub fn cones(painter: &Painter, view: &Projection, cones: &[ConeState]) {
    let radius = ((Cone::RADIUS_M * view.points_per_m()) as f32).max(2.5);
    for cone in cones {
        let place = view.at([cone.motion.position_m.x, cone.motion.position_m.y]);
        if !view.is_seen(place) {
            continue;
        }
        let orange = Color32::from_rgb(255, 130, 30);
        let edge = if cone.is_hit { look::TOO_MUCH } else { Color32::WHITE };
        let fill = if cone.is_flat { Color32::TRANSPARENT } else { orange };
        painter.circle(place, radius, fill, Stroke::new(1.0, edge));
    }
}
