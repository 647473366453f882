//! Rules of the derived numbers of a car in space.

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
