//! Marks that sliding tyres leave on the road.

use std::collections::VecDeque;

use skidpad_core::math::Real;

/// Marks are forgotten, the oldest first, beyond so many pieces.
const MOST_PIECES: usize = 6000;
/// The least and the most of way between the ends of a piece, m: a longer one is a jump, not a mark.
const LEAST_M: f64 = 0.12;
const MOST_M: f64 = 6.0;
/// Slip over that of the largest force where a tyre begins to mark, and where a mark is darkest.
const FAINT: f64 = 1.0;
const DARK: f64 = 2.0;

/// A piece of a mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Its ends, m.
    pub ends_m: [[f64; 2]; 2],
    /// Darkness, above 0 to 1.
    pub dark: f64,
}

/// The marks of all wheels of a car.
///
/// ```
/// use skidpad_app::skid::SkidMarks;
/// let mut marks = SkidMarks::default();
/// for step in 0..100 {
///     let wheel = [0.05 * f64::from(step), 0.0];
///     marks.note(&[(wheel, 0.6)]); // it grips
///     assert_eq!(marks.pieces().count(), 0);
/// }
/// for step in 100..200 {
///     marks.note(&[([0.05 * f64::from(step), 0.0], 1.3)]); // it slides
/// }
/// assert!(marks.pieces().count() > 30);
/// ```
#[derive(Clone, Debug, Default)]
pub struct SkidMarks {
    pieces: VecDeque<Piece>,
    last: Vec<Option<[f64; 2]>>,
}

/// Darkness of a tyre's mark at a slip over that of its largest force, see [`sliding`](crate::tread::Tread::sliding).
pub fn darkness(sliding: f64) -> f64 {
    Real::clamp((sliding - FAINT) / (DARK - FAINT), 0.0, 1.0)
}

impl SkidMarks {
    /// Looks at where the wheels are, m, and how they slide. What is no number leaves no mark.
    pub fn note(&mut self, wheels: &[([f64; 2], f64)]) {
        self.last.resize(wheels.len(), None);
        for (last, (place, sliding)) in self.last.iter_mut().zip(wheels) {
            let dark = darkness(*sliding);
            let marks = dark > 0.0 && place.iter().all(|number| number.is_finite());
            let Some(from) = *last else {
                *last = marks.then_some(*place);
                continue;
            };
            let way_m = Real::hypot(place[0] - from[0], place[1] - from[1]);
            if marks && way_m < LEAST_M {
                continue;
            }
            if marks && way_m <= MOST_M {
                self.pieces.push_back(Piece { ends_m: [from, *place], dark });
            }
            *last = marks.then_some(*place);
        }
        while self.pieces.len() > MOST_PIECES {
            self.pieces.pop_front();
        }
    }

    /// The pieces, the oldest first.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter()
    }

    /// The wheels are somewhere else: the marks go on there without a line to it.
    pub fn lift(&mut self) {
        self.last.clear();
    }

    /// A clean road.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_PIECES, SkidMarks};

    #[test]
    fn marks_are_bounded() {
        let mut marks = SkidMarks::default();
        for step in 0..2 * MOST_PIECES {
            marks.note(&[([0.5 * step as f64, 0.0], 1.5), ([0.5 * step as f64, 1.5], 1.5)]);
        }
        assert_eq!(marks.pieces().count(), MOST_PIECES);
    }

    #[test]
    fn a_jump_leaves_no_mark() {
        let mut marks = SkidMarks::default();
        for place in [[0.0, 0.0], [100.0, 0.0], [f64::NAN, 0.0], [101.0, 0.0], [101.0, f64::INFINITY]] {
            marks.note(&[(place, 1.5)]);
        }
        assert_eq!(marks.pieces().count(), 0);
        marks.note(&[([5.0, 0.0], 1.5)]);
        marks.lift();
        marks.note(&[([6.0, 0.0], 1.5)]);
        assert_eq!(marks.pieces().count(), 0);
    }
}
