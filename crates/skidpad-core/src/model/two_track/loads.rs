//! Loads of the four wheels, in balance with the forces on the road.
//!
//! A body that neither rolls nor pitches stands on its wheels so that the moments balance. Lengthwise, as
//! in [`LoadTransfer`](crate::chassis::LoadTransfer), the axles' loads shift by (h / L) X with the sum X of
//! the tyres' forces along the car. Sideways, with the forces Y_f and Y_r of the axles across the car, the
//! moment h (Y_f + Y_r) is carried by both axles: each bears what acts at its roll centre itself, and the
//! rest, which rolls the body, is shared out as the roll stiffnesses are (Milliken, Race Car Vehicle
//! Dynamics, 18.4). From the left wheel of an axle to its right one goes
//!
//! D_f t_f = Y_f z_f + lambda (h (Y_f + Y_r) - Y_f z_f - Y_r z_r), and alike with 1 - lambda at the rear,
//!
//! with the roll centres' heights z, the tracks t and the front's share lambda of the roll stiffness. It
//! is linear in X, Y_f and Y_r, and these are sums of p_i N_i + q_i with the force of each tyre per load
//! and besides: three linear equations, solved here; with wheels in the air in the module `lift`.

use super::geometry::{LinearGeometry, SuspensionGeometry};
use super::lift::{RoadForces, Shares, shares, solved, with_lift};
use super::tyre::AffineForce;
use crate::math::{Real, Vec2};
use crate::record;
use crate::spec::Vehicle;

record! {
    /// Coefficients of the load transfer by the body's moments.
    pub struct Stance {
        /// Height of the centre of mass over the wheelbase.
        height_over_wheelbase: "-" [0.002, 20.0],
        /// Share of the weight on the front axle, at rest on the level.
        front_share: "-" [0.0, 1.0],
        /// Load moved to the right at the front, per force of the front tyres to the left.
        front_by_front: "-" [0.0, 100.0],
        /// Load moved to the right at the front, per force of the rear tyres to the left.
        front_by_rear: "-" [-100.0, 100.0],
        /// Load moved to the right at the rear, per force of the front tyres to the left.
        rear_by_front: "-" [-100.0, 100.0],
        /// Load moved to the right at the rear, per force of the rear tyres to the left.
        rear_by_rear: "-" [0.0, 100.0],
        /// Track at the front over that at the rear; 1 without width.
        track_ratio: "-" [0.01, 100.0],
    }
}

/// Weight on the axles before the tyres' forces shift it, N.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxleWeights<R> {
    /// Front axle.
    pub front_n: R,
    /// Rear axle.
    pub rear_n: R,
}

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
    fn new(left: &AffineForce<R>, right: &AffineForce<R>) -> Self {
        let half = R::lit(0.5);
        let (l, r) = (&left.per_load, &right.per_load);
        Self {
            mean: Vec2 { x: half * (l.x + r.x), y: half * (l.y + r.y) },
            difference: Vec2 { x: r.x - l.x, y: r.y - l.y },
            fixed_n: Vec2 { x: left.fixed_n.x + right.fixed_n.x, y: left.fixed_n.y + right.fixed_n.y },
        }
    }
}

/// Pivots of the elimination below this count as this: where they are, forces grow by the loads that they
/// move until a wheel lifts, and the large answer says so.
pub(super) const LEAST_PIVOT: f64 = 0.05;

impl<R: Real> Stance<R> {
    /// Loads of the wheels, front left, front right, rear left, rear right, N, from the forces of their
    /// tyres in the body's axes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn loads(&self, weights: &AxleWeights<R>, tyres: &[AffineForce<R>; 4]) -> [R; 4] {
        let (one, half) = (R::one(), R::lit(0.5));
        let front = AxleForce::new(&tyres[0], &tyres[1]);
        let rear = AxleForce::new(&tyres[2], &tyres[3]);
        let lever = self.height_over_wheelbase;
        // a X + b Y_f + c Y_r = d
        let free = solved(
            [
                one + lever * (front.mean.x - rear.mean.x),
                -(front.difference.x * self.front_by_front + rear.difference.x * self.rear_by_front),
                -(front.difference.x * self.front_by_rear + rear.difference.x * self.rear_by_rear),
                front.mean.x * weights.front_n
                    + rear.mean.x * weights.rear_n
                    + (front.fixed_n.x + rear.fixed_n.x),
            ],
            [
                lever * front.mean.y,
                one - front.difference.y * self.front_by_front,
                -(front.difference.y * self.front_by_rear),
                front.mean.y * weights.front_n + front.fixed_n.y,
            ],
            [
                -(lever * rear.mean.y),
                -(rear.difference.y * self.rear_by_front),
                one - rear.difference.y * self.rear_by_rear,
                rear.mean.y * weights.rear_n + rear.fixed_n.y,
            ],
        );
        let forces = with_lift(self, weights, &front, &rear, free);
        let Shares { front_n, rear_n, front_moved, rear_moved } = shares(self, weights, &forces);
        [
            half * front_n - front_moved,
            half * front_n + front_moved,
            half * rear_n - rear_moved,
            half * rear_n + rear_moved,
        ]
    }

    /// Load that forces of the tyres move to the right at the front and at the rear, N, while all wheels
    /// are on the road.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn moved_n(&self, forces: &RoadForces<R>) -> (R, R) {
        (
            self.front_by_front * forces.front_y + self.front_by_rear * forces.rear_y,
            self.rear_by_front * forces.front_y + self.rear_by_rear * forces.rear_y,
        )
    }
}

impl<R: Real> Stance<R> {
    /// Stance of a vehicle; without width no load moves from side to side.
    pub fn new(vehicle: &Vehicle<R>) -> Self {
        Self::with_roll_centres(vehicle, LinearGeometry.roll_centres_m(vehicle))
    }

    /// Stance of a vehicle whose linkages have roll centres of these heights, front and rear, m.
    pub fn with_roll_centres(vehicle: &Vehicle<R>, [front_z, rear_z]: [R; 2]) -> Self {
        let (body, chassis) = (vehicle.body(), vehicle.chassis());
        let (front_t, rear_t) = (chassis.front_track_m, chassis.rear_track_m);
        let front = chassis.roll_stiffness_front_share;
        let (by_front, by_rear) = (body.cg_height_m - front_z, body.cg_height_m - rear_z);
        let per = |moment: R, track: R| R::select(track.gt(R::zero()), moment / track, R::zero());
        Self {
            height_over_wheelbase: body.cg_height_m / body.wheelbase_m,
            front_share: body.front_share,
            front_by_front: per(front_z + front * by_front, front_t),
            front_by_rear: per(front * by_rear, front_t),
            rear_by_front: per((R::one() - front) * by_front, rear_t),
            rear_by_rear: per(rear_z + (R::one() - front) * by_rear, rear_t),
            track_ratio: R::select(front_t.gt(R::zero()) & rear_t.gt(R::zero()), front_t / rear_t, R::one()),
        }
    }
}
