//! State, trace and car of STD.

use super::super::single_track::TwoAxles;
use super::super::tyre::{Camber, TyreCurves};
use super::super::{FromParameters, Limits, Missing, Parameters};
use skidpad_core::compound_record;
use skidpad_core::math::Real;
use skidpad_core::record;
use skidpad_core::record::Record;

record! {
    /// State of STD, in CommonRoad's order.
    pub struct CommonRoadStdState {
        /// Position of the centre of mass along the x axis.
        x_m: "m" [-1e6, 1e6],
        /// Position of the centre of mass along the y axis.
        y_m: "m" [-1e6, 1e6],
        /// Steering angle of the front wheels.
        front_steer_rad: "rad" [-1.5, 1.5],
        /// Speed of the centre of mass along heading plus sideslip angle; negative is backwards.
        speed_m_s: "m/s" [-50.0, 100.0],
        /// Heading.
        yaw_rad: "rad" [-1e3, 1e3],
        /// Yaw rate.
        yaw_rate_rad_s: "rad/s" [-20.0, 20.0],
        /// Sideslip of the centre of mass.
        sideslip_rad: "rad" [-3.2, 3.2],
        /// Angular speed of the front wheel.
        front_wheel_rad_s: "rad/s" [-500.0, 500.0],
        /// Angular speed of the rear wheel.
        rear_wheel_rad_s: "rad/s" [-500.0, 500.0],
    }
    /// What is computed on the way.
    pub struct CommonRoadStdTrace {
        /// Velocity in the body frame, forward.
        velocity_x_m_s: "m/s" [-100.0, 100.0],
        /// Velocity in the body frame, to the left.
        velocity_y_m_s: "m/s" [-100.0, 100.0],
        /// Acceleration in the body frame, forward.
        acceleration_x_m_s2: "m/s^2" [-1e5, 1e5],
        /// Acceleration in the body frame, to the left.
        acceleration_y_m_s2: "m/s^2" [-1e5, 1e5],
        /// Slip angle of the front wheel; 0 up to 0.1 m/s and backwards.
        front_slip_angle_rad: "rad" [-3.2, 3.2],
        /// Slip angle of the rear wheel; 0 up to 0.1 m/s and backwards.
        rear_slip_angle_rad: "rad" [-3.2, 3.2],
        /// Slip ratio of the front wheel, positive when driving.
        front_slip: "-" [-1.0, 1e4],
        /// Slip ratio of the rear wheel, positive when driving.
        rear_slip: "-" [-1.0, 1e4],
        /// Load of the front axle.
        front_load_n: "N" [-1e6, 1e6],
        /// Load of the rear axle.
        rear_load_n: "N" [-1e6, 1e6],
        /// Longitudinal force of the front axle, in the wheel's frame.
        front_force_x_n: "N" [-1e6, 1e6],
        /// Lateral force of the front axle, in the wheel's frame.
        front_force_y_n: "N" [-1e6, 1e6],
        /// Longitudinal force of the rear axle, in the wheel's frame.
        rear_force_x_n: "N" [-1e6, 1e6],
        /// Lateral force of the rear axle, in the wheel's frame.
        rear_force_y_n: "N" [-1e6, 1e6],
        /// Blending weight: 1 for the equations with tyre forces, 0 for rolling wheels.
        tyre_weight: "-" [0.0, 1.0],
    }
    /// Wheels, brakes and drive of STD.
    pub struct DriftWheels {
        /// Effective radius of a wheel, CommonRoad's `R_w`.
        radius_m: "m" [0.05, 2.0],
        /// Its inverse.
        one_over_radius_1_m: "1/m" [0.5, 20.0],
        /// R_w / I_y_w.
        turning_1_kg_m: "1/(kg.m)" [0.0, 1000.0],
        /// Share of the brake torque on the front axle, `T_sb`.
        brake_front_share: "-" [0.0, 1.0],
        /// Share of the drive torque on the front axle, `T_se`.
        drive_front_share: "-" [0.0, 1.0],
        /// 1 / m.
        one_over_mass_1_kg: "1/kg" [0.0, 0.1],
        /// 1 / I_z.
        one_over_yaw_inertia_1_kg_m2: "1/(kg.m^2)" [0.0, 1.0],
    }
}

compound_record! {
    /// What STD needs of a car.
    pub struct DriftCar {
        /// Limits of the inputs.
        limits: Limits<R>,
        /// Lengths and masses.
        axles: TwoAxles<R>,
        /// Wheels, brakes and drive.
        wheels: DriftWheels<R>,
        /// The tyre.
        tyre: TyreCurves<R>,
    }
}

impl FromParameters for DriftCar<f64> {
    fn from_parameters(from: &Parameters) -> Result<Self, Missing> {
        let body = from.body.ok_or(Missing::Body)?;
        let wheels = DriftWheels {
            radius_m: body.wheel_radius_m,
            one_over_radius_1_m: 1.0 / body.wheel_radius_m,
            turning_1_kg_m: body.wheel_radius_m / body.wheel_inertia_kg_m2,
            brake_front_share: body.brake_front_share,
            drive_front_share: body.drive_front_share,
            one_over_mass_1_kg: 1.0 / body.mass_kg,
            one_over_yaw_inertia_1_kg_m2: 1.0 / body.yaw_inertia_kg_m2,
        };
        let tyre = from.tyre.curves(Camber(0.0));
        Ok(Self { limits: from.limits, axles: TwoAxles::new(from)?, wheels, tyre })
    }
}

impl<R: Real> DriftCar<R> {
    /// The wheels' speeds with which neither slips longitudinally: `init_std`.
    pub fn rolling(&self, state: &CommonRoadStdState<R>) -> CommonRoadStdState<R> {
        let rear = state.speed_m_s * state.sideslip_rad.cos() * self.wheels.one_over_radius_1_m;
        let front = rear * state.front_steer_rad.cos();
        CommonRoadStdState { front_wheel_rad_s: front, rear_wheel_rad_s: rear, ..*state }
    }

    /// Torques of engine and brakes on front and rear wheel over R_w, N: an acceleration drives by the
    /// drive's shares, a deceleration brakes by the brakes'.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn wheel_push(&self, acceleration: R) -> (R, R) {
        let push = self.axles.mass_kg * acceleration;
        let drives = acceleration.gt(R::zero());
        let front = push * R::select(drives, self.wheels.drive_front_share, self.wheels.brake_front_share);
        (front, push - front)
    }
}

impl CommonRoadStdState<f64> {
    /// Standing at the origin, heading along x.
    pub fn at_rest() -> Self {
        Record::splat(0.0)
    }
}
