//! The Magic Formula of 1989.
//!
//! Bakker, Pacejka, Lidner, "A new tire model with an application in vehicle dynamics studies", SAE 890087 (1989):
//!
//! Y = D sin(C atan(B X - E (B X - atan B X))) + S_v,  X = x + S_h,
//!
//! with the load in kN, slip in per cent and angles in degrees, forces in N and moments in N m. Its axes are those of
//! a "modified SAE": x forwards and y to the right, slip angle with the sign of its force. Both are converted at this
//! door ([`from_iso`]); inside stand the paper's coefficients.
//!
//! | | D | B C D | E | S_h | S_v |
//! |---|---|---|---|---|---|
//! | F_y | a1 F^2 + a2 F | a3 sin(2 atan(F / a4)) (1 - a5 \|g\|) | a6 F + a7 | a8 g + a9 F + a10 | a11 F g + a12 F + a13 |
//! | F_x | b1 F^2 + b2 F | (b3 F^2 + b4 F) e^(-b5 F) | b6 F^2 + b7 F + b8 | b9 F + b10 | - |
//! | M_z | c1 F^2 + c2 F | (c3 F^2 + c4 F) (1 - c6 \|g\|) e^(-c5 F) | (c7 F^2 + c8 F + c9) (1 - c10 \|g\|) | c11 g + c12 F + c13 | (c14 F^2 + c15 F) g + c16 F + c17 |
//!
//! **Both slips.** The paper makes slips comparable by those at the peaks, for which the formula has no closed form.
//! Here it is done by slope and peak (`similar_n`). **Road.** Its grip multiplies the peaks
//! and leaves the slopes, as a similar contact does.
//!
//! Project Chrono has each force pure, whatever the other slip, the road's grip over the whole formula, and shifted slip
//! angles within 89.5 degrees.

use crate::math::{Real, Vec2};
use crate::tyre::law::{Footprint, SteadyTyre, TyreForce};

mod coefficients;

pub use coefficients::Pacejka89Tyre;

/// Arguments of the formula, in the paper's units and axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pacejka89Input<R> {
    /// Load, kN.
    pub load_kn: R,
    /// Slip ratio, %.
    pub kappa_percent: R,
    /// Slip angle, degrees: positive gives a force to the right.
    pub alpha_deg: R,
    /// Camber, degrees: positive leans to the right.
    pub gamma_deg: R,
}

/// The footprint in the paper's units and axes. A tyre that slides to its left has a positive slip angle and a force to
/// the right, positive there; camber to the right is positive.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn from_iso<R: Real>(at: &Footprint<R>) -> Pacejka89Input<R> {
    let degrees = R::lit(180.0 / core::f64::consts::PI);
    Pacejka89Input {
        load_kn: at.load_n * R::lit(1e-3),
        kappa_percent: R::lit(100.0) * at.slip.x,
        alpha_deg: -(degrees * at.slip.y.atan()),
        gamma_deg: -(degrees * at.camber_rad),
    }
}

/// A curve at some load.
struct SineCurve<R> {
    /// C.
    shape: R,
    /// D.
    peak: R,
    /// B C D over D: B C.
    reach: R,
    /// E.
    curvature: R,
    /// X.
    slip: R,
    /// S_v.
    shift: R,
}

impl<R: Real> SineCurve<R> {
    /// sin(C atan(t - E (t - atan t))), t = B X = BCX / C.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sine(&self, reached: R) -> R {
        let t = reached / self.shape;
        (self.shape * (t - self.curvature * (t - t.atan())).atan()).sin()
    }

    /// The formula without the vertical shift, its slip over `grip`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pure(&self, grip: R) -> R {
        self.peak * self.sine(self.reach * self.slip / grip)
    }
}

/// Forces in the paper's axes before the vertical shift, and that lateral shift, N.
struct Shifted<R> {
    force: Vec2<R>,
    shift_y: R,
}

impl<R: Real> Pacejka89Tyre<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longitudinal(&self, at: &Pacejka89Input<R>) -> SineCurve<R> {
        let load = at.load_kn;
        // Over the load, so that a lifted tyre does not divide 0 by 0; a peak that turned negative is none.
        let peak = (self.b1 * load + self.b2).max(R::lit(1e-9));
        SineCurve {
            shape: self.b0,
            peak: peak * load,
            reach: (self.b3 * load + self.b4) * (-(self.b5 * load)).exp() / peak,
            curvature: (self.b6 * load + self.b7) * load + self.b8,
            slip: at.kappa_percent + self.b9 * load + self.b10,
            shift: R::zero(),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lateral(&self, at: &Pacejka89Input<R>) -> SineCurve<R> {
        let (load, gamma) = (at.load_kn, at.gamma_deg);
        let peak = (self.a1 * load + self.a2).max(R::lit(1e-9));
        // sin(2 atan q) = 2 q / (1 + q^2).
        let q = load / self.a4;
        let slope = R::lit(2.0) * self.a3 / (self.a4 * (R::one() + q.square()));
        let slip = at.alpha_deg + self.a9 * load + self.a10 + self.a8 * gamma;
        SineCurve {
            shape: self.a0,
            peak: peak * load,
            reach: slope * (R::one() - self.a5 * gamma.abs()) / peak,
            curvature: self.a6 * load + self.a7,
            slip,
            shift: self.a11 * load * gamma + self.a12 * load + self.a13,
        }
    }

    /// Aligning moment in the paper's axes, N m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn aligning_sae_nm(&self, at: &Pacejka89Input<R>, grip: R) -> R {
        let (load, gamma) = (at.load_kn, at.gamma_deg);
        let one = R::one();
        let over_load = self.c1 * load + self.c2;
        // Either sign, but not 0.
        let peak = over_load.abs().max(R::lit(1e-9)).copysign(over_load);
        let lean = one - self.c6 * gamma.abs();
        let curve = SineCurve {
            shape: self.c0,
            peak: peak * load,
            reach: (self.c3 * load + self.c4) * lean * (-(self.c5 * load)).exp() / peak,
            curvature: ((self.c7 * load + self.c8) * load + self.c9) * (one - self.c10 * gamma.abs()),
            slip: at.alpha_deg + self.c11 * gamma + self.c12 * load + self.c13,
            shift: (self.c14 * load + self.c15) * load * gamma + self.c16 * load + self.c17,
        };
        grip * curve.pure(grip.max(R::lit(1e-9))) + grip * curve.shift
    }

    /// Forces in the paper's axes by similarity (Pacejka, Tire and Vehicle Dynamics, 3rd ed., 4.2): with the slips
    /// e = B C X over the grip, each curve is read at |e| and has its share e_i / |e|. Slips are comparable where
    /// slope times slip over peak is the same; the paper takes the slip at the peak for that, which agrees as far as
    /// the curves have one shape.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn similar_n(x: &SineCurve<R>, y: &SineCurve<R>, grip: R) -> Shifted<R> {
        let over = grip.max(R::lit(1e-9));
        let e = Vec2 { x: x.reach * x.slip / over, y: y.reach * y.slip / over };
        let size = e.quick_norm().max(R::lit(1e-15));
        Shifted {
            force: Vec2 {
                x: grip * x.peak * x.sine(size) * (e.x / size),
                y: grip * y.peak * y.sine(size) * (e.y / size),
            },
            shift_y: grip * y.shift,
        }
    }

    /// Forces in the paper's axes, N: forwards, and to the right.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn force_sae_n(&self, at: &Pacejka89Input<R>, grip: R) -> Vec2<R> {
        let (x, y) = (self.longitudinal(at), self.lateral(at));
        let similar = Self::similar_n(&x, &y, grip);
        // The shift of a tyre without load that does not fade with it (a13) ends with the load.
        let loaded = R::select(at.load_kn.gt(R::zero()), R::one(), R::zero());
        Vec2 { x: similar.force.x, y: similar.force.y + loaded * similar.shift_y }
    }

    /// Returns true where a coefficient gives a force at no slip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_shifted(&self) -> R::Mask {
        let shifts = self.a8.abs() + self.a9.abs() + self.a10.abs() + self.a11.abs() + self.a12.abs();
        (shifts + self.a13.abs() + self.b9.abs() + self.b10.abs()).gt(R::zero())
    }
}

impl<R: Real> SteadyTyre<R> for Pacejka89Tyre<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn steady(&self, at: &Footprint<R>) -> TyreForce<R> {
        let input = from_iso(at);
        let sae = self.force_sae_n(&input, at.grip);
        let loaded = R::select(at.load_n.gt(R::zero()), R::one(), R::zero());
        TyreForce {
            aligning_nm: -(loaded * self.aligning_sae_nm(&input, at.grip)),
            ..TyreForce::from_force(Vec2 { x: sae.x, y: -sae.y })
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn peak_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let input = from_iso(at);
        let (x, y) = (self.longitudinal(&input), self.lateral(&input));
        let loaded = R::select(at.load_n.gt(R::zero()), R::one(), R::zero());
        Vec2 { x: at.grip * x.peak, y: at.grip * y.peak + loaded * at.grip * y.shift.abs() }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slip_stiffness_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let input = from_iso(at);
        let (x, y) = (self.longitudinal(&input), self.lateral(&input));
        Vec2 {
            x: R::lit(100.0) * x.reach * x.peak,
            y: R::lit(180.0 / core::f64::consts::PI) * y.reach * y.peak,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn offset_n(&self, at: &Footprint<R>) -> Vec2<R> {
        let zero = R::zero();
        Vec2 {
            x: self.steady(&at.with_slip(Vec2 { x: zero, ..at.slip })).force.x,
            y: self.steady(&at.with_slip(Vec2 { y: zero, ..at.slip })).force.y,
        }
    }

    /// The paper's slip ratio ends at 100 %.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn largest_slip(&self) -> Vec2<R> {
        Vec2 { x: R::one(), y: R::lit(100.0) }
    }

    /// An ellipse, but for shifts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn squareness(&self) -> R {
        R::select(self.is_shifted(), R::lit(core::f64::consts::SQRT_2), R::one())
    }
}
