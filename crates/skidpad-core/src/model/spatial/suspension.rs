//! Forces along the paths of the suspension: springs, dampers, anti-roll bars, stops and dry friction.

use super::ground::Touch;
use super::placed::SpacePoint;
use crate::each_wheel;
use crate::friction::holding_torque;
use crate::math::Real;
use crate::model::two_track::{Kind, Springs, SuspensionTravel};

/// Pull on a wheel outwards besides its spring, N: without limit. The wheels of the planar car on springs have no motion of
/// their own and hang where their weight is carried; here a wheel in the air moves on its spring.
const FREE_N: f64 = 1e9;

/// Forces between body and wheels along the paths.
pub(super) struct TravelForces<R> {
    /// Travel of each wheel, as springs take it.
    pub travel: SuspensionTravel<R>,
    /// Force of springs, bars and stops on each wheel outwards, N: they store energy.
    pub stored_n: [R; 4],
    /// Force of springs, bars, stops and dampers on each wheel outwards, N.
    pub outwards_n: [R; 4],
    /// Dry friction of each wheel's suspension at most, N.
    pub friction_n: [R; 4],
}

/// Travel of the suspension of each wheel.
#[cfg_attr(not(debug_assertions), inline(always))]
fn travel<R: Real>(travel_m: [R; 4], rate_m_s: [R; 4]) -> SuspensionTravel<R> {
    SuspensionTravel { travel_m, rate_m_s, unsprung_n: [R::lit(FREE_N); 4] }
}

/// Forces of springs, dampers and stops.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn travel_forces<K: Kind, R: Real>(at: &SpacePoint<K, R>) -> TravelForces<R> {
    let base = &at.car.planar.base;
    let (travel_m, rate_m_s) = at.state.travels();
    let travel = travel(travel_m, rate_m_s);
    let forces = base.springs.forces(&base.suspension, &at.mode.car.springs, &at.state.springs, &travel);
    let axles = at.car.axles();
    let wheels = at.car.space.wheels.in_a_row();
    let stored_n = each_wheel!(W => {
        let out_m = travel.travel_m[W] - wheels[W].rebound_m;
        forces.spring_n[W] - axles[W].compressed_n(wheels[W].rebound_n_m2, out_m)
    });
    let outwards_n = each_wheel!(W => stored_n[W] + forces.damper_n[W]);
    let share = base.suspension.body.suspension_friction;
    let friction_n = each_wheel!(W => share * forces.spring_n[W].max(R::zero()));
    TravelForces { travel, stored_n, outwards_n, friction_n }
}

impl<R: Real> TravelForces<R> {
    /// Forces on the wheels along their paths, with the dry friction of the suspension of those that carry a load, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn held<K: Kind>(&self, at: &SpacePoint<K, R>, along_n: &[R; 4], touches: &[Touch<R>; 4]) -> [R; 4] {
        let modes = at.mode.travels.in_a_row();
        let can_hold = self.can_hold(touches);
        each_wheel!(W => {
            along_n[W] + holding_torque(can_hold[W], modes[W].travel_direction, along_n[W])
        })
    }

    /// Dry friction of the suspension of each wheel, N: of those that carry a load.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn can_hold(&self, touches: &[Touch<R>; 4]) -> [R; 4] {
        each_wheel!(W => R::select(touches[W].load_n.gt(R::zero()), self.friction_n[W], R::zero()))
    }
}
