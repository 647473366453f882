//! Cornering stiffness and peak slip angle of an axle: one is given, and the other, which is then 0, follows.
//!
//! The lateral curve has the shape of the longitudinal one (see [`CombinedTyre`](crate::tyre::CombinedTyre)): with the
//! slip stiffness c and the peak slip ratio kappa_p the force over load begins as (mu_y / mu_x) c kappa_p
//! tan(alpha) / tan(alpha_p). So an axle that bears the load W at rest has the cornering stiffness
//!
//! C = (mu_y / mu_x) c kappa_p W / tan(alpha_p),
//!
//! and every tyre law that is made from the axle's figures has that slope at the load at rest. Published figures of
//! whole axles (from steady-state cornering, pulse or step steer) contain the compliance steer of suspension and steering
//! gear, as this one does.

use alloc::format;
use alloc::string::String;

use super::{AxleSpec, Section, VehicleSpec};
use crate::math::Real;
use crate::units::STANDARD_GRAVITY_M_S2;

impl AxleSpec {
    /// Stands for the one of `peak_slip_angle` and `cornering_stiffness` that is not given.
    pub const NOT_GIVEN: f64 = 0.0;

    /// Makes one of the pair `peak_slip_angle` and `cornering_stiffness` the given one.
    pub fn give_either(&mut self, name: &str, value: f64) {
        let is_stiffness = name == "cornering_stiffness";
        self.cornering_stiffness_n_rad = if is_stiffness { value } else { Self::NOT_GIVEN };
        self.peak_slip_angle_rad = if is_stiffness { Self::NOT_GIVEN } else { value };
    }
}

impl<R: Real> AxleSpec<R> {
    /// Returns true where the cornering stiffness is given, and the peak slip angle follows from it.
    pub fn is_stiffness_given(&self) -> bool {
        self.cornering_stiffness_n_rad.lane(0) > AxleSpec::NOT_GIVEN
    }

    /// Slope of lateral force over load against the slip at 0, times the tangent of the peak slip angle.
    fn lateral_rise(&self) -> R {
        self.lateral_friction / self.friction * self.stiffness * self.peak_slip
    }
}

impl<R: Real> VehicleSpec<R> {
    /// Load of an axle at rest on the level, N.
    pub fn axle_load_n(&self, is_front: bool) -> R {
        let front = self.body.front_weight_share;
        let share = if is_front { front } else { R::one() - front };
        share * self.test_mass_kg() * R::lit(STANDARD_GRAVITY_M_S2)
    }

    fn axle_spec(&self, is_front: bool) -> &AxleSpec<R> {
        if is_front { &self.front } else { &self.rear }
    }

    /// Slip angle at the largest lateral force of an axle, rad: given, or from its cornering stiffness.
    pub fn peak_slip_angle_rad(&self, is_front: bool) -> R {
        let axle = self.axle_spec(is_front);
        let rise_n = axle.lateral_rise() * self.axle_load_n(is_front);
        if axle.is_stiffness_given() {
            Real::atan(rise_n / axle.cornering_stiffness_n_rad)
        } else {
            axle.peak_slip_angle_rad
        }
    }

    /// Cornering stiffness of an axle at its load at rest, N/rad: given, or from its peak slip angle.
    pub fn cornering_stiffness_n_rad(&self, is_front: bool) -> R {
        let axle = self.axle_spec(is_front);
        let rise_n = axle.lateral_rise() * self.axle_load_n(is_front);
        if axle.is_stiffness_given() {
            axle.cornering_stiffness_n_rad
        } else {
            rise_n / Real::tan(axle.peak_slip_angle_rad)
        }
    }
}

impl VehicleSpec {
    /// A cornering stiffness whose peak slip angle is out of range, with what it must be; `None` where it fits, or
    /// where something that it is computed from is wrong.
    pub(super) fn cornering_misfit(&self, is_front: bool) -> Option<(f64, String)> {
        let axle = self.axle_spec(is_front);
        let field = AxleSpec::FIELDS.iter().find(|field| field.name == "peak_slip_angle")?;
        let angle_rad = self.peak_slip_angle_rad(is_front);
        if !axle.is_stiffness_given()
            || !angle_rad.is_finite()
            || (field.low..=field.high).contains(&angle_rad)
        {
            return None;
        }
        let rise_n = axle.lateral_rise() * self.axle_load_n(is_front);
        let (low, high) = (rise_n / Real::tan(field.high), rise_n / Real::tan(field.low));
        let must = format!(
            "between {low:.0} and {high:.0} N/rad with this axle's load of {:.0} N and its lateral friction: its largest \
             force would be at a slip angle of {angle_rad:.3} rad, and {} to {} rad are allowed",
            self.axle_load_n(is_front),
            field.low,
            field.high
        );
        Some((axle.cornering_stiffness_n_rad, must))
    }
}
