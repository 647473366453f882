//! The ground under the cars.

use bevy_ecs::prelude::*;
use skidpad::world::ground::Ground;
use skidpad::world::scene::Scene;
use skidpad::world::world::Site;

use crate::fault::{VehicleFault, VehicleFaultKind, report};
use crate::world::SkidpadWorld;

/// Resource: the ground under all cars, and what stands on it. It is taken over before the next step after it was changed; a ground
/// that cannot be is a [`VehicleFault`], and the one before stays. Positions in it are along Skidpad's axes ([`axes`](crate::axes)).
///
/// ```
/// use bevy_skidpad::prelude::*;
/// use bevy_skidpad::skidpad::world::track::{Track, track_by_name};
///
/// let track = Track::new(&track_by_name("hill-climb").expect("a track that Skidpad brings"))?;
/// let ground = SkidpadGround::from(Site::asphalt().with_track(track));
/// # let _ = ground;
/// # Ok::<(), Vec<bevy_skidpad::skidpad::world::track::TrackFault>>(())
/// ```
#[derive(Resource, Clone, Debug)]
#[non_exhaustive]
pub enum SkidpadGround {
    /// Skidpad's own: a surface, patches and height fields on it, a track's road, walls, cones, weather.
    Site(Box<Site>),
}

impl Default for SkidpadGround {
    /// Dry, level asphalt without end in still air.
    fn default() -> Self {
        Site::asphalt().into()
    }
}

impl From<Site> for SkidpadGround {
    fn from(site: Site) -> Self {
        Self::Site(Box::new(site))
    }
}

impl From<Ground> for SkidpadGround {
    /// Asphalt with a ground of patches and height fields.
    fn from(ground: Ground) -> Self {
        Site::asphalt().with_ground(ground).into()
    }
}

impl From<&Scene> for SkidpadGround {
    fn from(scene: &Scene) -> Self {
        Site::from(scene).into()
    }
}

/// Takes over a ground that was changed since the world took one over; it may be one of before that, after a rollback.
pub(crate) fn take_ground(
    ground: Res<SkidpadGround>,
    mut world: ResMut<SkidpadWorld>,
    mut faults: MessageWriter<VehicleFault>,
    mut changes: Local<u64>,
) {
    *changes += u64::from(ground.is_changed());
    if !world.note_ground(*changes) {
        return;
    }
    let SkidpadGround::Site(site) = &*ground;
    if let Err(error) = world.set_site((**site).clone()) {
        report(&mut faults, None, VehicleFaultKind::World(error));
    }
}
