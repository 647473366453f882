//! A row of the tables: an equation of a channel.

/// Value of an equation from its terms, in their order.
pub type Formula = fn(&[f64]) -> f64;

/// An equation. In names `{w}` stands for a wheel or an axle, and `{a}` for its axle.
pub struct Row {
    pub channel: &'static str,
    pub equation: &'static str,
    pub source: &'static str,
    pub terms: &'static [&'static str],
    pub formula: Option<Formula>,
}

/// Rows: `"channel" = "equation", "source", [terms] => formula;`, without the formula where the equation is not closed.
macro_rules! rows {
    ($($channel:literal = $equation:expr, $source:expr, [$($term:literal),* $(,)?] $(=> $formula:expr)?;)*) => {
        &[$(crate::explain::tables::row::Row {
            channel: $channel,
            equation: $equation,
            source: $source,
            terms: &[$($term),*],
            formula: crate::explain::tables::row::formula!($($formula)?),
        }),*]
    };
}
/// The formula of a row, where it has one.
macro_rules! formula {
    () => {
        None
    };
    ($formula:expr) => {
        Some($formula)
    };
}
pub(super) use formula;
pub(super) use rows;
