//! Loads with wheels in the air.
//!
//! A wheel does not pull on the road. What the balance of [`Stance`] asks of a wheel beyond that, another one
//! takes, as far as it can:
//!
//! - an axle that would be lifted carries nothing, and the other one all (a wheelie, a stoppie);
//! - an axle whose inner wheel would be lifted moves all of its load to the outer one and no more, and the
//!   other axle takes the rest of the rolling moment (a car on three wheels): D_r t_r = h (Y_f + Y_r) - D_f t_f;
//! - where both have moved all they have, the rolling moment has no balance left and the car stands on two
//!   wheels, the loads of both as the longitudinal balance says.
//!
//! The tyres' forces follow the loads, so which wheels are in the air follows from forces that follow from
//! it: guessed from the balance without limits, solved with these wheels in the air, and asked and solved twice
//! again. (Once again leaves two of twenty thousand random cases without their balance, twice none.) In
//! either case it is the same three linear equations for X, Y_f and Y_r, with
//!
//! N_f = n_0 + n_x X, N_r = W - N_f, D_j = a_j Y_f + b_j Y_r + c_j N_f + e_j N_r.

use super::elimination::solved;
use super::stance::{AxleWeights, Stance};
use super::tyre::AffineForce;
use crate::math::{Mask, Real, Vec2};

/// Force of an axle's tyres in the body's axes per load: sum over both wheels for the same load on each, and right less
/// left.
#[derive(Clone, Copy)]
pub(super) struct AxleForce<R> {
    pub mean: Vec2<R>,
    pub difference: Vec2<R>,
    pub fixed_n: Vec2<R>,
}

impl<R: Real> AxleForce<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(left: &AffineForce<R>, right: &AffineForce<R>) -> Self {
        let half = R::lit(0.5);
        let (l, r) = (&left.per_load, &right.per_load);
        Self {
            mean: Vec2 { x: half * (l.x + r.x), y: half * (l.y + r.y) },
            difference: Vec2 { x: r.x - l.x, y: r.y - l.y },
            fixed_n: Vec2 { x: left.fixed_n.x + right.fixed_n.x, y: left.fixed_n.y + right.fixed_n.y },
        }
    }
}

/// Sums of the tyres' forces: longitudinal, and lateral of the front and of the rear axle, N.
#[derive(Clone, Copy)]
pub(super) struct RoadForces<R> {
    pub x: R,
    pub front_y: R,
    pub rear_y: R,
}

impl<R: Real> Stance<R> {
    /// Load that forces of the tyres move to the right at the front and at the rear, N, while all wheels
    /// are on the road.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved_n(&self, forces: &RoadForces<R>) -> (R, R) {
        (
            self.front_by_front * forces.front_y + self.front_by_rear * forces.rear_y,
            self.rear_by_front * forces.front_y + self.rear_by_rear * forces.rear_y,
        )
    }
}

/// Loads of the axles, and what moves between their wheels.
#[derive(Clone, Copy)]
pub(super) struct Shares<R> {
    /// Load of the front axle, N.
    pub front_n: R,
    /// Load of the rear axle, N.
    pub rear_n: R,
    /// Load moved to the right at the front, N.
    pub front_moved: R,
    /// Load moved to the right at the rear, N.
    pub rear_moved: R,
}

/// Wheels that are in the air.
#[derive(Clone, Copy)]
struct Lifted<R: Real> {
    front_axle: R::Mask,
    rear_axle: R::Mask,
    front_wheel: R::Mask,
    rear_wheel: R::Mask,
    /// Half, with the sign of what is moved.
    front_half: R,
    rear_half: R,
}

/// Load moved by an axle: a Y_f + b Y_r + c N_f + e N_r.
struct Moves<R> {
    a: R,
    b: R,
    c: R,
    e: R,
}

/// A value where a mask holds.
#[cfg_attr(not(debug_assertions), inline(always))]
fn or_none<R: Real>(mask: R::Mask, value: R) -> R {
    R::select(mask, value, R::zero())
}

impl<R: Real> Lifted<R> {
    /// The wheels that the balance of given forces lifts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(stance: &Stance<R>, weights: &AxleWeights<R>, forces: &RoadForces<R>) -> Self {
        let (zero, half) = (R::zero(), R::lit(0.5));
        let all = weights.front_n + weights.rear_n;
        let asked_n = weights.front_n - stance.height_over_wheelbase * forces.x;
        let front_n = asked_n.clamp(zero, all);
        let (front_most, rear_most) = (half * front_n, half * (all - front_n));
        let (front, rear) = stance.moved_n(forces);
        let front_rest = front - front.clamp(-front_most, front_most);
        let rear_rest = rear - rear.clamp(-rear_most, rear_most);
        // With what the other axle could not take.
        let front_asked = front + rear_rest / stance.track_ratio;
        let rear_asked = rear + front_rest * stance.track_ratio;
        Self {
            front_axle: asked_n.lt(zero),
            rear_axle: asked_n.gt(all),
            front_wheel: front_asked.abs().gt(front_most),
            rear_wheel: rear_asked.abs().gt(rear_most),
            front_half: half.copysign(front_asked),
            rear_half: half.copysign(rear_asked),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn any(&self) -> R::Mask {
        (self.front_axle | self.rear_axle) | (self.front_wheel | self.rear_wheel)
    }

    /// Loads moved by the front and by the rear axle.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moves(&self, stance: &Stance<R>) -> (Moves<R>, Moves<R>) {
        let (zero, ratio) = (R::zero(), stance.track_ratio);
        let inverse = R::one() / ratio;
        let (front, rear) = (self.front_wheel, self.rear_wheel);
        let front_moves = Moves {
            a: R::select(front, zero, stance.front_by_front + or_none(rear, stance.rear_by_front * inverse)),
            b: R::select(front, zero, stance.front_by_rear + or_none(rear, stance.rear_by_rear * inverse)),
            c: or_none(front, self.front_half),
            e: R::select(front, zero, or_none(rear, -(self.rear_half * inverse))),
        };
        let rear_moves = Moves {
            a: R::select(rear, zero, stance.rear_by_front + or_none(front, stance.front_by_front * ratio)),
            b: R::select(rear, zero, stance.rear_by_rear + or_none(front, stance.front_by_rear * ratio)),
            c: R::select(rear, zero, or_none(front, -(self.front_half * ratio))),
            e: or_none(rear, self.rear_half),
        };
        (front_moves, rear_moves)
    }

    /// The forces in balance with these wheels in the air.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn solve(
        &self,
        stance: &Stance<R>,
        weights: &AxleWeights<R>,
        front: &AxleForce<R>,
        rear: &AxleForce<R>,
    ) -> RoadForces<R> {
        let (zero, one) = (R::zero(), R::one());
        let all = weights.front_n + weights.rear_n;
        let fixed = R::select(self.front_axle, zero, R::select(self.rear_axle, all, weights.front_n));
        let per = R::select(self.front_axle | self.rear_axle, zero, -stance.height_over_wheelbase);
        let (f, r) = self.moves(stance);
        let other = all - fixed;
        let (f_fixed, r_fixed) = (f.c * fixed + f.e * other, r.c * fixed + r.e * other);
        let (f_per, r_per) = ((f.c - f.e) * per, (r.c - r.e) * per);
        let (fm, rm, fd, rd) = (&front.mean, &rear.mean, &front.difference, &rear.difference);
        let [x, front_y, rear_y] = solved(
            [
                one - ((fm.x - rm.x) * per + (fd.x * f_per + rd.x * r_per)),
                -(fd.x * f.a + rd.x * r.a),
                -(fd.x * f.b + rd.x * r.b),
                (fm.x * fixed + rm.x * other)
                    + (fd.x * f_fixed + rd.x * r_fixed)
                    + (front.fixed_n.x + rear.fixed_n.x),
            ],
            [
                -(fm.y * per + fd.y * f_per),
                one - fd.y * f.a,
                -(fd.y * f.b),
                fm.y * fixed + fd.y * f_fixed + front.fixed_n.y,
            ],
            [
                rm.y * per - rd.y * r_per,
                -(rd.y * r.a),
                one - rd.y * r.b,
                rm.y * other + rd.y * r_fixed + rear.fixed_n.y,
            ],
        );
        RoadForces { x, front_y, rear_y }
    }
}

/// The forces with the wheels in the air that they lift, from those without limits.
///
/// The branch asks only whether any car of a block lifts a wheel: each car gets the same bits with either.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn with_lift<R: Real>(
    stance: &Stance<R>,
    weights: &AxleWeights<R>,
    front: &AxleForce<R>,
    rear: &AxleForce<R>,
    free: RoadForces<R>,
) -> RoadForces<R> {
    let lifted = Lifted::new(stance, weights, &free);
    let lifts = lifted.any();
    let mut forces = free;
    if lifts.any() {
        let guessed = lifted.solve(stance, weights, front, rear);
        let again = Lifted::new(stance, weights, &guessed).solve(stance, weights, front, rear);
        let again = Lifted::new(stance, weights, &again).solve(stance, weights, front, rear);
        forces = RoadForces {
            x: R::select(lifts, again.x, free.x),
            front_y: R::select(lifts, again.front_y, free.front_y),
            rear_y: R::select(lifts, again.rear_y, free.rear_y),
        };
    }
    forces
}

/// Loads of the axles and the loads that they move, within what each has; what one cannot move the other does.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn shares<R: Real>(
    stance: &Stance<R>,
    weights: &AxleWeights<R>,
    forces: &RoadForces<R>,
) -> Shares<R> {
    let half = R::lit(0.5);
    let all = weights.front_n + weights.rear_n;
    let front_n = (weights.front_n - stance.height_over_wheelbase * forces.x).clamp(R::zero(), all);
    let rear_n = all - front_n;
    let (front_most, rear_most) = (half * front_n, half * rear_n);
    let (front_asked, rear_asked) = stance.moved_n(forces);
    let front = front_asked.clamp(-front_most, front_most);
    let rear = rear_asked.clamp(-rear_most, rear_most);
    let (front_rest, rear_rest) = (front_asked - front, rear_asked - rear);
    Shares {
        front_n,
        rear_n,
        front_moved: (front + rear_rest / stance.track_ratio).clamp(-front_most, front_most),
        rear_moved: (rear + front_rest * stance.track_ratio).clamp(-rear_most, rear_most),
    }
}
