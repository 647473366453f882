//! Cars as they are drawn: transforms of bodies and wheels between the last two steps.

use bevy_ecs::prelude::*;
use bevy_math::{DQuat, DVec3};
use bevy_reflect::prelude::*;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use skidpad::ShownWheel;
use skidpad::core::math::Real;

use crate::axes::{rotation_to_bevy, to_bevy};
use crate::world::SkidpadWorld;

/// A wheel of a vehicle, as a child of its entity: its `Transform` is moved by the suspension, turned by the steering, leans by its camber, and spins. The
/// wheel's middle is the origin of its mesh, and its axle the x axis, as of a wheel that is modelled on a car that looks along -z.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_skidpad::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((
///         Vehicle::preset("boxster-s"),
///         children![VehicleWheel(0), VehicleWheel(1), VehicleWheel(2), VehicleWheel(3)],
///     ));
/// }
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component)]
#[require(Transform)]
pub struct VehicleWheel(
    /// Place among the wheels of the car: front left, front right, rear left, rear right. A model without width has a front and a
    /// rear one.
    pub usize,
);

/// Resource: the place of Bevy's origin in Skidpad's world, along Bevy's axes, m. In a large world move it with the player, and all
/// entities that are no vehicles by as much: `f32` transforms are exact to 0.1 mm within 1 km of the origin, to 1 mm within 10 km, and to
/// 8 mm within 100 km. The cars' own numbers do not change by it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Resource)]
pub struct SkidpadOrigin(pub DVec3);

/// Resource: place of the picture between the last two steps, [0, 1]. The plugin sets it from [`Time<Fixed>`]; in a schedule of another
/// clock it is 1, the last step, unless that clock's system sets it before [`SkidpadSystems::Draw`](crate::SkidpadSystems::Draw).
#[derive(Resource, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Resource)]
pub struct SkidpadAlpha(pub f64);

impl Default for SkidpadAlpha {
    fn default() -> Self {
        Self(1.0)
    }
}

/// True where the world steps with [`Time<Fixed>`].
#[derive(Resource)]
pub(crate) struct FollowsFixedTime(pub bool);

/// Takes the cars as they are drawn, after the last two steps before a picture: the others are not seen.
pub(crate) fn show(
    fixed: Option<Res<Time<Fixed>>>,
    follows: Res<FollowsFixedTime>,
    children: Query<&Children>,
    wheels: Query<(), With<VehicleWheel>>,
    mut world: ResMut<SkidpadWorld>,
) {
    let is_seen = match fixed {
        Some(fixed) if follows.0 => fixed.overstep() < 2 * fixed.timestep(),
        _ => true,
    };
    if is_seen {
        let is_wheel = |child: Entity| wheels.contains(child);
        world.show(|vehicle| children.get(vehicle).is_ok_and(|children| children.iter().any(is_wheel)));
    }
}

/// Finds the place of the picture between the last two steps.
pub(crate) fn find_alpha(
    fixed: Option<Res<Time<Fixed>>>,
    follows: Res<FollowsFixedTime>,
    mut alpha: ResMut<SkidpadAlpha>,
) {
    if let Some(fixed) = fixed.filter(|_| follows.0) {
        alpha.0 = fixed.overstep_fraction_f64();
    }
}

/// Sets the transforms of vehicles and of their wheels.
pub(crate) fn draw(
    world: Res<SkidpadWorld>,
    alpha: Res<SkidpadAlpha>,
    origin: Res<SkidpadOrigin>,
    mut vehicles: Query<(&mut Transform, Option<&Children>), Without<VehicleWheel>>,
    mut wheels: Query<(&VehicleWheel, &mut Transform)>,
) {
    let alpha = Real::clamp(alpha.0, 0.0, 1.0);
    for seat in world.seats() {
        let Ok((mut transform, children)) = vehicles.get_mut(seat.entity) else { continue };
        let body = seat.body.pose(alpha);
        let position = to_bevy(body.position_m) - origin.0;
        set(&mut transform, position, rotation_to_bevy(body.quaternion));
        let (Some(children), Some(wheels_shown)) = (children, &seat.wheels) else { continue };
        let shown = wheels_shown.wheels(alpha);
        for child in children.iter() {
            let Ok((VehicleWheel(place), mut transform)) = wheels.get_mut(child) else { continue };
            if let Some(wheel) = shown.get(*place) {
                set(&mut transform, to_bevy(wheel.in_body_m), wheel_rotation(wheel));
            }
        }
    }
}

/// Attitude of a wheel to its body: steered about the vertical axis, leaning about its longitudinal axis by its camber, and turned about its
/// axle, forwards at the top.
fn wheel_rotation(wheel: &ShownWheel) -> DQuat {
    let half = |angle_rad: f64| Real::sin_cos(0.5 * angle_rad);
    let (steer_sin, steer_cos) = half(wheel.steer_rad);
    let (camber_sin, camber_cos) = half(wheel.camber_rad);
    let (spin_sin, spin_cos) = half(wheel.spin_angle_rad);
    let steer = rotation_to_bevy([steer_cos, 0.0, 0.0, steer_sin]);
    let camber = rotation_to_bevy([camber_cos, camber_sin, 0.0, 0.0]);
    let spin = rotation_to_bevy([spin_cos, 0.0, spin_sin, 0.0]);
    steer * camber * spin
}

/// Sets a transform, whose scale stays; nothing is marked as changed where it is the same.
fn set(transform: &mut Mut<Transform>, position: DVec3, rotation: DQuat) {
    let new =
        Transform { translation: position.as_vec3(), rotation: rotation.as_quat(), scale: transform.scale };
    transform.set_if_neq(new);
}
