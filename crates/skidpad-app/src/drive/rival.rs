//! A run to race against: it is driven beside, in a drive of its own with its own walls and cones.

use skidpad::math::Real;
use skidpad::model::Pose;

use super::Drive;
use crate::run::Run;

impl Drive {
    /// Races against a run, from the start; its best lap, where it is faster, is the one to beat.
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
        let mut alone = run.clone();
        alone.setup.ghosts.clear();
        let rival = Self::replay(&alone)?;
        if let Some(laps) = alone.laps() {
            self.race_laps(&laps);
        }
        self.rival = Some(Box::new(rival));
        self.restart();
        Ok(())
    }

    /// Races no more.
    pub fn end_race(&mut self) {
        self.rival = None;
    }

    /// The run that is raced against, as it drives.
    pub fn rival(&self) -> Option<&Self> {
        self.rival.as_deref()
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
