//! All models by name: what they are, what they can be asked for, and how a person's wishes start
//! and steer them.

mod four_wheels;
mod friction;
mod list;
mod road;
mod straight;
mod turning;

use core::fmt;

use skidpad_core::controls::{Command, Gear};
use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::model::two_track::{
    Alone, Brushes, Curves, FialaTyres, MagicTyres, Pacejka89Tyres, SprungCurves, SprungMagicTyres,
    TmeasyTyres, TwoTrack,
};
use skidpad_core::model::{Model, SingleTrack, StraightLine};
use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_core::units::to_degrees;
use skidpad_linear::{Equations, Sensitivity, Variable};
use skidpad_special::{Kinematic, Motorcycle, PointMass, PointMassPalmer};

use crate::channel::{ChannelHandle, RowLayout, UnknownChannel, WheelChannels, place_of};
use crate::contact::MissingChannel;
use crate::evaluate::{Answer, Question, evaluate};
use crate::ground::{Ground, Road};
use crate::linear::{LinearEntry, Linearisation, Own};
use crate::rolling::{Begin, CarChoice, Request, Rolling, append, begin, begin_bare};
use crate::world::OwnBody;

pub use friction::{FRICTION_LAWS, FrictionChoice};
pub use list::Models;
pub use road::{RoadEntry, RoadTested};

/// A model that drives by a person's controls and a vehicle's data. A [`ModelInfo`] of it in
/// a program's [`Models`] is listed, run, recorded, compared and evaluated there.
pub trait Drivable: Model {
    /// What it takes of the vehicle.
    fn car<R: Real>(vehicle: &Vehicle<R>) -> Self::Car<R>;
    /// Mode and state at the start, in balance with the speed: wheels and engine turn with the
    /// road.
    fn start(car: &Self::Car<f64>, speed_m_s: f64, gear: Gear) -> (Self::Mode<f64>, Self::State<f64>);
    /// What it takes of the controls. Inputs that no control gives are 0.
    fn input(command: &Command<f64>) -> Self::Input<f64>;
    /// Inputs that a question leaves out: nobody touches the controls, and every wheel stands on the surface itself.
    fn untouched() -> Self::Input<f64> {
        Record::splat(0.0)
    }
    /// The lock of the front wheels, rad, of a model that cuts what is steered beyond it.
    fn lock_rad(car: &Self::Car<f64>) -> Option<f64> {
        let _ = car;
        None
    }
    /// The state that is the speed at the start.
    const SPEED: &'static str = "speed_m_s";
    /// Inputs that no pedal gives.
    const INPUTS_AT_ZERO: &'static [&'static str] = &[];
    /// What it can be asked for.
    const ABILITIES: Abilities = Abilities::ALL;
    /// The cars that it takes, where it does not take vehicles.
    const CARS: Cars = Cars::Vehicles;
    /// True of a model on which the air acts. Others cannot join a windy world.
    const FEELS_AIR: bool = true;
    /// How it drives the road test's straight, where it does.
    const ROAD: Option<RoadEntry> = None;
    /// A car of its own by name, for a model that does not take vehicles.
    fn own_car(name: &str) -> Option<Self::Car<f64>> {
        let _ = name;
        None
    }
    /// The body of a car of its own by name, for what it meets; `None`: that of a usual car.
    fn own_body(name: &str) -> Option<OwnBody> {
        let _ = name;
        None
    }
    /// The state in which a car lies along the ground below its wheels and moves along it, from one on the plane of the surface;
    /// any other state as it is. Only for a model whose state has a height: from the plane its springs would throw it up a hill.
    fn lying_on(car: &Self::Car<f64>, state: &Self::State<f64>, ground: &Ground) -> Self::State<f64> {
        let _ = (car, ground);
        *state
    }
    /// The state with the position that it has after a time, by its velocity now. Required only of a model that stands on the
    /// ground's height: below a car that climbs, the ground rises on within a sub-step.
    fn ahead(state: &Self::State<f64>, time_s: f64) -> Self::State<f64> {
        let _ = time_s;
        *state
    }
    /// What it is given on a ground that is not the same everywhere. A model that does not know its wheels feels what
    /// lies under its own position.
    fn on_ground(
        car: &Self::Car<f64>,
        state: &Self::State<f64>,
        input: &Self::Input<f64>,
        road: Road<'_>,
    ) -> (Self::Input<f64>, Surface<f64>) {
        let _ = car;
        // On a level surface a pose's place is that on the road's own axes.
        let [x_m, y_m, _] = Self::pose(state, &Surface::asphalt()).position_m;
        (*input, road.ground.under([x_m, y_m]).felt(road.surface))
    }
    /// Half length and half width, m, of the rectangle about the car's position and along its axes that has all places at which
    /// [`on_ground`](Self::on_ground) samples the ground. `None` where it is not known, or where the states have no `x_m`, `y_m`
    /// and `yaw_rad`. Where it is known, many cars at once need no look-up while the ground below them is even.
    fn ground_reach_m(car: &Self::Car<f64>) -> Option<[f64; 2]> {
        let _ = car;
        None
    }
    /// Names of the states by which [`ahead`](Self::ahead) moves the position and the heading: longitudinal velocity, lateral
    /// velocity and yaw rate of the body. `None`: it does not.
    const AHEAD_BY: Option<[&'static str; 3]> = None;
    /// Why it is not for a vehicle, and what is; `None` where it takes it.
    fn refuses(vehicle: &Vehicle<f64>) -> Option<String> {
        let _ = vehicle;
        None
    }
    /// The car with another friction function; `None`: the model has no choice of them.
    fn with_friction(car: Self::Car<f64>, friction: &FrictionChoice) -> Option<Self::Car<f64>> {
        let _ = (car, friction);
        None
    }
    /// Whether it has a choice of friction functions.
    const CHOOSES_FRICTION: bool = false;
    /// True if [`input_at`](Self::input_at) depends on the state, so that the input changes between two commands.
    const INPUT_FOLLOWS_STATE: bool = false;
    /// Its input at an instant, for a model whose input depends on its state or takes an acceleration
    /// instead of pedals.
    fn input_at(car: &Self::Car<f64>, state: &Self::State<f64>, request: &Request) -> Self::Input<f64> {
        let _ = (car, state);
        Self::input(&request.command)
    }
}

/// What a model can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// It turns when steered.
    pub steers: bool,
    /// It takes throttle and brake.
    pub pedals: bool,
    /// It takes an acceleration along its own axis instead of pedals.
    pub acceleration: bool,
    /// Its tyres hold so much and no more: beyond, it slides.
    pub slides: bool,
    /// It feels the grip of the road.
    pub grip: bool,
    /// It drives backwards.
    pub reverses: bool,
    /// It feels slope and bank of the road.
    pub slope: bool,
    /// It leans into turns, and does not turn otherwise.
    pub leans: bool,
    /// Its body rolls, pitches and heaves on springs.
    pub sprung: bool,
}

impl Abilities {
    /// A car on four wheels that is driven by its pedals, with all else.
    pub const ALL: Self = Self {
        steers: true,
        pedals: true,
        acceleration: false,
        slides: true,
        grip: true,
        reverses: true,
        slope: true,
        leans: false,
        sprung: false,
    };
    /// The same on wheels that roll without a limit.
    pub const ROLLS: Self = Self { slides: false, grip: false, ..Self::ALL };

    /// Those that it has, in words.
    pub fn words(&self) -> Vec<&'static str> {
        let all = [
            (self.steers, "steers"),
            (self.pedals, "pedals"),
            (self.acceleration, "acceleration"),
            (self.slides, "slides"),
            (self.grip, "grip"),
            (self.reverses, "reverses"),
            (self.slope, "slope"),
            (self.leans, "leans"),
            (self.sprung, "springs"),
        ];
        all.into_iter().filter(|(has, _)| *has).map(|(_, word)| word).collect()
    }
}

/// The cars that a model takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cars {
    /// Vehicles: presets and vehicle files.
    Vehicles,
    /// Its own, by these names.
    Own(&'static [&'static str]),
    /// One car of fixed data: whatever car is named, it is this one.
    Fixed,
}

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
    /// What it describes.
    pub description: &'static str,
    /// The integrator that it is meant to run with.
    pub integrator: Method,
    /// What is integrated.
    pub states: &'static [Channel],
    /// What the driver gives.
    pub inputs: &'static [Channel],
    /// What changes in jumps.
    pub modes: &'static [Channel],
    /// Names of the ends of a run.
    pub ends: &'static [&'static str],
    /// What is computed on the way.
    pub trace: &'static [Channel],
    /// The state that is the speed at the start.
    pub speed: &'static str,
    /// Inputs that no pedal of a scenario gives: they stay 0 where nothing else gives them.
    pub inputs_at_zero: &'static [&'static str],
    /// What it can be asked for.
    pub abilities: Abilities,
    /// The cars that it takes.
    pub cars: Cars,
    /// Whether it has a choice of friction functions: [`FRICTION_LAWS`].
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

/// Declares a static [`ModelInfo`] for each model: of a constant every crate that names it would compile the model once
/// more.
#[macro_export]
macro_rules! listed {
    ($($name:ident: $model:ty $(= $equations:expr)?,)*) => {$(
        #[doc = concat!("[`", stringify!($model), "`] as lists and commands see it.")]
        pub static $name: $crate::models::ModelInfo = $crate::listed!(@entry $model $(, $equations)?);
    )*};
    (@entry $model:ty) => {
        $crate::models::ModelInfo::new::<$model>()
    };
    (@entry $model:ty, $equations:expr) => {
        $crate::models::ModelInfo::with_equations::<$model>($equations)
    };
}

crate::listed! {
    POINT_MASS: PointMass = &skidpad_linear::POINT_MASS,
    POINT_MASS_PALMER: PointMassPalmer = &skidpad_linear::POINT_MASS_PALMER,
    STRAIGHT_LINE: StraightLine = &skidpad_linear::STRAIGHT_LINE,
    SINGLE_TRACK: SingleTrack = &skidpad_linear::SINGLE_TRACK,
    TWO_TRACK: TwoTrack<Curves> = &skidpad_linear::TWO_TRACK,
    TWO_TRACK_SPRUNG: TwoTrack<SprungCurves> = &skidpad_linear::TWO_TRACK_SPRUNG,
    TWO_TRACK_BRUSH: TwoTrack<Alone<Brushes>> = &skidpad_linear::TWO_TRACK_BRUSH,
    TWO_TRACK_FIALA: TwoTrack<Alone<FialaTyres>> = &skidpad_linear::TWO_TRACK_FIALA,
    TWO_TRACK_TMEASY: TwoTrack<Alone<TmeasyTyres>> = &skidpad_linear::TWO_TRACK_TMEASY,
    TWO_TRACK_PACEJKA89: TwoTrack<Alone<Pacejka89Tyres>> = &skidpad_linear::TWO_TRACK_PACEJKA89,
    TWO_TRACK_MAGIC: TwoTrack<Alone<MagicTyres>> = &skidpad_linear::TWO_TRACK_MAGIC,
    TWO_TRACK_SPRUNG_MAGIC: TwoTrack<Alone<SprungMagicTyres>> = &skidpad_linear::TWO_TRACK_SPRUNG_MAGIC,
    KINEMATIC: Kinematic = &skidpad_linear::KINEMATIC,
    MOTORCYCLE: Motorcycle = &skidpad_linear::MOTORCYCLE,
}

/// The models of this crate.
pub static STANDARD: Models = Models::new(&[
    &POINT_MASS,
    &POINT_MASS_PALMER,
    &STRAIGHT_LINE,
    &SINGLE_TRACK,
    &TWO_TRACK,
    &TWO_TRACK_SPRUNG,
    &TWO_TRACK_BRUSH,
    &TWO_TRACK_FIALA,
    &TWO_TRACK_TMEASY,
    &TWO_TRACK_PACEJKA89,
    &TWO_TRACK_MAGIC,
    &TWO_TRACK_SPRUNG_MAGIC,
    &KINEMATIC,
    &MOTORCYCLE,
]);

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

    /// Whether it drives along the road test's straight.
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

    /// The same as an error.
    ///
    /// # Errors
    /// A model that is not for the vehicle.
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
