//! Cars that are driven by keys or a pad: their inputs are shaped sub-step by sub-step.
//!
//! ```
//! use skidpad_world::shaping::{Hands, StickShape};
//! use skidpad_core::controls::{Controls, Gear, sanitise};
//! use skidpad_core::step::Dt;
//! use skidpad_core::surface::Surface;
//! use skidpad_world::hands::Handed;
//! use skidpad_models::MODELS;
//! use skidpad_world::rolling::{Begin, CarChoice, Request, Rolling};
//!
//! let (model, car) = (MODELS.by_name("commonroad_std").unwrap(), CarChoice::Own("commonroad-2"));
//! let begin = Begin { gear: Gear::Forward(1), initial: &[("speed_m_s", 20.0)], method: None };
//! let mut car = Handed::new(model.begin(&car, &begin).unwrap(), Hands::new(StickShape::keyboard(), 0.5));
//! // The left key: a full stick, which is the lock.
//! let (keys, _) = sanitise(&Controls { steer_rad: 0.5, ..Controls::default() });
//! car.step(&Request::from_command(keys), (&Surface::asphalt()).into(), Dt::new(0.01).unwrap());
//! // Two and a half full sticks a second, and less at speed.
//! assert!((0.001..0.0125).contains(&car.shaped(&keys).steer_rad));
//! ```

use crate::shaping::{BodyMotion, Hands, HandsMode};
use skidpad_core::controls::Command;
use skidpad_core::model::Pose;
use skidpad_core::model::spatial::Push;
use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::snapshot::{Saved, hash_with_hands};
use skidpad_core::step::{Dt, Status};

use crate::contact::Motion;
use crate::ground::{FoundGround, Road};
use crate::rolling::{Driver, Request, RestoreError, Rolling, append};

/// Driver inputs before input shaping: columns of a run.
const ASKED: [Channel; 4] = [
    Channel::new("asked_steer_rad", "rad", -1.5, 1.5).described("Steering angle before input shaping"),
    Channel::new("asked_throttle", "-", 0.0, 1.0).described("Throttle before input shaping"),
    Channel::new("asked_brake", "-", 0.0, 1.0).described("Brake pedal before input shaping"),
    Channel::new("asked_handbrake", "-", 0.0, 1.0).described("Handbrake before input shaping"),
];

/// Further columns of a run of a car with input shaping: the driver inputs before it, and the state of the shaping.
pub fn columns() -> impl Iterator<Item = Channel> {
    ASKED.iter().chain(HandsMode::<f64>::CHANNELS).copied()
}

/// A car of any model that keys or a pad drive through input shaping. A [`Request`] to it holds the inputs before shaping:
/// pedals as shares of their travel, and for the steering the stick's share of the lock.
#[derive(Clone)]
pub struct Handed {
    car: Box<dyn Rolling>,
    hands: Hands<f64>,
    mode: HandsMode<f64>,
}

impl Handed {
    /// A car with input shaping, before any key is pressed.
    pub fn new(car: Box<dyn Rolling>, hands: Hands<f64>) -> Self {
        Self { car, hands, mode: HandsMode::released() }
    }

    /// Returns the command to the car: the driver inputs after input shaping.
    pub fn shaped(&self, raw: &Command<f64>) -> Command<f64> {
        self.hands.shaped(&self.mode, raw)
    }

    fn given(&self, request: &Request) -> Request {
        Request { command: self.shaped(&request.command), ..*request }
    }

    fn numbers(&self) -> Vec<f64> {
        let mut numbers = Vec::with_capacity(<HandsMode<f64> as Record<f64>>::LEN);
        append(&mut numbers, &self.mode);
        numbers
    }
}

impl Rolling for Handed {
    fn step(&mut self, request: &Request, road: Road<'_>, dt: Dt) -> Status {
        self.step_by(&mut |_, _| *request, road, dt)
    }
    fn step_by(&mut self, driver: &mut Driver<'_>, road: Road<'_>, dt: Dt) -> Status {
        let (hands, mut mode) = (self.hands, self.mode);
        let before = self.car.time_s();
        let mut shaped = |motion: &BodyMotion<f64>, part_s: f64| {
            let request = driver(motion, part_s);
            mode = hands.advance(&mode, &request.command, motion, part_s);
            Request { command: hands.shaped(&mode, &request.command), ..request }
        };
        let status = self.car.step_by(&mut shaped, road, dt);
        // A step that was undone is undone for the hands, too.
        if self.car.time_s() > before {
            self.mode = mode;
        }
        status
    }
    fn row(&self, request: &Request, road: Road<'_>, row: &mut Vec<f64>) {
        self.car.row(&self.given(request), road, row);
        let asked = &request.command;
        row.extend([asked.steer_rad, asked.throttle, asked.brake, asked.handbrake]);
        append(row, &self.mode);
    }
    fn rates(&self, request: &Request, road: Road<'_>, rates: &mut Vec<f64>) {
        self.car.rates(&self.given(request), road, rates);
    }
    fn save(&self) -> Saved {
        let mut saved = self.car.save();
        saved.hands = HandsMode::<f64>::CHANNELS;
        saved.numbers.extend(self.numbers());
        saved
    }
    fn restore(&mut self, saved: &Saved) -> Result<(), RestoreError> {
        if saved.hands != HandsMode::<f64>::CHANNELS
            || saved.numbers.len() != saved.of_car() + saved.hands.len()
        {
            return Err(RestoreError::WithoutHands);
        }
        saved.check().map_err(RestoreError::NotFinite)?;
        let (car, hands) = saved.numbers.split_at(saved.of_car());
        let mode = Record::load(&hands);
        self.car.restore(&Saved { hands: &[], numbers: car.to_vec(), ..saved.clone() })?;
        self.mode = mode;
        Ok(())
    }
    fn hash(&self) -> u64 {
        hash_with_hands(self.car.hash(), self.numbers().into_iter())
    }
    fn correct(&mut self, motion: &Motion) -> Status {
        self.car.correct(motion)
    }
    fn correct_in_space(&mut self, motion: &Motion, tilt_rates_rad_s: [f64; 2]) -> Status {
        self.car.correct_in_space(motion, tilt_rates_rad_s)
    }
    fn push(&mut self, push: &Push) -> Status {
        self.car.push(push)
    }
    fn put(&mut self, pose: &Pose<f64>) -> Option<Status> {
        self.car.put(pose)
    }
    fn note_present(&mut self, request: &Request, found: Option<&FoundGround>) {
        self.car.note_present(request, found);
    }
    fn hands(&self) -> Option<Hands<f64>> {
        Some(self.hands)
    }
    crate::forward_to_car!(
        boxed_clone, layout, states, time_s, status, car_hash, method, pose, planar, in_space, in_contact,
        hubs_m, found, feels_air, telltales, lie_on
    );
}
