//! Bodies, chance and sums for the tests of contact.
#![allow(dead_code)]

use skidpad_core::math::Vec2;
use skidpad_world::contact::{Body, Contacts, Motion, Mover, Outcome, Shape, Wall, Walls};

pub const FRAME_S: f64 = 1.0 / 60.0;

pub fn disc(mass_kg: f64, radius_m: f64, restitution: f64, friction: f64) -> Body {
    let yaw_inertia_kg_m2 = 0.5 * mass_kg * radius_m * radius_m;
    Body { shape: Shape::Circle { radius_m }, mass_kg, yaw_inertia_kg_m2, restitution, friction }
}

/// A uniform rectangle.
pub fn slab(mass_kg: f64, (length, width): (f64, f64), restitution: f64, friction: f64) -> Body {
    let yaw_inertia_kg_m2 = mass_kg * (length * length + width * width) / 12.0;
    let shape = Shape::centred_box(length, width);
    Body { shape, mass_kg, yaw_inertia_kg_m2, restitution, friction }
}

pub fn car() -> Body {
    slab(1500.0, (4.5, 1.8), 0.25, 0.5)
}

/// A wall along y at a place on x, solid beyond it.
pub fn wall_at(x_m: f64, restitution: f64, friction: f64) -> Wall {
    let barrier = skidpad_world::contact::Barrier::HalfPlane {
        point_m: Vec2::new(x_m, 0.0),
        normal: Vec2::new(-1.0, 0.0),
    };
    Wall { barrier, restitution, friction }
}

/// Bodies on which nothing acts but contact.
pub struct World {
    pub bodies: Vec<Body>,
    pub motions: Vec<Motion>,
    pub walls: Walls,
    /// A constant acceleration of each body, m/s^2.
    pub pull: Vec<[f64; 2]>,
    pub contacts: Contacts,
}

impl World {
    pub fn new(bodies: Vec<(Body, Motion)>, walls: Vec<Wall>) -> Self {
        let pull = vec![[0.0; 2]; bodies.len()];
        let (bodies, motions) = bodies.into_iter().unzip();
        let walls = Walls::new(walls).expect("all numbers are sound");
        Self { bodies, motions, walls, pull, contacts: Contacts::new() }
    }

    pub fn movers(&self, dt_s: f64) -> Vec<Mover> {
        let all = self.bodies.iter().zip(&self.motions).zip(&self.pull);
        all.map(|((body, start), [x, y])| {
            let faster = Vec2::new(x * dt_s, y * dt_s);
            let mut proposed = start.coasting(dt_s);
            proposed.velocity_m_s = start.velocity_m_s + faster;
            proposed.position_m = proposed.position_m + faster.scale(0.5 * dt_s);
            Mover::new(*body, *start, proposed)
        })
        .collect()
    }

    pub fn step(&mut self, dt_s: f64) -> Outcome {
        let movers = self.movers(dt_s);
        let outcome = self.contacts.step(&movers, &self.walls, dt_s).expect("all numbers are sound");
        self.motions.clone_from(&outcome.motions);
        outcome.clone()
    }

    pub fn energy(&self) -> f64 {
        self.bodies.iter().zip(&self.motions).map(|(body, motion)| motion.kinetic_energy_j(body)).sum()
    }

    /// Momentum along x and y, angular momentum about the origin; and the sums of their parts' sizes.
    pub fn momentum(&self) -> ([f64; 3], [f64; 3]) {
        let (mut sum, mut size) = ([0.0; 3], [0.0; 3]);
        for (body, motion) in self.bodies.iter().zip(&self.motions) {
            let p = motion.velocity_m_s.scale(body.mass_kg);
            let spin = body.yaw_inertia_kg_m2 * motion.yaw_rate_rad_s;
            let r = motion.position_m;
            for (at, parts) in [vec![p.x], vec![p.y], vec![r.x * p.y, -r.y * p.x, spin]].iter().enumerate() {
                sum[at] += parts.iter().sum::<f64>();
                size[at] += parts.iter().map(|part| part.abs()).sum::<f64>();
            }
        }
        (sum, size)
    }
}
