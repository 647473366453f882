//! Description of a recording.

/// Names that a log has besides its channels. Formats without room for them leave them out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TelemetryDetails {
    /// Name of the driver.
    pub driver: String,
    /// Name of the car.
    pub vehicle: String,
    /// Name of the track.
    pub venue: String,
    /// Further words, such as the model.
    pub comment: String,
}
