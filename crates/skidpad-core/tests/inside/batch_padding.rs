//! The padding of a batch, which no method shows.

use super::*;
use crate::math::Real;
use crate::model::Pose;
use crate::record;
use crate::record::Empty;

record! {
    /// Position along a line.
    pub struct Position {
        /// Distance.
        distance_m: "m" [-1e6, 1e6],
    }
}

/// Stands still; a model for one car at a time.
#[derive(Clone, Copy, Debug)]
struct Standing;

impl Model for Standing {
    const NAME: &'static str = "standing";
    const DESCRIPTION: &'static str = "a car that stands still";
    const INTEGRATOR: Method = Method::Rk4;
    const IS_CALLED: bool = true;
    type Car<R: Real> = Empty;
    type Input<R: Real> = Empty;
    type State<R: Real> = Position<R>;
    type Mode<R: Real> = Empty;
    type Trace<R: Real> = Empty;

    fn evaluate<R: Real>(
        _: &Empty,
        _: &Empty,
        state: &Position<R>,
        _: &Empty,
        _: &Surface<R>,
    ) -> (Position<R>, Empty) {
        (Position { distance_m: R::zero() * state.distance_m }, Empty)
    }

    fn pose<R: Real>(state: &Position<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.distance_m, R::zero()], R::zero(), surface)
    }
}

/// The fifth car of the first block is not finite; the fifth place of the second is padding, and goes on.
#[test]
fn padding_runs_on_whatever_the_block_before_it_left() {
    const CARS: usize = 12;
    let mut batch =
        Batch::<Standing, f64>::new(&[Empty], &[Empty], &[Position { distance_m: 3.0 }; CARS]).unwrap();
    batch.states_mut(0)[4] = f64::NAN;
    let tally = batch.step(Dt::new(0.01).unwrap());
    assert_eq!(tally, Tally { running: CARS - 1, ended: 0, quarantined: 1 });
    let rows = batch.moving.all();
    assert!(rows.len > CARS, "there is padding");
    for row in CARS..rows.len {
        assert_eq!(rows.copy::<1>(status::<Standing, f64>(), row), [0.0], "{row}");
        assert_eq!(rows.copy::<1>(0, row), [3.0], "{row}");
    }
}
