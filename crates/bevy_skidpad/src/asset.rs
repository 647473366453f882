//! Vehicle files as assets.

use core::fmt;

use bevy_app::App;
use bevy_asset::io::Reader;
use bevy_asset::{
    Asset, AssetApp, AssetEvent, AssetId, AssetLoadFailedEvent, AssetLoader, AssetServer, Assets, Handle,
    LoadContext,
};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::SystemParam;
use bevy_reflect::TypePath;
use skidpad::formats::FileError;
use skidpad::formats::vehicle::{self, VehicleFile};

use crate::fault::{VehicleFault, VehicleFaultKind, report};
use crate::join::{Change, take_changes};
use crate::plugin::SkidpadSystems;
use crate::vehicle::{Vehicle, VehicleSource};
use crate::world::SkidpadWorld;

/// A vehicle file as an asset: `asset_server.load("cars/mine.vehicle.toml")`. Where Bevy watches files, a car becomes another as its file
/// is saved, and keeps its motion; a file with errors is a [`VehicleFault`], and the car stays the one that it was.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct VehicleAsset(
    /// The vehicle, its model and where its values come from.
    pub VehicleFile,
);

/// Loads [`VehicleAsset`]s, from files that end in `.vehicle.toml`, and from others where the type is named.
#[derive(TypePath, Clone, Copy, Debug, Default)]
pub struct VehicleAssetLoader;

/// Why a vehicle file was not loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum VehicleAssetError {
    /// It could not be read.
    Read(std::io::Error),
    /// Everything that is wrong with it, each problem with its line and column.
    File(FileError),
}

impl fmt::Display for VehicleAssetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::File(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for VehicleAssetError {}

impl AssetLoader for VehicleAssetLoader {
    type Asset = VehicleAsset;
    type Settings = ();
    type Error = VehicleAssetError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<VehicleAsset, VehicleAssetError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await.map_err(VehicleAssetError::Read)?;
        let name = context.path().to_string();
        vehicle::parse(&name, &bytes).map(VehicleAsset).map_err(VehicleAssetError::File)
    }

    fn extensions(&self) -> &[&str] {
        &["vehicle.toml"]
    }
}

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

/// Adds what assets need to an app that has them.
pub(crate) fn add(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    if !app.world().contains_resource::<AssetServer>() {
        return;
    }
    app.init_asset::<VehicleAsset>()
        .register_asset_loader(VehicleAssetLoader)
        .add_systems(schedule, note_files.in_set(SkidpadSystems::Join).before(take_changes));
}

/// Notes files that were changed, and reports those that could not be loaded.
fn note_files(
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
            made_of(*id).for_each(|entity| world.note(Change::Reloaded(entity)));
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
