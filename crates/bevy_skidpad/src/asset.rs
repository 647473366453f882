//! Vehicle files as assets.

use core::fmt;

use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetLoader, LoadContext};
use bevy_reflect::TypePath;
use skidpad::formats::FileError;
use skidpad::formats::vehicle::{self, VehicleFile};

/// A vehicle file as an asset: `asset_server.load("cars/mine.vehicle.toml")`. Where Bevy watches files, a car becomes another as its file
/// is saved, and keeps its motion; a file with errors is a [`VehicleFault`](crate::VehicleFault), and the car stays the one that it was.
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
    /// The file could not be read.
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
