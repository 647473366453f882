//! Kinds of cars in space.

use super::car::SpatialCar;
use crate::math::Real;
use crate::model::two_track::{Curves, Kind, MagicTyres, StandardParts, TwoTrackCar};
use crate::spec::Vehicle;

/// In space, with tyres as those of [`Curves`].
#[derive(Clone, Copy, Debug)]
pub struct SpatialCurves;

impl Kind for SpatialCurves {
    const NAME: &'static str = "spatial";
    const DESCRIPTION: &'static str = "the car in space: six degrees of freedom on four wheels with suspensions of their own, over kerbs, jumps and onto its roof";
    const SPRUNG: bool = true;
    type Parts = StandardParts;
    type Tyre<R: Real> = <Curves as Kind>::Tyre<R>;

    fn tyre<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Self::Tyre<R> {
        Curves::tyre(vehicle, is_front)
    }
}

/// In space, with tyres as those of [`MagicTyres`].
#[derive(Clone, Copy, Debug)]
pub struct SpatialMagicTyres;

impl Kind for SpatialMagicTyres {
    const NAME: &'static str = "spatial_magic";
    const DESCRIPTION: &'static str = "the car in space, on tyres by the Magic Formula";
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

/// A vehicle as a car in space of a kind.
pub(super) fn car<K: Kind, R: Real>(vehicle: &Vehicle<R>) -> SpatialCar<K::Tyre<R>, R, K::Parts> {
    SpatialCar::new(vehicle, K::car(vehicle))
}
