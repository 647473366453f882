//! Ends of a run, by which a model stops a car for good.

/// An end of a run: one of the [`ENDS`](super::Model::ENDS) of its model.
///
/// ```
/// use skidpad_core::model::{End, Model};
/// use skidpad_special::Motorcycle;
/// let end = End::at(1, Motorcycle::ENDS);
/// assert_eq!(end, Some(End::FALLEN_OVER));
/// assert_eq!(End::FALLEN_OVER.name(), "fallen over");
/// assert_eq!(End::at(2, &["engine blown", "fallen over", "battery empty"]).unwrap().name(), "battery empty");
/// assert_eq!(End::at(2, Motorcycle::ENDS), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct End {
    place: u8,
    name: &'static str,
}

/// Ends of a model that names none of its own.
pub const STANDARD_ENDS: &[&str] = &[End::ENGINE_BLOWN.name, End::FALLEN_OVER.name];

impl End {
    /// The engine has turned faster than it withstands.
    pub const ENGINE_BLOWN: Self = Self { place: 0, name: "engine blown" };
    /// The vehicle lies on its side.
    pub const FALLEN_OVER: Self = Self { place: 1, name: "fallen over" };
    /// Largest number of ends that a model may have: their codes are single bytes.
    pub const MOST: usize = 250;

    /// The end at a place of a model's list; `None` beyond the list.
    pub fn at(place: usize, ends: &'static [&'static str]) -> Option<Self> {
        let name = ends.get(place).filter(|_| place < Self::MOST)?;
        Some(Self { place: place as u8, name })
    }

    /// The end for a number of [`Model::ended`](super::Model::ended); `None` while the run goes on. A number that is
    /// none of the list's is the list's last end.
    pub(crate) fn of_number(number: f64, ends: &'static [&'static str]) -> Option<Self> {
        if !has_ended(number) {
            return None;
        }
        // The half rounds what other arithmetic left of a whole number.
        let place = (number - 0.5) as usize;
        Self::at(usize::min(place, ends.len().saturating_sub(1)), ends)
    }

    /// Name for people: what the car is then, such as `engine blown`.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Place in the model's list.
    pub const fn place(self) -> usize {
        self.place as usize
    }

    /// The number that [`Model::ended`](super::Model::ended) returns for it: its place, counted from 1.
    pub const fn number(self) -> f64 {
        self.place as f64 + 1.0
    }
}

/// Returns true where a number of [`Model::ended`](super::Model::ended) is an end.
#[inline(always)]
pub fn has_ended<R: crate::math::Real>(number: R) -> R::Mask {
    number.gt(R::lit(0.5))
}
