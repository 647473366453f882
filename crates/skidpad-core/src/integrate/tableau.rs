//! Explicit Runge-Kutta methods as data.
//!
//! A method with `S` stages advances x by h through
//!
//! ```text
//! k_i = f(t + c_i h, x + h sum_{j<i} a_ij k_j),   i = 1..S
//! x'  = x + h sum_i b_i k_i
//! ```
//!
//! and is written as its Butcher tableau: c in the first column, a beside it, b below
//! (J. C. Butcher, *Numerical Methods for Ordinary Differential Equations*, 3rd ed. 2016, section
//! 23; E. Hairer, S. P. Norsett, G. Wanner, *Solving Ordinary Differential Equations I*, 2nd ed.
//! 1993, section II.1, hereafter HNW).

/// An explicit Runge-Kutta method with `S` stages. All numbers are pure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tableau<const S: usize> {
    /// Name of the method.
    pub name: &'static str,
    /// The order p: the error at a fixed time falls as the p-th power of the step.
    pub order: u32,
    /// The coefficients of the stages; zero on and above the diagonal.
    pub a: [[f64; S]; S],
    /// The weights of the result.
    pub b: [f64; S],
    /// The nodes: where in the step each stage lies, as a fraction of it; the row sums of `a`.
    pub c: [f64; S],
}

impl<const S: usize> Tableau<S> {
    /// The number of stages: how often a step evaluates the derivative.
    pub const fn stages(&self) -> usize {
        S
    }

    /// True where each stage builds on the one before it alone, so that no earlier rate has to be kept: of Heun's method
    /// and of the classical one.
    pub const fn is_chain(&self) -> bool {
        let mut row = 0;
        while row < S {
            let mut column = 0;
            while column < S {
                if column + 1 != row && self.a[row][column] != 0.0 {
                    return false;
                }
                column += 1;
            }
            row += 1;
        }
        true
    }

    /// Coefficient with which the stage after `stage` builds on it; 0 for the last stage.
    pub const fn ahead(&self, stage: usize) -> f64 {
        if stage + 1 < S { self.a[stage + 1][stage] } else { 0.0 }
    }
}

/// Explicit Euler: x' = x + h f(t, x). Order 1, one stage.
///
/// L. Euler, *Institutiones calculi integralis* (1768); HNW section I.7.
///
/// ```text
/// 0 |
/// --+---
///   | 1
/// ```
pub const EXPLICIT_EULER: Tableau<1> =
    Tableau { name: "explicit Euler", order: 1, a: [[0.0]], b: [1.0], c: [0.0] };

/// Heun's method of order 2, the explicit trapezoidal rule. Two stages.
///
/// K. Heun, *Z. Math. Phys.* 45 (1900) 23-38; Butcher section 232.
///
/// ```text
/// 0 |
/// 1 | 1
/// --+----------
///   | 1/2  1/2
/// ```
pub const HEUN: Tableau<2> =
    Tableau { name: "Heun", order: 2, a: [[0.0, 0.0], [1.0, 0.0]], b: [0.5, 0.5], c: [0.0, 1.0] };

/// The classical method of Runge and Kutta. Order 4, four stages.
///
/// W. Kutta, *Z. Math. Phys.* 46 (1901) 435-453; HNW table II.1.2.
///
/// ```text
/// 0   |
/// 1/2 | 1/2
/// 1/2 | 0    1/2
/// 1   | 0    0    1
/// ----+--------------------
///     | 1/6  1/3  1/3  1/6
/// ```
pub const RK4: Tableau<4> = Tableau {
    name: "classical Runge-Kutta",
    order: 4,
    a: [[0.0; 4], [0.5, 0.0, 0.0, 0.0], [0.0, 0.5, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]],
    b: [1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0],
    c: [0.0, 0.5, 0.5, 1.0],
};

/// The method of order 5 of the pair 5(4) of Dormand and Prince. Six stages; the seventh of the pair serves its error estimate
/// alone, and steps are fixed here.
///
/// J. R. Dormand, P. J. Prince, *J. Comp. Appl. Math.* 6 (1980) 19-26; HNW table II.5.2.
///
/// ```text
/// 0    |
/// 1/5  | 1/5
/// 3/10 | 3/40        9/40
/// 4/5  | 44/45      -56/15       32/9
/// 8/9  | 19372/6561 -25360/2187  64448/6561  -212/729
/// 1    | 9017/3168  -355/33      46732/5247   49/176  -5103/18656
/// -----+---------------------------------------------------------------------------
///      | 35/384      0           500/1113     125/192 -2187/6784    11/84
/// ```
pub const DORMAND_PRINCE: Tableau<6> = Tableau {
    name: "Dormand-Prince 5",
    order: 5,
    a: [
        [0.0; 6],
        [1.0 / 5.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0, 0.0],
        [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0.0, 0.0, 0.0],
        [19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0, 0.0, 0.0],
        [9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0, 0.0],
    ],
    b: [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
    c: [0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0],
};
