//! Numbers of a car in space: what no model in the plane has.

use super::field::section;
use super::vehicle_spec::VehicleSpec;
use crate::math::Real;
use crate::units::STANDARD_GRAVITY_M_S2;

/// Deflection of a tyre under its load at rest, over its rolling radius: an estimate, by which the tyre of a passenger car, with 3.7 kN on
/// it, has 200 N/mm.
const SUNK: f64 = 0.06;

section! {
    /// Tyres, stops and masses of a car in space.
    pub struct SpaceSpec {
        front_tyre_n_m = "front_tyre_stiffness": Stiffness [1e3, 1e8] "Vertical stiffness of a front tyre.", derived "the load at rest over 6 % of the rolling radius: 200 N/mm for the tyre of a passenger car";
        rear_tyre_n_m = "rear_tyre_stiffness": Stiffness [1e3, 1e8] "Vertical stiffness of a rear tyre.", derived "the load at rest over 6 % of the rolling radius: 200 N/mm for the tyre of a passenger car";
        front_rebound_m = "front_rebound_travel": Length [0.0, 1.0] "How far a front wheel springs out from rest until it meets a stop as hard as that of the way in; 0 without stop.", derived "[bump_stops] front_travel: as far as in";
        rear_rebound_m = "rear_rebound_travel": Length [0.0, 1.0] "How far a rear wheel springs out from rest until it meets a stop as hard as that of the way in; 0 without stop.", derived "[bump_stops] rear_travel: as far as in";
        roll_yaw_product_kg_m2 = "roll_yaw_product": Inertia [-1e5, 1e5] "Product of inertia of the longitudinal and the vertical axis, the integral of x z dm of the car without its wheels, about its centre of mass: above 0 where masses ahead lie higher than those behind.", derived "0: the body's axes are those of its inertia" = 0.0;
    }
}

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
