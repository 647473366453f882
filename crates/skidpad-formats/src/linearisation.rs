//! Operating points of linear models as people write them: a point as JSON, a steady state in words, a number of a vehicle.

use std::path::Path;

use serde_json::Value;
use skidpad_core::controls::Gear;
use skidpad_core::record::{Channels, Record};
use skidpad_core::spec::{Quantity, VehicleSpec};
use skidpad_core::surface::Surface;
use skidpad_linear::Variable;
use skidpad_world::evaluate::Question;
use skidpad_world::linear::Wish;
use skidpad_world::models::{ModelInfo, Models};
use skidpad_world::names::{shown, unknown};

use crate::quantity::{self, ACCELERATION, Measure};
use crate::vehicle::VehicleFile;
use crate::{disk, document, evaluation};

/// The speeds that may be asked for, m/s.
const SPEEDS_M_S: (f64, f64) = (-30.0, 120.0);
/// The lateral accelerations that may be asked for, m/s^2.
const LATERAL_M_S2: (f64, f64) = (-50.0, 50.0);

/// An operating point from its JSON: a question of `skidpad evaluate`, whose model and car may be left out.
///
/// # Errors
/// What is wrong with it, as of `skidpad evaluate`, or another model or car than the command's.
pub fn point(models: &Models, model: &ModelInfo, car: &str, text: &str) -> Result<Question, String> {
    let mut value: Value =
        serde_json::from_str(text).map_err(|error| format!("the point is not JSON: {error}"))?;
    let Some(object) = value.as_object_mut() else {
        return Err("the point must be an object: {\"state\": {...}, \"input\": {...}}".into());
    };
    for (key, expected) in [("model", model.name), ("car", car)] {
        if let Some(found) = object.insert(key.to_owned(), Value::from(expected))
            && found != expected
        {
            return Err(format!(
                "the point's {key} is {}, and the command's is \"{expected}\"",
                shown(&found.to_string())
            ));
        }
    }
    let line = evaluation::parse(value.to_string().as_bytes())?;
    evaluation::question(models, model, &line)
}

/// An operating point from a file with its JSON, of at most [`MAX_FILE_BYTES`](crate::MAX_FILE_BYTES).
///
/// # Errors
/// A file that cannot be read or is too large, and everything that [`point`] reports.
pub fn point_of_file(models: &Models, model: &ModelInfo, car: &str, path: &Path) -> Result<Question, String> {
    let bytes = disk::read(path).map_err(|error| error.to_string())?;
    let origin = path.display().to_string();
    let text = document::text(&origin, &bytes).map_err(|error| error.to_string())?;
    point(models, model, car, text)
}

/// A wish for a steady state, and its road, from words such as `speed=20 m/s, lateral_acceleration=4 m/s^2, grip=0.8`.
///
/// ```
/// let (wish, road) = skidpad_formats::linearisation::wish("speed=72 km/h, lateral_acceleration=4 m/s^2, gear=3").unwrap();
/// assert_eq!((wish.speed_m_s, wish.lateral_m_s2, road.grip), (20.0, 4.0, 1.0));
/// ```
///
/// # Errors
/// Every entry that is not known, not a number with its unit, out of its range or said twice, and a missing speed.
pub fn wish(text: &str) -> Result<(Wish, Surface<f64>), String> {
    let road = <Surface<f64> as Channels>::CHANNELS;
    let mut known = vec!["speed", "lateral_acceleration", "gear"];
    known.extend(road.iter().map(|channel| channel.name));
    let mut surface = [0.0; <Surface<f64> as Record<f64>>::LEN];
    Surface::<f64>::asphalt().store(&mut surface);
    let (mut speed, mut lateral, mut gear) = (None, 0.0, None);
    let mut seen: Vec<&str> = Vec::new();
    for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
        let Some((name, value)) = entry.split_once('=').map(|(name, value)| (name.trim(), value.trim()))
        else {
            return Err(format!("`{}` is not an entry; write such as speed=20 m/s", shown(entry)));
        };
        if !known.contains(&name) {
            return Err(unknown("entry", name, &known));
        }
        if seen.contains(&name) {
            return Err(format!("{name} appears twice"));
        }
        seen.push(name);
        match name {
            "speed" => speed = Some(within(name, value, quantity::measure(Quantity::Speed), SPEEDS_M_S)?),
            "lateral_acceleration" => lateral = within(name, value, &ACCELERATION, LATERAL_M_S2)?,
            "gear" => gear = Some(gear_of(value)?),
            _ => {
                let place = road.iter().position(|channel| channel.name == name).unwrap_or(0);
                let channel = &road[place];
                let number: Option<f64> = value.parse().ok();
                let inside = number.filter(|number| (channel.low..=channel.high).contains(number));
                surface[place] = inside.ok_or_else(|| {
                    let (low, high, unit) = (channel.low, channel.high, channel.unit);
                    format!("{name}={}: must be a number from {low} to {high}, unit {unit}", shown(value))
                })?;
            }
        }
    }
    let speed_m_s =
        speed.ok_or("the speed is missing; write such as speed=20 m/s, lateral_acceleration=4 m/s^2")?;
    Ok((Wish { speed_m_s, lateral_m_s2: lateral, gear }, Record::load(&surface)))
}

fn within(name: &str, text: &str, measure: &Measure, (low, high): (f64, f64)) -> Result<f64, String> {
    let value = quantity::parse(text, measure).map_err(|error| format!("{name}={}: {error}", shown(text)))?;
    if (low..=high).contains(&value) {
        return Ok(value);
    }
    Err(format!("{name}={}: must be between {low} and {high} {}", shown(text), measure.si()))
}

fn gear_of(text: &str) -> Result<Gear, String> {
    match text {
        "R" | "r" => Ok(Gear::Reverse),
        "N" | "n" => Ok(Gear::Neutral),
        _ => match text.parse() {
            Ok(gear @ 1..=12) => Ok(Gear::Forward(gear)),
            _ => Err(format!("gear={}: must be 1 to 12, R or N", shown(text))),
        },
    }
}

/// A specification over dual numbers in which one number, by its path in the vehicle's file, is the variable; and its unit.
///
/// ```
/// let file = skidpad_formats::presets::preset("boxster-s").unwrap();
/// let (spec, unit) = skidpad_formats::linearisation::with_variable(&file, "body.kerb_mass").unwrap();
/// assert_eq!((spec.body.kerb_mass_kg.derivative, unit), (1.0, "kg"));
/// ```
///
/// # Errors
/// A path that the vehicle does not have, with the nearest one.
pub fn with_variable(
    file: &VehicleFile,
    path: &str,
) -> Result<(VehicleSpec<Variable>, &'static str), String> {
    let places = file.places();
    let paths: Vec<String> = places.iter().map(|place| place.path()).collect();
    let Some(place) = places.iter().find(|place| place.path() == path) else {
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        return Err(unknown("number of the vehicle", path, &paths));
    };
    // Of two numbers of which one is given, this one is; what is derived from it by a rule stays as it is.
    let value = place.get(&file.spec).unwrap_or(0.0);
    let (mut plain, mut changed) = (file.spec.clone(), file.spec.clone());
    place.set(&mut plain, value);
    place.set(&mut changed, if value == 0.0 { 1.0 } else { 2.0 * value });
    let mut after = Vec::new();
    let _ = changed.map(|number| {
        after.push(number);
        number
    });
    let (mut index, mut found) = (0, false);
    let spec = plain.map(|number| {
        index += 1;
        let is_it = after.get(index - 1).is_some_and(|after| after.to_bits() != number.to_bits());
        found |= is_it;
        if is_it { Variable::independent(number) } else { Variable::constant(number) }
    });
    if !found {
        return Err(format!("{path} counts whole things: there is no derivative with respect to it"));
    }
    Ok((spec, place.field.quantity.si_unit()))
}
