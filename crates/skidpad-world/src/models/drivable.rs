//! Models that drive by a person's controls and a vehicle's data.

use skidpad_core::controls::{Command, Gear};
use skidpad_core::math::Real;
use skidpad_core::model::spatial::{Push, SpaceMotion};
use skidpad_core::model::{Model, Pose};
use skidpad_core::record::Record;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;

use super::{Abilities, Cars, FrictionChoice, RoadEntry};
use crate::contact::{Body, BodyInSpace};
use crate::ground::{FoundGround, Ground, GroundCasts, Road};
use crate::rolling::Request;
use crate::world::OwnBody;

/// A model that drives by a person's controls and a vehicle's data. A [`ModelInfo`](super::ModelInfo) of it in
/// a program's [`Models`](super::Models) is listed, run, recorded, compared and evaluated there.
pub trait Drivable: Model {
    /// Returns the model's car, made from the vehicle's data.
    fn car<R: Real>(vehicle: &Vehicle<R>) -> Self::Car<R>;
    /// Mode and state at the start, in balance with the speed: wheels and engine turn with the
    /// road.
    fn start(car: &Self::Car<f64>, speed_m_s: f64, gear: Gear) -> (Self::Mode<f64>, Self::State<f64>);
    /// Returns the model's inputs from the controls. Inputs that no control gives are 0.
    fn input(command: &Command<f64>) -> Self::Input<f64>;
    /// Inputs of a question that leaves them out: controls at 0, and every wheel on the surface itself.
    fn untouched() -> Self::Input<f64> {
        Record::splat(0.0)
    }
    /// Steering angle of the front wheels at the lock, rad, of a model that limits the steering to it.
    fn lock_rad(car: &Self::Car<f64>) -> Option<f64> {
        let _ = car;
        None
    }
    /// The state that is the speed at the start.
    const SPEED: &'static str = "speed_m_s";
    /// States that are a unit quaternion. Its length does not matter to the model, and nothing but this keeps it in a search over states.
    const UNIT_QUATERNION: Option<[&'static str; 4]> = None;
    /// Inputs that no pedal gives.
    const INPUTS_AT_ZERO: &'static [&'static str] = &[];
    /// Abilities of the model.
    const ABILITIES: Abilities = Abilities::ALL;
    /// The cars that it takes, where it does not take vehicles.
    const CARS: Cars = Cars::Vehicles;
    /// True if the air acts on the model. Other models cannot join a windy world.
    const FEELS_AIR: bool = true;
    /// Entry for the road test's straight; `None` if the model does not drive it.
    const ROAD: Option<RoadEntry> = None;
    /// A car of its own by name, for a model that does not take vehicles.
    fn own_car(name: &str) -> Option<Self::Car<f64>> {
        let _ = name;
        None
    }
    /// The body of a car of its own by name, for contact; `None`: that of a usual car.
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
    /// The state with the position that it has after a time, by its velocity now. Required only of a model that follows the
    /// ground's height: below a car that climbs, the ground rises on within a sub-step.
    fn ahead(state: &Self::State<f64>, time_s: f64) -> Self::State<f64> {
        let _ = time_s;
        *state
    }
    /// Returns the input and the surface on a ground that is not the same everywhere, for a car that moves with a velocity along the
    /// road's axes, m/s, which is 0 where the ground has no track. By default, for a model without wheel
    /// positions, the ground under the car's own position counts for the whole car.
    fn on_ground(
        car: &Self::Car<f64>,
        state: &Self::State<f64>,
        input: &Self::Input<f64>,
        road: Road<'_>,
        velocity_m_s: [f64; 2],
    ) -> (Self::Input<f64>, Surface<f64>) {
        let _ = car;
        // On a level surface a pose's place is that on the road's own axes.
        let [x_m, y_m, _] = Self::pose(state, &Surface::asphalt()).position_m;
        (*input, road.felt([x_m, y_m], velocity_m_s))
    }
    /// Half length and half width, m, of the rectangle about the car's position and along its axes that has all places at which
    /// [`on_ground`](Self::on_ground) samples the ground. `None` where it is not known, or where the states have no `x_m`, `y_m`
    /// and `yaw_rad`. Where it is known, many cars at once need no look-up while the ground below them is even.
    fn ground_reach_m(car: &Self::Car<f64>) -> Option<[f64; 2]> {
        let _ = car;
        None
    }
    /// True for a model that moves in space: then [`in_space`](Self::in_space),
    /// [`in_contact`](Self::in_contact), [`pushed`](Self::pushed), [`posed`](Self::posed),
    /// [`hubs_m`](Self::hubs_m) and [`found`](Self::found) are its own.
    const MOVES_IN_SPACE: bool = false;
    /// Motion of the whole car along the road's axes. `None` for a model that does not move in space.
    fn in_space(car: &Self::Car<f64>, state: &Self::State<f64>) -> Option<SpaceMotion> {
        let _ = (car, state);
        None
    }
    /// Body of the car in space, for contact, whose outline on the level is that of `body`. `None` for a model that does not move in
    /// space: `body` is all that others meet.
    fn in_contact(car: &Self::Car<f64>, state: &Self::State<f64>, body: &Body) -> Option<BodyInSpace> {
        let _ = (car, state, body);
        None
    }
    /// The state after a push from outside; that before it for a model that does not move in space.
    fn pushed(car: &Self::Car<f64>, state: &Self::State<f64>, push: &Push) -> Self::State<f64> {
        let _ = (car, push);
        *state
    }
    /// The state at a pose along the road's axes, [`pose`](Model::pose) on a level road; the velocities along the body's axes stay. For a
    /// model that does not move in space the state as it is.
    fn posed(state: &Self::State<f64>, pose: &Pose<f64>) -> Self::State<f64> {
        let _ = pose;
        *state
    }
    /// Middles of the wheels along the road's axes, in the order of [`WHEELS`](crate::rolling::WHEELS), m. `None` for a model that
    /// does not move in space: its wheels stand on the ground.
    fn hubs_m(car: &Self::Car<f64>, state: &Self::State<f64>) -> Option<[[f64; 3]; 4]> {
        let _ = (car, state);
        None
    }
    /// The ground at each corner of a car that moves in space, by rays: none for other models.
    fn found(car: &Self::Car<f64>, state: &Self::State<f64>, casts: &dyn GroundCasts) -> FoundGround {
        let _ = (car, state, casts);
        FoundGround::default()
    }
    /// Names of the states by which [`ahead`](Self::ahead) moves the position and the heading: longitudinal velocity, lateral
    /// velocity and yaw rate of the body. `None`: it does not.
    const AHEAD_BY: Option<[&'static str; 3]> = None;
    /// Why the model is not for a vehicle, and which models are; `None` if it takes the vehicle.
    fn refuses(vehicle: &Vehicle<f64>) -> Option<String> {
        let _ = vehicle;
        None
    }
    /// The car with another friction function; `None`: the model has no choice of them.
    fn with_friction(car: Self::Car<f64>, friction: &FrictionChoice) -> Option<Self::Car<f64>> {
        let _ = (car, friction);
        None
    }
    /// True if the model has a choice of friction functions.
    const CHOOSES_FRICTION: bool = false;
    /// True if [`input_at`](Self::input_at) depends on the state, so that the input changes between two commands.
    const INPUT_FOLLOWS_STATE: bool = false;
    /// True if the first numbers of the input are those of the command, as they are, and the others are the same for all commands: then
    /// many cars at once take a channel of their commands as a whole.
    const INPUT_IS_COMMAND: bool = false;
    /// Its input at an instant, for a model whose input depends on its state or takes an acceleration
    /// instead of pedals.
    fn input_at(car: &Self::Car<f64>, state: &Self::State<f64>, request: &Request) -> Self::Input<f64> {
        let _ = (car, state);
        Self::input(&request.command)
    }
}
