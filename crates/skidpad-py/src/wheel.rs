//! A wheel of a car.

use pyo3::prelude::*;
use skidpad::Wheel;

/// A wheel of a car at an instant. Frames: ISO 8855, x forwards, y to the left, z up.
#[pyclass(name = "Wheel", module = "skidpad", frozen, get_all)]
pub struct PyWheel {
    /// Centre in the world, m.
    position_m: (f64, f64, f64),
    /// Steering angle to the body, rad, positive to the left.
    steer_rad: f64,
    /// Camber to the road, rad, positive where its top leans to the right.
    camber_rad: f64,
    /// Angle by which it has turned about its axle, rad, [0, 2 pi).
    spin_angle_rad: f64,
    /// Spin, rad/s; forwards is positive.
    spin_rad_s: f64,
    /// Distance by which the body has risen from it against the car at rest, m.
    suspension_travel_m: f64,
    /// Load, N.
    load_n: f64,
    /// Slip ratio; -1 is locked.
    slip_ratio: f64,
    /// Slip angle, rad, positive where it moves to its left.
    slip_angle_rad: f64,
    /// Force of the road on the tyre, N: forwards and to the left of the wheel.
    force_n: (f64, f64),
    /// The tyre's force over the largest in its direction; None where the model does not compute it.
    friction_utilisation: Option<f64>,
}

impl From<&Wheel> for PyWheel {
    fn from(wheel: &Wheel) -> Self {
        Self {
            position_m: wheel.position_m.into(),
            steer_rad: wheel.steer_rad,
            camber_rad: wheel.camber_rad,
            spin_angle_rad: wheel.spin_angle_rad,
            spin_rad_s: wheel.spin_rad_s,
            suspension_travel_m: wheel.suspension_travel_m,
            load_n: wheel.load_n,
            slip_ratio: wheel.slip_ratio,
            slip_angle_rad: wheel.slip_angle_rad,
            force_n: wheel.force_n.into(),
            friction_utilisation: wheel.friction_utilisation,
        }
    }
}

#[pymethods]
impl PyWheel {
    fn __repr__(&self) -> String {
        format!(
            "<Wheel load_n={:.0} slip_ratio={:.4} slip_angle_rad={:.4} steer_rad={:.4}>",
            self.load_n, self.slip_ratio, self.slip_angle_rad, self.steer_rad
        )
    }
}
