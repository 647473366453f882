//! The camera above the road: which way is up, how far it looks, and where the car is in the picture. No drawing.
//!
//! The follow camera turns with the car and zooms out with speed so that what comes in the next [`LOOK_AHEAD_S`] seconds is in
//! the picture. What it follows is smoothed over simulated time ([`Chase`]), so that it moves alike at every frame rate
//! and stands still with the time.

mod chase;

use core::f64::consts::FRAC_PI_2;

pub use chase::{Chase, Subject};

/// Time of travel that is always ahead of the car in the picture, at the usual zoom, s.
pub const LOOK_AHEAD_S: f64 = 3.0;
/// Seconds of travel that fit between the middle of the picture and its edge, and by which the middle is ahead of the car at
/// high speed. Together 3.6 s: the direction is smoothed, and in a bend the car's own is some degrees ahead of it.
const TO_EDGE_S: f64 = 2.4;
const AHEAD_S: f64 = 0.5 * TO_EDGE_S;
/// Scale at rest and without zoom, points of the screen per metre.
pub const USUAL_SCALE: f64 = 14.0;
/// The least and the largest scale at rest that can be chosen.
const SCALES: (f64, f64) = (0.5, 120.0);
/// The least scale of all, of a picture without size.
const LEAST_SCALE: f64 = 0.02;

/// How the top view is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Whether the picture turns with the car, which then drives upwards; else the y axis, north, is up.
    pub turns: bool,
    /// Whether it zooms out with speed.
    pub zooms: bool,
    /// Scale at rest, points of the screen per metre.
    pub points_per_m: f64,
}

impl Default for Camera {
    fn default() -> Self {
        Self { turns: true, zooms: true, points_per_m: USUAL_SCALE }
    }
}

/// The part of the world that is in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Place of the world in the middle of the picture, m.
    pub centre_m: [f64; 2],
    /// Direction of the world that is up, rad from the x axis.
    pub up_rad: f64,
    /// Points of the screen per metre.
    pub points_per_m: f64,
}

impl Camera {
    /// Zooms in by a factor above 1, out by one below.
    pub fn zoom(&mut self, factor: f64) {
        if factor.is_finite() && factor > 0.0 {
            self.points_per_m = (self.points_per_m * factor).clamp(SCALES.0, SCALES.1);
        }
    }

    /// What is in a picture of some size, points, of the car that is followed.
    pub fn shot(&self, chase: &Chase, size: [f64; 2]) -> Shot {
        let up_rad = if self.turns { chase.up_rad() } else { FRAC_PI_2 };
        let velocity = chase.velocity_m_s();
        let speed = chase.speed_m_s();
        let is_moving = velocity != [0.0; 2];
        let course_rad = if is_moving { velocity[1].atan2(velocity[0]) } else { up_rad };
        let reach = reach(size, course_rad - up_rad + FRAC_PI_2);
        // Of two scales, that at rest and that at which `TO_EDGE_S` of travel reach the edge, less than either: the
        // one goes over into the other without a kink.
        let scale = 1.0 / (1.0 / USUAL_SCALE).hypot(TO_EDGE_S * speed / reach);
        let chosen = if self.zooms { scale * self.points_per_m / USUAL_SCALE } else { self.points_per_m };
        let points_per_m = chosen.max(LEAST_SCALE);
        // The car is behind the middle by at most half the way to the edge, whatever zoom was chosen.
        let ahead_m = AHEAD_S * speed * scale / points_per_m;
        let [x, y] = chase.position_m();
        let centre_m = [x + ahead_m * course_rad.cos(), y + ahead_m * course_rad.sin()];
        Shot { centre_m, up_rad, points_per_m }
    }
}

/// Way from the middle of a picture to its edge in a direction on the screen, points; the direction in rad from rightwards,
/// counter-clockwise.
fn reach([width, height]: [f64; 2], direction_rad: f64) -> f64 {
    let (sin, cos) = direction_rad.sin_cos();
    let across = 0.5 * width / cos.abs().max(1e-9);
    let along = 0.5 * height / sin.abs().max(1e-9);
    across.min(along).max(1.0)
}

#[cfg(test)]
mod tests;
