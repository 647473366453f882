//! A run to race against: it is driven beside, in a drive of its own with its own walls and cones.

use std::sync::Arc;

use skidpad::math::Real;
use skidpad::model::Pose;

use super::{Drive, Playback};
use crate::run::Run;
use crate::setup::Setup;

/// Longest sub-step of a car, s: a step's work grows with the number of its sub-steps.
const SUB_STEP_S: f64 = 0.002;
/// Work of the search for a run's best lap in one frame, sub-steps: a count and not a time, so that the same frames search as
/// far on every machine.
const SUB_STEPS_A_FRAME: f64 = 300.0;

impl Drive {
    /// Races against a run, from the start. Its best lap becomes the one to beat, where it is faster, as soon as the
    /// search for it, a slice with each frame, has come so far.
    ///
    /// # Errors
    /// A run of another scene; a set-up that there is not.
    pub fn race(&mut self, run: &Run) -> Result<(), String> {
        if run.setup.scene != self.scene.name {
            return Err(format!(
                "the run was driven on `{}`, and this is `{}`",
                run.setup.scene, self.scene.name
            ));
        }
        let run = Arc::new(run.clone());
        let alone = Setup { ghosts: Vec::new(), ..run.setup.clone() };
        let rival = Self::replaying(&run, &alone)?;
        self.lap_search = match self.laps {
            Some(_) => Some(Box::new(Self::replaying(&run, &alone)?)),
            None => None,
        };
        self.rival = Some(Box::new(rival));
        self.restart();
        Ok(())
    }

    /// Races no more.
    pub fn end_race(&mut self) {
        (self.rival, self.lap_search) = (None, None);
    }

    /// The run that is raced against, as it drives.
    pub fn rival(&self) -> Option<&Self> {
        self.rival.as_deref()
    }

    /// Share of the rival's run in which its best lap has been looked for, [0, 1]; `None` once all of it has.
    pub fn lap_search_share(&self) -> Option<f64> {
        self.lap_search.as_ref().map(|search| search.playback().map_or(1.0, Playback::share))
    }

    /// A slice of the search for the rival's best lap. All of a run of hours at once kept the picture waiting for minutes.
    pub(super) fn search_laps(&mut self) {
        let Some(mut search) = self.lap_search.take() else { return };
        let mut left = SUB_STEPS_A_FRAME;
        let is_under_way = |search: &Self| search.playback().is_some_and(|playback| !playback.is_over());
        while left > 0.0 && is_under_way(&search) {
            search.step();
            left -= Real::max(search.steps.dt().seconds() / SUB_STEP_S, 1.0);
        }
        if let Some(laps) = search.laps() {
            self.race_laps(laps);
        }
        if is_under_way(&search) {
            self.lap_search = Some(search);
        }
    }

    /// Where the rival is drawn, at `alpha` from the player's last but one step to the last.
    pub fn rival_drawn(&self, alpha: f64) -> Option<Pose<f64>> {
        let rival = self.rival()?;
        let picture_s = self.time_s() - (1.0 - alpha) * self.steps.dt().seconds();
        let late_s = (rival.time_s() - picture_s) / rival.steps.dt().seconds();
        Some(rival.player().drawn(Real::clamp(1.0 - late_s, 0.0, 1.0)))
    }

    /// Lets the rival come as far as the player is.
    pub(super) fn step_rival(&mut self) {
        let now_s = self.time_s();
        let Some(rival) = &mut self.rival else { return };
        while rival.time_s() < now_s && rival.playback().is_some_and(|playback| !playback.is_over()) {
            rival.step();
        }
    }
}
