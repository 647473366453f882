//! The bodywork on the ground: eight corners, those of the underside and of the roof, that give and rub.
//!
//! A corner that is in the ground by p presses with k p (1 + p' / v_0), never below 0: with it the loss grows with the depth, so that a
//! body touches down and lifts off without a jump (Hunt and Crossley, Coefficient of restitution interpreted as damping in vibroimpact,
//! ASME J. Appl. Mech. 42, 1975). Along the ground it is a bristle with Coulomb's friction, that adheres below a share of its limit
//! and slides beyond it (Dupont, Hayward, Armstrong and Altpeter, IEEE Trans. Aut. Control 47, 2002).

use super::attitude::Attitude;
use super::capacity::can_hold_at;
use super::car::Bodywork;
use super::ground::GroundPlane;
use super::inertia::Velocities;
use super::records::CornerDeflection;

use crate::each_wheel;
use crate::math::{Mask, Real, Vec3};
use crate::record::Record;
use crate::wheels::Wheels;

/// Speed at which damping doubles the force of a corner, m/s.
const DAMPING_M_S: f64 = 1.0;
/// Coefficient of friction of bodywork on dry asphalt: an estimate for sheet metal.
const FRICTION: f64 = 0.45;
/// Share of the limit up to which a corner adheres.
const ADHERES: f64 = 0.7;
/// Time in which a deflection beyond the limit fades, s.
const FADES_S: f64 = 0.02;
/// Fastest rate at which a deflection decays, that an explicit step of 2 ms follows, 1/s.
const FASTEST_1_S: f64 = 250.0;
/// Damping time of the deflection along the ground, s.
const DAMPING_S: f64 = 0.01;
/// Share of the load of a corner that its hysteresis holds while it adheres.
const HYSTERESIS: f64 = 0.05;

/// A corner on the ground.
#[derive(Clone, Copy, Debug)]
struct CornerContact<R> {
    /// Force on the body along its axes, N.
    force_n: Vec3<R>,
    /// Rate of the deflection along the body's axes, m/s.
    rate_m_s: Vec3<R>,
    /// Load, N.
    load_n: R,
    /// Force that hysteresis can hold in any direction, N.
    holding_n: R,
    /// Power that it stores, W.
    stored_w: R,
}

/// A point of the body, along its axes.
struct BodyPoint<R> {
    /// Place from the centre of mass at rest, m.
    place_m: Vec3<R>,
    /// Velocity, m/s.
    velocity_m_s: Vec3<R>,
}

/// Force of a corner at a point of the body that moves with a velocity, m/s, with its deflection, m, all along the body's axes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn corner_contact<R: Real>(
    stiffness_n_m: R,
    ground: &GroundPlane<R>,
    point: &BodyPoint<R>,
    deflection_m: Vec3<R>,
) -> CornerContact<R> {
    let BodyPoint { place_m: point_m, velocity_m_s } = *point;
    let (zero, one, n) = (R::zero(), R::one(), ground.normal);
    let depth_m = (-ground.distance_m(point_m)).max(zero);
    let sinks_m_s = -n.dot(velocity_m_s);
    let spring_n = stiffness_n_m * depth_m;
    let load_n = (spring_n * (one + sinks_m_s * R::lit(1.0 / DAMPING_M_S))).max(zero);
    let along_m_s = velocity_m_s + n.scale(sinks_m_s);
    // The bristle gives against the motion: force -k u, du/dt = v - (what slides).
    let limit_n = R::lit(FRICTION) * ground.grip * load_n;
    let limit_m = limit_n / stiffness_n_m;
    let given_m = deflection_m.quick_norm();
    let share = given_m / limit_m.max(R::lit(1e-12));
    let slides = ((share - R::lit(ADHERES)) * R::lit(1.0 / (1.0 - ADHERES))).clamp(zero, one);
    let decay_1_s = slides * along_m_s.quick_norm() / limit_m.max(R::lit(1e-9));
    let beyond_1_s = R::select(share.gt(one), (one - one / share.max(one)) * R::lit(1.0 / FADES_S), zero);
    let decay_1_s = decay_1_s.min(R::lit(FASTEST_1_S)) + beyond_1_s;
    let touches = depth_m.gt(zero);
    let rate_m_s = Vec3::select(touches, along_m_s - deflection_m.scale(decay_1_s), Vec3::zero());
    let asked = deflection_m.scale(-stiffness_n_m) - along_m_s.scale(stiffness_n_m * R::lit(DAMPING_S));
    let kept = (limit_n / asked.quick_norm().max(R::lit(1e-9))).min(one);
    let force_n = n.scale(load_n) + asked.scale(kept);
    let adheres = share.lt(R::lit(ADHERES));
    CornerContact {
        force_n: Vec3::select(touches, force_n, Vec3::zero()),
        rate_m_s,
        load_n,
        holding_n: R::select(adheres, R::lit(HYSTERESIS) * load_n, zero),
        stored_w: R::select(touches, spring_n * sinks_m_s + stiffness_n_m * deflection_m.dot(rate_m_s), zero),
    }
}

/// Forces of the bodywork on the ground, along the body's axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyworkForces<R> {
    /// Sum of the forces on the body, N.
    pub force_n: Vec3<R>,
    /// Their moment about the centre of mass at rest, N.m.
    pub moment_nm: Vec3<R>,
    /// Force along each axis that hysteresis can hold, N.
    pub can_hold_n: Vec3<R>,
    /// Moment about each axis that it can hold, N.m.
    pub can_hold_nm: Vec3<R>,
    /// Sum of the loads, N.
    pub load_n: R,
    /// Power of the forces on the body, W.
    pub given_w: R,
    /// Rate of the energy that the corners store, W.
    pub stored_w: R,
}

impl<R: Real> BodyworkForces<R> {
    /// Nothing on the ground.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn none() -> Self {
        let (zero, none) = (R::zero(), Vec3::zero());
        Self {
            force_n: none,
            moment_nm: none,
            can_hold_n: none,
            can_hold_nm: none,
            load_n: zero,
            given_w: zero,
            stored_w: zero,
        }
    }

    /// Forces at a point of the body.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(point: &BodyPoint<R>, contact: &CornerContact<R>) -> Self {
        let BodyPoint { place_m: point_m, velocity_m_s } = *point;
        let [can_hold_n, can_hold_nm] = can_hold_at(point_m, contact.holding_n);
        Self {
            force_n: contact.force_n,
            moment_nm: point_m.cross(contact.force_n),
            can_hold_n,
            can_hold_nm,
            load_n: contact.load_n,
            given_w: contact.force_n.dot(velocity_m_s),
            stored_w: contact.stored_w,
        }
    }

    /// The sum of both.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plus(&self, other: &Self) -> Self {
        Self {
            force_n: self.force_n + other.force_n,
            moment_nm: self.moment_nm + other.moment_nm,
            can_hold_n: self.can_hold_n + other.can_hold_n,
            can_hold_nm: self.can_hold_nm + other.can_hold_nm,
            load_n: self.load_n + other.load_n,
            given_w: self.given_w + other.given_w,
            stored_w: self.stored_w + other.stored_w,
        }
    }
}

/// The bodywork on the ground.
pub(super) struct BodyworkContact<R> {
    /// Forces of all corners.
    pub forces: BodyworkForces<R>,
    /// Rates of the deflections.
    pub rates: Wheels<CornerDeflection<R>>,
}

/// Distance of the lower of two points from a plane, m.
#[cfg_attr(not(debug_assertions), inline(always))]
fn lowest_m<R: Real>(ground: &GroundPlane<R>, [sill, roof]: &[Vec3<R>; 2]) -> R {
    ground.distance_m(*sill).min(ground.distance_m(*roof))
}

impl<R: Real> BodyworkContact<R> {
    /// Over the ground at each corner. The branch asks only whether a corner of any car of the block is in the ground.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(
        bodywork: &Bodywork<R>,
        grounds: &[GroundPlane<R>; 4],
        motion: &Velocities<R>,
        deflections: &Wheels<CornerDeflection<R>>,
        attitude: &Attitude<R>,
    ) -> Self {
        let points_m = bodywork.points_m();
        let lowest = each_wheel!(W => lowest_m(&grounds[W], &points_m[W]));
        let lowest_m = (lowest[0].min(lowest[1])).min(lowest[2].min(lowest[3]));
        if !(R::HAS_DERIVATIVE || lowest_m.lt(R::zero()).any()) {
            return Self { forces: BodyworkForces::none(), rates: Wheels::all(Record::splat(R::zero())) };
        }
        let (own, k) = (deflections.in_a_row(), bodywork.stiffness_n_m);
        let (v, w) = (motion.body_m_s, motion.turn_rad_s);
        let corners = each_wheel!(W => {
            let ([sill, roof], [own_sill, own_roof]) = (points_m[W], own[W].points_m());
            let sill = BodyPoint { place_m: sill, velocity_m_s: v + w.cross(sill) };
            let roof = BodyPoint { place_m: roof, velocity_m_s: v + w.cross(roof) };
            let on_sill = corner_contact(k, &grounds[W], &sill, attitude.to_body(own_sill));
            let on_roof = corner_contact(k, &grounds[W], &roof, attitude.to_body(own_roof));
            let forces = BodyworkForces::at(&sill, &on_sill);
            (
                forces.plus(&BodyworkForces::at(&roof, &on_roof)),
                [attitude.to_road(on_sill.rate_m_s), attitude.to_road(on_roof.rate_m_s)],
            )
        });
        let [front_left, front_right, rear_left, rear_right] = corners;
        let front = front_left.0.plus(&front_right.0);
        let forces = front.plus(&rear_left.0.plus(&rear_right.0));
        let rates = [front_left.1, front_right.1, rear_left.1, rear_right.1];
        Self { forces, rates: Wheels::from_row(each_wheel!(W => CornerDeflection::from_points(rates[W]))) }
    }
}

/// Mask of bodywork with a deflection at any corner.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn are_deflected<R: Real>(deflections: &Wheels<CornerDeflection<R>>) -> R::Mask {
    let own = deflections.in_a_row();
    let sums_m = each_wheel!(W => {
        let [sill, roof] = own[W].points_m();
        ((sill.x.abs() + sill.y.abs()) + (roof.x.abs() + roof.y.abs())) + (sill.z.abs() + roof.z.abs())
    });
    ((sums_m[0] + sums_m[1]) + (sums_m[2] + sums_m[3])).gt(R::zero())
}

/// Deflections at the end of a sub-step: a corner in the air has none.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn settled_corners<R: Real>(
    bodywork: &Bodywork<R>,
    grounds: &[GroundPlane<R>; 4],
    deflections: &Wheels<CornerDeflection<R>>,
) -> Wheels<CornerDeflection<R>> {
    let (points_m, own, zero) = (bodywork.points_m(), deflections.in_a_row(), R::zero());
    Wheels::from_row(each_wheel!(W => {
        let ([sill, roof], [own_sill, own_roof]) = (points_m[W], own[W].points_m());
        let sill_is_in = grounds[W].distance_m(sill).lt(zero);
        let roof_is_in = grounds[W].distance_m(roof).lt(zero);
        CornerDeflection::from_points([
            Vec3::select(sill_is_in, own_sill, Vec3::zero()),
            Vec3::select(roof_is_in, own_roof, Vec3::zero()),
        ])
    }))
}
