//! Run status of a car, and the code that files and batches keep it as.

use crate::model::{End, Model};

/// Run status of a car.
///
/// ```
/// use skidpad_core::model::{End, Model};
/// use skidpad_special::Motorcycle;
/// use skidpad_core::step::Status;
/// let fallen = Status::Ended(End::FALLEN_OVER);
/// assert_eq!((fallen.code(), fallen.name()), (3, "fallen over"));
/// assert_eq!(Status::from_code(3, Motorcycle::ENDS), Some(fallen));
/// assert_eq!(Status::from_code(4, Motorcycle::ENDS), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// Driving.
    Running,
    /// Its run is over, by one of the ends of its model.
    Ended(End),
    /// Stopped at its last good state, as a number was not finite.
    Quarantined,
}

/// The one code that lies between those of the ends.
const QUARANTINED: u8 = 2;

impl Status {
    /// The engine is blown.
    pub const ENGINE_BLOWN: Self = Self::Ended(End::ENGINE_BLOWN);
    /// The vehicle has fallen over.
    pub const FALLEN_OVER: Self = Self::Ended(End::FALLEN_OVER);

    /// All statuses of a model with these [`ENDS`](Model::ENDS), by their [`code`](Self::code).
    pub fn all(ends: &'static [&'static str]) -> impl Iterator<Item = Self> {
        let codes = 0..=u8::MAX;
        codes.filter_map(move |code| Self::from_code(code, ends))
    }

    /// Code in files and batches: 0 running, 1 the model's first end, 2 quarantined, 3 and above its further ends.
    pub const fn code(self) -> u8 {
        match self {
            Self::Running => 0,
            Self::Quarantined => QUARANTINED,
            Self::Ended(end) => {
                let code = 1 + end.place() as u8;
                if code < QUARANTINED { code } else { code + 1 }
            }
        }
    }

    /// The status of a code, for a model with these [`ENDS`](Model::ENDS); `None` where it has none such.
    pub fn from_code(code: u8, ends: &'static [&'static str]) -> Option<Self> {
        match code {
            0 => Some(Self::Running),
            QUARANTINED => Some(Self::Quarantined),
            _ => {
                let before = 1 + usize::from(code > QUARANTINED);
                End::at(usize::from(code) - before, ends).map(Self::Ended)
            }
        }
    }

    /// Name for people: `running`, the end's name, `quarantined`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Ended(end) => end.name(),
            Self::Quarantined => "quarantined",
        }
    }

    /// The end, where the run is over.
    pub const fn end(self) -> Option<End> {
        match self {
            Self::Ended(end) => Some(end),
            _ => None,
        }
    }

    /// The status of a car whose numbers are finite, from its [`Model::ended`].
    pub(crate) fn of_finite<M: Model>(ended: f64) -> Self {
        End::of_number(ended, M::ENDS).map_or(Self::Running, Self::Ended)
    }
}

#[cfg(test)]
#[path = "../../tests/inside/step_status.rs"]
mod tests;
