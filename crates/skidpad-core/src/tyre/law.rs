//! Interface of every tyre law: the forces of a tyre that slips steadily.
//!
//! **Signs.** With the slip velocity of the tread over the ground in the wheel's frame (x forward, y to the left),
//! (v_sx, v_sy) = (omega R - v_x, -v_y), the slips are kappa = v_sx / |v_x| and lambda = v_sy / |v_x|, which is
//! -tan(alpha) with the slip angle alpha = atan2(v_y, |v_x|). Both have the sign of their force, on either side of
//! the car, forwards and backwards. A law knows wheels that roll forwards, where kappa > 0 drives: one that rolls
//! backwards is its own mirror image, front for rear, so that who reads a law for it turns the signs of kappa and the
//! longitudinal force (and of the moments about y and z), as [`Carcass`](crate::tyre::Carcass) does. Camber is positive where the top of the wheel leans to its left.
//!
//! **Moments** are ISO 8855's, about the contact point of a wheel that rolls forwards.

use crate::math::{Real, Vec2};
use crate::record::Record;

/// Operating point of a tyre, on which its steady force depends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footprint<R> {
    /// Load on the contact, N: not below 0.
    pub load_n: R,
    /// Longitudinal slip ratio kappa (of a wheel that rolls forwards) and lateral slip tangent lambda.
    pub slip: Vec2<R>,
    /// Camber, positive to the left, rad.
    pub camber_rad: R,
    /// Speed of the hub along the wheel, |v_x|, m/s.
    pub speed_m_s: R,
    /// Grip of the road over that of the road on which the law holds.
    pub grip: R,
    /// Inflation pressure over nominal; 1 where it is unknown.
    pub pressure_share: R,
}

impl<R: Real> Footprint<R> {
    /// An upright tyre at nominal pressure on the road of its law, at standstill.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn plain(load_n: R, slip: Vec2<R>) -> Self {
        Self {
            load_n,
            slip,
            camber_rad: R::zero(),
            speed_m_s: R::zero(),
            grip: R::one(),
            pressure_share: R::one(),
        }
    }

    /// Returns the operating point with other slips.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn with_slip(&self, slip: Vec2<R>) -> Self {
        Self { slip, ..*self }
    }
}

/// Forces and moments of a tyre on its wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TyreForce<R> {
    /// Force on the wheel in its frame, N: forwards, and to the left.
    pub force: Vec2<R>,
    /// Moment about the wheel's x axis, N m.
    pub overturning_nm: R,
    /// Moment about the wheel's y axis, N m: negative where it brakes a wheel that rolls forwards.
    pub rolling_nm: R,
    /// Moment about the wheel's z axis, N m: positive turns it to the left.
    pub aligning_nm: R,
}

impl<R: Real> TyreForce<R> {
    /// A force without moments.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn from_force(force: Vec2<R>) -> Self {
        Self { force, overturning_nm: R::zero(), rolling_nm: R::zero(), aligning_nm: R::zero() }
    }
}

/// A tyre law: numbers only, and the force that follows from them.
///
/// What a law must keep: finite for every finite footprint; no force at load 0; each component of the force less
/// its [`offset_n`](SteadyTyre::offset_n) has the sign of its slip, and is within [`peak_n`](SteadyTyre::peak_n).
pub trait SteadyTyre<R: Real>: Record<R> {
    /// Force and moments at steady slip.
    fn steady(&self, at: &Footprint<R>) -> TyreForce<R>;

    /// The largest force, N, longitudinal and lateral, that any slip up to [`largest_slip`](SteadyTyre::largest_slip)
    /// brings forth: a bound, for most laws met by their best slip. The footprint's slip does not count.
    fn peak_n(&self, at: &Footprint<R>) -> Vec2<R>;

    /// Slope of longitudinal force over kappa, and of lateral force over lambda, at slip 0, N. The footprint's slip
    /// does not count.
    fn slip_stiffness_n(&self, at: &Footprint<R>) -> Vec2<R>;

    /// The force, N, that remains at no slip, from camber, conicity and ply steer: the longitudinal force at
    /// (0, lambda), the lateral one at (kappa, 0). Laws without such terms have none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn offset_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let _ = at;
        Vec2 { x: R::zero(), y: R::zero() }
    }

    /// The slips up to which the law is read. What slides faster over the ground than that over its rolling is
    /// read there, in the direction of its sliding: so nothing is divided by a speed that vanishes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn largest_slip(&self) -> Vec2<R> {
        Vec2 { x: R::lit(100.0), y: R::lit(100.0) }
    }

    /// Largest factor by which the force of a law may lie outside of the ellipse of its peaks: 1 (an ellipse) to the
    /// root of 2 (a rectangle: each component has its peak for itself).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn squareness(&self) -> R {
        R::one()
    }
}

/// Speed of the tread over that of the hub, |1 + kappa|: what slips over the tread's own speed are divided by. Not
/// below 1/1000: there everything slides.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn rolling_share<R: Real>(kappa: R) -> R {
    (R::one() + kappa).abs().max(R::lit(1e-3))
}
