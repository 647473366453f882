//! Cars that are put somewhere.

use bevy_ecs::prelude::*;
use bevy_math::DQuat;
use bevy_transform::components::Transform;
use skidpad::core::math::Real;
use skidpad::core::model::Pose;
use skidpad::prelude::Placement;

use crate::axes::{rotation_to_skidpad, to_skidpad};
use crate::draw::SkidpadOrigin;
use crate::event::{VehicleEvent, VehicleEventKind};
use crate::fault::{VehicleFault, VehicleFaultKind, report};
use crate::space::lift;
use crate::world::SkidpadWorld;

/// Message: puts a vehicle elsewhere before the next step, straight ahead, wheels and engine turning with it. It is drawn there at
/// once, and a lap under way is abandoned.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_skidpad::prelude::*;
/// use bevy_transform::prelude::*;
///
/// fn back_to_the_start(vehicles: Query<Entity, With<Vehicle>>, mut places: MessageWriter<PlaceVehicle>) {
///     places.write_batch(vehicles.iter().map(|vehicle| PlaceVehicle::at(vehicle, Transform::IDENTITY)));
/// }
/// ```
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct PlaceVehicle {
    /// The vehicle.
    pub vehicle: Entity,
    /// Place and heading; height and tilt, too, where it is in space.
    pub transform: Transform,
    /// Speed, m/s; negative is backwards.
    pub speed_m_s: f64,
    /// True for a car that is put at the height and with the tilt of the transform, and not on the ground: on a model that moves in
    /// space, `spatial`.
    pub is_in_space: bool,
}

impl PlaceVehicle {
    /// At rest on the ground at a transform.
    pub fn at(vehicle: Entity, transform: Transform) -> Self {
        Self { vehicle, transform, speed_m_s: 0.0, is_in_space: false }
    }
}

/// A rotation whose length differs from 1 by more is no rotation: products of many rotations in `f32` drift by less.
const UNIT_TOLERANCE: f64 = 1e-3;

/// The place of a transform on the road's axes; a fault where it is not finite, or its rotation is no unit quaternion.
pub(crate) fn placement(
    transform: &Transform,
    origin: &SkidpadOrigin,
    speed_m_s: f64,
) -> Result<Placement, VehicleFaultKind> {
    let position = transform.translation.as_dvec3() + origin.0;
    let rotation: DQuat = transform.rotation.as_dquat();
    let is_unit = Real::abs(rotation.length_squared() - 1.0) < UNIT_TOLERANCE;
    if !position.is_finite() || !is_unit {
        return Err(VehicleFaultKind::Transform);
    }
    let [x, y, _] = to_skidpad(position);
    let attitude = Pose { position_m: [0.0; 3], quaternion: rotation_to_skidpad(rotation) };
    let [ahead, left, _] = attitude.to_world([1.0, 0.0, 0.0]);
    Ok(Placement { position_m: [x, y], heading_rad: Real::atan2(left, ahead), speed_m_s })
}

/// Puts vehicles elsewhere.
pub(crate) fn place(
    mut places: MessageReader<PlaceVehicle>,
    origin: Res<SkidpadOrigin>,
    mut world: ResMut<SkidpadWorld>,
    mut events: MessageWriter<VehicleEvent>,
    mut faults: MessageWriter<VehicleFault>,
) {
    let surface = world.world().surface();
    for PlaceVehicle { vehicle, transform, speed_m_s, is_in_space } in places.read() {
        let placed = placement(transform, &origin, *speed_m_s).and_then(|to| {
            world.place(*vehicle, |car| {
                car.teleport(&to).map_err(|error| VehicleFaultKind::Car(error.into()))?;
                car.set_surface(surface);
                if *is_in_space { lift(car, transform, &origin) } else { Ok(()) }
            })
        });
        match placed {
            Ok(true) => {
                events.write(VehicleEvent::now(*vehicle, &world, VehicleEventKind::Placed));
            }
            // A vehicle that is gone.
            Ok(false) => {}
            Err(kind) => report(&mut faults, Some(*vehicle), kind),
        }
    }
}
