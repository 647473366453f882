//! Cars and forces on a map.

use skidpad::math::Real;
use skidpad::spec::Vehicle;
use skidpad::units::STANDARD_GRAVITY_M_S2;
use skidpad_world::manoeuvre::Turning;

type Point = (f64, f64);
const GAP: Point = (f64::NAN, f64::NAN);

/// What a map shows.
pub(crate) struct Scene {
    /// Its file.
    pub file: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What happens.
    pub event: &'static str,
}

/// A car at some instants, with the forces on its axles.
pub(crate) struct Arrows {
    rows: Vec<Turning<f64>>,
    /// From the centre of mass to the axles, m.
    to_front_m: f64,
    to_rear_m: f64,
    /// Length of an arrow per force, m/N.
    scale_m_n: f64,
    weight_m: f64,
}

impl Arrows {
    /// Time between two cars, s.
    pub const EVERY_S: f64 = 0.5;

    /// The cars of a recording.
    pub fn new(vehicle: &Vehicle<f64>, rows: &[Turning<f64>]) -> Self {
        let body = vehicle.body();
        let extent = |pick: fn(&Turning<f64>) -> f64| {
            let values = || rows.iter().map(pick);
            values().fold(f64::NEG_INFINITY, Real::max) - values().fold(f64::INFINITY, Real::min)
        };
        let size = Real::max(extent(|now| now.x_m), extent(|now| now.y_m));
        // The weight is a fifth of the picture.
        let weight_m = Real::max((0.2 * size).round(), 1.0);
        let mut next_s = f64::NEG_INFINITY;
        let mut chosen = Vec::new();
        for now in rows.iter().filter(|now| now.x_m.is_finite() && now.y_m.is_finite()) {
            if now.time_s >= next_s - 1e-6 {
                chosen.push(*now);
                next_s = now.time_s + Self::EVERY_S;
            }
        }
        Self {
            rows: chosen,
            to_front_m: (1.0 - body.front_share) * body.wheelbase_m,
            to_rear_m: body.front_share * body.wheelbase_m,
            scale_m_n: weight_m / (body.mass_kg * STANDARD_GRAVITY_M_S2),
            weight_m,
        }
    }

    /// The length of an arrow for the car's weight, m.
    pub fn weight_m(&self) -> f64 {
        self.weight_m
    }

    /// The cars, from axle to axle.
    pub fn bodies(&self) -> Vec<Point> {
        self.rows
            .iter()
            .flat_map(|now| [along(now, -self.to_rear_m), along(now, self.to_front_m), GAP])
            .collect()
    }

    /// The forces on the front axle, at that axle.
    pub fn front(&self) -> Vec<Point> {
        let force = |now: &Turning<f64>| {
            let angle = now.yaw_rad + now.front_steer_rad;
            turned((now.front_force_x_n, now.front_force_y_n), angle)
        };
        self.rows.iter().flat_map(|now| self.arrow(along(now, self.to_front_m), force(now))).collect()
    }

    /// The forces on the rear axle, at that axle.
    pub fn rear(&self) -> Vec<Point> {
        let force = |now: &Turning<f64>| turned((now.rear_force_x_n, now.rear_force_y_n), now.yaw_rad);
        self.rows.iter().flat_map(|now| self.arrow(along(now, -self.to_rear_m), force(now))).collect()
    }

    /// An arrow from a point; nothing where the model does not know the force.
    fn arrow(&self, from: Point, force: Point) -> Vec<Point> {
        let (dx, dy) = (force.0 * self.scale_m_n, force.1 * self.scale_m_n);
        if !(dx.is_finite() && dy.is_finite()) {
            return Vec::new();
        }
        let tip = (from.0 + dx, from.1 + dy);
        let barb = |side: f64| (tip.0 - 0.2 * dx + side * 0.1 * dy, tip.1 - 0.2 * dy - side * 0.1 * dx);
        vec![from, tip, barb(1.0), tip, barb(-1.0), GAP]
    }
}

/// A point on the car's axis, ahead of its centre of mass.
fn along(now: &Turning<f64>, ahead_m: f64) -> Point {
    let (sin, cos) = Real::sin_cos(now.yaw_rad);
    (now.x_m + ahead_m * cos, now.y_m + ahead_m * sin)
}

fn turned(vector: Point, angle_rad: f64) -> Point {
    let (sin, cos) = Real::sin_cos(angle_rad);
    (vector.0 * cos - vector.1 * sin, vector.0 * sin + vector.1 * cos)
}
