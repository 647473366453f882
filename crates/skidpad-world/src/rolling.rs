//! A car of any model under way, seen by the names of its channels.

use core::any::Any;
use core::fmt;

use crate::shaping::{BodyMotion, Hands};
use skidpad_core::controls::{Command, Controls, Gear, sanitise};
use skidpad_core::integrate::Method;
use skidpad_core::model::{Model, Pose};
use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::snapshot::{NotFinite, OtherModel, Saved, Snapshot, StateHash};
use skidpad_core::spec::Vehicle;
use skidpad_core::step::{Dt, Simulation, Status};
use skidpad_core::surface::Surface;

use crate::channel::RowLayout;
use crate::contact::{Motion, PlanarChannels};
use crate::ground::{Ground, Road};
use crate::models::{Cars, Drivable, FrictionChoice};
use crate::overridden::Overridden;
use crate::telltales::{self, Telltales};

/// The car that a model is to drive.
#[derive(Clone, Copy, Debug)]
pub enum CarChoice<'a> {
    /// A vehicle.
    Vehicle(&'a Vehicle<f64>),
    /// A vehicle with another friction function, of a model that has a choice.
    WithFriction(&'a Vehicle<f64>, FrictionChoice),
    /// A model's own car by name.
    Own(&'a str),
}

impl<'a> CarChoice<'a> {
    /// The vehicle that it is made of; `None` for a model's own car.
    pub fn vehicle(&self) -> Option<&'a Vehicle<f64>> {
        match self {
            Self::Vehicle(vehicle) | Self::WithFriction(vehicle, _) => Some(vehicle),
            Self::Own(_) => None,
        }
    }

    /// The car with another friction function, where one is given. A model's own car stays as it is.
    pub fn with_friction(self, friction: Option<FrictionChoice>) -> Self {
        match (self.vehicle(), friction) {
            (Some(vehicle), Some(friction)) => Self::WithFriction(vehicle, friction),
            _ => self,
        }
    }

    /// What a model takes of it; `None` where the model does not take it.
    pub(crate) fn car<M: Drivable>(&self) -> Option<M::Car<f64>> {
        match (self, M::CARS) {
            (Self::Vehicle(vehicle), Cars::Vehicles | Cars::Fixed) => {
                M::refuses(vehicle).is_none().then(|| M::car(vehicle))
            }
            (Self::WithFriction(vehicle, friction), Cars::Vehicles) => {
                let car = Self::Vehicle(vehicle).car::<M>()?;
                M::with_friction(car, friction)
            }
            (Self::Own(name), Cars::Own(_) | Cars::Fixed) => M::own_car(name),
            _ => None,
        }
    }
}

/// What is asked of a car at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Request {
    /// Hands and feet.
    pub command: Command<f64>,
    /// Acceleration along the car's own axis, m/s^2, for a model that takes it instead of pedals.
    pub acceleration_m_s2: f64,
}

/// The wheels, as channels of single wheels begin.
pub const WHEELS: [&str; 4] = ["front_left", "front_right", "rear_left", "rear_right"];

impl Request {
    /// Hands and feet alone.
    pub fn from_command(command: Command<f64>) -> Self {
        Self { command, acceleration_m_s2: 0.0 }
    }

    /// Nobody touches the controls.
    pub fn untouched() -> Self {
        Self::from_command(sanitise(&Controls::default()).0)
    }
}

/// How a car begins.
#[derive(Clone, Copy, Debug)]
pub struct Begin<'a> {
    /// The gear asked for at the start.
    pub gear: Gear,
    /// States at the start, by name. What is left out is in balance with the speed.
    pub initial: &'a [(&'a str, f64)],
    /// The integrator; `None`: the model's own.
    pub method: Option<Method>,
}

/// What a driver asks for at a sub-step, from how the body moves and how long the sub-step is, s.
pub type Driver<'a> = dyn FnMut(&BodyMotion<f64>, f64) -> Request + 'a;

/// A car of some model under way.
///
/// A clone goes on with the same bits as the car. [`Any`] lets a program find its own type of car again in a world.
pub trait Rolling: Any + Send + Sync {
    /// A car that goes on from here on its own.
    fn boxed_clone(&self) -> Box<dyn Rolling>;
    /// Puts a copy of the car in the place of another, in the memory of that where both are of one type.
    fn copy_to(&self, other: &mut Box<dyn Rolling>) {
        *other = self.boxed_clone();
    }
    /// Layout of its rows, which is that of its model.
    fn layout(&self) -> RowLayout;
    /// Moves on by a step.
    fn step(&mut self, request: &Request, road: Road<'_>, dt: Dt) -> Status;
    /// The same where what is asked of it is asked again for each of its sub-steps.
    fn step_by(&mut self, driver: &mut Driver<'_>, road: Road<'_>, dt: Dt) -> Status;
    /// Appends all numbers of this instant, in the order of its [`layout`](Self::layout); a car with hands
    /// appends theirs.
    fn row(&self, request: &Request, road: Road<'_>, row: &mut Vec<f64>);
    /// Appends the state, which costs no evaluation of the model.
    fn states(&self, states: &mut Vec<f64>);
    /// Appends the derivative of the state at this instant.
    fn rates(&self, request: &Request, road: Road<'_>, rates: &mut Vec<f64>);
    /// Appends what [`row`](Self::row) and [`rates`](Self::rates) do, of one evaluation where the car can.
    fn row_and_rates(&self, request: &Request, road: Road<'_>, row: &mut Vec<f64>, rates: &mut Vec<f64>) {
        self.row(request, road, row);
        self.rates(request, road, rates);
    }
    /// Time, s.
    fn time_s(&self) -> f64;
    /// How the car is.
    fn status(&self) -> Status;
    /// All of it that changes while it drives.
    fn save(&self) -> Saved;
    /// Puts a snapshot of a car of the same model, data and integrator back; it goes on with the same bits.
    ///
    /// # Errors
    /// A snapshot of another model, or a number that is not finite, by name. Then nothing has changed.
    fn restore(&mut self, saved: &Saved) -> Result<(), RestoreError>;
    /// The hash of [`save`](Self::save), without its allocation.
    fn hash(&self) -> u64;
    /// A hash of all numbers that the car is made of: that of another car is another.
    fn car_hash(&self) -> u64;
    /// The integrator.
    fn method(&self) -> Method;
    /// Pose of the car in the world's axes, on a road. Its position is that of the centre of mass; of models whose states have the
    /// position of the rear axle instead (`commonroad_ks`, `commonroad_kst`), that of the rear axle's middle.
    fn pose(&self, surface: &Surface<f64>) -> Pose<f64>;
    /// How it moves in the plane of the road; `None` where its model has no place, heading or lateral motion.
    fn planar(&self) -> Option<Motion>;
    /// Returns true for a car on which the air acts: others cannot join a windy world.
    fn feels_air(&self) -> bool {
        true
    }
    /// Quantities that warn of what the car does, without an evaluation of its model.
    fn telltales(&self) -> Telltales {
        Telltales::NONE
    }
    /// Lays a body on springs along the ground below its wheels ([`Drivable::lying_on`]). Other cars stay as they are.
    fn lie_on(&mut self, ground: &Ground) {
        let _ = ground;
    }
    /// Puts another motion in, such as one that contact corrected; the rest of the car stays. A motion that is not
    /// finite quarantines it, and a model without one of its own ignores it.
    fn correct(&mut self, motion: &Motion) -> Status;
    /// The hands on keys or a pad that drive it; `None` where it is driven directly.
    fn hands(&self) -> Option<Hands<f64>> {
        None
    }
}

/// Input and surface of a car where it is: its model's reading of the request, on the roads of its wheels. For a sub-step of
/// `sub_step_s` that begins, its middle: 0 for a car as it is now.
pub fn given<M: Drivable>(
    car: &M::Car<f64>,
    state: &M::State<f64>,
    request: &Request,
    road: Road<'_>,
    sub_step_s: f64,
) -> (M::Input<f64>, Surface<f64>) {
    let input = M::input_at(car, state, request);
    if road.ground.is_plain() {
        return (input, *road.surface);
    }
    M::on_ground(car, &M::ahead(state, 0.5 * sub_step_s), &input, road)
}

/// The state of a car that joins on a ground ([`Drivable::lying_on`]); on plain ground the one that it has.
pub fn lying<M: Drivable>(car: &M::Car<f64>, state: &M::State<f64>, ground: &Ground) -> M::State<f64> {
    if ground.is_plain() { *state } else { M::lying_on(car, state, ground) }
}

/// Why a snapshot was not put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// It is of another model.
    OtherModel(OtherModel),
    /// A number of it is not finite.
    NotFinite(NotFinite),
    /// It has hands on keys or a pad, and this car is driven directly.
    WithHands,
    /// It has no hands, and keys or a pad drive this car.
    WithoutHands,
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherModel(error) => error.fmt(f),
            Self::NotFinite(error) => error.fmt(f),
            Self::WithHands => f.write_str(
                "a snapshot of a car that keys or a pad drive; must be one of a car that is driven directly",
            ),
            Self::WithoutHands => f.write_str(
                "a snapshot of a car that is driven directly; must be one of a car that keys or a pad drive",
            ),
        }
    }
}

impl core::error::Error for RestoreError {}

impl Clone for Box<dyn Rolling> {
    fn clone(&self) -> Self {
        self.as_ref().boxed_clone()
    }
    fn clone_from(&mut self, other: &Self) {
        other.as_ref().copy_to(self);
    }
}

impl<M: Drivable> Rolling for Simulation<M> {
    fn boxed_clone(&self) -> Box<dyn Rolling> {
        Box::new(*self)
    }
    fn copy_to(&self, other: &mut Box<dyn Rolling>) {
        let known: &mut dyn Any = other.as_mut();
        match known.downcast_mut::<Self>() {
            Some(place) => *place = *self,
            None => *other = self.boxed_clone(),
        }
    }
    fn layout(&self) -> RowLayout {
        RowLayout::from_model::<M>()
    }
    fn step(&mut self, request: &Request, road: Road<'_>, dt: Dt) -> Status {
        let (mut left, part_s) = self.sub_steps(dt);
        self.step_over(dt, |car, state| {
            let (input, surface) = given::<M>(car, state, request, road, part_s);
            let input = M::held(car, state, &input, f64::from(left));
            left -= 1;
            (input, surface)
        })
    }
    fn step_by(&mut self, driver: &mut Driver<'_>, road: Road<'_>, dt: Dt) -> Status {
        let (_, part_s) = self.sub_steps(dt);
        self.step_over(dt, |car, state| {
            let request = driver(&telltales::motion::<M>(state), part_s);
            given::<M>(car, state, &request, road, part_s)
        })
    }
    fn row(&self, request: &Request, road: Road<'_>, row: &mut Vec<f64>) {
        let (input, surface) = given::<M>(self.car(), self.state(), request, road, 0.0);
        append_row(self, &input, &self.look(&input, &surface).1, row);
    }
    fn states(&self, states: &mut Vec<f64>) {
        append(states, self.state());
    }
    fn rates(&self, request: &Request, road: Road<'_>, rates: &mut Vec<f64>) {
        let (input, surface) = given::<M>(self.car(), self.state(), request, road, 0.0);
        append(rates, &self.look(&input, &surface).0);
    }
    fn row_and_rates(&self, request: &Request, road: Road<'_>, row: &mut Vec<f64>, rates: &mut Vec<f64>) {
        let (input, surface) = given::<M>(self.car(), self.state(), request, road, 0.0);
        let (rate, trace) = self.look(&input, &surface);
        append_row(self, &input, &trace, row);
        append(rates, &rate);
    }
    fn time_s(&self) -> f64 {
        self.time_s()
    }
    fn status(&self) -> Status {
        self.status()
    }
    fn save(&self) -> Saved {
        Saved::from(&self.save())
    }
    fn restore(&mut self, saved: &Saved) -> Result<(), RestoreError> {
        if !saved.hands.is_empty() {
            return Err(RestoreError::WithHands);
        }
        let snapshot = Snapshot::try_from(saved).map_err(RestoreError::OtherModel)?;
        self.restore(&snapshot).map_err(RestoreError::NotFinite)
    }
    fn hash(&self) -> u64 {
        self.hash()
    }
    fn car_hash(&self) -> u64 {
        let mut hash = StateHash::default();
        hash.record(self.car());
        hash.value()
    }
    fn method(&self) -> Method {
        self.method()
    }
    fn pose(&self, surface: &Surface<f64>) -> Pose<f64> {
        M::pose(self.state(), surface)
    }
    fn planar(&self) -> Option<Motion> {
        PlanarChannels::<M::State<f64>>::new().ok().map(|channels| channels.motion(self.state()))
    }
    fn feels_air(&self) -> bool {
        M::FEELS_AIR
    }
    fn telltales(&self) -> Telltales {
        Telltales::read::<M>(self.state(), self.mode())
    }
    fn lie_on(&mut self, ground: &Ground) {
        self.set_state(lying::<M>(self.car(), self.state(), ground));
    }
    fn correct(&mut self, motion: &Motion) -> Status {
        let Ok(channels) = PlanarChannels::<M::State<f64>>::new() else {
            return self.status();
        };
        let mut state = *self.state();
        channels.correct(&mut state, motion);
        self.set_state(state)
    }
}

/// Vehicle, mode and state of a car of a model.
pub type CarParts<M> = (<M as Model>::Car<f64>, <M as Model>::Mode<f64>, <M as Model>::State<f64>);

/// Vehicle, mode and state of a model's car at its start; `None` where the model does not take the car.
pub fn parts_at_start<M: Drivable>(car: &CarChoice, begin: &Begin) -> Option<CarParts<M>> {
    let car = car.car::<M>()?;
    let given =
        |channel: &Channel| begin.initial.iter().find(|entry| entry.0 == channel.name).map(|entry| entry.1);
    let (mode, state) = start_of::<M>(&car, begin.gear, |place| given(&M::State::<f64>::CHANNELS[place]));
    Some((car, mode, state))
}

/// Mode and state at the start of a car in a gear. `given` returns the value of a state by its place; where it returns `None`,
/// the state is in balance with the speed. Nothing is allocated.
pub fn start_of<M: Drivable>(
    car: &M::Car<f64>,
    gear: Gear,
    given: impl Fn(usize) -> Option<f64>,
) -> (M::Mode<f64>, M::State<f64>) {
    let speed = M::State::<f64>::CHANNELS.iter().position(|channel| channel.name == M::SPEED);
    let (mode, state) = M::start(car, speed.and_then(&given).unwrap_or(0.0), gear);
    let chosen = Overridden { record: &state, given };
    (mode, Record::load(&chosen))
}

/// A car of a model at its start.
pub(crate) fn begin<M: Drivable>(car: &CarChoice, begin: &Begin) -> Option<Box<dyn Rolling>> {
    Some(Box::new(simulation::<M>(car, begin)?))
}

/// A car of a model at its start that takes no sub-steps of its own.
pub(crate) fn begin_bare<M: Drivable>(car: &CarChoice, begin: &Begin) -> Option<Box<dyn Rolling>> {
    Some(Box::new(simulation::<M>(car, begin)?.bare()))
}

fn simulation<M: Drivable>(car: &CarChoice, begin: &Begin) -> Option<Simulation<M>> {
    let (car, mode, state) = parts_at_start::<M>(car, begin)?;
    let simulation = Simulation::<M>::new(car, mode, state);
    Some(match begin.method {
        Some(method) => simulation.with_method(method),
        None => simulation,
    })
}

/// Appends the row of a car under an input, with the trace of its evaluation.
fn append_row<M: Drivable>(
    car: &Simulation<M>,
    input: &M::Input<f64>,
    trace: &M::Trace<f64>,
    row: &mut Vec<f64>,
) {
    row.push(car.time_s());
    append(row, input);
    append(row, car.state());
    append(row, car.mode());
    append(row, trace);
}

/// Appends the numbers of a record. Written out once for a type of record, whatever appends it.
#[inline(never)]
pub(crate) fn append<T: Record<f64>>(values: &mut Vec<f64>, record: &T) {
    let start = values.len();
    values.resize(start + T::LEN, 0.0);
    record.store(&mut &mut values[start..]);
}
