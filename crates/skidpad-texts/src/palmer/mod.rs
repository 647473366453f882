//! Palmer's car as the book prints it (Physics for Game Programmers, chapter 8): the forces 8.5 to
//! 8.11, the quadratic 8.20 to 8.26, the Car Simulator, and the turns 8.32 to 8.41.
//!
//! These forms are kept to the letter, with what is wrong in them: drag and rolling friction that
//! know no direction, engine braking without the gears, a torque line frozen within a step. The
//! corrected form is [`PointMass`](skidpad_special::PointMass).

mod boxster;
mod lines;
mod simulator;
mod sprint;
pub mod turns;

pub use boxster::{
    BOXSTER, BOXSTER_GEARS, BOXSTER_LINES, COMPARISON, Comparison, DRAG_CLASSES, boxster_line,
    boxster_torque, torque_line,
};
pub use lines::{line_peak_power_rpm, line_through, line_torque};
pub use simulator::{
    BLOWN_RPM, BRAKING_M_S2, CarSimulator, DriveMode, Message, REDLINE_RPM, STEP_S, TIMER_S,
};
pub use sprint::{Sprint, sprint};

use crate::chassis::{normal_force, palmer_rolling_friction};
use crate::gearing;
use skidpad_core::aero;
use skidpad_core::math::Real;
use skidpad_special::drive::{drive_force, wheel_torque};

/// A car in Palmer's equations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PalmerCar<R> {
    /// Mass with the driver, kg.
    pub mass_kg: R,
    /// Drag coefficient.
    pub drag_coefficient: R,
    /// Frontal area, m^2.
    pub frontal_area_m2: R,
    /// Coefficient of rolling friction.
    pub rolling_coefficient: R,
    /// Wheel radius, m.
    pub wheel_radius_m: R,
    /// Final drive ratio G.
    pub final_drive: R,
}

/// Where it drives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PalmerRoad<R> {
    /// Slope, rad, positive uphill.
    pub slope_rad: R,
    /// Air density, kg/m^3: 1.2 in the text.
    pub air_density_kg_m3: R,
    /// Gravity, m/s^2: 9.8 in 8.26c, 9.81 in 8.29 and the listing.
    pub gravity_m_s2: R,
}

impl PalmerRoad<f64> {
    /// Level ground as in 8.26: air of 1.2 kg/m^3, g = 9.8 m/s^2.
    pub const LEVEL: Self = Self { slope_rad: 0.0, air_density_kg_m3: 1.2, gravity_m_s2: 9.8 };
}

impl<R: Real> PalmerCar<R> {
    /// 8.5 as printed: F_Total = T_w / r_w - mu_r m g cos(theta) - m g sin(theta) - Cd rho v^2 A / 2,
    /// in N. Rolling friction and drag know no direction: at rest on the level without torque the
    /// first drives the car backwards, and in reverse the second pushes it on.
    pub fn net_force_as_printed(&self, wheel_torque_nm: R, speed_m_s: R, road: &PalmerRoad<R>) -> R {
        let factor = aero::drag_factor(self.drag_coefficient, self.frontal_area_m2, road.air_density_kg_m3);
        let across = normal_force(self.mass_kg, road.gravity_m_s2, road.slope_rad);
        drive_force(wheel_torque_nm, self.wheel_radius_m)
            - palmer_rolling_friction(self.rolling_coefficient, across)
            - self.mass_kg * road.gravity_m_s2 * road.slope_rad.sin()
            - crate::aero::palmer_drag_as_printed(factor, speed_m_s)
    }

    /// 8.6: a = F_Total / m, m/s^2, from the torque at the wheels.
    pub fn acceleration(&self, wheel_torque_nm: R, speed_m_s: R, road: &PalmerRoad<R>) -> R {
        self.net_force_as_printed(wheel_torque_nm, speed_m_s, road) / self.mass_kg
    }

    /// 8.11: the same from the torque of the engine, T_w = T_e g_k G (8.10).
    pub fn acceleration_in_gear(
        &self,
        engine_torque_nm: R,
        gear_ratio: R,
        speed_m_s: R,
        road: &PalmerRoad<R>,
    ) -> R {
        let wheels = wheel_torque(engine_torque_nm, gear_ratio, self.final_drive, R::one());
        self.acceleration(wheels, speed_m_s, road)
    }

    /// The acceleration by engine braking as the text works it out below 8.30, m/s^2:
    /// -T_eb / (r_w m), without the gears that the torque goes through.
    pub fn engine_braking_as_printed(&self, braking_torque_nm: R) -> R {
        -drive_force(braking_torque_nm, self.wheel_radius_m) / self.mass_kg
    }

    /// The acceleration by engine braking through the gears, m/s^2: -T_eb g_k G / (r_w m).
    pub fn engine_braking(&self, braking_torque_nm: R, gear_ratio: R) -> R {
        let wheels = wheel_torque(braking_torque_nm, gear_ratio, self.final_drive, R::one());
        -drive_force(wheels, self.wheel_radius_m) / self.mass_kg
    }

    /// 8.23: the speed at which the engine reaches a given speed, m/s, rolling without slip.
    pub fn speed_at(&self, engine_rad_s: R, gear_ratio: R) -> R {
        gearing::road_speed(engine_rad_s, gear_ratio, self.final_drive, self.wheel_radius_m)
    }
}

/// 8.21: dv/dt = c1 v^2 + c2 v + c3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficients<R> {
    /// c1, 1/m (8.22a).
    pub c1: R,
    /// c2, 1/s (8.22b).
    pub c2: R,
    /// c3, m/s^2 (8.22c).
    pub c3: R,
}

impl<R: Real> Coefficients<R> {
    /// 8.22: from car, gear ratio, the torque line T = b Omega + d (8.18), and the road. The
    /// line's slope is in N.m per rad/s, so that Palmer's 60 / (2 pi) is in it already.
    pub fn new(
        car: &PalmerCar<R>,
        gear_ratio: R,
        slope_nm_s: R,
        intercept_nm: R,
        road: &PalmerRoad<R>,
    ) -> Self {
        let gearing = gear_ratio * car.final_drive;
        let drag = aero::drag_factor(car.drag_coefficient, car.frontal_area_m2, road.air_density_kg_m3);
        let (sin, cos) = road.slope_rad.sin_cos();
        Self {
            c1: -drag / car.mass_kg,
            c2: gearing * gearing * slope_nm_s / (car.mass_kg * car.wheel_radius_m * car.wheel_radius_m),
            c3: gearing * intercept_nm / (car.mass_kg * car.wheel_radius_m)
                - (car.rolling_coefficient * cos + sin) * road.gravity_m_s2,
        }
    }

    /// 8.20, 8.21: the acceleration at a speed, m/s^2.
    pub fn acceleration(&self, speed_m_s: R) -> R {
        (self.c1 * speed_m_s + self.c2) * speed_m_s + self.c3
    }

    /// 8.25: both speeds at which the acceleration is zero, m/s: the sign of the root first plus,
    /// then minus, over 2 c1. With c1 < 0 the second is the top speed.
    pub fn equilibrium_speeds(&self) -> [R; 2] {
        let root = (self.c2 * self.c2 - R::lit(4.0) * self.c1 * self.c3).sqrt();
        let below = R::lit(2.0) * self.c1;
        [(root - self.c2) / below, (-root - self.c2) / below]
    }

    /// 8.25: the drag-limited top speed, m/s: the larger root.
    pub fn top_speed(&self) -> R {
        let [first, second] = self.equilibrium_speeds();
        first.max(second)
    }
}
