//! Loads on the axles, at rest and while accelerating.

use crate::math::Real;

/// Parameters of load transfer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadTransfer<R> {
    /// Weight across the road, m g cos(theta), N.
    pub weight_n: R,
    /// Share of it on the front axle at rest on the level.
    pub front_share: R,
    /// Height of the centre of mass over the wheelbase.
    pub height_over_wheelbase: R,
}

/// Loads and longitudinal forces of the axles, in balance with each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TyreForces<R> {
    /// Load on the front axle, N.
    pub front_load_n: R,
    /// Load on the rear axle, N.
    pub rear_load_n: R,
    /// Longitudinal force of the front tyres, N.
    pub front_n: R,
    /// Longitudinal force of the rear tyres, N.
    pub rear_n: R,
}

impl<R: Real> LoadTransfer<R> {
    /// Loads and forces from the force over load of each axle.
    ///
    /// The loop that Monster cuts by using the last frame's acceleration: the forces are
    /// X = phi_f W_f + phi_r W_r, and the loads shift by the tyres' forces, W_f = W_f0 - (h/L) X.
    /// (The moments about a contact patch: what tilts the vehicle is the sum of the forces at the
    /// road, whether inertia, slope or, at the height of the centre of mass, drag balances it.)
    /// It is linear, so its solution is
    ///
    /// X = (phi_f W_f0 + phi_r W_r0) / (1 + (phi_f - phi_r) h/L),
    ///
    /// exact at every instant. With e_f = phi_r h/L - W_f0/W and e_r = -phi_f h/L - W_r0/W, by how
    /// much each axle's weight is less than what the forces on the other lift off it, the same is
    ///
    /// W_f / W = e_f / (e_f + e_r),
    ///
    /// which lies in [0, 1] as long as neither is positive. Where one is, its axle lifts: it carries
    /// nothing and the other all. Both at once would need an axle that pushes and one that brakes
    /// beyond what either could do alone; the one with more to lift it lifts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn solve(&self, front_force_over_load: R, rear_force_over_load: R) -> TyreForces<R> {
        let zero = R::zero();
        let lever = self.height_over_wheelbase;
        let front_lifted = rear_force_over_load * lever - self.front_share;
        let rear_lifted = -(front_force_over_load * lever) - (R::one() - self.front_share);
        let front_lifts = front_lifted.gt(zero) & front_lifted.ge(rear_lifted);
        let rear_lifts = rear_lifted.gt(zero) & rear_lifted.gt(front_lifted);
        // 1e-30 stands for the one case of 0/0: any division of the load is in balance.
        let both = (front_lifted + rear_lifted).min(R::lit(-1e-30));
        let (all, none) = (self.weight_n, zero);
        // Written alike for both axles: a car with its axles exchanged gets the same bits.
        let front_load = R::select(rear_lifts, all, front_lifted / both * self.weight_n);
        let front_load = R::select(front_lifts, none, front_load);
        let rear_load = R::select(front_lifts, all, rear_lifted / both * self.weight_n);
        let rear_load = R::select(rear_lifts, none, rear_load);
        TyreForces {
            front_load_n: front_load,
            rear_load_n: rear_load,
            front_n: front_force_over_load * front_load,
            rear_n: rear_force_over_load * rear_load,
        }
    }

    /// Loads and forces for forces over load that are quotients n / d with d > 0, with one division for all: returns
    /// the factors of n and d of each axle, N. d times its factor gives the load and n times it the force.
    ///
    /// With E_f = n_r h/L - d_r W_f0/W and E_r = -n_f h/L - d_f W_r0/W, the solution of [`solve`](Self::solve) is W_f /
    /// W = E_f d_f / (E_f d_f + E_r d_r).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn solve_quotients(&self, [front_n, front_d]: [R; 2], [rear_n, rear_d]: [R; 2]) -> [R; 2] {
        let (zero, one) = (R::zero(), R::one());
        let lever = self.height_over_wheelbase;
        let front_lifted = rear_n * lever - self.front_share * rear_d;
        let rear_lifted = -(front_n * lever) - (one - self.front_share) * front_d;
        let (front, rear) = (front_lifted * front_d, rear_lifted * rear_d);
        let front_lifts = front_lifted.gt(zero) & front.ge(rear);
        let rear_lifts = rear_lifted.gt(zero) & rear.gt(front);
        let both = R::select(front_lifts, -rear_d, R::select(rear_lifts, -front_d, front + rear));
        let scale = self.weight_n / both.min(R::lit(-1e-30));
        let front_part = R::select(rear_lifts, -one, R::select(front_lifts, zero, front_lifted));
        let rear_part = R::select(front_lifts, -one, R::select(rear_lifts, zero, rear_lifted));
        [front_part * scale, rear_part * scale]
    }
}
