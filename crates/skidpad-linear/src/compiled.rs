//! The equations of the models of `skidpad-core` and `skidpad-special` on numbers that carry a derivative, compiled.
//!
//! They stand in this crate only for the time that it takes: seven times as many operations as the plain equations, which no
//! step of a simulation runs. Here they are optimised for size, beside the other crates, and once for every program.

use super::Equations;
use skidpad_core::model::spatial::{Spatial, SpatialCurves, SpatialMagicTyres};
use skidpad_core::model::two_track::{
    Alone, Brushes, Curves, FialaTyres, MagicTyres, Pacejka89Tyres, SprungCurves, SprungMagicTyres,
    TmeasyTyres, TwoTrack,
};
use skidpad_core::model::{SingleTrack, StraightLine};
use skidpad_special::{Kinematic, Motorcycle, PointMass, PointMassPalmer};

macro_rules! compiled {
    ($($name:ident: $model:ty,)*) => {$(
        #[doc = concat!("Of [`", stringify!($model), "`].")]
        pub static $name: Equations<$model> = Equations::new();
    )*};
}

compiled! {
    POINT_MASS: PointMass,
    POINT_MASS_PALMER: PointMassPalmer,
    STRAIGHT_LINE: StraightLine,
    SINGLE_TRACK: SingleTrack,
    TWO_TRACK: TwoTrack<Curves>,
    TWO_TRACK_SPRUNG: TwoTrack<SprungCurves>,
    TWO_TRACK_BRUSH: TwoTrack<Alone<Brushes>>,
    TWO_TRACK_FIALA: TwoTrack<Alone<FialaTyres>>,
    TWO_TRACK_TMEASY: TwoTrack<Alone<TmeasyTyres>>,
    TWO_TRACK_PACEJKA89: TwoTrack<Alone<Pacejka89Tyres>>,
    TWO_TRACK_MAGIC: TwoTrack<Alone<MagicTyres>>,
    TWO_TRACK_SPRUNG_MAGIC: TwoTrack<Alone<SprungMagicTyres>>,
    SPATIAL: Spatial<SpatialCurves>,
    SPATIAL_MAGIC: Spatial<Alone<SpatialMagicTyres>>,
    KINEMATIC: Kinematic,
    MOTORCYCLE: Motorcycle,
}
