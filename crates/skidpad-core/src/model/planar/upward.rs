//! Vertical components of the forces that act along a road that rises, and the push of its normal (derived in the module `ride` of
//! `two_track`).
//!
//! Where the road of a car does not rise, while that of another of its block does, what is added is 0. It is taken away from 0
//! first, so that the sum keeps the bits of a car alone, the sign of its zeros included.

use crate::each_wheel;
use crate::math::{Real, Vec2};
use crate::wheels::by_axle;

/// Vertical components r . F of the forces along a road whose horizontal components are F, N; on springs.
#[derive(Clone, Copy)]
pub(in crate::model) struct UpwardForces<R> {
    /// Vertical component of the tyres' own forces.
    pub tyres_n: R,
    /// Vertical component of what the hysteresis of standing tyres holds.
    pub held_n: R,
    /// Vertical component of drag and the resistance proportional to speed.
    pub resistance_n: R,
}

impl<R: Real> UpwardForces<R> {
    /// On the level.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn none() -> Self {
        Self { tyres_n: R::zero(), held_n: R::zero(), resistance_n: R::zero() }
    }

    /// Over roads with these rises, from the horizontal forces of the tyres, of what holds them while they stand, and of the air and
    /// the linear resistance, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(
        rises: &[Vec2<R>; 4],
        tyres_n: &[Vec2<R>; 4],
        held_n: &[Vec2<R>; 4],
        resistance_n: &Vec2<R>,
    ) -> Self {
        Self {
            tyres_n: upward_n(rises, tyres_n),
            held_n: upward_n(rises, held_n),
            resistance_n: mean(rises).dot(*resistance_n),
        }
    }

    /// A force upwards with all of these besides, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn added_to(&self, force_n: R) -> R {
        force_n - (R::zero() - ((self.tyres_n + self.held_n) + self.resistance_n))
    }
}

/// Sum over the wheels of the vertical components of forces along roads with these rises, N.
#[cfg_attr(not(debug_assertions), inline(always))]
fn upward_n<R: Real>(rises: &[Vec2<R>; 4], forces_n: &[Vec2<R>; 4]) -> R {
    let upward_n = each_wheel!(W => rises[W].dot(forces_n[W]));
    (upward_n[0] + upward_n[1]) + (upward_n[2] + upward_n[3])
}

/// Push of the normals of roads with these rises, N, less that of the downforce on both axles, which presses along them, too.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn less_downforce<R: Real>(
    rises: &[Vec2<R>; 4],
    grades_n: &[Vec2<R>; 4],
    downforce_n: &[R; 2],
) -> [Vec2<R>; 4] {
    let pressed_n = downforce_by_wheel(downforce_n);
    each_wheel!(W => grades_n[W] - (Vec2::zero() - rises[W].scale(pressed_n[W])))
}

/// Downforce on each wheel, N, from that on the axles.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn downforce_by_wheel<R: Real>([front_n, rear_n]: &[R; 2]) -> [R; 4] {
    let half = R::lit(0.5);
    by_axle(half * *front_n, half * *rear_n)
}

/// Mean over the wheels.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn mean<R: Real>(wheels: &[Vec2<R>; 4]) -> Vec2<R> {
    ((wheels[0] + wheels[1]) + (wheels[2] + wheels[3])).scale(R::lit(0.25))
}
