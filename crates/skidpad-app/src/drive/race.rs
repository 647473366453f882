//! Races against runs.

use skidpad_core::model::Pose;
use skidpad_world::laps::Laps;
use skidpad_world::world::Site;

use super::Drive;
use super::lap_search::of_run;
use super::rival::RivalRun;
use crate::run::Run;

impl Drive {
    /// The player at the start of a run, in its car beside its others, to race against it.
    ///
    /// # Errors
    /// As of [`race`](Self::race).
    pub fn racing(run: &Run) -> Result<Self, String> {
        let mut drive = Self::in_scene(run.scene()?, &run.setup)?;
        // With the weather of the run, which no scene has.
        drive.site = Site { are_cones_rigid: false, ..run.log.start().site().clone() };
        drive.race(run)?;
        Ok(drive)
    }

    /// Races against a run, from the start. Its best lap becomes the one to beat, where it is faster, as soon as the
    /// search for it, which goes on beside the frames, has come so far.
    ///
    /// # Errors
    /// A run of another scene; a set-up that there is not.
    pub fn race(&mut self, run: &Run) -> Result<(), String> {
        let scene = run.scene()?;
        if scene.name != self.scene.name || !scene.has_course_of(&self.scene) {
            return Err(format!(
                "the run was driven on `{}`, and this is `{}`",
                scene.title(),
                self.scene.title()
            ));
        }
        let alone = run.alone();
        let rival = RivalRun::at_start(&alone)?;
        self.lap_search = match self.laps {
            Some(_) => Some(of_run(&alone)?),
            None => None,
        };
        self.rival = Some(Box::new(rival));
        self.restart();
        Ok(())
    }

    /// Ends the race.
    pub fn end_race(&mut self) {
        (self.rival, self.lap_search) = (None, None);
        self.note_past();
    }

    /// The run that is raced against; `None` without a race.
    pub fn rival(&self) -> Option<&RivalRun> {
        self.rival.as_deref()
    }

    /// Share of the rival's run in which its best lap has been looked for, [0, 1]; `None` once all of it has.
    pub fn lap_search_share(&self) -> Option<f64> {
        self.lap_search.as_ref().map(|search| search.share())
    }

    /// Takes what the search for the rival's best lap has found. Searched within the frames, a run of an hour kept
    /// the picture waiting for minutes; in slices of a few steps, the lap came after ten.
    pub(super) fn search_laps(&mut self) {
        let Some(mut search) = self.lap_search.take() else { return };
        let is_over = search.go_on();
        if let Some(laps) = search.take() {
            self.race_laps(&laps);
        }
        if !is_over {
            self.lap_search = Some(search);
        }
    }

    /// Takes the best lap of others for its own best, where it is faster.
    pub fn race_laps(&mut self, others: &Laps) {
        if let Some(laps) = &mut self.laps {
            laps.adopt_best(others);
        }
    }

    /// Pose in which the rival is drawn, at `alpha` from the player's last but one step to the last.
    pub fn rival_drawn(&self, alpha: f64) -> Option<Pose<f64>> {
        let picture_s = self.time_s() - (1.0 - alpha) * self.steps.dt().seconds();
        self.rival().map(|rival| rival.drawn(picture_s))
    }

    /// Lets the rival come as far as the player is.
    pub(super) fn step_rival(&mut self) {
        let now_s = self.time_s();
        if let Some(rival) = &mut self.rival {
            rival.follow(now_s);
        }
    }
}
