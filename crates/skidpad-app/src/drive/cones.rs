//! Cones that a car throws about.
//!
//! A cone that was hit slides to rest: Coulomb's friction takes mu g from its speed and, of a disc that presses evenly
//! on the ground, (2/3) mu m g r of torque from its spin; the inertia of a disc, m r^2 / 2, makes that a slowing of
//! (4/3) mu g / r. Both are taken as if the other were not there: a cone that spins and slides goes a little too
//! slowly. It stays upright.

use skidpad_core::math::{Real, Vec2};
use skidpad_world::contact::{Motion, Mover};

use crate::scene::{Cone, Scene};

/// What is looked at beyond the reach of bodies, m.
const NEAR_M: f64 = 1.0;
/// The farthest that a cone which is thrown comes before the next step, as an allowance on the speed, m/s.
const THROWN_M_S: f64 = 100.0;

/// A cone under way or standing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConeSeen {
    /// Where it is and how it moves.
    pub motion: Motion,
    /// Whether it was hit since the start.
    pub is_hit: bool,
}

/// The cones of a scene.
#[derive(Clone, Debug, Default)]
pub(super) struct Cones {
    seen: Vec<ConeSeen>,
}

/// A cone's motion after a time of sliding.
fn slid(motion: &Motion, gravity_m_s2: f64, dt_s: f64) -> Motion {
    let slowing = Cone::FRICTION * gravity_m_s2;
    let speed = Real::hypot(motion.velocity_m_s.x, motion.velocity_m_s.y);
    let turning = motion.yaw_rate_rad_s;
    let moves_s = Real::min(dt_s, speed / slowing);
    let spin_slowing = slowing * 4.0 / (3.0 * Cone::RADIUS_M);
    let spins_s = Real::min(dt_s, Real::abs(turning) / spin_slowing);
    let left = if speed > 0.0 { Real::max(speed - slowing * dt_s, 0.0) / speed } else { 0.0 };
    let rest = Real::max(Real::abs(turning) - spin_slowing * dt_s, 0.0);
    let mean = motion.velocity_m_s.scale(0.5 * (1.0 + left));
    let yaw_rate_rad_s = if turning < 0.0 { -rest } else { rest };
    Motion {
        position_m: motion.position_m + mean.scale(moves_s),
        yaw_rad: motion.yaw_rad + 0.5 * (turning + yaw_rate_rad_s) * spins_s,
        velocity_m_s: motion.velocity_m_s.scale(left),
        yaw_rate_rad_s,
    }
}

impl Cones {
    pub fn new(scene: &Scene) -> Self {
        let standing = |cone: &Cone| ConeSeen { motion: cone.at_rest(), is_hit: false };
        Self { seen: scene.cones.iter().map(standing).collect() }
    }

    pub fn seen(&self) -> &[ConeSeen] {
        &self.seen
    }

    pub fn put_back(&mut self, seen: Vec<ConeSeen>) {
        self.seen = seen;
    }

    /// The cones that may meet something in a step, by their places: those that move, what is near to those, and what
    /// is near to a place within a reach.
    pub fn awake(&self, place: Vec2<f64>, reach_m: f64, dt_s: f64) -> Vec<usize> {
        let is_moving = |cone: &ConeSeen| {
            let Motion { velocity_m_s, yaw_rate_rad_s, .. } = cone.motion;
            velocity_m_s.x != 0.0 || velocity_m_s.y != 0.0 || yaw_rate_rad_s != 0.0
        };
        let is_near = |cone: &ConeSeen, other: Vec2<f64>, reach_m: f64| {
            let off = cone.motion.position_m - other;
            off.dot(off) < reach_m * reach_m
        };
        let by_car = |cone: &ConeSeen| is_near(cone, place, reach_m + NEAR_M);
        let starts = |cone: &ConeSeen| is_moving(cone) || by_car(cone);
        let active: Vec<Vec2<f64>> =
            self.seen.iter().filter(|cone| starts(cone)).map(|cone| cone.motion.position_m).collect();
        let room_m = NEAR_M + THROWN_M_S * dt_s;
        let is_awake =
            |cone: &ConeSeen| starts(cone) || active.iter().any(|other| is_near(cone, *other, room_m));
        (0..self.seen.len()).filter(|index| is_awake(&self.seen[*index])).collect()
    }

    /// A cone as it goes through a step, on its own.
    pub fn mover(&self, index: usize, gravity_m_s2: f64, dt_s: f64) -> Mover {
        let start = self.seen[index].motion;
        Mover { body: Cone::body(), start, proposed: slid(&start, gravity_m_s2, dt_s) }
    }

    /// Where a cone is after the step.
    pub fn moved(&mut self, index: usize, motion: Motion, was_hit: bool) {
        let cone = &mut self.seen[index];
        *cone = ConeSeen { motion, is_hit: cone.is_hit || was_hit };
    }
}

#[cfg(test)]
mod tests {
    use super::slid;
    use crate::scene::Cone;
    use skidpad_world::contact::Motion;

    /// v^2 / (2 mu g), to rounding, whatever the step; and it stands then.
    #[test]
    fn a_cone_slides_as_far_as_its_friction_lets_it() {
        for dt_s in [0.001, 0.004, 1.0 / 30.0] {
            let mut motion = Motion::at_rest(0.0, 0.0, 0.0).moving(3.0, -4.0, 5.0);
            for _ in 0..(3.0 / dt_s) as usize {
                motion = slid(&motion, 9.81, dt_s);
            }
            let way = 25.0 / (2.0 * Cone::FRICTION * 9.81);
            let came = motion.position_m.dot(motion.position_m).sqrt();
            assert!((came - way).abs() < 1e-9, "{dt_s}: {came} {way}");
            assert_eq!((motion.velocity_m_s.x, motion.yaw_rate_rad_s), (0.0, 0.0));
            let turned = 25.0 / (2.0 * Cone::FRICTION * 9.81 * 4.0 / (3.0 * Cone::RADIUS_M));
            assert!((motion.yaw_rad - turned).abs() < 1e-9);
        }
    }
}
