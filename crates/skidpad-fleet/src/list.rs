//! Models that fleets drive, by name.

use skidpad_world::models::{Drivable, ModelInfo};
use skidpad_world::world::Site;

use crate::any_model::Cars;
use crate::cars::CarsOf;
use crate::convert::Convert;
use crate::entrant::Entrant;
use crate::error::FleetError;
use crate::rank::{Rank, RankOf};

/// Number type of a fleet's columns: `f64` or [`f32`](crate#single-precision).
pub trait Precision: Convert {
    /// Name of the type.
    const NAME: &'static str;
    /// Maker of a model's groups; `None` where the model's entry is not compiled for these numbers.
    #[doc(hidden)]
    fn maker(model: &FleetModel) -> Option<Maker<Self>>;
}

impl Precision for f64 {
    const NAME: &'static str = "f64";
    fn maker(model: &FleetModel) -> Option<Maker<Self>> {
        Some(model.make)
    }
}

impl Precision for f32 {
    const NAME: &'static str = "f32";
    fn maker(model: &FleetModel) -> Option<Maker<Self>> {
        model.make_single
    }
}

/// Maker of the cars of a group.
#[derive(Clone, Copy, Debug)]
pub struct Maker<T: Convert>(pub(crate) Make<T>);

type Make<T> = fn(&[Entrant<'_>], &[Site], usize) -> Result<Box<dyn Cars<T>>, FleetError>;

/// A model that fleets drive.
///
/// Its lanes are compiled where the entry is made: keep it in a `static` of one crate.
#[derive(Clone, Copy, Debug)]
pub struct FleetModel {
    info: &'static ModelInfo,
    pub(crate) make: Maker<f64>,
    /// `None`: not compiled for `f32`.
    pub(crate) make_single: Option<Maker<f32>>,
    pub(crate) rank: fn() -> Box<dyn Rank>,
}

impl FleetModel {
    /// Entry of a model for fleets in `f64`; `info` is that model's entry in lists of models.
    pub const fn new<M: Drivable>(info: &'static ModelInfo) -> Self {
        Self { info, make: Maker(CarsOf::<M, f64>::make), make_single: None, rank: RankOf::<M>::make }
    }

    /// Entry of a model for fleets in `f64` and in `f32`. Both are compiled, which takes about twice as long. [`Lanes`](crate::Lanes) of
    /// worlds are in `f64`.
    pub const fn in_both<M: Drivable>(info: &'static ModelInfo) -> Self {
        Self { make_single: Some(Maker(CarsOf::<M, f32>::make)), ..Self::new::<M>(info) }
    }

    /// Returns true where fleets of a precision can have groups of the model.
    pub fn supports<T: Precision>(&self) -> bool {
        T::maker(self).is_some()
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
