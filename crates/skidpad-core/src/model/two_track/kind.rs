//! Kinds of four-wheel cars: what differs in kind and not in numbers.

use crate::record::Flag;
use alloc::format;
use alloc::string::String;

use super::car::TwoTrackCar;
use super::elastic::Elastic;
use super::parts::{Parts, StandardParts};
use super::tyre::WheelTyre;
use crate::math::Real;
use crate::model::STANDARD_ENDS;
use crate::spec::{LONGEST_STEP_S, Vehicle};
use crate::tyre::magic_formula::MagicFormula;
use crate::tyre::{BrushTyre, Carcass, CombinedTyre, FialaTyre, Pacejka89Tyre, SteadyTyre, TmeasyTyre};

/// A kind of four-wheel car.
pub trait Kind: Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The model's name with this kind.
    const NAME: &'static str;
    /// Sentence that describes the model with this kind.
    const DESCRIPTION: &'static str;
    /// True if the car's body rolls, pitches and heaves on springs.
    const SPRUNG: bool = false;
    /// The law of the car's tyres, one of [`TYRE_LAW_NAMES`](crate::spec::TYRE_LAW_NAMES): where a vehicle gives
    /// coefficients of laws, this must be one of them. `None`: the tyres follow from the axles' own figures.
    const LAW: Option<&'static str> = None;
    /// True if the kind is for one car at a time: [`Alone`](super::Alone).
    const IS_ALONE: bool = false;
    /// Names of the ends of a run, by which the driveline's [`ended`](crate::powertrain::driveline::Driveline::ended)
    /// stops a car.
    const ENDS: &'static [&'static str] = STANDARD_ENDS;
    /// Aerodynamics, driveline, assists, springs and geometry.
    type Parts: Parts;
    /// The tyres.
    type Tyre<R: Real>: WheelTyre<R>;

    /// The tyre of each front or each rear wheel of a vehicle.
    fn tyre<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Self::Tyre<R>;

    /// A vehicle on such tyres.
    fn car<R: Real>(vehicle: &Vehicle<R>) -> TwoTrackCar<Self::Tyre<R>, R, Self::Parts> {
        TwoTrackCar::new(vehicle, Self::tyre(vehicle, true), Self::tyre(vehicle, false))
    }

    /// Why a vehicle is not for cars of this kind: its file gives coefficients of other laws only. [`car`](Self::car)
    /// would take this law's by rules, and pass those over.
    fn refuses(vehicle: &Vehicle<f64>) -> Option<String> {
        let (law, given) = (Self::LAW?, vehicle.tyres().laws());
        if given.is_empty() || given.contains(&law) {
            return None;
        }
        let models = given.iter().map(|law| format!("two_track_{law}"));
        let models = models.reduce(|all, model| format!("{all} or {model}")).unwrap_or_default();
        Some(format!(
            "{} has tyres of the law `{law}`, and the vehicle's [tyres] give `{}`: drive it with {models} (or with \
             two_track, on the figures of [front] and [rear]), add [tyres.{law}], or leave [tyres] out",
            Self::NAME,
            given.join("`, `"),
        ))
    }
}

/// Aerodynamics of a kind of car.
pub(in crate::model) type AerodynamicsOf<K, R> = <<K as Kind>::Parts as Parts>::Aerodynamics<R>;

/// Driveline of a kind of car.
pub(in crate::model) type DrivelineOf<K, R> = <<K as Kind>::Parts as Parts>::Driveline<R>;

/// Suspension geometry of a kind of car.
pub(in crate::model) type GeometryOf<K, R> = <<K as Kind>::Parts as Parts>::Geometry<R>;

/// Tyres with simple curves, sharing their grip in all directions: [`CombinedTyre`].
#[derive(Clone, Copy, Debug)]
pub struct Curves;

impl Kind for Curves {
    const NAME: &'static str = "two_track";
    const DESCRIPTION: &'static str =
        "the four-wheel car: load, slip and grip of each wheel, on tyres with simple curves";
    type Parts = StandardParts;
    type Tyre<R: Real> = CombinedTyre<R>;

    fn tyre<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> CombinedTyre<R> {
        if is_front { vehicle.front().combined_tyre() } else { vehicle.rear().combined_tyre() }
    }
}

impl<R: Real> From<&Vehicle<R>> for TwoTrackCar<CombinedTyre<R>, R> {
    fn from(vehicle: &Vehicle<R>) -> Self {
        Curves::car(vehicle)
    }
}

/// Declares a kind of car on elastic tyres of a law.
macro_rules! elastic {
    ($(#[$meta:meta])* $kind:ident = $name:literal, $what:literal, $law:literal, $tyre:ident, $of:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        pub struct $kind;

        impl Kind for $kind {
            const NAME: &'static str = $name;
            const DESCRIPTION: &'static str = $what;
            const LAW: Option<&'static str> = Some($law);
            type Parts = StandardParts;
            type Tyre<R: Real> = Elastic<$tyre<R>, R>;

            fn tyre<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Self::Tyre<R> {
                $of(vehicle, is_front)
            }

            fn car<R: Real>(vehicle: &Vehicle<R>) -> TwoTrackCar<Self::Tyre<R>, R, Self::Parts> {
                TwoTrackCar::on_elastic(vehicle, Self::tyre(vehicle, true), Self::tyre(vehicle, false))
            }
        }
    };
}

elastic! {
    /// Tyres of brushes: the friction of each bristle is all that a tyre is.
    Brushes = "two_track_brush",
    "the four-wheel car on elastic tyres of brushes, with aligning moments",
    "brush", BrushTyre, brush
}
elastic! {
    /// Fiala's tyres.
    FialaTyres = "two_track_fiala",
    "the four-wheel car on elastic tyres by Fiala, with one friction for both directions and aligning moments",
    "fiala", FialaTyre, fiala
}
elastic! {
    /// TMeasy's tyres.
    TmeasyTyres = "two_track_tmeasy",
    "the four-wheel car on elastic tyres by TMeasy, with aligning moments and load sensitivity",
    "tmeasy", TmeasyTyre, tmeasy
}
elastic! {
    /// Tyres by the Magic Formula of 1989.
    Pacejka89Tyres = "two_track_pacejka89",
    "the four-wheel car on elastic tyres by the Magic Formula of 1989, with aligning moments and load sensitivity",
    "pacejka89", Pacejka89Tyre, pacejka89
}
elastic! {
    /// Tyres by the Magic Formula.
    MagicTyres = "two_track_magic",
    "the four-wheel car on elastic tyres by the Magic Formula, with aligning moments and load sensitivity",
    "magic", MagicFormula, magic
}

fn brush<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Elastic<BrushTyre<R>, R> {
    Elastic::on_axle(vehicle, vehicle.brush_tyre(is_front), is_front)
}

fn fiala<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Elastic<FialaTyre<R>, R> {
    Elastic::on_axle(vehicle, vehicle.fiala_tyre(is_front), is_front)
}

fn tmeasy<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Elastic<TmeasyTyre<R>, R> {
    Elastic::on_axle(vehicle, vehicle.tmeasy_tyre(is_front), is_front)
}

fn pacejka89<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Elastic<Pacejka89Tyre<R>, R> {
    Elastic::on_axle(vehicle, vehicle.pacejka89_tyre(is_front), is_front)
}

fn magic<R: Real>(vehicle: &Vehicle<R>, is_front: bool) -> Elastic<MagicFormula<R>, R> {
    let law = vehicle.magic_formula(is_front);
    let is_mirrored = vehicle.tyres().magic.is_none_or(|tyres| tyres.on(is_front).is_mirrored);
    let carcass = vehicle.magic_carcass(&law, is_front);
    Elastic { law, carcass, longest_step_s: R::lit(LONGEST_STEP_S), is_mirrored: Flag::from(is_mirrored) }
}

impl<R: Real, L: SteadyTyre<R>> Elastic<L, R> {
    /// A law on the carcass of a vehicle's front or rear tyres, which give its relaxation length and damping: how a
    /// tyre law of one's own comes to a [`Kind`].
    pub fn on_axle(vehicle: &Vehicle<R>, law: L, is_front: bool) -> Self {
        let carcass: Carcass<R> = vehicle.carcass(&law, is_front);
        Self { law, carcass, longest_step_s: R::lit(LONGEST_STEP_S), is_mirrored: Flag::from(true) }
    }
}

impl<R: Real, L, P: Parts> TwoTrackCar<Elastic<L, R>, R, P> {
    /// A vehicle on elastic tyres, with sub-steps that their springs allow.
    pub fn on_elastic(vehicle: &Vehicle<R>, front: Elastic<L, R>, rear: Elastic<L, R>) -> Self {
        let springs_s = vehicle.elastic_step_s([&front.carcass, &rear.carcass]);
        let mut car = Self::new(vehicle, front, rear);
        let (limits, sprung) = (&mut car.base.limits, &mut car.base.suspension.body);
        limits.longest_step_s = Real::min(limits.longest_step_s, springs_s);
        sprung.longest_sprung_step_s = Real::min(sprung.longest_sprung_step_s, springs_s);
        car
    }
}
