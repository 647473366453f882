//! The models of this crate.

use skidpad_core::model::spatial::{Spatial, SpatialCurves, SpatialMagicTyres};
use skidpad_core::model::two_track::{
    Alone, Brushes, Curves, FialaTyres, MagicTyres, Pacejka89Tyres, SprungCurves, SprungMagicTyres,
    TmeasyTyres, TwoTrack,
};
use skidpad_core::model::{SingleTrack, StraightLine};
use skidpad_special::{Kinematic, Motorcycle, PointMass, PointMassPalmer};

use super::Models;

/// Declares a static [`ModelInfo`](crate::models::ModelInfo) for each model: of a constant every crate that names it would compile the model once
/// more.
#[macro_export]
macro_rules! listed {
    ($($name:ident: $model:ty $(= $equations:expr)?,)*) => {$(
        #[doc = concat!("[`", stringify!($model), "`] as lists and commands see it.")]
        pub static $name: $crate::models::ModelInfo = $crate::listed!(@entry $model $(, $equations)?);
    )*};
    (@entry $model:ty) => {
        $crate::models::ModelInfo::new::<$model>()
    };
    (@entry $model:ty, $equations:expr) => {
        $crate::models::ModelInfo::with_equations::<$model>($equations)
    };
}

crate::listed! {
    POINT_MASS: PointMass = &skidpad_linear::POINT_MASS,
    POINT_MASS_PALMER: PointMassPalmer = &skidpad_linear::POINT_MASS_PALMER,
    STRAIGHT_LINE: StraightLine = &skidpad_linear::STRAIGHT_LINE,
    SINGLE_TRACK: SingleTrack = &skidpad_linear::SINGLE_TRACK,
    TWO_TRACK: TwoTrack<Curves> = &skidpad_linear::TWO_TRACK,
    TWO_TRACK_SPRUNG: TwoTrack<SprungCurves> = &skidpad_linear::TWO_TRACK_SPRUNG,
    TWO_TRACK_BRUSH: TwoTrack<Alone<Brushes>> = &skidpad_linear::TWO_TRACK_BRUSH,
    TWO_TRACK_FIALA: TwoTrack<Alone<FialaTyres>> = &skidpad_linear::TWO_TRACK_FIALA,
    TWO_TRACK_TMEASY: TwoTrack<Alone<TmeasyTyres>> = &skidpad_linear::TWO_TRACK_TMEASY,
    TWO_TRACK_PACEJKA89: TwoTrack<Alone<Pacejka89Tyres>> = &skidpad_linear::TWO_TRACK_PACEJKA89,
    TWO_TRACK_MAGIC: TwoTrack<Alone<MagicTyres>> = &skidpad_linear::TWO_TRACK_MAGIC,
    TWO_TRACK_SPRUNG_MAGIC: TwoTrack<Alone<SprungMagicTyres>> = &skidpad_linear::TWO_TRACK_SPRUNG_MAGIC,
    SPATIAL: Spatial<SpatialCurves> = &skidpad_linear::SPATIAL,
    SPATIAL_MAGIC: Spatial<Alone<SpatialMagicTyres>> = &skidpad_linear::SPATIAL_MAGIC,
    KINEMATIC: Kinematic = &skidpad_linear::KINEMATIC,
    MOTORCYCLE: Motorcycle = &skidpad_linear::MOTORCYCLE,
}

/// The models of this crate.
pub static STANDARD: Models = Models::new(&[
    &POINT_MASS,
    &POINT_MASS_PALMER,
    &STRAIGHT_LINE,
    &SINGLE_TRACK,
    &TWO_TRACK,
    &TWO_TRACK_SPRUNG,
    &TWO_TRACK_BRUSH,
    &TWO_TRACK_FIALA,
    &TWO_TRACK_TMEASY,
    &TWO_TRACK_PACEJKA89,
    &TWO_TRACK_MAGIC,
    &TWO_TRACK_SPRUNG_MAGIC,
    &SPATIAL,
    &SPATIAL_MAGIC,
    &KINEMATIC,
    &MOTORCYCLE,
]);
