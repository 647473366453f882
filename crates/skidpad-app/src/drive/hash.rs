//! All that moves, in one number.

use skidpad_core::snapshot::StateHash;

use super::Drive;

impl Drive {
    /// The hash of all that moves: of every car, in their order, and of the cones.
    pub fn hash(&self) -> u64 {
        let mut hash = StateHash::default();
        self.entrants.iter().for_each(|entrant| hash.word(entrant.hash()));
        self.cones.hash_into(&mut hash);
        hash.value()
    }
}
