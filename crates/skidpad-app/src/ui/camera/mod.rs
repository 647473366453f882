//! The camera above the road: which way is up, how far it looks, and where the car is in the picture. No drawing.
//!
//! The follow camera turns with the car and zooms out with speed so that what comes in the next [`LOOK_AHEAD_S`] seconds is in
//! the picture. What it follows is smoothed over simulated time ([`Chase`]), so that it moves alike at every frame rate
//! and stands still with the time.

mod chase;

use core::f64::consts::FRAC_PI_2;

pub use chase::{Chase, Subject};

use crate::tread::turned;

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

/// Camera of the top view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// True if the picture turns with the car, which then drives upwards; else the y axis, north, is up.
    pub turns: bool,
    /// True if it zooms out with speed.
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

    /// Part of the world in a picture of some size, points, of the car that is followed.
    pub fn shot(&self, chase: &Chase, size: [f64; 2]) -> Shot {
        let up_rad = if self.turns { chase.up_rad() } else { FRAC_PI_2 };
        // Of two scales, that at rest and that at which `TO_EDGE_S` of travel reach the edge, less than either: the
        // one goes over into the other without a kink.
        let scale = 1.0 / (1.0 / USUAL_SCALE).hypot(TO_EDGE_S * speed_over_reach(size, chase, up_rad));
        let chosen = if self.zooms { scale * self.points_per_m / USUAL_SCALE } else { self.points_per_m };
        let points_per_m = chosen.max(LEAST_SCALE);
        // The car is behind the middle by at most half the way to the edge, whatever zoom was chosen. Off a wall its
        // velocity turns round at once, and the smoothed one goes through 0: so does the middle.
        let lead_s = AHEAD_S * scale / points_per_m;
        let ([x, y], [vx, vy]) = (chase.position_m(), chase.velocity_m_s());
        Shot { centre_m: [x + lead_s * vx, y + lead_s * vy], up_rad, points_per_m }
    }
}

/// Speed over the way to the edge of a picture in the direction of travel, 1/s times metres per point. The part of
/// the speed that the smoothed velocity has not reached has no direction yet: it counts towards the nearest edge.
fn speed_over_reach([width, height]: [f64; 2], chase: &Chase, up_rad: f64) -> f64 {
    let halves = [0.5 * width, 0.5 * height].map(|half| half.max(1.0));
    let velocity_m_s = chase.velocity_m_s();
    let [across, along] = turned(velocity_m_s, FRAC_PI_2 - up_rad).map(f64::abs);
    let directed = (across / halves[0]).max(along / halves[1]);
    let rest_m_s = (chase.speed_m_s() - velocity_m_s[0].hypot(velocity_m_s[1])).max(0.0);
    directed + rest_m_s / halves[0].min(halves[1])
}

#[cfg(test)]
mod tests;
