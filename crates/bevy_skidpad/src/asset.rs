//! Vehicle files as assets.

use core::fmt;
use std::collections::BTreeMap;

use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetLoader, AssetPath, LoadContext, ReadAssetBytesError};
use bevy_reflect::TypePath;
use skidpad::formats::FileError;
use skidpad::formats::vehicle::{self, VehicleFile};

/// A vehicle file as an asset: `asset_server.load("cars/mine.vehicle.toml")`, with the tyre files beside it that it names. Where Bevy watches
/// files, a car becomes another as its file or one of its tyres is saved, and keeps its motion (tyres are watched once a load has succeeded); a file with errors is a
/// [`VehicleFault`](crate::VehicleFault), and the car stays the one that it was.
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
    /// A tyre file that it names could not be read.
    Tyre {
        /// The name, as the vehicle file has it.
        name: String,
        /// The cause.
        error: ReadAssetBytesError,
    },
    /// Everything that is wrong with it, each problem with its line and column.
    File(FileError),
}

impl fmt::Display for VehicleAssetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Tyre { name, error } => {
                write!(f, "cannot read the tyre file {name}: {error} (put it beside the vehicle file)")
            }
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
        let tyres = tyres_beside(&bytes, context).await?;
        let name = context.path().to_string();
        vehicle::parse_beside(&name, &bytes, &tyres).map(VehicleAsset).map_err(VehicleAssetError::File)
    }

    fn extensions(&self) -> &[&str] {
        &["vehicle.toml"]
    }
}

/// Reads the tyre files that a vehicle file names, from its folder in its own asset source. What is read so is a dependency of the vehicle:
/// where it changes, the vehicle is loaded again.
async fn tyres_beside(
    vehicle: &[u8],
    context: &mut LoadContext<'_>,
) -> Result<BTreeMap<String, Vec<u8>>, VehicleAssetError> {
    let own = context.path().clone_owned();
    let folder = own.path().parent().map(std::path::Path::to_owned).unwrap_or_default();
    let mut tyres = BTreeMap::new();
    for name in vehicle::tyre_names(vehicle) {
        let path = AssetPath::from_path_buf(folder.join(&name)).with_source(own.source().clone_owned());
        match context.read_asset_bytes(path).await {
            Ok(bytes) => tyres.insert(name, bytes),
            Err(error) => return Err(VehicleAssetError::Tyre { name, error }),
        };
    }
    Ok(tyres)
}
