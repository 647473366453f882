//! The shortest line and the line of least curvature: sequences of quadratic programs.

use skidpad_core::math::Real;

use super::corridor::Corridor;
use super::quadratic::Program;
use super::shape::{Model, Shape};

/// The most quadratic programs; 3 to 8 are usual.
const MOST_ROUNDS: usize = 40;
/// A sequence ends where no offset changes by more than this, m.
const STILL_M: f64 = 1e-3;
/// Halvings of a step that does not lead down.
const HALVINGS: usize = 8;
/// More on the diagonal, over the largest number on it, so that straight lines with nothing to gain stay.
const RIDGE: f64 = 1e-13;

/// A function of the line that is to be least.
pub(super) trait Aim {
    fn value(&self, shape: &Shape) -> f64;
    fn model(&self, shape: &Shape) -> Model;
}

/// Length of the line.
pub(super) struct Length;

impl Aim for Length {
    fn value(&self, shape: &Shape) -> f64 {
        shape.length_m()
    }

    fn model(&self, shape: &Shape) -> Model {
        let mut model = shape.empty();
        shape.add_lengths(&mut model, &|_| 1.0);
        model
    }
}

/// Integral of the squared curvature.
pub(super) struct Curvature;

impl Aim for Curvature {
    fn value(&self, shape: &Shape) -> f64 {
        shape.curvature_energy_1_m()
    }

    fn model(&self, shape: &Shape) -> Model {
        shape.curvature_model()
    }
}

/// Changes of the offsets by which a model becomes least, within limits.
pub(super) fn change(model: &mut Model, offsets_m: &[f64], [lows, highs]: &[Vec<f64>; 2]) -> Vec<f64> {
    model.matrix.add_diagonal(RIDGE * model.matrix.largest());
    let room = |limits: &[f64]| {
        limits.iter().zip(offsets_m).map(|(limit, offset)| limit - offset).collect::<Vec<_>>()
    };
    let (lows, highs) = (room(lows), room(highs));
    Program { matrix: &model.matrix, gradient: &model.gradient, lows: &lows, highs: &highs }.solve()
}

/// The offsets moved by a share of a change.
pub(super) fn moved(
    offsets_m: &[f64],
    change_m: &[f64],
    share: f64,
    [lows, highs]: &[Vec<f64>; 2],
) -> Vec<f64> {
    let place = |at: usize| Real::clamp(offsets_m[at] + share * change_m[at], lows[at], highs[at]);
    (0..offsets_m.len()).map(place).collect()
}

/// Offsets within limits for which an aim is least, and the number of quadratic programs.
pub(super) fn least(corridor: &Corridor, limits_m: &[Vec<f64>; 2], aim: &dyn Aim) -> (Vec<f64>, usize) {
    let [lows, highs] = limits_m;
    let mut offsets_m: Vec<f64> =
        lows.iter().zip(highs).map(|(low, high)| Real::clamp(0.0, *low, *high)).collect();
    let mut shape = Shape::new(corridor, &offsets_m);
    for round in 1..=MOST_ROUNDS {
        let change_m = change(&mut aim.model(&shape), &offsets_m, limits_m);
        let before = aim.value(&shape);
        let mut share = 1.0;
        let better = (0..HALVINGS).find_map(|_| {
            let next = moved(&offsets_m, &change_m, share, limits_m);
            let shape = Shape::new(corridor, &next);
            share *= 0.5;
            (aim.value(&shape) < before).then_some((next, shape))
        });
        let Some((next, next_shape)) = better else { return (offsets_m, round) };
        let largest_m = offsets_m
            .iter()
            .zip(&next)
            .fold(0.0, |most, (one, other)| Real::max(Real::abs(one - other), most));
        (offsets_m, shape) = (next, next_shape);
        if largest_m < STILL_M {
            return (offsets_m, round);
        }
    }
    (offsets_m, MOST_ROUNDS)
}
