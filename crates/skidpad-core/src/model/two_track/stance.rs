//! Stance of a car: the weights on its axles, and the loads that its moments move from wheel to wheel.
//!
//! The derivation stands in [`loads`](super::loads).

use crate::math::Real;
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

impl<R: Real> Stance<R> {
    /// Stance of a vehicle; without width no load moves from side to side.
    pub fn new(vehicle: &Vehicle<R>) -> Self {
        Self::with_roll_centres(vehicle, vehicle.chassis().roll_centres_m())
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
