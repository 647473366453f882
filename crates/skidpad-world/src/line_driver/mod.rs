//! A driver who follows a line at its speeds: an opponent, a teacher, and what a lap in theory is held against.
//!
//! He steers by the line's own angle at each place, leads offset and course back to the line, and counter-steers where the rear
//! wheels slide. His pedals follow the acceleration of the line and the speed that is lacking; he slows down where he runs wide, and
//! eases his foot where wheels begin to spin or to lock. In a car with a clutch he matches the engine's speed on the way down the
//! gears: without it the engine's drag would lock the driven wheels in the middle of a corner. In one without, he keeps his gear there.
//!
//! He acts on the present alone and keeps no sums, so that he drives alike at any rate of steps from about 30 a second.
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
mod shifting;
mod sight;
mod wheels;

use std::sync::Arc;

use skidpad_core::controls::{Controls, sanitise};
use skidpad_core::math::Real;
use skidpad_core::spec::{AxleData, Vehicle};

use crate::models::ModelInfo;
use crate::rolling::{CarChoice, Request, Rolling};
use crate::track::TrackPosition;

pub use line::{AVERAGE_S, DrivingLine, LineError, LinePoint, OnLinePoint};
use shifting::{GearChoice, LATER_S, Shifting};
use sight::Sight;
use wheels::WheelData;

/// Rate at which the offset is led back, rad/s, and its damping ratio: it follows e'' + 2 z w e' + w^2 e = 0.
const LEAD_BACK_RAD_S: f64 = 2.5;
const DAMPING: f64 = 0.9;
/// The most by which offset and course correct the lateral acceleration, m/s^2.
const MOST_BACK_M_S2: f64 = 5.0;
/// Steering angle over the yaw rate that is lacking, s.
const YAW_DAMPING_S: f64 = 0.6;
/// Yaw rate against a slide over the rear wheels' slip angle beyond that of a slide, 1/s.
const CATCH_1_S: f64 = 12.0;
/// Acceleration over the speed that is lacking, 1/s.
const SPEED_GAIN_1_S: f64 = 3.0;
/// Deceleration over the distance by which he runs wide beyond a tolerance, 1/s^2.
const WIDE_1_S2: f64 = 6.0;
const WIDE_M: f64 = 0.15;
/// The distance that counts at most, m.
const MOST_WIDE_M: f64 = 1.0;
/// He judges by where he will be after this time, s.
const WIDE_AHEAD_S: f64 = 0.5;
/// Lateral acceleration from which slowing down is what brings him back, m/s^2: below, steering does.
const CORNERING_M_S2: f64 = 5.0;
/// The least acceleration of the engine over coasting that he reckons with, m/s^2.
const LEAST_DRIVE_M_S2: f64 = 0.5;
/// Below this speed the line's curvature and steering are those of this speed, m/s.
const SLOW_M_S: f64 = 2.0;
/// A car faster than the line needs more of the angle beyond geometry, up to this factor.
const MOST_BEYOND: f64 = 2.0;

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
    shifting: Shifting,
    on_line: Option<TrackPosition>,
}

impl LineDriver {
    /// A driver of a car of a model.
    pub fn new(model: &ModelInfo, car: &CarChoice, line: Arc<DrivingLine>) -> Self {
        let vehicle = car.vehicle();
        Self {
            line,
            wheels: vehicle.map(|vehicle| WheelData::new(model, vehicle)),
            wheelbase_m: vehicle.map_or(USUAL_WHEELBASE_M, |vehicle| vehicle.body().wheelbase_m),
            lock_rad: model.steering_lock_rad(car).unwrap_or(USUAL_LOCK_RAD),
            full_brake_m_s2: vehicle.map_or(USUAL_BRAKE_M_S2, full_brake_m_s2),
            shifting: Shifting::new(vehicle),
            on_line: None,
        }
    }

    /// The driver who shifts by himself: into the second gear from the first of these speeds on, m/s, into the third from the second
    /// on. He shifts down a little below.
    #[must_use]
    pub fn with_shifts(self, shifts_m_s: Vec<f64>) -> Self {
        Self { shifting: self.shifting.with_shifts(shifts_m_s), ..self }
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
        let sight = Sight::new(&self.line, &motion, &place);
        let steer_rad = self.steer_rad(&sight);
        let (mut throttle, mut brake) = self.pedals(&sight);
        let telltales = car.telltales();
        if let Some(wheels) = &self.wheels {
            let eased = wheels.eased(&sight, &telltales, steer_rad);
            (throttle, brake) = (throttle * eased.throttle, brake * eased.brake);
        }
        let lateral_m_s2 = Real::abs(sight.here.curvature_1_m) * sight.speed_m_s * sight.speed_m_s;
        let gear = self.shifting.gear(&GearChoice {
            speed_m_s: sight.forward_m_s,
            later_m_s: self.line.at(place.distance_m + sight.speed_m_s * LATER_S).speed_m_s,
            lateral_m_s2,
        });
        let clutch = match self.shifting.match_throttle(&telltales) {
            // The engine comes up to its speed in the lower gear, with the clutch open.
            Some(blip) => {
                throttle = Real::max(throttle, blip);
                1.0
            }
            None => 0.0,
        };
        let controls = Controls { throttle, brake, steer_rad, clutch, gear, ..Controls::default() };
        Request::from_command(sanitise(&controls).0)
    }

    /// Steering angle of the line, with corrections for offset, course and slides.
    fn steer_rad(&self, sight: &Sight) -> f64 {
        let (speed_m_s, ahead) = (Real::max(sight.speed_m_s, SLOW_M_S), &sight.ahead);
        let w = LEAD_BACK_RAD_S;
        let back_m_s2 = w * w * sight.offset_m + 2.0 * DAMPING * w * sight.across_m_s;
        let back_1_m = Real::clamp(back_m_s2, -MOST_BACK_M_S2, MOST_BACK_M_S2) / (speed_m_s * speed_m_s);
        let wanted_1_m = ahead.curvature_1_m - back_1_m;
        // The car turns by less than its course where its sideslip angle grows.
        let turning_1_m = wanted_1_m - ahead.sideslip_rate_1_m;
        // More speed than the line's needs more of the angle that does not come from geometry.
        let square = |number: f64| number * number;
        let beyond = (ahead.steer_rad - self.wheelbase_m * (ahead.curvature_1_m - ahead.sideslip_rate_1_m))
            * Real::min(square(speed_m_s / Real::max(ahead.speed_m_s, SLOW_M_S)), MOST_BEYOND);
        let understeer = ahead.understeer_s2 * square(speed_m_s) * back_1_m;
        let slide_rad = self.wheels.as_ref().map_or(0.0, |wheels| wheels.slide_rad(sight));
        let lacking_rad_s = turning_1_m * speed_m_s - sight.yaw_rate_rad_s + CATCH_1_S * slide_rad;
        let steer_rad = self.wheelbase_m * turning_1_m + beyond - understeer + YAW_DAMPING_S * lacking_rad_s;
        let held_rad = self.wheels.as_ref().map_or(steer_rad, |wheels| wheels.gripping(sight, steer_rad));
        Real::clamp(held_rad, -self.lock_rad, self.lock_rad)
    }

    /// Throttle and brake for the acceleration of the line and the speed that is lacking.
    fn pedals(&self, sight: &Sight) -> (f64, f64) {
        let (here, ahead) = (&sight.here, &sight.ahead);
        // At the limit of the tyres more steering turns the car no more; less speed does.
        let outwards = if here.curvature_1_m < 0.0 { 1.0 } else { -1.0 };
        let wide_m = outwards * (sight.offset_m + WIDE_AHEAD_S * sight.across_m_s) - WIDE_M;
        let lateral_m_s2 = Real::abs(here.curvature_1_m) * sight.speed_m_s * sight.speed_m_s;
        let wide_m_s2 =
            WIDE_1_S2 * Real::clamp(wide_m, 0.0, MOST_WIDE_M) * Real::min(lateral_m_s2 / CORNERING_M_S2, 1.0);
        let lacking_m_s = here.speed_m_s - sight.forward_m_s;
        let wanted_m_s2 = ahead.along_m_s2 + SPEED_GAIN_1_S * lacking_m_s - wide_m_s2;
        let over_coasting_m_s2 = wanted_m_s2 - ahead.coasting_m_s2;
        if over_coasting_m_s2 < 0.0 {
            return (0.0, Real::min(-over_coasting_m_s2 / self.full_brake_m_s2, 1.0));
        }
        let room_m_s2 = Real::max(ahead.full_m_s2 - ahead.coasting_m_s2, LEAST_DRIVE_M_S2);
        (Real::min(over_coasting_m_s2 / room_m_s2, 1.0), 0.0)
    }
}

/// Deceleration of the brakes at full pedal, if the tyres hold it, m/s^2.
fn full_brake_m_s2(vehicle: &Vehicle<f64>) -> f64 {
    let force_n = |axle: &AxleData<f64>| axle.brake_torque_nm / axle.radius_m;
    let force_n = force_n(vehicle.front()) + force_n(vehicle.rear());
    Real::max(force_n / vehicle.body().mass_kg, LEAST_BRAKE_M_S2)
}
