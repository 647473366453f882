//! Models that fleets drive, each compiled here for every set of instructions.

use pyo3::prelude::*;
use skidpad::core::model::SingleTrack;
use skidpad::core::model::spatial::{Spatial, SpatialCurves};
use skidpad::core::model::two_track::{Alone, Curves, MagicTyres, SprungCurves, TwoTrack};
use skidpad::fleet::{FleetModel, FleetModels};
use skidpad::special::{Kinematic, Motorcycle};
use skidpad::world::{models, names};
use skidpad_commonroad::{CommonRoadKs, CommonRoadSt, CommonRoadStd};

use crate::error::unknown;

macro_rules! fleet_models {
    ($($info:path: $maker:ident $model:ty,)*) => {
        /// Models for learning and for studies of parameters: some take a second to compile and the largest a quarter of a minute, so
        /// that not all of them are here, and not all in both precisions.
        static MODELS: FleetModels = FleetModels::new(&[$({
            static MODEL: FleetModel = FleetModel::$maker::<$model>(&$info);
            &MODEL
        }),*]);
    };
}

fleet_models! {
    models::KINEMATIC: in_both Kinematic,
    models::SINGLE_TRACK: in_both SingleTrack,
    models::TWO_TRACK: in_both TwoTrack<Curves>,
    models::TWO_TRACK_SPRUNG: in_both TwoTrack<SprungCurves>,
    models::TWO_TRACK_MAGIC: new TwoTrack<Alone<MagicTyres>>,
    models::SPATIAL: new Spatial<SpatialCurves>,
    models::MOTORCYCLE: in_both Motorcycle,
    skidpad_commonroad::COMMONROAD_KS: in_both CommonRoadKs,
    skidpad_commonroad::COMMONROAD_ST: in_both CommonRoadSt,
    skidpad_commonroad::COMMONROAD_STD: in_both CommonRoadStd,
}

/// The entry of a model, by its name.
pub fn by_name(name: &str) -> PyResult<&'static FleetModel> {
    MODELS.by_name(name).ok_or_else(|| {
        let known: Vec<&str> = MODELS.iter().map(|model| model.info().name).collect();
        unknown(names::unknown("model of fleets", name, &known))
    })
}

/// Names of the models that fleets drive.
#[pyfunction]
pub fn fleet_models() -> Vec<&'static str> {
    MODELS.iter().map(|model| model.info().name).collect()
}
