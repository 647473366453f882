//! The vehicle that the models run on: checked, immutable, everything precomputed.

use core::ops::Deref;

use super::chassis::{ChassisData, ChassisSpec};
use super::fitted::FittedTyres;
use super::step_limit::longest_sprung_step;
use super::two_axle_car::TwoAxleCar;
use crate::math::Real;
use crate::powertrain::driveline::ControlData;
use crate::record::Flag;

/// A vehicle, checked, with everything precomputed: from it the models make their cars.
///
/// It is made by [`VehicleSpec::validate`](super::VehicleSpec::validate) over any type of number, and cannot be
/// changed: change the specification and validate again. All data of a [`TwoAxleCar`] are also in a vehicle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vehicle<R> {
    pub(super) axles: TwoAxleCar<R>,
    pub(super) chassis: ChassisData<R>,
    pub(super) stalling: ControlData<R>,
    pub(super) tyres: FittedTyres<R>,
}

impl<R> Deref for Vehicle<R> {
    type Target = TwoAxleCar<R>;
    fn deref(&self) -> &TwoAxleCar<R> {
        &self.axles
    }
}

impl<R: Real> Vehicle<R> {
    /// Places of the wheels from the centre of mass, forwards and to the left, m: front left, front right, rear left,
    /// rear right. Each axle has its own track.
    pub fn wheel_places_m(&self) -> [[R; 2]; 4] {
        let [to_front_m, to_rear_m] = self.body().axle_distances_m();
        let half = R::lit(0.5);
        let (front_m, rear_m) = (half * self.chassis.front_track_m, half * self.chassis.rear_track_m);
        [[to_front_m, front_m], [to_front_m, -front_m], [-to_rear_m, rear_m], [-to_rear_m, -rear_m]]
    }
}

impl<R: Real> Vehicle<R> {
    /// The vehicle by its two axles, engine and gearbox.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn two_axles(&self) -> &TwoAxleCar<R> {
        &self.axles
    }
    /// Tracks, suspension and steering gear.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn chassis(&self) -> &ChassisData<R> {
        &self.chassis
    }
    /// Stalling and starting of the engine, and who works its clutch.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn engine_control(&self) -> &ControlData<R> {
        &self.stalling
    }
    /// Tyres with coefficients of their own.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn tyres(&self) -> &FittedTyres<R> {
        &self.tyres
    }

    /// The longest sub-step that the vehicle allows a model with a body on springs, s.
    pub fn longest_sprung_step_s(&self) -> R {
        Real::min(self.longest_turning_step_s(), longest_sprung_step(&self.axles, &self.chassis))
    }

    /// The car with traction and stability control switched off, as magazines drive it; the anti-lock system
    /// stays on.
    #[must_use]
    pub fn without_stability_control(&self) -> Self {
        let off = ChassisData {
            traction_control: Flag::from(false),
            stability_control: Flag::from(false),
            ..self.chassis
        };
        Self { chassis: off, ..*self }
    }

    /// The car with all assists switched off, the anti-lock system as well, and without dry friction in its suspension:
    /// what switches has no linear motion, and a suspension that sticks does not move at all.
    #[must_use]
    pub fn linearisable(&self) -> Self {
        let off = ChassisData {
            abs: Flag::from(false),
            traction_control: Flag::from(false),
            stability_control: Flag::from(false),
            launch_control: Flag::from(false),
            linkage: ChassisSpec { suspension_friction: R::zero(), ..self.chassis.linkage },
            ..self.chassis
        };
        Self { chassis: off, ..*self }
    }
}
