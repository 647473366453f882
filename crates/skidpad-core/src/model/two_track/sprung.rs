//! Kinds of four-wheel cars on springs.

use super::car::TwoTrackCar;
use super::kind::{Curves, Kind, MagicTyres};
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
    type Tyre<R: Real> = <Curves as Kind>::Tyre<R>;

    fn tyre(vehicle: &Vehicle<f64>, is_front: bool) -> Self::Tyre<f64> {
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
    type Tyre<R: Real> = <MagicTyres as Kind>::Tyre<R>;

    fn tyre(vehicle: &Vehicle<f64>, is_front: bool) -> Self::Tyre<f64> {
        MagicTyres::tyre(vehicle, is_front)
    }

    fn car(vehicle: &Vehicle<f64>) -> TwoTrackCar<Self::Tyre<f64>, f64> {
        MagicTyres::car(vehicle)
    }
}
