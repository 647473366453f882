//! What the integrators are tried on: problems with a closed form.
// Each test uses its part.
#![allow(dead_code, clippy::disallowed_methods)]

use skidpad_core::integrate::{Partitioned, System};
use skidpad_core::math::Real;

skidpad_core::record! {
    /// A car on a straight road.
    pub struct Car {
        /// Distance covered.
        distance_m: "m" [-1e9, 1e9],
        /// Speed.
        speed_m_s: "m/s" [-1e6, 1e6],
    }

    /// A point in the plane.
    pub struct Planet {
        /// Position.
        x: "-" [-1e3, 1e3],
        /// Position.
        y: "-" [-1e3, 1e3],
        /// Velocity.
        vx: "-" [-1e3, 1e3],
        /// Velocity.
        vy: "-" [-1e3, 1e3],
    }
}

/// Palmer's Porsche Boxster S, dv/dt = c1 v^2 + c2 v + c3 (eq. 8.21).
pub struct Boxster;

pub const BOXSTER: [f64; 3] = [-2.5904e-4, -0.018045, 2.82978];

impl<R: Real> System<R> for Boxster {
    type State = Car<R>;
    #[inline(always)]
    fn derivative(&self, _time: R, car: &Car<R>) -> Car<R> {
        let [c1, c2, c3] = BOXSTER.map(R::lit);
        let v = car.speed_m_s;
        Car { distance_m: v, speed_m_s: (c1 * v + c2) * v + c3 }
    }
}

impl<R: Real> Partitioned<R> for Boxster {
    #[inline(always)]
    fn join(velocities: &Car<R>, positions: &Car<R>) -> Car<R> {
        Car { distance_m: positions.distance_m, speed_m_s: velocities.speed_m_s }
    }
}

/// Kepler's problem with the gravity 1.
pub struct Kepler;

impl System<f64> for Kepler {
    type State = Planet<f64>;
    #[inline(always)]
    fn derivative(&self, _time: f64, p: &Planet<f64>) -> Planet<f64> {
        let square = p.x * p.x + p.y * p.y;
        let cube = square * square.sqrt();
        Planet { x: p.vx, y: p.vy, vx: -p.x / cube, vy: -p.y / cube }
    }
}

impl Partitioned<f64> for Kepler {
    #[inline(always)]
    fn join(v: &Planet<f64>, x: &Planet<f64>) -> Planet<f64> {
        Planet { x: x.x, y: x.y, vx: v.vx, vy: v.vy }
    }
}

/// The ellipse with eccentricity 0.3 from its nearest point; its period is 2 pi.
pub fn planet_start() -> Planet<f64> {
    Planet { x: 0.7, y: 0.0, vx: 0.0, vy: (1.3f64 / 0.7).sqrt() }
}

/// The planet after `time`, from Kepler's equation E - e sin E = t.
pub fn planet_at(time: f64) -> Planet<f64> {
    let e: f64 = 0.3;
    let mut angle = time;
    for _ in 0..60 {
        angle -= (angle - e * angle.sin() - time) / (1.0 - e * angle.cos());
    }
    let minor = (1.0 - e * e).sqrt();
    let rate = 1.0 / (1.0 - e * angle.cos());
    Planet {
        x: angle.cos() - e,
        y: minor * angle.sin(),
        vx: -angle.sin() * rate,
        vy: minor * angle.cos() * rate,
    }
}
