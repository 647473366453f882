//! Which text the formula follows, and the switches that come of it.

use super::coefficients::{Coefficients, Version};
use crate::math::Real;
use crate::record;
use crate::record::Flag;

/// Which text the formula follows where texts part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Pacejka, Tire and Vehicle Dynamics, 3rd ed., equations 4.E1 to 4.E78 as printed, with A_mu = 10, the
    /// tangents and sines of 4.E3 and 4.E4, and every factor E held to the "(<= 1)" that stands beside it; in the
    /// axes ISO-W.
    Book,
    /// The common program, MFeval, which was tuned to agree with TNO's MF-Tyre.
    Common {
        /// Its hundreds digit 1: inputs are held within the tyre's range, factors E to at most 1, and slips
        /// and shifts fade at low speed. 2: none of it.
        is_limited: bool,
        /// Its tens digit 2: alpha* = tan alpha and gamma* = sin gamma as in the book. 1: the angles themselves.
        uses_tangents: bool,
    },
    /// For a car under way at any slip: the common program's equations on the angles themselves, with the factors
    /// E at most 1 and the weights of combined slip not below 0, as the book demands of them and a fit may not keep.
    Driving,
}

impl Mode {
    /// MFeval's default, `useMode` 111.
    pub const COMMON: Self = Self::Common { is_limited: true, uses_tangents: false };

    /// The mode of MFeval's three digits `useMode`, of which the last must be 1: without turn slip.
    ///
    /// ```
    /// use skidpad_core::tyre::magic_formula::Mode;
    /// assert_eq!(Mode::from_digits(111), Some(Mode::COMMON));
    /// assert_eq!(Mode::from_digits(112), None);
    /// ```
    pub fn from_digits(use_mode: u32) -> Option<Self> {
        let is_limited = match use_mode / 100 {
            1 => true,
            2 => false,
            _ => return None,
        };
        let uses_tangents = match use_mode / 10 % 10 {
            1 => false,
            2 => true,
            _ => return None,
        };
        (use_mode % 10 == 1).then_some(Self::Common { is_limited, uses_tangents })
    }
}

/// The side of the car that a tyre is mounted on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

record! {
    /// The switches of version and mode as numbers, so that tyres of different kinds share the same lanes, and
    /// quotients that depend on the coefficients alone.
    pub struct Way {
        /// Set in version 5.2.
        is_v5_2: flag,
        /// Set where the book is followed.
        is_book: flag,
        /// Set where the slip angle counts by its tangent and camber by its sine.
        uses_tangents: flag,
        /// Set where inputs are held within the tyre's range and fade at low speed.
        is_limited: flag,
        /// Largest factor E.
        largest_curvature: "-" [1.0, 1e30],
        /// Least weight of combined slip.
        least_weight: "-" [-1e30, 0.0],
        /// 1, or -1 for the tyre's mirror image on the other side.
        side: "-" [-1.0, 1.0],
        /// A_mu of 4.E8, less 1.
        digression: "-" [0.0, 100.0],
        /// lambda_mux.
        friction_x: "-" [0.001, 100.0],
        /// lambda_muy.
        friction_y: "-" [0.001, 100.0],
        /// Camber for F_x over camber.
        camber_x: "-" [-100.0, 100.0],
        /// Camber for F_y over camber.
        camber_y: "-" [-100.0, 100.0],
        /// Camber for M_z over camber.
        camber_z: "-" [-100.0, 100.0],
        /// lambda_Fz0, by which the common program also multiplies the trail; 1 in the book.
        trail_scale: "-" [0.001, 100.0],
        /// R_0.
        radius_m: "m" [0.05, 3.0],
        /// F_z0.
        nominal_load_n: "N" [1.0, 1e6],
        /// 1 / F_z0.
        inverse_nominal_load_1_n: "1/N" [1e-6, 1.0],
        /// F_z0' = lambda_Fz0 F_z0 (4.E1).
        rated_load_n: "N" [1e-3, 1e8],
        /// 1 / F_z0'.
        inverse_rated_load_1_n: "1/N" [1e-8, 1e3],
        /// 1 / p_i0.
        inverse_pressure_1_pa: "1/Pa" [1e-7, 1.0],
        /// Pressure where the question has none.
        inflation_pressure_pa: "Pa" [1.0, 1e7],
        /// p_i0.
        nominal_pressure_pa: "Pa" [1.0, 1e7],
        /// 1 / V_0.
        inverse_speed_s_m: "s/m" [1e-3, 10.0],
        /// Speed below which slips and shifts fade.
        low_speed_m_s: "m/s" [1e-3, 50.0],
        /// 1 over it.
        inverse_low_speed_s_m: "s/m" [0.02, 1e3],
        /// 1 / least load; 0 where that is 0.
        inverse_least_load_1_n: "1/N" [0.0, 1e6],
        /// 1 / F_z0, or in the book 1 / F_z0', in the lever of F_x.
        inverse_lever_load_1_n: "1/N" [1e-8, 1e3],
    }
}

impl<R: Real> Way<R> {
    /// lambda' over lambda of a scale of friction (4.E8): A_mu / (1 + (A_mu - 1) lambda).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn digressed(&self, friction: R) -> R {
        let one = R::one();
        (one + self.digression) / (one + self.digression * friction)
    }

    /// The switches and quotients of a tyre as its file has it.
    pub(super) fn new(coefficients: &Coefficients<R>, mode: Mode) -> Self {
        let (zero, one) = (R::zero(), R::one());
        let is_v5_2 = coefficients.version == Version::V5_2;
        let is_book = mode == Mode::Book;
        let (is_limited, uses_tangents) = match mode {
            Mode::Book => (false, true),
            Mode::Driving => (false, false),
            Mode::Common { is_limited, uses_tangents } => (is_limited, uses_tangents),
        };
        let is_unbounded = mode == Mode::Common { is_limited: false, uses_tangents };
        let (size, scaling) = (&coefficients.size, &coefficients.scaling);
        // The common program knows no lambda_gamma, of which 6.x has none either.
        let camber = |scale: R| if is_v5_2 && is_book { scale } else { one };
        let rated_load_n = scaling.lfzo * size.nominal_load_n;
        let least_load_n = coefficients.limits.load_low_n;
        let lever_load_n = if is_book { rated_load_n } else { size.nominal_load_n };
        Self {
            is_v5_2: Flag::from(is_v5_2),
            is_book: Flag::from(is_book),
            uses_tangents: Flag::from(uses_tangents),
            is_limited: Flag::from(is_limited),
            largest_curvature: if is_unbounded { R::lit(1e30) } else { one },
            least_weight: if matches!(mode, Mode::Common { .. }) { R::lit(-1e30) } else { zero },
            side: one,
            digression: if is_book { R::lit(9.0) } else { zero },
            friction_x: scaling.lmux,
            friction_y: scaling.lmuy,
            camber_x: camber(scaling.lgax),
            camber_y: camber(scaling.lgay),
            camber_z: camber(scaling.lgaz),
            trail_scale: if is_book { one } else { scaling.lfzo },
            radius_m: size.unloaded_radius_m,
            nominal_load_n: size.nominal_load_n,
            inverse_nominal_load_1_n: one / size.nominal_load_n,
            rated_load_n,
            inverse_rated_load_1_n: one / rated_load_n,
            inverse_pressure_1_pa: one / size.nominal_pressure_pa,
            inflation_pressure_pa: size.inflation_pressure_pa,
            nominal_pressure_pa: size.nominal_pressure_pa,
            inverse_speed_s_m: one / size.nominal_speed_m_s,
            low_speed_m_s: size.low_speed_m_s,
            inverse_low_speed_s_m: one / size.low_speed_m_s,
            inverse_least_load_1_n: R::select(least_load_n.gt(zero), one / least_load_n, zero),
            inverse_lever_load_1_n: one / lever_load_n,
        }
    }
}
