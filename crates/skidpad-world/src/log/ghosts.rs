//! Ghosts: the cars of a log, to be raced against in another world.

use std::sync::Arc;

use skidpad_core::math::Real;
use skidpad_core::model::Pose;

use super::{LogFault, LogReplay, WorldLog};
use crate::render::Between;
use crate::world::{CarId, World};

/// The cars of a log by time, for a race against them. They meet nothing of the world in which they are shown.
///
/// Times that rise from call to call cost a replay of the steps between; one that falls goes back to a keyframe.
#[derive(Clone)]
pub struct LogGhosts {
    /// The first step at or after the time.
    ahead: LogReplay,
    poses: Vec<(CarId, Between<f64>)>,
    share: f64,
}

impl LogGhosts {
    /// Ghosts at the start of a log.
    pub fn new(log: impl Into<Arc<WorldLog>>) -> Self {
        let ahead = LogReplay::new(log);
        let poses = poses(ahead.world()).map(|(id, pose)| (id, Between::at(pose))).collect();
        Self { ahead, poses, share: 1.0 }
    }

    /// Moves the ghosts to a time of the log, s. Before its start they stand at their start, after its end at their end.
    ///
    /// # Errors
    /// A change that the world does not take, as its log was altered.
    pub fn move_to(&mut self, time_s: f64) -> Result<(), LogFault> {
        let log = self.ahead.log();
        let before = log.steps_at(time_s);
        let (from_s, to_s) = (log.time_s(before), log.time_s(before + 1));
        self.share =
            if to_s > from_s { Real::clamp((time_s - from_s) / (to_s - from_s), 0.0, 1.0) } else { 1.0 };
        if self.ahead.steps() != before + 1 {
            if self.ahead.steps() != before {
                self.ahead.seek(before)?;
            }
            self.poses = poses(self.ahead.world()).map(|(id, pose)| (id, Between::at(pose))).collect();
            self.ahead.follow()?;
            self.push_poses();
        }
        Ok(())
    }

    /// The ghosts and their poses at the time: between two steps on a straight line, in the order in which they joined.
    pub fn poses(&self) -> impl ExactSizeIterator<Item = (CarId, Pose<f64>)> {
        self.poses.iter().map(|(id, between)| (*id, between.pose(self.share)))
    }

    /// The world of the log at the end of the step in which the time lies, for the ghosts' channels.
    pub fn world(&self) -> &World {
        self.ahead.world()
    }

    /// Takes the poses after a step. A car that joined just now is drawn where it is, one that left is gone.
    fn push_poses(&mut self) {
        let before = core::mem::take(&mut self.poses);
        let between = |(id, pose)| {
            let place = before.binary_search_by_key(&id, |(id, _)| *id);
            let mut between = place.map_or(Between::at(pose), |place| before[place].1);
            between.push(pose);
            (id, between)
        };
        self.poses = poses(self.ahead.world()).map(between).collect();
    }
}

fn poses(world: &World) -> impl Iterator<Item = (CarId, Pose<f64>)> {
    let surface = &world.site().surface;
    world.ids().zip(world.cars()).map(|(id, car)| (id, car.pose(surface)))
}
