//! The planar car without width: the wheels of each axle are taken as one.
//!
//! Its instances are the kinds of [`TwoAxles`]: [`SingleTrack`](crate::model::SingleTrack), and
//! [`StraightLine`](crate::model::StraightLine), which moves along a line alone. They have their records, their tyres and
//! their tables of engine and converter; everything else is here and in the stages.

use super::body::{PlanarBody, PlanarMotion};
use crate::chassis::PlanarSenses;
use crate::controls::Command;
use crate::math::{Direction, Real, Vec2};
use crate::powertrain::{Axles, Drive, EngineSide, Train, TrainMode, TrainSpeeds};
use crate::surface::Surface;
use crate::tyre::Contact;

/// A kind of car with two axles.
pub(in crate::model) trait TwoAxles: Sized {
    /// True of a car that moves to the side and turns. Another is on the road's x axis.
    const TURNS: bool;
    /// Parameters.
    type Car<R: Real>;
    /// Discrete state.
    type Mode<R: Real>;
    /// Continuous state.
    type State<R: Real>;

    /// Parameters, as the stages take them.
    fn parts<R: Real>(car: &Self::Car<R>) -> AxleParts<'_, R>;
    /// Discrete state, as the stages take it.
    fn senses<R: Real>(car: &Self::Car<R>, mode: &Self::Mode<R>) -> AxleMode<R>;
    /// The mode with another discrete state.
    fn with_senses<R: Real>(mode: &Self::Mode<R>, senses: &AxleMode<R>) -> Self::Mode<R>;
    /// Values of tables and commands that a model holds over a sub-step.
    fn looked_up<R: Real>(at: &AxlePoint<Self, R>, mode: &Self::Mode<R>) -> Self::Mode<R>;
    /// Motion of the body.
    fn motion<R: Real>(state: &Self::State<R>) -> PlanarMotion<R>;
    /// Speeds of engine and axles.
    fn speeds<R: Real>(state: &Self::State<R>) -> TrainSpeeds<R>;
    /// The state with other speeds of body, engine and axles.
    fn with_speeds<R: Real>(
        state: &Self::State<R>,
        motion: &PlanarMotion<R>,
        speeds: &TrainSpeeds<R>,
    ) -> Self::State<R>;
    /// Direction of the front wheels in the body's axes.
    fn steer<R: Real>(car: &Self::Car<R>, command: &Command<R>) -> Direction<R>;
    /// Tyres of both axles before their loads are known, on hubs that move at these velocities in the axes of their wheels.
    fn contacts<R: Real>(at: &AxlePoint<Self, R>, hubs: &[Vec2<R>; 2]) -> [Contact<R>; 2];
    /// Torques of engine and converter, with the gearbox's input at a speed, rad/s.
    fn engine<R: Real>(at: &AxlePoint<Self, R>, train: &TrainMode<R>, input_rad_s: R) -> EngineSide<R>;
    /// True of an axle whose tyres adhere.
    fn adhere<R: Real>(car: &Self::Car<R>, state: &Self::State<R>) -> [R::Mask; 2];
    /// The state with the deflections of tyres that have slid ([`limited`](crate::tyre::limited)).
    fn limited<R: Real>(car: &Self::Car<R>, mode: &Self::Mode<R>, state: &Self::State<R>) -> Self::State<R>;
}

/// Parameters of a car with two axles.
pub(in crate::model) struct AxleParts<'a, R> {
    /// Mass properties.
    pub body: PlanarBody<R>,
    /// Drag coefficient times frontal area, m^2.
    pub drag_area_m2: R,
    /// From the centre of mass to the front and to the rear axle, m.
    pub to_axles_m: [R; 2],
    /// Height of the centre of mass over the wheelbase.
    pub height_over_wheelbase: R,
    /// Shares of the weight on the front and the rear axle, at rest on the level.
    pub weight_shares: [R; 2],
    /// Wheels of the front and the rear axle.
    pub wheels: [AxleWheels<R>; 2],
    /// Share of what friction spares that standing tyres hold along the car, of each axle.
    pub spare_shares: [R; 2],
    /// Driveline.
    pub train: Train<'a, R>,
}

/// Parameters of an axle's wheels.
#[derive(Clone, Copy)]
pub(in crate::model) struct AxleWheels<R> {
    /// Effective rolling radius, m.
    pub radius_m: R,
    /// Rolling resistance over load.
    pub rolling_resistance: R,
    /// Torque of the brakes at full pedal, N.m.
    pub brake_torque_nm: R,
    /// Torque of the handbrake at full pull, N.m.
    pub handbrake_torque_nm: R,
}

/// Discrete state of a car with two axles, held over a sub-step.
#[derive(Clone, Copy)]
pub(in crate::model) struct AxleMode<R> {
    /// Gear and clutch.
    pub train: TrainMode<R>,
    /// Transmission from engine to axles.
    pub drive: Drive<R>,
    /// Senses of the axles' rotation; 0 at rest.
    pub directions: Axles<R>,
    /// Senses of the body's motion; 0 where standing tyres hold it.
    pub body: PlanarSenses<R>,
}

/// The point at which a car with two axles is evaluated.
pub(in crate::model) struct AxlePoint<'a, K: TwoAxles, R: Real> {
    /// Parameters.
    pub car: &'a K::Car<R>,
    /// Discrete state, constant over a sub-step.
    pub mode: &'a K::Mode<R>,
    /// Continuous state.
    pub state: &'a K::State<R>,
    /// Driver inputs.
    pub command: &'a Command<R>,
    /// Road and air.
    pub surface: &'a Surface<R>,
}
