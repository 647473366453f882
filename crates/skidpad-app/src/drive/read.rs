//! Runs of files: logs, and runs of earlier versions, which are driven once to become logs.

use skidpad_core::controls::Command;
use skidpad_world::models::Models;

use super::Drive;
use crate::run::{MOST_STEPS, OldEvent, OldRun, Run};

/// The run of a file: a log of a world, or a run or recording of earlier versions.
///
/// # Errors
/// What is wrong with it, and where.
pub fn read_run(models: &Models, bytes: &[u8]) -> Result<Run, String> {
    if !OldRun::is_one(bytes) {
        return Run::from_bytes(models, bytes);
    }
    let text = core::str::from_utf8(bytes).map_err(|_| String::from("not UTF-8 text"))?;
    drive_old(&OldRun::read(models, text).map_err(|error| error.to_string())?)
}

/// Drives a run of an earlier version, and logs it.
///
/// # Errors
/// A car that its model does not take; a run that is too long to be driven here, or for one log.
pub fn drive_old(run: &OldRun) -> Result<Run, String> {
    let mut drive = Drive::from_setup(&run.setup)?;
    drive.take_rigid_cones();
    let (steps, cars) = (run.steps, drive.entrants().len());
    if steps.saturating_mul(cars as u64) > MOST_STEPS {
        return Err(format!(
            "the run has {steps} steps of {cars} cars; at most {MOST_STEPS} in all can be opened"
        ));
    }
    let mut asked = *drive.asked();
    let (mut events, mut checks) = (run.events.iter().peekable(), run.checks.iter().peekable());
    let mut parted_s = None;
    for step in 0..run.steps {
        while let Some((_, event)) = events.next_if(|(at, _)| *at <= step) {
            drive.become_as(event, &mut asked);
        }
        drive.step_asking(&asked);
        let check = checks.next_if(|(after, _)| *after == step + 1);
        if check.is_some_and(|(_, hash)| *hash != drive.player_hash()) {
            parted_s = parted_s.or(Some(drive.time_s()));
        }
    }
    if drive.run_is_cut() {
        return Err(String::from("the run is too long for one log"));
    }
    Ok(Run { parted_s, ..drive.run() })
}

impl Drive {
    /// Restarts with cones that carry any blow, as those of earlier versions did.
    fn take_rigid_cones(&mut self) {
        self.site.are_cones_rigid = true;
        self.restart();
        // For this run alone.
        self.site.are_cones_rigid = false;
    }

    /// Makes a change of a run of an earlier version.
    fn become_as(&mut self, event: &OldEvent, asked: &mut Command<f64>) {
        match event {
            OldEvent::Asked(other) => *asked = *other,
            OldEvent::Rate(rate_hz) => self.set_rate_hz(*rate_hz),
            OldEvent::Hands(hands) => self.set_hands(hands.as_deref().copied()),
            // It was driven once: it is taken again.
            OldEvent::Car(car) => drop(self.put_in(car)),
        }
    }

    /// Makes a step with what hands are asked for.
    fn step_asking(&mut self, asked: &Command<f64>) {
        self.asked = *asked;
        self.step_live();
    }
}
