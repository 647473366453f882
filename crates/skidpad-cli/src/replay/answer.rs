//! Answers of `skidpad replay`.

use serde::Serialize;
use skidpad_world::log::Difference;

use crate::output;

/// The answer as JSON.
#[derive(Serialize)]
pub struct Answer<'a> {
    pub same: bool,
    pub model: &'static str,
    pub car: &'a str,
    pub further_cars: Vec<&'a str>,
    pub integrator: &'static str,
    pub steps: u64,
    pub hash: Option<String>,
    pub divergence: Option<DivergenceAnswer>,
}

#[derive(Serialize)]
pub struct DivergenceAnswer {
    /// The further car or the cone that differs first.
    pub car: Option<String>,
    pub step: u64,
    pub time_s: f64,
    pub compared_step: Option<u64>,
    pub differences: Vec<Field>,
}

#[derive(Serialize)]
pub struct Field {
    pub field: &'static str,
    pub unit: &'static str,
    pub found: Option<f64>,
    pub found_bits: String,
    pub recorded: Option<f64>,
    pub recorded_bits: String,
}

/// The cars of a run, in few words.
pub fn headline(car: &str, model: &str, further: usize) -> String {
    match further {
        0 => format!("{car} with {model}"),
        1 => format!("{car} and 1 further car with {model}"),
        further => format!("{car} and {further} further cars with {model}"),
    }
}

/// A field that differs.
pub fn field(difference: &Difference) -> Field {
    Field {
        field: difference.name,
        unit: difference.unit,
        found: output::finite(difference.found),
        found_bits: bits(difference.found.to_bits()),
        recorded: output::finite(difference.expected),
        recorded_bits: bits(difference.expected.to_bits()),
    }
}

/// As text: JSON's numbers have 53 bits.
pub fn bits(bits: u64) -> String {
    format!("0x{bits:016x}")
}
