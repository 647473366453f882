//! A car in a link: by its preset and what differs from it, or whole.

use skidpad_formats::presets;
use skidpad_formats::quantity::{measure, parse};
use skidpad_formats::vehicle::{Place, write};
use skidpad_world::models::Models;
use skidpad_world::names;

use super::pairs::Pairs;
use crate::choice::Choice;
use crate::tuning::Tuning;

/// Keys of a link that are no places in a vehicle file.
const KEYS: [&str; 7] = ["model", "car", "vehicle", "scene", "rate", "ghost", "others"];
/// Model and car of a link without these keys.
const MODEL: &str = "two_track";
const CAR: &str = "boxster-s";

/// Pairs of a link for a car.
pub(super) fn pairs(car: &Choice) -> Pairs {
    let Some(own) = &car.vehicle else {
        return named(car, &car.name);
    };
    let changed = changed(car);
    let same = |again: Choice| again.vehicle.is_some_and(|again| again.0 == own.0);
    let is_whole =
        |pairs: &Pairs| Pairs::read(&pairs.text()).and_then(|pairs| read(&car.models, pairs)).is_ok_and(same);
    changed.filter(is_whole).unwrap_or_else(|| {
        let mut pairs = Pairs::default();
        pairs.push("model", car.model.name);
        pairs.push("vehicle", &write(&own.0));
        pairs
    })
}

fn named(car: &Choice, name: &str) -> Pairs {
    let mut pairs = Pairs::default();
    pairs.push("model", car.model.name);
    pairs.push("car", name);
    pairs
}

/// A preset and what was changed by hand; `None` for a vehicle of no preset.
fn changed(car: &Choice) -> Option<Pairs> {
    let tuning = Tuning::new(car)?;
    let preset = &tuning.file().spec.name;
    presets::preset_text(preset).ok()?;
    let mut pairs = named(car, preset);
    let by_hand = |place: &&Place| tuning.is_changed(place) && !tuning.is_derived(place);
    for place in tuning.places().iter().filter(by_hand) {
        pairs.push(&place.path(), &tuning.value(place).to_string());
    }
    Some(pairs)
}

/// The car that the rest of a link says, in a model of a list.
pub(super) fn read(models: &Models, mut pairs: Pairs) -> Result<Choice, String> {
    let model = pairs.take("model")?.unwrap_or_else(|| String::from(MODEL));
    let (name, text) = (pairs.take("car")?, pairs.take("vehicle")?);
    let car = match (&name, &text) {
        (Some(_), Some(_)) => {
            return Err(String::from("the link says `car` and `vehicle`; write one of them"));
        }
        (_, Some(text)) => whole(models, &model, text)?,
        (Some(name), None) => {
            Choice::preset_among(models, &model, name).map_err(|error| error.to_string())?
        }
        (None, None) => usual(models, &model)?,
    };
    with(car, pairs)
}

/// The car that a model drives where none is named.
fn usual(models: &Models, model: &str) -> Result<Choice, String> {
    let usual = Choice::preset(MODEL, CAR).and_then(|car| car.among(models).in_model(model));
    usual.map_err(|error| error.to_string())
}

fn whole(models: &Models, model: &str, text: &str) -> Result<Choice, String> {
    let info = skidpad_formats::choose::model(models, model)?;
    let car = Choice::file(info, "vehicle", text.as_bytes()).map_err(|error| error.to_string())?;
    let name = car.vehicle.as_ref().map(|own| own.0.spec.name.clone());
    Ok(Choice { name: name.unwrap_or_default(), ..car.among(models) })
}

/// The car with what the pairs give.
fn with(car: Choice, pairs: Pairs) -> Result<Choice, String> {
    if pairs.0.is_empty() {
        return Ok(car);
    }
    // What is one of the whole link is taken out of it before: here it stands in the link of a car.
    if let Some((key, _)) = pairs.0.iter().find(|(key, _)| KEYS.contains(&key.as_str())) {
        return Err(format!("`{key}` has no place in a ghost"));
    }
    let Some(tuning) = Tuning::new(&car) else {
        return Err(names::unknown("key", &pairs.0[0].0, &KEYS));
    };
    let mut figures: Vec<(Place, f64)> = Vec::new();
    for (key, value) in &pairs.0 {
        let place = tuning.place(key).ok_or_else(|| unknown(&tuning, key))?;
        if figures.iter().any(|(other, _)| other.path() == *key) {
            return Err(format!("the link says `{key}` more than once; write it once"));
        }
        figures.push((place, number(&place, value)?));
    }
    tuning.with_all(&figures)
}

fn unknown(tuning: &Tuning, key: &str) -> String {
    let paths: Vec<String> = tuning.places().iter().map(Place::path).collect();
    let known: Vec<&str> = KEYS.into_iter().chain(paths.iter().map(String::as_str)).collect();
    let listed: Vec<&str> = KEYS.into_iter().chain(["the place of a figure in the vehicle's file"]).collect();
    names::unknown_of_many("key", key, &known, &listed)
}

/// A figure: a bare number in SI, or with its unit as in a vehicle file.
fn number(place: &Place, written: &str) -> Result<f64, String> {
    if let Ok(number) = written.parse() {
        return Ok(number);
    }
    let measure = measure(place.field.quantity);
    let shown = names::shown(written);
    parse(written, measure)
        .map_err(|_| format!("{}: got `{shown}`; must be {}", place.path(), measure.must()))
}
