//! A turning car on the proving ground, with a driver who steers and keeps to a speed.

use skidpad::controls::{Command, Gear};
use skidpad::integrate::Method;
use skidpad::math::Real;
use skidpad::record::{Channels, Record};
use skidpad::spec::{AxleData, Vehicle};
use skidpad::step::{Dt, Status};
use skidpad::surface::Surface;

use super::turning::{Eyes, Turning};
use crate::models::ModelInfo;
use crate::rolling::{Begin, CarChoice, Request, Rolling};
use crate::telemetry::Recording;

/// Time between two acts of the driver, s; the car divides it into its own sub-steps.
const ACT_S: f64 = 0.005;
/// Rows per second that a recording keeps.
const ROWS_PER_S: f64 = 100.0;
/// Share of the redline that the engine reaches at the fastest of a manoeuvre.
const REDLINE_SHARE: f64 = 0.85;

/// Who is driven, and where.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The model.
    pub model: &'static ModelInfo,
    /// The car.
    pub car: CarChoice<'a>,
    /// Distance between the axles, m: the kinematic steering angle of a turn.
    pub wheelbase_m: f64,
    /// Steering angle at the lock, rad.
    pub largest_steer_rad: f64,
    /// Distance between the wheels of an axle, m.
    pub track_m: f64,
    /// Largest sideways force over load on this road.
    pub grip: f64,
    /// Road and air.
    pub surface: Surface<f64>,
    /// Time between two acts of the driver.
    pub dt: Dt,
    /// The integrator; `None`: the model's own.
    pub method: Option<Method>,
}

/// Why a manoeuvre ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The engine was blown.
    EngineBlown,
    /// The motorcycle fell over.
    Fallen,
    /// A number would not have been finite.
    NotFinite,
}

impl Stop {
    /// In words.
    pub fn reason(self) -> String {
        match self {
            Self::EngineBlown => "the engine blew".to_owned(),
            Self::Fallen => "it fell over".to_owned(),
            Self::NotFinite => "the computation broke down; try a smaller dt".to_owned(),
        }
    }
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
            method: None,
        }
    }

    /// The data of the vehicle, where it is one.
    pub(super) fn data(&self) -> Option<&'a Vehicle<f64>> {
        match self.car {
            CarChoice::Vehicle(vehicle) => Some(vehicle),
            CarChoice::Own(_) => None,
        }
    }

    /// The largest lateral acceleration that the tyres promise, m/s^2.
    pub(super) fn promised_m_s2(&self) -> f64 {
        self.grip * self.surface.grip * self.surface.gravity_m_s2
    }

    /// The lowest gear in which the engine stays well below its redline at a speed.
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

/// What the driver's feet do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Feet {
    /// They keep a speed, m/s.
    Speed(f64),
    /// They are off the pedals.
    Off,
    /// They brake for a deceleration, m/s^2.
    Brake(f64),
    /// The clutch is open and the handbrake pulled.
    Handbrake,
}

/// What the driver does now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Act {
    /// Steering angle of the front wheels, rad.
    pub steer_rad: f64,
    /// Pedals.
    pub feet: Feet,
}

/// A car under way with its driver.
pub struct Session<'a> {
    subject: Subject<'a>,
    car: Box<dyn Rolling>,
    eyes: Eyes,
    gear: f64,
    /// Sum of the speed errors, m.
    integral_m: f64,
    request: Request,
    now: Turning<f64>,
    recording: Recording,
    steps: u64,
}

impl<'a> Session<'a> {
    /// Sets the car in motion, straight ahead from the origin. The gear suits the fastest speed to come.
    /// `None` where the model does not take the car.
    pub fn start(subject: &Subject<'a>, speed_m_s: f64, fastest_m_s: f64) -> Option<Self> {
        let gear = subject.gear(fastest_m_s);
        let initial = [(subject.model.speed, speed_m_s)];
        let begin = Begin { gear, initial: &initial, method: subject.method };
        let car = subject.model.begin(&subject.car, &begin)?;
        let number = if let Gear::Forward(gear) = gear { f64::from(gear) } else { 0.0 };
        let request = Request::of(Command { gear: number, ..Record::splat(0.0) });
        let mut eyes = Eyes::of(subject.model);
        let now = eyes.see(car.as_ref(), &request, &subject.surface);
        let recording = Recording::new(Turning::<f64>::CHANNELS.to_vec());
        let subject = *subject;
        Some(Self { subject, car, eyes, gear: number, integral_m: 0.0, request, now, recording, steps: 0 })
    }

    /// The car now.
    pub fn now(&self) -> &Turning<f64> {
        &self.now
    }

    /// What was recorded, with the channels of [`Turning`].
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The recording, at the end.
    pub fn into_recording(self) -> Recording {
        self.recording
    }

    /// Drives on for a time, or until the driver has nothing more to do.
    ///
    /// # Errors
    /// Why the car could not go on.
    pub fn drive(
        &mut self,
        longest_s: f64,
        driver: &mut dyn FnMut(&Turning<f64>) -> Option<Act>,
    ) -> Result<(), Stop> {
        let steps = (longest_s / self.subject.dt.seconds() + 0.5) as u64;
        for _ in 0..steps {
            let Some(act) = driver(&self.now) else { return Ok(()) };
            self.step(&act)?;
        }
        Ok(())
    }

    fn step(&mut self, act: &Act) -> Result<(), Stop> {
        self.request = self.carry_out(act);
        let (surface, dt) = (self.subject.surface, self.subject.dt);
        // As it is now under what the driver does now.
        self.now = self.eyes.see(self.car.as_ref(), &self.request, &surface);
        let every = u64::max((1.0 / (ROWS_PER_S * dt.seconds()) + 0.5) as u64, 1);
        if self.steps.is_multiple_of(every) {
            self.recording.push(self.now.values());
        }
        self.steps += 1;
        match self.car.step(&self.request, &surface, dt) {
            Status::EngineBlown => return Err(Stop::EngineBlown),
            Status::Fallen => return Err(Stop::Fallen),
            Status::Quarantined => return Err(Stop::NotFinite),
            Status::Running => {}
        }
        self.now = self.eyes.see(self.car.as_ref(), &self.request, &surface);
        let is_finite = self.now.x_m.is_finite() && self.now.acceleration_y_m_s2.is_finite();
        if is_finite { Ok(()) } else { Err(Stop::NotFinite) }
    }

    /// Hands and feet for what the driver wants.
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
                let error = target - self.now.velocity_x_m_s;
                // Full pedal from 2.5 m/s, or what the sum of the past asks for.
                let wish = 0.4 * error + 0.4 * self.integral_m;
                let is_full = Real::abs(wish) > 1.0 && wish * error > 0.0;
                self.integral_m += if is_full { 0.0 } else { error * self.subject.dt.seconds() };
                command.throttle = Real::clamp(wish, 0.0, 1.0);
                command.brake = Real::clamp(-0.5 * (wish + 0.1), 0.0, 1.0);
                acceleration_m_s2 = Real::clamp(10.0 * wish, -8.0, 8.0);
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
        }
        Request { command, acceleration_m_s2 }
    }

    /// How far the pedal goes down for a deceleration.
    fn brake_pedal(&self, deceleration_m_s2: f64) -> f64 {
        let Some(vehicle) = self.subject.data() else { return 0.5 };
        let force = |axle: &AxleData<f64>| axle.brake_torque_nm / axle.radius_m;
        let most = force(vehicle.front()) + force(vehicle.rear());
        Real::clamp(deceleration_m_s2 * vehicle.body().mass_kg / Real::max(most, 1.0), 0.0, 1.0)
    }
}
