//! A turning car on the proving ground, with a driver who steers and keeps a speed.

use skidpad_core::controls::{Command, Gear};
use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::record::Record;
use skidpad_core::spec::{AxleData, Vehicle};
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;

use super::no_result::NoResult;
use super::turning::{Turning, TurningSampler};
use super::wheels::WheelReadings;
use crate::ground::{Ground, Road};
use crate::models::ModelInfo;
use crate::path_driver::SpeedKeeper;
use crate::rolling::{Begin, CarChoice, Request};
use crate::telemetry::Recording;
use crate::test_drive::{Pace, TestDrive};
use crate::world::BODY_BEYOND_TRACK_M;

/// Time between two acts of the driver, s; the car divides it into its own sub-steps.
const ACT_S: f64 = 0.005;
/// Steering-wheel angle over front-wheel angle of an ordinary car: for steering rates, and for a car without vehicle data.
pub const STEERING_RATIO: f64 = 16.0;
/// Largest engine speed at the fastest speed of a manoeuvre, over the redline.
const REDLINE_SHARE: f64 = 0.85;

/// Subject of a manoeuvre: the car and its model, the road, and the time steps.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The model.
    pub model: &'static ModelInfo,
    /// The car.
    pub car: CarChoice<'a>,
    /// Wheelbase, m, for the kinematic steering angle of a turn.
    pub wheelbase_m: f64,
    /// Steering angle at the lock, rad.
    pub largest_steer_rad: f64,
    /// Track, m.
    pub track_m: f64,
    /// Largest lateral force of the tyres over their load, on a road of grip 1.
    pub grip: f64,
    /// Road and air.
    pub surface: Surface<f64>,
    /// Time between two acts of the driver, whatever the caller's rate.
    pub dt: Dt,
    /// Step of a caller who moves the car in frames: the ends of the frames cut the driver's acts into more steps, and
    /// change nothing else. `None`: one step for each act.
    pub frame: Option<Dt>,
    /// The integrator; `None`: the model's own.
    pub method: Option<Method>,
}

impl<'a> Subject<'a> {
    /// A vehicle on dry, level asphalt.
    pub fn vehicle(model: &'static ModelInfo, vehicle: &'a Vehicle<f64>) -> Self {
        let body = vehicle.body();
        let (front, rear) = (vehicle.front(), vehicle.rear());
        Self {
            model,
            car: CarChoice::Vehicle(vehicle),
            wheelbase_m: body.wheelbase_m,
            largest_steer_rad: body.largest_steer_rad,
            track_m: body.track_m,
            grip: Real::min(front.lateral_friction, rear.lateral_friction),
            surface: Surface::asphalt(),
            dt: Dt::new(ACT_S).unwrap_or_else(|| unreachable!("5 ms is a usable step")),
            frame: None,
            method: None,
        }
    }

    /// Returns the subject with its car moved in the frames of a caller.
    pub fn in_frames(self, frame: Dt) -> Self {
        Self { frame: Some(frame), ..self }
    }

    /// Width of the body without its mirrors, m.
    pub fn width_m(&self) -> f64 {
        self.track_m + BODY_BEYOND_TRACK_M
    }

    /// Data of the vehicle; `None` for a car of the model's own.
    pub(super) fn data(&self) -> Option<&'a Vehicle<f64>> {
        self.car.vehicle()
    }

    /// Limit of the tyres: the lateral acceleration that their friction allows on this road, m/s^2.
    pub(super) fn promised_m_s2(&self) -> f64 {
        self.grip * self.surface.grip * self.surface.gravity_m_s2
    }

    /// Steering-wheel angle over front-wheel angle: the vehicle's, or [`STEERING_RATIO`] without vehicle data.
    pub(super) fn steering_ratio(&self) -> f64 {
        self.data().map_or(STEERING_RATIO, |vehicle| vehicle.chassis().steering.ratio)
    }

    /// Lowest gear in which the engine stays well below its redline at a speed, or the top gear where none does.
    fn gear(&self, fastest_m_s: f64) -> Gear {
        let Some(vehicle) = self.data() else { return Gear::Forward(1) };
        let radius = Real::min(vehicle.front().radius_m, vehicle.rear().radius_m);
        let engine = |gear: f64| fastest_m_s / radius * vehicle.gears().overall(gear);
        let top = vehicle.shift().gears;
        let mut gear = 1.0;
        while gear < top && engine(gear) > REDLINE_SHARE * vehicle.engine().redline_rad_s {
            gear += 1.0;
        }
        Gear::Forward(gear as u8)
    }
}

/// Pedal inputs of the driver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Feet {
    /// Throttle and brake keep a speed, m/s.
    Speed(f64),
    /// All pedals are released.
    Off,
    /// The brake is set for a deceleration, m/s^2, and the clutch is open.
    Brake(f64),
    /// The clutch is open and the handbrake pulled.
    Handbrake,
    /// The pedals have fixed positions.
    Hold {
        /// Throttle, 0 to 1.
        throttle: f64,
        /// Brake, 0 to 1.
        brake: f64,
        /// Clutch, 0 to 1: 1 opens it.
        clutch: f64,
    },
}

impl Feet {
    /// Full brake with the clutch open.
    pub const STOP: Self = Self::Hold { throttle: 0.0, brake: 1.0, clutch: 1.0 };

    /// Throttle for a positive `pedal`, brake for a negative one, with the clutch closed.
    pub fn one_pedal(pedal: f64) -> Self {
        let (throttle, brake) = (Real::clamp(pedal, 0.0, 1.0), Real::clamp(-pedal, 0.0, 1.0));
        Self::Hold { throttle, brake, clutch: 0.0 }
    }
}

/// Driver inputs of one act.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Act {
    /// Steering angle of the front wheels, rad.
    pub steer_rad: f64,
    /// Pedals.
    pub feet: Feet,
}

/// Test drive of a subject, moved by the acts of a driver.
pub struct Session<'a> {
    subject: Subject<'a>,
    drive: TestDrive<TurningSampler>,
    wheels: WheelReadings,
    gear: f64,
    feet: SpeedKeeper,
    /// Time of the manoeuvre's event, from which the time of a spin is counted, s. `None`: a spin does not end the run.
    spin_from_s: Option<f64>,
}

impl<'a> Session<'a> {
    /// Sets the car in motion, straight ahead from the origin. The gear suits the fastest speed to come.
    /// `None` where the model does not take the car.
    pub fn start(subject: &Subject<'a>, speed_m_s: f64, fastest_m_s: f64) -> Option<Self> {
        Self::start_on(subject, &Ground::default(), speed_m_s, fastest_m_s)
    }

    /// Sets the car in motion on a ground that differs from place to place.
    pub(super) fn start_on(
        subject: &Subject<'a>,
        ground: &Ground,
        speed_m_s: f64,
        fastest_m_s: f64,
    ) -> Option<Self> {
        Self::start_from(subject, ground, &[(subject.model.speed, speed_m_s)], fastest_m_s)
    }

    /// Sets the car down with initial states by name; states that its model does not have are ignored.
    pub(super) fn start_from(
        subject: &Subject<'a>,
        ground: &Ground,
        initial: &[(&str, f64)],
        fastest_m_s: f64,
    ) -> Option<Self> {
        let gear = subject.gear(fastest_m_s);
        let begin = Begin { gear, initial, method: subject.method };
        let car = subject.model.begin(&subject.car, &begin)?;
        let gear = if let Gear::Forward(gear) = gear { f64::from(gear) } else { 0.0 };
        let request = Request::from_command(Command { gear, ..Record::splat(0.0) });
        let road = Road::new(&subject.surface, ground);
        let pace = Pace { dt: subject.dt, frame: subject.frame };
        let sampler = TurningSampler::new(subject.model);
        Some(Self {
            subject: *subject,
            drive: TestDrive::new(car, road, pace, sampler, request),
            wheels: WheelReadings::new(subject.model),
            gear,
            feet: SpeedKeeper::default(),
            spin_from_s: None,
        })
    }

    /// Ends the run when the car has spun. `event_s` is the time of the manoeuvre's event, from which the spin's is counted.
    pub(super) fn ends_spun(&mut self, event_s: f64) {
        self.spin_from_s = Some(event_s);
    }

    /// Continues the run when the car has spun.
    pub(super) fn may_spin(&mut self) {
        self.spin_from_s = None;
    }

    /// Sets road and air from now on.
    pub(super) fn lay(&mut self, surface: Surface<f64>) {
        self.drive.set_surface(surface);
    }

    /// True where a wheel, or an axle of a model without single wheels, counts as locked by its slip ratio.
    pub(super) fn is_locked(&self) -> bool {
        self.wheels.is_locked(self.drive.instruments().row())
    }

    /// Loads of the wheels, N, where the model has them.
    pub(super) fn wheel_loads_n(&self) -> Option<[f64; 4]> {
        self.wheels.loads_n(self.drive.instruments().row())
    }

    /// Roll rate, rad/s, where the model has it.
    pub(super) fn roll_rate_rad_s(&self) -> Option<f64> {
        self.wheels.roll_rate_rad_s(self.drive.instruments().row())
    }

    /// Quantities of the car now.
    pub fn now(&self) -> &Turning<f64> {
        self.drive.now()
    }

    /// Quantities of the car when the last act began, under that act: [`now`](Self::now) has those at its end.
    pub(super) fn began(&mut self) -> Turning<f64> {
        self.drive.began()
    }

    /// Recording so far, with the channels of [`Turning`].
    pub fn recording(&self) -> &Recording {
        self.drive.recording()
    }

    /// Ends the session and returns its recording.
    pub fn into_recording(self) -> Recording {
        self.drive.into_recording()
    }

    /// Drives on for a time, s, or until the driver returns `None`.
    ///
    /// # Errors
    /// Why the car could not go on.
    pub fn drive(
        &mut self,
        longest_s: f64,
        driver: &mut dyn FnMut(&Turning<f64>) -> Option<Act>,
    ) -> Result<(), NoResult> {
        let steps = (longest_s / self.subject.dt.seconds() + 0.5) as u64;
        for _ in 0..steps {
            let Some(act) = driver(self.now()) else { return Ok(()) };
            self.step(&act)?;
        }
        Ok(())
    }

    /// Drives one act of the driver.
    pub(super) fn step(&mut self, act: &Act) -> Result<(), NoResult> {
        let request = self.carry_out(act);
        let status = self.drive.act(&request);
        if let Some(why) = NoResult::from_status(status) {
            return Err(why);
        }
        let now = self.now();
        let is_finite = now.x_m.is_finite() && now.acceleration_y_m_s2.is_finite();
        match self.spin_from_s.and_then(|event_s| NoResult::spin(now, event_s)) {
            _ if !is_finite => Err(NoResult::NotFinite),
            Some(spin) => Err(spin),
            None => Ok(()),
        }
    }

    /// Returns the commands of an act, and the acceleration for a model that takes it in the place of pedals.
    fn carry_out(&mut self, act: &Act) -> Request {
        let lock = self.subject.largest_steer_rad;
        let mut command = Command {
            steer_rad: Real::clamp(act.steer_rad, -lock, lock),
            gear: self.gear,
            ..Record::splat(0.0)
        };
        let mut acceleration_m_s2 = 0.0;
        match act.feet {
            Feet::Off => {}
            Feet::Speed(target) => {
                let (speed_m_s, dt_s) = (self.now().velocity_x_m_s, self.subject.dt.seconds());
                let pedals = self.feet.pedals(target, speed_m_s, dt_s);
                (command.throttle, command.brake) = (pedals.throttle, pedals.brake);
                acceleration_m_s2 = pedals.acceleration_m_s2;
            }
            Feet::Brake(deceleration) => {
                command.brake = self.brake_pedal(deceleration);
                command.clutch = 1.0;
                acceleration_m_s2 = -deceleration;
            }
            Feet::Handbrake => {
                command.handbrake = 1.0;
                command.clutch = 1.0;
                acceleration_m_s2 = -4.0;
            }
            Feet::Hold { throttle, brake, clutch } => {
                (command.throttle, command.brake, command.clutch) = (throttle, brake, clutch);
                acceleration_m_s2 = 10.0 * (throttle - brake);
            }
        }
        Request { command, acceleration_m_s2 }
    }

    /// Brake pedal for a deceleration, 0 to 1; 0.5 without vehicle data.
    pub(super) fn brake_pedal(&self, deceleration_m_s2: f64) -> f64 {
        let Some(vehicle) = self.subject.data() else { return 0.5 };
        let force = |axle: &AxleData<f64>| axle.brake_torque_nm / axle.radius_m;
        let most = force(vehicle.front()) + force(vehicle.rear());
        Real::clamp(deceleration_m_s2 * vehicle.body().mass_kg / Real::max(most, 1.0), 0.0, 1.0)
    }

    /// Brake pedal at which the axle that locks first is about to lock, with all of its wheels on the grippy road. `None` with
    /// an anti-lock system or without vehicle data.
    pub(super) fn locking_pedal(&self) -> Option<f64> {
        let vehicle = self.subject.data().filter(|vehicle| !vehicle.chassis().abs.is_set())?;
        let pedal = |axle: &AxleData<f64>, load_n: f64| {
            self.drive.surface().grip * axle.friction * load_n * axle.radius_m
                / Real::max(axle.brake_torque_nm, 1e-6)
        };
        let front = pedal(vehicle.front(), self.now().front_load_n);
        let rear = pedal(vehicle.rear(), self.now().rear_load_n);
        Some(Real::min(front, rear)).filter(|pedal| pedal.is_finite())
    }
}
