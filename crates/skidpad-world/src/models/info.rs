//! A model as lists and commands see it.

use core::fmt;

use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::record::{Channel, Channels};
use skidpad_core::spec::Vehicle;
use skidpad_core::units::to_degrees;
use skidpad_linear::{Equations, Sensitivity, Variable};

use super::{Abilities, Cars, Drivable, RoadEntry};
use crate::channel::{ChannelHandle, RowLayout, UnknownChannel, WheelChannels, place_of};
use crate::contact::MissingChannel;
use crate::evaluate::{Answer, Question, evaluate};
use crate::linear::{LinearEntry, Linearisation, Own};
use crate::rolling::{Begin, CarChoice, Rolling, append, begin, begin_bare};
use crate::world::OwnBody;

/// A model that is not for a vehicle: the vehicle gives tyres of laws that are not the model's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The model's name.
    pub model: &'static str,
    /// Why, and what is for it.
    pub why: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl core::error::Error for Refusal {}

/// A model as lists and commands see it.
#[derive(Clone, Copy, Debug)]
pub struct ModelInfo {
    /// Its name.
    pub name: &'static str,
    /// Sentence that describes the model.
    pub description: &'static str,
    /// The integrator that it is meant to run with.
    pub integrator: Method,
    /// State that is integrated.
    pub states: &'static [Channel],
    /// Driver inputs; in some models also the road under each wheel.
    pub inputs: &'static [Channel],
    /// Discrete state, which changes in jumps.
    pub modes: &'static [Channel],
    /// Names of the ends of a run.
    pub ends: &'static [&'static str],
    /// Derived quantities, computed in an evaluation.
    pub trace: &'static [Channel],
    /// The state that is the speed at the start.
    pub speed: &'static str,
    /// States that are a unit quaternion.
    pub unit_quaternion: Option<[&'static str; 4]>,
    /// Inputs that no pedal of a scenario gives: they stay 0 where nothing else gives them.
    pub inputs_at_zero: &'static [&'static str],
    /// Abilities of the model.
    pub abilities: Abilities,
    /// The cars that it takes.
    pub cars: Cars,
    /// True if the model has a choice of friction functions: [`FRICTION_LAWS`](super::FRICTION_LAWS).
    pub chooses_friction: bool,
    pub(crate) road: Option<RoadEntry>,
    refuses: fn(&Vehicle<f64>) -> Option<String>,
    own_body: fn(&str) -> Option<OwnBody>,
    untouched: fn() -> Vec<f64>,
    lock_rad: fn(&CarChoice) -> Option<f64>,
    pub(crate) begin: fn(&CarChoice, &Begin) -> Option<Box<dyn Rolling>>,
    begin_bare: fn(&CarChoice, &Begin) -> Option<Box<dyn Rolling>>,
    pub(crate) evaluate: fn(&CarChoice, &Question) -> Option<Answer>,
    linear: &'static dyn LinearEntry,
}

impl ModelInfo {
    /// Entry of a model. Keep it in a `static`: every crate that names a constant compiles the model once more.
    pub const fn new<M: Drivable>() -> Self {
        Self::with_equations::<M>(Own::<M>::EQUATIONS)
    }

    /// Entry of a model whose equations with derivatives are compiled elsewhere.
    ///
    /// # Panics
    /// In a `static` this is an error of the compiler: [`SPEED`](Drivable::SPEED) that is no state,
    /// [`INPUTS_AT_ZERO`](Drivable::INPUTS_AT_ZERO) that are no inputs, and a model without the position and heading that its
    /// [`ABILITIES`](Drivable::ABILITIES) need.
    pub const fn with_equations<M: Drivable>(equations: &'static Equations<M>) -> Self {
        check_names::<M>();
        Self {
            name: M::NAME,
            description: M::DESCRIPTION,
            integrator: M::INTEGRATOR,
            states: M::State::<f64>::CHANNELS,
            ends: M::ENDS,
            inputs: M::Input::<f64>::CHANNELS,
            modes: M::Mode::<f64>::CHANNELS,
            trace: M::Trace::<f64>::CHANNELS,
            speed: M::SPEED,
            unit_quaternion: M::UNIT_QUATERNION,
            inputs_at_zero: M::INPUTS_AT_ZERO,
            abilities: M::ABILITIES,
            cars: M::CARS,
            chooses_friction: M::CHOOSES_FRICTION,
            road: M::ROAD,
            refuses: M::refuses,
            own_body: M::own_body,
            untouched: untouched::<M>,
            lock_rad: lock_rad::<M>,
            begin: begin::<M>,
            begin_bare: begin_bare::<M>,
            evaluate: evaluate::<M>,
            linear: equations,
        }
    }

    /// Channels in the order of its rows.
    pub const fn layout(&self) -> RowLayout {
        RowLayout {
            model: self.name,
            inputs: self.inputs,
            states: self.states,
            modes: self.modes,
            outputs: self.trace,
        }
    }

    /// Channel of a name in its rows, to read it from any of its cars.
    ///
    /// ```
    /// use skidpad_world::models::TWO_TRACK;
    ///
    /// let yaw_rate = TWO_TRACK.channel("yaw_rate_rad_s").unwrap();
    /// assert_eq!(yaw_rate.unit(), "rad/s");
    /// let error = TWO_TRACK.channel("yaw_rat").unwrap_err();
    /// assert_eq!(error.near[0], "yaw_rad");
    /// ```
    ///
    /// # Errors
    /// A name that no channel has, with the names near it.
    pub fn channel(&self, name: &str) -> Result<ChannelHandle, UnknownChannel> {
        self.layout().channel(name)
    }

    /// True where each wheel has a road of its own: an input for its grip.
    pub fn has_wheel_roads(&self) -> bool {
        WheelChannels::four(&self.layout()).iter().all(|wheel| wheel.road_grip.is_some())
    }

    /// Returns true if the model drives a vehicle with an anti-lock system between pedal and brakes. A model without assists has none,
    /// whatever the vehicle has.
    pub fn has_anti_lock(&self, vehicle: &Vehicle<f64>) -> bool {
        self.road.as_ref().is_some_and(|road| (road.has_anti_lock)(vehicle))
    }

    /// Returns true if the model drives along the road test's straight.
    pub fn is_road_tested(&self) -> bool {
        self.road.is_some()
    }

    /// The first state that contact needs and the model lacks; `None`: its cars meet walls and each other.
    pub fn lacks_for_contact(&self) -> Option<MissingChannel> {
        MissingChannel::find(self.states)
    }

    /// Why the model is not for a vehicle, and what is: the vehicle gives tyres of laws that are not the model's.
    pub fn refuses(&self, vehicle: &Vehicle<f64>) -> Option<String> {
        (self.refuses)(vehicle)
    }

    /// Checks that the model is for a vehicle. The error has the reason that [`refuses`](Self::refuses) gives.
    ///
    /// # Errors
    /// A model that is not for the vehicle, with the reason.
    pub fn takes(&self, vehicle: &Vehicle<f64>) -> Result<(), Refusal> {
        self.refuses(vehicle).map_or(Ok(()), |why| Err(Refusal { model: self.name, why }))
    }

    /// The body of a car of its own by name; `None`: that of a usual car.
    pub fn own_body(&self, name: &str) -> Option<OwnBody> {
        (self.own_body)(name)
    }

    /// The inputs of a question that leaves them out, in the order of [`inputs`](Self::inputs): controls at 0, and
    /// every wheel on the surface itself.
    pub fn untouched_inputs(&self) -> Vec<f64> {
        (self.untouched)()
    }

    /// Steering angle of a car's front wheels at the lock, rad; `None` where its model has no lock.
    pub fn steering_lock_rad(&self, car: &CarChoice) -> Option<f64> {
        (self.lock_rad)(car)
    }

    /// The note on a steering angle beyond the lock, which the model cuts; `None` within the lock and where the model
    /// has none. `said`: the angle as the person wrote it, such as `input.steer_rad`.
    pub fn beyond_lock(&self, car: &CarChoice, said: &str, steer_rad: f64) -> Option<String> {
        let lock_rad = self.steering_lock_rad(car).filter(|lock_rad| Real::abs(steer_rad) > *lock_rad)?;
        let angle = |rad: f64| format!("{rad:.3} rad ({:.1} deg)", to_degrees(rad));
        let used = angle(Real::copysign(lock_rad, steer_rad));
        Some(format!("{said} is {}: beyond the lock; {used} was used", angle(steer_rad)))
    }

    /// A car set in motion: `None` where the model does not take this car.
    pub fn begin(&self, car: &CarChoice, begin: &Begin) -> Option<Box<dyn Rolling>> {
        (self.begin)(car, begin)
    }

    /// Car set in motion whose every step is one step of its integrator, without sub-steps of its own, to study an integrator;
    /// `None` where the model does not take this car.
    pub fn begin_bare(&self, car: &CarChoice, begin: &Begin) -> Option<Box<dyn Rolling>> {
        (self.begin_bare)(car, begin)
    }

    /// The derivative and the trace of one state: `None` where the model does not take this car.
    pub fn evaluate(&self, car: &CarChoice, question: &Question) -> Option<Answer> {
        (self.evaluate)(car, question)
    }

    /// The equations, linear about one state: `None` where the model does not take this car.
    pub fn linearise(&self, car: &CarChoice, question: &Question) -> Option<Linearisation> {
        self.linear.linearise(car, question)
    }

    /// Derivatives of rates and outputs with respect to the number that a vehicle's numbers are derivatives of; `None`
    /// where the model does not take vehicles, or not this one.
    pub fn sensitivity(&self, vehicle: &Vehicle<Variable>, question: &Question) -> Option<Sensitivity> {
        self.linear.sensitivity(vehicle, question)
    }
}

/// Checks the names by which every model is driven and read.
const fn check_names<M: Drivable>() {
    let (states, outputs) = (M::State::<f64>::CHANNELS, M::Trace::<f64>::CHANNELS);
    assert!(place_of(states, M::SPEED).is_some(), "SPEED must be the name of a state");
    let mut input = 0;
    while input < M::INPUTS_AT_ZERO.len() {
        let is_input = place_of(M::Input::<f64>::CHANNELS, M::INPUTS_AT_ZERO[input]).is_some();
        assert!(is_input, "INPUTS_AT_ZERO must be names of inputs");
        input += 1;
    }
    if let Some([longitudinal, lateral, yaw_rate]) = M::AHEAD_BY {
        assert!(place_of(states, longitudinal).is_some(), "AHEAD_BY must be names of states");
        assert!(place_of(states, lateral).is_some(), "AHEAD_BY must be names of states");
        assert!(place_of(states, yaw_rate).is_some(), "AHEAD_BY must be names of states");
    }
    if M::ABILITIES.steers {
        assert!(place_of(states, "yaw_rad").is_some(), "a model that steers must have the state yaw_rad");
        let has_x = place_of(states, "x_m").is_some() || place_of(outputs, "x_m").is_some();
        let has_y = place_of(states, "y_m").is_some() || place_of(outputs, "y_m").is_some();
        assert!(has_x && has_y, "a model that steers must have the states or outputs x_m and y_m");
    } else {
        assert!(
            place_of(states, "position_m").is_some(),
            "a model on a straight must have the state position_m"
        );
    }
}

impl PartialEq for ModelInfo {
    /// Names are unique.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

fn untouched<M: Drivable>() -> Vec<f64> {
    let mut inputs = Vec::new();
    append(&mut inputs, &M::untouched());
    inputs
}

fn lock_rad<M: Drivable>(car: &CarChoice) -> Option<f64> {
    car.car::<M>().and_then(|car| M::lock_rad(&car))
}
