//! The assembly: engine, coupling, gears and the two axles, solved together.
//!
//! Shared out by the fixed split phi (front) and 1 - phi (rear), the drive torque T_g of the
//! gearbox turns the axles by phi T_g and (1 - phi) T_g; so that no power is lost on the way, the
//! speed of the gearbox's output is phi omega_f + (1 - phi) omega_r.

use crate::math::Real;
use crate::record;

record! {
    /// What the gearbox does to torque and speed at this moment.
    pub struct Drive {
        /// Overall ratio engine speed over axle speed: negative in reverse, 0 in neutral.
        overall_ratio: "-" [-100.0, 100.0],
        /// Torque out over torque in, losses only.
        efficiency: "-" [0.3, 1.0],
        /// Share of the drive torque on the front axle.
        front_share: "-" [0.0, 1.0],
    }

    /// One number for each axle.
    pub struct Axles {
        /// Front axle.
        front: "-" [-1e12, 1e12],
        /// Rear axle.
        rear: "-" [-1e12, 1e12],
    }

    /// The torques that the drive puts on its parts.
    pub struct DriveTorque {
        /// What the coupling takes from the engine, N.m.
        coupling_nm: "N.m" [-1e5, 1e5],
        /// On the front axle, N.m.
        front_nm: "N.m" [-1e6, 1e6],
        /// On the rear axle, N.m.
        rear_nm: "N.m" [-1e6, 1e6],
    }
}

/// Engine and axles that turn together while the coupling is engaged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Engaged<R> {
    /// Torque of the engine at the crankshaft, N.m.
    pub engine_torque_nm: R,
    /// Inertia of the engine, kg m^2.
    pub engine_inertia_kg_m2: R,
    /// Torque on each axle from road and brakes, N.m.
    pub axle_torque_nm: Axles<R>,
    /// Inertia of each axle, kg m^2.
    pub axle_inertia_kg_m2: Axles<R>,
}

impl<R: Real> Drive<R> {
    /// Speed of the gearbox's input, rad/s, from the speeds of the axles.
    #[inline(always)]
    pub fn input_speed(&self, axle_speed_rad_s: &Axles<R>) -> R {
        let rear_share = R::one() - self.front_share;
        self.overall_ratio * (self.front_share * axle_speed_rad_s.front + rear_share * axle_speed_rad_s.rear)
    }

    /// Efficiency seen by the axles: a driving torque arrives smaller, and a braking torque takes
    /// more from the road than reaches the engine.
    #[inline(always)]
    fn effective_efficiency(&self, coupling_torque_nm: R) -> R {
        R::select(coupling_torque_nm.lt(R::zero()), R::one() / self.efficiency, self.efficiency)
    }

    /// The torque through the coupling that keeps engine and gearbox at the same speed, N.m.
    ///
    /// From I_e domega_e/dt = T_e - tau, I_i domega_i/dt = phi_i N eta tau + A_i and
    /// omega_e = N sum(phi_i omega_i):
    ///
    /// tau = (T_e - I_e N sum(phi_i A_i / I_i)) / (1 + I_e N^2 eta sum(phi_i^2 / I_i)).
    ///
    /// The denominator is positive, so that the sign of tau, which decides eta, is that of the
    /// numerator.
    #[inline(always)]
    pub fn engaged_torque(&self, parts: &Engaged<R>) -> R {
        let front = self.front_share / parts.axle_inertia_kg_m2.front;
        let rear = (R::one() - self.front_share) / parts.axle_inertia_kg_m2.rear;
        let loads = front * parts.axle_torque_nm.front + rear * parts.axle_torque_nm.rear;
        let reflected = parts.engine_inertia_kg_m2 * self.overall_ratio;
        let numerator = parts.engine_torque_nm - reflected * loads;
        let efficiency = self.effective_efficiency(numerator);
        let mobility = self.front_share * front + (R::one() - self.front_share) * rear;
        numerator / (R::one() + reflected * self.overall_ratio * efficiency * mobility)
    }

    /// What a torque into the gearbox does to the axles.
    #[inline(always)]
    pub fn share_out(&self, coupling_torque_nm: R, gearbox_torque_nm: R) -> DriveTorque<R> {
        // In reverse the ratio is negative and the power still flows with the torque.
        let out = self.overall_ratio * self.effective_efficiency(gearbox_torque_nm) * gearbox_torque_nm;
        DriveTorque {
            coupling_nm: coupling_torque_nm,
            front_nm: self.front_share * out,
            rear_nm: (R::one() - self.front_share) * out,
        }
    }
}
