//! How large a step may be.
//!
//! M. Monster, *Car Physics for Games* (v1.9, "Numerical integration"), warns that an integrator
//! "can blow up if the time step isn't small enough" and points elsewhere for the reason. The reason:
//! on x' = l x a Runge-Kutta method multiplies the state in each step h by its stability function
//!
//! ```text
//! R(z) = 1 + z sum b_i + z^2 sum b_i c_i + ... = 1 + sum_k z^k b^T A^(k-1) 1,   z = h l
//! ```
//!
//! (HNW II, section IV.2, eq. 2.12), and where |R(z)| > 1 what should decay grows. For a decay
//! without oscillation, such as a wheel pulled to rolling by its tyre, z is real and negative, and
//! the method holds up to z = -[`real_limit`].

use skidpad_core::integrate::tableau::{DORMAND_PRINCE, EXPLICIT_EULER, HEUN, RK4, Tableau};
use skidpad_core::integrate::{Method, Partitioned, System, advance};
use skidpad_core::math::Real;
use skidpad_world::root::{Bracket, find_root};

/// The coefficients of z, z^2, ... of the stability function; that of z^0 is 1.
#[must_use]
pub fn stability_polynomial<const S: usize>(tableau: &Tableau<S>) -> [f64; S] {
    let mut column = [1.0; S];
    core::array::from_fn(|_| {
        let coefficient = (0..S).map(|i| tableau.b[i] * column[i]).sum();
        column = core::array::from_fn(|i| (0..i).map(|j| tableau.a[i][j] * column[j]).sum());
        coefficient
    })
}

/// The stability function at z = `re` + i `im`, as (real, imaginary) part.
#[must_use]
pub fn stability_function<const S: usize>(tableau: &Tableau<S>, re: f64, im: f64) -> (f64, f64) {
    let coefficients = stability_polynomial(tableau);
    let inner = coefficients.iter().rev().fold((0.0, 0.0), |(x, y), coefficient| {
        let x = x + coefficient;
        (x * re - y * im, x * im + y * re)
    });
    (1.0 + inner.0, inner.1)
}

/// The largest L such that |R(z)| <= 1 for all real z from -L to 0.
///
/// ```
/// use skidpad_texts::stability::real_limit;
/// use skidpad_core::integrate::tableau;
/// assert!((real_limit(&tableau::RK4) - 2.785_293_563_405_28).abs() < 1e-12);
/// ```
#[must_use]
pub fn real_limit<const S: usize>(tableau: &Tableau<S>) -> f64 {
    // Beyond 1 by rounding alone is not beyond 1: (R - 1)(R + 1) > 0 must hold clearly.
    let excess = |length: f64| {
        let (value, _) = stability_function(tableau, -length, 0.0);
        value * value - 1.0
    };
    const SCAN: f64 = 1.0 / 64.0;
    let mut low = SCAN;
    while low < 2.0 * (S * S) as f64 {
        let high = low + SCAN;
        let (at_low, at_high) = (excess(low), excess(high));
        if at_high > 1e-12 {
            return find_root(excess, Bracket { low, high, at_low, at_high }, 1e-15).high;
        }
        low = high;
    }
    low
}

/// [`real_limit`] by method. Semi-implicit Euler on a velocity alone is explicit Euler.
#[must_use]
pub fn real_limit_of(method: Method) -> f64 {
    match method {
        Method::ExplicitEuler | Method::SemiImplicitEuler => real_limit(&EXPLICIT_EULER),
        Method::Heun => real_limit(&HEUN),
        Method::Rk4 => real_limit(&RK4),
        Method::DormandPrince => real_limit(&DORMAND_PRINCE),
    }
}

skidpad_core::record! {
    /// A wheel that spins about its axle.
    pub struct Wheel {
        /// Its angular velocity.
        wheel_speed_rad_s: "rad/s" [-1e4, 1e4],
    }
}

/// A driven wheel on a car whose speed is given: the smallest stiff thing in a car.
///
/// ```text
/// I dw/dt = T - R F(kappa),   kappa = (w R - v) / v,   F = C kappa, held within +- F_max
/// ```
///
/// M. Monster, *Car Physics for Games* (v1.9, "Drive wheel acceleration", "Slip ratio and traction
/// force"). Within the cap the wheel is pulled to its final speed at the rate R^2 C / (I v): the
/// slower the car, the stiffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpinningWheel {
    /// I: the moment of inertia of wheel and driveline, kg m^2; above 0.
    pub inertia_kg_m2: f64,
    /// R: the radius, m; above 0.
    pub radius_m: f64,
    /// T: the drive torque, N m.
    pub torque_n_m: f64,
    /// C: the force per slip, N; above 0.
    pub slip_stiffness_n: f64,
    /// F_max: the largest force, N; above |T| / R, or the wheel spins up for ever.
    pub force_limit_n: f64,
    /// v: the speed of the car, m/s; above 0.
    pub car_speed_m_s: f64,
}

impl SpinningWheel {
    /// A rear wheel of a sports car that pulls away gently: at 2 m/s, at a rate of 3500 1/s.
    pub const EXAMPLE: Self = Self {
        inertia_kg_m2: 1.5,
        radius_m: 0.324,
        torque_n_m: 500.0,
        slip_stiffness_n: 100_000.0,
        force_limit_n: 4_000.0,
        car_speed_m_s: 2.0,
    };

    /// The rate at which the wheel is pulled to its final speed, 1/s: the size of the eigenvalue.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.radius_m * self.radius_m * self.slip_stiffness_n / (self.inertia_kg_m2 * self.car_speed_m_s)
    }

    /// The speed of a wheel that rolls without slip, rad/s.
    #[must_use]
    pub fn rolling_speed(&self) -> f64 {
        self.car_speed_m_s / self.radius_m
    }

    /// The speed at which the tyre's force balances the torque, rad/s.
    #[must_use]
    pub fn final_speed(&self) -> f64 {
        let slip = self.torque_n_m / (self.radius_m * self.slip_stiffness_n);
        self.rolling_speed() * (1.0 + slip)
    }

    /// The speed of the wheel after `time` in s, exactly, if it rolled without slip at time 0, rad/s.
    #[must_use]
    pub fn exact_speed(&self, time: f64) -> f64 {
        let end = self.final_speed();
        end + (self.rolling_speed() - end) * Real::exp(-self.rate() * time)
    }
}

impl<R: Real> System<R> for SpinningWheel {
    type State = Wheel<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn derivative(&self, _time: R, state: &Wheel<R>) -> Wheel<R> {
        let car_speed = R::lit(self.car_speed_m_s);
        let slip = (state.wheel_speed_rad_s * R::lit(self.radius_m) - car_speed) / car_speed;
        let limit = R::lit(self.force_limit_n);
        let force = (R::lit(self.slip_stiffness_n) * slip).clamp(-limit, limit);
        let torque = R::lit(self.torque_n_m) - R::lit(self.radius_m) * force;
        Wheel { wheel_speed_rad_s: torque / R::lit(self.inertia_kg_m2) }
    }
}

impl<R: Real> Partitioned<R> for SpinningWheel {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join(velocities: &Wheel<R>, _positions: &Wheel<R>) -> Wheel<R> {
        *velocities
    }
}

/// What one method made of one step size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepRow {
    /// The method.
    pub method: Method,
    /// The step, s.
    pub step_s: f64,
    /// The step times the wheel's rate: -z.
    pub stiffness: f64,
    /// The largest `stiffness` that theory allows the method: [`real_limit_of`].
    pub limit: f64,
    /// Whether theory allows the step.
    pub allowed: bool,
    /// Whether the wheel never was farther from its final speed than at the start (but for
    /// rounding). Exactly where theory allows the step, as long as no stage meets the tyre's cap.
    pub stays_bounded: bool,
    /// Whether the wheel ended within 1 % of the way from its final speed. The cap of the tyre's
    /// force turns a blow-up into a rattle, or into rest at a wrong speed: this sees all three.
    pub settles: bool,
    /// The largest distance from the exact speed, relative to the distance from start to final speed.
    pub largest_error: f64,
    /// The distance from the exact speed at the end, likewise relative.
    pub final_error: f64,
}

/// The most steps that [`try_step`] makes.
pub const MOST_STEPS: u32 = 10_000_000;

/// Lets the wheel go from rolling without slip for `duration_s` in steps of `step_s` and reports how
/// it fared; in [`MOST_STEPS`] steps at most, and in none where the step is not above 0.
#[must_use]
pub fn try_step(wheel: &SpinningWheel, method: Method, step_s: f64, duration_s: f64) -> StepRow {
    let end = wheel.final_speed();
    let start = wheel.rolling_speed();
    let span = (start - end).abs();
    let mut state = Wheel { wheel_speed_rad_s: start };
    let (mut farthest, mut largest_error, mut final_error) = (span, 0.0, 0.0);
    // Casting saturates.
    let count = if step_s > 0.0 { (duration_s / step_s + 0.5) as u32 } else { 0 };
    for index in 0..count.min(MOST_STEPS) {
        state = advance(method, wheel, f64::from(index) * step_s, &state, step_s);
        let time = f64::from(index + 1) * step_s;
        farthest = Real::max(farthest, (state.wheel_speed_rad_s - end).abs());
        final_error = (state.wheel_speed_rad_s - wheel.exact_speed(time)).abs() / span;
        largest_error = Real::max(largest_error, final_error);
    }
    let stiffness = step_s * wheel.rate();
    let limit = real_limit_of(method);
    StepRow {
        method,
        step_s,
        stiffness,
        limit,
        allowed: stiffness <= limit,
        stays_bounded: farthest <= span * (1.0 + 1e-9),
        settles: (state.wheel_speed_rad_s - end).abs() <= 0.01 * span,
        largest_error,
        final_error,
    }
}

/// [`try_step`] for every method (in the order of [`Method::ALL`]) and every one of `steps_s`.
///
/// ```
/// use skidpad_texts::stability::{SpinningWheel, step_table};
/// // At 2000 Hz every method settles, at 60 Hz none.
/// let table = step_table(&SpinningWheel::EXAMPLE, [0.0005, 1.0 / 60.0], 2.0);
/// assert!(table.iter().all(|row| row[0].settles && !row[1].settles));
/// ```
#[must_use]
pub fn step_table<const N: usize>(
    wheel: &SpinningWheel,
    steps_s: [f64; N],
    duration_s: f64,
) -> [[StepRow; N]; 5] {
    Method::ALL.map(|method| steps_s.map(|step| try_step(wheel, method, step, duration_s)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stability_polynomials_are_the_exponential_series_up_to_the_order() {
        assert_eq!(stability_polynomial(&EXPLICIT_EULER), [1.0]);
        assert_eq!(stability_polynomial(&HEUN), [1.0, 0.5]);
        for (found, inverse) in stability_polynomial(&RK4).iter().zip([1.0, 2.0, 6.0, 24.0]) {
            assert!((found - 1.0 / inverse).abs() < 1e-15);
        }
        // HNW II, section IV.2, eq. 2.13: 1 + ... + z^5 / 120 + z^6 / 600.
        let known = [1.0, 2.0, 6.0, 24.0, 120.0, 600.0];
        for (found, inverse) in stability_polynomial(&DORMAND_PRINCE).iter().zip(known) {
            assert!((found - 1.0 / inverse).abs() < 1e-15);
        }
    }

    #[test]
    fn real_limits_are_the_known_ones() {
        assert!((real_limit(&EXPLICIT_EULER) - 2.0).abs() < 1e-14);
        assert!((real_limit(&HEUN) - 2.0).abs() < 1e-14);
        assert!((real_limit(&RK4) - 2.785_293_563_405_28).abs() < 1e-13);
        assert!((real_limit(&DORMAND_PRINCE) - 3.306_567_892_634_15).abs() < 1e-12);
    }

    #[test]
    fn what_the_wheel_does_is_what_the_limit_says() {
        let wheel = SpinningWheel::EXAMPLE;
        let linear = SpinningWheel { force_limit_n: f64::INFINITY, ..wheel };
        for method in Method::ALL {
            for (factor, holds) in [(0.5, true), (0.99, true), (1.01, false), (2.0, false), (20.0, false)] {
                let step = factor * real_limit_of(method) / wheel.rate();
                let row = try_step(&linear, method, step, 2000.0 * step);
                assert_eq!((row.allowed, row.stays_bounded, row.settles), (holds, holds, holds), "{row:?}");
                let row = try_step(&wheel, method, step, 2000.0 * step);
                // Just below the limit a stage may meet the cap, and theory no longer speaks.
                assert!(row.settles == holds || factor == 0.99, "{row:?}");
                assert!(row.largest_error < 1e4, "the cap holds it: {row:?}");
            }
        }
    }
}
