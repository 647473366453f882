//! Models that have envelopes, and reasons for which there is none.

use core::fmt;

/// Models whose envelopes are found, by name. Cars on springs have the envelope of the rigid body on the same tyres.
pub const ENVELOPE_MODELS: [&str; 9] = [
    "two_track",
    "two_track_brush",
    "two_track_fiala",
    "two_track_tmeasy",
    "two_track_pacejka89",
    "two_track_magic",
    "two_track_sprung",
    "two_track_sprung_magic",
    "single_track",
];

/// Reason for which there is no envelope.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EnvelopeError {
    /// A model that has none.
    Model(String),
    /// A vehicle that the model does not take, in the model's words.
    Vehicle(String),
    /// A speed, m/s, at which no state of the coasting car was found.
    NoState(f64),
    /// A speed, m/s, at which the limits of too few directions were found.
    Lost(f64),
    /// A car that does not move by its own drive on a level road.
    NoDrive,
}

impl fmt::Display for EnvelopeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(name) => {
                write!(f, "no envelope of the model `{name}`; must be one of {}", ENVELOPE_MODELS.join(", "))
            }
            Self::Vehicle(why) => f.write_str(why),
            Self::NoState(speed_m_s) => {
                write!(f, "no steady state of the coasting car found at {speed_m_s:.1} m/s")
            }
            Self::Lost(speed_m_s) => {
                write!(
                    f,
                    "no steady states of the cornering car found at {speed_m_s:.1} m/s (try another model)"
                )
            }
            Self::NoDrive => f.write_str("the car has not the power to move on a level road"),
        }
    }
}

impl core::error::Error for EnvelopeError {}
