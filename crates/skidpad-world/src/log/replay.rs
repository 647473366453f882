//! Replays of a log: forwards step by step, from anywhere, and on from there.

use std::sync::Arc;

use super::divergence::verify;
use super::keyframes::{Keyframe, Keyframes};
use super::position::Position;
use super::{LogFault, LoggedCar, LoggedWorld, Verified, VerifyError, WorldLog};
use crate::world::{CarId, Event, World};

/// A log under way: at the start at first.
#[derive(Clone)]
pub struct LogReplay {
    log: Arc<WorldLog>,
    position: Position,
    /// True once all changes after the last step are made, too.
    is_over: bool,
    /// Keyframes that the log lacks, found on the way.
    found: Keyframes,
}

impl LogReplay {
    /// A replay that stands at the start of a log.
    pub fn new(log: impl Into<Arc<WorldLog>>) -> Self {
        let log = log.into();
        let position = Position::start(&log);
        Self { log, position, is_over: false, found: Keyframes::default() }
    }

    /// The log.
    pub fn log(&self) -> &WorldLog {
        &self.log
    }

    /// The world as it was after [`steps`](Self::steps).
    pub fn world(&self) -> &World {
        &self.position.world
    }

    /// The cars that are here, as they joined.
    pub fn cars(&self) -> impl ExactSizeIterator<Item = (CarId, &Arc<LoggedCar>)> {
        self.position.cars.iter().map(|(id, car)| (*id, car))
    }

    /// Number of steps of the log before this place.
    pub fn steps(&self) -> u64 {
        self.position.step
    }

    /// Time of the log at this place, s: see [`WorldLog::time_s`].
    pub fn time_s(&self) -> f64 {
        self.log.time_s(self.position.step)
    }

    /// True at the end of the log.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Compares the world here with the log's hash after these steps, at the end of the log with that of the end; `None` where
    /// the log has no hash. [`verify`](Self::verify) compares the whole log.
    pub fn matches_hash(&self) -> Option<bool> {
        let hash = if self.is_over { self.log.end_hash } else { self.log.hash_after(self.position.step) };
        hash.map(|hash| hash == self.position.world.hash())
    }

    /// Events of the steps that were followed since the last call: see [`World::take_events`].
    pub fn take_events(&mut self) -> Vec<Event> {
        self.position.world.take_events()
    }

    /// Applies the changes at this place without the step that follows them, so that the world stands as the recorded one did when
    /// that step began: with the cars, requests and road of the step. [`take_over`](Self::take_over) continues from there, and
    /// keeps these changes in its log; [`follow`](Self::follow) does not repeat them. A second call does nothing.
    ///
    /// # Errors
    /// A change that the world does not take, as its log was altered.
    pub fn apply_changes(&mut self) -> Result<(), LogFault> {
        self.position.apply_changes(&self.log)
    }

    /// Applies the changes at this place and takes the step that follows. At the end of the log, where no step follows, returns
    /// false.
    ///
    /// # Errors
    /// A change that the world does not take, as its log was altered.
    pub fn follow(&mut self) -> Result<bool, LogFault> {
        let has_moved = self.position.follow(&self.log)?;
        self.is_over = !has_moved;
        self.keep_keyframe();
        Ok(has_moved)
    }

    /// Goes to the place after so many steps, backwards too, before the changes there; to the end with all changes where the log
    /// has no more steps. Events on the way are not reported.
    ///
    /// # Errors
    /// A change that the world does not take, as its log was altered.
    pub fn seek(&mut self, steps: u64) -> Result<(), LogFault> {
        let stored = self.log.keyframes.before(steps).into_iter().chain(self.found.before(steps));
        let nearest = stored.max_by_key(|keyframe| keyframe.step);
        let is_changed_here = self.position.is_changed && self.position.step == steps;
        let is_behind = self.position.step > steps || is_changed_here && steps < self.log.steps;
        match nearest {
            Some(keyframe) if is_behind || keyframe.step > self.position.step => {
                self.position = Position::at(&self.log, keyframe)?;
            }
            None if is_behind => self.position = Position::start(&self.log),
            _ => {}
        }
        self.is_over = false;
        while self.position.step < steps && self.follow()? {}
        if steps >= self.log.steps {
            self.follow()?;
        }
        self.position.world.take_events();
        Ok(())
    }

    /// Goes to the last step at or before a time of the log, s.
    ///
    /// # Errors
    /// As for [`seek`](Self::seek).
    pub fn seek_time(&mut self, time_s: f64) -> Result<(), LogFault> {
        self.seek(self.log.steps_at(time_s))
    }

    /// Returns the world here with its log so far, to be driven on. What the log has beyond this place is forgotten, the changes
    /// here included where [`apply_changes`](Self::apply_changes) was not called.
    pub fn take_over(self) -> LoggedWorld {
        let Position { world, cars, step, cursor, .. } = self.position;
        let mut log = Arc::unwrap_or_clone(self.log);
        log.truncate(step, cursor);
        LoggedWorld { world, log, cars }
    }

    /// Replays the whole log from its start and compares it with all its hashes and keyframes. The place stays.
    ///
    /// # Errors
    /// The first divergence, or a change that the world does not take.
    pub fn verify(&self) -> Result<Verified, VerifyError> {
        verify(&self.log)
    }

    /// Keeps a keyframe where the log has none but should.
    fn keep_keyframe(&mut self) {
        let (step, settings) = (self.position.step, &self.log.settings);
        let interval = u64::from(settings.keyframe_interval);
        let is_due = interval > 0 && !self.is_over && step.is_multiple_of(interval);
        if is_due
            && self.log.keyframes.at(step).is_none()
            && self.found.last_step().is_none_or(|last| last < step)
        {
            let keyframe = Keyframe::from_world(&self.position.world, step, &self.position.cars);
            self.found.push(keyframe, settings.keyframe_bytes);
        }
    }
}
