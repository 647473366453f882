//! Cars that are put somewhere in space, such as above a ramp.

use bevy_transform::components::Transform;
use skidpad::core::model::Pose;
use skidpad::prelude::Car;

use crate::axes::{rotation_to_skidpad, to_skidpad};
use crate::draw::SkidpadOrigin;
use crate::fault::VehicleFaultKind;

/// Puts a car at the height and with the tilt of a transform.
pub(crate) fn lift(
    car: &mut Car,
    transform: &Transform,
    origin: &SkidpadOrigin,
) -> Result<(), VehicleFaultKind> {
    let position_m = to_skidpad(transform.translation.as_dvec3() + origin.0);
    let quaternion = rotation_to_skidpad(transform.rotation.as_dquat().normalize());
    let put = car.put(&Pose { position_m, quaternion });
    put.map(|_| ()).map_err(|_| VehicleFaultKind::NotInSpace { model: car.model().name })
}
