//! Hands on keys: what the cars are given of what the player asks for.

use skidpad_core::controls::Command;
use skidpad_core::math::Real;
use skidpad_world::shaping::{BodyMotion, Hands, HandsMode, StickMode, StickShape};

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
    /// Those that shape the next step.
    pub(super) hands: Option<Hands<f64>>,
    /// Those that shaped the last, and where they are.
    before: Option<(Hands<f64>, HandsMode<f64>)>,
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
        Self { before: None, ..self }
    }

    /// A step on: what the cars are given of what is asked for, by how the player's car moves.
    pub(super) fn step(&mut self, asked: &Command<f64>, seen: &Seen<'_>, dt_s: f64) -> Command<f64> {
        let Some(hands) = &self.hands else {
            self.before = None;
            return *asked;
        };
        let [velocity_x_m_s, velocity_y_m_s] = seen.velocity_m_s();
        let motion = BodyMotion { velocity_x_m_s, velocity_y_m_s, yaw_rate_rad_s: seen.yaw_rate_rad_s() };
        let before = self.before.map_or_else(HandsMode::released, |before| handed_over(hands, before));
        let mode = hands.advance(&before, asked, &motion, dt_s);
        self.before = Some((*hands, mode));
        hands.shaped(&mode, asked)
    }
}
