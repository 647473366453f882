//! Units and the quantities that are measured in them.

/// A unit: its symbol, other spellings, and its conversion.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// The symbol.
    pub symbol: &'static str,
    /// Other spellings.
    pub aliases: &'static [&'static str],
    /// From this unit to SI.
    pub to_si: fn(f64) -> f64,
    /// From SI to this unit.
    pub from_si: fn(f64) -> f64,
}

/// A physical quantity: its units, the first of them SI.
#[derive(Debug)]
pub struct Measure {
    /// Its name in words: `an angular speed`.
    pub name: &'static str,
    /// Its units, the first SI; the units that people prefer come next.
    pub units: &'static [Unit],
    /// Examples of how it is written, large and small.
    pub examples: &'static [&'static str],
}
