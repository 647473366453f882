//! Kinds of four-wheel cars: what differs in kind and not in numbers.

use super::tyre::WheelTyre;
use crate::math::Real;
use crate::tyre::CombinedTyre;

/// A kind of four-wheel car.
pub trait Kind: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The model's name with this kind.
    const NAME: &'static str;
    /// What it describes.
    const DESCRIPTION: &'static str;
    /// The tyres.
    type Tyre<R: Real>: WheelTyre<R>;
}

/// Tyres with simple curves, sharing their grip in all directions: [`CombinedTyre`].
#[derive(Clone, Copy, Debug)]
pub struct Curves;

impl Kind for Curves {
    const NAME: &'static str = "two_track";
    const DESCRIPTION: &'static str =
        "the four-wheel car: load, slip and grip of each wheel, on tyres with simple curves";
    type Tyre<R: Real> = CombinedTyre<R>;
}
