//! The gears of a vehicle, as figures name and colour them.

use skidpad_core::spec::Vehicle;

use crate::svg::Colour;

/// Number of forward gears.
pub(super) fn gears(vehicle: &Vehicle<f64>) -> usize {
    vehicle.shift().gears as usize
}

/// The colour of a gear's lines.
pub(super) fn gear_colour(gear: usize) -> Colour {
    Colour::Series(gear - 1)
}

/// Label of a gear's line.
pub(super) fn gear_name(vehicle: &Vehicle<f64>, gear: usize) -> String {
    if gears(vehicle) == 1 {
        return String::from("the only gear");
    }
    let ending = match gear {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{gear}{ending}")
}
