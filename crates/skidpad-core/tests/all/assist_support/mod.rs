//! A small car to try assists on, written apart from the models: a body in the plane, four wheels with spin, tyres
//! whose deflection follows the slip over a relaxation length, and friction over slip by Burckhardt's curves
//! (Kiencke and Nielsen, "Automotive Control Systems", table of tyre curves): mu = c1 (1 - exp(-c2 s)) - c3 s.
#![allow(dead_code, reason = "each test uses a part of it")]

use skidpad_core::assist::{Acts, AssistMode, Assists, CarFacts, Pedals, Sensed};
use skidpad_core::brakes::{BrakeWheel, Brakes, Braking, Disc, Hydraulics};
use skidpad_core::record::{Flag, Record};
use skidpad_core::wheels::Wheels;

pub const G: f64 = 9.80665;

/// Burckhardt's c1, c2, c3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Road(pub f64, pub f64, pub f64);

pub const DRY: Road = Road(1.2801, 23.99, 0.52);
pub const WET: Road = Road(0.857, 33.822, 0.347);
pub const SNOW: Road = Road(0.1946, 94.129, 0.0646);
pub const ICE: Road = Road(0.05, 306.39, 0.0);

impl Road {
    pub fn friction(&self, slip: f64) -> f64 {
        self.0 * (1.0 - (-self.1 * slip).exp()) - self.2 * slip.min(1.0)
    }
    /// The largest friction at any constant slip.
    pub fn peak(&self) -> f64 {
        (1..=1000).map(|slip| self.friction(f64::from(slip) / 1000.0)).fold(0.0, f64::max)
    }
}

pub const WHEELBASE_M: f64 = 2.7;
pub const AHEAD_M: f64 = 1.2;
pub const TRACK_M: f64 = 1.5;
pub const MASS_KG: f64 = 1500.0;
pub const RADIUS_M: f64 = 0.3;
const HEIGHT_M: f64 = 0.5;
const YAW_INERTIA: f64 = 2500.0;
const WHEEL_INERTIA: f64 = 1.2;
const RELAXATION_M: f64 = 0.15;
/// Steps of the plant in one of the assists.
const PLANT_DT_S: f64 = 2.5e-4;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wheel {
    pub spin_rad_s: f64,
    /// Deflections over the relaxation length: the slips that the force goes by.
    pub slip: [f64; 2],
}

/// The car in motion.
#[derive(Clone, Copy, Debug)]
pub struct Plant {
    pub position_m: [f64; 2],
    pub yaw_rad: f64,
    pub velocity_m_s: [f64; 2],
    pub yaw_rate_rad_s: f64,
    pub acceleration_m_s2: [f64; 2],
    pub wheels: [Wheel; 4],
    pub roads: [Road; 4],
    pub steer_rad: f64,
    pub time_s: f64,
    pub mode: AssistMode<f64>,
    pub brakes: Wheels<BrakeWheel<f64>>,
    pub acts: Acts<f64>,
    pub sensed: Sensed<f64>,
    /// Torque of the engine at the driven wheels together at full throttle.
    pub full_drive_nm: f64,
    /// An open differential gives both wheels of an axle half; one without leaves each its own.
    pub drives: [f64; 4],
    /// What the accelerometer reads too much forwards.
    pub sensor_fault_m_s2: f64,
}

pub fn facts(front: bool, rear: bool) -> CarFacts<f64> {
    CarFacts {
        wheelbase_m: WHEELBASE_M,
        to_front_m: AHEAD_M,
        front_track_m: TRACK_M,
        rear_track_m: TRACK_M,
        drives_front: Flag::from(front),
        drives_rear: Flag::from(rear),
        slide_tangent: 0.27,
        front_inverse_peak: 7.0,
        rear_inverse_peak: 7.0,
        moved_load_s2_m: 2.0 * HEIGHT_M / (G * TRACK_M),
    }
}

pub fn brakes() -> Brakes<f64> {
    let hydraulics = Hydraulics {
        lag_s: 0.015,
        rise_1_s: 10.0,
        fall_1_s: 20.0,
        ..Hydraulics::biased(6500.0, 0.66, 2000.0)
    };
    Brakes { hydraulics, front_disc: Disc::steady(), rear_disc: Disc::steady() }
}

pub const NO_PEDALS: Pedals<f64> = Pedals { throttle: 0.0, brake: 0.0, handbrake: 0.0, clutch: 0.0 };
pub const FULL_BRAKE: Pedals<f64> = Pedals { brake: 1.0, ..NO_PEDALS };

impl Plant {
    pub fn rolling(speed_m_s: f64, roads: [Road; 4]) -> Self {
        Self {
            position_m: [0.0; 2],
            yaw_rad: 0.0,
            velocity_m_s: [speed_m_s, 0.0],
            yaw_rate_rad_s: 0.0,
            acceleration_m_s2: [0.0; 2],
            wheels: [Wheel { spin_rad_s: speed_m_s / RADIUS_M, slip: [0.0; 2] }; 4],
            roads,
            steer_rad: 0.0,
            time_s: 0.0,
            mode: AssistMode::start(),
            brakes: brakes().cold(),
            acts: Record::splat(0.0),
            sensed: Sensed::at_rest(),
            full_drive_nm: 0.0,
            drives: [0.0, 0.0, 0.5, 0.5],
            sensor_fault_m_s2: 0.0,
        }
    }

    /// One sub-step: assists, brakes, and the plant in small steps.
    pub fn step(&mut self, assists: &Assists<f64>, pedals: &Pedals<f64>, dt_s: f64) {
        let speed = |index: usize| self.wheels[index].spin_rad_s * RADIUS_M;
        self.sensed = Sensed {
            wheel_speed_m_s: Wheels {
                front_left: speed(0),
                front_right: speed(1),
                rear_left: speed(2),
                rear_right: speed(3),
            },
            yaw_rate_rad_s: self.yaw_rate_rad_s,
            acceleration_x_m_s2: self.acceleration_m_s2[0] + self.sensor_fault_m_s2,
            acceleration_y_m_s2: self.acceleration_m_s2[1],
            steer_rad: self.steer_rad,
            engine_rad_s: 0.0,
        };
        (self.mode, self.acts) = assists.advance(&self.mode, &self.sensed, pedals, dt_s);
        let spin_rad_s = self.sensed.wheel_speed_m_s.times(1.0 / RADIUS_M);
        let demand = self.acts.brake();
        let now =
            Braking { demand, handbrake: pedals.handbrake, spin_rad_s, speed_m_s: self.velocity_m_s[0] };
        self.brakes = brakes().advance(&self.brakes, &now, dt_s);
        let torque = brakes().torques_nm(&self.brakes, pedals.handbrake);
        let torque = [torque.front_left, torque.front_right, torque.rear_left, torque.rear_right];
        let drive = self.full_drive_nm * self.acts.drive.assisted_throttle;
        let count = (dt_s / PLANT_DT_S).round().max(1.0);
        for _ in 0..count as usize {
            self.move_on(&torque, drive, dt_s / count);
        }
        self.time_s += dt_s;
    }

    fn move_on(&mut self, brake_nm: &[f64; 4], drive_nm: f64, dt: f64) {
        let [ax, ay] = self.acceleration_m_s2;
        let along = MASS_KG * (G * (WHEELBASE_M - AHEAD_M) - HEIGHT_M * ax) / (2.0 * WHEELBASE_M);
        let behind = MASS_KG * G / 2.0 - along;
        let across = MASS_KG * HEIGHT_M * ay / (2.0 * TRACK_M);
        let loads = [along - across, along + across, behind - across, behind + across];
        let mut force = [0.0; 2];
        let mut moment = 0.0;
        for index in 0..4 {
            let x = if index < 2 { AHEAD_M } else { AHEAD_M - WHEELBASE_M };
            let y = if index % 2 == 0 { TRACK_M / 2.0 } else { -TRACK_M / 2.0 };
            let steer = if index < 2 { self.steer_rad } else { 0.0 };
            let [fx, fy] = self.wheel(
                index,
                [x, y],
                steer,
                loads[index].max(0.0),
                [brake_nm[index], drive_nm * self.drives[index], dt],
            );
            force[0] += fx;
            force[1] += fy;
            moment += x * fy - y * fx;
        }
        self.acceleration_m_s2 = [force[0] / MASS_KG, force[1] / MASS_KG];
        let [vx, vy] = self.velocity_m_s;
        let r = self.yaw_rate_rad_s;
        self.velocity_m_s[0] += dt * (self.acceleration_m_s2[0] + r * vy);
        self.velocity_m_s[1] += dt * (self.acceleration_m_s2[1] - r * vx);
        self.yaw_rate_rad_s += dt * moment / YAW_INERTIA;
        self.yaw_rad += dt * self.yaw_rate_rad_s;
        let (sin, cos) = self.yaw_rad.sin_cos();
        let [vx, vy] = self.velocity_m_s;
        self.position_m[0] += dt * (vx * cos - vy * sin);
        self.position_m[1] += dt * (vx * sin + vy * cos);
    }

    /// Moves one wheel on; gives its force in the body's axes.
    fn wheel(
        &mut self,
        index: usize,
        at: [f64; 2],
        steer: f64,
        load: f64,
        [brake, drive, dt]: [f64; 3],
    ) -> [f64; 2] {
        let (sin, cos) = steer.sin_cos();
        let vx = self.velocity_m_s[0] - self.yaw_rate_rad_s * at[1];
        let vy = self.velocity_m_s[1] + self.yaw_rate_rad_s * at[0];
        let (ahead, aside) = (vx * cos + vy * sin, vy * cos - vx * sin);
        let wheel = &mut self.wheels[index];
        let rolling = ahead.abs().max(wheel.spin_rad_s.abs() * RADIUS_M);
        let sliding = [wheel.spin_rad_s * RADIUS_M - ahead, -aside];
        for (slip, sliding) in wheel.slip.iter_mut().zip(sliding) {
            // Slip over the larger of the two speeds, so that it is at most 1 either way.
            *slip = (*slip + dt * sliding / RELAXATION_M) / (1.0 + dt * rolling / RELAXATION_M);
        }
        let total = wheel.slip[0].hypot(wheel.slip[1]);
        let scale = if total > 1e-12 { load * self.roads[index].friction(total) / total } else { 0.0 };
        let force = [scale * wheel.slip[0], scale * wheel.slip[1]];
        let free = drive - force[0] * RADIUS_M;
        let spun = wheel.spin_rad_s + dt * free / WHEEL_INERTIA;
        let held = dt * brake / WHEEL_INERTIA;
        wheel.spin_rad_s = spun - spun.clamp(-held, held);
        [force[0] * cos - force[1] * sin, force[0] * sin + force[1] * cos]
    }

    /// Speed over the ground, m/s.
    pub fn speed_m_s(&self) -> f64 {
        self.velocity_m_s[0].hypot(self.velocity_m_s[1])
    }

    /// Brakes until the car is at rest, whichever way it moves; the time that takes, s.
    pub fn rest(&mut self, assists: &Assists<f64>) -> f64 {
        let from_s = self.time_s;
        while self.speed_m_s() > 0.3 && self.time_s < from_s + 60.0 {
            self.step(assists, &FULL_BRAKE, 0.001);
        }
        self.time_s - from_s
    }

    /// Brakes until the car stands; the distance, and whether a wheel stood above a speed.
    pub fn stop(&mut self, assists: &Assists<f64>, dt_s: f64) -> Stop {
        let from = self.position_m[0];
        let mut locked_s = 0.0;
        while self.velocity_m_s[0] > 0.05 && self.time_s < 120.0 {
            self.step(assists, &FULL_BRAKE, dt_s);
            let locks = self.velocity_m_s[0] > 3.0 && self.wheels.iter().any(|w| w.spin_rad_s == 0.0);
            locked_s += if locks { dt_s } else { 0.0 };
        }
        Stop { distance_m: self.position_m[0] - from, locked_s, yaw_rad: self.yaw_rad }
    }
}

pub struct Stop {
    pub distance_m: f64,
    /// How long a wheel stood while the car went faster than 3 m/s.
    pub locked_s: f64,
    pub yaw_rad: f64,
}
