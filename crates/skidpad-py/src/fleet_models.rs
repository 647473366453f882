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
    ($($info:path: $model:ty,)*) => {
        /// Models for learning and for studies of parameters: some take a second to compile and the largest a quarter of a minute, so
        /// that not all of them are here.
        static MODELS: FleetModels = FleetModels::new(&[$({
            static MODEL: FleetModel = FleetModel::new::<$model>(&$info);
            &MODEL
        }),*]);
    };
}

fleet_models! {
    models::KINEMATIC: Kinematic,
    models::SINGLE_TRACK: SingleTrack,
    models::TWO_TRACK: TwoTrack<Curves>,
    models::TWO_TRACK_SPRUNG: TwoTrack<SprungCurves>,
    models::TWO_TRACK_MAGIC: TwoTrack<Alone<MagicTyres>>,
    models::SPATIAL: Spatial<SpatialCurves>,
    models::MOTORCYCLE: Motorcycle,
    skidpad_commonroad::COMMONROAD_KS: CommonRoadKs,
    skidpad_commonroad::COMMONROAD_ST: CommonRoadSt,
    skidpad_commonroad::COMMONROAD_STD: CommonRoadStd,
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
