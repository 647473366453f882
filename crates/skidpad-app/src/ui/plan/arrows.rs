//! What pushes the car and where it goes, as arrows.

use egui::{Align2, Color32, FontId, Painter, Stroke};

use super::drawn::DrawnCar;
use super::projection::Projection;
use crate::tread::{in_world, treads, turning_centre_m};
use crate::ui::{Shown, look};

/// Length of an arrow, m, per N, per m/s of slip, and per m/s of the car.
const M_PER_N: f64 = 0.0006;
const M_PER_SLIP: f64 = 0.35;
const M_PER_SPEED: f64 = 0.16;
/// The turning centre is shown up to so far away, m.
const FURTHEST_CENTRE_M: f64 = 2000.0;
/// Room for its distance, points.
const ROOM_FOR_RADIUS: f32 = 60.0;

/// Draws those of a car that are switched on.
pub fn draw(painter: &Painter, view: &Projection, shown: &Shown, car: &DrawnCar<'_>) {
    let DrawnCar { entrant, pose } = car;
    let seen = entrant.seen();
    let arrow = |from_m: [f64; 2], vector: [f64; 2], stroke: Stroke| {
        let to_m = [from_m[0] + vector[0], from_m[1] + vector[1]];
        look::arrow(painter, view.at(in_world(pose, from_m)), view.at(in_world(pose, to_m)), stroke);
    };
    if shown.turning_centre {
        turning_centre(painter, view, car);
    }
    for tread in &treads(entrant) {
        if shown.slips {
            let slip = tread.slip_m_s(&seen).map(|part| M_PER_SLIP * part);
            arrow(tread.place_m, slip, Stroke::new(2.0, look::SLIP));
        }
        if shown.forces {
            let is_sliding = tread.strain(&seen).is_some_and(|strain| strain >= 1.0);
            let colour = if is_sliding { look::TOO_MUCH } else { look::FORCE };
            // Red where the tyre slides.
            arrow(tread.place_m, tread.force_n().map(|part| M_PER_N * part), Stroke::new(2.5, colour));
        }
    }
    if shown.velocity {
        let velocity = seen.heading_velocity_m_s().map(|part| M_PER_SPEED * part);
        arrow([0.0, 0.0], velocity, Stroke::new(2.5, look::VELOCITY));
    }
}

fn turning_centre(painter: &Painter, view: &Projection, DrawnCar { entrant, pose }: &DrawnCar<'_>) {
    let Some(centre_m) = turning_centre_m(&entrant.seen()) else {
        return;
    };
    let away_m = centre_m[0].hypot(centre_m[1]);
    if !(away_m < FURTHEST_CENTRE_M && entrant.seen().speed_m_s() > 0.3) {
        return;
    }
    let (car, centre) = (view.at(in_world(pose, [0.0, 0.0])), view.at(in_world(pose, centre_m)));
    painter.line_segment([car, centre], Stroke::new(1.0, look::CENTRE.gamma_multiply(0.6)));
    painter.circle(centre, 4.0, look::CENTRE, Stroke::new(1.0, Color32::BLACK));
    let text = format!("{away_m:.0} m");
    let font = FontId::proportional(12.0);
    // At the right edge it stands on the other side.
    let is_at_edge = centre.x > view.rect().right() - ROOM_FOR_RADIUS;
    let (side, anchor) = if is_at_edge { (-8.0, Align2::RIGHT_CENTER) } else { (8.0, Align2::LEFT_CENTER) };
    painter.text(centre + egui::vec2(side, 0.0), anchor, text, font, look::CENTRE);
}
