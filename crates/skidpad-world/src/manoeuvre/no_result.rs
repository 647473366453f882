//! Reason why a manoeuvre has no figures: shown in the place of each.

use core::fmt;

use skidpad_core::math::Real;
use skidpad_core::model::End;
use skidpad_core::step::Status;
use skidpad_core::units;

use super::turning::Turning;

/// Sideslip beyond which a car has spun, rad: no driver catches it, and its front tyres no longer point along its path.
pub const SPUN_RAD: f64 = units::degrees(60.0);

/// Reason why a manoeuvre has no figures. Its `Display` is a part of a sentence in plain words, such as
/// `spun: 60 deg of sideslip after 1.8 s`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum NoResult {
    /// The car spun.
    Spun {
        /// Sideslip when the car counted as spun, rad; its magnitude.
        sideslip_rad: f64,
        /// Time from the manoeuvre's event (the pedal, the steering) to that sideslip, s.
        after_s: f64,
    },
    /// The car left its lane.
    LeftLane {
        /// Lateral offset from the middle of the lane at that time, m; its magnitude.
        offset_m: f64,
        /// Time from the manoeuvre's event, s.
        after_s: f64,
    },
    /// The car did not reach the manoeuvre's speed, or did not keep it.
    TooSlow {
        /// The manoeuvre's speed, m/s.
        wanted_m_s: f64,
        /// The speed of the car, m/s.
        reached_m_s: f64,
    },
    /// The run is over by one of the ends of the car's model.
    Ended(End),
    /// A number would not have been finite.
    NotFinite,
    /// Anything else, in words.
    Other(String),
}

impl NoResult {
    /// Returns the reason why a car of a status cannot go on; `None` while it runs.
    pub(crate) fn from_status(status: Status) -> Option<Self> {
        match status {
            Status::Running => None,
            Status::Ended(end) => Some(Self::Ended(end)),
            _ => Some(Self::NotFinite),
        }
    }

    /// Returns the spin of a car whose sideslip is beyond [`SPUN_RAD`], with the time since the manoeuvre's event. `None` for
    /// any other car, and at walking pace.
    pub(super) fn spin(now: &Turning<f64>, event_s: f64) -> Option<Self> {
        const WALK_M_S: f64 = 2.0;
        let sideslip_rad = Real::abs(now.sideslip_rad);
        let has_spun = sideslip_rad > SPUN_RAD && now.speed_m_s() > WALK_M_S;
        has_spun.then_some(Self::Spun { sideslip_rad, after_s: now.time_s - event_s })
    }
}

impl fmt::Display for NoResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spun { sideslip_rad, after_s } => {
                write!(
                    f,
                    "spun: {:.0} deg of sideslip after {after_s:.1} s",
                    units::to_degrees(*sideslip_rad)
                )
            }
            Self::LeftLane { offset_m, after_s } => {
                write!(f, "left its lane: {offset_m:.1} m from its middle after {after_s:.1} s")
            }
            Self::TooSlow { wanted_m_s, reached_m_s } => {
                let (wanted, reached) = (units::to_kmh(*wanted_m_s), units::to_kmh(*reached_m_s));
                write!(f, "too slow: {reached:.0} km/h instead of {wanted:.0} km/h")
            }
            Self::Ended(end) => f.write_str(end.name()),
            Self::NotFinite => f.write_str("the computation broke down; try a smaller dt"),
            Self::Other(why) => f.write_str(why),
        }
    }
}

impl core::error::Error for NoResult {}

impl From<String> for NoResult {
    fn from(why: String) -> Self {
        Self::Other(why)
    }
}

impl From<&str> for NoResult {
    fn from(why: &str) -> Self {
        Self::Other(why.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{End, NoResult};

    #[test]
    fn every_reason_is_said_in_plain_words() {
        let cases = [
            (NoResult::Spun { sideslip_rad: 1.274, after_s: 1.83 }, "spun: 73 deg of sideslip after 1.8 s"),
            (
                NoResult::LeftLane { offset_m: 0.64, after_s: 0.9 },
                "left its lane: 0.6 m from its middle after 0.9 s",
            ),
            (
                NoResult::TooSlow { wanted_m_s: 100.0 / 3.6, reached_m_s: 83.0 / 3.6 },
                "too slow: 83 km/h instead of 100 km/h",
            ),
            (NoResult::Ended(End::FALLEN_OVER), "fallen over"),
            (NoResult::from("the car is neutral"), "the car is neutral"),
        ];
        for (why, words) in cases {
            assert_eq!(why.to_string(), words);
        }
    }
}
