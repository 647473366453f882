//! All that moves, in one number.

use skidpad_core::snapshot::StateHash;

use super::{ConeSeen, Drive};

impl Drive {
    /// The hash of all that moves: of every car, in their order, and of the cones.
    pub fn hash(&self) -> u64 {
        let mut hash = StateHash::default();
        self.entrants.iter().for_each(|entrant| hash.word(entrant.hash()));
        for ConeSeen { motion, is_hit } in self.cones() {
            let (place, velocity) = (motion.position_m, motion.velocity_m_s);
            let numbers = [place.x, place.y, motion.yaw_rad, velocity.x, velocity.y, motion.yaw_rate_rad_s];
            numbers.into_iter().for_each(|number| hash.number(number));
            hash.word(u64::from(*is_hit));
        }
        hash.value()
    }
}
