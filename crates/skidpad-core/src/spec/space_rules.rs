//! Rules of the derived numbers of a car in space.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::space::SpaceSpec;
use super::vehicle_spec::VehicleSpec;
use crate::math::Real;
use crate::units::STANDARD_GRAVITY_M_S2;

/// Deflection of a tyre under its load at rest, over its rolling radius: an estimate, by which the tyre of a passenger car, with 3.7 kN on
/// it, has 200 N/mm.
const SUNK: f64 = 0.06;

impl<R: Real> VehicleSpec<R> {
    pub(super) fn derive_space(&mut self, name: &str) -> bool {
        let weight_n = self.test_mass_kg() * R::lit(STANDARD_GRAVITY_M_S2);
        let front = self.body.front_weight_share;
        let stiffness = |share: R, radius_m: R| R::lit(0.5) * share * weight_n / (R::lit(SUNK) * radius_m);
        let tyres = [stiffness(front, self.front.radius_m), stiffness(R::one() - front, self.rear.radius_m)];
        let stops = self.bump_stops.as_ref();
        let travels = stops.map_or([R::zero(); 2], |stops| [stops.front_travel_m, stops.rear_travel_m]);
        let space = self.space.get_or_insert_with(SpaceSpec::unknown);
        match name {
            "front_tyre_stiffness" => space.front_tyre_n_m = tyres[0],
            "rear_tyre_stiffness" => space.rear_tyre_n_m = tyres[1],
            "front_rebound_travel" => space.front_rebound_m = travels[0],
            "rear_rebound_travel" => space.rear_rebound_m = travels[1],
            _ => return false,
        }
        true
    }
}

/// Largest deflection of a tyre under its load at rest, over its rolling radius: beyond it a wheel would ride on its rim.
const MOST_SUNK: f64 = 0.4;
/// Largest product of inertia over the root of both moments: a body without its wheels keeps at least a fifth of each, and its inertia must be
/// positive.
const MOST_PRODUCT: f64 = 0.19;

impl SpaceSpec {
    /// Fields that do not fit the rest of the vehicle, as field, value and what it must be.
    pub(super) fn misfits(&self, spec: &VehicleSpec) -> Vec<(&'static str, f64, String)> {
        let weight_n = spec.test_mass_kg() * STANDARD_GRAVITY_M_S2;
        let front = spec.body.front_weight_share;
        let mut found = Vec::new();
        for (field, stiffness_n_m, share, radius_m) in [
            ("space.front_tyre_stiffness", self.front_tyre_n_m, front, spec.front.radius_m),
            ("space.rear_tyre_stiffness", self.rear_tyre_n_m, 1.0 - front, spec.rear.radius_m),
        ] {
            let least_n_m = 0.5 * share * weight_n / (MOST_SUNK * radius_m);
            if stiffness_n_m < least_n_m {
                let must = format!(
                    "at least {least_n_m:.0} N/m: under its load at rest the tyre sinks by up to 40 % of its radius"
                );
                found.push((field, stiffness_n_m, must));
            }
        }
        let mut all = spec.clone();
        if all.chassis.is_none() {
            all.derive_section("chassis");
        }
        let roll_kg_m2 = all.chassis.map_or(f64::NAN, |chassis| chassis.roll_inertia_kg_m2);
        let most_kg_m2 = MOST_PRODUCT * Real::sqrt(roll_kg_m2 * spec.body.yaw_inertia_kg_m2);
        let product_kg_m2 = self.roll_yaw_product_kg_m2;
        if product_kg_m2.abs() > most_kg_m2 {
            let must = format!("within {most_kg_m2:.0} kg.m^2 of 0, so that the body's inertia is positive");
            found.push(("space.roll_yaw_product", product_kg_m2, must));
        }
        found
    }
}
