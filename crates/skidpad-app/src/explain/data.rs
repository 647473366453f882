//! Data of car and road by name.

use skidpad_core::spec::{AxleData, Vehicle};
use skidpad_core::surface::Surface;

/// The axle of a wheel, or the axle itself.
pub(super) fn axle_of(part: &str) -> &'static str {
    if part.starts_with("front") { "front" } else { "rear" }
}

fn of_axle(axle: &AxleData<f64>, name: &str) -> Option<f64> {
    Some(match name {
        "radius_m" => axle.radius_m,
        "friction" => axle.friction,
        "lateral_friction" => axle.lateral_friction,
        "inertia_kg_m2" => axle.inertia_kg_m2,
        _ => return None,
    })
}

/// A datum of the car. The place of a wheel, or of an axle's middle, is `front_left_x_m` and `front_left_y_m`.
pub(super) fn of_car(vehicle: &Vehicle<f64>, name: &str) -> Option<f64> {
    let body = vehicle.body();
    let [to_front_m, to_rear_m] = body.axle_distances_m();
    let [[_, front_half], _, [_, rear_half], _] = vehicle.wheel_places_m();
    let chassis = vehicle.chassis();
    Some(match name {
        "mass_kg" => body.mass_kg,
        "yaw_inertia_kg_m2" => body.yaw_inertia_kg_m2,
        "wheelbase_m" => body.wheelbase_m,
        "to_front_m" => to_front_m,
        "to_rear_m" => to_rear_m,
        "cg_height_m" => body.cg_height_m,
        "ackermann" => chassis.steering.ackermann,
        "largest_steer_rad" => body.largest_steer_rad,
        "front_left_x_m" | "front_right_x_m" | "front_x_m" => to_front_m,
        "rear_left_x_m" | "rear_right_x_m" | "rear_x_m" => -to_rear_m,
        "front_left_y_m" => front_half,
        "front_right_y_m" => -front_half,
        "rear_left_y_m" => rear_half,
        "rear_right_y_m" => -rear_half,
        "front_y_m" | "rear_y_m" => 0.0,
        _ => {
            let (axle, rest) = match name.strip_prefix("front_") {
                Some(rest) => (vehicle.front(), rest),
                None => (vehicle.rear(), name.strip_prefix("rear_")?),
            };
            return of_axle(axle, rest);
        }
    })
}

/// A datum of the road.
pub(super) fn of_road(surface: &Surface<f64>, name: &str) -> Option<f64> {
    Some(match name {
        "grip" => surface.grip,
        "gravity_m_s2" => surface.gravity_m_s2,
        _ => return None,
    })
}

/// The unit that a name ends on.
pub(super) fn unit_of(name: &str) -> &'static str {
    let units = [
        ("_m_s2", "m/s^2"),
        ("_rad_s", "rad/s"),
        ("_kg_m2", "kg.m^2"),
        ("_m_s", "m/s"),
        ("_rad", "rad"),
        ("_kg", "kg"),
        ("_nm", "N.m"),
        ("_n", "N"),
        ("_m", "m"),
    ];
    units.into_iter().find(|(end, _)| name.ends_with(end)).map_or("-", |(_, unit)| unit)
}
