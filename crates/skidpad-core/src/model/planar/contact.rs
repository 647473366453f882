//! Stage 4, contact: tyre forces under the loads, their resultant, and what standing tyres hold of the body.
//!
//! A tyre force F_z g(slip) is elastic: a car at rest would rock on the springs of its tyres. The hysteresis of the rubber
//! stops it; on a rolling wheel that is the rolling resistance, on a standing one dry friction
//! ([`standing_hysteresis`]), by which the wheels of both axles hold the body together ([`StandingAxles`]).

use super::axle::{AxleMode, AxleParts, TwoAxles};
use super::body::{PlanarBody, PlanarMotion};
use super::external::{ExternalForces, weight_in_turning_axes};
use super::kinematics::{AxleKinematics, Kinematics};
use super::loads::{AxleLoadBalance, LoadBalance};
use super::point::EvaluationPoint;
use super::slip::{AxleSlips, SlipOf, WheelSlips};
use super::upward::{UpwardForces, less_downforce};
use crate::aero::Aerodynamics;
use crate::brakes::rolling_resistance_n;
use crate::chassis::{PlanarForce, StandingAxles};
use crate::each_wheel;
use crate::friction::{IN_TWO_DIRECTIONS, standing_hysteresis};
use crate::math::{Direction, Real, Vec2};
use crate::model::two_track::kind::{AerodynamicsOf, DrivelineOf};
use crate::model::two_track::ride::{LinkedForces, Modal};
use crate::model::two_track::{AxleTyres, Kind, Parts, TwoTrackBase, WheelContact, WheelTyre};
use crate::powertrain::Axles;
use crate::powertrain::driveline::Driveline;
use crate::surface::Surface;
use crate::wheels::by_axle;

/// Tyre forces, and what acts on the body.
pub(in crate::model) struct RoadContact<R> {
    /// Each tyre under its load, in the axes of its wheel.
    pub tyres: [WheelContact<R>; 4],
    /// Push of the road's normal at each wheel where the road rises, less that of the downforce on it, in the body's axes, N.
    pub grades_n: [Vec2<R>; 4],
    /// Vertical components of the forces that act along a road that rises.
    pub upward: UpwardForces<R>,
    /// Force and yaw moment on the body without the friction of standing tyres, with the inertial force of its turning
    /// axes.
    pub free: PlanarForce<R>,
    /// Force and moment that the hysteresis of standing tyres can hold.
    pub capacity: PlanarForce<R>,
    /// Force and moment that it holds.
    pub held: PlanarForce<R>,
    /// Share of each wheel in it, in the body's axes, N.
    pub held_n: [Vec2<R>; 4],
    /// Rolling resistance of each wheel, N.
    pub rolling_n: [R; 4],
    /// Force and moments on the body on its springs without the friction of the suspension.
    pub free_ride: Modal<R>,
    /// Force and moments that this friction holds.
    pub held_ride: Modal<R>,
}

/// Tyre forces under the loads, and the forces on the body.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn contact<K: Kind, R: Real>(
    at: &EvaluationPoint<K, R>,
    kinematics: &Kinematics<R, K::Parts>,
    slip: &WheelSlips<SlipOf<K, R>, R>,
    external: &ExternalForces<R>,
    loads: &LoadBalance<R>,
) -> RoadContact<R> {
    let (base, laws, loads_n) = (&at.car.base, at.car.tyres(), &loads.wheels_n);
    let wheels = &kinematics.wheels;
    let tyres = each_wheel!(W => {
        laws[W].contact(&slip.tyres[W], loads_n[W], &slip.deflections[W], &wheels.motions[W])
    });
    // A road that rises by r per distance pushes back by r N.
    let rises = &kinematics.rises;
    let grades_n = each_wheel!(W => -rises[W].scale(loads_n[W]));
    let grades_n =
        if kinematics.is_hill { less_downforce(rises, &grades_n, &loads.downforce_n) } else { grades_n };
    let resultant = Resultant::new(base, &wheels.axes, &tyres, &grades_n);
    let free = free_force(&base.planar(), &kinematics.body, &resultant.on_body, external);
    let free = if <AerodynamicsOf<K, R>>::HAS_YAW_MOMENT {
        PlanarForce { yaw_nm: free.yaw_nm + external.air_yaw_nm, ..free }
    } else {
        free
    };

    let directions = <DrivelineOf<K, R>>::wheel_directions(&at.mode.driveline).in_a_row();
    let spares_n = each_wheel!(W => tyres[W].spare_n);
    let rolling_n = rolling_resistances(at, loads_n);
    let hysteresis_n = hysteresis_of_wheels(&directions, &spares_n, &rolling_n);
    let axles = standing_axles(base, &hysteresis_n);
    let capacity = axles.capacity();
    let held = at.mode.body.senses().held(&free, &capacity);
    let held_n = held_by_wheels(&axles, &hysteresis_n, &held);

    let mut upward = UpwardForces::none();
    let (free_ride, held_ride) = if K::SPRUNG {
        let tyres = LinkedForces { linkages: &wheels.linkages, axles: &resultant.axles };
        let roll_rad = kinematics.position.roll_rad;
        let free_ride = loads.ride.free(base, roll_rad, &tyres, &loads.downforce_n, loads.sprung_weight_n);
        let free_ride = if kinematics.is_hill {
            upward = UpwardForces::new(rises, &resultant.wheels_n(), &held_n, &external.resistance_n());
            Modal { heave: upward.added_to(free_ride.heave), ..free_ride }
        } else {
            free_ride
        };
        (free_ride, loads.ride.held(&at.mode.body, &free_ride))
    } else {
        (Modal::none(), Modal::none())
    };
    RoadContact { tyres, grades_n, upward, free, capacity, held, held_n, rolling_n, free_ride, held_ride }
}

/// Resultant of the forces of all tyres.
struct Resultant<R> {
    /// Force and yaw moment on the body.
    on_body: PlanarForce<R>,
    /// Forces of the front and of the rear tyres.
    axles: [AxleTyres<R>; 2],
}

impl<R: Real> Resultant<R> {
    /// Forces of the tyres, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn wheels_n(&self) -> [Vec2<R>; 4] {
        let [[fl, fr], [rl, rr]] = [self.axles[0].wheels_n, self.axles[1].wheels_n];
        [fl, fr, rl, rr]
    }

    /// Sum of the tyres' forces in the body's axes and of the grades' below them, and their moment about the centre of
    /// mass with the aligning moments: M_z = a Y_f - b Y_r + sum of (t / 2) (X_right - X_left) + sum of aligning moments.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new<P: Parts>(
        base: &TwoTrackBase<R, P>,
        axes: &[Direction<R>; 4],
        tyres: &[WheelContact<R>; 4],
        grades_n: &[Vec2<R>; 4],
    ) -> Self {
        let own = each_wheel!(W => tyres[W].force_n.to_parent(axes[W]));
        let force = each_wheel!(W => own[W] + grades_n[W]);
        let (front, rear) = (&base.front, &base.rear);
        let front_n = force[0] + force[1];
        let rear_n = force[2] + force[3];
        let couple =
            front.half_track_m * (force[1].x - force[0].x) + rear.half_track_m * (force[3].x - force[2].x);
        let aligning =
            (tyres[0].aligning_nm + tyres[1].aligning_nm) + (tyres[2].aligning_nm + tyres[3].aligning_nm);
        let lateral = base.body.to_front_m * front_n.y - base.body.to_rear_m * rear_n.y;
        Self {
            on_body: PlanarForce {
                x_n: front_n.x + rear_n.x,
                y_n: front_n.y + rear_n.y,
                yaw_nm: lateral + (couple + aligning),
            },
            axles: [
                AxleTyres { wheels_n: [own[0], own[1]], sum_n: own[0] + own[1] },
                AxleTyres { wheels_n: [own[2], own[3]], sum_n: own[2] + own[3] },
            ],
        }
    }
}

/// Force and yaw moment on a body from its tyres, the air and gravity, with the inertial force of its turning axes: mass
/// times the rate of the velocity's components, and inertia times yaw acceleration, but for what standing tyres hold.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn free_force<R: Real>(
    body: &PlanarBody<R>,
    motion: &PlanarMotion<R>,
    tyres: &PlanarForce<R>,
    external: &ExternalForces<R>,
) -> PlanarForce<R> {
    let ExternalForces { drag_n, linear_n, weight_n, .. } = external;
    let weight = weight_in_turning_axes(body.mass_kg, weight_n, motion);
    // Everything that does not depend on the loads is summed first: it can be computed before they are known.
    PlanarForce {
        x_n: tyres.x_n + (drag_n.x + *linear_n + weight.x),
        y_n: tyres.y_n + (drag_n.y + weight.y),
        yaw_nm: tyres.yaw_nm,
    }
}

/// Rolling resistance of each wheel, N: coefficient of its axle, by the road below it, times its load.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rolling_resistances<K: Kind, R: Real>(at: &EvaluationPoint<K, R>, loads_n: &[R; 4]) -> [R; 4] {
    let (base, roads) = (&at.car.base, at.input.roads.in_a_row());
    let coefficients = by_axle(base.front.rolling_resistance, base.rear.rolling_resistance);
    each_wheel!(W => {
        rolling_resistance_n(coefficients[W], roads[W].rolling * at.surface.rolling, loads_n[W])
    })
}

/// Longitudinal force that the hysteresis of each standing wheel's tyre can hold, N.
#[cfg_attr(not(debug_assertions), inline(always))]
fn hysteresis_of_wheels<R: Real>(directions: &[R; 4], spares_n: &[R; 4], rolling_n: &[R; 4]) -> [R; 4] {
    let share = R::lit(IN_TWO_DIRECTIONS);
    each_wheel!(W => standing_hysteresis(directions[W], share * spares_n[W], rolling_n[W]))
}

/// Hysteresis of both axles, the sums over their wheels.
#[cfg_attr(not(debug_assertions), inline(always))]
fn standing_axles<R: Real, P: Parts>(base: &TwoTrackBase<R, P>, wheels_n: &[R; 4]) -> StandingAxles<R> {
    let (front_share, rear_share) = base.weight_shares();
    StandingAxles {
        front_share,
        rear_share,
        wheelbase_m: base.wheelbase_m(),
        front_n: wheels_n[0] + wheels_n[1],
        rear_n: wheels_n[2] + wheels_n[3],
    }
}

/// Force of each wheel in the body's axes, N, where the wheels hold the body together: those of an axle in the ratio of
/// what they can hold.
#[cfg_attr(not(debug_assertions), inline(always))]
fn held_by_wheels<R: Real>(
    axles: &StandingAxles<R>,
    wheels_n: &[R; 4],
    held: &PlanarForce<R>,
) -> [Vec2<R>; 4] {
    let [front, rear] = axles.by_axle(held);
    // An axle that can hold nothing holds nothing: then its force is 0.
    let least = R::lit(1e-30);
    let front = front.scale(R::one() / axles.front_n.max(least));
    let rear = rear.scale(R::one() / axles.rear_n.max(least));
    let shares = by_axle(front, rear);
    each_wheel!(W => shares[W].scale(wheels_n[W]))
}

/// Tyre forces of two axles, and what acts on the body.
pub(in crate::model) struct AxleContact<R> {
    /// Force of the front and of the rear tyres in the axes of their wheels, without the friction of standing tyres, N.
    pub tyres_n: [Vec2<R>; 2],
    /// Force and yaw moment on the body without this friction, with the inertial force of its turning axes.
    pub free: PlanarForce<R>,
    /// Force and moment that this friction can hold.
    pub capacity: PlanarForce<R>,
    /// Force and moment that it holds.
    pub held: PlanarForce<R>,
    /// Force that it holds at each axle, in the axes of its wheels, N.
    pub held_n: [Vec2<R>; 2],
    /// Rolling resistance of each axle, N.
    pub rolling_n: Axles<R>,
}

/// Results of the first three stages for a car with two axles.
pub(super) struct LoadedAxles<'a, R> {
    pub kinematics: &'a AxleKinematics<R>,
    pub slips: &'a AxleSlips<R>,
    pub loads: &'a AxleLoadBalance<R>,
    pub external: &'a ExternalForces<R>,
}

/// Tyre forces of two axles under their loads, and the forces on the body: M_z = a Y_f - b Y_r.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn axle_contact<K: TwoAxles, R: Real>(
    parts: &AxleParts<R>,
    mode: &AxleMode<R>,
    axles: &LoadedAxles<R>,
    surface: &Surface<R>,
) -> AxleContact<R> {
    let LoadedAxles { kinematics, slips, loads, external } = axles;
    let ([front, rear], [front_scale, rear_scale]) = (&slips.contacts, loads.scales);
    let [front_n, rear_n] = [slips.in_body[0].scale(front_scale), slips.in_body[1].scale(rear_scale)];
    let resultant = PlanarForce {
        x_n: front_n.x + rear_n.x,
        y_n: front_n.y + rear_n.y,
        yaw_nm: parts.to_axles_m[0] * front_n.y - parts.to_axles_m[1] * rear_n.y,
    };
    let free = free_force(&parts.body, &kinematics.body, &resultant, external);
    let rolling_n = Axles {
        front: rolling_resistance_n(parts.wheels[0].rolling_resistance, surface.rolling, loads.axles_n[0]),
        rear: rolling_resistance_n(parts.wheels[1].rolling_resistance, surface.rolling, loads.axles_n[1]),
    };
    let [front_share, rear_share] = parts.spare_shares;
    let spares_n = [front_share * (front.spare * front_scale), rear_share * (rear.spare * rear_scale)];
    let standing = StandingAxles {
        front_share: parts.weight_shares[0],
        rear_share: parts.weight_shares[1],
        wheelbase_m: parts.to_axles_m[0] + parts.to_axles_m[1],
        front_n: standing_hysteresis(mode.directions.front, spares_n[0], rolling_n.front),
        rear_n: standing_hysteresis(mode.directions.rear, spares_n[1], rolling_n.rear),
    };
    let capacity = standing.capacity();
    let held = mode.body.held(&free, &capacity);
    let [front_held, rear_held] = standing.by_axle(&held);
    AxleContact {
        tyres_n: [front.above.scale(front_scale), rear.above.scale(rear_scale)],
        free,
        capacity,
        held,
        held_n: [if K::TURNS { front_held.to_child(kinematics.steer) } else { front_held }, rear_held],
        rolling_n,
    }
}
