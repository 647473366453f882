//! Runs without their ghosts.

use std::sync::Arc;

use skidpad_world::log::{LoggedCar, WorldChange, WorldLog, packed};

use super::Run;
use crate::setup::Setup;

impl Run {
    /// The run without cars that meet nothing, which changes no bits of the player's car: it is replayed in less time. The log has
    /// no hashes, which are of all cars. A run with solid cars stays as it is.
    #[must_use]
    pub(crate) fn alone(&self) -> Self {
        let is_alone = self.setup.is_solid || self.setup.ghosts.is_empty();
        let log = if is_alone { None } else { without_ghosts(&self.log) };
        match log {
            Some(log) => {
                let setup = Setup { ghosts: Vec::new(), ..self.setup.clone() };
                Self { setup, log: Arc::new(log), ..self.clone() }
            }
            None => self.clone(),
        }
    }
}

/// A log with its first car alone; `None` where another has a body.
fn without_ghosts(log: &WorldLog) -> Option<WorldLog> {
    let mut contents = log.contents().ok()?;
    let player = contents.cars.first()?.id;
    let is_solid = |car: &LoggedCar| car.member.body.is_some();
    let may_meet = |change: &WorldChange| match change {
        WorldChange::Joined { id, car } | WorldChange::Replaced { id, car } => *id != player && is_solid(car),
        _ => false,
    };
    if contents.cars[1..].iter().any(|start| is_solid(&start.car)) || contents.others.iter().any(may_meet) {
        return None;
    }
    let is_kept = |change: &WorldChange| change.car().is_none_or(|id| id == player);
    (contents.packed, contents.others) = packed(log.changes().filter(|(_, change)| is_kept(change)));
    contents.cars.truncate(1);
    (contents.hashes, contents.end_hash, contents.settings.hash_interval) = (Vec::new(), None, 0);
    contents.states.clear();
    WorldLog::from_contents(contents).ok()
}
