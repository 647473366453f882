//! Starts of a group's cars, and what a reset changes of them.

use skidpad_core::controls::Gear;

use crate::convert::Convert;
use crate::entrant::Entrant;
use crate::handles::StateHandle;
use crate::random::RandomPlace;

/// States and vehicles that a reset draws at random.
///
/// A car's numbers depend on the seed, its place in the group, the number of its resets and the place of a state in the list, and on nothing
/// else: not on the other cars, on threads, or on when it is reset. Of a state that is listed twice the first counts. A group in `f32` draws
/// the numbers of one in `f64`, rounded.
#[derive(Clone, Copy, Debug)]
pub struct Draws<'a> {
    /// Seed of the experiment.
    pub seed: u64,
    /// States that are drawn.
    pub states: &'a [DrawnState],
    /// True where each car gets one of the group's vehicles ([`Group::add_vehicle`](crate::Group::add_vehicle)), until its
    /// next reset.
    pub vehicle: bool,
}

/// A state that a reset draws, from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnState {
    /// The state.
    pub state: StateHandle,
    /// Its least value.
    pub low: f64,
    /// Its largest value.
    pub high: f64,
}

/// Source of the states of a reset.
#[derive(Clone, Copy)]
pub(crate) enum ResetTo<'a, T> {
    /// The cars' own starts.
    Starts,
    /// Values of some states, channel after channel.
    Values { states: &'a [StateHandle], values: &'a [T] },
    /// Random values of some states.
    Drawn(&'a Draws<'a>),
}

/// A car at one of its resets.
#[derive(Clone, Copy)]
pub(crate) struct ResetCar {
    pub car: usize,
    /// Number of cars of the group.
    pub cars: usize,
    /// Number of its resets, with this one.
    pub resets: u64,
}

/// Stream of the vehicle; those of the states follow.
const VEHICLE: u64 = 0;

impl<T: Convert> ResetTo<'_, T> {
    /// The value of a state, by its place; `None`: that of the car's own start.
    pub fn value(&self, at: ResetCar, place: usize) -> Option<f64> {
        match self {
            Self::Starts => None,
            Self::Values { states, values } => {
                let index = states.iter().position(|state| state.0 == place)?;
                Some(values[index * at.cars + at.car].lane(0))
            }
            Self::Drawn(draws) => {
                let index = draws.states.iter().position(|drawn| drawn.state.0 == place)?;
                let DrawnState { low, high, .. } = draws.states[index];
                Some(draws.random(at, VEHICLE + 1 + index as u64).within(low, high))
            }
        }
    }

    /// One of so many vehicles for a car; `None`: that of its own start.
    pub fn vehicle(&self, at: ResetCar, vehicles: usize) -> Option<usize> {
        match self {
            Self::Drawn(draws) if draws.vehicle && vehicles > 0 => {
                Some(draws.random(at, VEHICLE).below(vehicles))
            }
            _ => None,
        }
    }
}

impl Draws<'_> {
    fn random(&self, at: ResetCar, stream: u64) -> RandomPlace {
        RandomPlace { seed: self.seed, environment: at.car as u64, step: at.resets, stream }
    }
}

/// The start of a car with a vehicle.
#[derive(Debug)]
pub(crate) struct Start<V> {
    pub vehicle: V,
    pub gear: Gear,
    /// States that do not follow from the speed, by their places.
    initial: Box<[(usize, f64)]>,
}

impl<V> Start<V> {
    /// That of an entrant, whose model has the states `place` finds by name.
    pub fn new(vehicle: V, entrant: &Entrant<'_>, place: impl Fn(&str) -> Option<usize>) -> Self {
        let entries = entrant.begin.initial.iter();
        let initial = entries.filter_map(|(name, value)| Some((place(name)?, *value))).collect();
        Self { vehicle, gear: entrant.begin.gear, initial }
    }

    /// The value of a state, by its place; `None`: it follows from the speed.
    pub fn value(&self, place: usize) -> Option<f64> {
        self.initial.iter().find(|entry| entry.0 == place).map(|entry| entry.1)
    }
}
