//! Hands on keys: what the cars are given of what the player asks for.

use skidpad::assist::{BodyMotion, Hands, HandsMode, StickMode, StickShape};
use skidpad::controls::Command;
use skidpad::math::Real;

use super::Choice;
use crate::seen::Seen;

/// Lock of a car whose model gives none, rad.
const LOCK_RAD: f64 = 0.6;

/// The largest angle of a car's front wheels, rad: what a full stick asks for.
pub fn lock_rad(choice: &Choice) -> f64 {
    choice.vehicle.as_ref().map_or(LOCK_RAD, |own| own.1.body().largest_steer_rad)
}

/// Hands on keys for a car.
pub fn keyboard(choice: &Choice) -> Hands<f64> {
    Hands::new(StickShape::keyboard(), Real::clamp(lock_rad(choice), 0.01, 1.5))
}

/// Hands that shape, or none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Grasp {
    pub(super) hands: Option<Hands<f64>>,
    mode: Option<HandsMode<f64>>,
}

impl Grasp {
    pub(super) fn of(hands: Option<Hands<f64>>) -> Self {
        Self { hands, mode: None }
    }

    /// Other hands, which go on where these are.
    pub(super) fn handed_to(self, hands: Option<Hands<f64>>) -> Self {
        Self { hands, mode: self.mode.filter(|_| hands.is_some()) }
    }

    /// The same hands on the wheel; the feet have left the pedals.
    pub(super) fn off_pedals(self) -> Self {
        let off = |mode: HandsMode<f64>| {
            let StickMode { steer_ramp, steer_smooth, .. } = mode.axes;
            let released = HandsMode::<f64>::released();
            HandsMode { axes: StickMode { steer_ramp, steer_smooth, ..released.axes }, ..mode }
        };
        Self { mode: self.mode.map(off), ..self }
    }

    /// The same hands, which have let go.
    pub(super) fn released(self) -> Self {
        Self::of(self.hands)
    }

    /// A step on: what the cars are given of what is asked for, by how the player's car moves.
    pub(super) fn step(&mut self, asked: &Command<f64>, seen: &Seen<'_>, dt_s: f64) -> Command<f64> {
        let Some(hands) = &self.hands else {
            return *asked;
        };
        let [velocity_x_m_s, velocity_y_m_s] = seen.velocity_m_s();
        let motion = BodyMotion { velocity_x_m_s, velocity_y_m_s, yaw_rate_rad_s: seen.yaw_rate_rad_s() };
        let before = self.mode.unwrap_or_else(HandsMode::released);
        let mode = hands.advance(&before, asked, &motion, dt_s);
        self.mode = Some(mode);
        hands.shaped(&mode, asked)
    }
}
