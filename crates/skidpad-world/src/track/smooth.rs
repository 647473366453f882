//! Smooth lines near measured points, with a stated error.
//!
//! A line through all measured points has their errors in its curvature: 5 cm of noise on points 5 m apart are a change of the
//! curvature of 0.005 1/m, as much as a bend of 200 m. The smooth line is even in its spacing, and least in the sum of the squares
//! of its distances from the points and of its changes of curvature (a smoothing spline; Reinsch, "Smoothing by spline
//! functions", 1967; Whittaker's graduation of 1923 by third differences). The balance between the two is found by bisection: as smooth as
//! the tolerance allows.
//!
//! Third differences of positions do not vanish on a circle, whose radius they would shrink. Four points in a row of a circle, each
//! turned by an angle a from the one before it, satisfy p3 - c p2 + c p1 - p0 = 0 with c = 1 + 2 cos a, and for a straight line, c = 3,
//! this is the third difference. With the angle of the line of the round before the penalty is that of a change of curvature
//! alone: straight lines and circles are left alone, and where they meet the curvature changes gently.

use skidpad_core::math::Real;

use super::Station;
use super::banded::Banded;
use super::check::faults;
use super::measured::{Measured, minus};

/// Rounds of angles and balance: the angles of the first one are 0.
const ROUNDS: usize = 3;
/// The least and the largest length of smoothing over the spacing of the nodes. The longer one is the limit of what numbers of 53
/// bits can solve.
const SHORTEST: f64 = 0.2;
const LONGEST: f64 = 100.0;
/// The bisection ends where two lengths of smoothing differ by this factor: the deviation grows by their sixth power at most.
const CLOSE: f64 = 1.01;
/// The factor for rounds of which the angles alone are used.
const ROUGH: f64 = 1.2;
/// Factor of the differences of a straight line: third differences.
const STRAIGHT: f64 = 3.0;

/// Largest deviations of a smooth line from measured stations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Distance in the plane, m; 0 keeps the positions.
    pub plan_m: f64,
    /// Height, m; 0 keeps the heights.
    pub height_m: f64,
}

/// Stations of a smooth line, and its deviations from the measured ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Smoothed {
    /// Stations, evenly spaced.
    pub stations: Vec<Station>,
    /// Largest distance of a measured station from its place on the line, in the plane, m.
    pub largest_m: f64,
    /// Largest deviation in height, m.
    pub largest_height_m: f64,
}

/// The line near measured stations that changes its curvature least, and whose deviation from each of them is the tolerance at most.
///
/// The edges stay where they were measured: where the line moves to the left, the width to the left becomes less. Straight lines stay,
/// and circles of points at most 15 degrees apart keep their radius; of coarser ones it shrinks by the tolerance at most. Points that are much
/// farther apart than most are joined by a straight line. The time grows as the number of stations: 0.3 s for 100,000.
///
/// Where the stations are not those of a track, as [`Track::new`](super::Track::new) reports, or no smooth line is as near as the
/// tolerance, they are returned as they are.
///
/// ```
/// use skidpad_world::track::{Station, Tolerance, Track, smooth};
///
/// // A straight road, measured with an error of 10 cm to the left and to the right.
/// let station = |at: i32| Station {
///     position_m: [5.0 * f64::from(at), if at % 2 == 0 { 0.1 } else { -0.1 }],
///     ..Station::flat([4.0, 4.0])
/// };
/// let measured: Vec<_> = (0..100).map(station).collect();
/// let smoothed = smooth(&measured, false, Tolerance { plan_m: 0.25, height_m: 0.1 });
/// assert!(smoothed.largest_m <= 0.25);
/// let (before, after) = (Track::open(&measured)?, Track::open(&smoothed.stations)?);
/// assert!(before.at(250.0).curvature_1_m.abs() > 1e-2);
/// assert!(after.at(250.0).curvature_1_m.abs() < 1e-5);
/// # Ok::<(), Vec<skidpad_world::track::TrackFault>>(())
/// ```
pub fn smooth(stations: &[Station], is_closed: bool, tolerance: Tolerance) -> Smoothed {
    let as_they_are = || Smoothed { stations: stations.to_vec(), largest_m: 0.0, largest_height_m: 0.0 };
    let is_usable = [tolerance.plan_m, tolerance.height_m].iter().all(|number| *number >= 0.0);
    if !is_usable || !faults(stations, is_closed).is_empty() {
        return as_they_are();
    }
    let positions: Vec<_> = stations.iter().map(|station| station.position_m).collect();
    let heights: Vec<_> = stations.iter().map(|station| [station.height_m]).collect();
    // Finer nodes where coarse ones cannot pass near all points.
    for parts in [1.0, 2.0, 4.0] {
        let measured = Measured::new(&positions, is_closed, 2.0 * tolerance.plan_m, parts);
        let Some(plan) = plan(&measured, &positions, tolerance.plan_m) else { continue };
        let straight = vec![STRAIGHT; measured.rows().count()];
        let height = Problem::new(&measured, &heights, &straight).smoothest(tolerance.height_m, CLOSE);
        let Some(height) = height else { continue };
        let stations = measured.stations(stations, &plan.nodes, &height.nodes);
        if faults(&stations, is_closed).is_empty() {
            return Smoothed { stations, largest_m: plan.largest, largest_height_m: height.largest };
        }
    }
    as_they_are()
}

/// The smoothest line in the plane within a tolerance, m; `None` where there is none.
fn plan(measured: &Measured, positions_m: &[[f64; 2]], tolerance_m: f64) -> Option<Fit<2>> {
    let mut factors = vec![STRAIGHT; measured.rows().count()];
    let mut best: Option<Fit<2>> = None;
    for round in 1..=ROUNDS {
        let close = if round < ROUNDS { ROUGH } else { CLOSE };
        let problem = Problem::new(measured, positions_m, &factors);
        let Some(found) = problem.smoothest(tolerance_m, close) else { break };
        factors = measured.factors(&found.nodes);
        best = Some(found);
    }
    best
}

/// Numbers at the nodes, near measured ones.
struct Fit<const SIDES: usize> {
    nodes: Vec<[f64; SIDES]>,
    /// Largest deviation from a measured point.
    largest: f64,
}

/// The system of equations for numbers at the nodes: that of the points, and that of the penalty, which is added with a weight. Its
/// unknowns are the corrections of straight lines between the points, as they are small, and so is their rounding.
struct Problem<'a, const SIDES: usize> {
    measured: &'a Measured,
    values: &'a [[f64; SIDES]],
    begin: Vec<[f64; SIDES]>,
    near: Banded,
    near_right: Vec<[f64; SIDES]>,
    even: Banded,
    even_right: Vec<[f64; SIDES]>,
}

impl<'a, const SIDES: usize> Problem<'a, SIDES> {
    /// The one of points and their numbers. `factors`: those of each difference of the penalty.
    fn new(measured: &'a Measured, values: &'a [[f64; SIDES]], factors: &[f64]) -> Self {
        let begin = measured.between(values);
        let zeros = || (Banded::zero(measured.count()), vec![[0.0; SIDES]; measured.count()]);
        let ((near, near_right), (even, even_right)) = (zeros(), zeros());
        let mut problem = Self { measured, values, begin, near, near_right, even, even_right };
        for (point, value) in measured.all(values) {
            let off = minus(&value, &point.value(&problem.begin));
            add(&mut problem.near, &mut problem.near_right, &point.terms(), point.weight, off);
        }
        for (row, factor) in measured.rows().zip(factors) {
            let terms = row.into_iter().zip([-1.0, *factor, -*factor, 1.0]);
            let mut off = [0.0; SIDES];
            for (place, share) in terms.clone() {
                (0..SIDES).for_each(|side| off[side] -= share * problem.begin[place][side]);
            }
            add(&mut problem.even, &mut problem.even_right, &terms, 1.0, off);
        }
        problem
    }

    /// The solution of the largest penalty whose deviation is within a tolerance; `None` where that of the least is not. `close`: the
    /// factor between the lengths of smoothing of penalties that count as equal.
    fn smoothest(&self, tolerance: f64, close: f64) -> Option<Fit<SIDES>> {
        let (mut low, mut high) = (SHORTEST, LONGEST);
        let mut found = self.fit(low);
        if found.largest > tolerance {
            return None;
        }
        let longest = self.fit(high);
        if longest.largest <= tolerance {
            return Some(longest);
        }
        while high > low * close {
            let middle = Real::sqrt(low * high);
            let next = self.fit(middle);
            if next.largest <= tolerance {
                (low, found) = (middle, next);
            } else {
                high = middle;
            }
        }
        Some(found)
    }

    /// The solution with a length of smoothing over the spacing of the nodes: waves shorter than 2 pi times this length are flattened.
    fn fit(&self, length: f64) -> Fit<SIDES> {
        let cube = length * length * length;
        let weight = cube * cube;
        let mut matrix = self.near.clone();
        matrix.add_scaled(&self.even, weight);
        let mut right = self.near_right.clone();
        for (right, even) in right.iter_mut().zip(&self.even_right) {
            (0..SIDES).for_each(|side| right[side] += weight * even[side]);
        }
        matrix.factorise();
        let mut nodes = matrix.solve(&right);
        for (node, begin) in nodes.iter_mut().zip(&self.begin) {
            (0..SIDES).for_each(|side| node[side] += begin[side]);
        }
        let mut largest = 0.0;
        for (point, value) in self.measured.points.iter().zip(self.values) {
            let off = minus(value, &point.value(&nodes)).iter().map(|number| number * number).sum::<f64>();
            // NaN is far away.
            largest = if off <= largest {
                largest
            } else if off.is_nan() {
                f64::INFINITY
            } else {
                off
            };
        }
        Fit { nodes, largest: Real::sqrt(largest) }
    }
}

/// Adds an equation of least squares: a sum of shares of unknowns that shall be a number.
fn add<const SIDES: usize>(
    matrix: &mut Banded,
    right: &mut [[f64; SIDES]],
    terms: &(impl Iterator<Item = (usize, f64)> + Clone),
    weight: f64,
    wanted: [f64; SIDES],
) {
    for (place, share) in terms.clone() {
        (0..SIDES).for_each(|side| right[place][side] += weight * share * wanted[side]);
        for (other, part) in terms.clone().filter(|(other, _)| *other <= place) {
            matrix.add(place, other, weight * share * part);
        }
    }
}
