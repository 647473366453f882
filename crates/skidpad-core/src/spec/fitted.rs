//! Tyres with coefficients of their own, beside what an axle's own figures say.
//!
//! A vehicle's axles give friction, peak slips and stiffness: enough for simple curves, and by rules for any law
//! ([`Vehicle::magic_formula`] and its neighbours). Where the coefficients of a law are known, they stand here, and
//! cars on tyres of that law run on exactly these.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::Vehicle;
use crate::math::{Mask, Real};
use crate::record::{Record, Sink, Source};
use crate::tyre::magic_formula::{Coefficients, MagicFormula, Mode, Side, Vertical};
use crate::tyre::{BrushTyre, FialaTyre, Pacejka89Tyre, TmeasyTyre, TyreFault};

/// The same for the front and for the rear axle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnAxles<T> {
    /// Front.
    pub front: T,
    /// Rear.
    pub rear: T,
}

impl<T> OnAxles<T> {
    /// That of an axle.
    pub fn on(&self, is_front: bool) -> &T {
        if is_front { &self.front } else { &self.rear }
    }

    fn map<U>(&self, of: impl Fn(&T) -> U) -> OnAxles<U> {
        OnAxles { front: of(&self.front), rear: of(&self.rear) }
    }
}

/// A tyre by the Magic Formula, as its file has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MagicTyreSpec {
    /// Its coefficients.
    pub coefficients: Coefficients<f64>,
    /// Springing and radius.
    pub vertical: Vertical<f64>,
    /// The side that it was measured for: on the other it is mounted mirrored. `None`: nobody knows, and it is as
    /// measured on both.
    pub side: Option<Side>,
    /// Which text the formula follows.
    pub mode: Mode,
}

/// Tyres of one or several laws with coefficients of their own. Those that no side is known of are of the left; on
/// the right they are mounted mirrored.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TyresSpec {
    /// Magic Formula.
    pub magic: Option<OnAxles<MagicTyreSpec>>,
    /// Brushes.
    pub brush: Option<OnAxles<BrushTyre<f64>>>,
    /// Fiala.
    pub fiala: Option<OnAxles<FialaTyre<f64>>>,
    /// TMeasy.
    pub tmeasy: Option<OnAxles<TmeasyTyre<f64>>>,
    /// Magic Formula of 1989.
    pub pacejka89: Option<OnAxles<Pacejka89Tyre<f64>>>,
}

/// The words for the laws, as [`TyresSpec`] and vehicle files name them.
pub const TYRE_LAW_NAMES: [&str; 5] = ["magic", "brush", "fiala", "tmeasy", "pacejka89"];

/// A tyre by the Magic Formula, as mounted on the left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittedMagic {
    /// The tyre.
    pub law: MagicFormula<f64>,
    /// Whether that on the right is its mirror image.
    pub is_mirrored: bool,
}

/// What a vehicle has of [`TyresSpec`], ready for cars.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FittedTyres {
    /// Magic Formula.
    pub magic: Option<OnAxles<FittedMagic>>,
    /// Brushes.
    pub brush: Option<OnAxles<BrushTyre<f64>>>,
    /// Fiala.
    pub fiala: Option<OnAxles<FialaTyre<f64>>>,
    /// TMeasy.
    pub tmeasy: Option<OnAxles<TmeasyTyre<f64>>>,
    /// Magic Formula of 1989.
    pub pacejka89: Option<OnAxles<Pacejka89Tyre<f64>>>,
}

impl FittedTyres {
    pub(super) fn new(spec: &TyresSpec) -> Self {
        Self {
            magic: spec.magic.map(|tyres| tyres.map(FittedMagic::new)),
            brush: spec.brush,
            fiala: spec.fiala,
            tmeasy: spec.tmeasy,
            pacejka89: spec.pacejka89,
        }
    }

    /// The laws that there are coefficients of: some of [`TYRE_LAW_NAMES`].
    pub fn laws(&self) -> Vec<&'static str> {
        let has = [
            self.magic.is_some(),
            self.brush.is_some(),
            self.fiala.is_some(),
            self.tmeasy.is_some(),
            self.pacejka89.is_some(),
        ];
        TYRE_LAW_NAMES.into_iter().zip(has).filter(|(_, has)| *has).map(|(name, _)| name).collect()
    }
}

impl FittedMagic {
    fn new(spec: &MagicTyreSpec) -> Self {
        let measured = MagicFormula::new(&spec.coefficients, spec.mode);
        let law = if spec.side == Some(Side::Right) { measured.mirrored() } else { measured };
        Self { law, is_mirrored: spec.side.is_some() }
    }
}

/// [`FittedTyres`] in a vehicle of any number: it stays with the vehicle and does not ride along in lanes. Loaded from
/// columns there are none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnTyres<R> {
    pub(super) tyres: FittedTyres,
    number: PhantomData<R>,
}

impl<R> OwnTyres<R> {
    pub(super) fn new(tyres: FittedTyres) -> Self {
        Self { tyres, number: PhantomData }
    }
}

impl<R: Real> Record<R> for OwnTyres<R> {
    const LEN: usize = 0;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load<S: Source<R>>(_: &S) -> Self {
        Self::new(FittedTyres::default())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store<S: Sink<R>>(&self, _: &mut S) {}
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn splat(_: R) -> Self {
        Self::new(FittedTyres::default())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn choose(_: R::Mask, _: &Self, _: &Self) -> Self {
        Self::new(FittedTyres::default())
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn all_finite(&self) -> R::Mask {
        <R::Mask as Mask>::splat(true)
    }
}

/// Something that is wrong with the tyres: field, value, and what it must be.
pub(super) struct Wrong {
    pub field: String,
    pub value: f64,
    pub must: String,
}

/// How far a tyre's own rolling radius may be from that of its axle, as a share. Wheel and gearing are those of the
/// axle; sizes of tyres differ by more.
const RADIUS_SHARE: f64 = 0.05;

impl TyresSpec {
    /// Every coefficient that cannot be.
    pub(super) fn check(&self) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        let mut of = |law: &str, faults: OnAxles<Vec<TyreFault>>| {
            for (axle, faults) in [("front", faults.front), ("rear", faults.rear)] {
                wrong.extend(faults.into_iter().map(|fault| Wrong {
                    field: format!("tyres.{law}.{axle}.{}", fault.field),
                    value: fault.value,
                    must: fault.must,
                }));
            }
        };
        self.brush.iter().for_each(|tyres| of("brush", tyres.map(BrushTyre::check)));
        self.fiala.iter().for_each(|tyres| of("fiala", tyres.map(FialaTyre::check)));
        self.tmeasy.iter().for_each(|tyres| of("tmeasy", tyres.map(TmeasyTyre::check)));
        self.pacejka89.iter().for_each(|tyres| of("pacejka89", tyres.map(Pacejka89Tyre::check)));
        wrong
    }

    /// Tyres from files that do not belong on this vehicle: of another radius, or for other loads.
    pub(super) fn misfits(&self, vehicle: &Vehicle<f64>) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        let axles = self.magic.iter().flat_map(|tyres| [(true, tyres.front), (false, tyres.rear)]);
        for (is_front, tyre) in axles {
            let (name, axle) = if is_front { ("front", vehicle.front()) } else { ("rear", vehicle.rear()) };
            let load_n = vehicle.wheel_load_n(is_front);
            let (size, limits) = (&tyre.coefficients.size, &tyre.coefficients.limits);
            let mut push = |value, must| wrong.push(Wrong { field: format!("tyres.{name}"), value, must });
            let (speed_m_s, pressure_pa) = (size.nominal_speed_m_s, size.inflation_pressure_pa);
            let radius_m = tyre.vertical.effective_radius_m(size, load_n, speed_m_s, pressure_pa);
            let off = Real::abs(radius_m / axle.radius_m - 1.0);
            if load_n > limits.load_high_n {
                let must = format!(
                    "a tyre for at least the load of {load_n:.0} N that each {name} wheel carries at rest; \
                     this one was measured up to that"
                );
                push(limits.load_high_n, must);
            } else if off > RADIUS_SHARE || off.is_nan() {
                // A radius that is not a number is none.
                let must = format!(
                    "a tyre that rolls within 5 % of {name}.radius, which is {} m, under its load of {load_n:.0} N: \
                     write {name}.radius = {radius_m:.3}, or take a tyre of the axle's size",
                    axle.radius_m
                );
                push(radius_m, must);
            }
        }
        wrong
    }
}
