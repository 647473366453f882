//! Controls that a driver has, and the rows do not.

use skidpad_world::path_driver::DriverTask;

/// The controls that a driver has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// None: the rows have all.
    Nothing,
    /// Throttle and brake.
    Pedals,
    /// Throttle, brake and steering.
    PedalsAndSteering,
}

impl Held {
    /// The keys of rows that are his.
    pub(super) fn keys(self) -> &'static [&'static str] {
        const ALL: &[&str] =
            &["throttle", "brake", "acceleration_m_s2", "acceleration", "steer_rad", "steer", "stick"];
        match self {
            Self::Nothing => &[],
            Self::Pedals => &ALL[..4],
            Self::PedalsAndSteering => ALL,
        }
    }

    pub(super) fn by(driver: Option<&DriverTask>) -> Self {
        match driver {
            None => Self::Nothing,
            Some(DriverTask { path: None, .. }) => Self::Pedals,
            Some(_) => Self::PedalsAndSteering,
        }
    }
}
