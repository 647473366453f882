//! Numbers of a car as components.

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;
use skidpad::Wheel;

/// Motion and engine of a vehicle after the last step. It costs no evaluation of the model.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component)]
pub struct VehicleTelemetry {
    /// Time since the car was made, s.
    pub time_s: f64,
    /// Speed over the ground, m/s, at least 0.
    pub speed_m_s: f64,
    /// Velocity in the car's frame, forwards and to the left, m/s.
    pub velocity_m_s: [f64; 2],
    /// Yaw rate, rad/s, positive to the left.
    pub yaw_rate_rad_s: f64,
    /// Engine speed, rpm; `None` where the model has no engine speed of its own.
    pub engine_rpm: Option<f64>,
    /// Gear that is in: -1 reverse, 0 neutral; `None` where the model has none.
    pub gear: Option<i8>,
    /// True while the engine is stalled.
    pub is_stalled: bool,
    /// False for a car that no longer drives: its engine is blown, it has fallen over, its numbers were no longer finite.
    pub is_running: bool,
}

/// Wheels of a vehicle after the last step. Insert it beside [`Vehicle`](crate::Vehicle) where they are read: it costs an evaluation of
/// the model for each step.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component)]
pub struct VehicleWheels(
    /// Front left, front right, rear left, rear right; a model without width has a front and a rear one.
    pub Vec<WheelTelemetry>,
);

/// A wheel of a vehicle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
pub struct WheelTelemetry {
    /// Load, N; 0 in the air.
    pub load_n: f64,
    /// Slip ratio: (circumferential speed - speed) / |speed|; -1 is locked.
    pub slip_ratio: f64,
    /// Slip angle, rad, positive where the wheel moves to its left.
    pub slip_angle_rad: f64,
    /// Force of the road on the tyre, forwards and to the left of the wheel, N.
    pub force_n: [f64; 2],
    /// Friction utilisation: the tyre's force over the largest in its direction; `None` where the model does not compute it.
    pub friction_utilisation: Option<f64>,
    /// Spin, rad/s; forwards is positive.
    pub spin_rad_s: f64,
    /// Steering angle, rad, positive to the left.
    pub steer_rad: f64,
    /// Distance by which the body has risen from the wheel against the car at rest, m.
    pub suspension_travel_m: f64,
}

impl From<&Wheel> for WheelTelemetry {
    fn from(wheel: &Wheel) -> Self {
        Self {
            load_n: wheel.load_n,
            slip_ratio: wheel.slip_ratio,
            slip_angle_rad: wheel.slip_angle_rad,
            force_n: wheel.force_n,
            friction_utilisation: wheel.friction_utilisation,
            spin_rad_s: wheel.spin_rad_s,
            steer_rad: wheel.steer_rad,
            suspension_travel_m: wheel.suspension_travel_m,
        }
    }
}
