//! All models, as fleets drive them: what compiles their lanes.

use skidpad_commonroad::{CommonRoadKs, CommonRoadKst, CommonRoadMb, CommonRoadSt, CommonRoadStd};
use skidpad_core::model::spatial::{Spatial, SpatialCurves, SpatialMagicTyres};
use skidpad_core::model::two_track::{
    Alone, Brushes, Curves, FialaTyres, MagicTyres, Pacejka89Tyres, SprungCurves, SprungMagicTyres,
    TmeasyTyres, TwoTrack,
};
use skidpad_core::model::{SingleTrack, StraightLine};
use skidpad_special::{Kinematic, Motorcycle, PointMass, PointMassPalmer};
use skidpad_texts::ackermann::{Ackermann, AckermannAsPrinted};
use skidpad_texts::slip_vector::SlipVector;
use skidpad_texts::w1::W1;
use skidpad_world::models as world;

use crate::list::{FleetModel, FleetModels};

/// Entry of a model: `both` where it is compiled for `f32`, too, with the feature `single`.
macro_rules! entry {
    ($info:path, $model:ty) => {
        FleetModel::new::<$model>(&$info)
    };
    ($info:path, $model:ty, both) => {
        both!($info, $model)
    };
}
#[cfg(feature = "single")]
macro_rules! both {
    ($info:path, $model:ty) => {
        FleetModel::in_both::<$model>(&$info)
    };
}
#[cfg(not(feature = "single"))]
macro_rules! both {
    ($info:path, $model:ty) => {
        FleetModel::new::<$model>(&$info)
    };
}

macro_rules! all {
    ($($info:path: $model:ty $(=> $both:ident)?,)*) => {
        /// All models, in the order of `skidpad_models::MODELS`.
        ///
        /// Those with tyres of a formula have no lanes: a group of them is stepped car by car, over threads. With the feature `single`
        /// these are in `f32`, too: `point_mass`, `single_track`, `two_track`, `two_track_sprung`, `kinematic`, `motorcycle`,
        /// `commonroad_ks`, `commonroad_st`, `commonroad_std` and `w1`.
        pub static MODELS: FleetModels = FleetModels::new(&[$({
            static MODEL: FleetModel = entry!($info, $model $(, $both)?);
            &MODEL
        }),*]);
    };
}

all! {
    world::POINT_MASS: PointMass => both,
    world::POINT_MASS_PALMER: PointMassPalmer,
    world::STRAIGHT_LINE: StraightLine,
    world::SINGLE_TRACK: SingleTrack => both,
    world::TWO_TRACK: TwoTrack<Curves> => both,
    world::TWO_TRACK_SPRUNG: TwoTrack<SprungCurves> => both,
    world::TWO_TRACK_BRUSH: TwoTrack<Alone<Brushes>>,
    world::TWO_TRACK_FIALA: TwoTrack<Alone<FialaTyres>>,
    world::TWO_TRACK_TMEASY: TwoTrack<Alone<TmeasyTyres>>,
    world::TWO_TRACK_PACEJKA89: TwoTrack<Alone<Pacejka89Tyres>>,
    world::TWO_TRACK_MAGIC: TwoTrack<Alone<MagicTyres>>,
    world::TWO_TRACK_SPRUNG_MAGIC: TwoTrack<Alone<SprungMagicTyres>>,
    world::SPATIAL: Spatial<SpatialCurves>,
    world::SPATIAL_MAGIC: Spatial<Alone<SpatialMagicTyres>>,
    world::KINEMATIC: Kinematic => both,
    skidpad_texts::ACKERMANN: Ackermann,
    skidpad_texts::ACKERMANN_AS_PRINTED: AckermannAsPrinted,
    skidpad_texts::SLIP_VECTOR: SlipVector,
    world::MOTORCYCLE: Motorcycle => both,
    skidpad_commonroad::COMMONROAD_KS: CommonRoadKs => both,
    skidpad_commonroad::COMMONROAD_KST: CommonRoadKst,
    skidpad_commonroad::COMMONROAD_ST: CommonRoadSt => both,
    skidpad_commonroad::COMMONROAD_STD: CommonRoadStd => both,
    skidpad_commonroad::COMMONROAD_MB: CommonRoadMb,
    skidpad_texts::WORKLOAD_W1: W1 => both,
}
