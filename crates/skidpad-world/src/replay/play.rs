//! Replays: the same bits, or where they part.

use core::fmt;

use skidpad_core::controls::Gear;
use skidpad_core::step::{Dt, DtFault};

use super::{Given, Recording, field_numbers};
use crate::contact::Body;
use crate::hands::Handed;
use crate::rolling::{Begin, CarChoice, RestoreError, Rolling};
use crate::world::{CarId, Member, Site, World, WorldError};

/// Why a recording does not replay.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
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
    /// Another number of further cars than recorded.
    Cars {
        /// The number of recorded further cars.
        recorded: usize,
        /// The number of cars given for them.
        found: usize,
    },
    /// A further car with other steps, or on another surface, than the first.
    OtherSteps,
    /// Cars that cannot meet each other or the walls.
    World(WorldError),
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
    /// The further car that is another, by its name in the run; `None`: the recording's first car.
    pub car: Option<String>,
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
    replay_all(recording, car, &[])
}

/// [`replay`] of a recording with further cars, in its order.
///
/// # Errors
/// The first step, car and field that differ, or why they cannot be compared.
pub fn replay_all(recording: &Recording, car: &CarChoice, others: &[CarChoice]) -> Result<u64, ReplayError> {
    let (recorded, found) = (recording.others().len(), others.len());
    if recorded != found {
        return Err(ReplayError::Cars { recorded, found });
    }
    let walls = recording.scene.as_ref().map_or(Vec::new(), |scene| scene.walls.clone());
    let site = Site::asphalt().with_ground(recording.ground.clone());
    let mut world = World::new(site.with_walls(walls).map_err(ReplayError::World)?);
    let body = recording.scene.as_ref().map(|scene| scene.body);
    let id = world.add(recording.member(car, body)?).map_err(ReplayError::World)?;
    let mut tracks = vec![Track { id, name: None, recording, next: 0, given: None }];
    for (other, car) in recording.others().iter().zip(others) {
        let tape = &other.recording;
        let id = world.add(tape.member(car, Some(other.body))?).map_err(ReplayError::World)?;
        tracks.push(Track { id, name: Some(&*other.name), recording: tape, next: 0, given: None });
    }
    if tracks.iter().any(|track| track.recording.steps() != recording.steps()) {
        return Err(ReplayError::OtherSteps);
    }
    let mut all = Steps { tracks };
    for step in 0..recording.steps() {
        all.go(&mut world, step)?;
        if let Some(car) = all.first_that_differs(&world, step) {
            return Err(ReplayError::Diverged(Box::new(all.divergence(&mut world, car, step + 1)?)));
        }
    }
    Ok(recording.steps())
}

impl Recording {
    /// The recorded car where the recording begins, with a body.
    ///
    /// # Errors
    /// A car that the model does not take or that is made of other numbers; a start that it does not take.
    pub fn member(&self, car: &CarChoice, body: Option<Body>) -> Result<Member, ReplayError> {
        let begin = Begin { gear: Gear::Neutral, initial: &[], method: Some(self.method) };
        let car = car.with_friction(self.friction);
        let mut car = self.model.begin(&car, &begin).ok_or(ReplayError::NotTaken)?;
        let (recorded, found) = (self.car_hash, car.car_hash());
        if recorded != found {
            return Err(ReplayError::OtherCar { recorded, found });
        }
        if let Some(hands) = self.hands {
            car = Box::new(Handed::new(car, hands));
        }
        car.restore(&self.start).map_err(ReplayError::Start)?;
        Ok(Member { car, body })
    }
}

/// What a car was given, from step to step.
struct Track<'a> {
    /// The car in the world.
    id: CarId,
    /// The car's name in the run, of a further car.
    name: Option<&'a str>,
    recording: &'a Recording,
    /// The next change.
    next: usize,
    given: Option<Given>,
}

impl Track<'_> {
    /// The car under way.
    fn car<'a>(&self, world: &'a World) -> &'a dyn Rolling {
        world.car(self.id).unwrap_or_else(|| unreachable!("no car leaves while it is replayed"))
    }

    /// What is given for the step after so many.
    fn given(&mut self, step: u64) -> Result<Given, ReplayError> {
        while let Some(change) = self.recording.changes.get(self.next).filter(|change| change.step <= step) {
            self.given = Some(change.given);
            self.next += 1;
        }
        self.given.ok_or(ReplayError::NothingGiven)
    }
}

/// The steps of a recording, one after the other.
struct Steps<'a> {
    tracks: Vec<Track<'a>>,
}

impl Steps<'_> {
    /// The step after so many.
    fn go(&mut self, world: &mut World, step: u64) -> Result<(), ReplayError> {
        let given: Vec<Given> =
            self.tracks.iter_mut().map(|track| track.given(step)).collect::<Result<_, _>>()?;
        let (dt_s, surface) = (given[0].dt_s, given[0].surface);
        let differs = |other: &Given| other.dt_s.to_bits() != dt_s.to_bits() || other.surface != surface;
        if given.iter().any(differs) {
            return Err(ReplayError::OtherSteps);
        }
        let dt = Dt::try_from(dt_s).map_err(|fault| ReplayError::Step { step, fault })?;
        world.set_surface(surface);
        for (track, given) in self.tracks.iter().zip(&given) {
            world.set_request(track.id, given.request);
        }
        world.step(dt);
        Ok(())
    }

    /// The first car whose hash is not the recorded one after the step that follows so many.
    fn first_that_differs(&self, world: &World, step: u64) -> Option<usize> {
        let differs = |track: &Track| track.car(world).hash() != track.recording.hashes[step as usize];
        self.tracks.iter().position(differs)
    }

    /// Where a car parts from the recording that differs after so many steps: it goes on to the next state that was
    /// kept, to say in what.
    fn divergence(&mut self, world: &mut World, car: usize, step: u64) -> Result<Divergence, ReplayError> {
        let Track { recording, name, .. } = self.tracks[car];
        let found = self.tracks[car].car(world);
        let mut divergence = Divergence {
            car: name.map(str::to_owned),
            step,
            time_s: found.time_s(),
            expected_hash: recording.hashes[step as usize - 1],
            found_hash: found.hash(),
            compared_step: None,
            differences: Vec::new(),
        };
        let every = u64::from(recording.keeps_every);
        let Some(at) = step.checked_next_multiple_of(every) else { return Ok(divergence) };
        if let Some(kept) = recording.kept_after(at) {
            for step in step..at {
                self.go(world, step)?;
            }
            divergence.compared_step = Some(at);
            divergence.differences = differences(recording, kept, self.tracks[car].car(world));
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
        if let Some(car) = &self.car {
            write!(f, "the car `{car}` ")?;
        }
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
            Self::Cars { recorded, found } => {
                write!(f, "the recording has {recorded} further cars, and {found} were given")
            }
            Self::OtherSteps => {
                f.write_str("a further car has other steps or another surface than the first")
            }
            Self::World(error) => error.fmt(f),
            Self::Step { step, fault } => write!(f, "step {}: {fault}", step + 1),
        }
    }
}

impl core::error::Error for ReplayError {}
