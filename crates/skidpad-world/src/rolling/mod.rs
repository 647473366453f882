//! A car of any model under way, seen by the names of its channels.

mod car_choice;
mod integrated;
mod on_hill;
mod request;
mod simulation;
mod start;

use core::any::Any;
use core::fmt;

use skidpad_core::controls::Gear;
use skidpad_core::integrate::Method;
use skidpad_core::model::Pose;
use skidpad_core::model::spatial::{Push, SpaceMotion};
use skidpad_core::snapshot::{NotFinite, OtherModel, Saved};
use skidpad_core::step::{Dt, Status};
use skidpad_core::surface::Surface;

use crate::channel::RowLayout;
use crate::contact::{Body, BodyInSpace, Motion};
use crate::ground::{FoundGround, Ground, GroundCasts, Road};
use crate::shaping::{BodyMotion, Hands};
use crate::telltales::Telltales;

pub use car_choice::CarChoice;
pub use integrated::Integrated;
pub use on_hill::{pose_along, pose_on};
pub use request::Request;
pub(crate) use simulation::append;
pub use simulation::{corrected, given, lying, planar};
pub use start::{CarParts, parts_at_start, start_of};
pub(crate) use start::{begin, begin_bare};

/// The wheels, as channels of single wheels begin.
pub const WHEELS: [&str; 4] = ["front_left", "front_right", "rear_left", "rear_right"];

/// Start of a car: gear, states and integrator.
#[derive(Clone, Copy, Debug)]
pub struct Begin<'a> {
    /// Gear that is requested at the start.
    pub gear: Gear,
    /// States at the start, by name. What is left out is in balance with the speed.
    pub initial: &'a [(&'a str, f64)],
    /// The integrator; `None`: the model's own.
    pub method: Option<Method>,
}

/// Driver of a car: returns the request for a sub-step from the motion of the body and the length of the sub-step, s.
pub type Driver<'a> = dyn FnMut(&BodyMotion<f64>, f64) -> Request + 'a;

/// A car of some model under way.
///
/// A clone continues bit-identically to the car. [`Any`] lets a program find its own type of car again in a world.
pub trait Rolling: Any + Send + Sync {
    /// Copy of the car, which continues on its own.
    fn boxed_clone(&self) -> Box<dyn Rolling>;
    /// Replaces another car by a copy of this one, in the other's memory if both are of one type.
    fn copy_to(&self, other: &mut Box<dyn Rolling>) {
        *other = self.boxed_clone();
    }
    /// Layout of its rows, which is that of its model.
    fn layout(&self) -> RowLayout;
    /// Advances the car by a step.
    fn step(&mut self, request: &Request, road: Road<'_>, dt: Dt) -> Status;
    /// Advances the car by a step in which the driver gives a request for each sub-step.
    fn step_by(&mut self, driver: &mut Driver<'_>, road: Road<'_>, dt: Dt) -> Status;
    /// Appends all numbers of this instant, in the order of its [`layout`](Self::layout); a car with input shaping
    /// appends the columns of the shaping, too.
    fn row(&self, request: &Request, road: Road<'_>, row: &mut Vec<f64>);
    /// Appends the state, which costs no evaluation of the model.
    fn states(&self, states: &mut Vec<f64>);
    /// Appends the derivative of the state at this instant.
    fn rates(&self, request: &Request, road: Road<'_>, rates: &mut Vec<f64>);
    /// Appends what [`row`](Self::row) and [`rates`](Self::rates) do, from one evaluation where the car can.
    fn row_and_rates(&self, request: &Request, road: Road<'_>, row: &mut Vec<f64>, rates: &mut Vec<f64>) {
        self.row(request, road, row);
        self.rates(request, road, rates);
    }
    /// Time, s.
    fn time_s(&self) -> f64;
    /// Run status of the car.
    fn status(&self) -> Status;
    /// Snapshot of everything that changes while the car drives.
    fn save(&self) -> Saved;
    /// Restores a snapshot of a car of the same model, data and integrator. The car continues bit-identically to that one.
    ///
    /// # Errors
    /// A snapshot of another model, or a number that is not finite, by name. Then nothing has changed.
    fn restore(&mut self, saved: &Saved) -> Result<(), RestoreError>;
    /// The hash of [`save`](Self::save), without its allocation.
    fn hash(&self) -> u64;
    /// Hash of all data of the car, to tell cars with different data apart.
    fn car_hash(&self) -> u64;
    /// The integrator.
    fn method(&self) -> Method;
    /// Pose of the car in the world's axes, on a road. Its position is that of the centre of mass; in models whose states have
    /// the position of the rear axle instead (`commonroad_ks`, `commonroad_kst`), that of the middle of the rear axle; in models that move in
    /// space, that of the point of the body which at rest on the level lies on the road below the centre of mass.
    fn pose(&self, surface: &Surface<f64>) -> Pose<f64>;
    /// Motion in the plane of the road; `None` if the model has no position, heading or lateral motion. Of a car in space, that of
    /// its centre of mass, as it is seen along the road's normal.
    fn planar(&self) -> Option<Motion>;
    /// Motion in space, along the road's axes; `None` if the model does not move in space.
    fn in_space(&self) -> Option<SpaceMotion> {
        None
    }
    /// Middles of the wheels along the road's axes, in the order of [`WHEELS`], m; `None` if the model does not move in space.
    fn hubs_m(&self) -> Option<[[f64; 3]; 4]> {
        None
    }
    /// Returns true for a car on which the air acts: others cannot join a windy world.
    fn feels_air(&self) -> bool {
        true
    }
    /// Quantities that warn of what the car does, without an evaluation of its model.
    fn telltales(&self) -> Telltales {
        Telltales::NONE
    }
    /// Lays a body on springs along the ground below its wheels ([`Drivable::lying_on`](crate::models::Drivable::lying_on)).
    /// Other cars stay as they are.
    fn lie_on(&mut self, ground: &Ground) {
        let _ = ground;
    }
    /// Replaces the motion, such as by one that contact corrected; the rest of the state stays. A motion that is not
    /// finite quarantines the car, and a model without planar motion ignores it.
    fn correct(&mut self, motion: &Motion) -> Status;
    /// Body of the car in space, for contact, whose outline on the level is that of `body`; `None` if the model does not move in space.
    fn in_contact(&self, body: &Body) -> Option<BodyInSpace> {
        let _ = body;
        None
    }
    /// Replaces the motion as [`correct`](Self::correct) does and, of a car in space, its angular velocity about the road's axes x and y,
    /// rad/s.
    fn correct_in_space(&mut self, motion: &Motion, tilt_rates_rad_s: [f64; 2]) -> Status {
        let _ = tilt_rates_rad_s;
        self.correct(motion)
    }
    /// Pushes the whole car, along the road's axes, as something outside did that the model does not know. A model in the plane applies
    /// only the components in the plane, and a model without planar motion ignores the push. A push that is not finite quarantines the
    /// car; one that changes nothing leaves its bits.
    fn push(&mut self, push: &Push) -> Status {
        match self.planar() {
            Some(motion) if *push != Push::none() => self.correct(&motion.pushed(push)),
            _ => self.status(),
        }
    }
    /// Puts a car that moves in space at a pose along the road's axes; its velocities along its own axes stay. A pose that is not finite
    /// quarantines the car. Other cars stay as they are: `None`.
    fn put(&mut self, pose: &Pose<f64>) -> Option<Status> {
        let _ = pose;
        None
    }
    /// Notes the request, and ground that rays found, by which a car evaluates outputs of its own until its next step. Only for a car that
    /// has some, as `skidpad::Car`.
    fn note_present(&mut self, request: &Request, found: Option<&FoundGround>) {
        let _ = (request, found);
    }
    /// The ground at each of its corners, by rays: none for a model that does not move in space.
    fn found(&self, casts: &dyn GroundCasts) -> FoundGround {
        let _ = casts;
        FoundGround::default()
    }
    /// The [`Simulation`](skidpad_core::step::Simulation) that moves this car where a step is one of it, with the request as its
    /// model takes it: whoever moves it instead calls [`note_step`](Self::note_step) behind it. `None`: only [`step`](Self::step)
    /// moves this car.
    ///
    /// Its vehicle, integrator and longest sub-step are the same at all steps, unless the car is handed out by
    /// [`World::car_mut`](crate::world::World::car_mut) or replaced.
    fn simulation_mut(&mut self) -> Option<&mut dyn Any> {
        None
    }
    /// Notes that the car's simulation was moved by a step: what [`step`](Self::step) does besides.
    fn note_step(&mut self, request: &Request, road: Road<'_>, dt: Dt) {
        let _ = (request, road, dt);
    }
    /// The car as a solver of another program integrates it; `None`: only [`step`](Self::step) moves this car.
    fn integrated(&mut self) -> Option<&mut dyn Integrated> {
        None
    }
    /// Input shaping of a car that keys or a pad drive; `None` if the car is driven directly.
    fn hands(&self) -> Option<Hands<f64>> {
        None
    }
}

/// Why a snapshot was not put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// The snapshot is of another model.
    OtherModel(OtherModel),
    /// A number of the snapshot is not finite.
    NotFinite(NotFinite),
    /// The snapshot is of a car that keys or a pad drive, and this car is driven directly.
    WithHands,
    /// The snapshot is of a car that is driven directly, and keys or a pad drive this car.
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
