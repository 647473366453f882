//! The single-track car on a minimum-time lap, by the equations of its model.

use skidpad_core::controls::{Command, Controls, sanitise};
use skidpad_core::math::Real;
use skidpad_core::model::{SingleTrack, SingleTrackCar, SingleTrackMode, SingleTrackState};
use skidpad_core::record::{Record, converted};
use skidpad_core::spec::Vehicle;
use skidpad_core::step::evaluate_alone;
use skidpad_core::surface::Surface;
use skidpad_core::tyre::CombinedTyre;

use super::car::{DynamicCar, MOTION, PlaneMotion, PlaneRates, Unknown, drive_and_brake};
use super::drive::DriveCurve;

/// Unknowns of the car at a place: those of the motion and the slip ratios of both axles.
pub const SINGLE_TRACK: usize = MOTION + 2;

/// Slip ratio up to which an axle may slip, over that at the peak of its force, and most of all.
const PEAKS: f64 = 4.0;
const LARGEST_SLIP: f64 = 0.5;

/// A vehicle with the equations of the model `single_track`.
///
/// Forces, loads and resistances come from one evaluation of the model with tyres that slip steadily: their deflections are those
/// at which the model's own rates of them are 0. The slip ratios are unknowns, and the balances of torque of both axles their
/// equations, in which wheels gain speed as the car does. As in quasi-steady laps the engine does not brake the car.
#[derive(Clone, Debug, PartialEq)]
pub struct SingleTrackLap {
    car: SingleTrackCar<f64>,
    surface: Surface<f64>,
    drive: DriveCurve,
}

/// Parameters over a type of number.
pub struct SingleTrackNumbers<R: Real> {
    car: SingleTrackCar<R>,
    mode: SingleTrackMode<R>,
    surface: Surface<R>,
    command: Command<R>,
    torques_nm: Vec<f64>,
}

impl SingleTrackLap {
    /// The car of a vehicle on a surface, whose slope does not count: that of the track does.
    pub fn new(vehicle: &Vehicle<f64>, surface: &Surface<f64>) -> Self {
        let surface =
            Surface { slope_rad: 0.0, bank_rad: 0.0, headwind_m_s: 0.0, crosswind_m_s: 0.0, ..*surface };
        let vehicle = vehicle.linearisable();
        let drive = DriveCurve::new(&vehicle, surface.air_density_kg_m3);
        Self { car: SingleTrackCar::from(&vehicle), surface, drive }
    }
}

/// Deflection over that at the peak of a tyre that slips steadily on a hub of a velocity.
fn deflections<R: Real>(tyre: &CombinedTyre<R>, slip_ratio: R, forwards_m_s: R, left_m_s: R) -> [R; 2] {
    [slip_ratio * tyre.inverse_peak_slip, -(left_m_s / forwards_m_s) * tyre.inverse_peak_tangent]
}

impl DynamicCar<SINGLE_TRACK> for SingleTrackLap {
    type Numbers<R: Real> = SingleTrackNumbers<R>;

    fn numbers<R: Real>(&self) -> SingleTrackNumbers<R> {
        // In neutral: the drive acts on the axles by the curve of all gears.
        let mode = SingleTrackMode {
            front_direction: 1.0,
            rear_direction: 1.0,
            x_direction: 1.0,
            y_direction: 1.0,
            yaw_direction: 1.0,
            ..SingleTrackMode::in_gear(&self.car, 0.0)
        };
        SingleTrackNumbers {
            car: converted(&self.car, R::lit),
            mode: converted(&mode, R::lit),
            surface: converted(&self.surface, R::lit),
            command: sanitise(&Controls::default()).0,
            torques_nm: self.drive.torques_nm().to_vec(),
        }
    }

    fn rates<R: Real>(
        numbers: &SingleTrackNumbers<R>,
        at: &PlaneMotion<R>,
        own: &[R],
        residuals: &mut [R],
    ) -> PlaneRates<R> {
        let SingleTrackNumbers { car, mode, torques_nm, .. } = numbers;
        let (vx, vy, one) = (at.velocity_x_m_s, at.velocity_y_m_s, R::one());
        // Hubs in the axes of their wheels.
        let front_y = vy + car.body.to_front_m * at.yaw_rate_rad_s;
        let rear_y = vy - car.body.to_rear_m * at.yaw_rate_rad_s;
        let (sin, cos) = at.steer_rad.sin_cos();
        let front = [vx * cos + front_y * sin, front_y * cos - vx * sin];
        let spins = [
            (one + own[0]) * front[0] / car.front.wheels.radius_m,
            (one + own[1]) * vx / car.rear.wheels.radius_m,
        ];
        let [front_x, front_lateral] = deflections(&car.front.tyre, own[0], front[0], front[1]);
        let [rear_x, rear_lateral] = deflections(&car.rear.tyre, own[1], vx, rear_y);
        let state = SingleTrackState {
            velocity_x_m_s: vx,
            velocity_y_m_s: vy,
            yaw_rate_rad_s: at.yaw_rate_rad_s,
            front_spin_rad_s: spins[0],
            rear_spin_rad_s: spins[1],
            engine_rad_s: car.engine.idle_rad_s,
            front_deflection_x: front_x,
            front_deflection_y: front_lateral,
            rear_deflection_x: rear_x,
            rear_deflection_y: rear_lateral,
            ..Record::splat(R::zero())
        };
        let command = Command { steer_rad: at.steer_rad, ..numbers.command };
        let surface = Surface { gravity_m_s2: at.normal_m_s2, ..numbers.surface };
        let (rates, trace) = evaluate_alone::<SingleTrack, R>(car, (mode, &state), &command, &surface);
        let x_m_s2 = rates.velocity_x_m_s - at.uphill_m_s2.x;
        let y_m_s2 = rates.velocity_y_m_s - at.uphill_m_s2.y;

        // Balance of torque of each axle.
        let gain_1_s = (vx * x_m_s2 + vy * y_m_s2) / (vx.square() + vy.square());
        let [drive, brake] = drive_and_brake(at.pedal);
        let drive_nm = drive * DriveCurve::torque_nm(torques_nm, vx);
        let coupling_nm = car.drive.centre_coupling_nm_s * (spins[1] - spins[0]);
        let driven_nm = [
            car.drive.front_share * drive_nm + coupling_nm,
            (one - car.drive.front_share) * drive_nm - coupling_nm,
        ];
        let wheels = [&car.front.wheels, &car.rear.wheels];
        let (forces_n, loads_n) =
            ([trace.front_force_x_n, trace.rear_force_x_n], [trace.front_load_n, trace.rear_load_n]);
        for axle in 0..2 {
            let rolling_n = wheels[axle].rolling_resistance * numbers.surface.rolling * loads_n[axle];
            let gained_nm = gain_1_s * spins[axle] / wheels[axle].mobility_1_kg_m2;
            let road_nm = (forces_n[axle] + rolling_n) * wheels[axle].radius_m;
            let torque_nm = driven_nm[axle] - brake * wheels[axle].brake_torque_nm - road_nm - gained_nm;
            residuals[axle] =
                torque_nm / (car.body.mass_kg * numbers.surface.gravity_m_s2 * wheels[axle].radius_m);
        }
        PlaneRates { velocity_x_m_s2: x_m_s2, velocity_y_m_s2: y_m_s2, yaw_rate_rad_s2: rates.yaw_rate_rad_s }
    }

    fn unknown(&self, place: usize) -> Unknown {
        let tyre = if place == 0 { &self.car.front.tyre } else { &self.car.rear.tyre };
        let most = Real::min(PEAKS / tyre.inverse_peak_slip, LARGEST_SLIP);
        Unknown { begin: 0.0, low: -most, high: most, scale: 1.0 / tyre.inverse_peak_slip }
    }

    fn lock_rad(&self) -> f64 {
        self.car.body.largest_steer_rad
    }

    fn wheelbase_m(&self) -> f64 {
        self.car.wheelbase_m()
    }

    fn top_speed_m_s(&self) -> f64 {
        self.drive.top_m_s()
    }

    fn gear(&self, speed_m_s: f64) -> usize {
        self.drive.gear(speed_m_s)
    }
}
