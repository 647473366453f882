//! The tyre of STD and MB: the Magic Formula PAC2002 without turn slip, scaling and the terms in the load,
//! `tire_model` of the package.
//!
//! Quirks, all kept: the longitudinal slip comes with the sign of braking and is turned round in the pure
//! force alone, not in the weighting; S_Vx is added inside the sine, to the angle; the lateral shifts have
//! the sign of the camber and so vanish without camber; the tyre is not symmetric (`r_hx1`, `r_by3`, the
//! `r_vy`), and pushes to a side at no slip angle.

mod forces;
mod made;

use skidpad_core::compound_record;
use skidpad_core::math::Real;
use skidpad_core::record;

record! {
    /// The published coefficients, under their published names.
    pub struct Tyre {
        /// Shape, longitudinal.
        p_cx1: "-" [0.5, 3.0],
        /// Friction, longitudinal.
        p_dx1: "-" [0.1, 3.0],
        /// Friction with camber, longitudinal.
        p_dx3: "-" [-50.0, 50.0],
        /// Curvature, longitudinal.
        p_ex1: "-" [-10.0, 1.0],
        /// Stiffness over load, longitudinal.
        p_kx1: "-" [1.0, 100.0],
        /// Horizontal shift, longitudinal.
        p_hx1: "-" [-0.1, 0.1],
        /// Vertical shift over load, longitudinal.
        p_vx1: "-" [-1e-4, 1e-4],
        /// Weighting by slip angle: steepness.
        r_bx1: "-" [0.0, 100.0],
        /// Weighting by slip angle: how slip flattens it.
        r_bx2: "-" [-100.0, 100.0],
        /// Weighting by slip angle: shape.
        r_cx1: "-" [0.0, 3.0],
        /// Weighting by slip angle: curvature.
        r_ex1: "-" [-10.0, 1.0],
        /// Weighting by slip angle: shift.
        r_hx1: "-" [-0.1, 0.1],
        /// Shape, lateral.
        p_cy1: "-" [0.5, 3.0],
        /// Friction, lateral.
        p_dy1: "-" [0.1, 3.0],
        /// Friction with camber, lateral.
        p_dy3: "-" [-50.0, 50.0],
        /// Curvature, lateral.
        p_ey1: "-" [-10.0, 1.0],
        /// Stiffness over load, lateral; below 0.
        p_ky1: "-" [-100.0, -1.0],
        /// Horizontal shift, lateral.
        p_hy1: "-" [-0.1, 0.1],
        /// Horizontal shift with camber, lateral.
        p_hy3: "-" [-1.0, 1.0],
        /// Vertical shift over load, lateral.
        p_vy1: "-" [-1.0, 1.0],
        /// Vertical shift over load with camber, lateral.
        p_vy3: "-" [-5.0, 5.0],
        /// Weighting by slip: steepness.
        r_by1: "-" [0.0, 100.0],
        /// Weighting by slip: how the slip angle flattens it.
        r_by2: "-" [-100.0, 100.0],
        /// Weighting by slip: at which slip angle it is steepest.
        r_by3: "-" [-0.5, 0.5],
        /// Weighting by slip: shape.
        r_cy1: "-" [0.0, 3.0],
        /// Weighting by slip: curvature.
        r_ey1: "-" [-10.0, 1.0],
        /// Weighting by slip: shift.
        r_hy1: "-" [-0.1, 0.1],
        /// Side force by slip, over load.
        r_vy1: "-" [-1.0, 1.0],
        /// Side force by slip, over load, with camber.
        r_vy3: "-" [-5.0, 5.0],
        /// Side force by slip: how the slip angle fades it.
        r_vy4: "-" [-100.0, 100.0],
        /// Side force by slip: shape.
        r_vy5: "-" [-3.0, 3.0],
        /// Side force by slip: steepness.
        r_vy6: "-" [-100.0, 100.0],
    }

    /// A pure force over load, y = mu sin(C atan(B x - E (B x - atan(B x)))), with x shifted.
    pub struct PureCurve {
        /// B.
        stiffness: "-" [-200.0, 200.0],
        /// C.
        shape: "-" [0.5, 3.0],
        /// E.
        curvature: "-" [-10.0, 1.0],
        /// mu: D over load.
        friction: "-" [0.0, 3.0],
        /// S_H.
        shift: "-" [-1.0, 1.0],
        /// S_V over load.
        push: "-" [-5.0, 5.0],
    }

    /// How the slip of one direction weakens the force of the other:
    /// cos(C atan(B x - E (B x - atan(B x)))) over the same at x = S_H, with x shifted by S_H and
    /// B = b cos(atan(f (z - z0))), where z is the slip of the force's own direction.
    pub struct WeightCurve {
        /// b.
        steepness: "-" [0.0, 100.0],
        /// f.
        fading: "-" [-100.0, 100.0],
        /// z0.
        centre: "-" [-0.5, 0.5],
        /// C.
        shape: "-" [0.0, 3.0],
        /// E.
        curvature: "-" [-10.0, 1.0],
        /// S_H.
        shift: "-" [-0.1, 0.1],
    }

    /// The side force that slip makes, over load: S_Vy = amount cos(atan(f alpha)) sin(C atan(B s)).
    pub struct SideCurve {
        /// mu times r_vy1 and the camber's share.
        amount: "-" [-5.0, 5.0],
        /// r_vy4.
        fading: "-" [-100.0, 100.0],
        /// r_vy5.
        shape: "-" [-3.0, 3.0],
        /// r_vy6.
        steepness: "-" [-100.0, 100.0],
    }

    /// Slip of a tyre.
    pub struct TyreSlip {
        /// 1 - R omega / u: positive when braking.
        braking_slip: "-" [-1e4, 1e4],
        /// Slip angle, positive where the tyre moves to its left.
        slip_angle_rad: "rad" [-3.2, 3.2],
    }

    /// Forces of a tyre, in the wheel's frame.
    pub struct TyreForces {
        /// Longitudinal at the slip alone, without slip angle.
        pure_x_n: "N" [-1e6, 1e6],
        /// Lateral at the slip angle alone, without slip.
        pure_y_n: "N" [-1e6, 1e6],
        /// Longitudinal.
        x_n: "N" [-1e6, 1e6],
        /// Lateral.
        y_n: "N" [-1e6, 1e6],
    }
}

compound_record! {
    /// The tyre at a camber, its constants combined.
    pub struct TyreCurves {
        /// Longitudinal force.
        pure_x: PureCurve<R>,
        /// Lateral force.
        pure_y: PureCurve<R>,
        /// How the slip angle weakens the longitudinal force.
        weight_x: WeightCurve<R>,
        /// One over that weighting's numerator at no slip angle: see [`AtRest`].
        rest_x: AtRest<R>,
        /// How the slip weakens the lateral force.
        weight_y: WeightCurve<R>,
        /// One over that weighting's numerator at no slip.
        rest_y: AtRest<R>,
        /// The side force that slip makes.
        side: SideCurve<R>,
    }
}

/// 1 / cos(C atan(B S_H - E (B S_H - atan(B S_H)))), the weighting's denominator, as the coefficients of
/// a polynomial in cos^2(atan(f (z - z0))), lowest first. B S_H is small (0.067 and 4e-5 at most in the
/// published tyre), so that five terms are exact to rounding; they save two arc tangents, a cosine and a
/// division for each weighting.
pub type AtRest<R> = [R; 5];

/// Camber of a tyre, rad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camber<R>(pub R);

/// B x - E (B x - atan(B x)) from B x and its arc tangent. With E <= 1 neither changes its sign.
#[cfg_attr(not(debug_assertions), inline(always))]
fn bent<R: Real>(curvature: R, t: R, arc: R) -> R {
    t - curvature * (t - arc)
}

impl<R: Real> PureCurve<R> {
    /// `formula_longitudinal`: B = K_x / (C D) with K_x = F_z p_kx1, D = mu F_z; the load cancels.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn longitudinal(tyre: &Tyre<R>, Camber(camber): Camber<R>) -> Self {
        let friction = tyre.p_dx1 * (R::one() - tyre.p_dx3 * camber * camber);
        Self {
            stiffness: tyre.p_kx1 / (tyre.p_cx1 * friction),
            shape: tyre.p_cx1,
            curvature: tyre.p_ex1,
            friction,
            shift: tyre.p_hx1,
            push: tyre.p_vx1,
        }
    }

    /// `formula_lateral`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn lateral(tyre: &Tyre<R>, Camber(camber): Camber<R>) -> Self {
        let friction = tyre.p_dy1 * (R::one() - tyre.p_dy3 * camber * camber);
        let side = camber.sign();
        Self {
            stiffness: tyre.p_ky1 / (tyre.p_cy1 * friction),
            shape: tyre.p_cy1,
            curvature: tyre.p_ey1,
            friction,
            shift: side * (tyre.p_hy1 + tyre.p_hy3 * camber.abs()),
            push: side * (tyre.p_vy1 + tyre.p_vy3 * camber.abs()),
        }
    }
}

/// cos^2(atan(x)) = 1 / (1 + x^2).
#[cfg_attr(not(debug_assertions), inline(always))]
fn cos2_of_arc<R: Real>(x: R) -> R {
    R::one() / (R::one() + x * x)
}

impl<R: Real> WeightCurve<R> {
    /// One over the weighting's denominator.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn one_over_rest(&self, [c0, c1, c2, c3, c4]: &AtRest<R>, cos2: R) -> R {
        *c0 + cos2 * (*c1 + cos2 * (*c2 + cos2 * (*c3 + cos2 * *c4)))
    }

    /// |B x|.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn argument(&self, cos2: R, x: R) -> R {
        (self.steepness * cos2.sqrt() * (x + self.shift)).abs()
    }
}
