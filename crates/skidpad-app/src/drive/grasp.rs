//! Hands on keys: what the cars are given of what the player asks for.

use skidpad_core::controls::Command;
use skidpad_core::math::Real;
use skidpad_world::shaping::{BodyMotion, Hands, HandsMode, StickMode, StickWheels};

use crate::seen::Seen;

/// Hands that shape, or none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Grasp {
    /// Those that shape the next step.
    pub(super) hands: Option<Hands<f64>>,
    /// Those that shaped the last, and where they are.
    before: Option<(Hands<f64>, HandsMode<f64>)>,
    /// Where the controls are, where another than hands had them.
    held: Option<Command<f64>>,
}

/// Hands that have the controls where a command has them.
fn holding(hands: &Hands<f64>, command: &Command<f64>) -> HandsMode<f64> {
    let Command { throttle, brake, handbrake, steer_rad, .. } = *command;
    let steer = Real::clamp(steer_rad / hands.reach.stick_lock_rad, -1.0, 1.0);
    let axes = StickMode {
        steer_ramp: steer,
        steer_smooth: steer,
        throttle_ramp: throttle,
        throttle_smooth: throttle,
        brake_ramp: brake,
        brake_smooth: brake,
        handbrake_ramp: handbrake,
        handbrake_smooth: handbrake,
    };
    HandsMode { axes, wheels: StickWheels { stick_steer_rad: steer_rad } }
}

/// Where other hands begin. The wheel stays where it is; feet that press otherwise, which are somebody else's, are not on
/// the pedals yet.
fn handed_over(to: &Hands<f64>, (from, mode): (Hands<f64>, HandsMode<f64>)) -> HandsMode<f64> {
    if from.shape == to.shape {
        return mode;
    }
    let StickMode { steer_ramp, steer_smooth, .. } = mode.axes;
    let released = HandsMode::<f64>::released();
    HandsMode { axes: StickMode { steer_ramp, steer_smooth, ..released.axes }, ..mode }
}

impl Grasp {
    /// The same hands, which have let go.
    pub(super) fn released(self) -> Self {
        Self { before: None, held: None, ..self }
    }

    /// The same hands, with the controls where a command has them, as after going to another time.
    pub(super) fn holding(self, command: &Command<f64>) -> Self {
        Self { before: None, held: Some(*command), ..self }
    }

    /// Where the hands that shape the next step begin.
    fn mode(&self, hands: &Hands<f64>) -> HandsMode<f64> {
        match (&self.held, self.before) {
            (Some(command), _) => holding(hands, command),
            (None, Some(before)) => handed_over(hands, before),
            (None, None) => HandsMode::released(),
        }
    }

    /// A step on: what the cars are given of what is asked for, by how the player's car moves.
    pub(super) fn step(&mut self, asked: &Command<f64>, seen: &Seen<'_>, dt_s: f64) -> Command<f64> {
        let Some(hands) = self.hands else {
            *self = self.released();
            return *asked;
        };
        let [velocity_x_m_s, velocity_y_m_s] = seen.velocity_m_s();
        let motion = BodyMotion { velocity_x_m_s, velocity_y_m_s, yaw_rate_rad_s: seen.yaw_rate_rad_s() };
        let mode = hands.advance(&self.mode(&hands), asked, &motion, dt_s);
        (self.before, self.held) = (Some((hands, mode)), None);
        hands.shaped(&mode, asked)
    }
}
