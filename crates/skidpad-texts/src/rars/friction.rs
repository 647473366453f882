//! Friction functions u(l): the text's own, and others that "rise steeply from the origin and then
//! level out".
//!
//! Each is written as the slip for each newton of force, w(l) = l / u(l). So the force is -L / w(l),
//! which is finite without slip, where u(l) / l is 0/0; and every w here is convex and rises, which
//! is what the power limit needs to be solved without a search.

use skidpad_core::math::Real;
use skidpad_core::record;

record! {
    /// A friction function.
    pub struct Friction {
        /// Which: see [`FrictionLaw`].
        law: "-" [0.0, 3.0],
        /// FMAX: what it levels out at, or its peak.
        largest_n: "N" [0.0, 1e8],
        /// K: the slip speed that it is scaled with.
        k_m_s: "m/s" [0.1, 50.0],
    }
}

/// The friction functions by number, so that lanes carry them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrictionLaw {
    /// FMAX l / (K + l), the text's.
    Hyperbolic,
    /// FMAX (1 - exp(-l / K)), which the program came to use.
    Exponential,
    /// FMAX min(l / K, 1): "piecewise linear with only two or three pieces".
    PiecewiseLinear,
    /// FMAX 3 x (x + 1) / (4 x^2 + x + 1), x = l / K: a peak of FMAX at l = K, from which it falls
    /// to 3/4 of that.
    Falling,
}

impl FrictionLaw {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Hyperbolic, Self::Exponential, Self::PiecewiseLinear, Self::Falling];

    /// The function of a name in files; `None` for other names.
    pub fn by_name(name: &str) -> Option<Self> {
        Some(match name {
            "hyperbolic" => Self::Hyperbolic,
            "exponential" => Self::Exponential,
            "piecewise-linear" => Self::PiecewiseLinear,
            "falling" => Self::Falling,
            _ => return None,
        })
    }

    /// Its number.
    pub const fn number(self) -> f64 {
        match self {
            Self::Hyperbolic => 0.0,
            Self::Exponential => 1.0,
            Self::PiecewiseLinear => 2.0,
            Self::Falling => 3.0,
        }
    }
}

/// w over K / FMAX as a function of x = l / K, and its slope there.
type Shape<R> = (R, R);

/// 1 + x.
#[cfg_attr(not(debug_assertions), inline(always))]
fn hyperbolic<R: Real>(x: R) -> Shape<R> {
    (R::one() + x, R::one())
}

/// x / (1 - exp(-x)); near 0 its series, since there the difference loses digits.
#[cfg_attr(not(debug_assertions), inline(always))]
fn exponential<R: Real>(x: R) -> Shape<R> {
    let one = R::one();
    let fallen = (-x).exp();
    let scale = one / (one - fallen).max(R::lit(1e-3));
    let value = x * scale;
    let slope = (one - value * fallen) * scale;
    let squared = x * x;
    let series = one + R::lit(0.5) * x + squared / R::lit(12.0) - squared * squared / R::lit(720.0);
    let series_slope = R::lit(0.5) + x / R::lit(6.0) - squared * x / R::lit(180.0);
    let small = x.lt(R::lit(0.02));
    (R::select(small, series, value), R::select(small, series_slope, slope))
}

/// max(1, x).
#[cfg_attr(not(debug_assertions), inline(always))]
fn piecewise_linear<R: Real>(x: R) -> Shape<R> {
    let slides = x.gt(R::one());
    (x.max(R::one()), R::select(slides, R::one(), R::zero()))
}

/// (4 x^2 + x + 1) / (3 x + 3) = (4 x - 3) / 3 + 4 / (3 (x + 1)).
#[cfg_attr(not(debug_assertions), inline(always))]
fn falling<R: Real>(x: R) -> Shape<R> {
    let (one, four) = (R::one(), R::lit(4.0));
    let scale = one / (R::lit(3.0) * (x + one));
    let value = (four * x * x + x + one) * scale;
    (value, four / R::lit(3.0) - four * scale / (x + one))
}

impl<R: Real> Friction<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is(&self, law: FrictionLaw) -> R::Mask {
        (self.law - R::lit(law.number())).abs().lt(R::lit(0.5))
    }

    /// w over K / FMAX at x = l / K, and its slope.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn shape(&self, x: R) -> Shape<R> {
        let curved = self.is(FrictionLaw::Exponential);
        let straight = self.is(FrictionLaw::PiecewiseLinear);
        let fallen = self.is(FrictionLaw::Falling);
        let (hyperbolic, exponential) = (hyperbolic(x), exponential(x));
        let (linear, falling) = (piecewise_linear(x), falling(x));
        let value = R::select(curved, exponential.0, hyperbolic.0);
        let slope = R::select(curved, exponential.1, hyperbolic.1);
        let value = R::select(straight, linear.0, value);
        let slope = R::select(straight, linear.1, slope);
        (R::select(fallen, falling.0, value), R::select(fallen, falling.1, slope))
    }

    /// w(l) = l / u(l), m/s for each newton, and its slope dw/dl, 1/N; infinite without grip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn slip_per_force(&self, slip_m_s: R) -> (R, R) {
        let (value, slope) = self.shape(slip_m_s / self.k_m_s);
        (value * self.k_m_s / self.largest_n, slope / self.largest_n)
    }

    /// u(l) / l = 1 / w(l), N for each m/s: finite without slip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn force_per_slip(&self, slip_m_s: R) -> R {
        self.largest_n / (self.k_m_s * self.shape(slip_m_s / self.k_m_s).0)
    }

    /// u(l) turned round, m/s: the smallest slip whose friction is a force, N. A force beyond the largest one has none: infinite.
    ///
    /// With y = f / FMAX: y / (1 - y), -ln(1 - y), y, and for the falling function the smaller root of
    /// (3 - 4 y) x^2 + (3 - y) x - y = 0, each times K.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn slip_m_s(&self, force_n: R) -> R {
        let (zero, one) = (R::zero(), R::one());
        let (three, four) = (R::lit(3.0), R::lit(4.0));
        let infinite = R::lit(f64::INFINITY);
        let share = force_n / self.largest_n;
        let left = (one - share).max(zero);
        let x = R::select(left.gt(zero), share / left, infinite);
        let curved = R::select(left.gt(zero), -left.ln(), infinite);
        let x = R::select(self.is(FrictionLaw::Exponential), curved, x);
        let x = R::select(self.is(FrictionLaw::PiecewiseLinear), share, x);
        let linear = three - share;
        let root = (linear * linear + four * share * (three - four * share)).max(zero).sqrt();
        let x = R::select(self.is(FrictionLaw::Falling), (share + share) / (linear + root), x);
        R::select(share.gt(one), infinite, x * self.k_m_s)
    }

    /// The slip at which the friction is largest, m/s; infinite for a function that rises throughout.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn peak_slip_m_s(&self) -> R {
        let peaks = self.is(FrictionLaw::PiecewiseLinear) | self.is(FrictionLaw::Falling);
        R::select(peaks, self.k_m_s, R::lit(f64::INFINITY))
    }

    /// u(l), N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn force_n(&self, slip_m_s: R) -> R {
        slip_m_s * self.force_per_slip(slip_m_s)
    }

    /// F = -u(l) L / l, N: finite at any slip.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn force(&self, slip_m_s: [R; 2]) -> [R; 2] {
        let [x, y] = slip_m_s;
        let per_slip = self.force_per_slip((x * x + y * y).sqrt());
        [-(per_slip * x), -(per_slip * y)]
    }
}
