//! Models that fleets drive, by name.

use skidpad_world::models::{Drivable, ModelInfo};
use skidpad_world::world::Site;

use crate::cars::{Cars, CarsOf};
use crate::entrant::Entrant;
use crate::error::FleetError;
use crate::rank::{Rank, RankOf};

/// Makes the cars of a group.
type Make = fn(&[Entrant<'_>], &[Site]) -> Result<Box<dyn Cars>, FleetError>;

/// A model that fleets drive.
///
/// Its lanes are compiled where the entry is made: keep it in a `static` of one crate.
#[derive(Clone, Copy, Debug)]
pub struct FleetModel {
    info: &'static ModelInfo,
    pub(crate) make: Make,
    pub(crate) rank: fn() -> Box<dyn Rank>,
}

impl FleetModel {
    /// Entry of a model; `info` is that model's entry in lists of models.
    pub const fn new<M: Drivable>(info: &'static ModelInfo) -> Self {
        Self { info, make: CarsOf::<M>::make, rank: RankOf::<M>::make }
    }

    /// The model as lists and commands see it.
    pub fn info(&self) -> &'static ModelInfo {
        self.info
    }
}

/// List of models that fleets drive. Names are unique.
#[derive(Clone, Copy, Debug)]
pub struct FleetModels(&'static [&'static FleetModel]);

impl FleetModels {
    /// List of these models.
    pub const fn new(models: &'static [&'static FleetModel]) -> Self {
        Self(models)
    }

    /// The models, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'static FleetModel> + use<> {
        self.0.iter().copied()
    }

    /// The model of a name; `-` and `_` are the same.
    pub fn by_name(&self, name: &str) -> Option<&'static FleetModel> {
        let name = name.replace('-', "_");
        self.iter().find(|model| model.info.name == name)
    }
}
