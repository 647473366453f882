//! The body on springs: roll, pitch and heave.
//!
//! **Motion.** The centre of mass moves in the plane of the road as on the rigid level: mass times
//! acceleration is the sum of the forces. Besides, the body heaves by z upwards, rolls by phi (right side
//! down) and pitches by theta (nose down), about axes through the centre of mass. So the matrix of masses
//! is diagonal; what couples roll and lateral motion is where the wheels are: an axle's linkage leads it
//! so that its force acts on the body at the roll centre, which rolling moves sideways by H phi, with the
//! centre of mass H above it (Milliken, Race Car Vehicle Dynamics, 18). The wheels' contacts move over
//! the road accordingly. Pitching moves them by -h theta, and what a linkage carries of the lengthwise
//! force X of its axle, the support s X (anti-dive, anti-squat), by s times the axle's rise: that is the
//! same ratio, as the linkage does no work. With the front axle's place x = a and the rear's x = -b
//!
//! v_contact = v + yaw rate x place + (-h theta' + s (z' - theta' x - c), H phi' + z_R (c_l - c_r) / t),
//!
//! where the road below the axle's wheels rises at the rates c_l and c_r, and at c in their mean: links move with the
//! travel, however it comes about.
//!
//! This and the support s X, the moment H Y and the load z_R Y below are those of the standard geometry. Of any other the
//! module `linkage` derives them from its kinematics.
//!
//! **Springs.** A wheel follows the road; the body stands above it by e, more than at rest:
//!
//! e = z + phi y - theta x + H p^2 / 2 - height of the road, y = +t/2 left, -t/2 right,
//!
//! with the body's roll to the road p = phi - r_y, r_y the mean rise of the road to the left. A road that rises under the wheel
//! by r per way takes c = r v of the rate e', with the velocity v of the wheel's place without its motion on the springs, and by
//! its normal it pushes the wheel back with -r N.
//!
//! The term of second order is the pendulum that stands on the roll centre: it gives the moment by which
//! gravity tips the rolled body, and gives it energy-true. (The alike term of pitch, a fortieth of the load
//! transfer of a car, is left out.)
//!
//! **Forces along a rising road.** The road gives a wheel a force along its normal, whose vertical component is the load N, and the
//! tyre's force along the road, whose horizontal components are (X, Y). Together they are
//!
//! (X, Y) - r N horizontally, and N + V vertically, V = r . (X, Y).
//!
//! What the tyre's force lifts, V, does not press on its wheel: the links pass it on to the body, and the springs do not carry it.
//! It has no moment about the centre of mass of a body that lies along the road, as the tyre's force acts on the line of the road,
//! at the distance h. With the contact's place x + h r and its height -h + r x (below), the moments of X, V, N and -r N sum to
//! -(1 + r^2) (h X + x N), of which r^2 is left out: a body along the road is shorter in the plan. So V is in the equation of heave
//! alone. The force of the air is turned with the road alike: its drag D lifts by r . D, and its downforce P pushes by r P, so that
//! the push of normals on the body is -r (N - P).
//!
//! By virtual work the tyre's force then acts along v_contact + r z'. Its moment about the axle has the lever R sqrt(1 + r_w^2),
//! with the rise r_w along the wheel, as the force along the road is longer than X by this root; and so is the way along it:
//! a rolling wheel turns by v (1 + r_w^2) / (R sqrt(1 + r_w^2)), the speed over the road over R.
//!
//! On an even grade N (1 + r^2) = m g - m_u r . a follows, with the wheels' mass m_u and the acceleration a: at rest
//! N + r . F = m g. On a banked circle it is N (1 + r^2) = m (g + r v^2 / R), that is m (g cos b + sin b v^2 / R) along the normal.
//!
//! **Grades.** A body that lies along a road of slope r is tilted by theta = -r, so its contacts stand h r ahead of their places
//! in the plane: the vertical forces F have the moment -h r F besides, and the push of the road's normal h r N. Both are taken
//! as one and cancel, so that the springs get the forces of the tyres alone, as the loads on the rigid level do. From the
//! distance over the road at the displaced contact,
//!
//! e = z - theta x + h theta^2 / 2 - height(x - h theta) = z - theta x - height(x) + h (theta + r)^2 / 2 - h r^2 / 2,
//!
//! that is the same pendulum, of the pitch to the road, theta + r, which is left out, and a height of second order in r, which
//! is left out, too; roll alike, with H for its pendulum. So the push does the work -c N in the plane, c F of it lifts the body
//! and the rest the wheels: no energy is lost or made on a road of constant rise, however the body pitches. Parked, X = r N, and
//! the loads are m g / (1 + r^2) times (b - h r) / L in front and (a + h r) / L at the rear.
//!
//! **Forces.** Spring, anti-roll bar and damper push the body up by
//!
//! F = F_0 - k w - k_b (w - w_other) - c e',
//!
//! with the extension w = e of the spring, as long as the wheel stands on the road. One that would have to be
//! pulled down is in the air: it hangs on its spring by its weight u, F = -u. Where a bar joins two wheels
//! that is the least of a convex energy under w <= e, and has a closed form (the module `corners`). A damper
//! pushes the body no further down than to that, and does nothing at a wheel in the air, whose own motion
//! is not followed. So F is at least -u, and the power of springs that is not stored is -F_damper e' >= 0.
//!
//! **Stops.** Where a vehicle has them, a wheel that has sprung in by more than s meets a stop that gives by
//! p = max(-e - s, 0) and pushes the body up besides, by
//!
//! F_s = c q (2 p - q), q = min(p, L), with c = n F_0 / L^2:
//!
//! c p^2 up to the length L, where it carries n times what the spring carries at rest, and straight on from there with
//! the stiffness 2 c L that it has there (rubber hardens; how much, a vehicle file says by n and L). As it depends on
//! e alone it stores what it takes: c p^3 / 3 up to L. It stands between body and road rather than body and wheel,
//! which is the same for a wheel on the road; only where a stiff bar lifts a wheel that has sprung in that far is it
//! another. There is no stop of the way out: a wheel in the air hangs on its spring, however far.
//!
//! **Equations.** With the forces X and Y of each axle's tyres in the body's axes, without the push of grades, the sprung mass m_s, the
//! air's downforce P and dry friction Q of the suspension
//!
//! m_s z'' = sum F + s_f X_f + s_r X_r + sum V + r . D - m_s g - P_f - P_r + Q_z,
//! I_x phi'' = H_f Y_f + H_r Y_r + sum F (y + H p) + Q_phi,
//! I_y theta'' = -h (X_f + X_r) - a (F_f + s_f X_f - P_f) + b (F_r + s_r X_r - P_r) + Q_theta.
//!
//! **Loads.** An axle's wheels together press on the road what they carry and weigh, and the linkage's
//! moment Y z_R about the ground, z_R the height of the roll centre, goes from one to the other at once:
//!
//! N_l + N_r = F_l + F_r + 2 u + s X, N_r - N_l = F_r - F_l + (2 z_R / t) Y.
//!
//! X and Y are sums of p_i N_i + q_i: two linear equations an axle, solved here. A wheel's load is not
//! below 0: then its neighbour has all, and what the moment Y z_R lacks is lost. At constant acceleration
//! all rates are 0, and the loads are those of the rigid level with the springs' roll stiffness; only that
//! the rolled body's weight is shifted outwards by H phi.
//!
//! Departures: sideways all of the mass is at the body's centre of mass, that of the wheels too (as on the
//! rigid level). Wheels have no vertical inertia: braking by 1 g up a grade of 10 %, a car whose wheels are a tenth of its mass
//! has 1 % too much load, and over a crest its wheels are not lighter. A force across the rise of a road is horizontal, and the
//! load along the normal is N sqrt(1 + r^2): on a bank of 10 degrees longitudinal forces reach 1.5 % too little, and the angle of
//! a slip up or down it is 1.5 % too large. Products of angles and rates (gyroscopic moments, the
//! centrifugal roll of a yawing body) are left out, and so is the shift of the contacts in the moment of
//! yaw. The rate e' has no H p r_y': the rate at which the road's tilt changes on the way would need its curvature, and as p is
//! small it is millimetres of height.
//!
//! **At rest** dry friction holds the body as the hysteresis of standing tyres does: a third of what it can
//! hold is for heave, for roll and for pitch each, so that together they pass it at no wheel.

use super::car::TwoTrackBase;
use super::geometry::{SuspensionGeometry, SuspensionPosition};
use super::kind::{GeometryOf, Kind};
use super::linkage::{AxleLinkage, AxleMotion, AxleTyres, BodyOverAxle};
use super::parts::{LinkageOf, Parts};
use super::records::{BodyMode, BodyState, TwoTrackMode, TwoTrackState};
use super::springs::{CornerForces, Springs, SuspensionTravel};
use super::tyre::AffineForce;
use crate::brakes::holding_torque;
use crate::each_wheel;
use crate::math::{Direction, Real, Vec2};
use crate::record::Record;
use crate::wheels::by_axle;

/// Something of heave, roll and pitch: N, N.m, N.m.
#[derive(Clone, Copy, Debug)]
pub(in crate::model) struct Modal<R> {
    pub heave: R,
    pub roll: R,
    pub pitch: R,
}

/// Travel, forces and friction of the suspension.
#[derive(Clone, Copy, Debug)]
pub(in crate::model) struct Ride<R> {
    /// Travel at each wheel.
    pub travel: SuspensionTravel<R>,
    /// Forces on the body.
    pub corners: CornerForces<R>,
    /// Capacity of the dry friction in the suspension.
    pub friction: Modal<R>,
}

/// Forces of the tyres, and the linkages that lead them to the body.
pub(in crate::model) struct LinkedForces<'a, R, L> {
    /// Linkages of the front and of the rear axle.
    pub linkages: &'a [L; 2],
    /// Forces of the front and of the rear tyres.
    pub axles: &'a [AxleTyres<R>; 2],
}

/// Velocity of each wheel's contact besides that of the body's plane motion, in its axes, m/s, on an even road to which it
/// rolls by an angle, rad.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn sway<R: Real, P: Parts>(
    base: &TwoTrackBase<R, P>,
    [front, rear]: &[LinkageOf<P, R>; 2],
    body: &BodyState<R>,
    roll_rad: R,
) -> [Vec2<R>; 4] {
    let pitching_m_s = base.suspension.body.cg_height_m * body.pitch_rate_rad_s;
    let front_rise = body.heave_rate_m_s - body.pitch_rate_rad_s * base.body.to_front_m;
    let rear_rise = body.heave_rate_m_s + body.pitch_rate_rad_s * base.body.to_rear_m;
    let roll_rate_rad_s = body.roll_rate_rad_s;
    let [over_front, over_rear] = over_axles(base, roll_rad);
    let [fl, fr] = front
        .contact_velocities(&over_front, &AxleMotion { rise_m_s: front_rise, roll_rate_rad_s, pitching_m_s });
    let [rl, rr] = rear
        .contact_velocities(&over_rear, &AxleMotion { rise_m_s: rear_rise, roll_rate_rad_s, pitching_m_s });
    [fl, fr, rl, rr]
}

/// Velocity of each wheel's contact besides, on a road that rises below the wheels at these rates, m/s, in the body's axes, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn climbing<R: Real, L: AxleLinkage<R>>(
    [front, rear]: &[L; 2],
    climb_m_s: &[R; 4],
) -> [Vec2<R>; 4] {
    let [fl, fr] = front.climbing_velocities([climb_m_s[0], climb_m_s[1]]);
    let [rl, rr] = rear.climbing_velocities([climb_m_s[2], climb_m_s[3]]);
    [fl, fr, rl, rr]
}

/// The body over both axles, with its roll to the road, rad.
#[cfg_attr(not(debug_assertions), inline(always))]
fn over_axles<R: Real, P: Parts>(base: &TwoTrackBase<R, P>, roll_rad: R) -> [BodyOverAxle<R>; 2] {
    let suspension = &base.suspension;
    let cg_height_m = suspension.body.cg_height_m;
    let (front_m, rear_m) = (suspension.front.roll_arm_m, suspension.rear.roll_arm_m);
    [
        BodyOverAxle { half_track_m: base.front.half_track_m, roll_arm_m: front_m, cg_height_m, roll_rad },
        BodyOverAxle { half_track_m: base.rear.half_track_m, roll_arm_m: rear_m, cg_height_m, roll_rad },
    ]
}

/// The road below each wheel, as far as the suspension's position depends on it.
pub(in crate::model) struct RoadBelow<R> {
    /// Height over the plane of the surface, m.
    pub heights_m: [R; 4],
    /// Rise over that plane per distance, in the body's axes.
    pub rises: [Vec2<R>; 4],
}

impl<R: Real> RoadBelow<R> {
    /// Tilt of the road across the body, the mean of all wheels: positive where its left side is higher.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn tilt(&self) -> R {
        let [fl, fr, rl, rr] = &self.rises;
        R::lit(0.25) * ((fl.y + fr.y) + (rl.y + rr.y))
    }
}

/// Position of the suspension over a road; without the travel where the geometry does not follow it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn position<K: Kind, R: Real>(
    base: &TwoTrackBase<R, K::Parts>,
    body: &BodyState<R>,
    road: &RoadBelow<R>,
) -> SuspensionPosition<R> {
    if !K::SPRUNG {
        return SuspensionPosition::at_rest();
    }
    let roll_rad = body.roll_rad - road.tilt();
    let travel_m = if <GeometryOf<K, R>>::FOLLOWS_TRAVEL {
        travel_m(base, body, &road.heights_m, roll_rad)
    } else {
        [R::zero(); 4]
    };
    SuspensionPosition { travel_m, roll_rad }
}

/// Distance of body and road at each wheel beyond that at rest, m, over roads of these heights, to which the body rolls by an
/// angle, rad.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn travel_m<R: Real, P: Parts>(
    base: &TwoTrackBase<R, P>,
    body: &BodyState<R>,
    heights_m: &[R; 4],
    roll_to_road_rad: R,
) -> [R; 4] {
    let suspension = &base.suspension;
    let (ahead, behind, roll) = (base.body.to_front_m, base.body.to_rear_m, body.roll_rad);
    let half_square = R::lit(0.5) * (roll_to_road_rad * roll_to_road_rad);
    let arms = by_axle(suspension.front.roll_arm_m, suspension.rear.roll_arm_m);
    let levers = half_tracks(base);
    let rise_m = by_axle(body.heave_m - body.pitch_rad * ahead, body.heave_m + body.pitch_rad * behind);
    each_wheel!(W => (rise_m[W] + arms[W] * half_square - heights_m[W]) + roll * levers[W])
}

/// Heave, m, roll and pitch, rad, of the body over the plane through the roads of these heights, m, below its wheels.
///
/// With the plane h = h_0 + s_x x + s_y y the travel is e = (z - h_0) + (phi - s_y) y - (theta + s_x) x.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn over_road<R: Real, P: Parts>(
    base: &TwoTrackBase<R, P>,
    body: &BodyState<R>,
    heights_m: &[R; 4],
) -> [R; 3] {
    let (half, [front_left, front_right, rear_left, rear_right]) = (R::lit(0.5), *heights_m);
    let (ahead, behind) = (base.body.to_front_m, base.body.to_rear_m);
    let (front, rear) = (half * (front_left + front_right), half * (rear_left + rear_right));
    let height_m = (front * behind + rear * ahead) / (ahead + behind);
    // Both wheels of an axle without width are at one place, and so at one height.
    let (two, least) = (R::lit(2.0), R::lit(1e-30));
    let front_rise = (front_left - front_right) / (two * base.front.half_track_m).max(least);
    let rear_rise = (rear_left - rear_right) / (two * base.rear.half_track_m).max(least);
    [
        body.heave_m - height_m,
        body.roll_rad - half * (front_rise + rear_rise),
        body.pitch_rad - (rear - front) / (ahead + behind),
    ]
}

impl<R: Real, P: Parts> TwoTrackBase<R, P> {
    /// Vertical speeds of the ground below the wheels as the body moves over it, m/s, where it rises by these tangents along the
    /// road's axes.
    pub fn climb_m_s(&self, body: &BodyState<R>, rises: &[[R; 2]; 4]) -> [R; 4] {
        let (heading, places) = (Direction::at_angle(body.yaw_rad), self.wheels_in_body_m());
        each_wheel!(W => {
            let [x, y] = rises[W];
            Vec2 { x, y }.to_child(heading).dot(body.velocity_at(&places[W]))
        })
    }

    /// Heave, m, roll and pitch, rad, of a body that lies along ground of these heights below its wheels, m: along the plane
    /// through them. Of their vertical speeds it returns the rates of the three.
    pub fn lying_over(&self, heights_m: &[R; 4]) -> [R; 3] {
        let [heave_m, roll_rad, pitch_rad] = over_road(self, &Record::splat(R::zero()), heights_m);
        [-heave_m, -roll_rad, -pitch_rad]
    }
}

/// Places of the wheels to the left of the body's middle line, m.
#[cfg_attr(not(debug_assertions), inline(always))]
fn half_tracks<R: Real, P: Parts>(base: &TwoTrackBase<R, P>) -> [R; 4] {
    let (front, rear) = (base.front.half_track_m, base.rear.half_track_m);
    [front, -front, rear, -rear]
}

impl<R: Real> Modal<R> {
    /// Nothing of either.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn none() -> Self {
        Self { heave: R::zero(), roll: R::zero(), pitch: R::zero() }
    }
}

impl<R: Real> Ride<R> {
    /// Ride of a body that is not on springs.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rigid() -> Self {
        let none = [R::zero(); 4];
        Self {
            travel: SuspensionTravel { travel_m: none, rate_m_s: none, unsprung_n: none },
            corners: CornerForces { spring_n: none, damper_n: none },
            friction: Modal::none(),
        }
    }

    /// At a position, on roads that rise under the wheels at these rates, m/s, under a gravity that presses on them, m/s^2.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new<P: Parts>(
        base: &TwoTrackBase<R, P>,
        mode: &TwoTrackMode<R, P>,
        state: &TwoTrackState<R, P>,
        position: &SuspensionPosition<R>,
        climb_m_s: &[R; 4],
        gravity: R,
    ) -> Self {
        let (suspension, body) = (&base.suspension, &state.body);
        let (ahead, behind) = (base.body.to_front_m, base.body.to_rear_m);
        let (roll, roll_rate) = (position.roll_rad, body.roll_rate_rad_s);
        let arms = by_axle(suspension.front.roll_arm_m, suspension.rear.roll_arm_m);
        let levers = half_tracks(base);
        let front_rate = body.heave_rate_m_s - body.pitch_rate_rad_s * ahead;
        let rear_rate = body.heave_rate_m_s + body.pitch_rate_rad_s * behind;
        let rise_rate = by_axle(front_rate, rear_rate);
        let rate_m_s = each_wheel!(W => (rise_rate[W] + arms[W] * (roll * roll_rate) - climb_m_s[W]) + roll_rate * levers[W]);
        let (front_u, rear_u) =
            (suspension.front.unsprung_kg * gravity, suspension.rear.unsprung_kg * gravity);
        let unsprung_n = by_axle(front_u, rear_u);
        let travel = SuspensionTravel { travel_m: position.travel_m, rate_m_s, unsprung_n };
        let corners = base.springs.forces(suspension, &mode.springs, &state.springs, &travel);
        let third = suspension.body.suspension_friction * R::lit(1.0 / 3.0);
        let held = each_wheel!(W => third * corners.spring_n[W].max(R::zero()));
        let (front_n, rear_n) = (held[0] + held[1], held[2] + held[3]);
        let friction = Modal {
            heave: front_n + rear_n,
            roll: base.front.half_track_m * front_n + base.rear.half_track_m * rear_n,
            pitch: ahead * front_n + behind * rear_n,
        };
        Self { travel, corners, friction }
    }

    /// Force on the body at each wheel, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn force_n(&self) -> [R; 4] {
        each_wheel!(W => self.corners.spring_n[W] + self.corners.damper_n[W])
    }

    /// Loads of the wheels, N, from the forces of their tyres in the body's axes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn loads<L: AxleLinkage<R>>(&self, [front, rear]: &[L; 2], tyres: &[AffineForce<R>; 4]) -> [R; 4] {
        let force = self.force_n();
        let pressed = each_wheel!(W => force[W] + self.travel.unsprung_n[W]);
        let [fl, fr] = front.loads_n([pressed[0], pressed[1]], [&tyres[0], &tyres[1]]);
        let [rl, rr] = rear.loads_n([pressed[2], pressed[3]], [&tyres[2], &tyres[3]]);
        [fl, fr, rl, rr]
    }

    /// Everything that moves the body on its springs but their friction: the forces of the tyres through the linkages,
    /// those of the air downwards, and the weight on the springs, N. `roll_rad`: roll to the road.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn free<P: Parts>(
        &self,
        base: &TwoTrackBase<R, P>,
        roll_rad: R,
        LinkedForces { linkages: [front, rear], axles: [front_tyres, rear_tyres] }: &LinkedForces<
            R,
            LinkageOf<P, R>,
        >,
        [front_down_n, rear_down_n]: &[R; 2],
        weight_n: R,
    ) -> Modal<R> {
        let suspension = &base.suspension;
        let force = self.force_n();
        let (front_n, rear_n) = (force[0] + force[1], force[2] + force[3]);
        let [over_front, over_rear] = over_axles(base, roll_rad);
        let front_up = front_n + front.lift_n(front_tyres) - *front_down_n;
        let rear_up = rear_n + rear.lift_n(rear_tyres) - *rear_down_n;
        let tyres = front.roll_nm(&over_front, front_tyres) + rear.roll_nm(&over_rear, rear_tyres);
        let tips = (suspension.front.roll_arm_m * front_n + suspension.rear.roll_arm_m * rear_n) * roll_rad;
        let springs =
            base.front.half_track_m * (force[0] - force[1]) + base.rear.half_track_m * (force[2] - force[3]);
        let along = front_tyres.sum_n.x + rear_tyres.sum_n.x;
        Modal {
            heave: (front_up + rear_up) - weight_n,
            roll: tyres + tips + springs,
            pitch: (base.body.to_rear_m * rear_up - base.body.to_front_m * front_up)
                - suspension.body.cg_height_m * along,
        }
    }

    /// Friction that holds the body, in the senses of its motion, against everything else.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn held(&self, mode: &BodyMode<R>, free: &Modal<R>) -> Modal<R> {
        Modal {
            heave: holding_torque(self.friction.heave, mode.heave_direction, free.heave),
            roll: holding_torque(self.friction.roll, mode.roll_direction, free.roll),
            pitch: holding_torque(self.friction.pitch, mode.pitch_direction, free.pitch),
        }
    }

    /// Power of springs and dampers on the body, W: of all, and of what they store alone.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn powers_w(&self) -> (R, R) {
        let force = self.force_n();
        let all = each_wheel!(W => force[W] * self.travel.rate_m_s[W]);
        let stored = each_wheel!(W => self.corners.spring_n[W] * self.travel.rate_m_s[W]);
        ((all[0] + all[1]) + (all[2] + all[3]), (stored[0] + stored[1]) + (stored[2] + stored[3]))
    }
}

#[cfg(test)]
#[path = "../../../tests/inside/two_track_ride.rs"]
mod tests;
