//! The model `single_track` in steady states: two axles, whose wheels are one each.
//!
//! It has no anti-lock system and no differentials. Brakes have their fixed bias, so braking ends at the peak of the axle that comes to
//! it first.

use skidpad_core::controls::{Command, Controls, Gear, sanitise};
use skidpad_core::model::{SingleTrack, SingleTrackCar, SingleTrackMode, SingleTrackState};
use skidpad_core::powertrain::{Axles, engine_torque};
use skidpad_core::record::{Flag, Record};
use skidpad_core::spec::Vehicle;
use skidpad_core::step::evaluate_alone;
use skidpad_core::surface::Surface;

use super::equations::{SteadyFigures, SteadyModel, SteadyPoint};
use super::unknowns::{Residuals, TWO_AXLES};

/// Angle to which the front wheels may turn, rad: the lock ends a ray where the car comes to it, and not the model by its clamp,
/// beyond which no state is found.
const WIDE_RAD: f64 = 1.5;

/// A car in a gear.
#[derive(Clone, Copy)]
pub(super) struct Axled {
    car: SingleTrackCar<f64>,
    lock_rad: f64,
    mode: SingleTrackMode<f64>,
    command: Command<f64>,
}

impl SteadyModel<TWO_AXLES> for Axled {
    fn refuses(_: &Vehicle<f64>) -> Option<String> {
        None
    }

    fn new(vehicle: &Vehicle<f64>, gear: u8) -> Self {
        let mut car = SingleTrackCar::from(vehicle);
        let lock_rad = core::mem::replace(&mut car.body.largest_steer_rad, WIDE_RAD);
        // Rolling forwards with the clutch closed; the engine's line of torque is the drive, all of which full throttle gives.
        let mode = SingleTrackMode {
            engaged: Flag::from(true),
            idle_throttle: 0.0,
            limiter_share: 1.0,
            engine_line_slope_nm_s: 0.0,
            front_direction: 1.0,
            rear_direction: 1.0,
            x_direction: 1.0,
            y_direction: 1.0,
            yaw_direction: 1.0,
            ..SingleTrackMode::in_gear(&car, f64::from(gear))
        };
        let controls = Controls { throttle: 1.0, gear: Gear::Forward(gear), ..Controls::default() };
        Self { car, lock_rad, mode, command: sanitise(&controls).0 }
    }

    fn figures(&self) -> SteadyFigures {
        let SingleTrackCar { body, front, rear, drive, engine, .. } = &self.car;
        let [front, rear] = [&front.wheels, &rear.wheels];
        SteadyFigures {
            mass_kg: body.mass_kg,
            to_front_m: body.to_front_m,
            to_rear_m: body.to_rear_m,
            radii_m: [front.radius_m, rear.radius_m],
            lock_rad: self.lock_rad,
            brake_n: front.brake_torque_nm / front.radius_m + rear.brake_torque_nm / rear.radius_m,
            overall: self.mode.overall_ratio * drive.efficiency,
            redline_rad_s: engine.redline_rad_s,
        }
    }

    fn engine_rad_s(&self, spins_rad_s: &[f64]) -> f64 {
        let axles = Axles { front: spins_rad_s[0], rear: spins_rad_s[1] };
        self.car.train().drive_of(self.mode.overall_ratio).input_speed(&axles)
    }

    fn crankshaft_nm(&self, engine_rad_s: f64, throttle: f64) -> f64 {
        engine_torque(&self.car.engine, &self.car.curve, throttle, engine_rad_s)
    }

    fn rates(&self, at: &SteadyPoint<TWO_AXLES>, surface: &Surface<f64>) -> Residuals<TWO_AXLES> {
        let (spins_rad_s, front, rear) = (at.spins_rad_s(), at.deflection(0), at.deflection(1));
        let state = SingleTrackState {
            velocity_x_m_s: at.velocity_m_s[0],
            velocity_y_m_s: at.velocity_m_s[1],
            yaw_rate_rad_s: at.yaw_rate_rad_s,
            front_spin_rad_s: spins_rad_s[0],
            rear_spin_rad_s: spins_rad_s[1],
            engine_rad_s: self.engine_rad_s(spins_rad_s),
            front_deflection_x: front[0],
            front_deflection_y: front[1],
            rear_deflection_x: rear[0],
            rear_deflection_y: rear[1],
            ..Record::splat(0.0)
        };
        let mode =
            SingleTrackMode { engine_line_nm: at.drive_nm, front_steer_rad: at.steer_rad, ..self.mode };
        let command = Command { steer_rad: at.steer_rad, brake: at.pressure, ..self.command };
        let (rates, _) = evaluate_alone::<SingleTrack, f64>(&self.car, (&mode, &state), &command, surface);
        [
            rates.velocity_x_m_s,
            rates.velocity_y_m_s,
            rates.yaw_rate_rad_s,
            rates.front_spin_rad_s,
            rates.rear_spin_rad_s,
            rates.front_deflection_x,
            rates.front_deflection_y,
            rates.rear_deflection_x,
            rates.rear_deflection_y,
            0.0,
            0.0,
        ]
    }
}
