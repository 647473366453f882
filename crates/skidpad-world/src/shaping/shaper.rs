//! Input shaping while driving: it changes devices, goes on from a replay, and restarts.

use skidpad_core::controls::Command;
use skidpad_core::math::Real;

use super::grip::BodyMotion;
use super::hands::{Hands, HandsMode, StickWheels};
use super::input::StickMode;

/// Input shaping of a driver who may change from keys to a gamepad, take over from a replay, or rewind.
///
/// ```
/// use skidpad_core::controls::{Controls, sanitise};
/// use skidpad_world::shaping::{BodyMotion, Hands, InputShaper, StickShape};
/// let mut shaper = InputShaper::default();
/// let (full, _) = sanitise::<f64>(&Controls { throttle: 1.0, ..Controls::default() });
/// let at_rest = BodyMotion { velocity_x_m_s: 0.0, velocity_y_m_s: 0.0, yaw_rate_rad_s: 0.0 };
/// // Nothing is shaped at first.
/// assert_eq!(shaper.step(&full, &at_rest, 0.01), full);
/// shaper.hands = Some(Hands::new(StickShape::keyboard(), 0.6));
/// assert!(shaper.step(&full, &at_rest, 0.01).throttle < 0.1);
/// // It goes on from the pedal of a replay.
/// let mut shaper = shaper.holding(&full);
/// assert!(shaper.step(&full, &at_rest, 0.01).throttle > 0.9);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct InputShaper {
    /// Hands that shape the next step; `None`: the car gets the controls as they are.
    pub hands: Option<Hands<f64>>,
    /// Hands that shaped the last step, and their state.
    before: Option<Shaped>,
    /// The controls of a replay, from which the next step goes on.
    held: Option<Command<f64>>,
}

/// Hands and their state after a step.
#[derive(Clone, Copy, Debug)]
struct Shaped {
    hands: Hands<f64>,
    mode: HandsMode<f64>,
}

/// State of hands that have the controls where a command has them.
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

/// State in which another device begins: the steering wheel stays where it is, and the pedals are released.
fn handed_over(to: &Hands<f64>, Shaped { hands, mode }: &Shaped) -> HandsMode<f64> {
    if hands.shape == to.shape {
        return *mode;
    }
    let StickMode { steer_ramp, steer_smooth, .. } = mode.axes;
    let released = HandsMode::<f64>::released();
    HandsMode { axes: StickMode { steer_ramp, steer_smooth, ..released.axes }, ..*mode }
}

impl InputShaper {
    /// Shaping by these hands, which have let go.
    #[must_use]
    pub fn released(self) -> Self {
        Self { before: None, held: None, ..self }
    }

    /// Shaping by these hands, with the controls where a command has them, as after going to another time.
    #[must_use]
    pub fn holding(self, command: &Command<f64>) -> Self {
        Self { before: None, held: Some(*command), ..self }
    }

    /// State in which the hands that shape the next step begin.
    fn mode(&self, hands: &Hands<f64>) -> HandsMode<f64> {
        match (&self.held, &self.before) {
            (Some(command), _) => holding(hands, command),
            (None, Some(before)) => handed_over(hands, before),
            (None, None) => HandsMode::released(),
        }
    }

    /// Shapes a step: returns the command that the car gets for what the driver holds, by how the car moves.
    pub fn step(&mut self, held: &Command<f64>, motion: &BodyMotion<f64>, dt_s: f64) -> Command<f64> {
        let Some(hands) = self.hands else {
            *self = self.released();
            return *held;
        };
        let mode = hands.advance(&self.mode(&hands), held, motion, dt_s);
        (self.before, self.held) = (Some(Shaped { hands, mode }), None);
        hands.shaped(&mode, held)
    }
}

#[cfg(test)]
mod tests {
    use super::super::input::StickShape;
    use super::{BodyMotion, Hands, InputShaper};
    use skidpad_core::controls::{Controls, sanitise};

    const AT_REST: BodyMotion<f64> =
        BodyMotion { velocity_x_m_s: 0.0, velocity_y_m_s: 0.0, yaw_rate_rad_s: 0.0 };

    /// Whoever changes the keys for a pad in a bend keeps the wheel where it is, and has no foot on the pedal yet.
    #[test]
    fn other_hands_begin_at_the_wheel_and_beside_the_pedals() {
        let held = Controls { steer_rad: 0.3, throttle: 1.0, ..Controls::default() };
        let (held, _) = sanitise(&held);
        let mut shaper =
            InputShaper { hands: Some(Hands::new(StickShape::keyboard(), 0.6)), ..Default::default() };
        let keys = (0..200).map(|_| shaper.step(&held, &AT_REST, 0.01)).last().unwrap();
        assert!((keys.steer_rad - 0.3).abs() < 1e-9 && keys.throttle == 1.0, "{keys:?}");
        let pad = Some(Hands::new(StickShape::pad(), 0.6));
        let mut other = InputShaper { hands: pad, ..shaper };
        let first = other.step(&held, &AT_REST, 1e-6);
        assert!((first.steer_rad - 0.3).abs() < 1e-3 && first.throttle < 1e-3, "{first:?}");
        // Nobody holds anything after a restart.
        let restarted = shaper.released().step(&held, &AT_REST, 1e-6);
        assert!(restarted.steer_rad < 1e-3 && restarted.throttle < 1e-3, "{restarted:?}");
    }
}
