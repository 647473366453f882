//! Gears as Python writes them.

use pyo3::prelude::*;
use skidpad::core::controls::Gear;

use crate::error::refused;

/// Number of the gears of a car, at most.
const GEARS: i64 = 12;

/// A gear of an argument: 1 to 12, 0 or "N", -1 or "R", "automatic" or "D".
pub fn gear(argument: &Bound<'_, PyAny>) -> PyResult<Gear> {
    let must = || {
        let shown = argument.repr().map_or_else(|_| "this".to_owned(), |shown| shown.to_string());
        refused(format!(
            "gear = {shown}: must be 1 to {GEARS}, 0 or \"N\" (neutral), -1 or \"R\" (reverse), or \"automatic\""
        ))
    };
    if let Ok(number) = argument.extract::<i64>() {
        return match number {
            -1 => Ok(Gear::Reverse),
            0 => Ok(Gear::Neutral),
            1..=GEARS => Ok(Gear::Forward(number as u8)),
            _ => Err(must()),
        };
    }
    match argument.extract::<String>().map_err(|_| must())?.as_str() {
        "automatic" | "D" => Ok(Gear::Automatic),
        "N" => Ok(Gear::Neutral),
        "R" => Ok(Gear::Reverse),
        _ => Err(must()),
    }
}
