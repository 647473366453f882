//! State and trace of MB.

use skidpad_core::math::Real;
use skidpad_core::record;

record! {
    /// State of MB, in CommonRoad's order. Its axes are explained at [`CommonRoadMb`](crate::CommonRoadMb): lean is to the
    /// left, the nose turns up, heights are counted downwards.
    pub struct CommonRoadMbState {
        /// Position of the centre of mass along the x axis: x1.
        x_m: "m" [-1e6, 1e6],
        /// Position of the centre of mass along the y axis: x2.
        y_m: "m" [-1e6, 1e6],
        /// Steering angle of the front wheels: x3.
        front_steer_rad: "rad" [-1.5, 1.5],
        /// Velocity along the heading: x4.
        velocity_x_m_s: "m/s" [-50.0, 100.0],
        /// Heading: x5.
        yaw_rad: "rad" [-1e3, 1e3],
        /// Yaw rate: x6.
        yaw_rate_rad_s: "rad/s" [-20.0, 20.0],
        /// Lean of the body to its left: x7, the roll angle.
        lean_left_rad: "rad" [-1.5, 1.5],
        /// Rate of the body's lean: x8.
        lean_left_rate_rad_s: "rad/s" [-20.0, 20.0],
        /// Pitch angle, nose up: x9.
        nose_up_rad: "rad" [-1.5, 1.5],
        /// Pitch rate, nose up: x10.
        nose_up_rate_rad_s: "rad/s" [-20.0, 20.0],
        /// Velocity of the body to its left: x11.
        velocity_y_m_s: "m/s" [-50.0, 50.0],
        /// Depth of the body below the height of its figures: x12.
        sink_m: "m" [-0.5, 0.5],
        /// Rate at which the body sinks: x13.
        sink_rate_m_s: "m/s" [-10.0, 10.0],
        /// Lean of the front axle to its left: x14.
        front_lean_left_rad: "rad" [-0.5, 0.5],
        /// Rate of the front axle's lean: x15.
        front_lean_left_rate_rad_s: "rad/s" [-20.0, 20.0],
        /// Velocity of the front axle to its left: x16.
        front_velocity_y_m_s: "m/s" [-50.0, 50.0],
        /// Vertical deflection of the front tyres: x17.
        front_sink_m: "m" [-0.2, 0.2],
        /// Rate of the vertical deflection of the front tyres: x18.
        front_sink_rate_m_s: "m/s" [-10.0, 10.0],
        /// Lean of the rear axle to its left: x19.
        rear_lean_left_rad: "rad" [-0.5, 0.5],
        /// Rate of the rear axle's lean: x20.
        rear_lean_left_rate_rad_s: "rad/s" [-20.0, 20.0],
        /// Velocity of the rear axle to its left: x21.
        rear_velocity_y_m_s: "m/s" [-50.0, 50.0],
        /// Vertical deflection of the rear tyres: x22.
        rear_sink_m: "m" [-0.2, 0.2],
        /// Rate of the vertical deflection of the rear tyres: x23.
        rear_sink_rate_m_s: "m/s" [-10.0, 10.0],
        /// Angular speed of the front wheel on the right: x24, the "left front" one.
        front_right_wheel_rad_s: "rad/s" [-500.0, 500.0],
        /// Angular speed of the front wheel on the left: x25, the "right front" one.
        front_left_wheel_rad_s: "rad/s" [-500.0, 500.0],
        /// Angular speed of the rear wheel on the right: x26, the "left rear" one.
        rear_right_wheel_rad_s: "rad/s" [-500.0, 500.0],
        /// Angular speed of the rear wheel on the left: x27, the "right rear" one.
        rear_left_wheel_rad_s: "rad/s" [-500.0, 500.0],
        /// Lateral offset of the body from the front axle: x28, delta_y_f.
        front_shift_m: "m" [-0.5, 0.5],
        /// Lateral offset of the body from the rear axle: x29, delta_y_r.
        rear_shift_m: "m" [-0.5, 0.5],
    }
    /// What is computed on the way.
    pub struct CommonRoadMbTrace {
        /// Acceleration in the body frame, forward.
        acceleration_x_m_s2: "m/s^2" [-1e5, 1e5],
        /// Acceleration in the body frame, to the left.
        acceleration_y_m_s2: "m/s^2" [-1e5, 1e5],
        /// Load of the front wheel on the right; below 0 where the tyre is in the air, as published.
        front_right_load_n: "N" [-1e6, 1e6],
        /// Load of the front wheel on the left.
        front_left_load_n: "N" [-1e6, 1e6],
        /// Load of the rear wheel on the right.
        rear_right_load_n: "N" [-1e6, 1e6],
        /// Load of the rear wheel on the left.
        rear_left_load_n: "N" [-1e6, 1e6],
        /// Slip ratio of the front wheel on the right, positive when driving; 0 below 0.1 m/s.
        front_right_slip: "-" [-1.0, 1e9],
        /// Slip ratio of the front wheel on the left.
        front_left_slip: "-" [-1.0, 1e9],
        /// Slip ratio of the rear wheel on the right.
        rear_right_slip: "-" [-1.0, 1e9],
        /// Slip ratio of the rear wheel on the left.
        rear_left_slip: "-" [-1.0, 1e9],
        /// Slip angle of the front wheel on the right; 0 below 0.1 m/s.
        front_right_slip_angle_rad: "rad" [-3.2, 3.2],
        /// Slip angle of the front wheel on the left.
        front_left_slip_angle_rad: "rad" [-3.2, 3.2],
        /// Slip angle of the rear wheel on the right.
        rear_right_slip_angle_rad: "rad" [-3.2, 3.2],
        /// Slip angle of the rear wheel on the left.
        rear_left_slip_angle_rad: "rad" [-3.2, 3.2],
        /// Camber of the front wheel on the right, top to the left.
        front_right_camber_rad: "rad" [-10.0, 10.0],
        /// Camber of the front wheel on the left.
        front_left_camber_rad: "rad" [-10.0, 10.0],
        /// Camber of the rear wheel on the right.
        rear_right_camber_rad: "rad" [-10.0, 10.0],
        /// Camber of the rear wheel on the left.
        rear_left_camber_rad: "rad" [-10.0, 10.0],
        /// Longitudinal force of the front tyre on the right, in the wheel's frame.
        front_right_force_x_n: "N" [-1e6, 1e6],
        /// Longitudinal force of the front tyre on the left.
        front_left_force_x_n: "N" [-1e6, 1e6],
        /// Longitudinal force of the rear tyre on the right.
        rear_right_force_x_n: "N" [-1e6, 1e6],
        /// Longitudinal force of the rear tyre on the left.
        rear_left_force_x_n: "N" [-1e6, 1e6],
        /// Lateral force of the front tyre on the right, in the wheel's frame.
        front_right_force_y_n: "N" [-1e6, 1e6],
        /// Lateral force of the front tyre on the left.
        front_left_force_y_n: "N" [-1e6, 1e6],
        /// Lateral force of the rear tyre on the right.
        rear_right_force_y_n: "N" [-1e6, 1e6],
        /// Lateral force of the rear tyre on the left.
        rear_left_force_y_n: "N" [-1e6, 1e6],
        /// Force of the front suspension on the right, which lifts the body.
        front_right_suspension_n: "N" [-1e6, 1e6],
        /// Force of the front suspension on the left.
        front_left_suspension_n: "N" [-1e6, 1e6],
        /// Force of the rear suspension on the right.
        rear_right_suspension_n: "N" [-1e6, 1e6],
        /// Force of the rear suspension on the left.
        rear_left_suspension_n: "N" [-1e6, 1e6],
        /// Force of the front axle's joint on the body, to the body's left: F_RAF.
        front_joint_n: "N" [-1e6, 1e6],
        /// Force of the rear axle's joint on the body, to the body's left: F_RAR.
        rear_joint_n: "N" [-1e6, 1e6],
    }
}

/// A wheel, or what belongs to it, on either side of an axle.
#[derive(Clone, Copy)]
pub(super) struct Sides<T> {
    /// On the right, the package's "left".
    pub(super) right: T,
    /// On the left, the package's "right".
    pub(super) left: T,
}

impl<R: Real> Sides<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn sum(&self) -> R {
        self.right + self.left
    }

    /// By how much the right exceeds the left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn lead(&self) -> R {
        self.right - self.left
    }
}

/// What an axle is doing.
#[derive(Clone, Copy)]
pub(super) struct AxleState<R> {
    pub(super) lean_rad: R,
    pub(super) lean_rate_rad_s: R,
    pub(super) velocity_y_m_s: R,
    pub(super) sink_m: R,
    pub(super) sink_rate_m_s: R,
    pub(super) shift_m: R,
    pub(super) wheels_rad_s: Sides<R>,
}

impl<R: Real> CommonRoadMbState<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn front(&self) -> AxleState<R> {
        AxleState {
            lean_rad: self.front_lean_left_rad,
            lean_rate_rad_s: self.front_lean_left_rate_rad_s,
            velocity_y_m_s: self.front_velocity_y_m_s,
            sink_m: self.front_sink_m,
            sink_rate_m_s: self.front_sink_rate_m_s,
            shift_m: self.front_shift_m,
            wheels_rad_s: Sides { right: self.front_right_wheel_rad_s, left: self.front_left_wheel_rad_s },
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn rear(&self) -> AxleState<R> {
        AxleState {
            lean_rad: self.rear_lean_left_rad,
            lean_rate_rad_s: self.rear_lean_left_rate_rad_s,
            velocity_y_m_s: self.rear_velocity_y_m_s,
            sink_m: self.rear_sink_m,
            sink_rate_m_s: self.rear_sink_rate_m_s,
            shift_m: self.rear_shift_m,
            wheels_rad_s: Sides { right: self.rear_right_wheel_rad_s, left: self.rear_left_wheel_rad_s },
        }
    }
}
