//! Masses and outlines of vehicles, for their rigid bodies.

use bevy_math::{DVec3, Vec3};
use skidpad::core::math::Real;
use skidpad::core::model::spatial::{ROOF_SHARES, SILL_SHARE};
use skidpad::core::spec;
use skidpad::world::world::outline_m;

use crate::axes::to_bevy;

/// Height of the underside between the axles, over the vehicle's height: above the sills, which lie on the ground by the car's own
/// forces.
const UNDERSIDE: f64 = SILL_SHARE + 0.06;
/// Height of the lower edge of the bumpers, over the vehicle's height: low enough for an upright face before all that is higher than
/// the bumper of a car, and high enough for a ramp to meet the wheels first.
const BUMPER: f64 = 0.20;
/// Height of the waist, up to which the sides are upright, over the vehicle's height.
const WAIST: f64 = 0.65;
/// Depth of the roof's collider below the roof, m: the roof itself lies on the ground by the car's own forces.
const BELOW_ROOF_M: f64 = 0.03;

/// Mass and principal moments of inertia about the centre of mass, along Bevy's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BodyMass {
    /// Mass, kg.
    pub mass_kg: f32,
    /// About the lateral, the vertical and the longitudinal axis, kg.m^2.
    pub inertia_kg_m2: Vec3,
}

impl BodyMass {
    /// Mass and inertia of a whole vehicle, the wheels included. Of roll and pitch a vehicle's figures are those of the body on its springs,
    /// about which the wheels' masses stay where they are: a push from outside turns them, too, at their distances.
    pub fn new(vehicle: &spec::Vehicle<f64>) -> Self {
        let (body, chassis) = (vehicle.body(), vehicle.chassis());
        let unsprung_kg = body.mass_kg - chassis.sprung_mass_kg;
        let [front_kg, rear_kg] = [body.front_share, 1.0 - body.front_share].map(|share| share * unsprung_kg);
        let [front_m, rear_m] =
            [1.0 - body.front_share, body.front_share].map(|share| share * body.wheelbase_m);
        let [front_half_m, rear_half_m] =
            [chassis.front_track_m, chassis.rear_track_m].map(|track_m| 0.5 * track_m);
        let roll = front_kg * front_half_m * front_half_m + rear_kg * rear_half_m * rear_half_m;
        let pitch = front_kg * front_m * front_m + rear_kg * rear_m * rear_m;
        let inertia_kg_m2 = DVec3::new(
            chassis.pitch_inertia_kg_m2 + pitch,
            body.yaw_inertia_kg_m2,
            chassis.roll_inertia_kg_m2 + roll,
        );
        Self { mass_kg: body.mass_kg as f32, inertia_kg_m2: inertia_kg_m2.as_vec3() }
    }
}

/// Corners of a vehicle's hull from its centre of mass, along Bevy's axes, m: an underside between the axles, upright sides from the bumpers
/// to the waist, and a roof.
pub(super) fn hull_m(vehicle: &spec::Vehicle<f64>) -> Vec<Vec3> {
    let (body, chassis) = (vehicle.body(), vehicle.chassis());
    let [length_m, width_m, middle_m] = outline_m(vehicle);
    let height_m = chassis.height_m;
    let at = |share: f64| share * height_m - body.cg_height_m;
    let roof_z_m = Real::max(height_m - BELOW_ROOF_M, (WAIST + 0.05) * height_m) - body.cg_height_m;
    let half_width_m = 0.5 * width_m;
    let [roof_length, roof_width] = ROOF_SHARES;
    let layers = [
        (at(UNDERSIDE), 0.5 * body.wheelbase_m, half_width_m),
        (at(BUMPER), 0.5 * length_m, half_width_m),
        (at(WAIST), 0.5 * length_m, half_width_m),
        (roof_z_m, roof_length * body.wheelbase_m, roof_width * width_m),
    ];
    let corners = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]];
    let layer = |(z, half_length_m, half_width_m): (f64, f64, f64)| {
        corners.map(|[ahead, left]| [middle_m + ahead * half_length_m, left * half_width_m, z])
    };
    layers.into_iter().flat_map(layer).map(|corner_m| to_bevy(corner_m).as_vec3()).collect()
}
