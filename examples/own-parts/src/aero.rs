//! Aerodynamics by tables, as a wind tunnel measures them: over the yaw angle of the flow, and over the ride height.

use skidpad::core::aero::{Aerodynamics, AirFlow, AirForces};
use skidpad::core::math::{Real, Vec2};

use crate::table::between_constants;

/// Yaw angles of the flow, degrees: 0 from ahead, 90 from the side.
pub const YAW_DEG: [f64; 7] = [0.0, 5.0, 10.0, 15.0, 20.0, 30.0, 90.0];
/// Drag coefficient along the car. (These tables are made up, in the form of a wind tunnel's report: put your own here.)
pub const DRAG: [f64; 7] = [0.24, 0.25, 0.275, 0.30, 0.31, 0.28, 0.0];
/// Coefficient of the side force.
pub const SIDE: [f64; 7] = [0.0, 0.19, 0.40, 0.63, 0.86, 1.30, 2.0];
/// Coefficient of the yaw moment, over the wheelbase: positive where it turns the car away from the wind.
pub const YAW: [f64; 7] = [0.0, 0.055, 0.11, 0.16, 0.20, 0.22, 0.0];
/// Heights of the body over each axle above where it is at rest, mm.
pub const HEIGHT_MM: [f64; 5] = [-40.0, -20.0, 0.0, 20.0, 40.0];
/// Coefficients of the downforce at these heights, of the front and of the rear axle.
pub const DOWNFORCE: [[f64; 5]; 2] = [[0.06, 0.05, 0.02, -0.02, -0.05], [0.09, 0.08, 0.06, 0.04, 0.01]];

skidpad::core::record! {
    /// Aerodynamics of a car: the tables are the same for all, these numbers differ.
    pub struct AeroMap {
        /// Frontal area.
        frontal_area_m2: "m^2" [0.0, 20.0],
        /// From the centre of mass to the front axle.
        aero_to_front_m: "m" [0.01, 20.0],
        /// From the centre of mass to the rear axle.
        aero_to_rear_m: "m" [0.01, 20.0],
    }
}

impl<R: Real> Aerodynamics<R> for AeroMap<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn forces(&self, flow: &AirFlow<R>) -> AirForces<R> {
        let Vec2 { x, y } = flow.velocity_m_s;
        // Forwards and backwards, from the left and from the right, the body is the same.
        let yaw_deg = y.abs().atan2(x.abs()) * R::lit(180.0 / core::f64::consts::PI);
        let drag = between_constants(&YAW_DEG, &DRAG, yaw_deg);
        let side = between_constants(&YAW_DEG, &SIDE, yaw_deg);
        let yaw = between_constants(&YAW_DEG, &YAW, yaw_deg);
        let half_density_area = R::lit(0.5) * flow.density_kg_m3 * self.frontal_area_m2;
        let pressure = half_density_area * (x * x + y * y);
        // Each coefficient is 0 where the sign beside it turns: no force jumps.
        let force_n = Vec2 { x: -(pressure * drag * x.sign()), y: -(pressure * side * y.sign()) };
        let wheelbase_m = self.aero_to_front_m + self.aero_to_rear_m;
        let yaw_nm = -(pressure * wheelbase_m * yaw * (x.sign() * y.sign()));
        let front_m = flow.heave_m - flow.pitch_rad * self.aero_to_front_m;
        let rear_m = flow.heave_m + flow.pitch_rad * self.aero_to_rear_m;
        let from_ahead = half_density_area * (x * x);
        let millimetres = R::lit(1000.0);
        let front = between_constants(&HEIGHT_MM, &DOWNFORCE[0], front_m * millimetres);
        let rear = between_constants(&HEIGHT_MM, &DOWNFORCE[1], rear_m * millimetres);
        AirForces { force_n, yaw_nm, downforce_n: [from_ahead * front, from_ahead * rear] }
    }
}
