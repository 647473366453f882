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
    /// The requests of a car that were set after so many steps, or scheduled for after them, up to where it left or was replaced.
    /// Times count from that step; the changes there are made.
    pub fn requests_after(&self, car: CarId, steps: u64) -> LaterRequests {
        let (began, before_s) = (self.start.world.steps(), self.time_s(steps));
        // Of two for a step, the scheduled one holds.
        let mut list: Vec<(u64, bool, Request)> = Vec::new();
        for (step, change) in self.changes().filter(|(_, change)| change.car() == Some(car)) {
            match change {
                WorldChange::Requested { request, .. } => list.push((step, false, request)),
                // One for a step that has begun holds from the next one on.
                WorldChange::Scheduled { step: at, request, .. } => {
                    list.push((u64::max(at.saturating_sub(began), step), true, request));
                }
                WorldChange::Left { .. } | WorldChange::Replaced { .. } if step > steps => {
                    list.retain(|(at, ..)| *at < step);
                    break;
                }
                _ => {}
            }
        }
        list.retain(|(at, ..)| *at >= steps);
        list.sort_by_key(|(at, is_scheduled, _)| (*at, *is_scheduled));
        let timed = |(step, _, request)| (self.time_s(step) - before_s, request);
        LaterRequests { list: list.into_iter().map(timed).collect() }
    }
}
