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
use super::contact::{Bodies, Contacts};
use super::records::{AckermannMode, AckermannState};
use skidpad_core::math::{Direction, Mask, Real, Vec2};

/// The slips at the beginning of a sub-step.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn slips_before<R: Real>(
    car: &AckermannCar<R>,
    mode: &AckermannMode<R>,
    before: &AckermannState<R>,
) -> [Vec2<R>; 2] {
    slips(car, &standing(mode, before), Direction::at_angle(before.front_steer_rad))
}

/// An axle in a sub-step: the impulse of its kinetic friction, the largest of that and of static friction,
/// N.s, and whether its friction is smoothed.
struct Axle<R: Real> {
    kinetic: Vec2<R>,
    most_kinetic_n_s: R,
    most_n_s: R,
    is_smoothed: R::Mask,
}

impl<R: Real> Axle<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(
        [from, to]: [Vec2<R>; 2],
        smooth: Vec2<R>,
        start: Vec2<R>,
        [most_n_s, kinetic_share]: [R; 2],
    ) -> Self {
        let most_kinetic_n_s = kinetic_share * most_n_s;
        let mean = (against(from, smooth, start) + against(to, smooth, start)).scale(R::lit(0.5));
        Self {
            kinetic: mean.scale(most_kinetic_n_s),
            most_kinetic_n_s,
            most_n_s,
            is_smoothed: from.x.abs().lt(smooth.x) & from.y.abs().lt(smooth.y),
        }
    }

    /// Whether it grips, with the impulses that stop and hold its slip beyond that of its friction.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn grips(&self, shrinks: R::Mask, stop: Vec2<R>, hold: Vec2<R>) -> R::Mask {
        let stops = (self.kinetic + stop).quick_norm().lt(self.most_n_s);
        let holds = (self.kinetic + hold).quick_norm().lt(self.most_kinetic_n_s);
        (shrinks & stops) | (self.is_smoothed & holds)
    }
}

/// The slips of both axles in a sub-step, and what they meet.
struct Attempt<R: Real> {
    axles: [Axle<R>; 2],
    /// Whether the slip shrinks.
    shrinks: [R::Mask; 2],
    /// Slips at the end, and their changes, m/s.
    still: [Vec2<R>; 2],
    changes: [Vec2<R>; 2],
    /// Axles that grip already.
    grips: [R::Mask; 2],
}

impl<R: Real> Attempt<R> {
    /// Which axles grip, taken that those of `with` do, on bodies whose axles both grip, or not.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gripping(&self, with: [R::Mask; 2], bodies: &Bodies<R>) -> [R::Mask; 2] {
        let (contacts, none) = (Contacts::new(bodies), [Vec2::zero(), Vec2::zero()]);
        let stop = contacts.solve(with, self.still, none);
        let hold = contacts.solve(with, self.changes, none);
        [
            self.grips[0] | self.axles[0].grips(self.shrinks[0], stop[0], hold[0]),
            self.grips[1] | self.axles[1].grips(self.shrinks[1], stop[1], hold[1]),
        ]
    }
}

/// Which axles grip at the end of a sub-step, with the slips before and after it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn grips<R: Real>(
    car: &AckermannCar<R>,
    mode: &AckermannMode<R>,
    [was, still]: [[Vec2<R>; 2]; 2],
    stands: [R::Mask; 2],
    steer: Direction<R>,
) -> [R::Mask; 2] {
    let yes = R::Mask::splat(true);
    let [front_smooth, rear_smooth] = smoothing(mode);
    let [front_start, rear_start] = starts(mode);
    let front_most = [mode.front_grip_n_s, car.front.kinetic_share];
    let rear_most = [mode.rear_grip_n_s, car.rear.kinetic_share];
    let [front_grips, rear_grips] = [mode.front_slides.is_clear(), mode.rear_slides.is_clear()];
    let attempt = Attempt {
        axles: [
            Axle::new([was[0], still[0]], front_smooth, front_start, front_most),
            Axle::new([was[1], still[1]], rear_smooth, rear_start, rear_most),
        ],
        shrinks: [
            still[0].quick_norm().le(was[0].quick_norm()),
            still[1].quick_norm().le(was[1].quick_norm()),
        ],
        still,
        changes: [still[0] - was[0], still[1] - was[1]],
        grips: [front_grips, rear_grips],
    };
    let together = attempt.gripping([yes, yes], &bodies(car, stands, yes, steer));
    let both = together[0] & together[1];
    let front_alone = attempt.gripping([yes, rear_grips], &bodies(car, stands, rear_grips, steer))[0];
    let rear_alone = attempt.gripping([front_grips, yes], &bodies(car, stands, front_grips, steer))[1];
    // Where either could, but not both, the front is first: the rear is asked again with it.
    let front_now = front_grips | both | front_alone;
    [front_now, rear_grips | both | (rear_alone & !front_now)]
}
