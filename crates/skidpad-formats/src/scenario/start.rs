//! Place of a log from which a scenario goes on.

/// Place of a log from which a scenario goes on, with all cars and the scene that are there.
#[derive(Clone, Debug, PartialEq)]
pub struct StartFromLog {
    /// The log as written: [`Scenario::start_path`](super::Scenario::start_path) resolves it.
    pub log: String,
    /// The time of the log, s; `None`: its end.
    pub time_s: Option<f64>,
    /// The name of the car that the scenario drives; `None`: the first.
    pub car: Option<String>,
}
