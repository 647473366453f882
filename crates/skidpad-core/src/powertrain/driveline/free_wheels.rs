//! Wheels that nothing joins: each with a motor, a brake and a road of its own.

use super::WheelLoads;
use crate::each_wheel;
use crate::friction::{holding_torque, released, stopped};
use crate::math::Real;
use crate::record;
use crate::wheels::Wheels;

record! {
    /// Sense in which each of four wheels turns that nothing joins; a part of the mode of a [`Driveline`](super::Driveline)
    /// with a motor for each wheel, or with none.
    ///
    /// Brakes and rolling resistance are dry friction. A wheel that they stop stands until the other torques pass what they
    /// can hold; a wheel that turns has all of them against it.
    ///
    /// ```text
    /// begin:   FreeWheels::turning(spins)
    /// solve:   senses.rates(inertia, drive, loads)
    /// decide:  senses.released(drive, loads)
    /// settle:  senses.stopped(spins)
    /// ```
    pub struct FreeWheels {
        /// Sense of the front left wheel's rotation; 0 while it is held.
        front_left_direction: "-" [-1.0, 1.0],
        /// Sense of the front right wheel's rotation; 0 while it is held.
        front_right_direction: "-" [-1.0, 1.0],
        /// Sense of the rear left wheel's rotation; 0 while it is held.
        rear_left_direction: "-" [-1.0, 1.0],
        /// Sense of the rear right wheel's rotation; 0 while it is held.
        rear_right_direction: "-" [-1.0, 1.0],
    }
}

impl<R: Real> FreeWheels<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_row([front_left, front_right, rear_left, rear_right]: [R; 4]) -> Self {
        Self {
            front_left_direction: front_left,
            front_right_direction: front_right,
            rear_left_direction: rear_left,
            rear_right_direction: rear_right,
        }
    }

    /// Sense of each wheel's rotation; 0 for one that is held.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn directions(&self) -> Wheels<R> {
        Wheels {
            front_left: self.front_left_direction,
            front_right: self.front_right_direction,
            rear_left: self.rear_left_direction,
            rear_right: self.rear_right_direction,
        }
    }

    /// Senses of wheels that turn at these speeds; 0 for one at rest.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn turning(spins_rad_s: &Wheels<R>) -> Self {
        let spins = spins_rad_s.in_a_row();
        Self::from_row(each_wheel!(W => spins[W].sign()))
    }

    /// Angular accelerations of the wheels, rad/s^2, and the torques of brakes and rolling resistance, N.m, under the torques
    /// of the drive and the loads: I domega/dt = T_drive + T_road + T_brake.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rates(
        &self,
        inertia_kg_m2: &Wheels<R>,
        drive_nm: &Wheels<R>,
        loads: &WheelLoads<R>,
    ) -> (Wheels<R>, Wheels<R>) {
        let (sense, inertia) = (self.directions().in_a_row(), inertia_kg_m2.in_a_row());
        let (drive, road) = (drive_nm.in_a_row(), loads.torque_nm.in_a_row());
        let holding = loads.holding_nm.in_a_row();
        let free = each_wheel!(W => drive[W] + road[W]);
        let brake = each_wheel!(W => holding_torque(holding[W], sense[W], free[W]));
        let rates = each_wheel!(W => (free[W] + brake[W]) / inertia[W]);
        (Wheels::from_row(rates), Wheels::from_row(brake))
    }

    /// Senses with those of wheels that begin to turn, as drive and road pass what brake and rolling resistance can hold.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn released(&self, drive_nm: &Wheels<R>, loads: &WheelLoads<R>) -> Self {
        let (sense, drive) = (self.directions().in_a_row(), drive_nm.in_a_row());
        let (road, holding) = (loads.torque_nm.in_a_row(), loads.holding_nm.in_a_row());
        Self::from_row(each_wheel!(W => released(sense[W], drive[W] + road[W], holding[W])))
    }

    /// Speeds of the wheels after a sub-step, rad/s: a wheel that came to rest on the way stands.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn stopped(&self, spins_rad_s: &Wheels<R>) -> Wheels<R> {
        let (sense, spins) = (self.directions().in_a_row(), spins_rad_s.in_a_row());
        Wheels::from_row(each_wheel!(W => stopped(sense[W], spins[W])))
    }
}
