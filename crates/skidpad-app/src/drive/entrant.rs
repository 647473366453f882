//! One car under way, as a simulator shows it.

use std::sync::Arc;

use skidpad_core::controls::Command;
use skidpad_core::math::Real;
use skidpad_core::model::Pose;
use skidpad_core::step::Status;
use skidpad_core::surface::Surface;
use skidpad_world::contact::{Body, Shape};
use skidpad_world::log::LoggedCar;
use skidpad_world::render::Between;
use skidpad_world::rolling::{Request, Rolling};
use skidpad_world::scene::Place;
use skidpad_world::world::{BODY_FRICTION, BODY_RESTITUTION, CarId, World, body_of, wheels_of_body_m};

use crate::choice::Choice;
use crate::seen::{ModelChannels, Seen};

/// A car of a world with its numbers and poses after the last step.
pub struct Entrant {
    id: CarId,
    car: Arc<LoggedCar>,
    choice: Arc<Choice>,
    start: Place,
    body: Body,
    channels: ModelChannels,
    row: Vec<f64>,
    pose: Pose<f64>,
    /// Middles of the wheels of a car in space, in the body's frame, m.
    hubs_m: Option<[[f64; 3]; 4]>,
    poses: Between<f64>,
    status: Status,
    time_s: f64,
    /// Time of the world after the last step in which the car's own time went on, s.
    moved_s: f64,
}

/// Body of a car, by which it is drawn and meets others.
pub(super) fn body(choice: &Choice) -> Body {
    body_of(choice.model, &choice.car(), BODY_RESTITUTION, BODY_FRICTION)
}

impl Entrant {
    /// A car of a logged world that started at a place.
    pub(super) fn new(id: CarId, car: &Arc<LoggedCar>, choice: &Arc<Choice>, start: Place) -> Self {
        let pose = Pose::on_road(start.position_m, start.heading_rad, &Surface::asphalt());
        let layout = choice.model.layout();
        Self {
            id,
            car: Arc::clone(car),
            choice: Arc::clone(choice),
            start,
            body: body(choice),
            channels: ModelChannels::new(layout),
            row: vec![0.0; layout.len()],
            pose,
            hubs_m: None,
            poses: Between::at(pose),
            status: Status::Running,
            time_s: 0.0,
            moved_s: 0.0,
        }
    }

    /// True for this car of the log.
    pub(super) fn is(&self, id: CarId, car: &Arc<LoggedCar>) -> bool {
        self.id == id && Arc::ptr_eq(&self.car, car)
    }

    /// Takes the car as another log has it.
    pub(super) fn log_as(&mut self, car: &Arc<LoggedCar>) {
        self.car = Arc::clone(car);
    }

    /// The car as it joined.
    pub(super) fn logged(&self) -> &Arc<LoggedCar> {
        &self.car
    }

    /// Time of the world until which the car moved, s.
    pub(super) fn moved_s(&self) -> f64 {
        self.moved_s
    }

    pub(super) fn id(&self) -> CarId {
        self.id
    }

    pub(super) fn start(&self) -> Place {
        self.start
    }

    /// Request to the car by the player's controls.
    pub(super) fn request(&self, command: &Command<f64>) -> Request {
        self.choice.model.request(command, self.seen().velocity_m_s()[0])
    }

    /// Takes numbers and pose of the car after a step.
    pub(super) fn follow(&mut self, world: &World) {
        let (Some(car), Some(request)) = (world.car(self.id), world.request(self.id)) else { return };
        self.row.clear();
        world.row(self.id, request, &mut self.row);
        let time_s = car.time_s();
        if time_s.to_bits() != self.time_s.to_bits() {
            self.moved_s = world.time_s();
        }
        (self.status, self.time_s) = (car.status(), time_s);
        self.pose = self.car_pose(car, world);
        let road = Pose::on_road([0.0; 2], 0.0, &world.site().surface);
        let in_body = |hub_m| self.pose.point_in_body(road.to_world(hub_m));
        self.hubs_m = car.hubs_m().map(|hubs_m| hubs_m.map(in_body));
        self.poses.push(self.pose);
    }

    /// Takes numbers and pose of a car that was put elsewhere.
    pub(super) fn place(&mut self, world: &World) {
        self.follow(world);
        self.moved_s = world.time_s();
        self.poses = Between::at(self.pose);
    }

    /// Pose of the car. A model with a distance alone drives straight on from the start.
    fn car_pose(&self, car: &dyn Rolling, world: &World) -> Pose<f64> {
        let surface = &world.site().surface;
        if self.channels.car.yaw.is_some() {
            return car.pose(surface);
        }
        let Place { position_m: [x, y], heading_rad } = self.start;
        let distance_m = self.seen().find(self.channels.car.position_x).unwrap_or(0.0);
        let (sin, cos) = Real::sin_cos(heading_rad);
        Pose::on_road([x + distance_m * cos, y + distance_m * sin], heading_rad, surface)
    }

    /// Outline from above: length, width, and distance of its middle ahead of the centre of mass, m.
    pub fn outline_m(&self) -> [f64; 3] {
        match self.body.shape {
            Shape::Box { length_m, width_m, ahead_m } => [length_m, width_m, ahead_m],
            Shape::Circle { radius_m } => [2.0 * radius_m, 2.0 * radius_m, 0.0],
        }
    }

    /// Wheel positions, forwards and to the left of the centre of mass, m: front left, front right, rear left, rear right.
    pub fn wheels_m(&self) -> [[f64; 2]; 4] {
        match &self.choice.vehicle {
            Some(own) => own.1.wheel_places_m(),
            None => wheels_of_body_m(&self.body),
        }
    }

    /// Middles of the wheels after the last step, in the frame of the body that its pose has, m, in the order of [`wheels_m`](Self::wheels_m);
    /// `None` for a model in the plane.
    pub fn hubs_m(&self) -> Option<[[f64; 3]; 4]> {
        self.hubs_m
    }

    /// Its numbers after the last step.
    pub fn seen(&self) -> Seen<'_> {
        Seen::new(&self.channels, &self.row).with_status(self.status)
    }

    /// Pose after the last step.
    pub(super) fn pose(&self) -> &Pose<f64> {
        &self.pose
    }

    /// Pose in the picture, at `alpha` from the last but one step to the last.
    pub fn drawn(&self, alpha: f64) -> Pose<f64> {
        self.poses.pose(alpha)
    }

    /// Model and car.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// Model and car, to be kept.
    pub(super) fn shared_choice(&self) -> Arc<Choice> {
        Arc::clone(&self.choice)
    }

    /// Time that the car has driven, s.
    pub fn time_s(&self) -> f64 {
        self.time_s
    }

    /// Run status.
    pub fn status(&self) -> Status {
        self.status
    }
}
