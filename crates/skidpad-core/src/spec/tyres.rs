//! Tyres of other laws with a vehicle's own stiffnesses, peaks and sliding forces.

use super::{AxleData, Vehicle};
use crate::math::{Real, Vec2};
use crate::record::Record;
use crate::tyre::magic_formula::{
    Aligning, Coefficients, LateralCoefficients, Limits, LongitudinalCoefficients, MagicFormula, Mode,
    Overturning, RollingCoefficients, Scaling, Size, Structure, Version,
};
use crate::tyre::{BrushTyre, Carcass, Footprint, SteadyTyre};
use crate::units::STANDARD_GRAVITY_M_S2;

/// Half the length of a car tyre's contact, m: 0.05 to 0.08 (Pacejka, 3rd ed., 3).
const HALF_LENGTH_M: f64 = 0.06;
/// Largest half length of a contact over the rolling radius, for the tyres of small cars: those of full-size cars have a fifth.
const LONGEST_SHARE: f64 = 0.25;
/// The load at which a tyre's cornering stiffness is largest, over that at rest: P_Ky2.
pub(super) const SLOPE_LOAD: f64 = 3.0;
/// The cornering stiffness at twice the load at rest over that at rest: sin(2 atan(2/3)) / sin(2 atan(1/3)), the Magic
/// Formula's with [`SLOPE_LOAD`].
pub(super) const DOUBLE_STIFFNESS: f64 = 20.0 / 13.0;
/// Damping time of the carcass, s: what stops the rocking of a parked car within two seconds.
const DAMPING_S: f64 = 0.01;
/// Slope at which longitudinal force falls with lateral slip and the other way round: B of the weights
/// (Pacejka's example tyre has R_Bx1 = 13.0 and R_By1 = 10.6; 3rd ed., appendix 3).
const WEIGHT_SLOPE: f64 = 12.0;
/// Camber stiffness over load, 1/rad: p_Ky6 = -1.001 of the example tyre that MFeval and Project Chrono carry
/// (`MagicFormula61_Parameters.tir`; the sign is that of its axes). Cannot be derived from axle data.
const CAMBER_STIFFNESS_1_RAD: f64 = 1.001;

impl<R: Real> Vehicle<R> {
    pub(super) fn axle(&self, is_front: bool) -> &AxleData<R> {
        if is_front { self.front() } else { self.rear() }
    }

    /// Load of each wheel of an axle at rest on the level, N.
    pub(super) fn wheel_load_n(&self, is_front: bool) -> R {
        let body = self.body();
        let share = if is_front { body.front_share } else { R::one() - body.front_share };
        R::lit(0.5) * share * body.mass_kg * R::lit(STANDARD_GRAVITY_M_S2)
    }

    /// Brushes with the stiffnesses and the friction of an axle's tyres, or those that the vehicle's file gives.
    pub fn brush_tyre(&self, is_front: bool) -> BrushTyre<R> {
        if let Some(tyres) = &self.tyres().brush {
            return *tyres.on(is_front);
        }
        let axle = self.axle(is_front);
        BrushTyre {
            friction: axle.friction,
            lateral_friction: axle.lateral_friction,
            stiffness: axle.stiffness,
            lateral_stiffness: axle.combined_tyre().cornering_stiffness_1_rad(),
            half_length_m: half_length_m(axle),
            nominal_load_n: self.wheel_load_n(is_front),
        }
    }

    /// The Magic Formula through an axle's stiffnesses, peaks and sliding forces, at its load at rest, or the one that
    /// the vehicle's file gives, as mounted on the left.
    ///
    /// With the sliding share q the shape is C = 2 - (2 / pi) asin(q), since D sin(C pi / 2) is what is left
    /// at any slip; B = K / (C D), and E puts the peak where it is:
    /// E = (B s - tan(pi / (2 C))) / (B s - atan(B s)) (Pacejka, 3rd ed., 4.1.1). A leaning wheel pushes as MFeval's
    /// example tyre does; upright none of it is felt.
    pub fn magic_formula(&self, is_front: bool) -> MagicFormula<R> {
        if let Some(tyres) = &self.tyres().magic {
            return tyres.on(is_front).law;
        }
        let (axle, load_n) = (self.axle(is_front), self.wheel_load_n(is_front));
        let cornering = axle.combined_tyre().cornering_stiffness_1_rad();
        let shape = shape(axle.sliding_share);
        let longitudinal = LongitudinalCoefficients {
            pcx1: shape,
            pdx1: axle.friction,
            pex1: curvature(shape, axle.stiffness / axle.friction, axle.peak_slip),
            pkx1: axle.stiffness,
            rbx1: R::lit(WEIGHT_SLOPE),
            rbx2: R::lit(WEIGHT_SLOPE),
            rcx1: R::one(),
            ..Record::splat(R::zero())
        };
        let lateral = LateralCoefficients {
            pcy1: shape,
            pdy1: axle.lateral_friction,
            pey1: curvature(shape, cornering / axle.lateral_friction, axle.peak_slip_angle_rad),
            // K_ya = P_Ky1 F_z0 sin(P_Ky4 atan(F_z / (P_Ky2 F_z0))), its largest at three times the load.
            pky1: -cornering / Real::sin(R::lit(2.0) * Real::atan(R::one() / R::lit(3.0))),
            pky2: R::lit(SLOPE_LOAD),
            pky4: R::lit(2.0),
            pky6: -R::lit(CAMBER_STIFFNESS_1_RAD),
            rby1: R::lit(WEIGHT_SLOPE),
            rby2: R::lit(WEIGHT_SLOPE),
            rcy1: R::one(),
            ..Record::splat(R::zero())
        };
        let aligning = Aligning {
            // The pneumatic trail of a contact of this length is a third of its half at small slip.
            qbz1: R::lit(8.0),
            qcz1: R::lit(1.1),
            qdz1: half_length_m(axle) / (R::lit(3.0) * axle.radius_m),
            ..Record::splat(R::zero())
        };
        MagicFormula::new(
            &Coefficients {
                version: Version::V6_1,
                size: Size {
                    unloaded_radius_m: axle.radius_m,
                    nominal_load_n: load_n,
                    nominal_pressure_pa: R::lit(220_000.0),
                    inflation_pressure_pa: R::lit(220_000.0),
                    nominal_speed_m_s: R::lit(16.7),
                    low_speed_m_s: R::lit(0.1),
                },
                limits: limits(load_n),
                longitudinal,
                lateral,
                aligning,
                overturning: Overturning::<R>::splat(R::zero()),
                rolling: RollingCoefficients { qsy7: R::one(), ..Record::splat(R::zero()) },
                structure: Structure::<R>::splat(R::zero()),
                scaling: Scaling::<R>::splat(R::one()),
            },
            Mode::Driving,
        )
    }

    /// A carcass whose forces build up over an axle's relaxation lengths at its load at rest.
    pub fn carcass<L: SteadyTyre<R>>(&self, law: &L, is_front: bool) -> Carcass<R> {
        self.carcass_over(law, is_front, &Vec2 { x: R::zero(), y: R::zero() })
    }

    /// The carcass of an axle's tyres by the Magic Formula: with the relaxation lengths that their file gives for
    /// the load at rest, in version 6 by the stiffness of the standing tyre, and the axle's where it gives none.
    pub fn magic_carcass(&self, law: &MagicFormula<R>, is_front: bool) -> Carcass<R> {
        let lengths_m = law.relaxation_lengths_m(&law.loaded(&self.at_rest(is_front)));
        self.carcass_over(law, is_front, &lengths_m)
    }

    /// A carcass with relaxation lengths, m; where one is 0 with the axle's.
    fn carcass_over<L: SteadyTyre<R>>(&self, law: &L, is_front: bool, own_m: &Vec2<R>) -> Carcass<R> {
        let tyre = self.axle(is_front).combined_tyre();
        let or = |own: R, inverse: R| R::select(own.gt(R::zero()), own, R::one() / inverse);
        let lengths_m = Vec2 {
            x: or(own_m.x, tyre.inverse_relaxation_1_m),
            y: or(own_m.y, tyre.inverse_lateral_relaxation_1_m),
        };
        Carcass::from_relaxation(law, &self.at_rest(is_front), lengths_m, R::lit(DAMPING_S))
    }

    /// A wheel of an axle at rest, as laws are asked for their stiffness.
    fn at_rest(&self, is_front: bool) -> Footprint<R> {
        let still = Vec2 { x: R::zero(), y: R::zero() };
        Footprint { speed_m_s: R::lit(10.0), ..Footprint::plain(self.wheel_load_n(is_front), still) }
    }

    /// The longest sub-step, s, at which the springs of both axles' tyres are stable: as the step of the axles' own
    /// tyres is found.
    pub fn elastic_step_s(&self, [front, rear]: [&Carcass<R>; 2]) -> R {
        let body = self.body();
        let of = |is_front: bool, carcass: &Carcass<R>, share: R| {
            let axle = self.axle(is_front);
            let arm_m = share * body.wheelbase_m;
            let mobility = R::one() / body.mass_kg + arm_m * arm_m / body.yaw_inertia_kg_m2;
            let rolls =
                R::lit(2.0) * carcass.longitudinal_n_m * axle.radius_m * axle.radius_m / axle.inertia_kg_m2;
            let spring = Real::max(rolls, R::lit(2.0) * carcass.lateral_n_m * mobility);
            R::lit(1.8) / Real::max(spring * carcass.damping_s, Real::sqrt(spring))
        };
        Real::min(of(true, front, R::one() - body.front_share), of(false, rear, body.front_share))
    }
}

/// Half the length of a tyre's contact, m.
pub(super) fn half_length_m<R: Real>(axle: &AxleData<R>) -> R {
    Real::min(R::lit(HALF_LENGTH_M), R::lit(LONGEST_SHARE) * axle.radius_m)
}

/// C of a curve that slides with a share of its peak: C = 2 - (2 / pi) asin(q).
pub(super) fn shape<R: Real>(sliding_share: R) -> R {
    R::lit(2.0) - R::lit(2.0) / R::lit(core::f64::consts::PI) * arc_sine(sliding_share)
}

fn arc_sine<R: Real>(value: R) -> R {
    Real::atan2(value, Real::sqrt(Real::max(R::one() - value * value, R::zero())))
}

/// E for a peak at a slip; `slope` is the stiffness over the peak force, B C. No more than 1, or the force
/// would pass its peak.
pub(super) fn curvature<R: Real>(shape: R, slope: R, peak: R) -> R {
    let at = slope / shape * peak;
    let turned = Real::tan(R::lit(core::f64::consts::PI) / (R::lit(2.0) * shape));
    Real::min((at - turned) / (at - Real::atan(at)), R::one())
}

/// Everything that a car may ask: no fit stands behind these.
fn limits<R: Real>(load_n: R) -> Limits<R> {
    Limits {
        pressure_low_pa: R::lit(100_000.0),
        pressure_high_pa: R::lit(400_000.0),
        load_low_n: R::zero(),
        load_high_n: R::lit(10.0) * load_n,
        kappa_low: -R::lit(100.0),
        kappa_high: R::lit(100.0),
        alpha_low_rad: -R::lit(1.57),
        alpha_high_rad: R::lit(1.57),
        gamma_low_rad: -R::lit(0.5),
        gamma_high_rad: R::lit(0.5),
    }
}
