//! The exact motion under a constant, a linear and a quadratic force: dv/dt = c1 v^2 + c2 v + c3.
//!
//! G. Palmer, *Physics for Game Programmers* (2005), eq. 8.21: a car in one gear at full throttle,
//! with c1 from the drag of the air, c2 from the slope of the torque curve and c3 from its height,
//! rolling resistance and the grade. The book says that a closed form exists, "quite messy", with
//! "different forms depending on the relative values" of the constants, and does not print it.
//! Here it is, in one form that holds through all the cases.
//!
//! # Derivation
//!
//! Measure the speed from where it starts: w = v - v0, w(0) = 0. Then
//!
//! ```text
//! w' = a + b w + c1 w^2      a = c1 v0^2 + c2 v0 + c3   the acceleration at the start
//!                            b = 2 c1 v0 + c2           its slope there
//! D = b^2 - 4 c1 a = c2^2 - 4 c1 c3                     the same from every start
//! ```
//!
//! The substitution w = -p' / (c1 p) makes this Riccati equation linear: p'' - b p' + c1 a p = 0,
//! p(0) = 1, p'(0) = 0. Its characteristic roots have sum b and product c1 a; let R be the larger in
//! magnitude, r = c1 a / R the smaller (so that neither suffers cancellation), and d = R - r, which
//! is sqrt(D) with the sign of b. With
//!
//! ```text
//! g(t) = (exp(d t) - 1) / d                             -> t as d -> 0
//! ```
//!
//! the solution p = exp(r t) (1 - r g) gives
//!
//! ```text
//! v(t) = v0 + a g / (1 - r g)
//! x(t) = v0 t - (ln p) / c1 = v0 t - (r t + ln(1 - r g)) / c1
//! g    = w / (a + r w),   t(v) = ln(1 + d g) / d = ln((a + R w) / (a + r w)) / d
//! ```
//!
//! c1 = 0 is r = 0 and c1 = c2 = 0 also d = 0; D = 0 is d = 0; none needs a case of its own. With
//! r = c1 (a / R) the c1 in the distance cancels. Where b t and c1 a t^2 are both small the distance
//! is a difference of near equals, and is summed from the power series of
//! q = (1 - p) / (c1 a), q'' = 1 + b q' - c1 a q, instead. D < 0 makes d imaginary: with
//! u = sqrt(-D) / 2,
//!
//! ```text
//! v(t) = v0 + a s / (cos(u t) - b s / 2)                s = sin(u t) / u  -> t as u -> 0
//! x(t) = v0 t - (b t / 2 + ln(cos(u t) - b s / 2)) / c1
//! t(v) = atan2(u w, a + b w / 2) / u
//! ```
//!
//! Where a denominator passes zero the speed is infinite at a finite time: the solution exists only
//! on one side of it, see [`Riccati::interval`].
//!
//! # Accuracy
//!
//! Against arithmetic with 120 digits, on 5900 random problems of all cases, the error of speed and
//! distance was below 1.1 roundings (2^-53) of the result and of the five inputs together in 99 of
//! 100; in the rest a speed had decayed to a small part of v0, and its error is a few roundings of
//! v0.

use skidpad_core::math::Real;

/// The solution of dv/dt = c1 v^2 + c2 v + c3 with v(0) = v0, x(0) = 0.
///
/// ```
/// use skidpad_texts::riccati::Riccati;
/// // Palmer's Porsche Boxster S in third gear.
/// let car = Riccati::new([-2.5904e-4, -0.018045, 2.82978], 0.0);
/// let end = car.final_velocity().unwrap();
/// assert!((end - 75.3387).abs() < 1e-4);
/// let time = car.time_at(100.0 / 3.6).unwrap();
/// assert!((car.velocity(time).unwrap() - 100.0 / 3.6).abs() < 1e-13);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Riccati {
    /// c1, 1/m.
    c1: f64,
    /// The velocity at time 0, m/s.
    v0: f64,
    /// The acceleration at time 0, m/s^2.
    a: f64,
    /// The slope of the acceleration over the velocity at time 0, 1/s.
    b: f64,
    roots: Roots,
}

/// The characteristic roots of the linear equation.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Roots {
    /// Both real: R, r and d = R - r, 1/s.
    Real { large: f64, small: f64, apart: f64 },
    /// A conjugate pair b/2 +- i u: u, 1/s.
    Complex { u: f64 },
}

impl Riccati {
    /// The solution for `[c1, c2, c3]` in 1/m, 1/s, m/s^2 from the velocity `v0` in m/s.
    ///
    /// Products of two coefficients must not overflow; a solution with numbers that are not finite
    /// answers `None` to every question.
    #[must_use]
    pub fn new([c1, c2, c3]: [f64; 3], v0: f64) -> Self {
        let a = (c1 * v0 + c2) * v0 + c3;
        let b = 2.0 * c1 * v0 + c2;
        // Twice the coefficient is exact, and so the discriminant is good to its last digits.
        let discriminant = difference_of_products((c2, c2), (4.0 * c1, c3));
        let roots = if discriminant < 0.0 {
            Roots::Complex { u: 0.5 * root(-discriminant) }
        } else {
            let apart = root(discriminant).copysign(b);
            let large = 0.5 * (b + apart);
            let small = if large == 0.0 { 0.0 } else { c1 * a / large };
            Roots::Real { large, small, apart }
        };
        Self { c1, v0, a, b, roots }
    }

    /// The acceleration at time 0, m/s^2.
    #[must_use]
    pub fn acceleration(&self) -> f64 {
        self.a
    }

    /// The times (before, after 0; s) between which the solution exists; the velocity grows without
    /// bound towards an end that is finite.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let always = (f64::NEG_INFINITY, f64::INFINITY);
        if self.a == 0.0 {
            return always;
        }
        match self.roots {
            Roots::Real { small, apart, .. } => {
                // 1 = r g.
                let time = log1p_over(apart, 1.0 / small);
                if small == 0.0 || !time.is_finite() {
                    always
                } else if time > 0.0 {
                    (f64::NEG_INFINITY, time)
                } else {
                    (time, f64::INFINITY)
                }
            }
            Roots::Complex { u } => {
                let angle = Real::atan2(2.0 * u, self.b);
                ((angle - core::f64::consts::PI) / u, angle / u)
            }
        }
    }

    /// The velocity at `time` in s, m/s; `None` where the solution does not exist.
    #[must_use]
    pub fn velocity(&self, time: f64) -> Option<f64> {
        self.checked(time, self.v0 + self.gain(time))
    }

    /// The distance since time 0 at `time` in s, m; `None` where the solution does not exist.
    #[must_use]
    pub fn distance(&self, time: f64) -> Option<f64> {
        self.checked(time, self.v0 * time + self.lead(time))
    }

    /// When the velocity is `velocity` in m/s, s (negative: before time 0); `None`: never.
    #[must_use]
    pub fn time_at(&self, velocity: f64) -> Option<f64> {
        let w = velocity - self.v0;
        if w == 0.0 {
            return self.a.is_finite().then_some(0.0);
        }
        if self.a == 0.0 {
            return None;
        }
        let time = match self.roots {
            Roots::Real { large, small, apart } => {
                let (below, above) = (self.a + small * w, self.a + large * w);
                // Both keep the sign that they have at the start, up to the final velocity.
                if !(below * self.a.sign() > 0.0 && above * self.a.sign() > 0.0) {
                    return None;
                }
                log1p_over(apart, w / below)
            }
            Roots::Complex { u } => {
                let forwards = w.sign() * self.a.sign();
                let (y, x) = (u * w, self.a + 0.5 * self.b * w);
                let sign = self.a.sign();
                forwards * Real::atan2((sign * y).abs(), sign * x) / u
            }
        };
        self.checked(time, time)
    }

    /// The distance since time 0 at which the velocity is `velocity` in m/s, m; `None`: nowhere.
    #[must_use]
    pub fn distance_at(&self, velocity: f64) -> Option<f64> {
        self.distance(self.time_at(velocity)?)
    }

    /// The velocity that is approached for ever and never reached, m/s; `None` where the velocity
    /// grows without bound.
    #[must_use]
    pub fn final_velocity(&self) -> Option<f64> {
        if self.a == 0.0 {
            return Some(self.v0);
        }
        if self.interval().1 < f64::INFINITY {
            return None;
        }
        let Roots::Real { large, small, apart } = self.roots else {
            return None;
        };
        // g -> infinity, or -1/d where d is negative.
        let slope = if apart < 0.0 { large } else { small };
        let end = self.v0 - self.a / slope;
        end.is_finite().then_some(end)
    }

    /// `value`, where the solution exists at `time` and the value is a number.
    fn checked(&self, time: f64, value: f64) -> Option<f64> {
        let (from, to) = self.interval();
        (from < time && time < to && value.is_finite()).then_some(value)
    }

    /// w = v - v0.
    fn gain(&self, time: f64) -> f64 {
        match self.roots {
            Roots::Real { small, apart, .. } => {
                let x = apart * time;
                if x > 30.0 && small != 0.0 {
                    // g may overflow: divide by it. 1/g = d / (exp(x) - 1) = d exp(-x).
                    return self.a / (apart * Real::exp(-x) / (1.0 - Real::exp(-x)) - small);
                }
                let g = time * expm1_over(x);
                self.a * g / (1.0 - small * g)
            }
            Roots::Complex { u } => {
                let s = sin_over(u, time);
                self.a * s / (Real::cos(u * time) - 0.5 * self.b * s)
            }
        }
    }

    /// The integral of w.
    fn lead(&self, time: f64) -> f64 {
        let Self { c1, a, b, .. } = *self;
        if a == 0.0 {
            return 0.0;
        }
        let (beta, gamma) = (b * time, c1 * a * time * time);
        if beta.abs() <= 1.0 && gamma.abs() <= 1.0 {
            let q = series(beta, gamma);
            return a * time * time * q * log_ratio(gamma * q);
        }
        match self.roots {
            Roots::Real { large, small, apart } => {
                let x = apart * time;
                // ln(-r g) where 1 is nothing beside it.
                let log = x + Real::ln(-small / apart);
                if log > 40.0 {
                    return -(small * time + log) / c1;
                }
                let g = time * expm1_over(x);
                a / large * (g * log_ratio(small * g) - time)
            }
            Roots::Complex { u } => {
                let p = Real::cos(u * time) - 0.5 * b * sin_over(u, time);
                -(0.5 * beta + Real::ln(p)) / c1
            }
        }
    }
}

/// sum q_n with q_2 = 1/2 and (n + 2) (n + 1) q_{n+2} = beta (n + 1) q_{n+1} - gamma q_n.
fn series(beta: f64, gamma: f64) -> f64 {
    let (mut before, mut term, mut sum) = (0.0, 0.5, 0.5);
    // Below 2^-53 of the sum after 22 terms for |beta|, |gamma| <= 1.
    for n in 1..24 {
        let n = f64::from(n);
        let next = (beta * (n + 1.0) * term - gamma * before) / ((n + 1.0) * (n + 2.0));
        (before, term) = (term, next);
        sum += term;
    }
    sum
}

/// The square root, by the trait: `core` alone has none.
fn root(x: f64) -> f64 {
    Real::sqrt(x)
}

/// (exp(x) - 1) / x; 1 at 0.
fn expm1_over(x: f64) -> f64 {
    if x == 0.0 {
        1.0
    } else if x.abs() < 2.0 {
        let half = 0.5 * x;
        Real::sinh(half) / half * Real::exp(half)
    } else {
        (Real::exp(x) - 1.0) / x
    }
}

/// sin(u t) / u; t at u = 0.
fn sin_over(u: f64, time: f64) -> f64 {
    if u * time == 0.0 { time } else { Real::sin(u * time) / u }
}

/// ln(1 + x) to the last digits for small x too.
///
/// W. Kahan's form: the rounding of 1 + x is undone by the ratio. D. Goldberg, *ACM Comp. Surv.* 23
/// (1991), theorem 4.
fn log1p(x: f64) -> f64 {
    let sum = 1.0 + x;
    if sum == 1.0 {
        x
    } else if x.abs() > 1.0 {
        Real::ln(sum)
    } else {
        Real::ln(sum) * (x / (sum - 1.0))
    }
}

/// -ln(1 - y) / y; 1 at 0.
fn log_ratio(y: f64) -> f64 {
    if y == 0.0 { 1.0 } else { -log1p(-y) / y }
}

/// ln(1 + d g) / d; g at d = 0.
fn log1p_over(d: f64, g: f64) -> f64 {
    let x = d * g;
    if x == 0.0 { g } else { g * (log1p(x) / x) }
}

/// a b - c d with an error of about two roundings of the result, by splitting each product into
/// its rounded value and its rounding error.
///
/// T. J. Dekker, *Numer. Math.* 18 (1971) 224-242.
fn difference_of_products((a, b): (f64, f64), (c, d): (f64, f64)) -> f64 {
    let ((left, left_error), (right, right_error)) = (product(a, b), product(c, d));
    (left - right) + (left_error - right_error)
}

/// The rounded product and what was rounded off.
fn product(a: f64, b: f64) -> (f64, f64) {
    let split = |x: f64| {
        let scaled = 134_217_729.0 * x; // 2^27 + 1
        let high = scaled - (scaled - x);
        (high, x - high)
    };
    let rounded = a * b;
    let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
    (rounded, ((a_high * b_high - rounded) + a_high * b_low + a_low * b_high) + a_low * b_low)
}
