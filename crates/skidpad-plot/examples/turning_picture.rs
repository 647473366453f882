//! Draws the picture of turning in the manual: `turning_picture CAR FILE`. CAR is a preset or the path of a vehicle file.

use std::error::Error;
use std::fs;

use skidpad_core::surface::Surface;
use skidpad_plot::turning_overview;
use skidpad_world::roadtest::{Manoeuvre, TurningConditions, turn};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [car, file] = arguments.as_slice() else {
        return Err("usage: turning_picture CAR FILE".into());
    };
    let car = skidpad_formats::presets::load(car)?;
    let vehicle =
        car.spec.validate().map_err(|errors| errors.iter().map(ToString::to_string).collect::<String>())?;
    let surface = car.conditions.unwrap_or_else(Surface::asphalt);
    let conditions = TurningConditions::standard(surface).ok_or("no model turns")?;
    let turned = [Manoeuvre::Skidpad, Manoeuvre::HandbrakeTurn]
        .map(|manoeuvre| turn(&vehicle, &conditions, manoeuvre));
    fs::write(file, turning_overview(&car.title, &vehicle, &turned))?;
    Ok(())
}
