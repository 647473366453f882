//! Posture of a car that moves in space: on its wheels, airborne, on its side or on its roof.
//!
//! ```
//! use skidpad_app::choice::Choice;
//! use skidpad_app::drive::Drive;
//! use skidpad_app::posture::Posture;
//! use skidpad_world::scene::Scene;
//!
//! let posture = |model: &str| {
//!     let drive = Drive::new(Scene::straight(), &Choice::preset(model, "boxster-s").unwrap()).unwrap();
//!     Posture::from_seen(&drive.player().seen())
//! };
//! assert_eq!(posture("spatial"), Some(Posture::OnWheels));
//! // A car in the plane has no other.
//! assert_eq!(posture("two_track"), None);
//! ```

use skidpad_core::math::Real;

use crate::seen::{Seen, WheelsSeen};

/// Part of a car that bears it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posture {
    /// The tyres bear at least half of the load, or the underside lies on the ground.
    OnWheels,
    /// Neither a tyre nor the bodywork bears any load.
    Airborne,
    /// The bodywork bears most of the load, and the car's vertical axis is 60 to 120 degrees from upright.
    OnSide,
    /// The bodywork bears most of the load, and the car's vertical axis is more than 120 degrees from upright.
    OnRoof,
}

/// Cosine of 60 degrees.
const LIES: f64 = 0.5;

impl Posture {
    /// Posture of a car; `None` for a model in the plane.
    pub fn from_seen(seen: &Seen<'_>) -> Option<Self> {
        let space = seen.channels().space.as_ref()?;
        let tyres_n = match seen.wheels() {
            WheelsSeen::Four(wheels) => wheels.iter().map(|wheel| wheel.load_n).sum(),
            _ => 0.0,
        };
        let up = Real::cos(seen.at(space.pitch)) * Real::cos(seen.at(space.roll));
        Some(Self::borne(tyres_n, seen.at(space.bodywork_load), up))
    }

    /// Posture by the loads of tyres and bodywork, N, and the vertical component of the car's vertical axis.
    fn borne(tyres_n: f64, bodywork_n: f64, up: f64) -> Self {
        match (bodywork_n > tyres_n, up) {
            (true, up) if up < -LIES => Self::OnRoof,
            (true, up) if up <= LIES => Self::OnSide,
            _ if tyres_n + bodywork_n == 0.0 => Self::Airborne,
            _ => Self::OnWheels,
        }
    }

    /// Name on a screen; `None` on its wheels, where nothing needs to be said.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::OnWheels => None,
            Self::Airborne => Some("airborne"),
            Self::OnSide => Some("on its side"),
            Self::OnRoof => Some("on its roof"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Posture;

    #[test]
    fn a_posture_is_where_the_load_is() {
        let postures = [
            ([13_000.0, 0.0, 1.0], Posture::OnWheels),
            // Nothing bears it: whatever its attitude.
            ([0.0, 0.0, 1.0], Posture::Airborne),
            ([0.0, 0.0, -1.0], Posture::Airborne),
            ([0.0, 13_000.0, -0.99], Posture::OnRoof),
            ([200.0, 13_000.0, 0.1], Posture::OnSide),
            // Round the top of a loop it drives upside down.
            ([20_000.0, 0.0, -1.0], Posture::OnWheels),
            // With its underside on a crest it is upright.
            ([2_000.0, 11_000.0, 0.98], Posture::OnWheels),
            // Numbers of a car that was stopped.
            ([f64::NAN, f64::NAN, f64::NAN], Posture::OnWheels),
        ];
        for ([tyres_n, bodywork_n, up], expected) in postures {
            assert_eq!(Posture::borne(tyres_n, bodywork_n, up), expected, "{tyres_n} {bodywork_n} {up}");
        }
    }
}
