//! What can touch: bodies and walls.

use skidpad_core::math::{Vec2, Vec3};
use skidpad_core::model::spatial::{Push, SpaceMotion};

/// The outline of a body, seen from above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle along the body's axes.
    Box {
        /// Along x (forward), m.
        length_m: f64,
        /// Along y (left), m.
        width_m: f64,
        /// Distance of its middle ahead of the centre of mass, m.
        ahead_m: f64,
    },
    /// A disc about the centre of mass.
    Circle {
        /// Its radius, m.
        radius_m: f64,
    },
}

impl Shape {
    /// A rectangle about the centre of mass.
    pub fn centred_box(length_m: f64, width_m: f64) -> Self {
        Self::Box { length_m, width_m, ahead_m: 0.0 }
    }
}

/// A body: its outline and what resists a push.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// The outline.
    pub shape: Shape,
    /// Mass, kg.
    pub mass_kg: f64,
    /// Moment of inertia about the vertical axis through the centre of mass, kg m^2. Blows to a car in space use the moments of inertia of its
    /// vehicle instead.
    pub yaw_inertia_kg_m2: f64,
    /// Restitution, 0 (sticks) to 1 (bounces back in full). Of two that meet the smaller counts: the softer one
    /// swallows the energy.
    pub restitution: f64,
    /// Coefficient of friction. Of two that meet the geometric mean counts.
    pub friction: f64,
}

/// Place and motion of a body, in the world's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// The centre of mass, m.
    pub position_m: Vec2<f64>,
    /// Heading, rad, counter-clockwise.
    pub yaw_rad: f64,
    /// Velocity of the centre of mass, m/s.
    pub velocity_m_s: Vec2<f64>,
    /// Yaw rate, rad/s.
    pub yaw_rate_rad_s: f64,
}

impl Motion {
    /// At rest at a place.
    pub fn at_rest(x_m: f64, y_m: f64, yaw_rad: f64) -> Self {
        Self { position_m: Vec2::new(x_m, y_m), yaw_rad, velocity_m_s: Vec2::zero(), yaw_rate_rad_s: 0.0 }
    }

    /// A motion from the same place with another velocity.
    pub fn moving(self, x_m_s: f64, y_m_s: f64, yaw_rate_rad_s: f64) -> Self {
        Self { velocity_m_s: Vec2::new(x_m_s, y_m_s), yaw_rate_rad_s, ..self }
    }

    /// The part of a motion in space that lies in the plane of the road, of a body that heads along `yaw_rad`.
    pub fn of_space(motion: &SpaceMotion, yaw_rad: f64) -> Self {
        let (place, velocity) = (motion.position_m, motion.velocity_m_s);
        Self {
            position_m: Vec2::new(place.x, place.y),
            yaw_rad,
            velocity_m_s: Vec2::new(velocity.x, velocity.y),
            yaw_rate_rad_s: motion.angular_velocity_rad_s.z,
        }
    }

    /// The motion after a push, as far as that lies in the plane.
    pub fn pushed(self, push: &Push) -> Self {
        let (shift, velocity) = (push.displacement_m, push.velocity_m_s);
        Self {
            position_m: self.position_m + Vec2::new(shift.x, shift.y),
            yaw_rad: self.yaw_rad + push.rotation_rad.z,
            velocity_m_s: self.velocity_m_s + Vec2::new(velocity.x, velocity.y),
            yaw_rate_rad_s: self.yaw_rate_rad_s + push.angular_velocity_rad_s.z,
        }
    }

    /// The push that makes this motion of another.
    pub fn push_from(&self, before: &Self) -> Push {
        let flat = |v: Vec2<f64>| Vec3::new(v.x, v.y, 0.0);
        Push {
            displacement_m: flat(self.position_m - before.position_m),
            rotation_rad: Vec3::new(0.0, 0.0, self.yaw_rad - before.yaw_rad),
            velocity_m_s: flat(self.velocity_m_s - before.velocity_m_s),
            angular_velocity_rad_s: Vec3::new(0.0, 0.0, self.yaw_rate_rad_s - before.yaw_rate_rad_s),
        }
    }

    /// Motion after a time without forces.
    pub fn coasting(self, dt_s: f64) -> Self {
        Self {
            position_m: self.position_m + self.velocity_m_s.scale(dt_s),
            yaw_rad: self.yaw_rad + self.yaw_rate_rad_s * dt_s,
            ..self
        }
    }

    /// Kinetic energy of a body that moves so, J.
    pub fn kinetic_energy_j(&self, body: &Body) -> f64 {
        let (v, turning) = (self.velocity_m_s, self.yaw_rate_rad_s);
        0.5 * (body.mass_kg * v.dot(v) + body.yaw_inertia_kg_m2 * turning * turning)
    }
}

/// The outline of something that does not move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Barrier {
    /// A wall without thickness from one point to another, solid from both sides.
    Segment {
        /// One end, m.
        from_m: Vec2<f64>,
        /// The other end, m.
        to_m: Vec2<f64>,
    },
    /// Everything behind a straight line: all points `p` with (p - point) . normal < 0 are solid.
    HalfPlane {
        /// A point on the line, m.
        point_m: Vec2<f64>,
        /// The direction that points out of the solid side; any length but 0.
        normal: Vec2<f64>,
    },
    /// A post: a tree, a pillar.
    Post {
        /// Its middle, m.
        centre_m: Vec2<f64>,
        /// Its radius, m.
        radius_m: f64,
    },
}

/// Something that does not move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    /// Its outline.
    pub barrier: Barrier,
    /// Restitution, as of [`Body`].
    pub restitution: f64,
    /// Coefficient of friction, as of [`Body`].
    pub friction: f64,
}

impl Wall {
    /// Four half-planes around a rectangle, from its lower left to its upper right corner.
    pub fn arena(low_m: [f64; 2], high_m: [f64; 2], restitution: f64, friction: f64) -> [Self; 4] {
        let side = |point: [f64; 2], x: f64, y: f64| Self {
            barrier: Barrier::HalfPlane { point_m: Vec2::new(point[0], point[1]), normal: Vec2::new(x, y) },
            restitution,
            friction,
        };
        [side(low_m, 1.0, 0.0), side(low_m, 0.0, 1.0), side(high_m, -1.0, 0.0), side(high_m, 0.0, -1.0)]
    }

    /// Segments from each point to the next.
    pub fn line(points_m: &[[f64; 2]], restitution: f64, friction: f64) -> Vec<Self> {
        let at = |point: [f64; 2]| Vec2::new(point[0], point[1]);
        points_m
            .windows(2)
            .map(|ends| Barrier::Segment { from_m: at(ends[0]), to_m: at(ends[1]) })
            .map(|barrier| Self { barrier, restitution, friction })
            .collect()
    }
}
