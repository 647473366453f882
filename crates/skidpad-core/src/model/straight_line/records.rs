//! State, mode and trace of the model, and how it begins.

use crate::math::Real;
use crate::powertrain::Axles;
use crate::record;
use crate::record::Record;
use crate::spec::TwoAxleCar;

record! {
    /// State of the vehicle.
    pub struct StraightLineState {
        /// Distance along the road.
        position_m: "m" [-1e7, 1e7],
        /// Speed along the road.
        speed_m_s: "m/s" [-150.0, 150.0],
        /// Spin of the front wheels.
        front_spin_rad_s: "rad/s" [-1e3, 1e3],
        /// Spin of the rear wheels.
        rear_spin_rad_s: "rad/s" [-1e3, 1e3],
        /// Speed of the engine.
        engine_rad_s: "rad/s" [-2e3, 2e3],
        /// Deflection of the front tyres as the slip ratio that it stands for.
        front_deflection: "-" [-1e9, 1e9],
        /// Deflection of the rear tyres as the slip ratio that it stands for.
        rear_deflection: "-" [-1e9, 1e9],
    }

    /// Discrete state, which changes in jumps.
    pub struct StraightLineMode {
        /// The gear that is in: -1 reverse, 0 neutral.
        gear: "-" [-1.0, 12.0],
        /// The gear that will be in when the running shift ends.
        target_gear: "-" [-1.0, 12.0],
        /// Time left of the running shift.
        shift_timer_s: "s" [0.0, 5.0],
        /// Set while engine and gearbox turn together.
        engaged: flag,
        /// Set while the clutch is slipping to set the vehicle in motion.
        launching: flag,
        /// Sense of the clutch's slip: 1 while the engine is the faster.
        clutch_direction: "-" [-1.0, 1.0],
        /// Sense of the front wheels' rotation; 0 while they stand.
        front_direction: "-" [-1.0, 1.0],
        /// Sense of the rear wheels' rotation; 0 while they stand.
        rear_direction: "-" [-1.0, 1.0],
        /// Sense of the body's motion; 0 while its tyres hold it.
        body_direction: "-" [-1.0, 1.0],
        /// Set once the engine is blown.
        blown: flag,
    }

    /// Everything computed on the way.
    pub struct StraightLineTrace {
        /// Acceleration along the road.
        acceleration_m_s2: "m/s^2" [-30.0, 30.0],
        /// Torque of the engine.
        engine_torque_nm: "N.m" [-1e4, 1e4],
        /// Power of the engine.
        engine_power_w: "W" [-1e7, 1e7],
        /// Torque that the coupling takes from the engine.
        coupling_torque_nm: "N.m" [-1e5, 1e5],
        /// Torque that keeps engine and gearbox together.
        engaged_torque_nm: "N.m" [-1e5, 1e5],
        /// Speed of the gearbox's input.
        gearbox_input_rad_s: "rad/s" [-5e3, 5e3],
        /// Ratio engine over axles; 0 in neutral.
        overall_ratio: "-" [-100.0, 100.0],
        /// Set while the engine turns at its redline or faster.
        over_redline: flag,
        /// Drive torque on the front axle, less what the coupling between the axles takes.
        front_drive_torque_nm: "N.m" [-1e6, 1e6],
        /// Drive torque on the rear axle, with what the coupling between the axles gives.
        rear_drive_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque of brakes and rolling resistance on the front axle.
        front_brake_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque of brakes and rolling resistance on the rear axle.
        rear_brake_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque on the front axle without brakes and rolling resistance.
        front_free_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque on the rear axle without brakes and rolling resistance.
        rear_free_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque that brakes and rolling resistance can hold on the front axle.
        front_holding_nm: "N.m" [0.0, 1e6],
        /// Torque that brakes and rolling resistance can hold on the rear axle.
        rear_holding_nm: "N.m" [0.0, 1e6],
        /// Load on the front axle.
        front_load_n: "N" [0.0, 1e7],
        /// Load on the rear axle.
        rear_load_n: "N" [0.0, 1e7],
        /// Slip ratio of the front wheels.
        front_slip: "-" [-1e12, 1e12],
        /// Slip ratio of the rear wheels.
        rear_slip: "-" [-1e12, 1e12],
        /// All forces on the body but the hysteresis of standing tyres.
        free_force_n: "N" [-1e7, 1e7],
        /// Most that the hysteresis of standing tyres can hold.
        hysteresis_n: "N" [0.0, 1e6],
        /// Longitudinal force of the front tyres.
        front_force_n: "N" [-1e7, 1e7],
        /// Longitudinal force of the rear tyres.
        rear_force_n: "N" [-1e7, 1e7],
        /// Friction utilisation of the front tyres: their force over the largest.
        front_use_of_grip: "-" [0.0, 1e3],
        /// Friction utilisation of the rear tyres: their force over the largest.
        rear_use_of_grip: "-" [0.0, 1e3],
        /// Air drag.
        drag_n: "N" [-1e7, 1e7],
        /// Resistance proportional to speed.
        linear_resistance_n: "N" [-1e6, 1e6],
        /// Weight along the road.
        slope_force_n: "N" [-1e7, 1e7],
    }
}

impl StraightLineState<f64> {
    /// At rest with the engine idling.
    pub fn at_rest(car: &TwoAxleCar<f64>) -> Self {
        Self { engine_rad_s: car.engine().idle_rad_s, ..Record::splat(0.0) }
    }

    /// Rolling at a speed in a gear (0: neutral, engine idling), wheels and engine turning with
    /// the road.
    pub fn rolling(car: &TwoAxleCar<f64>, speed_m_s: f64, gear: f64) -> Self {
        let axles = Axles { front: speed_m_s / car.front().radius_m, rear: speed_m_s / car.rear().radius_m };
        let engine = car.drive(gear).input_speed(&axles);
        Self {
            speed_m_s,
            front_spin_rad_s: axles.front,
            rear_spin_rad_s: axles.rear,
            engine_rad_s: Real::max(engine, car.engine().idle_rad_s),
            ..Record::splat(0.0)
        }
    }
}

impl StraightLineMode<f64> {
    /// In a gear, engine and gearbox not yet joined.
    pub fn in_gear(gear: f64) -> Self {
        Self { gear, target_gear: gear, ..Record::splat(0.0) }
    }
}
