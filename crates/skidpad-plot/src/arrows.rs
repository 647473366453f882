//! Cars and forces on a map.

use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::spec::Vehicle;
use skidpad_core::units::STANDARD_GRAVITY_M_S2;
use skidpad_world::manoeuvre::Turning;

type Point = (f64, f64);
const GAP: Point = (f64::NAN, f64::NAN);
/// A straight line.
type Piece = (Point, Point);
/// The lines of two cars come no nearer to each other than this, m.
const ROOM_M: f64 = 0.3;

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
        // The weight is a sixth of the picture.
        let weight_m = Real::max((size / 6.0).round(), 1.0);
        let mut arrows = Self {
            rows: Vec::new(),
            to_front_m: (1.0 - body.front_share) * body.wheelbase_m,
            to_rear_m: body.front_share * body.wheelbase_m,
            scale_m_n: weight_m / (body.mass_kg * STANDARD_GRAVITY_M_S2),
            weight_m,
        };
        let (mut next_s, mut taken) = (f64::NEG_INFINITY, Vec::new());
        for now in rows.iter().filter(|now| now.x_m.is_finite() && now.y_m.is_finite()) {
            if now.time_s < next_s - 1e-6 {
                continue;
            }
            let drawn = arrows.drawn(now);
            if !overlap(&drawn, &taken, ROOM_M) {
                arrows.rows.push(*now);
                taken.extend(drawn);
                next_s = now.time_s + Self::EVERY_S;
            }
        }
        arrows
    }

    /// The lines of a car: its body and the shafts of both arrows.
    fn drawn(&self, now: &Turning<f64>) -> Vec<Piece> {
        let (front, rear) = (along(now, self.to_front_m), along(now, -self.to_rear_m));
        let shaft = |arrow: Vec<Point>| arrow.get(..2).map(|ends| (ends[0], ends[1]));
        let arrows = [shaft(self.arrow(front, front_force(now))), shaft(self.arrow(rear, rear_force(now)))];
        arrows.into_iter().flatten().chain([(rear, front)]).collect()
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
        self.rows.iter().flat_map(|now| self.arrow(along(now, self.to_front_m), front_force(now))).collect()
    }

    /// The forces on the rear axle, at that axle.
    pub fn rear(&self) -> Vec<Point> {
        self.rows.iter().flat_map(|now| self.arrow(along(now, -self.to_rear_m), rear_force(now))).collect()
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

/// The force on the front axle in the world, N.
fn front_force(now: &Turning<f64>) -> Point {
    turned((now.front_force_x_n, now.front_force_y_n), now.yaw_rad + now.front_steer_rad)
}

/// The force on the rear axle in the world, N.
fn rear_force(now: &Turning<f64>) -> Point {
    turned((now.rear_force_x_n, now.rear_force_y_n), now.yaw_rad)
}

/// Whether lines come nearer to others than some distance.
fn overlap(drawn: &[Piece], taken: &[Piece], room_m: f64) -> bool {
    drawn.iter().any(|own| taken.iter().any(|other| distance(*own, *other) < room_m))
}

/// Distance between two straight lines; 0 where they cross.
fn distance(a: Piece, b: Piece) -> f64 {
    let side = |(from, to): Piece, point: Point| {
        (to.0 - from.0) * (point.1 - from.1) - (to.1 - from.1) * (point.0 - from.0)
    };
    let parts = |line: Piece, other: Piece| side(line, other.0) * side(line, other.1) < 0.0;
    if parts(a, b) && parts(b, a) {
        return 0.0;
    }
    let ends = [to_line(a.0, b), to_line(a.1, b), to_line(b.0, a), to_line(b.1, a)];
    ends.into_iter().fold(f64::INFINITY, Real::min)
}

fn to_line(point: Point, (from, to): Piece) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let along = ((point.0 - from.0) * dx + (point.1 - from.1) * dy) / Real::max(dx * dx + dy * dy, 1e-12);
    let share = Real::clamp(along, 0.0, 1.0);
    Real::hypot(point.0 - from.0 - share * dx, point.1 - from.1 - share * dy)
}

/// A point on the car's axis, ahead of its centre of mass.
fn along(now: &Turning<f64>, ahead_m: f64) -> Point {
    let (sin, cos) = Real::sin_cos(now.yaw_rad);
    (now.x_m + ahead_m * cos, now.y_m + ahead_m * sin)
}

fn turned(vector: Point, angle_rad: f64) -> Point {
    let turned = Vec2::new(vector.0, vector.1).to_parent(Direction::at_angle(angle_rad));
    (turned.x, turned.y)
}

#[cfg(test)]
mod tests {
    use super::{Arrows, ROOM_M, overlap};
    use skidpad_core::math::Real;
    use skidpad_core::record::Record as _;
    use skidpad_formats::presets;
    use skidpad_world::manoeuvre::Turning;

    /// In a handbrake turn the car turns on the spot at the end: cars every half second, with arrows of a fifth of the
    /// picture, lay over each other. Here it brakes to rest within 15 m, and turns by 150 degrees on the way.
    #[test]
    fn cars_and_arrows_do_not_overlap() {
        let vehicle = presets::preset("boxster-s").unwrap().spec.validate().unwrap();
        let row = |step: u32| {
            let time_s = 0.02 * f64::from(step);
            let left = Real::max(1.0 - time_s / 4.0, 0.0);
            Turning {
                time_s,
                x_m: 15.0 * (1.0 - left * left),
                y_m: 3.0 * (1.0 - left),
                yaw_rad: 2.6 * (1.0 - left * left),
                front_force_x_n: -2000.0,
                front_force_y_n: 5000.0,
                rear_force_x_n: -6000.0,
                rear_force_y_n: 2000.0,
                ..Turning::splat(0.0)
            }
        };
        let rows: Vec<Turning<f64>> = (0..250).map(row).collect();
        let arrows = Arrows::new(&vehicle, &rows);
        assert!(arrows.rows.len() >= 3, "{}", arrows.rows.len());
        for (index, now) in arrows.rows.iter().enumerate() {
            for other in &arrows.rows[..index] {
                assert!(!overlap(&arrows.drawn(now), &arrows.drawn(other), ROOM_M), "{}", now.time_s);
            }
        }
    }
}
