//! Models that fleets drive, each compiled here for every set of instructions.

use skidpad::core::model::SingleTrack;
use skidpad::core::model::spatial::{Spatial, SpatialCurves};
use skidpad::core::model::two_track::{Alone, Curves, MagicTyres, SprungCurves, TwoTrack};
use skidpad::fleet::{FleetModel, FleetModels};
use skidpad::special::{Kinematic, Motorcycle};
use skidpad::world::models;

use crate::error::{Fault, SkidpadStatus};

macro_rules! fleet_models {
    ($($info:path: $model:ty,)*) => {
        /// Models for games and learning algorithms: some take a second to compile and the largest a quarter of a minute, so that not
        /// all of them are here. Tyres by the Magic Formula have no lanes: their cars are stepped one by one, over threads.
        static MODELS: FleetModels = FleetModels::new(&[$({
            static MODEL: FleetModel = FleetModel::new::<$model>(&$info);
            &MODEL
        }),*]);
    };
}

fleet_models! {
    models::KINEMATIC: Kinematic,
    models::MOTORCYCLE: Motorcycle,
    models::SINGLE_TRACK: SingleTrack,
    models::SPATIAL: Spatial<SpatialCurves>,
    models::TWO_TRACK: TwoTrack<Curves>,
    models::TWO_TRACK_MAGIC: TwoTrack<Alone<MagicTyres>>,
    models::TWO_TRACK_SPRUNG: TwoTrack<SprungCurves>,
}

/// The entry of a model, by its name.
pub(crate) fn by_name(name: &str) -> Result<&'static FleetModel, Fault> {
    MODELS.by_name(name).ok_or_else(|| {
        let names: Vec<&str> = MODELS.iter().map(|model| model.info().name).collect();
        let message =
            format!("there are no fleets of the model {name}: make the car with one of {}", names.join(", "));
        Fault::new(SkidpadStatus::Refused, message)
    })
}
