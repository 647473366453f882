//! A driver of any car that steers: he keeps a speed, and follows a line, a circle or a lane change.
//!
//! ```
//! use skidpad_core::controls::Gear;
//! use skidpad_core::step::Dt;
//! use skidpad_models::MODELS;
//! use skidpad_world::path_driver::{DrivePath, DriverTask, PathDriver};
//! use skidpad_world::rolling::{Begin, CarChoice};
//! use skidpad_world::world::{Member, Site, World};
//!
//! let (model, car) = (MODELS.by_name("commonroad_std").unwrap(), CarChoice::Own("commonroad-2"));
//! let begin = Begin { gear: Gear::Automatic, initial: &[("speed_m_s", 10.0)], method: None };
//! let member = Member { car: model.begin(&car, &begin).unwrap(), body: None };
//! let mut world = World::new(Site::asphalt());
//! let (id, dt) = (world.add(member)?, Dt::new(0.01).unwrap());
//! let task = DriverTask { speed_m_s: 12.0, path: Some(DrivePath::Circle { radius_m: 40.0 }) };
//! let mut driver = PathDriver::new(model, &car, task, dt);
//! for _ in 0..3000 {
//!     let request = driver.request_in(&world, id, &PathDriver::in_gear());
//!     world.set_request(id, request);
//!     world.step(dt);
//! }
//! let motion = world.car(id).unwrap().pose(&world.surface());
//! let distance_m = (motion.position_m[0].powi(2) + (motion.position_m[1] - 40.0).powi(2)).sqrt();
//! assert!((distance_m - 40.0).abs() < 0.3, "{distance_m} m");
//! # Ok::<(), skidpad_world::world::WorldError>(())
//! ```

mod keepers;
mod path;

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::step::Dt;

use crate::ground::Road;
use crate::manoeuvre::{Turning, TurningSampler};
use crate::models::ModelInfo;
use crate::rolling::{CarChoice, Request, Rolling};
use crate::world::{CarId, World};

pub(crate) use keepers::{CurvatureKeeper, Pedals, SpeedKeeper};
pub use path::DrivePath;

/// Rate at which errors of a path are led back, rad/s: the offset follows e'' + 2 w e' + w^2 e = 0.
pub(crate) const LEAD_BACK_RAD_S: f64 = 1.2;
/// The largest lateral acceleration by which an error is led back, m/s^2.
const LEAD_BACK_M_S2: f64 = 3.0;
/// The most by which he changes the speed, m/s^2: a rear axle that is driven harder has nothing left for the path.
const SPEED_CHANGE_M_S2: f64 = 3.0;
/// Largest difference between the speed that he aims at and the car's, m/s: he doesn't wait for a speed that is held.
const AIM_M_S: f64 = 2.5;
/// Wheelbase and lock of a model's own car whose data have none: those of a mid-size car.
const USUAL_WHEELBASE_M: f64 = 2.7;
const USUAL_LOCK_RAD: f64 = 0.6;

/// Task of a driver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DriverTask {
    /// The speed to keep, m/s, 0 or more.
    pub speed_m_s: f64,
    /// The path to follow; `None`: he has the pedals alone.
    pub path: Option<DrivePath>,
}

/// A driver at the controls of a car. Pedals are his, and with a path the steering; the rest of a request he leaves as it is.
#[derive(Clone, Debug)]
pub struct PathDriver {
    task: DriverTask,
    dt_s: f64,
    sampler: TurningSampler,
    feet: SpeedKeeper,
    hands: CurvatureKeeper,
    /// The speed that he aims at now, on the way from the car's to that of the task, m/s.
    aim_m_s: Option<f64>,
    /// Place and heading at which the path begins, from his first look on.
    beginning: Option<(Vec2<f64>, f64)>,
    /// His last request: of a model without inertia the yaw rate follows from it.
    before: Option<Request>,
}

impl PathDriver {
    /// A driver who acts each `dt`.
    pub fn new(model: &ModelInfo, car: &CarChoice, task: DriverTask, dt: Dt) -> Self {
        let wheelbase_m = car.vehicle().map_or(USUAL_WHEELBASE_M, |vehicle| vehicle.body().wheelbase_m);
        let lock_rad = model.steering_lock_rad(car).unwrap_or(USUAL_LOCK_RAD);
        Self {
            task,
            dt_s: dt.seconds(),
            sampler: TurningSampler::new(model),
            feet: SpeedKeeper::default(),
            hands: CurvatureKeeper { wheelbase_m, lock_rad, integral_rad: 0.0 },
            aim_m_s: None,
            beginning: None,
            before: None,
        }
    }

    /// A request whose gear is automatic and that touches nothing else, for a driver without other commands.
    pub fn in_gear() -> Request {
        Request::from_command(sanitise(&Controls { gear: Gear::Automatic, ..Controls::default() }).0)
    }

    /// The request for the next step: `rest` with his pedals and steering in it.
    pub fn request(&mut self, car: &dyn Rolling, rest: &Request, road: Road<'_>) -> Request {
        let now = self.sampler.sample(car, self.before.as_ref().unwrap_or(rest), road);
        let aim_m_s = self.aim_m_s(now.velocity_x_m_s);
        let Pedals { throttle, brake, acceleration_m_s2 } =
            self.feet.pedals(aim_m_s, now.velocity_x_m_s, self.dt_s);
        let mut request = Request { acceleration_m_s2, ..*rest };
        (request.command.throttle, request.command.brake) = (throttle, brake);
        if let Some(path) = self.task.path {
            request.command.steer_rad = self.steer_rad(&path, &now);
        }
        self.before = Some(request);
        request
    }

    /// The request for the next step of a car of a world; `rest` where the car is not there.
    pub fn request_in(&mut self, world: &World, id: CarId, rest: &Request) -> Request {
        let Some(car) = world.car(id) else { return *rest };
        let surface = world.surface();
        self.request(car, rest, world.road_of(id, &surface))
    }

    /// The speed to aim at for the next step.
    fn aim_m_s(&mut self, speed_m_s: f64) -> f64 {
        let before = self.aim_m_s.unwrap_or(speed_m_s);
        let most = SPEED_CHANGE_M_S2 * self.dt_s;
        let next = before + Real::clamp(self.task.speed_m_s - before, -most, most);
        let aim_m_s = Real::clamp(next, speed_m_s - AIM_M_S, speed_m_s + AIM_M_S);
        self.aim_m_s = Some(aim_m_s);
        aim_m_s
    }

    fn steer_rad(&mut self, path: &DrivePath, now: &Turning<f64>) -> f64 {
        let place_m = Vec2::new(now.x_m, now.y_m);
        let (from_m, from_rad) = *self.beginning.get_or_insert((place_m, now.yaw_rad));
        let axes = Direction::at_angle(from_rad);
        let beside = path.beside((place_m - from_m).to_child(axes));
        let velocity = Vec2::new(now.velocity_x_m_s, now.velocity_y_m_s);
        let along = velocity.to_parent(Direction::at_angle(now.yaw_rad - from_rad - beside.heading_rad));
        let speed = Real::max(now.speed_m_s(), 1.0);
        let w = LEAD_BACK_RAD_S;
        let back_m_s2 = w * w * beside.offset_m + 2.0 * w * along.y;
        let back = Real::clamp(back_m_s2, -LEAD_BACK_M_S2, LEAD_BACK_M_S2) / (speed * speed);
        let lock_rad = self.hands.lock_rad;
        let steer_rad = self.hands.steer_rad(beside.curvature_1_m - back, now, self.dt_s);
        Real::clamp(steer_rad, -lock_rad, lock_rad)
    }
}
