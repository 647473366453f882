//! Kinds of four-wheel cars on springs.

use super::car::TwoTrackCar;
use super::kind::{Curves, Kind, MagicTyres};
use super::parts::StandardParts;
use crate::math::Real;
use crate::spec::Vehicle;

/// On springs, with tyres as those of [`Curves`].
#[derive(Clone, Copy, Debug)]
pub struct SprungCurves;

impl Kind for SprungCurves {
    const NAME: &'static str = "two_track_sprung";
    const DESCRIPTION: &'static str =
        "the four-wheel car on springs, dampers and anti-roll bars: it rolls, pitches and heaves";
    const SPRUNG: bool = true;
    type Parts = StandardParts;
    type Tyre<R: Real> = <Curves as Kind>::Tyre<R>;

    fn tyre<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Self::Tyre<R> {
        Curves::tyre(vehicle, is_front)
    }
}

/// On springs, with tyres as those of [`MagicTyres`].
#[derive(Clone, Copy, Debug)]
pub struct SprungMagicTyres;

impl Kind for SprungMagicTyres {
    const NAME: &'static str = "two_track_sprung_magic";
    const DESCRIPTION: &'static str =
        "the four-wheel car on springs, dampers and anti-roll bars, and on tyres by the Magic Formula";
    const SPRUNG: bool = true;
    const LAW: Option<&'static str> = MagicTyres::LAW;
    type Parts = StandardParts;
    type Tyre<R: Real> = <MagicTyres as Kind>::Tyre<R>;

    fn tyre<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Self::Tyre<R> {
        MagicTyres::tyre(vehicle, is_front)
    }

    fn car<R: Real>(vehicle: &Vehicle<R>) -> TwoTrackCar<Self::Tyre<R>, R> {
        MagicTyres::car(vehicle)
    }
}
