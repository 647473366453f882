//! The assembly for vehicles with two axles: engine, coupling, gears and the two axles, solved together.
//!
//! Shared out by the fixed split phi (front) and 1 - phi (rear), the drive torque T_g of the
//! gearbox turns the axles by phi T_g and (1 - phi) T_g; so that no power is lost on the way, the
//! speed of the gearbox's output is phi omega_f + (1 - phi) omega_r.

use super::gearing::{efficiency_seen, power_from_output};
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

    /// The torques that the drive puts on its joint.
    pub struct DriveTorque {
        /// What the coupling takes from the engine, N.m.
        coupling_nm: "N.m" [-1e5, 1e5],
        /// On the front axle, N.m.
        front_nm: "N.m" [-1e6, 1e6],
        /// On the rear axle, N.m.
        rear_nm: "N.m" [-1e6, 1e6],
    }
}

/// What turns on both sides of the coupling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint<R> {
    /// Inertia of the engine, kg m^2.
    pub engine_inertia_kg_m2: R,
    /// Speed of the gearbox's input, rad/s.
    pub input_rad_s: R,
    /// 1 / inertia of each axle, 1/(kg m^2); 0 for an axle that its brake holds still.
    pub axle_mobility_1_kg_m2: Axles<R>,
}

impl<R: Real> Drive<R> {
    /// Speed of the gearbox's input, rad/s, from the speeds of the axles.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn input_speed(&self, axle_speed_rad_s: &Axles<R>) -> R {
        let rear_share = R::one() - self.front_share;
        self.overall_ratio * (self.front_share * axle_speed_rad_s.front + rear_share * axle_speed_rad_s.rear)
    }

    /// Efficiency seen by the axles.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn effective_efficiency(&self, coupling_torque_nm: R, input_rad_s: R) -> R {
        efficiency_seen(self.efficiency, coupling_torque_nm, input_rad_s)
    }

    /// How easily a torque on the gearbox's input speeds it up, without losses, over the overall
    /// ratio squared, 1/(kg m^2): sum(phi_i^2 / I_i).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mobility(&self, axle_mobility_1_kg_m2: &Axles<R>) -> R {
        let rear_share = R::one() - self.front_share;
        self.front_share * self.front_share * axle_mobility_1_kg_m2.front
            + rear_share * rear_share * axle_mobility_1_kg_m2.rear
    }

    /// 1 + I_e N^2 eta sum(phi_i^2 / I_i): what the axles add to the engine's inertia, over that inertia.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn denominator(&self, joint: &Joint<R>, efficiency: R) -> R {
        let reflected = joint.engine_inertia_kg_m2 * self.overall_ratio * self.overall_ratio;
        R::one() + reflected * efficiency * self.mobility(&joint.axle_mobility_1_kg_m2)
    }

    /// The torque through the coupling that keeps engine and gearbox at the same speed, N.m.
    ///
    /// From I_e domega_e/dt = T_e - tau, I_i domega_i/dt = phi_i N eta tau + A_i and
    /// omega_e = N sum(phi_i omega_i):
    ///
    /// tau = (T_e - I_e N sum(phi_i A_i / I_i)) / (1 + I_e N^2 eta sum(phi_i^2 / I_i)).
    ///
    /// The denominator is positive, so that the sign of tau, which decides eta, is that of the
    /// numerator. An axle that is held still (1 / I_i = 0) holds the engine with it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn engaged_torque(&self, joint: &Joint<R>, engine_torque_nm: R, axle_torque_nm: &Axles<R>) -> R {
        let Axles { front, rear } = joint.axle_mobility_1_kg_m2;
        let front = self.front_share * front * axle_torque_nm.front;
        let rear = (R::one() - self.front_share) * rear * axle_torque_nm.rear;
        let reflected = joint.engine_inertia_kg_m2 * self.overall_ratio;
        let numerator = engine_torque_nm - reflected * (front + rear);
        // Both denominators: neither changes within a sub-step, so that its stages share them.
        let driving = self.denominator(joint, self.efficiency);
        let dragging = self.denominator(joint, R::one() / self.efficiency);
        numerator / R::select(power_from_output(numerator, joint.input_rad_s), dragging, driving)
    }

    /// The angular impulse through the coupling, N.m.s, that brings engine and gearbox to one
    /// speed when their difference is `slip_rad_s` (engine minus gearbox), with the efficiency of a
    /// coupling torque in the sense of `torque_sign`. The engine loses J, axle i gains
    /// phi_i N eta J: angular momentum, geared to one shaft, is conserved but for the gears' losses.
    ///
    /// J = I_e slip / (1 + I_e N^2 eta sum(phi_i^2 / I_i))
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn meeting_impulse(&self, slip_rad_s: R, torque_sign: R, joint: &Joint<R>) -> R {
        let efficiency = self.effective_efficiency(torque_sign, joint.input_rad_s);
        joint.engine_inertia_kg_m2 * slip_rad_s / self.denominator(joint, efficiency)
    }

    /// What a torque into the gearbox does to the axles.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn share_out(&self, coupling_torque_nm: R, gearbox_torque_nm: R, input_rad_s: R) -> DriveTorque<R> {
        // In reverse the ratio is negative and the power still flows with the torque.
        let efficiency = self.effective_efficiency(gearbox_torque_nm, input_rad_s);
        let out = self.overall_ratio * efficiency * gearbox_torque_nm;
        DriveTorque {
            coupling_nm: coupling_torque_nm,
            front_nm: self.front_share * out,
            rear_nm: (R::one() - self.front_share) * out,
        }
    }

    /// How much an impulse through the coupling changes the speeds of the axles, rad/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn share_impulse(&self, impulse_nm_s: R, torque_sign: R, joint: &Joint<R>) -> Axles<R> {
        let efficiency = self.effective_efficiency(torque_sign, joint.input_rad_s);
        let out = self.overall_ratio * efficiency * impulse_nm_s;
        Axles {
            front: self.front_share * out * joint.axle_mobility_1_kg_m2.front,
            rear: (R::one() - self.front_share) * out * joint.axle_mobility_1_kg_m2.rear,
        }
    }
}
