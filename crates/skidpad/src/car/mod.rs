//! One car that drives.

mod builder;
mod error;
mod member;
mod outputs;
mod space;
mod start;
mod wheel;

use std::fmt;
use std::sync::{Arc, OnceLock};

use skidpad_core::controls::{ControlFault, Controls, Gear, sanitise};
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::model::Pose;
use skidpad_core::snapshot::Saved;
use skidpad_core::spec::Vehicle;
use skidpad_core::step::{Dt, DtFault, Status};
use skidpad_core::surface::Surface;
use skidpad_world::channel::{CarChannels, ChannelRow, RowLayout, place_of};
use skidpad_world::contact::Motion;
use skidpad_world::ground::{Casts, FoundGround, Ground, Road};
use skidpad_world::models::ModelInfo;
use skidpad_world::render::WheelAngle;
use skidpad_world::rolling::{Request, Rolling, pose_on};
use skidpad_world::track::TrackPosition;

pub use builder::CarBuilder;
pub use error::CarError;
pub use outputs::{OutputValue, Outputs};
pub use skidpad_world::channel::{ChannelHandle, UnknownChannel};
pub use skidpad_world::rolling::RestoreError;
pub use start::Placement;
use start::Start;
use wheel::Mounted;
pub use wheel::Wheel;

/// A car that drives: made once, stepped at any rate, read, saved and put back.
///
/// It is a value: a clone goes on with the same bits, also in another thread. It has a road of its own, dry and level
/// asphalt until another is set.
///
/// ```
/// use skidpad::prelude::*;
///
/// let mut car = Car::preset("mx5-nd-2016")?;
/// let controls = Controls { throttle: 0.4, steer_rad: 0.03, gear: Gear::Automatic, ..Controls::default() };
/// for _ in 0..120 {
///     car.step(&controls, 1.0 / 60.0)?;
/// }
/// let [x, y, _] = car.pose().position_m;
/// let [front_left, front_right, ..] = car.wheels() else { panic!("a car on four wheels") };
/// assert!(x > 0.0 && y > 0.0, "it turns to the left");
/// assert!(front_right.load_n > front_left.load_n, "and leans on its outer wheels");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Car {
    model: &'static ModelInfo,
    vehicle: Arc<Vehicle<f64>>,
    car: Box<dyn Rolling>,
    layout: RowLayout,
    channels: Arc<CarChannels>,
    /// Place in the state of the speed at which its wheels roll.
    speed_place: Option<usize>,
    mounted: Arc<[Mounted]>,
    angles: Vec<WheelAngle>,
    states: Vec<f64>,
    request: Request,
    fault: Option<ControlFault>,
    surface: Surface<f64>,
    ground: Arc<Ground>,
    /// Position on the ground's track; `None` without one.
    on_track: Option<TrackPosition>,
    /// Ground at each corner that rays found at the end of the last step; `None` after a step on [`ground`](Self::ground).
    under: Option<FoundGround>,
    /// The outputs of this instant, evaluated when they are first asked for, and the wheels in them.
    row: OnceLock<Box<[f64]>>,
    wheels: OnceLock<Box<[Wheel]>>,
}

/// All of a car that changes while it drives, to go back to: see [`Car::save`].
#[derive(Clone, Debug, PartialEq)]
pub struct SavedCar {
    car: Saved,
    request: Request,
    angles: Vec<WheelAngle>,
    on_track: Option<TrackPosition>,
    under: Option<FoundGround>,
}

impl SavedCar {
    /// The car's own numbers by name, as files and screens take them.
    pub fn numbers(&self) -> &Saved {
        &self.car
    }
}

impl Car {
    /// A car at its start on dry, level asphalt.
    fn begin(model: &'static ModelInfo, vehicle: &Vehicle<f64>, start: &Start) -> Result<Self, CarError> {
        model.takes(vehicle)?;
        let car = start.car(model, vehicle)?;
        let layout = model.layout();
        let mut car = Self {
            model,
            vehicle: Arc::new(*vehicle),
            car,
            mounted: Mounted::all(&layout, vehicle).into(),
            layout,
            channels: Arc::new(CarChannels::resolve(&layout)),
            speed_place: place_of(model.states, model.speed),
            angles: Vec::new(),
            states: Vec::new(),
            request: Request::untouched(),
            fault: None,
            surface: Surface::asphalt(),
            ground: Arc::default(),
            on_track: None,
            under: None,
            row: OnceLock::new(),
            wheels: OnceLock::new(),
        };
        car.refresh();
        car.angles = car.spins().map(WheelAngle::at).collect();
        Ok(car)
    }

    /// Moves on by a step of `dt_s`, above 0 and at most 1 s, with the controls held over it. The car divides it into
    /// sub-steps of its own, so it drives the same at any rate.
    ///
    /// Controls out of their range are brought into it, and a NaN becomes 0: [`control_fault`](Self::control_fault) names it.
    /// The status says whether it drives on: a car whose engine is blown, that has fallen over or met a number that is
    /// not finite stays where it is.
    ///
    /// # Errors
    /// A step that is not above 0 and at most 1 s; the car has not moved then.
    pub fn step(&mut self, controls: &Controls, dt_s: f64) -> Result<Status, DtFault> {
        let dt = Dt::try_from(dt_s)?;
        let (command, fault) = sanitise(controls);
        (self.request, self.fault) = (Request::from_command(command), fault);
        self.under = None;
        let road = Road::new(&self.surface, &self.ground).of_car_at(self.on_track);
        let status = self.car.step(&self.request, road, dt);
        self.turn_wheels(dt);
        Ok(status)
    }

    /// Reads the state after a step, and turns the wheels on by it.
    fn turn_wheels(&mut self, dt: Dt) {
        self.refresh();
        let mut angles = core::mem::take(&mut self.angles);
        for (angle, spin_rad_s) in angles.iter_mut().zip(self.spins()) {
            angle.push(spin_rad_s, dt.seconds());
        }
        self.angles = angles;
    }

    /// The control of the last step that was not a number; 0 was used instead.
    pub fn control_fault(&self) -> Option<ControlFault> {
        self.fault
    }

    /// Position and attitude in the world: the point of the road below its centre of mass, lifted by the springs' heave, and how its body
    /// is turned. The body of a model without springs lies along the ground. Of a model that moves in space, the point of the body that
    /// at rest on the level is the same.
    pub fn pose(&self) -> Pose<f64> {
        pose_on(&*self.car, Road::new(&self.surface, &self.ground).of_car_at(self.on_track))
    }

    /// The wheels: front left, front right, rear left, rear right. A model without width has a front and a rear one, and a
    /// point none.
    pub fn wheels(&self) -> &[Wheel] {
        self.wheels.get_or_init(|| self.evaluate_wheels())
    }

    fn evaluate_wheels(&self) -> Box<[Wheel]> {
        let (row, speed_m_s) = (self.row(), self.rolling_m_s());
        if let Some(hubs_m) = self.car.hubs_m() {
            let road = self.road_pose();
            let wheels = self.mounted.iter().zip(&self.angles).zip(hubs_m);
            let wheel = |((mounted, angle), hub_m): ((&Mounted, &WheelAngle), [f64; 3])| {
                let spin_rad_s = mounted.spin_rad_s(&self.states, speed_m_s);
                mounted.wheel(row, angle, spin_rad_s, road.to_world(hub_m))
            };
            return wheels.map(wheel).collect();
        }
        let (centre_m, yaw_rad) = (self.place_on_road_m(), self.read(self.channels.yaw));
        let axes = Direction::at_angle(yaw_rad);
        let wheel = |(mounted, angle): (&Mounted, &WheelAngle)| {
            let place_m = (centre_m + Vec2::from(mounted.from_centre_m).to_parent(axes)).into();
            let height_m = self.ground.under_from(place_m, self.on_track.as_ref()).height_m;
            let contact = Pose::on_road(place_m, yaw_rad, &self.surface).on_springs(height_m, 0.0, 0.0);
            mounted.wheel(row, angle, mounted.spin_rad_s(&self.states, speed_m_s), mounted.over(&contact))
        };
        self.mounted.iter().zip(&self.angles).map(wheel).collect()
    }

    /// Normal of the ground below a wheel, in the body's axes, of any length; `None` where the model computes no camber to it, or where the
    /// wheel is above nothing.
    pub(crate) fn normal_below(&self, place: usize) -> Option<[f64; 3]> {
        let wheel = self.wheels().get(place).filter(|_| self.mounted[place].has_camber())?;
        let road = self.road_pose();
        let normal = match self.under {
            Some(found) => found.get(place)?.wheel?.normal,
            None => {
                let [x, y, _] = road.point_in_body(wheel.position_m);
                let [rise_x, rise_y] = self.ground.under_from([x, y], self.on_track.as_ref()).rise;
                [-rise_x, -rise_y, 1.0]
            }
        };
        Some(self.pose().to_body(road.to_world(normal)))
    }

    /// Number of [`wheels`](Self::wheels), without an evaluation.
    pub fn wheel_count(&self) -> usize {
        self.mounted.len()
    }

    /// Angles of the wheels, at and between steps.
    pub(crate) fn spin_angles(&self) -> &[WheelAngle] {
        &self.angles
    }

    /// Everything that the model computes at this instant, by name. It is evaluated when it is first asked for after a
    /// step.
    pub fn outputs(&self) -> Outputs<'_> {
        Outputs::new(self.layout, self.row())
    }

    /// An output by name, for [`Outputs::at`].
    ///
    /// # Errors
    /// A name that no output of the model has, with the names near it.
    pub fn output(&self, name: &str) -> Result<ChannelHandle, UnknownChannel> {
        self.layout.channel(name)
    }

    /// Velocity of the centre of mass in the car's frame, forwards and to the left, m/s.
    pub fn velocity_m_s(&self) -> [f64; 2] {
        [self.read(self.channels.velocity_x), self.read(self.channels.velocity_y)]
    }

    /// Speed over the ground, m/s, at least 0.
    pub fn speed_m_s(&self) -> f64 {
        let [x, y] = self.velocity_m_s();
        Real::hypot(x, y)
    }

    /// Yaw rate, rad/s, positive to the left.
    pub fn yaw_rate_rad_s(&self) -> f64 {
        self.read(self.channels.yaw_rate)
    }

    /// Time since the start, s.
    pub fn time_s(&self) -> f64 {
        self.car.time_s()
    }

    /// Run status.
    pub fn status(&self) -> Status {
        self.car.status()
    }

    /// The model that computes it.
    pub fn model(&self) -> &'static ModelInfo {
        self.model
    }

    /// The vehicle that it is made of.
    pub fn vehicle(&self) -> &Vehicle<f64> {
        &self.vehicle
    }

    /// Road and air.
    pub fn surface(&self) -> &Surface<f64> {
        &self.surface
    }

    /// Puts another road and air under and around it, from the next step on.
    pub fn set_surface(&mut self, surface: Surface<f64>) {
        self.surface = surface;
        self.forget();
    }

    /// Ground: where the road differs from [`surface`](Self::surface).
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// Puts another ground under its wheels: wet patches, bumps, maps. Cars may share one. A car on springs that is on the plane of the
    /// surface, as cars begin, lies along the ground from then on.
    pub fn set_ground(&mut self, ground: impl Into<Arc<Ground>>) {
        self.ground = ground.into();
        (self.on_track, self.under, self.wheels) = (None, None, OnceLock::new());
        self.car.lie_on(&self.ground);
        self.refresh();
    }

    /// All of it that changes while it drives, to go back to. Road and vehicle are not in it.
    ///
    /// ```
    /// use skidpad::prelude::*;
    /// let mut car = Car::preset("boxster-s")?;
    /// let controls = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
    /// car.step(&controls, 0.5)?;
    /// let saved = car.save();
    /// car.step(&controls, 0.5)?;
    /// let hash = car.hash();
    /// car.restore(&saved)?; // another player's input came late: once more
    /// car.step(&controls, 0.5)?;
    /// assert_eq!(car.hash(), hash);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self) -> SavedCar {
        let (car, angles) = (self.car.save(), self.angles.clone());
        SavedCar { car, request: self.request, angles, on_track: self.on_track, under: self.under }
    }

    /// Goes back to what was saved of this car, or of another one of the same model; it goes on with the same bits where
    /// vehicle and road are the same, too.
    ///
    /// # Errors
    /// What was saved of a car of another model. Then nothing has changed.
    pub fn restore(&mut self, saved: &SavedCar) -> Result<(), RestoreError> {
        self.car.restore(&saved.car)?;
        (self.request, self.fault) = (saved.request, None);
        self.angles.clone_from(&saved.angles);
        (self.on_track, self.under) = (saved.on_track, saved.under);
        self.refresh();
        Ok(())
    }

    /// Puts it at a place as it begins: straight ahead, wheels and engine turning with it, brakes cold. Its clock goes on.
    ///
    /// # Errors
    /// A number that is not finite, and, for a model that only knows how far it has come, a place beside its road.
    pub fn teleport(&mut self, to: &Placement) -> Result<(), CarError> {
        let start = Start { placement: *to, gear: Gear::Automatic, method: Some(self.car.method()) };
        let mut car = start.car(self.model, &self.vehicle)?;
        let saved = Saved { clock: self.car.save().clock, ..car.save() };
        car.restore(&saved).map_err(|_| CarError::NotFinite)?;
        (self.car, self.under) = (car, None);
        self.car.lie_on(&self.ground);
        self.refresh();
        self.angles = self.spins().map(WheelAngle::at).collect();
        Ok(())
    }

    /// Gives it another motion, such as one that a collision left it with; wheels, engine and gears stay as they are. A
    /// model without a heading ignores it.
    pub fn set_motion(&mut self, motion: &Motion) -> Status {
        let status = self.car.correct(motion);
        self.refresh();
        status
    }

    /// Motion of its body in the plane of the road; `None` for a model without a heading.
    pub fn motion(&self) -> Option<Motion> {
        self.car.planar()
    }

    /// The axes of the road in the world.
    fn road_pose(&self) -> Pose<f64> {
        Pose::on_road([0.0, 0.0], 0.0, &self.surface)
    }

    /// A hash of all of it that changes: equal where the bits are.
    pub fn hash(&self) -> u64 {
        self.car.hash()
    }

    fn row(&self) -> ChannelRow<'_> {
        let numbers = self.row.get_or_init(|| {
            let mut row = Vec::with_capacity(self.layout.len());
            let road = Road::new(&self.surface, &self.ground).of_car_at(self.on_track);
            let found = self.under.as_ref().map(Casts::Found);
            self.car.row(&self.request, Road { casts: found, ..road }, &mut row);
            row.into_boxed_slice()
        });
        ChannelRow::new(&self.layout, numbers)
    }

    /// Reads the state, and forgets what was evaluated before.
    fn refresh(&mut self) {
        self.states.clear();
        self.car.states(&mut self.states);
        self.forget();
        if self.ground.track().is_some() {
            let place_m = self.place_on_road_m().into();
            self.on_track = self.ground.position_on_track(place_m, self.on_track.as_ref());
        }
    }

    fn forget(&mut self) {
        self.row.take();
        self.wheels.take();
    }

    /// Number of a channel; 0 where the model does not have it, as on a straight the lateral velocity. A state needs no
    /// evaluation.
    fn read(&self, channel: Option<ChannelHandle>) -> f64 {
        let Some(channel) = channel else { return 0.0 };
        channel.state_place().map_or_else(|| self.row().at(channel), |place| self.states[place])
    }

    /// Speed at which a wheel without slip rolls, m/s.
    fn rolling_m_s(&self) -> f64 {
        self.speed_place.map_or(0.0, |place| self.states[place])
    }

    fn spins(&self) -> impl Iterator<Item = f64> {
        let speed_m_s = self.rolling_m_s();
        self.mounted.iter().map(move |wheel| wheel.spin_rad_s(&self.states, speed_m_s))
    }

    /// Place on the road's axes.
    fn place_on_road_m(&self) -> Vec2<f64> {
        let [x, y, _] = self.car.pose(&Surface::asphalt()).position_m;
        Vec2::new(x, y)
    }
}

impl fmt::Debug for Car {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Car")
            .field("model", &self.model.name)
            .field("time_s", &self.time_s())
            .field("pose", &self.pose())
            .field("velocity_m_s", &self.velocity_m_s())
            .field("status", &self.status())
            .finish_non_exhaustive()
    }
}
