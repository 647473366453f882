//! Cones in motion: each stands, or slides after a hit.
//!
//! A cone that was hit slides to rest: Coulomb's friction takes mu g from its speed and, of a disc that presses evenly
//! on the ground, (2/3) mu m g r of torque from its spin; the inertia of a disc, m r^2 / 2, makes that a slowing of
//! (4/3) mu g / r. Both are taken as if the other were not there: a cone that spins and slides decelerates a little too
//! much. It stays upright, until it is [crushed](super::ConeContacts).

use skidpad_core::math::{Real, Vec2};
use skidpad_core::snapshot::StateHash;

use super::Cone;
use super::cell_order::CellOrder;
use super::vicinity::{NEAR_M, Vicinity};
use crate::contact::{Motion, Mover, is_usable};

/// Allowance for the speed of a cone that is hit, m/s: within a step it comes no farther than this takes it.
const THROWN_M_S: f64 = 100.0;

/// State of a cone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConeState {
    /// Position and motion.
    pub motion: Motion,
    /// True after anything has hit it.
    pub is_hit: bool,
    /// True after it was crushed: it lies there, and nothing meets it any more.
    pub is_flat: bool,
}

/// Search for the cones of a step, with its working memory: nothing is allocated once it has grown to what the steps need.
#[derive(Clone, Debug, Default)]
pub struct ConeSearch {
    vicinities: Vec<Vicinity>,
    awake: Vec<usize>,
}

/// The cones of a scene, each standing or sliding.
///
/// [`ConeContacts`](super::ConeContacts) has a step of them.
#[derive(Clone, Debug, Default)]
pub struct Cones {
    states: Vec<ConeState>,
    order: CellOrder,
    /// Indices of the cones that move, ascending.
    moving: Vec<usize>,
    /// For each cone whether the list under way has it. All false between two searches.
    is_listed: Vec<bool>,
}

impl ConeState {
    /// A cone that nothing has hit.
    pub fn standing(cone: &Cone) -> Self {
        Self { motion: cone.at_rest(), is_hit: false, is_flat: false }
    }

    /// Position, heading and their rates, in SI units.
    pub(crate) fn numbers(&self) -> [f64; 6] {
        let Motion { position_m, yaw_rad, velocity_m_s, yaw_rate_rad_s } = self.motion;
        [position_m.x, position_m.y, yaw_rad, velocity_m_s.x, velocity_m_s.y, yaw_rate_rad_s]
    }

    /// True where both have the same bits.
    pub(crate) fn has_bits_of(&self, other: &Self) -> bool {
        let bits = |cone: &Self| cone.numbers().map(f64::to_bits);
        [self.is_hit, self.is_flat] == [other.is_hit, other.is_flat] && bits(self) == bits(other)
    }

    /// True while the cone slides or spins.
    pub fn is_moving(&self) -> bool {
        let Motion { velocity_m_s, yaw_rate_rad_s, .. } = self.motion;
        velocity_m_s.x != 0.0 || velocity_m_s.y != 0.0 || yaw_rate_rad_s != 0.0
    }
}

/// A cone's motion after a time of sliding.
fn slide(motion: &Motion, gravity_m_s2: f64, dt_s: f64) -> Motion {
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
    /// Cones that stand.
    pub fn new(cones: &[Cone]) -> Self {
        Self::with_states(cones.iter().map(ConeState::standing).collect())
    }

    fn with_states(states: Vec<ConeState>) -> Self {
        let order = CellOrder::new(states.iter().map(|cone| cone.motion.position_m));
        let mut moving = Vec::with_capacity(states.len());
        moving.extend((0..states.len()).filter(|index| states[*index].is_moving()));
        Self { order, moving, is_listed: vec![false; states.len()], states }
    }

    /// The states of all cones, in the order in which they were given.
    pub fn states(&self) -> &[ConeState] {
        &self.states
    }

    /// Restores the states of all cones, as [`states`](Self::states) returned them.
    pub fn restore(&mut self, states: Vec<ConeState>) {
        *self = Self::with_states(states);
    }

    /// Puts all cones back to where they stood at first, in the memory that they have. `cones`: those of [`new`](Self::new).
    pub fn reset(&mut self, cones: &[Cone]) {
        for (index, cone) in cones.iter().enumerate() {
            let standing = ConeState::standing(cone);
            if !self.states[index].has_bits_of(&standing) {
                self.set(index, standing.motion, false);
                self.states[index] = standing;
            }
        }
    }

    /// Returns true where all cones stand, and none in the rectangle from `low_m` to `high_m`. A step of a body needs no cones
    /// while the rectangle encloses its way and [`Vicinity::room_m`] around it.
    ///
    /// ```
    /// use skidpad_world::scene::{Cone, Cones};
    /// let cones = Cones::new(&[Cone { position_m: [10.0, 0.0] }]);
    /// assert!(cones.leave_free([0.0, -5.0], [9.0, 5.0]));
    /// assert!(!cones.leave_free([0.0, -5.0], [11.0, 5.0]));
    /// ```
    pub fn leave_free(&self, low_m: [f64; 2], high_m: [f64; 2]) -> bool {
        let middle = |axis: usize| 0.5 * (low_m[axis] + high_m[axis]);
        let half_m = |axis: usize| 0.5 * (high_m[axis] - low_m[axis]);
        let mut is_free = self.moving.is_empty();
        let radius_m = Real::max(half_m(0), half_m(1));
        self.order.visit_near(Vec2::new(middle(0), middle(1)), radius_m, &mut |index| {
            let Vec2 { x, y } = self.states[index].motion.position_m;
            is_free &= x < low_m[0] || x > high_m[0] || y < low_m[1] || y > high_m[1];
        });
        is_free
    }

    /// Adds the cones that may meet anything during a step to its bodies, and returns their indices in the same order, which is
    /// ascending. A cone that is flat, or was thrown beyond what contact can use, stays where it is.
    pub fn join<'a>(
        &mut self,
        movers: &mut Vec<Mover>,
        gravity_m_s2: f64,
        dt_s: f64,
        search: &'a mut ConeSearch,
    ) -> &'a [usize] {
        let ConeSearch { vicinities, awake } = search;
        vicinities.clear();
        awake.clear();
        if !self.states.is_empty() {
            vicinities.extend(movers.iter().map(Vicinity::around));
            self.find_awake(vicinities, dt_s, awake);
        }
        awake.retain(|cone| {
            let mover = self.mover(*cone, gravity_m_s2, dt_s);
            let is_upright = !self.states[*cone].is_flat;
            let joins = is_upright && is_usable(&mover.start) && is_usable(&mover.proposed);
            if joins {
                movers.push(mover);
            }
            joins
        });
        awake
    }

    /// Lists the cones that may meet anything during a step: those that move, those near a body, and those near any of
    /// these. Near is up to 1 m beyond a body's vicinity, and up to 1 m beyond the distance that a cone comes at 100 m/s.
    ///
    /// The indices replace the contents of `awake`, in ascending order. Nothing is allocated once `awake` has the capacity, so
    /// nothing at all while no cone is near. The effort grows with the number of cones nearby, and not with all.
    pub fn find_awake(&mut self, bodies: &[Vicinity], dt_s: f64, awake: &mut Vec<usize>) {
        let Self { states, order, moving, is_listed } = self;
        awake.clear();
        awake.extend_from_slice(moving);
        awake.iter().for_each(|index| is_listed[*index] = true);
        let mut list_near = |position_m: Vec2<f64>, radius_m: f64, awake: &mut Vec<usize>| {
            order.visit_near(position_m, radius_m, &mut |index| {
                let off = states[index].motion.position_m - position_m;
                if off.dot(off) < radius_m * radius_m && !is_listed[index] {
                    is_listed[index] = true;
                    awake.push(index);
                }
            });
        };
        for Vicinity { position_m, radius_m } in bodies {
            list_near(*position_m, radius_m + NEAR_M, awake);
        }
        let thrown_m = NEAR_M + THROWN_M_S * dt_s;
        for place in 0..awake.len() {
            list_near(states[awake[place]].motion.position_m, thrown_m, awake);
        }
        awake.iter().for_each(|index| is_listed[*index] = false);
        awake.sort_unstable();
    }

    /// A cone during a step, as it moves without contact.
    pub fn mover(&self, cone: usize, gravity_m_s2: f64, dt_s: f64) -> Mover {
        let start = self.states[cone].motion;
        Mover::new(Cone::body(), start, slide(&start, gravity_m_s2, dt_s))
    }

    /// Sets the motion of a cone after a step. A cone that was hit once stays marked so.
    pub fn set(&mut self, cone: usize, motion: Motion, was_hit: bool) {
        let before = self.states[cone];
        let after = ConeState { motion, is_hit: before.is_hit || was_hit, is_flat: before.is_flat };
        self.order.shift(cone, before.motion.position_m, motion.position_m);
        match self.moving.binary_search(&cone) {
            Ok(place) if !after.is_moving() => {
                self.moving.remove(place);
            }
            Err(place) if after.is_moving() => self.moving.insert(place, cone),
            _ => {}
        }
        self.states[cone] = after;
    }

    /// Crushes a cone: it lies where it is from now on.
    pub fn crush(&mut self, cone: usize) {
        let Motion { position_m: Vec2 { x, y }, yaw_rad, .. } = self.states[cone].motion;
        self.set(cone, Motion::at_rest(x, y, yaw_rad), true);
        self.states[cone].is_flat = true;
    }

    /// Adds the state of each cone to a hash.
    pub fn hash_into(&self, hash: &mut StateHash) {
        for cone in &self.states {
            cone.numbers().into_iter().for_each(|number| hash.number(number));
            hash.word(u64::from(cone.is_hit) | (u64::from(cone.is_flat) << 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::slide;
    use crate::contact::Motion;
    use crate::scene::Cone;

    /// v^2 / (2 mu g), to rounding, whatever the step; and it stands then.
    #[test]
    fn a_cone_slides_as_far_as_its_friction_lets_it() {
        for dt_s in [0.001, 0.004, 1.0 / 30.0] {
            let mut motion = Motion::at_rest(0.0, 0.0, 0.0).moving(3.0, -4.0, 5.0);
            for _ in 0..(3.0 / dt_s) as usize {
                motion = slide(&motion, 9.81, dt_s);
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
