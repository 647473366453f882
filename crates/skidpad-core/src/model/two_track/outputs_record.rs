//! Quantities computed during one evaluation.

use super::parts::{DrivelineOutputsOf, channels_by_parts, record_by_parts};
use crate::wheels::Wheels;
use crate::{record, wheel_record};

record! {
    /// Derived quantities of the whole car. Forces of the tyres are in the frame of their wheel; those of an axle are
    /// the sums over its wheels in the frame of its mean steering angle.
    pub struct CarTrace {
        /// Acceleration of the centre of mass along the body.
        acceleration_x_m_s2: "m/s^2" [-100.0, 100.0],
        /// Acceleration of the centre of mass to the body's left, the centripetal part included.
        acceleration_y_m_s2: "m/s^2" [-100.0, 100.0],
        /// Yaw acceleration.
        yaw_acceleration_rad_s2: "rad/s^2" [-1e4, 1e4],
        /// Sideslip angle of the centre of mass: of its velocity to the vehicle's axis, ISO 8855,
        /// atan2(v_y, v_x); near +-pi in reverse, 0 at rest.
        sideslip_rad: "rad" [-3.2, 3.2],
        /// Angle of the front wheels, the mean of both.
        front_steer_rad: "rad" [-1.5, 1.5],
        /// Angle of the steering wheel.
        steering_wheel_rad: "rad" [-150.0, 150.0],
        /// Slip angle in the middle of the front axle: atan2(v_y, |v_x|) in the frame of the mean steering angle.
        front_slip_angle_rad: "rad" [-1.571, 1.571],
        /// Slip angle in the middle of the rear axle.
        rear_slip_angle_rad: "rad" [-1.571, 1.571],
        /// Slip ratio of the front wheels, the mean of both.
        front_slip: "-" [-1e12, 1e12],
        /// Slip ratio of the rear wheels, the mean of both.
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
        /// Air drag along the body.
        drag_x_n: "N" [-1e7, 1e7],
        /// Air drag to the body's left.
        drag_y_n: "N" [-1e7, 1e7],
        /// Downforce on both axles.
        downforce_n: "N" [-1e7, 1e7],
        /// Resistance proportional to speed.
        linear_resistance_n: "N" [-1e6, 1e6],
        /// Weight along the road, forwards.
        weight_x_n: "N" [-1e7, 1e7],
        /// Weight along the road, to the body's left.
        weight_y_n: "N" [-1e7, 1e7],
        /// Kinetic energy of body, wheels and engine.
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
        /// Power of the rises of the ground over the plane: what climbing takes from the motion along it and, on
        /// springs, gives to the body.
        climbing_power_w: "W" [-1e9, 1e9],
        /// Power that springs and dampers take from the body's motion on its suspension.
        suspension_power_w: "W" [-1e9, 1e9],
        /// Part of the suspension's power that springs, anti-roll bars and hanging wheels store; the rest is heat.
        suspension_stored_power_w: "W" [-1e9, 1e9],
    }
}

wheel_record! {
    /// Derived quantities of a wheel. Forces are in the wheel's own frame.
    pub struct WheelTrace {
        /// Angle to the body, with toe and bump steer.
        steer_rad: "rad" [-1.6, 1.6],
        /// Load.
        load_n: "N" [0.0, 1e7],
        /// Longitudinal force.
        force_x_n: "N" [-1e7, 1e7],
        /// Lateral force.
        force_y_n: "N" [-1e7, 1e7],
        /// Aligning moment.
        aligning_nm: "N.m" [-1e6, 1e6],
        /// Slip ratio.
        slip: "-" [-1e12, 1e12],
        /// Slip angle: atan2(v_y, |v_x|).
        slip_angle_rad: "rad" [-1.571, 1.571],
        /// Camber, positive with the top to the left.
        camber_rad: "rad" [-1.0, 1.0],
        /// Force over the largest in its direction.
        use_of_grip: "-" [0.0, 1e3],
        /// Drive torque.
        drive_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque of brake and rolling resistance.
        brake_torque_nm: "N.m" [-1e6, 1e6],
        /// Distance of the body from the road at this wheel, beyond that at rest; on springs only.
        suspension_travel_m: "m" [-10.0, 10.0],
    }
}

record_by_parts! {
    /// Everything computed on the way.
    pub struct TwoTrackTrace {
        /// The whole car.
        pub car: CarTrace<R>,
        /// Each wheel.
        pub wheels: Wheels<WheelTrace<R>>,
        /// Inside the driveline.
        pub driveline: DrivelineOutputsOf<P, R>,
    }
}
channels_by_parts!(TwoTrackTrace { CarTrace<R>, Wheels<WheelTrace<R>>, DrivelineOutputsOf<P, R> });
