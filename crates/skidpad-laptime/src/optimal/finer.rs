//! A search on a finer mesh from one on a coarser mesh.
//!
//! A minimum is a bad place to begin: its unknowns lie at their bounds, from which steps on another mesh cannot move away. The search goes on
//! from a solution with a larger barrier instead, near the middle of what is allowed (Gondzio, "Warm start of the primal-dual
//! method applied in the cutting-plane scheme", Mathematical Programming 83, 1998).

use skidpad_core::math::Real;

use super::blocks::Row;
use super::car::{DynamicCar, MOTION};
use super::mesh::between;
use super::node::{FORWARDS, STATES};
use super::rows::gaps;
use super::transcription::{ByEquation, Transcription};

/// Least share of the distance from a bound that a place between two others keeps of theirs.
const KEPT: f64 = 0.5;

/// A point from which a search begins.
pub(super) struct Beginning<const W: usize> {
    pub x: Vec<Row<W>>,
    /// Multipliers of the equations; `None` where they are to be guessed.
    pub multipliers: Option<ByEquation<W>>,
    pub barrier: f64,
}

/// A solution with a barrier, on a finer mesh.
///
/// The barriers of all places are a sum that grows with their number, and so does that of the equations at each place: the barrier's weight and
/// the multipliers of these equations shrink with the step. Between places the states are the parabolas of the trapezoidal rule, but not
/// nearer to their bounds than half as near as both places: the bounds' multipliers, which are the barrier over that distance, would
/// be far too large, and the first steps short.
pub(super) fn on_mesh<C: DynamicCar<W>, const W: usize>(
    coarse: &Transcription<'_, C, W>,
    from: &Beginning<W>,
    fine: &Transcription<'_, C, W>,
) -> Beginning<W> {
    let (step_share, is_closed) = (fine.step_m / coarse.step_m, fine.is_closed);
    let numbers = coarse.node.car.numbers::<f64>();
    let outputs: Vec<Row<W>> =
        from.x.iter().zip(&coarse.sections).map(|(z, of)| coarse.node.values(&numbers, of, z)).collect();
    let column = |place: usize| -> Vec<f64> { from.x.iter().map(|row| row[place]).collect() };
    let columns: [Vec<f64>; W] = core::array::from_fn(column);
    let unknown = |at: usize, place: usize| {
        let along = at as f64 * step_share;
        let share = along - along.floor();
        let straight = between(&columns[place], along, is_closed);
        if place >= STATES {
            return straight;
        }
        let here = along.floor() as usize % outputs.len();
        let next = (here + 1) % outputs.len();
        let unit = coarse.node.scales[place]
            * if place == FORWARDS { coarse.node.scales[place] * from.x[here][place] } else { 1.0 };
        straight
            + 0.5 * coarse.step_m * share * (1.0 - share) * (outputs[here][place] - outputs[next][place])
                / unit
    };
    let gaps = gaps(coarse, &from.x);
    let inside = |at: usize, place: usize| {
        let along = at as f64 * step_share;
        let before = along.floor() as usize % outputs.len();
        let after = along.ceil() as usize % outputs.len();
        let [low, high] =
            [0, 1].map(|side| KEPT * Real::min(gaps[side][before][place], gaps[side][after][place]));
        Real::clamp(unknown(at, place), fine.lows[at][place] + low, fine.highs[at][place] - high)
    };
    let x = (0..fine.places()).map(|at| core::array::from_fn(|place| inside(at, place))).collect();
    let multipliers = from.multipliers.as_ref().map(|of| finer_multipliers(of, fine, step_share));
    Beginning { x, multipliers, barrier: from.barrier * step_share }
}

/// The multipliers of the equations on a finer mesh, whose steps are a share of those of the coarse one.
fn finer_multipliers<C: DynamicCar<W>, const W: usize>(
    coarse: &ByEquation<W>,
    fine: &Transcription<'_, C, W>,
    step_share: f64,
) -> ByEquation<W> {
    let is_closed = fine.is_closed;
    let defects: [Vec<f64>; STATES] =
        core::array::from_fn(|place| coarse.defects.iter().map(|row| row[place]).collect());
    let own: [Vec<f64>; W] =
        core::array::from_fn(|row| coarse.own.iter().map(|of| step_share * of[row]).collect());
    let middle = |at: usize| (at as f64 + 0.5) * step_share - 0.5;
    ByEquation {
        defects: (0..fine.spaces())
            .map(|at| core::array::from_fn(|place| between(&defects[place], middle(at), is_closed)))
            .collect(),
        own: (0..fine.places())
            .map(|at| {
                core::array::from_fn(|row| {
                    if row < W - MOTION { between(&own[row], at as f64 * step_share, is_closed) } else { 0.0 }
                })
            })
            .collect(),
    }
}
