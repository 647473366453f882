//! A policy at the wheel of a car.

use std::sync::Arc;

use skidpad_core::controls::Command;
use skidpad_core::math::Real;
use skidpad_tasks::Seat;
use skidpad_world::models::ModelInfo;
use skidpad_world::rolling::{CarChoice, Request};
use skidpad_world::track::Track;
use skidpad_world::world::{CarId, World};

use crate::Policy;
use crate::error::PolicyError;

/// Share of the policy's step by which an action may come too early.
const EARLY: f64 = 1e-6;
/// Longest time without a command after which the policy goes on as if it had driven, s.
const LONGEST_PAUSE_S: f64 = 1.0;

/// A policy that drives a car of a world around a track.
#[derive(Debug)]
pub struct PolicyDriver {
    policy: Arc<Policy>,
    seat: Seat,
    command: Command<f64>,
    /// When the next action is due, s.
    next_s: Option<f64>,
}

impl PolicyDriver {
    /// A policy in a car of a model on a track. It may have learnt in another car.
    ///
    /// # Errors
    /// Observations that the model does not have.
    pub fn new(
        policy: &Arc<Policy>,
        model: &ModelInfo,
        car: &CarChoice<'_>,
        track: &Arc<Track>,
    ) -> Result<Self, PolicyError> {
        let seat = Seat::new(policy.description().seat.clone(), model, car, track)?;
        let width = seat.width();
        if width != policy.network().inputs() {
            let takes = policy.network().inputs();
            let why = format!("its observations are {width} numbers, and its network takes {takes}");
            return Err(PolicyError::Description(why));
        }
        let command = Request::untouched().command;
        Ok(Self { policy: Arc::clone(policy), seat, command, next_s: None })
    }

    /// Command for the next step of the world. An action holds for the time for which it did when the policy learnt, in whole steps of the
    /// world; in a step of the world that is longer, it is taken several times. Where the world is put back the policy restarts. A car without a
    /// motion in the plane, or that is not here, gets no controls.
    ///
    /// # Errors
    /// A network whose result is not finite; then the controls are released until the next action.
    pub fn command(&mut self, world: &World, car: CarId) -> Result<Command<f64>, PolicyError> {
        let (now_s, step_s) = (world.time_s(), self.seat.control_step_s());
        let early_s = EARLY * step_s;
        let due_s = *self.next_s.get_or_insert(now_s);
        // The world was put back, or it went on without this driver.
        let has_jumped = due_s - now_s > step_s + early_s || now_s - due_s > LONGEST_PAUSE_S;
        if has_jumped {
            self.seat.restart();
            self.next_s = Some(now_s);
        } else if now_s < due_s - early_s {
            return Ok(self.command);
        }
        self.command = Request::untouched().command;
        let (seen, speed_m_s) = (self.seat.observe(world, car), forwards_m_s(world, car));
        let (Some(seen), Some(speed_m_s)) = (seen, speed_m_s) else {
            self.next_s = None;
            return Ok(self.command);
        };
        let action = self.policy.act(&seen);
        let mut next_s = self.next_s.unwrap_or(now_s);
        // A step of the world may be longer than that of the policy.
        while next_s <= now_s + early_s {
            next_s += step_s;
            self.next_s = Some(next_s);
            self.command = self.seat.act(action, speed_m_s)?;
        }
        Ok(self.command)
    }
}

/// Velocity of a car along its own axis, m/s.
fn forwards_m_s(world: &World, car: CarId) -> Option<f64> {
    let motion = world.car(car)?.planar()?;
    let (sin, cos) = Real::sin_cos(motion.yaw_rad);
    Some(motion.velocity_m_s.x * cos + motion.velocity_m_s.y * sin)
}
