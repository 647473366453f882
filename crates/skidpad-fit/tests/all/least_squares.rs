//! The solver: minima, bounds, and problems that it refuses.

use skidpad_fit::{Ending, Parameter, Residuals, SolverError, SolverOptions, least_squares};
use skidpad_testing::Random;

fn between(value: f64, low: f64, high: f64) -> Parameter {
    Parameter { value, low, high }
}

/// Rosenbrock's valley: (10 (y - x^2), 1 - x), least at (1, 1).
struct Valley;

impl Residuals for Valley {
    fn residuals(&self, p: &[f64]) -> Vec<f64> {
        vec![10.0 * (p[1] - p[0] * p[0]), 1.0 - p[0]]
    }
    fn derivatives(&self, p: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        (self.residuals(p), vec![vec![-20.0 * p[0], 10.0], vec![-1.0, 0.0]])
    }
}

#[test]
fn the_valley_is_found_and_bounds_are_kept() {
    let solved = |high: f64| {
        let start = [between(-1.2, -2.0, high), between(1.0, -2.0, 2.0)];
        least_squares(&Valley, &start, &SolverOptions::default()).unwrap()
    };
    let free = solved(2.0).parameters;
    assert!((free[0] - 1.0).abs() < 1e-6 && (free[1] - 1.0).abs() < 1e-6, "{free:?}");
    let bound = solved(0.5).parameters;
    assert!(bound[0] == 0.5 && (bound[1] - 0.25).abs() < 1e-6, "{bound:?}");
}

#[test]
fn rounds_are_limited_and_each_lowers_the_sum() {
    let start = [between(-1.2, -2.0, 2.0), between(1.0, -2.0, 2.0)];
    let mut last = f64::INFINITY;
    for rounds in 0..8 {
        let found =
            least_squares(&Valley, &start, &SolverOptions { rounds, ..SolverOptions::default() }).unwrap();
        assert_eq!((found.rounds, found.ending), (rounds, Ending::OutOfRounds));
        assert!(found.sum_of_squares < last, "{rounds}: {} {last}", found.sum_of_squares);
        let square: f64 = found.residuals.iter().map(|value| value * value).sum();
        assert_eq!((found.sum_of_squares, found.residuals), (square, Valley.residuals(&found.parameters)));
        last = square;
    }
    let settled = least_squares(&Valley, &start, &SolverOptions::default()).unwrap();
    assert_ne!(settled.ending, Ending::OutOfRounds, "{settled:?}");
}

/// Residuals A p - b.
struct Plane {
    rows: Vec<Vec<f64>>,
    right: Vec<f64>,
}

impl Plane {
    fn random(random: &mut Random, count: usize) -> Self {
        let rows = count + 1 + random.below(8);
        let row = |random: &mut Random| (0..count).map(|_| random.between(-1.0, 1.0)).collect();
        let rows: Vec<Vec<f64>> = (0..rows).map(|_| row(random)).collect();
        let right = rows.iter().map(|_| random.between(-3.0, 3.0)).collect();
        Self { rows, right }
    }

    /// The derivative of half the sum of squares with respect to each parameter.
    fn gradient(&self, p: &[f64]) -> Vec<f64> {
        let values = self.residuals(p);
        let along = |i: usize| self.rows.iter().zip(&values).map(|(row, value)| row[i] * value).sum();
        (0..p.len()).map(along).collect()
    }
}

impl Residuals for Plane {
    fn residuals(&self, p: &[f64]) -> Vec<f64> {
        let product = |row: &Vec<f64>| row.iter().zip(p).map(|(a, b)| a * b).sum::<f64>();
        self.rows.iter().zip(&self.right).map(|(row, right)| product(row) - right).collect()
    }
    fn derivatives(&self, p: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        (self.residuals(p), self.rows.clone())
    }
}

/// Karush, Kuhn and Tucker's conditions: at the minimum of a convex problem a parameter between its bounds has no slope, and
/// one at a bound has a slope that only a step beyond it would follow.
#[test]
fn the_minimum_of_any_linear_problem_in_any_bounds_is_found() {
    let mut random = Random::new(0x5EED_0F17);
    let (mut free, mut at_bounds) = (0, 0);
    for case in 0..500 {
        let count = 1 + random.below(6);
        let plane = Plane::random(&mut random, count);
        let parameters: Vec<Parameter> = (0..count)
            .map(|_| {
                let low = random.between(-3.0, 1.0);
                between(random.between(-5.0, 5.0), low, low + random.between(0.1, 4.0))
            })
            .collect();
        let found = least_squares(&plane, &parameters, &SolverOptions::default()).unwrap();
        for ((value, slope), parameter) in
            found.parameters.iter().zip(plane.gradient(&found.parameters)).zip(&parameters)
        {
            let is_kept = (parameter.low..=parameter.high).contains(value);
            let is_least = match *value {
                value if value == parameter.low => slope > -1e-5,
                value if value == parameter.high => slope < 1e-5,
                _ => slope.abs() < 1e-5,
            };
            assert!(is_kept && is_least, "case {case}: {found:?}, slope {slope} of {value} in {parameter:?}");
            let is_inside = *value > parameter.low && *value < parameter.high;
            if is_inside { free += 1 } else { at_bounds += 1 }
        }
    }
    assert!(free > 200 && at_bounds > 200, "{free} free, {at_bounds} at bounds");
}

/// A parameter on which nothing depends stays, and the others are found.
#[test]
fn a_parameter_without_effect_stays_at_its_start() {
    let plane = Plane { rows: vec![vec![2.0, 0.0]], right: vec![3.0] };
    let found =
        least_squares(&plane, &[between(0.0, -9.0, 9.0), between(0.7, -9.0, 9.0)], &SolverOptions::default());
    let found = found.unwrap().parameters;
    assert!((found[0] - 1.5).abs() < 1e-9 && found[1] == 0.7, "{found:?}");
}

/// No residual beyond 1, as a model that refuses a state.
struct Refusing;

impl Residuals for Refusing {
    fn residuals(&self, p: &[f64]) -> Vec<f64> {
        if p[0] > 1.0 { Vec::new() } else { vec![p[0] - 5.0] }
    }
    fn derivatives(&self, p: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        (self.residuals(p), vec![vec![1.0]; self.residuals(p).len()])
    }
}

/// The sum of no squares is 0: a point without residuals passed for the best of all.
#[test]
fn a_point_without_residuals_is_not_the_minimum() {
    let found = least_squares(&Refusing, &[between(0.0, -9.0, 9.0)], &SolverOptions::default()).unwrap();
    assert!(found.parameters[0] > 0.0 && found.parameters[0] <= 1.0, "{found:?}");
    assert_eq!(found.residuals.len(), 1);
}

/// Residuals and derivatives as they are given.
struct Given(Vec<f64>, Vec<Vec<f64>>);

impl Residuals for Given {
    fn residuals(&self, _: &[f64]) -> Vec<f64> {
        self.0.clone()
    }
    fn derivatives(&self, _: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        (self.0.clone(), self.1.clone())
    }
}

#[test]
fn problems_without_numbers_are_refused() {
    let solve = |values: &[f64], slopes: &[&[f64]], parameter: Parameter| {
        let given = Given(values.to_vec(), slopes.iter().map(|row| row.to_vec()).collect());
        least_squares(&given, &[parameter], &SolverOptions::default()).unwrap_err()
    };
    let good = between(1.0, 0.0, 2.0);
    assert_eq!(solve(&[0.0, f64::NAN], &[&[1.0], &[1.0]], good), SolverError::NotFinite(1));
    assert_eq!(solve(&[f64::INFINITY], &[&[1.0]], good), SolverError::NotFinite(0));
    assert_eq!(solve(&[1.0], &[], good), SolverError::Shape);
    assert_eq!(solve(&[1.0], &[&[1.0, 2.0]], good), SolverError::Shape);
    for parameter in [
        between(f64::NAN, 0.0, 1.0),
        between(f64::INFINITY, 0.0, f64::INFINITY),
        between(0.5, 1.0, 0.0),
        between(0.5, f64::NAN, 1.0),
        between(0.5, f64::INFINITY, f64::INFINITY),
    ] {
        let error = solve(&[1.0], &[&[1.0]], parameter);
        assert!(matches!(error, SolverError::Parameter(0, _)), "{parameter:?}: {error:?}");
        assert!(error.to_string().contains("parameter 0 = "), "{error}");
    }
}
