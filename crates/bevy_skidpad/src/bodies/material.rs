//! Ground that colliders are for wheels.

use bevy_ecs::prelude::*;
use bevy_reflect::prelude::*;

use crate::fault::{VehicleFault, VehicleFaultKind, report};

/// Ground that a collider of the engine is for wheels: insert it on the entity of the collider, or on one above it. A collider
/// without has the surface of [`SkidpadGround`](crate::SkidpadGround), dry asphalt where none is set. Values that are out of range are a
/// [`VehicleFault`], and the component is taken away.
///
/// Bodies that forces move are ground only where they have this component: wheels stand on them then, but their weight and their forces do
/// not move these bodies.
///
/// ```
/// use bevy_skidpad::prelude::*;
///
/// let ice = GroundMaterial { grip: 0.15, ..GroundMaterial::default() };
/// # let _ = ice;
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[component(immutable)]
#[reflect(Component)]
pub struct GroundMaterial {
    /// Grip over that of the surface, [0, 3].
    pub grip: f64,
    /// Rolling resistance over that of the surface, [0, 50].
    pub rolling: f64,
}

impl Default for GroundMaterial {
    /// The surface itself.
    fn default() -> Self {
        Self { grip: 1.0, rolling: 1.0 }
    }
}

/// Takes away what is out of range.
pub(super) fn check_material(
    insert: On<Insert, GroundMaterial>,
    materials: Query<&GroundMaterial>,
    mut faults: MessageWriter<VehicleFault>,
    mut commands: Commands,
) {
    let Ok(&GroundMaterial { grip, rolling }) = materials.get(insert.entity) else { return };
    if (0.0..=3.0).contains(&grip) && (0.0..=50.0).contains(&rolling) {
        return;
    }
    let kind = VehicleFaultKind::GroundMaterial { collider: insert.entity, grip, rolling };
    report(&mut faults, None, kind);
    commands.entity(insert.entity).remove::<GroundMaterial>();
}
