//! State, mode and trace of the driven model.

use super::car::AckermannCar;
use skidpad_core::math::Real;
use skidpad_core::record;
use skidpad_core::record::Record;

record! {
    /// State of the car. Where both axles grip, the velocities and spins follow from one speed and
    /// the steering angle; they are all here because an axle may slide.
    pub struct AckermannState {
        /// Position of the centre of mass along the x axis.
        x_m: "m" [-1e6, 1e6],
        /// Position of the centre of mass along the y axis.
        y_m: "m" [-1e6, 1e6],
        /// Heading.
        yaw_rad: "rad" [-1e4, 1e4],
        /// Velocity of the centre of mass along the body.
        velocity_x_m_s: "m/s" [-150.0, 150.0],
        /// Velocity of the centre of mass to the left.
        velocity_y_m_s: "m/s" [-150.0, 150.0],
        /// Yaw rate.
        yaw_rate_rad_s: "rad/s" [-50.0, 50.0],
        /// Spin of the front wheels.
        front_spin_rad_s: "rad/s" [-1e3, 1e3],
        /// Spin of the rear wheels.
        rear_spin_rad_s: "rad/s" [-1e3, 1e3],
        /// Steering angle of the front wheels.
        front_steer_rad: "rad" [-1.5, 1.5],
    }

    /// What changes in jumps.
    pub struct AckermannMode {
        /// Set while the front axle slides, clear while it grips.
        front_slides: flag,
        /// Set while the rear axle slides, clear while it grips.
        rear_slides: flag,
        /// Direction, along the wheel, in which the front tyre is about to slip where its slide begins; 0 later.
        front_start_x: "-" [-1.0, 1.0],
        /// Direction, across the wheel, in which the front tyre is about to slip where its slide begins; 0 later.
        front_start_y: "-" [-1.0, 1.0],
        /// Direction, along the wheel, in which the rear tyre is about to slip where its slide begins; 0 later.
        rear_start_x: "-" [-1.0, 1.0],
        /// Direction, across the wheel, in which the rear tyre is about to slip where its slide begins; 0 later.
        rear_start_y: "-" [-1.0, 1.0],
        /// Slip speed along the wheel below which kinetic friction of the front axle would pass zero in a sub-step.
        front_smooth_x_m_s: "m/s" [0.0, 10.0],
        /// Slip speed across the wheel below which kinetic friction of the front axle would pass zero in a sub-step.
        front_smooth_y_m_s: "m/s" [0.0, 10.0],
        /// Slip speed along the wheel below which kinetic friction of the rear axle would pass zero in a sub-step.
        rear_smooth_x_m_s: "m/s" [0.0, 10.0],
        /// Slip speed across the wheel below which kinetic friction of the rear axle would pass zero in a sub-step.
        rear_smooth_y_m_s: "m/s" [0.0, 10.0],
        /// Largest impulse of static friction in a sub-step, front axle.
        front_grip_n_s: "N.s" [0.0, 1e6],
        /// Largest impulse of static friction in a sub-step, rear axle.
        rear_grip_n_s: "N.s" [0.0, 1e6],
        /// Sense of the front wheels' rotation; 0 while they stand.
        front_direction: "-" [-1.0, 1.0],
        /// Sense of the rear wheels' rotation; 0 while they stand.
        rear_direction: "-" [-1.0, 1.0],
        /// Rate of the steering angle.
        steer_rate_rad_s: "rad/s" [-20.0, 20.0],
    }

    /// Everything computed on the way.
    pub struct AckermannTrace {
        /// Acceleration of the centre of mass along the body.
        acceleration_x_m_s2: "m/s^2" [-100.0, 100.0],
        /// Acceleration of the centre of mass to the left.
        acceleration_y_m_s2: "m/s^2" [-100.0, 100.0],
        /// Sideslip angle of the centre of mass: of its velocity to the vehicle's axis, ISO 8855,
        /// atan2(v_y, v_x); near +-pi in reverse, 0 at rest.
        sideslip_rad: "rad" [-3.2, 3.2],
        /// Slip angle of the front wheels.
        front_slip_angle_rad: "rad" [-1.6, 1.6],
        /// Slip angle of the rear wheels.
        rear_slip_angle_rad: "rad" [-1.6, 1.6],
        /// Slip ratio of the front wheels.
        front_slip: "-" [-1e12, 1e12],
        /// Slip ratio of the rear wheels.
        rear_slip: "-" [-1e12, 1e12],
        /// Longitudinal slip velocity of the front tyres.
        front_slip_x_m_s: "m/s" [-300.0, 300.0],
        /// Lateral slip velocity of the front tyres.
        front_slip_y_m_s: "m/s" [-300.0, 300.0],
        /// Longitudinal slip velocity of the rear tyres.
        rear_slip_x_m_s: "m/s" [-300.0, 300.0],
        /// Lateral slip velocity of the rear tyres.
        rear_slip_y_m_s: "m/s" [-300.0, 300.0],
        /// Longitudinal force of the front tyres.
        front_force_x_n: "N" [-1e7, 1e7],
        /// Lateral force of the front tyres.
        front_force_y_n: "N" [-1e7, 1e7],
        /// Longitudinal force of the rear tyres.
        rear_force_x_n: "N" [-1e7, 1e7],
        /// Lateral force of the rear tyres.
        rear_force_y_n: "N" [-1e7, 1e7],
        /// Load on the front axle.
        front_load_n: "N" [0.0, 1e7],
        /// Load on the rear axle.
        rear_load_n: "N" [0.0, 1e7],
        /// F_max of the front tyres: static friction times load.
        front_limit_n: "N" [0.0, 1e7],
        /// F_max of the rear tyres: static friction times load.
        rear_limit_n: "N" [0.0, 1e7],
        /// Drive torque on the front axle.
        front_drive_torque_nm: "N.m" [-1e6, 1e6],
        /// Drive torque on the rear axle.
        rear_drive_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque of brakes and rolling resistance on the front axle.
        front_brake_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque of brakes and rolling resistance on the rear axle.
        rear_brake_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque that brakes and rolling resistance can hold on the front axle.
        front_holding_nm: "N.m" [0.0, 1e6],
        /// Torque that brakes and rolling resistance can hold on the rear axle.
        rear_holding_nm: "N.m" [0.0, 1e6],
        /// Air drag and linear resistance along the body.
        resistance_x_n: "N" [-1e7, 1e7],
        /// Air drag and linear resistance to the left.
        resistance_y_n: "N" [-1e7, 1e7],
    }
}

impl AckermannState<f64> {
    /// Rolling at a speed of the rear axle with a steering angle.
    pub fn rolling(car: &AckermannCar<f64>, speed_m_s: f64, front_steer_rad: f64) -> Self {
        let of = car.rolling();
        let yaw_rate_rad_s = super::equations::yaw_rate(of.wheelbase_m, front_steer_rad, speed_m_s);
        Self {
            velocity_x_m_s: speed_m_s,
            velocity_y_m_s: of.rear_m * yaw_rate_rad_s,
            yaw_rate_rad_s,
            front_spin_rad_s: speed_m_s / (of.front_radius_m * Real::cos(front_steer_rad)),
            rear_spin_rad_s: speed_m_s / of.rear_radius_m,
            front_steer_rad,
            ..Record::splat(0.0)
        }
    }

    /// Kinetic energy, wheels included, J.
    pub fn kinetic_energy(&self, car: &AckermannCar<f64>) -> f64 {
        let of = car.rolling();
        0.5 * (of.mass_kg * (self.velocity_x_m_s.square() + self.velocity_y_m_s.square())
            + of.yaw_inertia_kg_m2 * self.yaw_rate_rad_s.square()
            + of.front_inertia_kg_m2 * self.front_spin_rad_s.square()
            + of.rear_inertia_kg_m2 * self.rear_spin_rad_s.square())
    }
}

impl AckermannMode<f64> {
    /// Both axles grip, and the wheels turn as the state has it.
    pub fn grips(state: &AckermannState<f64>) -> Self {
        Self {
            front_direction: state.front_spin_rad_s.sign(),
            rear_direction: state.rear_spin_rad_s.sign(),
            ..Record::splat(0.0)
        }
    }
}
