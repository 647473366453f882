//! One car under way, as a simulator shows it.

use skidpad_core::controls::{Command, Controls, Gear, sanitise};
use skidpad_core::math::Real;
use skidpad_core::model::Pose;
use skidpad_core::record::Channel;
use skidpad_core::snapshot::Saved;
use skidpad_core::step::{Dt, Status};
use skidpad_world::contact::{Body, Motion, Shape};
use skidpad_world::render::Between;
use skidpad_world::rolling::{Begin, Request, Rolling};
use skidpad_world::scenario::columns;
use skidpad_world::scene::Scene;

use super::{Choice, ChoiceError};
use crate::seen::Seen;

/// Bounce and friction of a car's body against what it hits: sheet metal on concrete.
const RESTITUTION: f64 = 0.2;
const FRICTION: f64 = 0.5;
/// A body where the vehicle gives none, m and kg.
const LENGTH_M: f64 = 4.5;
const WIDTH_M: f64 = 1.8;
const MASS_KG: f64 = 1500.0;
const YAW_INERTIA_KG_M2: f64 = 2500.0;
/// What full pedals ask of a model that takes an acceleration, m/s^2.
const ACCELERATION_M_S2: f64 = 4.0;
const BRAKING_M_S2: f64 = 9.0;
/// How far a body goes beyond its axles, m.
const OVERHANG_M: f64 = 0.85;

/// A car of a model.
pub struct Entrant {
    choice: Choice,
    car: Box<dyn Rolling>,
    columns: Vec<Channel>,
    row: Vec<f64>,
    poses: Between<f64>,
}

/// Nothing asked for.
fn released() -> Command<f64> {
    sanitise(&Controls::default()).0
}

/// The car at the start of a scene.
fn begin(choice: &Choice, scene: &Scene) -> Result<Box<dyn Rolling>, ChoiceError> {
    let [x, y] = scene.start.position_m;
    begin_with(choice, Gear::Forward(1), &[("x_m", x), ("y_m", y), ("yaw_rad", scene.start.heading_rad)])
}

/// A car with some states, as far as its model has them.
fn begin_with(
    choice: &Choice,
    gear: Gear,
    states: &[(&'static str, f64)],
) -> Result<Box<dyn Rolling>, ChoiceError> {
    let has = |name: &str| choice.model.states.iter().any(|channel| channel.name == name);
    let initial: Vec<_> = states.iter().copied().filter(|(name, _)| has(name)).collect();
    let begin = Begin { gear, initial: &initial, method: None };
    let not_taken = || {
        let why = format!("the model {} does not take the car {:?}", choice.model.name, choice.name);
        ChoiceError::NotTaken(why)
    };
    choice.model.begin(&choice.car(), &begin).ok_or_else(not_taken)
}

impl Entrant {
    pub(super) fn new(choice: &Choice, scene: &Scene) -> Result<Self, ChoiceError> {
        Ok(Self::with_car(begin(choice, scene)?, choice, scene))
    }

    /// A car of another model with the place and the motion of one that is under way. What that does not tell, the
    /// spin of wheels and engine above all, is in balance with the speed.
    pub(super) fn carrying_on(choice: &Choice, from: &Self, scene: &Scene) -> Result<Self, ChoiceError> {
        let ([x, y, _], seen) = (from.pose(scene).position_m, from.seen());
        let [velocity_x, velocity_y] = seen.velocity_m_s();
        let ([from_x, from_y], heading) = (scene.start.position_m, scene.start.heading_rad);
        let (sin, cos) = Real::sin_cos(heading);
        // One that leans begins upright, and so straight on.
        let turns = if choice.model.abilities.leans { 0.0 } else { 1.0 };
        let gear = match seen.gear().unwrap_or(1.0) {
            reverse if reverse < 0.0 => Gear::Reverse,
            neutral if neutral < 1.0 => Gear::Neutral,
            // The one that fits the speed: the other's may be none here, or blow this engine.
            _ => Gear::Automatic,
        };
        let mut car = begin_with(
            choice,
            gear,
            &[
                ("x_m", x),
                ("y_m", y),
                // Models that only know how far they have come.
                ("position_m", (x - from_x) * cos + (y - from_y) * sin),
                // Those that are told by their rear axle.
                ("rear_x_m", x),
                ("rear_y_m", y),
                ("yaw_rad", seen.get("yaw_rad").unwrap_or(heading)),
                ("velocity_x_m_s", velocity_x),
                ("velocity_y_m_s", turns * velocity_y),
                ("speed_m_s", velocity_x),
                ("sideslip_rad", seen.sideslip_rad()),
                ("yaw_rate_rad_s", turns * seen.yaw_rate_rad_s()),
            ],
        )?;
        // Its clock goes on, too. A car takes what it has saved itself.
        let saved = Saved { clock: from.car.save().clock, ..car.save() };
        car.restore(&saved).map_err(|error| ChoiceError::NotTaken(error.to_string()))?;
        Ok(Self::with_car(car, choice, scene))
    }

    fn with_car(car: Box<dyn Rolling>, choice: &Choice, scene: &Scene) -> Self {
        let pose = car.pose(&scene.surface);
        let mut entrant = Self {
            choice: choice.clone(),
            car,
            columns: columns(choice.model),
            row: Vec::new(),
            poses: Between::at(pose),
        };
        entrant.look(&released(), scene);
        entrant.poses = Between::at(entrant.pose(scene));
        entrant
    }

    pub(super) fn restart(&mut self, scene: &Scene) {
        if let Ok(car) = begin(&self.choice, scene) {
            self.car = car;
        }
        self.look(&released(), scene);
        self.poses = Between::at(self.pose(scene));
    }

    pub(super) fn step(&mut self, command: &Command<f64>, scene: &Scene, dt: Dt) {
        self.car.step(&self.request(command), scene.road(), dt);
    }

    /// What the car is asked for. A model that has no pedals but takes an acceleration gets one that a sporty car's
    /// pedals ask for: against its motion it brakes, and stops.
    fn request(&self, command: &Command<f64>) -> Request {
        if !self.choice.model.abilities.acceleration {
            return Request::from_command(*command);
        }
        let forwards = self.seen().velocity_m_s()[0];
        let brake = BRAKING_M_S2 * command.brake * Real::clamp(forwards, -1.0, 1.0);
        let sense = if command.gear < 0.0 { -1.0 } else { 1.0 };
        let acceleration_m_s2 = sense * ACCELERATION_M_S2 * command.throttle - brake;
        Request { command: *command, acceleration_m_s2 }
    }

    /// Looks at where the car has come to.
    pub(super) fn look(&mut self, command: &Command<f64>, scene: &Scene) {
        let request = self.request(command);
        self.row.clear();
        self.car.row(&request, scene.road(), &mut self.row);
        self.poses.push(self.pose(scene));
    }

    pub(super) fn put_back(&mut self, saved: &Saved, command: &Command<f64>, scene: &Scene) {
        // One that does not take it stays where it is.
        self.go_on(saved, command, scene);
    }

    /// Goes on from where another car of the same model was; `false`: it cannot.
    pub(super) fn go_on(&mut self, saved: &Saved, command: &Command<f64>, scene: &Scene) -> bool {
        let goes_on = self.car.restore(saved).is_ok();
        if goes_on {
            self.look(command, scene);
            self.poses = Between::at(self.pose(scene));
        }
        goes_on
    }

    /// Where it is. A model that knows only how far it has come goes straight on from the start.
    fn pose(&self, scene: &Scene) -> Pose<f64> {
        if self.seen().get("yaw_rad").is_some() {
            return self.car.pose(&scene.surface);
        }
        let ([x, y], heading) = (scene.start.position_m, scene.start.heading_rad);
        let way = self.seen().get("position_m").unwrap_or(0.0);
        let (sin, cos) = Real::sin_cos(heading);
        Pose::on_road([x + way * cos, y + way * sin], heading, &scene.surface)
    }

    pub(super) fn save(&self) -> Saved {
        self.car.save()
    }

    pub(super) fn planar(&self) -> Option<Motion> {
        self.car.planar()
    }

    pub(super) fn correct(&mut self, motion: &Motion) {
        self.car.correct(motion);
    }

    /// Its outline from above: length, width and how far its middle lies before its centre of mass, m.
    pub fn outline_m(&self) -> [f64; 3] {
        let Some(own) = &self.choice.vehicle else {
            return [LENGTH_M, WIDTH_M, 0.0];
        };
        let body = own.1.body();
        let [to_front_m, _] = body.axle_distances_m();
        let ahead = to_front_m - 0.5 * body.wheelbase_m;
        [body.wheelbase_m + 2.0 * OVERHANG_M, body.track_m + 0.25, ahead]
    }

    /// Where its wheels stand from its centre of mass, forwards and to the left, m: front left, front right, rear left,
    /// rear right.
    pub fn wheels_m(&self) -> [[f64; 2]; 4] {
        if let Some(own) = &self.choice.vehicle {
            return own.1.wheel_places_m();
        }
        let (half_base_m, half_track_m) = (0.5 * LENGTH_M - OVERHANG_M, 0.5 * WIDTH_M - 0.125);
        [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]]
            .map(|[ahead, left]| [ahead * half_base_m, left * half_track_m])
    }

    /// Its body, for what it meets.
    pub(super) fn body(&self) -> Body {
        let [length_m, width_m, ahead_m] = self.outline_m();
        let data = self.choice.vehicle.as_ref().map(|own| own.1.body());
        Body {
            shape: Shape::Box { length_m, width_m, ahead_m },
            mass_kg: data.map_or(MASS_KG, |body| body.mass_kg),
            yaw_inertia_kg_m2: data.map_or(YAW_INERTIA_KG_M2, |body| body.yaw_inertia_kg_m2),
            restitution: RESTITUTION,
            friction: FRICTION,
        }
    }

    /// Its numbers after the last step.
    pub fn seen(&self) -> Seen<'_> {
        Seen::new(&self.columns, &self.row).with_status(self.car.status())
    }

    /// Where it is drawn, at `alpha` from the last but one step to the last.
    pub fn drawn(&self, alpha: f64) -> Pose<f64> {
        self.poses.pose(alpha)
    }

    /// Model and car.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// Its time, s.
    pub fn time_s(&self) -> f64 {
        self.car.time_s()
    }

    /// How it is.
    pub fn status(&self) -> Status {
        self.car.status()
    }

    /// The hash of all of it that changes.
    pub fn hash(&self) -> u64 {
        self.car.hash()
    }
}
