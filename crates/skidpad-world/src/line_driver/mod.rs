//! A driver who follows a line at its speeds: an opponent, a teacher, and what a lap in theory is held against.
//!
//! He steers by the angle that the line asks for, and leads offset and course back to it; he drives by the acceleration of the line
//! and by the speed that is lacking, and eases his foot where wheels begin to spin or to lock.
//!
//! ```
//! use skidpad_core::controls::Gear;
//! use skidpad_core::step::Dt;
//! use skidpad_models::MODELS;
//! use skidpad_workload::vehicle;
//! use skidpad_world::line_driver::{DrivingLine, LineDriver, LinePoint};
//! use skidpad_world::rolling::{Begin, CarChoice};
//! use skidpad_world::world::{Member, Site, World};
//!
//! // A circle of 50 m at 12 m/s.
//! let point = |at: u32| {
//!     let (sin, cos) = (f64::from(at) * core::f64::consts::TAU / 100.0).sin_cos();
//!     LinePoint { position_m: [50.0 * cos, 50.0 * sin], speed_m_s: 12.0, ..LinePoint::default() }
//! };
//! let line = DrivingLine::new(&(0..100).map(point).collect::<Vec<_>>(), true).unwrap();
//! let (model, vehicle) = (MODELS.by_name("two_track").unwrap(), vehicle(5));
//! let begin = Begin {
//!     gear: Gear::Automatic,
//!     initial: &[("x_m", 50.0), ("yaw_rad", 1.57), ("velocity_x_m_s", 10.0)],
//!     method: None,
//! };
//! let car = CarChoice::Vehicle(&vehicle);
//! let member = Member { car: model.begin(&car, &begin).unwrap(), body: None };
//! let mut world = World::new(Site::asphalt());
//! let id = world.add(member).unwrap();
//! let mut driver = LineDriver::new(model, &car, line.into());
//! for _ in 0..2000 {
//!     let request = driver.request(world.car(id).unwrap());
//!     world.set_request(id, request);
//!     world.step(Dt::new(0.01).unwrap());
//! }
//! let [x, y]: [f64; 2] = world.car(id).unwrap().planar().unwrap().position_m.into();
//! assert!((x.hypot(y) - 50.0).abs() < 0.3);
//! ```

mod line;

use std::sync::Arc;

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::math::{Direction, Real};
use skidpad_core::spec::{AxleData, Vehicle};

use crate::contact::Motion;
use crate::models::ModelInfo;
use crate::rolling::{CarChoice, Request, Rolling};
use crate::telltales::Telltales;
use crate::track::TrackPosition;

pub use line::{DrivingLine, LineError, LinePoint, OnLinePoint};

/// Rate at which the offset is led back, rad/s, and its damping ratio: it follows e'' + 2 z w e' + w^2 e = 0.
const LEAD_BACK_RAD_S: f64 = 2.5;
const DAMPING: f64 = 0.9;
/// The most by which offset and course correct the lateral acceleration, m/s^2.
const MOST_BACK_M_S2: f64 = 5.0;
/// Steering angle over the yaw rate that is lacking, s.
const YAW_DAMPING_S: f64 = 0.3;
/// He looks ahead by this time, s: brakes and engine answer late.
const AHEAD_S: f64 = 0.08;
/// Acceleration over the speed that is lacking, 1/s.
const SPEED_GAIN_1_S: f64 = 3.0;
/// Slip of a spinning and of a locking wheel at which he begins to ease his foot, and at which it is off.
const SPIN: [f64; 2] = [0.08, 0.20];
const LOCK: [f64; 2] = [0.12, 0.35];
/// Largest slip angle of the front wheels over that at which they grip most.
const MOST_SLIP: f64 = 1.1;
/// Below this speed slips say nothing, m/s.
const SLIP_SPEED_M_S: f64 = 3.0;
/// Slip angle of the rear wheels over that at which they grip most, from which he eases both pedals, and at which they are off.
const SLIDE: [f64; 2] = [0.8, 1.3];

/// He shifts down at this share of the speed at which he shifts up.
const DOWN_SHARE: f64 = 0.93;

/// Wheelbase, lock and brakes of a model's own car whose data have none: those of a mid-size car.
const USUAL_WHEELBASE_M: f64 = 2.7;
const USUAL_LOCK_RAD: f64 = 0.6;
const USUAL_BRAKE_M_S2: f64 = 10.0;
/// The weakest brakes that he reckons with, m/s^2.
const LEAST_BRAKE_M_S2: f64 = 1.0;

/// A driver of a line.
#[derive(Clone, Debug)]
pub struct LineDriver {
    line: Arc<DrivingLine>,
    /// `None` of a model's own car, of whose wheels nothing is known.
    wheels: Option<WheelData>,
    wheelbase_m: f64,
    lock_rad: f64,
    full_brake_m_s2: f64,
    /// Speeds from which each gear above the first is used, m/s; empty: the car shifts by itself.
    shifts_m_s: Vec<f64>,
    gear: usize,
    on_line: Option<TrackPosition>,
}

/// Wheels as they stand to their car.
#[derive(Clone, Copy, Debug)]
struct WheelData {
    places_m: [[f64; 2]; 4],
    radii_m: [f64; 4],
    /// Slip angles at which the front and the rear wheels have their largest lateral force.
    peak_slip_angles_rad: [f64; 2],
}

impl LineDriver {
    /// A driver of a car of a model.
    pub fn new(model: &ModelInfo, car: &CarChoice, line: Arc<DrivingLine>) -> Self {
        let vehicle = car.vehicle();
        Self {
            line,
            wheels: vehicle.map(WheelData::new),
            wheelbase_m: vehicle.map_or(USUAL_WHEELBASE_M, |vehicle| vehicle.body().wheelbase_m),
            lock_rad: model.steering_lock_rad(car).unwrap_or(USUAL_LOCK_RAD),
            full_brake_m_s2: vehicle.map_or(USUAL_BRAKE_M_S2, full_brake_m_s2),
            shifts_m_s: Vec::new(),
            gear: 1,
            on_line: None,
        }
    }

    /// The driver who shifts by himself: into the second gear from the first of these speeds on, m/s, into the third from the second
    /// on. He shifts down a little below.
    #[must_use]
    pub fn with_shifts(self, shifts_m_s: Vec<f64>) -> Self {
        Self { shifts_m_s, ..self }
    }

    /// Puts him on another line, such as a faster one along the same road.
    pub fn set_line(&mut self, line: Arc<DrivingLine>) {
        self.line = line;
        self.on_line = None;
    }

    /// His car beside the line at his last request; `None` before the first one, and of a model without a motion in the plane.
    pub fn on_line(&self) -> Option<&TrackPosition> {
        self.on_line.as_ref()
    }

    /// His request for the next step. A car without a motion in the plane gets no controls.
    pub fn request(&mut self, car: &dyn Rolling) -> Request {
        let Some(motion) = car.planar() else { return Request::untouched() };
        let place = self.line.locate(motion.position_m.into(), self.on_line.as_ref());
        self.on_line = Some(place);
        let own = motion.velocity_m_s.to_child(Direction::at_angle(motion.yaw_rad));
        let steer_rad = self.steer_rad(&motion, &place);
        let telltales = car.telltales();
        let (throttle, brake) = self.pedals(&place, own.x);
        let (throttle, brake) = self.eased([throttle, brake], &telltales, steer_rad);
        let gear = self.gear(own.x);
        let controls = Controls { throttle, brake, steer_rad, gear, ..Controls::default() };
        Request::from_command(sanitise(&controls).0)
    }

    fn gear(&mut self, speed_m_s: f64) -> Gear {
        if self.shifts_m_s.is_empty() {
            return Gear::Automatic;
        }
        let gear_at = |speed_m_s: f64| self.shifts_m_s.partition_point(|shift| *shift <= speed_m_s) + 1;
        // Between the speeds of shifts up and down the gear stays.
        self.gear = self.gear.clamp(gear_at(speed_m_s), gear_at(speed_m_s / DOWN_SHARE));
        Gear::Forward(u8::try_from(self.gear).unwrap_or(u8::MAX))
    }

    /// Steering angle of the line, with what leads back to it.
    fn steer_rad(&self, motion: &Motion, place: &TrackPosition) -> f64 {
        let speed_m_s = Real::max(Real::hypot(motion.velocity_m_s.x, motion.velocity_m_s.y), 2.0);
        let here = self.line.at(place.distance_m);
        let ahead = self.line.at(place.distance_m + speed_m_s * AHEAD_S);
        let across_m_s = motion.velocity_m_s.to_child(Direction::at_angle(here.heading_rad)).y;
        let w = LEAD_BACK_RAD_S;
        let back_m_s2 = w * w * place.lateral_offset_m + 2.0 * DAMPING * w * across_m_s;
        let back_1_m = Real::clamp(back_m_s2, -MOST_BACK_M_S2, MOST_BACK_M_S2) / (speed_m_s * speed_m_s);
        let wanted_1_m = ahead.curvature_1_m - back_1_m;
        // More speed than the line's needs more of the angle that does not come from geometry.
        let square = |number: f64| number * number;
        let beyond = (ahead.steer_rad - self.wheelbase_m * ahead.curvature_1_m)
            * Real::min(square(speed_m_s / Real::max(ahead.speed_m_s, 2.0)), 2.0);
        let understeer = ahead.understeer_s2 * square(speed_m_s) * back_1_m;
        let lacking_rad_s = wanted_1_m * speed_m_s - motion.yaw_rate_rad_s;
        let steer_rad = self.wheelbase_m * wanted_1_m + beyond - understeer + YAW_DAMPING_S * lacking_rad_s;
        let [low_rad, high_rad] = self.gripping_rad(motion);
        Real::clamp(Real::clamp(steer_rad, low_rad, high_rad), -self.lock_rad, self.lock_rad)
    }

    /// Least and largest steering angle at which the front wheels are not turned beyond their largest lateral force. In a slide they
    /// point where the front axle goes, which is opposite lock.
    fn gripping_rad(&self, motion: &Motion) -> [f64; 2] {
        let Some(wheels) = &self.wheels else { return [-self.lock_rad, self.lock_rad] };
        let own = motion.velocity_m_s.to_child(Direction::at_angle(motion.yaw_rad));
        let front_m_s = own.y + motion.yaw_rate_rad_s * wheels.places_m[0][0];
        let way_rad = Real::atan2(front_m_s, Real::max(own.x, SLIP_SPEED_M_S));
        [-1.0, 1.0].map(|side| way_rad + side * MOST_SLIP * wheels.peak_slip_angles_rad[0])
    }

    /// Throttle and brake for the acceleration of the line and the speed that is lacking.
    fn pedals(&self, place: &TrackPosition, speed_m_s: f64) -> (f64, f64) {
        let here = self.line.at(place.distance_m);
        let ahead = self.line.at(place.distance_m + speed_m_s * AHEAD_S);
        let wanted_m_s2 = ahead.along_m_s2 + SPEED_GAIN_1_S * (here.speed_m_s - speed_m_s);
        let over_coasting_m_s2 = wanted_m_s2 - ahead.coasting_m_s2;
        if over_coasting_m_s2 < 0.0 {
            return (0.0, Real::min(-over_coasting_m_s2 / self.full_brake_m_s2, 1.0));
        }
        let room_m_s2 = Real::max(ahead.full_m_s2 - ahead.coasting_m_s2, 0.5);
        (Real::min(over_coasting_m_s2 / room_m_s2, 1.0), 0.0)
    }

    /// Pedals that are eased where wheels slip.
    fn eased(&self, [throttle, brake]: [f64; 2], telltales: &Telltales, steer_rad: f64) -> (f64, f64) {
        let (Some(spins_rad_s), Some(wheels)) = (telltales.spins_rad_s, &self.wheels) else {
            return (throttle, brake);
        };
        if telltales.motion.velocity_x_m_s < SLIP_SPEED_M_S {
            return (throttle, brake);
        }
        let motion = &telltales.motion;
        let cosine = Real::cos(steer_rad);
        let (mut spin, mut lock): (f64, f64) = (0.0, 0.0);
        for (wheel, spin_rad_s) in spins_rad_s.iter().enumerate() {
            let hub_m_s = motion.velocity_x_m_s - motion.yaw_rate_rad_s * wheels.places_m[wheel][1];
            // Along the wheel: to the first order the front wheels' angle takes its cosine.
            let along_m_s = Real::max(if wheel < 2 { hub_m_s * cosine } else { hub_m_s }, SLIP_SPEED_M_S);
            let slip = spin_rad_s * wheels.radii_m[wheel] / along_m_s - 1.0;
            (spin, lock) = (Real::max(spin, slip), Real::max(lock, -slip));
        }
        let rear_m_s = motion.velocity_y_m_s + motion.yaw_rate_rad_s * wheels.places_m[2][0];
        let rear_rad = Real::abs(Real::atan2(rear_m_s, motion.velocity_x_m_s));
        let slide = eased(rear_rad / wheels.peak_slip_angles_rad[1], SLIDE);
        (throttle * eased(spin, SPIN) * slide, brake * eased(lock, LOCK) * slide)
    }
}

/// Share that is left of a pedal: 1 until the first limit, 0 from the second on.
fn eased(found: f64, [from, to]: [f64; 2]) -> f64 {
    Real::clamp((to - found) / (to - from), 0.0, 1.0)
}

/// Deceleration of the brakes at full pedal, if the tyres hold it, m/s^2.
fn full_brake_m_s2(vehicle: &Vehicle<f64>) -> f64 {
    let force_n = |axle: &AxleData<f64>| axle.brake_torque_nm / axle.radius_m;
    let force_n = force_n(vehicle.front()) + force_n(vehicle.rear());
    Real::max(force_n / vehicle.body().mass_kg, LEAST_BRAKE_M_S2)
}

impl WheelData {
    fn new(vehicle: &Vehicle<f64>) -> Self {
        let [front, rear] = [vehicle.front().radius_m, vehicle.rear().radius_m];
        Self {
            places_m: vehicle.wheel_places_m(),
            radii_m: [front, front, rear, rear],
            peak_slip_angles_rad: [vehicle.front(), vehicle.rear()].map(|axle| axle.peak_slip_angle_rad),
        }
    }
}
