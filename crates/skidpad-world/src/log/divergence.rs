//! Whether a replay has the bits of its log, and where it differs.

use core::fmt;

use skidpad_core::record::Channel;
use skidpad_core::snapshot::Saved;

use super::difference::{Difference, car_differences, differences};
use super::fault::LogFault;
use super::keyframes::Keyframe;
use super::position::Position;
use super::{KeptStates, WorldLog};
use crate::scene::ConeState;
use crate::world::{CarId, Party, Site, World};

/// A replay with the bits of its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Number of steps.
    pub steps: u64,
    /// Number of hashes that were compared, of the whole world.
    pub hashes: u64,
    /// Number of states that were compared: of the whole world, or of its cars.
    pub keyframes: u64,
}

/// Why a log is not verified.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum VerifyError {
    /// The replay has other bits.
    Diverged(Box<LogDivergence>),
    /// The replay cannot go on.
    Fault(LogFault),
    /// The log has neither hashes nor keyframes.
    NothingToCompare,
}

/// The first difference of a replay and its log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogDivergence {
    /// Number of steps after which the replay is another.
    pub step: u64,
    /// Number of steps after which the two were last known to be the same.
    pub same_until: u64,
    /// Time after [`step`](Self::step), s.
    pub time_s: f64,
    /// Steps of the keyframe that was compared: the first state from [`step`](Self::step) on; `None` where the log has none.
    pub compared_step: Option<u64>,
    /// All cars and cones that differ from that keyframe.
    pub parties: Vec<PartyDivergence>,
}

/// A car or cone that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct PartyDivergence {
    /// The car or cone.
    pub party: Party,
    /// The name of the car in the log; empty where it has none.
    pub name: String,
    /// Its channels that differ.
    pub differences: Vec<Difference>,
}

/// Channels of a cone.
const CONE: [Channel; 8] = [
    Channel::new("x_m", "m", -1e7, 1e7),
    Channel::new("y_m", "m", -1e7, 1e7),
    Channel::new("yaw_rad", "rad", -1e9, 1e9),
    Channel::new("velocity_x_m_s", "m/s", -1e9, 1e9),
    Channel::new("velocity_y_m_s", "m/s", -1e9, 1e9),
    Channel::new("yaw_rate_rad_s", "rad/s", -1e9, 1e9),
    Channel::new("is_hit", "-", 0.0, 1.0),
    Channel::new("is_flat", "-", 0.0, 1.0),
];

/// A state that a log keeps, of its world or of the cars alone.
#[derive(Clone, Copy)]
enum Expected<'a> {
    World(&'a Keyframe),
    Cars(&'a KeptStates),
}

impl<'a> Expected<'a> {
    /// The first state of a log after at least so many steps.
    fn from(log: &'a WorldLog, step: u64) -> Option<Self> {
        let keyframe = log.keyframes.after(step).map(Self::World);
        let states = log.states.get(log.states.partition_point(|states| states.step < step)).map(Self::Cars);
        // Of both for one step the keyframe, which has more.
        keyframe.into_iter().chain(states).min_by_key(Self::step)
    }

    fn step(&self) -> u64 {
        match self {
            Self::World(keyframe) => keyframe.step,
            Self::Cars(states) => states.step,
        }
    }

    fn car(&self, id: CarId) -> Option<&'a Saved> {
        match self {
            Self::World(keyframe) => keyframe.saved.car(id),
            Self::Cars(states) => {
                let place = states.cars.binary_search_by_key(&id, |(id, _)| *id).ok()?;
                Some(&states.cars[place].1)
            }
        }
    }

    fn cone(&self, cone: usize, site: &Site) -> Option<ConeState> {
        match self {
            Self::World(keyframe) => keyframe.saved.cone(cone, site),
            Self::Cars(_) => None,
        }
    }
}

/// Replays a log from its start, and compares all hashes and keyframes.
pub(super) fn verify(log: &WorldLog) -> Result<Verified, VerifyError> {
    let mut position = Position::start(log);
    let mut verified = Verified { steps: 0, hashes: 0, keyframes: 0 };
    let mut same_until = 0;
    while position.follow(log).map_err(VerifyError::Fault)? {
        let step = position.step;
        let hash = log.hash_after(step);
        let is_other = hash.is_some_and(|hash| hash != position.world.hash());
        let state = Expected::from(log, step).filter(|state| state.step() == step);
        if is_other || state.is_some_and(|state| !parties(&position, state).is_empty()) {
            return Err(diverged(log, position, same_until));
        }
        verified.hashes += u64::from(hash.is_some());
        verified.keyframes += u64::from(state.is_some());
        if hash.is_some() || state.is_some() {
            same_until = step;
        }
    }
    if let Some(hash) = log.end_hash {
        if hash != position.world.hash() {
            return Err(diverged(log, position, same_until));
        }
        verified.hashes += 1;
    }
    verified.steps = position.step;
    if verified.hashes + verified.keyframes == 0 { Err(VerifyError::NothingToCompare) } else { Ok(verified) }
}

/// The divergence here: goes on to the next keyframe, which tells what differs.
fn diverged(log: &WorldLog, mut position: Position, same_until: u64) -> VerifyError {
    let step = position.step;
    let mut divergence = LogDivergence {
        step,
        same_until,
        time_s: log.time_s(step),
        compared_step: None,
        parties: Vec::new(),
    };
    let state = Expected::from(log, step);
    while state.is_some_and(|state| position.step < state.step()) {
        match position.follow(log) {
            Ok(true) => {}
            Ok(false) => break,
            Err(fault) => return VerifyError::Fault(fault),
        }
    }
    if let Some(state) = state.filter(|state| state.step() == position.step) {
        divergence.compared_step = Some(position.step);
        divergence.parties = parties(&position, state);
    }
    VerifyError::Diverged(Box::new(divergence))
}

/// The cars and cones that differ from a state.
fn parties(position: &Position, expected: Expected) -> Vec<PartyDivergence> {
    let world = &position.world;
    let name = |id: CarId| {
        let car = position.cars.iter().find(|(here, _)| *here == id);
        car.map_or_else(String::new, |(_, car)| car.label.name.clone())
    };
    let car = |id: CarId| {
        let differences = car_differences(expected.car(id)?, &world.car(id)?.save());
        Some(PartyDivergence { party: Party::Car(id), name: name(id), differences })
    };
    let cone = |index: usize| {
        let differences = cone_differences(world, expected, index)?;
        Some(PartyDivergence { party: Party::Cone(index), name: String::new(), differences })
    };
    let cones = (0..world.cones().len()).filter_map(cone);
    let all = world.ids().filter_map(car).chain(cones);
    all.filter(|party| !party.differences.is_empty()).collect()
}

fn cone_differences(world: &World, expected: Expected, index: usize) -> Option<Vec<Difference>> {
    let expected = expected.cone(index, world.site())?;
    let all = |cone: &ConeState| {
        let flags = [cone.is_hit, cone.is_flat].map(|flag| f64::from(u8::from(flag)));
        cone.numbers().into_iter().chain(flags)
    };
    let numbers = all(&expected).zip(all(world.cones().get(index)?));
    Some(differences(CONE.iter().zip(numbers)))
}

impl fmt::Display for LogDivergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { step, same_until, time_s, .. } = self;
        write!(f, "the replay differs from the log after step {step} ({time_s} s)")?;
        if same_until + 1 < *step {
            write!(f, ", the same until step {same_until}")?;
        }
        match (self.compared_step, self.parties.first()) {
            (None, _) => f.write_str("; no later state was kept that says in what"),
            (Some(at), None) => write!(f, "; the state that was kept after step {at} is the same"),
            (Some(at), Some(first)) => {
                write!(f, "; after step {at} {first}")?;
                let more = self.parties.len() - 1;
                if more > 0 { write!(f, ", and {more} more cars or cones differ") } else { Ok(()) }
            }
        }
    }
}

impl fmt::Display for PartyDivergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.party {
            Party::Car(id) if self.name.is_empty() => write!(f, "of car {id} ")?,
            Party::Car(_) => write!(f, "of the car `{}` ", self.name)?,
            Party::Cone(index) => write!(f, "of cone {index} ")?,
            Party::Wall(index) => write!(f, "of wall {index} ")?,
        }
        match &self.differences[..] {
            [] => f.write_str("nothing differs"),
            [first] => first.fmt(f),
            [first, rest @ ..] => write!(f, "{first} and {} more channels", rest.len()),
        }
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Diverged(divergence) => divergence.fmt(f),
            Self::Fault(fault) => fault.fmt(f),
            Self::NothingToCompare => f.write_str("the log has neither hashes nor keyframes to compare with"),
        }
    }
}

impl core::error::Error for VerifyError {}
