//! What was asked of a car from a place of a log on.

use super::{WorldChange, WorldLog};
use crate::rolling::Request;
use crate::world::CarId;

/// Requests of a car, each with the time from which it holds, s.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaterRequests {
    list: Vec<(f64, Request)>,
}

/// Times this close together are one step, s: differences of two times of a log have rounding errors.
const SAME_STEP_S: f64 = 1e-9;

impl LaterRequests {
    /// The request that holds at a time, s; `None` before the first.
    pub fn at(&self, time_s: f64) -> Option<&Request> {
        let next = self.list.partition_point(|(from_s, _)| *from_s <= time_s + SAME_STEP_S);
        next.checked_sub(1).map(|place| &self.list[place].1)
    }
}

impl WorldLog {
    /// The requests of a car that were set or scheduled after so many steps, up to where it left or was replaced. Times count
    /// from that step.
    pub fn requests_after(&self, car: CarId, steps: u64) -> LaterRequests {
        let (began, before_s) = (self.start.world.steps(), self.time_s(steps));
        let mut list: Vec<(u64, Request)> = Vec::new();
        let later = self.changes().filter(|(step, change)| *step >= steps && change.car() == Some(car));
        for (step, change) in later {
            match change {
                WorldChange::Requested { request, .. } => list.push((step, request)),
                // One for a step that has begun holds from the next one on.
                WorldChange::Scheduled { step: at, request, .. } => {
                    list.push((u64::max(at.saturating_sub(began), step), request));
                }
                WorldChange::Left { .. } | WorldChange::Replaced { .. } => break,
                _ => {}
            }
        }
        list.sort_by_key(|(step, _)| *step);
        let timed = |(step, request)| (self.time_s(step) - before_s, request);
        LaterRequests { list: list.into_iter().map(timed).collect() }
    }
}
