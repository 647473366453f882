//! When a sliding axle grips again.
//!
//! Coulomb's friction stops a slip in finite time where what holding it would take is less than kinetic
//! friction, and then holds it. With s the slips, W the mobility and J the impulses of a sub-step,
//! s_1 = s_0 + W (J + D), so that W^-1 (s_0 - s_1) + J = -D is what would have held the slip as it was, and
//! -W^-1 s_1 + J what would have stopped it. An axle grips where
//!
//! - its slip shrinks, and the impulse that stops it is within static friction; or
//! - its slip is so small that its friction is smoothed, and the impulse that holds it is within kinetic
//!   friction. Smoothed friction alone would let it creep for ever, at the slip speed whose friction is D.
//!
//! Two axles may grip together, or one of them while the other slides on.

use super::axles::{against, bodies, slips, smoothing, standing, starts};
use super::car::AckermannCar;
use super::contact::{Contacts, Pair};
use super::records::{AckermannMode, AckermannState};
use skidpad_core::math::{Mask, Real};

/// The slips at the beginning of a sub-step.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn slips_before<R: Real>(
    car: &AckermannCar<R>,
    mode: &AckermannMode<R>,
    before: &AckermannState<R>,
) -> [Pair<R>; 2] {
    let (sin, cos) = before.front_steer_rad.sin_cos();
    slips(car, &standing(mode, before), [sin, cos])
}

/// An axle in a sub-step: the impulse of its kinetic friction, the largest of that and of static friction,
/// N.s, and whether its friction is smoothed.
struct Axle<R: Real> {
    kinetic: Pair<R>,
    most_kinetic_n_s: R,
    most_n_s: R,
    is_smoothed: R::Mask,
}

impl<R: Real> Axle<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(
        [from, to]: [Pair<R>; 2],
        smooth: Pair<R>,
        start: Pair<R>,
        [most_n_s, kinetic_share]: [R; 2],
    ) -> Self {
        let most_kinetic_n_s = kinetic_share * most_n_s;
        let mean = against(from, smooth, start).plus(against(to, smooth, start)).times(R::lit(0.5));
        Self {
            kinetic: mean.times(most_kinetic_n_s),
            most_kinetic_n_s,
            most_n_s,
            is_smoothed: from.x.abs().lt(smooth.x) & from.y.abs().lt(smooth.y),
        }
    }

    /// Whether it grips, with the impulses that stop and hold its slip beyond that of its friction.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn grips(&self, shrinks: R::Mask, stop: Pair<R>, hold: Pair<R>) -> R::Mask {
        let stops = self.kinetic.plus(stop).size().lt(self.most_n_s);
        let holds = self.kinetic.plus(hold).size().lt(self.most_kinetic_n_s);
        (shrinks & stops) | (self.is_smoothed & holds)
    }
}

/// Which axles grip at the end of a sub-step, with the slips before and after it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn grips<R: Real>(
    car: &AckermannCar<R>,
    mode: &AckermannMode<R>,
    (was, still): ([Pair<R>; 2], [Pair<R>; 2]),
    stands: [R::Mask; 2],
    steer: [R; 2],
) -> [R::Mask; 2] {
    let (half, yes) = (R::lit(0.5), R::Mask::splat(true));
    let [front_smooth, rear_smooth] = smoothing(mode);
    let [front_start, rear_start] = starts(mode);
    let front_most = [mode.front_grip_n_s, car.front.kinetic_share];
    let rear_most = [mode.rear_grip_n_s, car.rear.kinetic_share];
    let front = Axle::new([was[0], still[0]], front_smooth, front_start, front_most);
    let rear = Axle::new([was[1], still[1]], rear_smooth, rear_start, rear_most);
    let change = |axle: usize| still[axle].plus(was[axle].times(-R::one()));
    let changes = [change(0), change(1)];
    let shrinks = |axle: usize| still[axle].size().le(was[axle].size());
    let (front_shrinks, rear_shrinks) = (shrinks(0), shrinks(1));
    let (front_grips, rear_grips) = (mode.front_slides.lt(half), mode.rear_slides.lt(half));

    let try_with = |masks: [R::Mask; 2]| {
        let contacts = Contacts::new(&bodies(car, stands, masks[0] & masks[1], steer));
        let none = [Pair::zero(), Pair::zero()];
        let stop = contacts.solve(masks, still, none);
        let hold = contacts.solve(masks, changes, none);
        [
            front_grips | front.grips(front_shrinks, stop[0], hold[0]),
            rear_grips | rear.grips(rear_shrinks, stop[1], hold[1]),
        ]
    };
    let together = try_with([yes, yes]);
    let both = together[0] & together[1];
    let front_alone = try_with([yes, rear_grips])[0];
    let rear_alone = try_with([front_grips, yes])[1];
    // Where either could, but not both, the front is first: the rear is asked again with it.
    let front_now = front_grips | both | front_alone;
    [front_now, rear_grips | both | (rear_alone & !front_now)]
}
