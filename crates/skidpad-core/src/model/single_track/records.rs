//! State, mode and trace of the model, and how it begins.

use super::SingleTrackCar;
use crate::chassis::PlanarSenses;
use crate::math::{Real, Vec2};
use crate::powertrain::Axles;
use crate::record;
use crate::record::Record;

record! {
    /// State of the car.
    pub struct SingleTrackState {
        /// Position of the centre of mass along the road's x axis.
        x_m: "m" [-1e7, 1e7],
        /// Position of the centre of mass along the road's y axis.
        y_m: "m" [-1e7, 1e7],
        /// Heading, counter-clockwise from the x axis; whole turns are counted.
        yaw_rad: "rad" [-1e6, 1e6],
        /// Velocity of the centre of mass along the body.
        velocity_x_m_s: "m/s" [-150.0, 150.0],
        /// Velocity of the centre of mass to the body's left.
        velocity_y_m_s: "m/s" [-150.0, 150.0],
        /// Yaw rate.
        yaw_rate_rad_s: "rad/s" [-50.0, 50.0],
        /// Spin of the front wheels.
        front_spin_rad_s: "rad/s" [-1e3, 1e3],
        /// Spin of the rear wheels.
        rear_spin_rad_s: "rad/s" [-1e3, 1e3],
        /// Speed of the engine.
        engine_rad_s: "rad/s" [-2e3, 2e3],
        /// Longitudinal deflection of the front tyres over that at the peak of their force.
        front_deflection_x: "-" [-1e9, 1e9],
        /// Lateral deflection of the front tyres over that at the peak of their force, positive for a force to the left.
        front_deflection_y: "-" [-1e9, 1e9],
        /// Longitudinal deflection of the rear tyres over that at the peak of their force.
        rear_deflection_x: "-" [-1e9, 1e9],
        /// Lateral deflection of the rear tyres over that at the peak of their force, positive for a force to the left.
        rear_deflection_y: "-" [-1e9, 1e9],
    }

    /// Discrete state, advanced once per sub-step: gear, clutch, and what stands. Beside it stands what a sub-step
    /// looks up once: overall ratio, lines of the tables of engine and converter, idle control and limiter.
    pub struct SingleTrackMode {
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
        /// Set once the engine is blown.
        blown: flag,
        /// Engine speed over axle speed: of the gear that is in; 0 in neutral.
        overall_ratio: "-" [-100.0, 100.0],
        /// Full-load torque line of the sub-step: its torque at engine speed 0.
        engine_line_nm: "N.m" [-1e6, 1e6],
        /// Slope of the full-load torque line.
        engine_line_slope_nm_s: "N.m.s" [-1e6, 1e6],
        /// Least throttle by the idle control.
        idle_throttle: "-" [0.0, 1.0],
        /// Share of the throttle left by the limiter.
        limiter_share: "-" [0.0, 1.0],
        /// Converter's line of the sub-step: torque ratio at speed ratio 0.
        converter_ratio: "-" [-1e6, 1e6],
        /// Converter's line of the sub-step: capacity at speed ratio 0.
        converter_capacity_nm_s2: "N.m.s^2" [-1e6, 1e6],
        /// Slope of the converter's torque ratio over the speed ratio.
        converter_ratio_slope: "-" [-1e6, 1e6],
        /// Slope of the converter's capacity over the speed ratio.
        converter_capacity_slope_nm_s2: "N.m.s^2" [-1e6, 1e6],
        /// Sense of the front wheels' rotation; 0 while they stand.
        front_direction: "-" [-1.0, 1.0],
        /// Sense of the rear wheels' rotation; 0 while they stand.
        rear_direction: "-" [-1.0, 1.0],
        /// Sense of the body's motion forwards; 0 while standing tyres hold it.
        x_direction: "-" [-1.0, 1.0],
        /// Sense of the body's motion to the left; 0 while standing tyres hold it.
        y_direction: "-" [-1.0, 1.0],
        /// Sense of the body's rotation; 0 while standing tyres hold it.
        yaw_direction: "-" [-1.0, 1.0],
        /// Angle of the front wheels to the body: the command's, within the lock.
        front_steer_rad: "rad" [-1.5, 1.5],
    }

    /// Everything computed on the way. Forces of the tyres are in the frame of their wheel.
    pub struct SingleTrackTrace {
        /// Acceleration of the centre of mass along the body.
        acceleration_x_m_s2: "m/s^2" [-100.0, 100.0],
        /// Acceleration of the centre of mass to the body's left, the centripetal part included.
        acceleration_y_m_s2: "m/s^2" [-100.0, 100.0],
        /// Yaw acceleration.
        yaw_acceleration_rad_s2: "rad/s^2" [-1e4, 1e4],
        /// Sideslip angle of the centre of mass: of its velocity to the vehicle's axis, ISO 8855,
        /// atan2(v_y, v_x); near +-pi in reverse, 0 at rest.
        sideslip_rad: "rad" [-3.2, 3.2],
        /// Angle of the front wheels to the body.
        front_steer_rad: "rad" [-1.5, 1.5],
        /// Slip angle of the front wheels: atan2(v_y, |v_x|) in the wheel's frame.
        front_slip_angle_rad: "rad" [-1.571, 1.571],
        /// Slip angle of the rear wheels.
        rear_slip_angle_rad: "rad" [-1.571, 1.571],
        /// Slip ratio of the front wheels.
        front_slip: "-" [-1e12, 1e12],
        /// Slip ratio of the rear wheels.
        rear_slip: "-" [-1e12, 1e12],
        /// Load on the front axle.
        front_load_n: "N" [0.0, 1e7],
        /// Load on the rear axle.
        rear_load_n: "N" [0.0, 1e7],
        /// Longitudinal force of the front tyres.
        front_force_x_n: "N" [-1e7, 1e7],
        /// Lateral force of the front tyres.
        front_force_y_n: "N" [-1e7, 1e7],
        /// Longitudinal force of the rear tyres.
        rear_force_x_n: "N" [-1e7, 1e7],
        /// Lateral force of the rear tyres.
        rear_force_y_n: "N" [-1e7, 1e7],
        /// Force of the front tyres over the largest in its direction.
        front_use_of_grip: "-" [0.0, 1e3],
        /// Force of the rear tyres over the largest in its direction.
        rear_use_of_grip: "-" [0.0, 1e3],
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
        /// Set while the engine turns at its redline or faster.
        over_redline: flag,
        /// Drive torque on the front axle.
        front_drive_torque_nm: "N.m" [-1e6, 1e6],
        /// Drive torque on the rear axle.
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
        /// Mass times the rate of the forward velocity without the hysteresis of standing tyres.
        free_x_n: "N" [-1e7, 1e7],
        /// Mass times the rate of the leftward velocity without the hysteresis of standing tyres.
        free_y_n: "N" [-1e7, 1e7],
        /// Yaw inertia times the yaw acceleration without the hysteresis of standing tyres.
        free_yaw_nm: "N.m" [-1e7, 1e7],
        /// Longitudinal force that the hysteresis of standing tyres can hold.
        hysteresis_x_n: "N" [0.0, 1e6],
        /// Lateral force that the hysteresis of standing tyres can hold.
        hysteresis_y_n: "N" [0.0, 1e6],
        /// Yaw moment that the hysteresis of standing tyres can hold.
        hysteresis_yaw_nm: "N.m" [0.0, 1e6],
        /// Air drag along the body.
        drag_x_n: "N" [-1e7, 1e7],
        /// Air drag to the body's left.
        drag_y_n: "N" [-1e7, 1e7],
        /// Resistance proportional to speed.
        linear_resistance_n: "N" [-1e6, 1e6],
        /// Weight along the road, forwards.
        weight_x_n: "N" [-1e7, 1e7],
        /// Weight along the road, to the body's left.
        weight_y_n: "N" [-1e7, 1e7],
        /// Kinetic energy of body and wheels.
        kinetic_energy_j: "J" [0.0, 1e12],
        /// Power that the tyres take from wheels and body: force times slip velocity.
        contact_power_w: "W" [-1e9, 1e9],
        /// Part of the contact power that the tyres' deflection stores; the rest is heat.
        stored_power_w: "W" [-1e9, 1e9],
        /// Power of the drive on the wheels.
        drive_power_w: "W" [-1e9, 1e9],
        /// Power of brakes and rolling resistance on the wheels.
        brake_power_w: "W" [-1e9, 0.0],
        /// Power of the air and of the resistance proportional to speed on the body.
        resistance_power_w: "W" [-1e9, 1e9],
        /// Power of gravity on the body.
        gravity_power_w: "W" [-1e9, 1e9],
    }
}

impl<R: Real> SingleTrackMode<R> {
    /// Senses of the body's motion.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn senses(&self) -> PlanarSenses<R> {
        PlanarSenses { x: self.x_direction, y: self.y_direction, yaw: self.yaw_direction }
    }
}

impl<R: Real> SingleTrackState<R> {
    /// Deflection of the front tyres.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn front_tread(&self) -> Vec2<R> {
        Vec2 { x: self.front_deflection_x, y: self.front_deflection_y }
    }
    /// Deflection of the rear tyres.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn rear_tread(&self) -> Vec2<R> {
        Vec2 { x: self.rear_deflection_x, y: self.rear_deflection_y }
    }
}

impl SingleTrackState<f64> {
    /// At rest at the origin with the engine idling.
    pub fn at_rest(car: &SingleTrackCar<f64>) -> Self {
        Self { engine_rad_s: car.engine.idle_rad_s, ..Record::splat(0.0) }
    }

    /// Rolling straight ahead at a speed in a gear (0: neutral, engine idling), wheels and engine turning with
    /// the road.
    pub fn rolling(car: &SingleTrackCar<f64>, speed_m_s: f64, gear: f64) -> Self {
        let axles = Axles {
            front: speed_m_s / car.front.wheels.radius_m,
            rear: speed_m_s / car.rear.wheels.radius_m,
        };
        let engine = car.train().drive(gear).input_speed(&axles);
        Self {
            velocity_x_m_s: speed_m_s,
            front_spin_rad_s: axles.front,
            rear_spin_rad_s: axles.rear,
            engine_rad_s: Real::max(engine, car.engine.idle_rad_s),
            ..Record::splat(0.0)
        }
    }
}

impl SingleTrackMode<f64> {
    /// In a gear, engine and gearbox not yet joined; what stands and what turns is found in the first sub-step.
    pub fn in_gear(car: &SingleTrackCar<f64>, gear: f64) -> Self {
        let mode =
            Self { gear, target_gear: gear, overall_ratio: car.gears.overall(gear), ..Record::splat(0.0) };
        mode.looked_up(car, car.engine.idle_rad_s, 0.0)
    }
}
