//! Recordings of what a car was given, and their replay: the same bits at every step, or the first step and field
//! that differ.
//!
//! A [`Recorder`] is a car of any model that writes down what it is given, and its hash after each step. [`replay`]
//! gives it to the same car once more. It keeps whole states too, after each step or each so many: a hash tells in
//! which step two runs part, and only a state tells in what.
//!
//! ```
//! use skidpad_core::controls::{Controls, Gear, sanitise};
//! use skidpad_core::step::Dt;
//! use skidpad_core::surface::Surface;
//! use skidpad_models::MODELS;
//! use skidpad_world::replay::{Recorder, replay};
//! use skidpad_world::rolling::{Begin, CarChoice, Request, Rolling};
//!
//! let (model, car) = (MODELS.by_name("commonroad_std").unwrap(), CarChoice::Own("commonroad-2"));
//! let begin = Begin { gear: Gear::Forward(1), initial: &[("speed_m_s", 20.0)], method: None };
//! let rolling = model.begin(&car, &begin).unwrap();
//! let mut recorder = Recorder::new(model, "commonroad-2", rolling, 1);
//! for step in 0..100 {
//!     let steer_rad = if step < 50 { 0.0 } else { 0.05 };
//!     let (command, _) = sanitise(&Controls { steer_rad, ..Controls::default() });
//!     recorder.step(&Request::from_command(command), (&Surface::asphalt()).into(), Dt::new(0.01).unwrap());
//! }
//! let mut recording = recorder.finish();
//! assert_eq!(recording.changes.len(), 2);
//! assert!(replay(&recording, &car).is_ok());
//!
//! recording.changes[1].given.request.command.steer_rad = 0.0;
//! let divergence = replay(&recording, &car).unwrap_err().to_string();
//! assert!(divergence.contains("step 51"), "{divergence}");
//! ```

mod given;
mod play;
mod recorder;

use crate::shaping::{Hands, HandsMode};
use skidpad_core::integrate::Method;
use skidpad_core::record::{Channel, Channels};
use skidpad_core::snapshot::Saved;

use crate::contact::{Body, Wall};
use crate::ground::Ground;
use crate::models::{FrictionChoice, ModelInfo};
use crate::rolling::Rolling;

pub use given::{Change, Given};
pub use play::{Difference, Divergence, ReplayError, replay, replay_all};
pub use recorder::Recorder;

/// What a car was given from a start on, and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The model.
    pub model: &'static ModelInfo,
    /// The car's name: a preset, a path, or one of the model's own.
    pub car: String,
    /// The hash of the numbers that the car is made of.
    pub car_hash: u64,
    /// The integrator.
    pub method: Method,
    /// Where it began.
    pub start: Saved,
    /// The hands on keys or a pad that drive it: then what it was given is what these were asked for.
    pub hands: Option<Hands<f64>>,
    /// The friction function that the car has instead of its own.
    pub friction: Option<FrictionChoice>,
    /// What the car meets; `None`: nothing.
    pub scene: Option<Box<RecordedScene>>,
    /// Where the road is otherwise than each step's surface.
    pub ground: Ground,
    /// What it was given, each time that something of it changed; steps in rising order, the first at 0.
    pub changes: Vec<Change>,
    /// Its hash after each step.
    pub hashes: Vec<u64>,
    /// A state is kept after each so many steps; 0: none.
    pub keeps_every: u32,
    /// The states that are kept, one after the other, each as many numbers as there are [`fields`](Self::fields).
    pub kept: Vec<f64>,
}

/// What the car of a recording meets.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedScene {
    /// The car's own body.
    pub body: Body,
    /// The walls.
    pub walls: Vec<Wall>,
    /// The further cars.
    pub others: Vec<RecordedCar>,
}

/// A further car of a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedCar {
    /// Its name in the run.
    pub name: String,
    /// Its body.
    pub body: Body,
    /// Its own recording, with as many steps as that of the first car, on the ground of the first car, without a scene.
    pub recording: Recording,
}

impl Recording {
    /// An empty recording that begins where a car is. `name` is the car's, by which it is found again; a state is kept
    /// after each `keeps_every` steps, 0: none.
    pub(crate) fn begin(model: &'static ModelInfo, name: &str, car: &dyn Rolling, keeps_every: u32) -> Self {
        Self {
            model,
            car: name.to_owned(),
            car_hash: car.car_hash(),
            method: car.method(),
            start: car.save(),
            hands: car.hands(),
            friction: None,
            scene: None,
            ground: Ground::default(),
            changes: Vec::new(),
            hashes: Vec::new(),
            keeps_every,
            kept: Vec::new(),
        }
    }

    /// Notes what the car is given for the next step.
    pub(crate) fn note_given(&mut self, given: Given) {
        if !self.changes.last().is_some_and(|last| last.given.has_bits_of(&given)) {
            self.changes.push(Change { step: self.steps(), given });
        }
    }

    /// Notes what became of the car in the step.
    pub(crate) fn note_result(&mut self, car: &dyn Rolling) {
        self.hashes.push(car.hash());
        let (steps, every) = (self.steps(), u64::from(self.keeps_every));
        if every > 0 && steps.is_multiple_of(every) {
            self.kept.extend(field_numbers(&car.save()));
        }
    }

    /// The further cars.
    pub fn others(&self) -> &[RecordedCar] {
        self.scene.as_ref().map_or(&[], |scene| &scene.others)
    }

    /// How many steps it has.
    pub fn steps(&self) -> u64 {
        self.hashes.len() as u64
    }

    /// What is kept of the car: [`fields`], those of the hands before [`REST`].
    pub fn fields(&self) -> impl Iterator<Item = &'static Channel> + use<> {
        let hands = self.hands.map_or(&[][..], |_| HandsMode::<f64>::CHANNELS);
        self.model.states.iter().chain(self.model.modes).chain(hands).chain(&REST)
    }

    /// The state that is kept after a step, counted from 1.
    pub fn kept_after(&self, step: u64) -> Option<&[f64]> {
        let every = u64::from(self.keeps_every);
        if every == 0 || step == 0 || !step.is_multiple_of(every) {
            return None;
        }
        let width = self.fields().count();
        self.kept.chunks_exact(width).nth(usize::try_from(step / every - 1).ok()?)
    }
}

/// What is kept of a car that is driven directly: its state, its mode, and [`REST`].
pub fn fields(model: &'static ModelInfo) -> impl Iterator<Item = &'static Channel> {
    model.states.iter().chain(model.modes).chain(&REST)
}

/// What is kept besides state and mode: the code of the status and the parts of the clock.
pub const REST: [Channel; 4] = [
    Channel { name: "status", unit: "-", low: 0.0, high: 255.0 },
    Channel { name: "steps", unit: "-", low: 0.0, high: 1e18 },
    Channel { name: "step_s", unit: "s", low: 0.0, high: 1.0 },
    Channel { name: "time_before_s", unit: "s", low: 0.0, high: 1e18 },
];

/// The numbers of [`fields`].
pub(crate) fn field_numbers(saved: &Saved) -> impl Iterator<Item = f64> {
    let clock = saved.clock;
    let rest = [f64::from(saved.status.code()), clock.steps() as f64, clock.step_s(), clock.before_s()];
    saved.numbers.iter().copied().chain(rest)
}
