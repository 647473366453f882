//! Models on the road test's straight: what a test needs to know of a model beyond its channels.

use skidpad_core::spec::{TwoAxleCar, Vehicle};
use skidpad_core::surface::Surface;
use skidpad_special::{DrivenAxles, TractionRule};

use super::{Drivable, RoadEntry};

/// A model that drives the road test.
///
/// Its states have the distance (`x_m` or `position_m`), its channels an acceleration. The road tester reads the rest by the names
/// of [`CarChannels`](crate::channel::CarChannels), and does without what the model does not compute: a car without `target_gear`
/// has one gear.
pub trait RoadTested: Drivable {
    /// True of a model that cuts the drive force at [`drive_limit_n`](Self::drive_limit_n) by a rule, so that no wheel slips.
    const CUTS_DRIVE: bool = false;
    /// Mass that a coast-down decelerates, kg: with the inertia of the wheels, where the model has it.
    fn effective_mass_kg(vehicle: &Vehicle<f64>) -> f64 {
        [vehicle.front(), vehicle.rear()].iter().fold(vehicle.body().mass_kg, |mass, axle| {
            mass + axle.inertia_kg_m2 / (axle.radius_m * axle.radius_m)
        })
    }
    /// Largest drive force forwards that its tyres carry, N.
    fn drive_limit_n(car: &TwoAxleCar<f64>, surface: &Surface<f64>) -> f64 {
        let [_, forwards] = DrivenAxles::limits(car, surface);
        forwards
    }
    /// Returns true for a car with an anti-lock system between pedal and brakes.
    fn has_anti_lock(car: &Self::Car<f64>) -> bool {
        let _ = car;
        false
    }
}

impl RoadEntry {
    /// Entry of a model.
    pub const fn new<M: RoadTested>() -> Self {
        Self {
            cuts_drive: M::CUTS_DRIVE,
            effective_mass_kg: M::effective_mass_kg,
            drive_limit_n: M::drive_limit_n,
            has_anti_lock: has_anti_lock::<M>,
        }
    }
}

fn has_anti_lock<M: RoadTested>(vehicle: &Vehicle<f64>) -> bool {
    M::has_anti_lock(&M::car(vehicle))
}
