//! The equations of skidpad-core's models on numbers that carry a derivative, compiled.
//!
//! A crate of its own only for the time that it takes: seven times as many operations as the plain equations, which no
//! step of a simulation runs. Here they are optimised for size, beside the other crates, and once for every program.
//! [`skidpad_core::linearise`] is what they are for.
#![forbid(unsafe_code)]

use skidpad_core::linearise::Equations;
use skidpad_core::model::two_track::{
    Alone, Brushes, Curves, FialaTyres, MagicTyres, Pacejka89Tyres, SprungCurves, SprungMagicTyres,
    TmeasyTyres, TwoTrack,
};
use skidpad_core::model::{Kinematic, Motorcycle, PointMass, PointMassPalmer, SingleTrack, StraightLine};

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
    KINEMATIC: Kinematic,
    MOTORCYCLE: Motorcycle,
}
