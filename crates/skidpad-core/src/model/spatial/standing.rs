//! What holds a standing car: the hysteresis of tyres that stand, and of bodywork that lies on the ground.
//!
//! As on the planar car it is dry friction with a limit, here in six motions: along the body's axes and about them. A third of what a
//! contact can hold in one direction is for each motion that uses it: forwards, for pitch and for yaw; and so on. So together they pass
//! it nowhere. While the car moves on its tyres, nothing stands and nothing is held.

use super::bodywork::BodyworkForces;
use super::capacity::can_hold_at;
use super::inertia::Articulated;
use super::placed::{SpaceKinematics, SpacePoint};
use crate::each_wheel;
use crate::friction::{IN_TWO_DIRECTIONS, holding_torque, released, standing_hysteresis};
use crate::math::{Mask, Real, Vec3};
use crate::model::two_track::{BodyMode, Kind, WheelContact};

/// Friction of standing contacts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing<R> {
    /// Force that can be held along each axis of the body, N.
    pub can_hold_n: Vec3<R>,
    /// Moment that can be held about each axis, N.m.
    pub can_hold_nm: Vec3<R>,
    /// Force that is held, N.
    pub held_n: Vec3<R>,
    /// Moment that is held, N.m.
    pub held_nm: Vec3<R>,
    /// Part of it at each wheel along its direction, N.
    pub wheels_n: [R; 4],
}

/// Senses of the body's motion along and about its axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpaceSenses<R> {
    /// Along the axes.
    pub along: Vec3<R>,
    /// About the axes.
    pub about: Vec3<R>,
}

impl<R: Real> SpaceSenses<R> {
    /// From a mode.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn from_mode(mode: &BodyMode<R>) -> Self {
        Self {
            along: Vec3 { x: mode.x_direction, y: mode.y_direction, z: mode.heave_direction },
            about: Vec3 { x: mode.roll_direction, y: mode.pitch_direction, z: mode.yaw_direction },
        }
    }

    /// Senses of a motion.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn from_motion([v, w]: [Vec3<R>; 2]) -> Self {
        Self {
            along: Vec3 { x: v.x.sign(), y: v.y.sign(), z: v.z.sign() },
            about: Vec3 { x: w.x.sign(), y: w.y.sign(), z: w.z.sign() },
        }
    }

    /// True where there is no motion.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn are_none(&self) -> R::Mask {
        let zero = R::zero();
        let (along, about) = (&self.along, &self.about);
        ((along.x.eq(zero) & along.y.eq(zero)) & along.z.eq(zero))
            & ((about.x.eq(zero) & about.y.eq(zero)) & about.z.eq(zero))
    }

    /// In the coming sub-step: a body at rest starts where the free force is more than what can hold it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn released(&self, free: &Articulated<R>, standing: &Standing<R>) -> Self {
        Self {
            along: released_in(self.along, free.force_n, standing.can_hold_n),
            about: released_in(self.about, free.moment_nm, standing.can_hold_nm),
        }
    }

    /// A mode with these senses.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn in_mode(&self, mode: BodyMode<R>) -> BodyMode<R> {
        BodyMode {
            x_direction: self.along.x,
            y_direction: self.along.y,
            heave_direction: self.along.z,
            roll_direction: self.about.x,
            pitch_direction: self.about.y,
            yaw_direction: self.about.z,
            ..mode
        }
    }
}

/// [`released`] in each component.
#[cfg_attr(not(debug_assertions), inline(always))]
fn released_in<R: Real>(sense: Vec3<R>, free: Vec3<R>, can_hold: Vec3<R>) -> Vec3<R> {
    Vec3 {
        x: released(sense.x, free.x, can_hold.x),
        y: released(sense.y, free.y, can_hold.y),
        z: released(sense.z, free.z, can_hold.z),
    }
}

/// [`holding_torque`] in each component in which something can be held.
#[cfg_attr(not(debug_assertions), inline(always))]
fn holding<R: Real>(can_hold: Vec3<R>, sense: Vec3<R>, free: Vec3<R>) -> Vec3<R> {
    Vec3 {
        x: held(can_hold.x, sense.x, free.x),
        y: held(can_hold.y, sense.y, free.y),
        z: held(can_hold.z, sense.z, free.z),
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn held<R: Real>(can_hold: R, sense: R, free: R) -> R {
    R::select(can_hold.gt(R::zero()), holding_torque(can_hold, sense, free), R::zero())
}

impl<R: Real> Standing<R> {
    /// Nothing held: no contact stands.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn none() -> Self {
        let none = Vec3::zero();
        Self { can_hold_n: none, can_hold_nm: none, held_n: none, held_nm: none, wheels_n: [R::zero(); 4] }
    }
}

/// Friction of the wheels that stand and the corners that lie on the ground, against what is left of all other forces.
/// The branch is taken if anything of any lane stands; lanes of which nothing does get the same bits either way.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn standing<K: Kind, R: Real>(
    at: &SpacePoint<K, R>,
    kinematics: &SpaceKinematics<R>,
    tyres: &[WheelContact<R>; 4],
    bodywork: &BodyworkForces<R>,
    rolling_n: &[R; 4],
    free: &Articulated<R>,
) -> Standing<R> {
    let directions = at.mode.wheel_directions::<K>();
    let share = R::lit(IN_TWO_DIRECTIONS);
    let own_n = each_wheel!(W => standing_hysteresis(directions[W], share * tyres[W].spare_n, rolling_n[W]));
    let stands = each_wheel!(W => own_n[W].gt(R::zero()));
    let any_stands = (stands[0] | stands[1]) | (stands[2] | stands[3]) | bodywork.can_hold_n.x.gt(R::zero());
    if !(R::HAS_DERIVATIVE || any_stands.any()) {
        return Standing::none();
    }
    let wheels = each_wheel!(W => can_hold_at(kinematics.touches[W].place_m, own_n[W]));
    let can_hold_n = ((wheels[0][0] + wheels[1][0]) + (wheels[2][0] + wheels[3][0])) + bodywork.can_hold_n;
    let can_hold_nm = ((wheels[0][1] + wheels[1][1]) + (wheels[2][1] + wheels[3][1])) + bodywork.can_hold_nm;
    let senses = SpaceSenses::from_mode(&at.mode.car.body);
    let held_n = holding(can_hold_n, senses.along, free.force_n);
    let held_nm = holding(can_hold_nm, senses.about, free.moment_nm);
    // Each wheel holds its share of the force along the road; of what the bodywork holds nothing turns a wheel.
    let per_n = R::lit(1.0 / 3.0) / can_hold_n.x.max(R::lit(1e-30));
    let wheels_n = each_wheel!(W => own_n[W] * per_n * kinematics.touches[W].forward.dot(held_n));
    Standing { can_hold_n, can_hold_nm, held_n, held_nm, wheels_n }
}
