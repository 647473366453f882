//! Kinds of four-wheel cars: what differs in kind and not in numbers.

use super::car::TwoTrackCar;
use super::elastic::Elastic;
use super::tyre::WheelTyre;
use crate::math::Real;
use crate::spec::{LONGEST_STEP_S, Vehicle};
use crate::tyre::magic_formula::MagicFormula;
use crate::tyre::{BrushTyre, CombinedTyre, SteadyTyre};

/// A kind of four-wheel car.
pub trait Kind: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The model's name with this kind.
    const NAME: &'static str;
    /// What it describes.
    const DESCRIPTION: &'static str;
    /// Whether its body rolls, pitches and heaves on springs.
    const SPRUNG: bool = false;
    /// The tyres.
    type Tyre<R: Real>: WheelTyre<R>;

    /// The tyre of each front or each rear wheel of a vehicle.
    fn tyre(vehicle: &Vehicle<f64>, is_front: bool) -> Self::Tyre<f64>;

    /// A vehicle on such tyres.
    fn car(vehicle: &Vehicle<f64>) -> TwoTrackCar<Self::Tyre<f64>, f64> {
        TwoTrackCar::new(vehicle, Self::tyre(vehicle, true), Self::tyre(vehicle, false))
    }
}

/// Tyres with simple curves, sharing their grip in all directions: [`CombinedTyre`].
#[derive(Clone, Copy, Debug)]
pub struct Curves;

impl Kind for Curves {
    const NAME: &'static str = "two_track";
    const DESCRIPTION: &'static str =
        "the four-wheel car: load, slip and grip of each wheel, on tyres with simple curves";
    type Tyre<R: Real> = CombinedTyre<R>;

    fn tyre(vehicle: &Vehicle<f64>, is_front: bool) -> CombinedTyre<f64> {
        if is_front { vehicle.front().combined_tyre() } else { vehicle.rear().combined_tyre() }
    }
}

/// Tyres of brushes: the friction of each bristle is all that a tyre is.
#[derive(Clone, Copy, Debug)]
pub struct Brushes;

impl Kind for Brushes {
    const NAME: &'static str = "two_track_brush";
    const DESCRIPTION: &'static str = "the four-wheel car on elastic tyres of brushes, with aligning moments";
    type Tyre<R: Real> = Elastic<BrushTyre<R>, R>;

    fn tyre(vehicle: &Vehicle<f64>, is_front: bool) -> Elastic<BrushTyre<f64>, f64> {
        elastic(vehicle, vehicle.brush_tyre(is_front), is_front)
    }
}

/// Tyres by the Magic Formula.
#[derive(Clone, Copy, Debug)]
pub struct MagicTyres;

impl Kind for MagicTyres {
    const NAME: &'static str = "two_track_magic";
    const DESCRIPTION: &'static str = "the four-wheel car on elastic tyres by the Magic Formula, with aligning moments and load sensitivity";
    type Tyre<R: Real> = Elastic<MagicFormula<R>, R>;

    fn tyre(vehicle: &Vehicle<f64>, is_front: bool) -> Elastic<MagicFormula<f64>, f64> {
        elastic(vehicle, vehicle.magic_formula(is_front), is_front)
    }
}

/// A law on the carcass of a vehicle's tyres.
fn elastic<L: SteadyTyre<f64>>(vehicle: &Vehicle<f64>, law: L, is_front: bool) -> Elastic<L, f64> {
    let carcass = vehicle.carcass(&law, is_front);
    Elastic { law, carcass, longest_step_s: LONGEST_STEP_S }
}
