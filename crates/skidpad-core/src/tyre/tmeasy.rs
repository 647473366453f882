//! TMeasy: a handbook tyre from figures that can be read off a diagram, at nominal load and at twice that.
//!
//! Hirschberg, Rill, Weinfurter, "Tire model TMeasy", Vehicle System Dynamics 45 suppl. (2007) 101-119. The slips are
//! over the tread's speed, s = (kappa, lambda) / |1 + kappa|. Forces and slopes over load are parabolas through both
//! loads, slips straight lines. Slipping in both directions, the slips are made comparable,
//!
//! s_n = (s_x / n_x, s_y / n_y),  n_i = s_i^M / (s_x^M + s_y^M) + (F_i^M / dF_i^0) / (F_x^M / dF_x^0 + F_y^M / dF_y^0),
//!
//! and with (cos, sin) = s_n / |s_n| the curve is read at |s_n| for dF^0 = |(dF_x^0 n_x cos, dF_y^0 n_y sin)|,
//! s^M = |(s_x^M cos / n_x, s_y^M sin / n_y)|, F^M = |(F_x^M cos, F_y^M sin)|, and so s^S and F^S. The force points along
//! s_n. M_z = -n L F_y with the contact's length L = 2 sqrt(R F_z / c_z).
//!
//! Project Chrono has n_x = n_y = 1, and two parabolas for the curve's fall.
//!
//! **Road.** F^M, F^S, s^M and s^S grow with the grip, the slopes do not.

use alloc::vec::Vec;

use crate::math::{Real, Vec2};
use crate::record;
use crate::tyre::fault::{TyreFault, above, out_of_range};
use crate::tyre::law::{Footprint, SteadyTyre, TyreForce, rolling_share};
use crate::tyre::tmeasy_curve::{TmeasyCurve, TmeasyTrail};

record! {
    /// TMeasy's figures.
    pub struct TmeasyTyre {
        /// Nominal load.
        nominal_load_n: "N" [1.0, 1e6],
        /// Load over nominal from which the forces grow no more.
        most_load_share: "-" [1.0, 10.0],
        /// Slope of longitudinal force at no slip, at nominal load.
        slope_x_n: "N" [1.0, 1e8],
        /// Slope of longitudinal force at no slip, at twice the nominal load.
        slope_x_double_n: "N" [1.0, 1e8],
        /// Largest longitudinal force, at nominal load.
        peak_x_n: "N" [1.0, 1e7],
        /// Largest longitudinal force, at twice the nominal load.
        peak_x_double_n: "N" [1.0, 1e7],
        /// Longitudinal force when sliding, at nominal load.
        sliding_x_n: "N" [1.0, 1e7],
        /// Longitudinal force when sliding, at twice the nominal load.
        sliding_x_double_n: "N" [1.0, 1e7],
        /// Slip at the largest longitudinal force, at nominal load.
        peak_slip_x: "-" [1e-3, 5.0],
        /// Slip at the largest longitudinal force, at twice the nominal load.
        peak_slip_x_double: "-" [1e-3, 5.0],
        /// Longitudinal slip from which the tyre slides, at nominal load.
        sliding_slip_x: "-" [1e-3, 20.0],
        /// Longitudinal slip from which the tyre slides, at twice the nominal load.
        sliding_slip_x_double: "-" [1e-3, 20.0],
        /// Slope of lateral force at no slip, at nominal load.
        slope_y_n: "N" [1.0, 1e8],
        /// Slope of lateral force at no slip, at twice the nominal load.
        slope_y_double_n: "N" [1.0, 1e8],
        /// Largest lateral force, at nominal load.
        peak_y_n: "N" [1.0, 1e7],
        /// Largest lateral force, at twice the nominal load.
        peak_y_double_n: "N" [1.0, 1e7],
        /// Lateral force when sliding, at nominal load.
        sliding_y_n: "N" [1.0, 1e7],
        /// Lateral force when sliding, at twice the nominal load.
        sliding_y_double_n: "N" [1.0, 1e7],
        /// Slip at the largest lateral force, at nominal load.
        peak_slip_y: "-" [1e-3, 5.0],
        /// Slip at the largest lateral force, at twice the nominal load.
        peak_slip_y_double: "-" [1e-3, 5.0],
        /// Lateral slip from which the tyre slides, at nominal load.
        sliding_slip_y: "-" [1e-3, 20.0],
        /// Lateral slip from which the tyre slides, at twice the nominal load.
        sliding_slip_y_double: "-" [1e-3, 20.0],
        /// Trail over contact length at no slip, at nominal load.
        trail_share: "-" [0.0, 1.0],
        /// Trail over contact length at no slip, at twice the nominal load.
        trail_share_double: "-" [0.0, 1.0],
        /// Lateral slip where the trail changes its sign, at nominal load.
        trail_zero_slip: "-" [1e-3, 5.0],
        /// Lateral slip where the trail changes its sign, at twice the nominal load.
        trail_zero_slip_double: "-" [1e-3, 5.0],
        /// Lateral slip from which there is no trail, at nominal load.
        trail_end_slip: "-" [1e-3, 20.0],
        /// Lateral slip from which there is no trail, at twice the nominal load.
        trail_end_slip_double: "-" [1e-3, 20.0],
        /// Radius of the unloaded tyre.
        radius_m: "m" [0.05, 3.0],
        /// Vertical stiffness, for the contact's length.
        vertical_n_m: "N/m" [1e3, 1e8],
    }
}

impl TmeasyTyre<f64> {
    /// Every field that is out of its range or at odds with another.
    pub fn check(&self) -> Vec<TyreFault> {
        let mut faults = out_of_range(self);
        above(&mut faults, "sliding_slip_x", self.sliding_slip_x, (self.peak_slip_x, "peak_slip_x"));
        above(&mut faults, "peak_x_n", self.peak_x_n * (1.0 + 1e-15), (self.sliding_x_n, "sliding_x_n"));
        above(
            &mut faults,
            "sliding_slip_x_double",
            self.sliding_slip_x_double,
            (self.peak_slip_x_double, "peak_slip_x_double"),
        );
        above(
            &mut faults,
            "peak_x_double_n",
            self.peak_x_double_n * (1.0 + 1e-15),
            (self.sliding_x_double_n, "sliding_x_double_n"),
        );
        above(&mut faults, "sliding_slip_y", self.sliding_slip_y, (self.peak_slip_y, "peak_slip_y"));
        above(&mut faults, "peak_y_n", self.peak_y_n * (1.0 + 1e-15), (self.sliding_y_n, "sliding_y_n"));
        above(
            &mut faults,
            "sliding_slip_y_double",
            self.sliding_slip_y_double,
            (self.peak_slip_y_double, "peak_slip_y_double"),
        );
        above(
            &mut faults,
            "peak_y_double_n",
            self.peak_y_double_n * (1.0 + 1e-15),
            (self.sliding_y_double_n, "sliding_y_double_n"),
        );
        faults
    }
}

/// Forces over load change their ratio to it by a parabola: F = q (2 F_1 - F_2 / 2 - (F_1 - F_2 / 2) q); this is F / q
/// (the paper's interpolation). Not below a twentieth of that at no load, where extrapolation would turn it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn over_share<R: Real>(share: R, at_one: R, at_two: R) -> R {
    let half = R::lit(0.5) * at_two;
    let least = R::lit(0.05) * at_one;
    (R::lit(2.0) * at_one - half - (at_one - half) * share).max(least)
}

/// Slips change with load in a straight line (the paper's interpolation); not below a twentieth of that at nominal load.
#[cfg_attr(not(debug_assertions), inline(always))]
fn line<R: Real>(share: R, at_one: R, at_two: R) -> R {
    (at_one + (at_two - at_one) * (share - R::one())).max(R::lit(0.05) * at_one)
}

impl<R: Real> TmeasyTyre<R> {
    /// Load over nominal.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn share(&self, at: &Footprint<R>) -> R {
        (at.load_n / self.nominal_load_n).min(self.most_load_share)
    }

    /// The curves of both directions on this road, forces over the load's share.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn curves(&self, at: &Footprint<R>) -> (TmeasyCurve<R>, TmeasyCurve<R>) {
        let share = self.share(at);
        let grip = at.grip.max(R::lit(1e-9));
        let x = TmeasyCurve {
            slope_n: over_share(share, self.slope_x_n, self.slope_x_double_n),
            peak_slip: grip * line(share, self.peak_slip_x, self.peak_slip_x_double),
            peak_n: grip * over_share(share, self.peak_x_n, self.peak_x_double_n),
            sliding_slip: grip * line(share, self.sliding_slip_x, self.sliding_slip_x_double),
            sliding_n: grip * over_share(share, self.sliding_x_n, self.sliding_x_double_n),
        };
        let y = TmeasyCurve {
            slope_n: over_share(share, self.slope_y_n, self.slope_y_double_n),
            peak_slip: grip * line(share, self.peak_slip_y, self.peak_slip_y_double),
            peak_n: grip * over_share(share, self.peak_y_n, self.peak_y_double_n),
            sliding_slip: grip * line(share, self.sliding_slip_y, self.sliding_slip_y_double),
            sliding_n: grip * over_share(share, self.sliding_y_n, self.sliding_y_double_n),
        };
        (x, y)
    }

    /// The weights that make the slips of both directions comparable.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn weights(&self, x: &TmeasyCurve<R>, y: &TmeasyCurve<R>) -> Vec2<R> {
        let (reach_x, reach_y) = (x.peak_n / x.least_slope_n(), y.peak_n / y.least_slope_n());
        let (slips, reaches) = (x.peak_slip + y.peak_slip, reach_x + reach_y);
        Vec2 { x: x.peak_slip / slips + reach_x / reaches, y: y.peak_slip / slips + reach_y / reaches }
    }

    /// Contact length, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn contact_length_m(&self, load_n: R) -> R {
        R::lit(2.0) * (self.radius_m * load_n / self.vertical_n_m).sqrt()
    }
}

/// |(a cos, b sin)|.
#[cfg_attr(not(debug_assertions), inline(always))]
fn between<R: Real>(way: &Vec2<R>, a: R, b: R) -> R {
    Vec2 { x: a * way.x, y: b * way.y }.quick_norm()
}

/// The curve in a direction.
#[cfg_attr(not(debug_assertions), inline(always))]
fn in_direction<R: Real>(
    way: &Vec2<R>,
    weights: &Vec2<R>,
    (x, y): (&TmeasyCurve<R>, &TmeasyCurve<R>),
) -> TmeasyCurve<R> {
    TmeasyCurve {
        slope_n: between(way, x.slope_n * weights.x, y.slope_n * weights.y),
        peak_slip: between(way, x.peak_slip / weights.x, y.peak_slip / weights.y),
        peak_n: between(way, x.peak_n, y.peak_n),
        sliding_slip: between(way, x.sliding_slip / weights.x, y.sliding_slip / weights.y),
        sliding_n: between(way, x.sliding_n, y.sliding_n),
    }
}

/// The largest component of a force of size |(own cos, other sin)| along its own axis. It is the peak `own`, or more
/// where the other is more than root 2 of it: the largest of cos^2 (own^2 cos^2 + other^2 sin^2).
#[cfg_attr(not(debug_assertions), inline(always))]
fn largest<R: Real>(own: R, other: R) -> R {
    let (own_2, other_2) = (own.square(), other.square());
    let beyond = other_2 / (R::lit(2.0) * (other_2 - own_2).max(R::lit(1e-30)).sqrt());
    R::select((R::lit(2.0) * own_2).lt(other_2), beyond, own)
}

impl<R: Real> SteadyTyre<R> for TmeasyTyre<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn steady(&self, at: &Footprint<R>) -> TyreForce<R> {
        let (x, y) = self.curves(at);
        let weights = self.weights(&x, &y);
        let inverse = R::one() / rolling_share(at.slip.x);
        let slip = Vec2 { x: at.slip.x * inverse, y: at.slip.y * inverse };
        let even = Vec2 { x: slip.x / weights.x, y: slip.y / weights.y };
        let size = even.quick_norm();
        let slips = size.gt(R::zero());
        let some = R::select(slips, size, R::one());
        let way = Vec2 { x: R::select(slips, even.x / some, R::one()), y: even.y / some };
        let curve = in_direction(&way, &weights, (&x, &y));
        let force = self.share(at) * curve.force_n(size);
        let force = Vec2 { x: force * way.x, y: force * way.y };
        let trail = TmeasyTrail {
            share: line(self.share(at), self.trail_share, self.trail_share_double),
            zero_slip: line(self.share(at), self.trail_zero_slip, self.trail_zero_slip_double),
            end_slip: line(self.share(at), self.trail_end_slip, self.trail_end_slip_double),
        };
        let trail_m = self.contact_length_m(at.load_n) * trail.at(slip.y.abs());
        TyreForce { aligning_nm: -(force.y * trail_m), ..TyreForce::from_force(force) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn peak_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let (x, y) = self.curves(at);
        let share = self.share(at);
        Vec2 { x: share * largest(x.peak_n, y.peak_n), y: share * largest(y.peak_n, x.peak_n) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slip_stiffness_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let (x, y) = self.curves(at);
        Vec2 { x: self.share(at) * x.least_slope_n(), y: self.share(at) * y.least_slope_n() }
    }

    /// Between the axes the force is larger than an ellipse would let it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn squareness(&self) -> R {
        R::lit(core::f64::consts::SQRT_2)
    }
}
