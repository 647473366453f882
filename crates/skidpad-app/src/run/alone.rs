//! Runs without their ghosts.

use std::sync::Arc;

use super::Run;
use crate::setup::Setup;

impl Run {
    /// The run without cars that meet nothing, which changes no bits of the player's car: it is replayed in less time. The log has
    /// no hashes, which are of all cars. A run with solid cars stays as it is.
    #[must_use]
    pub(crate) fn alone(&self) -> Self {
        let is_alone = self.setup.is_solid || self.setup.ghosts.is_empty();
        let log = if is_alone { None } else { self.log.without_ghosts() };
        match log {
            Some(log) => {
                let setup = Setup { ghosts: Vec::new(), ..self.setup.clone() };
                Self { setup, log: Arc::new(log), ..self.clone() }
            }
            None => self.clone(),
        }
    }
}
