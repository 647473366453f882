//! The ideal line from above: green where it accelerates, red where it brakes, yellow between.

use egui::{Color32, Painter, Stroke};

use super::projection::Projection;
use crate::ideal::{IdealLap, IdealPoint};

/// Width of the line, m, and its least, points.
const WIDTH: (f64, f32) = (0.35, 1.5);
const COASTING: Color32 = Color32::from_rgb(230, 205, 70);
const THROTTLE: Color32 = Color32::from_rgb(70, 205, 95);
const BRAKE: Color32 = Color32::from_rgb(240, 70, 60);

/// Draws the part that is seen.
pub fn draw(painter: &Painter, view: &Projection, lap: &IdealLap) {
    let width = (WIDTH.0 * view.points_per_m()) as f32;
    let [low, high] = view.bounds_m();
    let is_seen = |point: &IdealPoint| {
        (0..2).all(|axis| (low[axis] - 5.0..=high[axis] + 5.0).contains(&point.position_m[axis]))
    };
    for pair in lap.points().windows(2).filter(|pair| is_seen(&pair[0]) || is_seen(&pair[1])) {
        let ends = [0, 1].map(|end| view.at(pair[end].position_m));
        painter.line_segment(ends, Stroke::new(width.max(WIDTH.1), colour(&pair[0]).gamma_multiply(0.85)));
    }
}

/// Colour of the pedals at a place.
pub fn colour(point: &IdealPoint) -> Color32 {
    let mix = |to: Color32, share: f64| {
        let part = |from: u8, to: u8| {
            (f64::from(from) + share.clamp(0.0, 1.0) * (f64::from(to) - f64::from(from))) as u8
        };
        Color32::from_rgb(part(COASTING.r(), to.r()), part(COASTING.g(), to.g()), part(COASTING.b(), to.b()))
    };
    if point.brake > 0.0 { mix(BRAKE, point.brake) } else { mix(THROTTLE, point.throttle) }
}

#[cfg(test)]
mod tests {
    use super::{BRAKE, COASTING, THROTTLE, colour};
    use crate::ideal::IdealPoint;

    #[test]
    fn pedals_have_their_colours() {
        let point = |throttle: f64, brake: f64| IdealPoint {
            distance_m: 0.0,
            time_s: 0.0,
            position_m: [0.0; 2],
            speed_m_s: 20.0,
            throttle,
            brake,
            steer_rad: 0.0,
        };
        assert_eq!(
            [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)].map(|(throttle, brake)| colour(&point(throttle, brake))),
            [COASTING, THROTTLE, BRAKE]
        );
        assert!(colour(&point(0.0, 0.5)).g() < COASTING.g());
    }
}
