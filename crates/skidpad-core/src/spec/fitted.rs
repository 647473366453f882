//! Tyres with coefficients of their own, beside an axle's own figures.
//!
//! A vehicle's axles give friction, peak slips and stiffness: enough for simple curves, and by rules for any law
//! ([`Vehicle::magic_formula`](super::Vehicle::magic_formula) and its neighbours). Where the coefficients of a law are known, they stand here, and
//! cars on tyres of that law run on exactly these.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::math::Real;
use crate::record::converted;
use crate::tyre::magic_formula::{Coefficients, MagicFormula, Mode, Side, Vertical};
use crate::tyre::{BrushTyre, FialaTyre, Pacejka89Tyre, TmeasyTyre, TyreFault};

/// One value for the front axle and one for the rear axle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnAxles<T> {
    /// Value of the front axle.
    pub front: T,
    /// Value of the rear axle.
    pub rear: T,
}

impl<T> OnAxles<T> {
    /// Value of an axle.
    pub fn on(&self, is_front: bool) -> &T {
        if is_front { &self.front } else { &self.rear }
    }

    fn map<U>(&self, mut of: impl FnMut(&T) -> U) -> OnAxles<U> {
        OnAxles { front: of(&self.front), rear: of(&self.rear) }
    }
}

/// A tyre by the Magic Formula, as its file has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MagicTyreSpec<R = f64> {
    /// Its coefficients.
    pub coefficients: Coefficients<R>,
    /// Springing and radius.
    pub vertical: Vertical<R>,
    /// The side that the tyre was measured for: on the other it is mounted mirrored. `None`: unknown, and mounted as
    /// measured on both.
    pub side: Option<Side>,
    /// Text that the formula follows.
    pub mode: Mode,
}

/// Tyres of one or several laws with coefficients of their own; `M` is a tyre by the Magic Formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TyresByLaw<R, M> {
    /// Magic Formula.
    pub magic: Option<OnAxles<M>>,
    /// Brushes.
    pub brush: Option<OnAxles<BrushTyre<R>>>,
    /// Fiala.
    pub fiala: Option<OnAxles<FialaTyre<R>>>,
    /// TMeasy.
    pub tmeasy: Option<OnAxles<TmeasyTyre<R>>>,
    /// Magic Formula of 1989.
    pub pacejka89: Option<OnAxles<Pacejka89Tyre<R>>>,
}

/// Tyres as a vehicle's specification has them. Those that no side is known of are of the left; on the right they are
/// mounted mirrored.
pub type TyresSpec<R = f64> = TyresByLaw<R, MagicTyreSpec<R>>;

/// Tyres of a specification, ready for cars.
pub type FittedTyres<R = f64> = TyresByLaw<R, FittedMagic<R>>;

/// The words for the laws, as [`TyresSpec`] and vehicle files name them.
pub const TYRE_LAW_NAMES: [&str; 5] = ["magic", "brush", "fiala", "tmeasy", "pacejka89"];

/// A tyre by the Magic Formula, as mounted on the left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FittedMagic<R = f64> {
    /// The tyre.
    pub law: MagicFormula<R>,
    /// True where the tyre on the right is the mirror image of the one on the left.
    pub is_mirrored: bool,
}

impl<R: Real> FittedTyres<R> {
    pub(super) fn new(spec: &TyresSpec<R>) -> Self {
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

impl<R: Real> FittedMagic<R> {
    fn new(spec: &MagicTyreSpec<R>) -> Self {
        let measured = MagicFormula::new(&spec.coefficients, spec.mode);
        let law = if spec.side == Some(Side::Right) { measured.mirrored() } else { measured };
        Self { law, is_mirrored: spec.side.is_some() }
    }
}

// Not derived: that would ask for numbers with a default, and there are none of them here.
impl<R, M> Default for TyresByLaw<R, M> {
    fn default() -> Self {
        Self { magic: None, brush: None, fiala: None, tmeasy: None, pacejka89: None }
    }
}

impl<R: Real> TyresSpec<R> {
    pub(super) fn map<Q: Real>(&self, number: &mut dyn FnMut(R) -> Q) -> TyresSpec<Q> {
        TyresSpec {
            magic: self.magic.map(|tyres| tyres.map(|tyre| tyre.map(number))),
            brush: self.brush.map(|tyres| tyres.map(|tyre| converted(tyre, &mut *number))),
            fiala: self.fiala.map(|tyres| tyres.map(|tyre| converted(tyre, &mut *number))),
            tmeasy: self.tmeasy.map(|tyres| tyres.map(|tyre| converted(tyre, &mut *number))),
            pacejka89: self.pacejka89.map(|tyres| tyres.map(|tyre| converted(tyre, &mut *number))),
        }
    }
}

impl<R: Real> MagicTyreSpec<R> {
    fn map<Q: Real>(&self, number: &mut dyn FnMut(R) -> Q) -> MagicTyreSpec<Q> {
        MagicTyreSpec {
            coefficients: self.coefficients.map(number),
            vertical: converted(&self.vertical, &mut *number),
            side: self.side,
            mode: self.mode,
        }
    }
}

/// Something that is wrong with the tyres: field, value, and what it must be.
pub(super) struct Wrong {
    pub field: String,
    pub value: f64,
    pub must: String,
}

/// Largest relative difference between a tyre's own rolling radius and that of its axle. Wheel and gearing are those of
/// the axle; sizes of tyres differ by more.
const RADIUS_SHARE: f64 = 0.05;

impl TyresSpec {
    /// All coefficients with invalid values.
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

    /// Tyres from files that do not belong on axles of these rolling radii, m, whose wheels carry these loads at rest, N: of
    /// another radius, or for other loads.
    pub(super) fn misfits(&self, radii_m: &OnAxles<f64>, loads_n: &OnAxles<f64>) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        let axles = self.magic.iter().flat_map(|tyres| [(true, tyres.front), (false, tyres.rear)]);
        for (is_front, tyre) in axles {
            let name = if is_front { "front" } else { "rear" };
            let (axle_radius_m, load_n) = (*radii_m.on(is_front), *loads_n.on(is_front));
            let (size, limits) = (&tyre.coefficients.size, &tyre.coefficients.limits);
            let mut push = |value, must| wrong.push(Wrong { field: format!("tyres.{name}"), value, must });
            let (speed_m_s, pressure_pa) = (size.nominal_speed_m_s, size.inflation_pressure_pa);
            let radius_m = tyre.vertical.effective_radius_m(size, load_n, speed_m_s, pressure_pa);
            let off = Real::abs(radius_m / axle_radius_m - 1.0);
            if load_n > limits.load_high_n {
                let must = format!(
                    "a tyre for at least the load of {load_n:.0} N that each {name} wheel carries at rest; \
                     this one was measured up to that"
                );
                push(limits.load_high_n, must);
            } else if off > RADIUS_SHARE || off.is_nan() {
                // A radius that is not a number is none.
                let must = format!(
                    "a tyre that rolls within 5 % of {name}.radius, which is {axle_radius_m} m, under its load of {load_n:.0} N: \
                     write {name}.radius = {radius_m:.3}, or take a tyre of the axle's size"
                );
                push(radius_m, must);
            }
        }
        wrong
    }
}
