//! The road tester: launches, shifts and brakes as a good driver does, by what he sees.
//!
//! One set of constants for all cars. He knows the grip of his tyres, gives as much torque as the
//! driven axle carries, and takes back when it slips more than its peak; he shifts where the next
//! gear pulls harder or at the redline.

use skidpad_core::controls::Command;
use skidpad_core::math::Real;
use skidpad_core::record::Record;
use skidpad_core::spec::{AxleData, Vehicle};
use skidpad_special::chassis::traction_limit;

use crate::shift_points::shift_points;

/// Share of the tyres' largest force that he aims at under power.
const GRIP_USED: f64 = 0.98;
/// Share of it that he aims at under the brake, where an anti-lock system helps him.
const BRAKING_GRIP_USED: f64 = 0.99;
/// Slip speed that he allows on top of the tyre's peak, m/s: at walking pace slip ratios mean
/// little.
const SLIP_ALLOWANCE_M_S: f64 = 0.5;
/// From this share of the engine's speed on the gearbox counts as turning with it.
const TOGETHER: f64 = 0.9;
/// Share of its weight at rest that he leaves on the front axle of a vehicle that can wheelie.
const FRONT_LOAD_KEPT: f64 = 0.05;

/// View that a driver has of a car at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Time, s.
    pub time_s: f64,
    /// Distance along the road, m.
    pub position_m: f64,
    /// Speed, m/s.
    pub speed_m_s: f64,
    /// Acceleration, m/s^2.
    pub acceleration_m_s2: f64,
    /// Engine speed, rad/s.
    pub engine_rad_s: f64,
    /// Speed of the gearbox's input, rad/s.
    pub input_rad_s: f64,
    /// The gear that is in.
    pub gear: f64,
    /// The gear that is in or on its way in.
    pub target_gear: f64,
    /// True during a shift.
    pub shifting: bool,
    /// True while the clutch slips to set the car in motion.
    pub clutch_slips: bool,
    /// Torque that speeds up the engine, N.m, while it turns with the wheels; 0 otherwise.
    pub inertia_torque_nm: f64,
    /// Loads of the axles, front and rear, N.
    pub loads_n: [f64; 2],
    /// Slip speeds of the axles, contact patch over ground, front and rear, m/s.
    pub slip_speeds_m_s: [f64; 2],
    /// True with an anti-lock system between the pedal and the brakes.
    pub has_anti_lock: bool,
    /// Largest drive force forwards, N, where a rule of the model sets it and not the load of the driven axles.
    pub drive_limit_n: Option<f64>,
}

/// The road tester.
#[derive(Clone, Debug, PartialEq)]
pub struct RoadTester {
    shift_points_rad_s: Vec<f64>,
}

/// Task of the road tester.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// As fast as it goes, through the gears.
    Accelerate,
    /// Full throttle in the gear that is in.
    HoldGear,
    /// As short a stop as he can.
    Brake,
    /// Feet off, in neutral.
    Coast,
}

impl RoadTester {
    /// A driver who has studied the car.
    pub fn new(vehicle: &Vehicle<f64>) -> Self {
        Self { shift_points_rad_s: shift_points(vehicle) }
    }

    /// Command for a task, from the view of the car.
    pub fn drive(&self, task: Task, vehicle: &Vehicle<f64>, view: &View) -> Command<f64> {
        let neutral: Command<f64> = Record::splat(0.0);
        match task {
            Task::Accelerate => Command {
                throttle: throttle(vehicle, view),
                clutch: clutch_pedal(vehicle, view),
                gear: self.gear(view),
                ..neutral
            },
            Task::HoldGear => Command {
                throttle: throttle(vehicle, view),
                clutch: clutch_pedal(vehicle, view),
                gear: view.target_gear,
                ..neutral
            },
            Task::Brake => {
                Command { brake: brake_pedal(vehicle, view), clutch: 1.0, gear: view.target_gear, ..neutral }
            }
            Task::Coast => neutral,
        }
    }

    /// The gear that he asks for.
    fn gear(&self, view: &View) -> f64 {
        let index = view.target_gear as usize;
        let Some(point) = index.checked_sub(1).and_then(|index| self.shift_points_rad_s.get(index)) else {
            return view.target_gear;
        };
        let top = self.shift_points_rad_s.len();
        // Shifting up on wheel spin would lose more than it saves.
        let grips = slip_use(view, 0.0) < 3.0;
        // Right after a shift the engine still turns as in the gear before.
        let together = view.input_rad_s >= TOGETHER * view.engine_rad_s;
        if view.engine_rad_s >= *point && index < top && grips && together && !view.shifting {
            view.target_gear + 1.0
        } else {
            view.target_gear
        }
    }
}

/// Slip speed over that at the tyre's peak, of the axle that slips most in the sense of the drive.
fn slip_use(view: &View, peak_slip: f64) -> f64 {
    let allowed = peak_slip * Real::abs(view.speed_m_s) + SLIP_ALLOWANCE_M_S;
    Real::max(view.slip_speeds_m_s[0], view.slip_speeds_m_s[1]) / allowed
}

/// Share of the drive that the slip of the driven wheels leaves: 1 up to the peak, 0 from twice the peak on.
fn slip_guard(vehicle: &Vehicle<f64>, view: &View) -> f64 {
    let peak = Real::max(vehicle.front().peak_slip, vehicle.rear().peak_slip);
    Real::clamp(2.0 - slip_use(view, peak), 0.0, 1.0)
}

/// Torque at the engine that the driven axles can use now, N.m.
fn usable_torque(vehicle: &Vehicle<f64>, view: &View) -> f64 {
    let share = vehicle.body().drive_front_share;
    let radius = share * vehicle.front().radius_m + (1.0 - share) * vehicle.rear().radius_m;
    let gearing = vehicle.gears().overall(view.gear) * vehicle.body().efficiency;
    drive_force_limit(vehicle, view) * radius / Real::max(gearing, 1e-6)
}

/// As much throttle as the driven axles can use. With the clutch slipping it is the clutch that
/// answers to wheel spin.
fn throttle(vehicle: &Vehicle<f64>, view: &View) -> f64 {
    let engine = vehicle.engine();
    let full = engine.full_load_torque(vehicle.torque_curve(), view.engine_rad_s);
    // The pedal leads from the engine's drag to its full torque.
    let drag = engine.braking_torque(view.engine_rad_s);
    // While the engine turns with the wheels, part of its torque goes into its own inertia.
    let for_engine = Real::max(view.inertia_torque_nm, 0.0);
    let wanted = usable_torque(vehicle, view) + for_engine;
    let by_grip = Real::min((wanted + drag) / Real::max(full + drag, 1e-6), 1.0);
    if view.clutch_slips { by_grip } else { by_grip * slip_guard(vehicle, view) }
}

/// Clutch pedal, pressed only while it slips, so that it carries no more than the
/// tyres do.
fn clutch_pedal(vehicle: &Vehicle<f64>, view: &View) -> f64 {
    if !view.clutch_slips {
        return 0.0;
    }
    let capacity = Real::max(vehicle.clutch().torque_capacity(view.engine_rad_s, 1.0), 1e-6);
    1.0 - Real::min(usable_torque(vehicle, view) / capacity, 1.0) * slip_guard(vehicle, view)
}

/// The drive force that the driven axles hold now, N.
fn drive_force_limit(vehicle: &Vehicle<f64>, view: &View) -> f64 {
    // A rule cuts the force and no wheel ever slips: he can use all of it.
    if let Some(limit_n) = view.drive_limit_n {
        return limit_n;
    }
    let share = vehicle.body().drive_front_share;
    let front = GRIP_USED * traction_limit(vehicle.front().friction, view.loads_n[0]);
    let rear = GRIP_USED * traction_limit(vehicle.rear().friction, view.loads_n[1]);
    let by_front = if share > 0.0 { front / share } else { f64::INFINITY };
    let by_rear = if share < 1.0 { rear / (1.0 - share) } else { f64::INFINITY };
    let body = vehicle.body();
    let weight = view.loads_n[0] + view.loads_n[1];
    let wheelie = (1.0 - FRONT_LOAD_KEPT) * body.front_share * weight * body.wheelbase_m / body.cg_height_m;
    Real::min(Real::min(by_front, by_rear), wheelie)
}

/// The full pedal where an anti-lock system minds the wheels. Otherwise as much brake as both axles can use: what the axle that would lock first carries, less where one
/// slips beyond its peak.
fn brake_pedal(vehicle: &Vehicle<f64>, view: &View) -> f64 {
    if view.has_anti_lock {
        return 1.0;
    }
    let pedal = |axle: &AxleData<f64>, load: f64| {
        BRAKING_GRIP_USED * traction_limit(axle.friction, load) * axle.radius_m
            / Real::max(axle.brake_torque_nm, 1e-6)
    };
    let front = pedal(vehicle.front(), view.loads_n[0]);
    let rear = pedal(vehicle.rear(), view.loads_n[1]);
    let guard = |axle: &AxleData<f64>, slip: f64| {
        let allowed = axle.peak_slip * Real::abs(view.speed_m_s) + SLIP_ALLOWANCE_M_S;
        Real::clamp(2.0 + slip / allowed, 0.0, 1.0)
    };
    let guard = Real::min(
        guard(vehicle.front(), view.slip_speeds_m_s[0]),
        guard(vehicle.rear(), view.slip_speeds_m_s[1]),
    );
    Real::min(Real::min(front, rear), 1.0) * guard
}
