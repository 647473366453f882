//! Replays: the same bits, or where they part.

use core::fmt;

use skidpad::controls::Gear;
use skidpad::step::{Dt, DtFault};

use super::{Given, Recording, field_numbers};
use crate::ground::Road;
use crate::hands::Handed;
use crate::rolling::{Begin, CarChoice, RestoreError, Rolling};

/// Why a recording does not replay.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplayError {
    /// It does, up to a step.
    Diverged(Box<Divergence>),
    /// The model does not take this car.
    NotTaken,
    /// The car is made of other numbers than the recorded one.
    OtherCar {
        /// The hash of the recorded car.
        recorded: u64,
        /// The hash of this one.
        found: u64,
    },
    /// It cannot begin where the recording does.
    Start(RestoreError),
    /// Nothing is given for the first step.
    NothingGiven,
    /// A step that is none.
    Step {
        /// The number of steps before.
        step: u64,
        /// Why it is none.
        fault: DtFault,
    },
}

/// Where a replay parts from its recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// The first step after which the car is another, counted from 1.
    pub step: u64,
    /// The time after it, s.
    pub time_s: f64,
    /// The recorded hash.
    pub expected_hash: u64,
    /// The hash found.
    pub found_hash: u64,
    /// The step whose recorded state was compared: the same, or the next that was kept; `None` where none was.
    pub compared_step: Option<u64>,
    /// What differs after [`compared_step`](Self::compared_step), in the order of the fields.
    pub differences: Vec<Difference>,
}

/// A field that differs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Its name.
    pub name: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// The recorded value.
    pub expected: f64,
    /// The value found.
    pub found: f64,
}

/// Gives a car once more what it was given, and compares it after each step. The number of steps, all alike.
///
/// # Errors
/// The first step and field in which it differs, or why it cannot be compared.
pub fn replay(recording: &Recording, car: &CarChoice) -> Result<u64, ReplayError> {
    let begin = Begin { gear: Gear::Neutral, initial: &[], method: Some(recording.method) };
    let mut car = recording.model.begin(car, &begin).ok_or(ReplayError::NotTaken)?;
    let (recorded, found) = (recording.car_hash, car.car_hash());
    if recorded != found {
        return Err(ReplayError::OtherCar { recorded, found });
    }
    if let Some(hands) = recording.hands {
        car = Box::new(Handed::new(car, hands));
    }
    car.restore(&recording.start).map_err(ReplayError::Start)?;
    let mut all = Steps { recording, next: 0, given: None };
    for step in 0..recording.steps() {
        all.go(car.as_mut(), step)?;
        if car.hash() != recording.hashes[step as usize] {
            return Err(ReplayError::Diverged(Box::new(all.divergence(car.as_mut(), step + 1)?)));
        }
    }
    Ok(recording.steps())
}

/// The steps of a recording, one after the other.
struct Steps<'a> {
    recording: &'a Recording,
    /// The next change.
    next: usize,
    given: Option<Given>,
}

impl Steps<'_> {
    /// The step after so many.
    fn go(&mut self, car: &mut dyn Rolling, step: u64) -> Result<(), ReplayError> {
        while let Some(change) = self.recording.changes.get(self.next).filter(|change| change.step <= step) {
            self.given = Some(change.given);
            self.next += 1;
        }
        let Given { request, surface, dt_s } = self.given.ok_or(ReplayError::NothingGiven)?;
        let dt = Dt::try_from(dt_s).map_err(|fault| ReplayError::Step { step, fault })?;
        car.step(&request, Road { surface: &surface, ground: &self.recording.ground }, dt);
        Ok(())
    }

    /// Where a car parts from the recording that differs after so many steps: it goes on to the next state that was
    /// kept, to say in what.
    fn divergence(&mut self, car: &mut dyn Rolling, step: u64) -> Result<Divergence, ReplayError> {
        let recording = self.recording;
        let mut divergence = Divergence {
            step,
            time_s: car.time_s(),
            expected_hash: recording.hashes[step as usize - 1],
            found_hash: car.hash(),
            compared_step: None,
            differences: Vec::new(),
        };
        let every = u64::from(recording.keeps_every);
        let Some(at) = step.checked_next_multiple_of(every) else { return Ok(divergence) };
        if let Some(kept) = recording.kept_after(at) {
            for step in step..at {
                self.go(car, step)?;
            }
            divergence.compared_step = Some(at);
            divergence.differences = differences(recording, kept, car);
        }
        Ok(divergence)
    }
}

/// The fields in which a car differs from a state that was kept, to the bit.
fn differences(recording: &Recording, kept: &[f64], car: &dyn Rolling) -> Vec<Difference> {
    let saved = car.save();
    let found = recording.fields().zip(kept).zip(field_numbers(&saved));
    let differs = |expected: f64, found: f64| {
        expected.to_bits() != found.to_bits() && !(expected.is_nan() && found.is_nan())
    };
    found
        .filter(|((_, expected), found)| differs(**expected, *found))
        .map(|((field, expected), found)| Difference {
            name: field.name,
            unit: field.unit,
            expected: *expected,
            found,
        })
        .collect()
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, expected, found, .. } = self;
        let (expected_bits, found_bits) = (expected.to_bits(), found.to_bits());
        write!(
            f,
            "{name} is {found:?} (0x{found_bits:016x}), recorded as {expected:?} (0x{expected_bits:016x})"
        )
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { step, time_s, expected_hash, found_hash, .. } = self;
        write!(f, "differs first after step {step} ({time_s} s): ")?;
        match (self.compared_step, self.differences.first()) {
            (Some(at), Some(first)) if at == *step => first.fmt(f)?,
            (Some(at), Some(first)) => {
                write!(f, "in the next state that was kept, after step {at}, {first}")?
            }
            (Some(at), None) => {
                write!(f, "the state that was kept after step {at} is the same, its hash is not")?
            }
            (None, _) => f.write_str("in what is not known, as no state was kept from there on")?,
        }
        if self.differences.len() > 1 {
            write!(f, ", and {} more", self.differences.len() - 1)?;
        }
        write!(f, "; hash 0x{found_hash:016x}, recorded 0x{expected_hash:016x}")
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Diverged(divergence) => divergence.fmt(f),
            Self::NotTaken => f.write_str("the model does not take this car"),
            Self::OtherCar { recorded, found } => write!(
                f,
                "the car is not the recorded one: the hash of its numbers is 0x{found:016x}, recorded \
                 0x{recorded:016x}; take the car file as it was"
            ),
            Self::Start(error) => write!(f, "the recorded start: {error}"),
            Self::NothingGiven => f.write_str("the recording gives nothing for the first step"),
            Self::Step { step, fault } => write!(f, "step {}: {fault}", step + 1),
        }
    }
}

impl core::error::Error for ReplayError {}
