//! Linkages of an axle: how the contacts of its wheels move with the body on its springs, and what their forces do to it.
//!
//! A linkage is given by its kinematics alone. With the travel e of a wheel and the place (xi, eta) of its contact in the
//! plane of the road, forwards and to the left of the centre of mass, a body that rises at an axle by w and rolls by phi
//! moves both by
//!
//! e' = w' + (y + H phi) phi' - c,  (xi, eta)' = J_w w' + J_phi phi' - d(xi, eta)/de c,
//!
//! where the road rises below the wheel by c per time: a wheel that the road lifts springs in as one that the body comes down
//! to.
//!
//! **Forces by virtual work.** Links have no mass and do no work, so what the contact's force (X, Y) does along (xi, eta)
//! is what the body gets: the force sum J_w . (X, Y) upwards at the axle (jacking; of X alone anti-dive and anti-squat)
//! and the roll moment sum J_phi . (X, Y). The same ratios make the velocities and the forces, so no geometry, and no
//! table of one, can make energy:
//!
//! X xi' + Y eta' = (J_w . F) w' + (J_phi . F) phi'.
//!
//! Across a wheel the same gives its load: with what springs, dampers and its own weight press on the road, P, the wheel
//! presses by P + (d xi / d e) X + (d eta / d e) Y.
//!
//! (Milliken, Race Car Vehicle Dynamics, 17: roll centres, anti-dive and anti-squat from instant centres; Guiggiani, The
//! Science of Vehicle Dynamics, 3: the no-roll centre; Gillespie, Fundamentals of Vehicle Dynamics, 7.)
//!
//! Departures: the wheels have no vertical inertia (module `ride`). Moments of the tyres do not act on the links: an aligning moment of 50 N.m would lift a wheel with a bump steer of
//! 0.3 rad/m by 15 N. All of X acts at the contact, that of a drive by half shafts, too, which acts at the hub.

use super::elimination::LEAST_PIVOT;
use super::tyre::AffineForce;
use crate::math::{Real, Vec2};

/// Motion of the body on its springs over an axle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxleMotion<R> {
    /// Vertical speed of the body over the axle, w', m/s.
    pub rise_m_s: R,
    /// Roll rate, rad/s, positive with the right side down.
    pub roll_rate_rad_s: R,
    /// Speed at which pitching alone moves the contacts backwards, h theta', m/s.
    pub pitching_m_s: R,
}

/// The body over an axle: what the levers of its roll follow from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyOverAxle<R> {
    /// Half the distance between the wheels, m.
    pub half_track_m: R,
    /// Height of the centre of mass over the roll centre at rest, H, m.
    pub roll_arm_m: R,
    /// Height of the centre of mass, h, m: how far a wheel that is fixed to the body moves to the left per roll.
    pub cg_height_m: R,
    /// Roll, rad, positive with the right side down.
    pub roll_rad: R,
}

impl<R: Real> BodyOverAxle<R> {
    /// Travel of the left and of the right wheel per roll, y + H phi, m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn travel_per_roll_m(&self) -> [R; 2] {
        let tip_m = self.roll_arm_m * self.roll_rad;
        [tip_m + self.half_track_m, tip_m - self.half_track_m]
    }
}

/// Forces of the tyres of an axle in the body's axes, N.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxleTyres<R> {
    /// Forces of the left and of the right tyre.
    pub wheels_n: [Vec2<R>; 2],
    /// Sum of both.
    pub sum_n: Vec2<R>,
}

mod sealed {
    pub trait Sealed {}
}

/// Linkage of an axle by its kinematic ratios. [`RollCentre`] and [`IndependentWheels`] are all that there are: in both, forces
/// and velocities follow from the same ratios.
pub trait AxleLinkage<R: Real>: Copy + sealed::Sealed {
    /// Velocity of the left and of the right contact with the motion of the body on its springs, in its axes, m/s.
    fn contact_velocities(&self, body: &BodyOverAxle<R>, motion: &AxleMotion<R>) -> [Vec2<R>; 2];

    /// Velocity of the left and of the right contact, besides [`contact_velocities`](Self::contact_velocities), where the road
    /// rises below them at these rates, m/s, in the body's axes, m/s.
    fn climbing_velocities(&self, climb_m_s: [R; 2]) -> [Vec2<R>; 2];

    /// Displacement of the left and of the right contact over the road per travel outwards, forwards and to the left, where each
    /// wheel travels by itself.
    fn per_travel(&self) -> [Vec2<R>; 2];

    /// Vertical force of the links on the body, N: jacking, anti-dive and anti-squat.
    fn lift_n(&self, tyres: &AxleTyres<R>) -> R;

    /// Roll moment of the tyres and the links on the body about its centre of mass, N.m.
    fn roll_nm(&self, body: &BodyOverAxle<R>, tyres: &AxleTyres<R>) -> R;

    /// Loads of the left and the right wheel, N, in balance with the forces of their tyres: from what springs, dampers and
    /// the wheels' weight press on the road.
    fn loads_n(&self, pressed_n: [R; 2], tyres: [&AffineForce<R>; 2]) -> [R; 2];
}

/// Both wheels of an axle led together: a rigid axle, or the usual simplification of any other to its roll centre.
///
/// The contacts move laterally with roll alone, by H phi, and forwards with the mean of both travels:
/// J_w = (s, 0), J_phi = (0, H). So lateral forces do not lift the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RollCentre<R> {
    /// Height of the centre of mass over the roll centre, H, m. If it depends on the position, then on roll alone: else the
    /// place of the contacts would depend on the way there.
    pub roll_arm_m: R,
    /// Twice the height of the roll centre over the track: load moved to the right wheel per force to the left. Half of it
    /// times the track, and `roll_arm_m`, must sum to the height of the centre of mass.
    pub geometric_share: R,
    /// Force with which the links lift the body per force of the tyres forwards, s: of a front axle below 0 for anti-dive, of a
    /// rear one above 0 for anti-squat.
    pub support: R,
}

/// Each wheel of an axle led by links of its own, as a kinematics rig measures it.
///
/// The contact of a wheel moves by (a, b) per travel, so that J_w = (a, b) and J_phi = (a, b) (y + H phi) + (0, h), and its force
/// lifts the body by a X + b Y. The roll centre follows: its height is b_right t / 2 while b_left = -b_right, and migrates with
/// the travels otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IndependentWheels<R> {
    /// Displacement of the left and of the right contact over the road per travel outwards (the wheel away from the body),
    /// forwards and to the left. To be consistent it is the derivative of a displacement by the wheel's own travel.
    pub per_travel: [Vec2<R>; 2],
}

impl<R> sealed::Sealed for RollCentre<R> {}
impl<R> sealed::Sealed for IndependentWheels<R> {}

impl<R: Real> AxleLinkage<R> for RollCentre<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn contact_velocities(&self, _: &BodyOverAxle<R>, motion: &AxleMotion<R>) -> [Vec2<R>; 2] {
        let both = Vec2 {
            x: self.support * motion.rise_m_s - motion.pitching_m_s,
            y: self.roll_arm_m * motion.roll_rate_rad_s,
        };
        [both, both]
    }

    /// Forwards with the mean of both travels; to the left with the axle's tilt about the roll centre, z_R (c_l - c_r) / t, as
    /// lateral forces move load by z_R.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn climbing_velocities(&self, [left_m_s, right_m_s]: [R; 2]) -> [Vec2<R>; 2] {
        let half = R::lit(0.5);
        let both = Vec2 {
            x: -(half * self.support * (left_m_s + right_m_s)),
            y: half * self.geometric_share * (left_m_s - right_m_s),
        };
        [both, both]
    }

    /// The slopes that have this roll centre, and carry the same share of forces forwards: s, and away from the roll centre by
    /// 2 z_R / t.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn per_travel(&self) -> [Vec2<R>; 2] {
        let (x, y) = (self.support, self.geometric_share);
        [Vec2 { x, y: -y }, Vec2 { x, y }]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lift_n(&self, tyres: &AxleTyres<R>) -> R {
        self.support * tyres.sum_n.x
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn roll_nm(&self, _: &BodyOverAxle<R>, tyres: &AxleTyres<R>) -> R {
        self.roll_arm_m * tyres.sum_n.y
    }

    /// With N = N_l + N_r, D = N_r - N_l, and X = m_x N + d_x D + q_x, alike Y:
    /// (1 - s m_x) N - s d_x D = A + s q_x and (1 - G d_y) D - G m_y N = B + G q_y, G = 2 z_R / t.
    /// If one wheel has all, its neighbour is in the air, and (1 - s p_x) N = A + s q_x.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn loads_n(&self, [left_n, right_n]: [R; 2], [left, right]: [&AffineForce<R>; 2]) -> [R; 2] {
        let (zero, one, half, least) = (R::zero(), R::one(), R::lit(0.5), R::lit(LEAST_PIVOT));
        let (s, g) = (self.support, self.geometric_share);
        let (l, r) = (&left.per_load, &right.per_load);
        let (mean_x, apart_x) = (half * (l.x + r.x), half * (r.x - l.x));
        let (mean_y, apart_y) = (half * (l.y + r.y), half * (r.y - l.y));
        let all = (left_n + right_n) + s * (left.fixed_n.x + right.fixed_n.x);
        let moved = (right_n - left_n) + g * (left.fixed_n.y + right.fixed_n.y);
        let inverse = one / (one - s * mean_x).max(least);
        let (per_moved, sum) = (s * apart_x * inverse, all * inverse);
        let difference = (moved + g * mean_y * sum) / (one - g * apart_y - g * mean_y * per_moved).max(least);
        let sum = sum + per_moved * difference;
        let left_alone = all / (one - s * l.x).max(least);
        let right_alone = all / (one - s * r.x).max(least);
        let (on_left, on_right) = (difference.lt(-sum), difference.gt(sum));
        let left_load = R::select(on_left, left_alone, R::select(on_right, zero, half * (sum - difference)));
        let right_load =
            R::select(on_right, right_alone, R::select(on_left, zero, half * (sum + difference)));
        // Both wheels may be in the air.
        let none = on_left & on_right;
        [R::select(none, zero, left_load).max(zero), R::select(none, zero, right_load).max(zero)]
    }
}

impl<R: Real> IndependentWheels<R> {
    /// Vertical force of the links of each wheel on the body, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lifts_n(&self, tyres: &AxleTyres<R>) -> [R; 2] {
        [self.per_travel[0].dot(tyres.wheels_n[0]), self.per_travel[1].dot(tyres.wheels_n[1])]
    }
}

impl<R: Real> AxleLinkage<R> for IndependentWheels<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn contact_velocities(&self, body: &BodyOverAxle<R>, motion: &AxleMotion<R>) -> [Vec2<R>; 2] {
        let rigid = Vec2 { x: -motion.pitching_m_s, y: body.cg_height_m * motion.roll_rate_rad_s };
        let [left, right] = body.travel_per_roll_m();
        let left_m_s = motion.rise_m_s + left * motion.roll_rate_rad_s;
        let right_m_s = motion.rise_m_s + right * motion.roll_rate_rad_s;
        [rigid + self.per_travel[0].scale(left_m_s), rigid + self.per_travel[1].scale(right_m_s)]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn climbing_velocities(&self, [left_m_s, right_m_s]: [R; 2]) -> [Vec2<R>; 2] {
        [self.per_travel[0].scale(-left_m_s), self.per_travel[1].scale(-right_m_s)]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn per_travel(&self) -> [Vec2<R>; 2] {
        self.per_travel
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lift_n(&self, tyres: &AxleTyres<R>) -> R {
        let [left, right] = self.lifts_n(tyres);
        left + right
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn roll_nm(&self, body: &BodyOverAxle<R>, tyres: &AxleTyres<R>) -> R {
        let [left, right] = self.lifts_n(tyres);
        let [left_m, right_m] = body.travel_per_roll_m();
        body.cg_height_m * tyres.sum_n.y + (left_m * left + right_m * right)
    }

    /// Each wheel for itself: N = P + (a, b) . (p N + q), so that (1 - (a, b) . p) N = P + (a, b) . q.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn loads_n(&self, pressed_n: [R; 2], tyres: [&AffineForce<R>; 2]) -> [R; 2] {
        let (zero, one, least) = (R::zero(), R::one(), R::lit(LEAST_PIVOT));
        let [left, right] = self.per_travel;
        let left_n =
            (pressed_n[0] + left.dot(tyres[0].fixed_n)) / (one - left.dot(tyres[0].per_load)).max(least);
        let right_n =
            (pressed_n[1] + right.dot(tyres[1].fixed_n)) / (one - right.dot(tyres[1].per_load)).max(least);
        [left_n.max(zero), right_n.max(zero)]
    }
}
