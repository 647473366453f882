//! The search for the best lap of a run, as a drive sees it.

use skidpad_world::laps::Laps;

/// A search under way.
pub(super) trait LapSearch {
    /// Called once a frame; returns whether the search is over.
    fn go_on(&mut self) -> bool;
    /// Share of the run that was searched, [0, 1].
    fn share(&self) -> f64;
    /// The laps, once a better one was found than at the last call.
    fn take(&mut self) -> Option<Laps>;
}
