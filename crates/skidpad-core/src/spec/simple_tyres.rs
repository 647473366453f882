//! Fiala's, TMeasy's and the Magic Formula of 1989 through a vehicle's own stiffnesses, peaks and sliding forces, at
//! the load of a wheel at rest.

use super::Vehicle;
use super::tyres::{DOUBLE_STIFFNESS, SLOPE_LOAD, curvature, half_length_m, shape};
use crate::math::Real;
use crate::record::Record;
use crate::tyre::{FialaTyre, Pacejka89Tyre, TmeasyTyre};

/// Slip of full sliding over that of the peak: 0.5 over 0.11, as in Project Chrono's test of TMeasy's curve.
const SLIDING_OVER_PEAK: f64 = 4.5;

impl<R: Real> Vehicle<R> {
    /// Fiala's tyre with an axle's stiffnesses, or the one that the vehicle's file gives.
    ///
    /// It knows one friction for both directions: here the geometric mean of the axle's. The lateral peak is where
    /// all slides, at tan(alpha) = 3 U F_z / C_a, and U has fallen there by (U_max - U_min) tan(alpha); U_max makes
    /// up for it: U_max = m / (1 - (1 - q) 3 m / C) with the mean m, the stiffness over load C and the sliding share
    /// q, and U_min = q m. The width is such that the trail at small slip, w / 3, is that of a contact's half length.
    pub fn fiala_tyre(&self, is_front: bool) -> FialaTyre<R> {
        if let Some(tyres) = &self.tyres().fiala {
            return *tyres.on(is_front);
        }
        let (axle, load_n) = (self.axle(is_front), self.wheel_load_n(is_front));
        let cornering = axle.combined_tyre().cornering_stiffness_1_rad();
        let mean = Real::sqrt(axle.friction * axle.lateral_friction);
        let fallen = Real::min((R::one() - axle.sliding_share) * R::lit(3.0) * mean / cornering, R::lit(0.5));
        FialaTyre {
            stiffness_n: axle.stiffness * load_n,
            lateral_stiffness_n: cornering * load_n,
            friction: mean / (R::one() - fallen),
            sliding_friction: axle.sliding_share * mean,
            width_m: half_length_m(axle),
        }
    }

    /// TMeasy's tyre through an axle's figures, or the one that the vehicle's file gives.
    ///
    /// Forces grow with the load, as the axle's do. The lateral slope grows as the Magic Formula's does, and the
    /// slips of peak and sliding with peak over slope, so that the curve keeps its shape. The contact is of the usual
    /// half length a at rest, the trail a / 3, gone at the peak and for good at twice its slip.
    pub fn tmeasy_tyre(&self, is_front: bool) -> TmeasyTyre<R> {
        if let Some(tyres) = &self.tyres().tmeasy {
            return *tyres.on(is_front);
        }
        let (axle, load_n) = (self.axle(is_front), self.wheel_load_n(is_front));
        let cornering_n = axle.combined_tyre().cornering_stiffness_1_rad() * load_n;
        let (peak_x_n, peak_y_n) = (axle.friction * load_n, axle.lateral_friction * load_n);
        let (slip_x, slip_y) = (axle.peak_slip, Real::tan(axle.peak_slip_angle_rad));
        let (slides, later) = (axle.sliding_share, R::lit(2.0) / R::lit(DOUBLE_STIFFNESS));
        TmeasyTyre {
            nominal_load_n: load_n,
            most_load_share: R::lit(10.0),
            slope_x_n: axle.stiffness * load_n,
            slope_x_double_n: R::lit(2.0) * axle.stiffness * load_n,
            peak_x_n,
            peak_x_double_n: R::lit(2.0) * peak_x_n,
            sliding_x_n: slides * peak_x_n,
            sliding_x_double_n: R::lit(2.0) * slides * peak_x_n,
            peak_slip_x: slip_x,
            peak_slip_x_double: slip_x,
            sliding_slip_x: R::lit(SLIDING_OVER_PEAK) * slip_x,
            sliding_slip_x_double: R::lit(SLIDING_OVER_PEAK) * slip_x,
            slope_y_n: cornering_n,
            slope_y_double_n: R::lit(DOUBLE_STIFFNESS) * cornering_n,
            peak_y_n,
            peak_y_double_n: R::lit(2.0) * peak_y_n,
            sliding_y_n: slides * peak_y_n,
            sliding_y_double_n: R::lit(2.0) * slides * peak_y_n,
            peak_slip_y: slip_y,
            peak_slip_y_double: later * slip_y,
            sliding_slip_y: R::lit(SLIDING_OVER_PEAK) * slip_y,
            sliding_slip_y_double: R::lit(SLIDING_OVER_PEAK) * later * slip_y,
            trail_share: R::one() / R::lit(6.0),
            trail_share_double: R::one() / R::lit(6.0),
            trail_zero_slip: slip_y,
            trail_zero_slip_double: later * slip_y,
            trail_end_slip: R::lit(2.0) * slip_y,
            trail_end_slip_double: R::lit(2.0) * later * slip_y,
            radius_m: axle.radius_m,
            // L = 2 sqrt(R F_z / c_z) = 2 a.
            vertical_n_m: axle.radius_m * load_n / (half_length_m(axle) * half_length_m(axle)),
        }
    }

    /// The Magic Formula of 1989 through an axle's figures, or the one that the vehicle's file gives.
    ///
    /// Shape, peak and curvature as [`magic_formula`](Self::magic_formula) has them, in the paper's units. The aligning
    /// moment has the slope of a trail of a third of the half length a, and the brush's peak, 27/256 mu F_z a, at a
    /// quarter of its slip of full sliding (Pacejka, Tire and Vehicle Dynamics, 3rd ed., 3.2).
    pub fn pacejka89_tyre(&self, is_front: bool) -> Pacejka89Tyre<R> {
        if let Some(tyres) = &self.tyres().pacejka89 {
            return *tyres.on(is_front);
        }
        let (axle, load_n) = (self.axle(is_front), self.wheel_load_n(is_front));
        let cornering = axle.combined_tyre().cornering_stiffness_1_rad();
        let shape = shape(axle.sliding_share);
        let per_degree = R::lit(core::f64::consts::PI) / R::lit(180.0);
        // sin(2 atan(1 / r)) = 2 r / (r^2 + 1)
        let at_rest = R::lit(2.0) * R::lit(SLOPE_LOAD) / (R::lit(SLOPE_LOAD) * R::lit(SLOPE_LOAD) + R::one());
        let (moment, slope) = (R::lit(27.0) / R::lit(256.0) * axle.lateral_friction, cornering / R::lit(3.0));
        let moment_peak = R::lit(0.75) * axle.lateral_friction / cornering;
        Pacejka89Tyre {
            a0: shape,
            a2: R::lit(1e3) * axle.lateral_friction,
            a3: per_degree * cornering * load_n / at_rest,
            a4: R::lit(1e-3) * R::lit(SLOPE_LOAD) * load_n,
            a7: curvature(shape, cornering / axle.lateral_friction, axle.peak_slip_angle_rad),
            b0: shape,
            b2: R::lit(1e3) * axle.friction,
            b4: R::lit(10.0) * axle.stiffness,
            b8: curvature(shape, axle.stiffness / axle.friction, axle.peak_slip),
            // The paper's moment is positive to the right, and an aligning one negative.
            c0: R::lit(2.0),
            c2: -R::lit(1e3) * half_length_m(axle) * moment,
            c4: -R::lit(1e3) * half_length_m(axle) * per_degree * slope,
            c9: curvature(R::lit(2.0), slope / moment, moment_peak),
            ..Record::splat(R::zero())
        }
    }
}
