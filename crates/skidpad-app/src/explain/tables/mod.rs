//! The equations, model by model.

mod common;
mod four_wheels;
mod simple;
mod two_axles;

/// What an equation gives of its terms, in their order.
pub(super) type Formula = fn(&[f64]) -> f64;

/// An equation. In names `{w}` stands for a wheel or an axle, and `{a}` for its axle.
pub(super) struct Row {
    pub channel: &'static str,
    pub equation: &'static str,
    pub source: &'static str,
    pub terms: &'static [&'static str],
    pub formula: Option<Formula>,
}

/// Rows: `"channel" = "equation", "source", [terms] => formula;`, without the formula where the equation is not closed.
macro_rules! rows {
    ($($channel:literal = $equation:expr, $source:expr, [$($term:literal),* $(,)?] $(=> $formula:expr)?;)*) => {
        &[$(crate::explain::tables::Row {
            channel: $channel,
            equation: $equation,
            source: $source,
            terms: &[$($term),*],
            formula: crate::explain::tables::formula!($($formula)?),
        }),*]
    };
}
macro_rules! formula {
    () => {
        None
    };
    ($formula:expr) => {
        Some($formula)
    };
}
use formula;
use rows;

/// The tables of a model, the first that has a channel counts.
pub(super) fn for_model(model: &str) -> &'static [&'static [Row]] {
    match model {
        "point_mass" | "point_mass_palmer" => &[simple::POINT_MASS],
        "kinematic" => &[simple::KINEMATIC, common::ROWS],
        "slip_vector" => &[simple::SLIP_VECTOR, common::ROWS],
        "ackermann" => &[two_axles::ACKERMANN, two_axles::AXLES, common::TURNING, common::ROWS],
        "single_track" => &[two_axles::SINGLE_TRACK, two_axles::AXLES, common::TURNING, common::ROWS],
        "two_track" => &[four_wheels::ROWS, common::TURNING, common::ROWS],
        "two_track_sprung" => &[four_wheels::SPRUNG, four_wheels::ROWS, common::TURNING, common::ROWS],
        // Some of these are on springs: what is said of those holds for all, and is not evaluated.
        name if name.starts_with("two_track") => {
            &[four_wheels::OTHER_TYRES, four_wheels::SPRUNG, four_wheels::ROWS, common::TURNING, common::ROWS]
        }
        _ => &[],
    }
}
