//! Operating points of tyres, and the forces there.

use crate::error::{Fault, SkidpadStatus};
use crate::state::within;

/// Operating point of a tyre. Begin with `skidpad_tyre_point`, which sets the tyre's own speed and pressure.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadTyrePoint {
    /// Load, N, 0 to 1e7.
    pub load_n: f64,
    /// Slip ratio, -100 to 100; -1 is locked.
    pub slip_ratio: f64,
    /// Slip angle, rad, -1.5 to 1.5, positive where the wheel moves to its left.
    pub slip_angle_rad: f64,
    /// Camber to the road, rad, -1.5 to 1.5, positive where the top leans to the right. Channels of cars with four wheels have the other sign.
    pub camber_rad: f64,
    /// Longitudinal speed of the wheel's centre, m/s, -1000 to 1000; negative is backwards.
    pub speed_m_s: f64,
    /// Inflation pressure, Pa, 1 to 1e9; 0: the tyre's own, which is all that a tyre of a car has.
    pub pressure_pa: f64,
}

impl SkidpadTyrePoint {
    /// Refuses numbers out of their ranges, with the point's index.
    pub(crate) fn check(&self, index: usize, has_pressure: bool) -> Result<(), Fault> {
        let name = |field: &str| format!("points[{index}].{field}");
        within(&name("load_n"), self.load_n, [0.0, 1e7])?;
        within(&name("slip_ratio"), self.slip_ratio, [-100.0, 100.0])?;
        within(&name("slip_angle_rad"), self.slip_angle_rad, [-1.5, 1.5])?;
        within(&name("camber_rad"), self.camber_rad, [-1.5, 1.5])?;
        within(&name("speed_m_s"), self.speed_m_s, [-1e3, 1e3])?;
        if self.pressure_pa == 0.0 {
            return Ok(());
        }
        if !has_pressure {
            let message =
                format!("{} = {}: must be 0 for a tyre of a car", name("pressure_pa"), self.pressure_pa);
            return Err(Fault::new(SkidpadStatus::OutOfRange, message));
        }
        within(&name("pressure_pa"), self.pressure_pa, [1.0, 1e9])
    }
}

/// Force and moments of the road on a tyre, in the wheel's axes: x forwards, y to the left, z up. Moments are 0 for tyres whose law has none,
/// such as those of the model "two_track".
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkidpadTyreForce {
    /// Force forwards and to the left, N.
    pub force_n: [f64; 2],
    /// Moment about the x axis, N m.
    pub overturning_nm: f64,
    /// Moment about the y axis, N m: negative where it brakes a wheel that rolls forwards.
    pub rolling_nm: f64,
    /// Moment about the z axis, N m: positive turns the wheel to the left.
    pub aligning_nm: f64,
}
