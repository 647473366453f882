//! Cars that are put somewhere in space, such as above a ramp.

use bevy_transform::components::Transform;
use skidpad::core::model::Pose;
use skidpad::core::surface::Surface;
use skidpad::prelude::Car;
use skidpad::world::channel::place_of;
use skidpad::world::rolling::Rolling;

use crate::axes::{rotation_to_skidpad, to_skidpad};
use crate::draw::SkidpadOrigin;
use crate::fault::VehicleFaultKind;

/// The states that lift and tilt a car of a model that moves in space.
const STATES: [&str; 5] = ["z_m", "tilt_w", "tilt_x", "tilt_y", "tilt_z"];

/// Lifts and tilts a car, which has place and heading of a transform already, to that transform.
pub(crate) fn lift(
    car: &mut Car,
    transform: &Transform,
    origin: &SkidpadOrigin,
    surface: &Surface<f64>,
) -> Result<(), VehicleFaultKind> {
    let model = car.model();
    let places = STATES.map(|state| place_of(model.states, state));
    let mut saved = Rolling::save(car);
    let Some(motion) = car.motion() else { return Err(VehicleFaultKind::NotInSpace { model: model.name }) };
    let road = Pose::on_road([0.0, 0.0], 0.0, surface);
    let [_, _, height_m] = road.point_in_body(to_skidpad(transform.translation.as_dvec3() + origin.0));
    // The tilt is what turns the heading on the road into the attitude.
    let heading = Pose::on_road([0.0, 0.0], motion.yaw_rad, surface).quaternion;
    let attitude = rotation_to_skidpad(transform.rotation.as_dquat().normalize());
    let [w, x, y, z] = turned_back(heading, attitude);
    for (place, value) in places.into_iter().zip([height_m, w, x, y, z]) {
        let place = place.ok_or(VehicleFaultKind::NotInSpace { model: model.name })?;
        saved.numbers[place] = value;
    }
    Rolling::restore(car, &saved).map_err(|_| VehicleFaultKind::Transform)
}

/// The turn that leads from one attitude to another, about the axes of the first: the product of its conjugate and the other.
fn turned_back([w, x, y, z]: [f64; 4], [tw, tx, ty, tz]: [f64; 4]) -> [f64; 4] {
    let at_origin = Pose { position_m: [0.0; 3], quaternion: [w, -x, -y, -z] };
    at_origin.tilted(0.0, [tw, tx, ty, tz]).quaternion
}
