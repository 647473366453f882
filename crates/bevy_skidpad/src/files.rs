//! Vehicle files that are loaded, and those that change.

use bevy_app::App;
use bevy_asset::{AssetApp, AssetEvent, AssetId, AssetLoadFailedEvent, AssetServer, Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use skidpad::formats::vehicle::VehicleFile;

use crate::asset::{VehicleAsset, VehicleAssetLoader};
use crate::change::Change;
use crate::fault::{VehicleFault, VehicleFaultKind, report};
use crate::vehicle::{Vehicle, VehicleSource};
use crate::world::SkidpadWorld;

/// Vehicle files that are loaded; none in a game without assets.
#[derive(SystemParam)]
pub(crate) struct Files<'w> {
    files: Option<Res<'w, Assets<VehicleAsset>>>,
}

impl Files<'_> {
    /// A file; `None` where it is not loaded yet.
    pub fn file(&self, handle: &Handle<VehicleAsset>) -> Option<&VehicleFile> {
        self.files.as_ref()?.get(handle).map(|asset| &asset.0)
    }
}

/// Adds the loader to an app that has assets. Returns false for another.
pub(crate) fn add(app: &mut App) -> bool {
    let has_assets = app.world().contains_resource::<AssetServer>();
    if has_assets {
        app.init_asset::<VehicleAsset>().register_asset_loader(VehicleAssetLoader);
    }
    has_assets
}

/// Notes files that were changed, and reports those that could not be loaded.
pub(crate) fn note_files(
    mut loaded: MessageReader<AssetEvent<VehicleAsset>>,
    mut failed: MessageReader<AssetLoadFailedEvent<VehicleAsset>>,
    vehicles: Query<(Entity, &Vehicle)>,
    mut world: ResMut<SkidpadWorld>,
    mut faults: MessageWriter<VehicleFault>,
) {
    let made_of = |asset: AssetId<VehicleAsset>| {
        vehicles.iter().filter_map(move |(entity, vehicle)| match &vehicle.source {
            VehicleSource::Asset(handle) => (handle.id() == asset).then_some(entity),
            _ => None,
        })
    };
    for event in loaded.read() {
        if let AssetEvent::Modified { id } = event {
            made_of(*id).for_each(|entity| world.note(Change::Remade(entity)));
        }
    }
    for AssetLoadFailedEvent { id, error, .. } in failed.read() {
        let kind = VehicleFaultKind::Asset(error.to_string());
        let mut is_used = false;
        for entity in made_of(*id) {
            is_used = true;
            report(&mut faults, Some(entity), kind.clone());
        }
        if !is_used {
            report(&mut faults, None, kind);
        }
    }
}
