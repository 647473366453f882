//! A car of a log.
//!
//! | bytes | content |
//! |---|---|
//! | text | the model's name; texts and counts as in a [`snapshot`](crate::snapshot) |
//! | text, 8 | the car's name, the hash of its numbers |
//! | text | the integrator |
//! | 2 lists of channels | of state and mode |
//! | 1 list of channels | of request, road and step |
//! | as in a snapshot | whether keys or a pad drive the car, and their channels |
//! | 8 each | with such: the numbers by which they shape requests |
//! | as in a snapshot | numbers, status and time of the start |
//!
//! In a log a car's entry ends with the text of its vehicle's file: count, bytes; 0: the vehicle is the one of the car's name.
//! Logs of version 1 have no such text.

use std::sync::Arc;

use skidpad_core::controls::Gear;
use skidpad_core::integrate::Method;
use skidpad_core::record::{Channel, Record};
use skidpad_core::snapshot::Saved;
use skidpad_world::contact::Body;
use skidpad_world::hands::Handed;
use skidpad_world::log::{CarLabel, LoggedCar};
use skidpad_world::models::{FrictionChoice, ModelInfo, Models};
use skidpad_world::rolling::{Begin, CarChoice};
use skidpad_world::shaping::Hands;
use skidpad_world::world::Member;

use super::contact::{flag, put_body, put_friction, take_body, take_friction};
use super::error::{CarMismatch, LogError};
use super::given::Given;
use super::values::CARS;
use crate::bytes::{ByteError, Reader, put_channels, put_count, put_number, put_text};
use crate::choose::{self, Car};
use crate::snapshot::{Layout, put_car, put_hands, take_car, take_hands, take_longest_step};

/// Version of recordings, and of the cars of logs of version 1.
pub(super) const OF_RECORDINGS: u16 = 4;
/// Version of the cars of logs: they may have the text of their vehicle's file.
pub(super) const VERSION: u16 = 5;
/// The longest text of a vehicle's file, bytes: 1 MiB.
const LONGEST_VEHICLE: usize = 1 << 20;
/// The longest text that is written, bytes.
const LONGEST_TEXT: usize = 255;
/// Number of numbers of the shaping of requests by hands.
const HANDS: usize = <Hands<f64> as Record<f64>>::LEN;

/// A car of a log file.
#[derive(Clone, Debug)]
pub struct FileCar {
    /// The car's name in the world; empty: it has none.
    pub name: String,
    /// The model.
    pub model: &'static ModelInfo,
    /// The vehicle: a preset, a path from the file's folder, or one of the model's own cars; with a text of the vehicle a name
    /// for people.
    pub car: String,
    /// The text of the vehicle's file, where the log has it: see [`carried`](Self::carried).
    pub vehicle: Option<Arc<str>>,
    /// Hash of the numbers that the car consists of.
    pub car_hash: u64,
    /// The integrator.
    pub method: Method,
    /// The car's state as it joined.
    pub start: Saved,
    /// The hands on keys or a pad that drive it: then its requests are theirs.
    pub hands: Option<Hands<f64>>,
    /// The friction function that it has instead of its own.
    pub friction: Option<FrictionChoice>,
    /// Its body; `None`: it meets nothing.
    pub body: Option<Body>,
}

impl FileCar {
    pub(super) fn from_logged(car: &LoggedCar, models: &Models) -> Result<Self, LogError> {
        let CarLabel { name, car: from, vehicle, friction } = &car.label;
        let is_bad = |text: &&String| text.len() > LONGEST_TEXT || text.contains(char::is_control);
        if [name, from].iter().any(is_bad) {
            return Err(LogError::Text);
        }
        if vehicle.as_ref().is_some_and(|text| text.is_empty() || text.len() > LONGEST_VEHICLE) {
            return Err(LogError::Vehicle);
        }
        let rolling = &car.member.car;
        let start = rolling.save();
        let model = models.by_name(start.model).filter(|model| model.name == start.model);
        let model = model.ok_or_else(|| LogError::UnknownModel(start.model.to_owned()))?;
        Ok(Self {
            name: name.clone(),
            model,
            car: from.clone(),
            vehicle: vehicle.clone(),
            car_hash: rolling.car_hash(),
            method: rolling.method(),
            start,
            hands: rolling.hands(),
            friction: *friction,
            body: car.member.body,
        })
    }

    /// The car from the text of its vehicle's file; `None` where the log names the vehicle alone.
    ///
    /// # Errors
    /// A text that is no vehicle, or one that the model does not take.
    pub fn carried(&self) -> Option<Result<Car, String>> {
        self.vehicle.as_ref().map(|text| choose::car_of_text(self.model, &self.car, text))
    }

    /// The car as it joined; `place` is its place among all of the log.
    pub(super) fn logged(&self, place: usize, choice: &CarChoice) -> Result<Arc<LoggedCar>, LogError> {
        let member = self.member(choice).map_err(|error| LogError::Car(place, error))?;
        let (name, car) = (self.name.clone(), self.car.clone());
        let label = CarLabel { name, car, vehicle: self.vehicle.clone(), friction: self.friction };
        Ok(Arc::new(LoggedCar { label, member }))
    }

    fn member(&self, choice: &CarChoice) -> Result<Member, CarMismatch> {
        let begin = Begin { gear: Gear::Neutral, initial: &[], method: Some(self.method) };
        let car = choice.with_friction(self.friction);
        let mut car = self.model.begin(&car, &begin).ok_or(CarMismatch::NotTaken)?;
        let (logged, found) = (self.car_hash, car.car_hash());
        if logged != found {
            return Err(CarMismatch::OtherNumbers { logged, found });
        }
        if let Some(hands) = self.hands {
            car = Box::new(Handed::new(car, hands));
        }
        car.restore(&self.start).map_err(CarMismatch::Start)?;
        Ok(Member { car, body: self.body })
    }

    pub(super) fn put(&self, bytes: &mut Vec<u8>) {
        put_text(bytes, &self.name);
        self.put_start(bytes);
        put_number(bytes, self.start.longest_step_s.unwrap_or(0.0));
        put_friction(bytes, self.friction);
        bytes.push(u8::from(self.body.is_some()));
        if let Some(body) = &self.body {
            put_body(bytes, body);
        }
        let text = self.vehicle.as_deref().unwrap_or_default();
        put_count(bytes, text.len() as u64);
        bytes.extend(text.as_bytes());
    }

    fn put_start(&self, bytes: &mut Vec<u8>) {
        put_text(bytes, self.model.name);
        put_text(bytes, &self.car);
        bytes.extend(self.car_hash.to_le_bytes());
        put_text(bytes, self.method.name());
        put_channels(bytes, self.model.states);
        put_channels(bytes, self.model.modes);
        put_channels(bytes, Given::channels());
        put_hands(bytes, self.start.hands);
        if let Some(hands) = &self.hands {
            let mut numbers = [0.0; HANDS];
            hands.store(&mut &mut numbers[..]);
            numbers.into_iter().for_each(|number| put_number(bytes, number));
        }
        put_car(bytes, &self.start, size_of::<f64>());
    }

    pub(super) fn take(r: &mut Reader, models: &Models) -> Result<Self, ByteError> {
        let name = take_name(r)?;
        let mut car = Self { name, ..Self::take_start(r, models)? };
        car.start.longest_step_s = take_longest_step(r)?.or(car.start.longest_step_s);
        car.friction = take_friction(r)?;
        car.body = if flag(r, CARS)? { Some(take_body(r)?) } else { None };
        if car.body.is_some() && car.model.lacks_for_contact().is_some() {
            return Err(r.invalid(CARS));
        }
        if r.version() >= VERSION {
            car.vehicle = take_vehicle(r)?;
        }
        Ok(car)
    }

    /// Reads model, car, integrator and state, as they are in a recording of the reader's version; the car has no name, friction
    /// function of its own and body yet.
    pub(super) fn take_start(r: &mut Reader, models: &Models) -> Result<Self, ByteError> {
        let name = r.text("model")?;
        let model = models.by_name(name).filter(|model| model.name == name);
        let model = model.ok_or_else(|| ByteError::UnknownModel { found: name.to_owned() })?;
        let car = take_name(r)?;
        let car_hash = r.word("hash of the car")?;
        let method: Option<Method> = r.text("integrator")?.parse().ok();
        let method = method.ok_or_else(|| r.invalid("integrator"))?;
        r.channels("state", model.states)?;
        r.channels("mode", model.modes)?;
        r.channels("controls", Given::places(r.version()).map(|(_, channel)| channel))?;
        let layout = Layout::from_model(model);
        let (of_hands, hands) = if r.version() > 2 { take_shape(r, &layout)? } else { (&[][..], None) };
        let longest_step_s = earlier_step_s(r.version(), name);
        let start = Saved { longest_step_s, ..take_car(r, &layout, of_hands)? };
        let (name, vehicle, friction, body) = (String::new(), None, None, None);
        Ok(Self { name, model, car, vehicle, car_hash, method, start, hands, friction, body })
    }
}

/// Longest sub-step of a car of an earlier file that names none, s, where its model's own was longer than it is now: its steps are
/// replayed as they were.
pub(super) fn earlier_step_s(version: u16, model: &str) -> Option<f64> {
    match model {
        _ if version >= VERSION => None,
        "commonroad_st" | "commonroad_std" => Some(0.01),
        "commonroad_mb" => Some(0.002),
        _ => None,
    }
}

/// Reads the text of a vehicle's file; `None` where there is none.
fn take_vehicle(r: &mut Reader) -> Result<Option<Arc<str>>, ByteError> {
    let what = "vehicle of a car";
    let length = Some(r.length(1, what)?).filter(|length| *length <= LONGEST_VEHICLE);
    let bytes = r.take(length.ok_or_else(|| r.invalid(what))?, what)?;
    let text = str::from_utf8(bytes).map_err(|_| r.invalid(what))?;
    Ok((!text.is_empty()).then(|| Arc::from(text)))
}

/// Reads a text that messages print.
pub(super) fn take_name(r: &mut Reader) -> Result<String, ByteError> {
    let name = r.text(CARS)?;
    if name.contains(char::is_control) { Err(r.invalid(CARS)) } else { Ok(name.to_owned()) }
}

/// Reads whether hands drive the car, and how they shape requests.
fn take_shape(
    r: &mut Reader,
    layout: &Layout,
) -> Result<(&'static [Channel], Option<Hands<f64>>), ByteError> {
    let channels = take_hands(r, layout)?;
    if channels.is_empty() {
        return Ok((channels, None));
    }
    let what = "shape of the hands";
    let mut numbers = [0.0; HANDS];
    for number in &mut numbers {
        *number = r.number(what)?;
    }
    let hands: Hands<f64> = Record::load(&&numbers[..]);
    if hands.fault().is_some() || !hands.all_finite() {
        return Err(r.invalid(what));
    }
    Ok((channels, Some(hands)))
}
