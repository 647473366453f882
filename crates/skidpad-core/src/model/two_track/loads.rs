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

use super::elimination::solved;
use super::lift::{AxleForce, RoadForces, Shares, shares, with_lift};
use super::tyre::AffineForce;
use crate::math::Real;

pub use super::stance::{AxleWeights, Stance};

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
        let [x, front_y, rear_y] = solved(
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
        let free = RoadForces { x, front_y, rear_y };
        let forces = with_lift(self, weights, &front, &rear, free);
        let Shares { front_n, rear_n, front_moved, rear_moved } = shares(self, weights, &forces);
        [
            half * front_n - front_moved,
            half * front_n + front_moved,
            half * rear_n - rear_moved,
            half * rear_n + rear_moved,
        ]
    }
}
