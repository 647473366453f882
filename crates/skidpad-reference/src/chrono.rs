//! Fiala, TMeasy and Pacejka 89 against the numbers that Project Chrono's equations give: to 1e-9 of the number, and
//! of 1.

use serde_json::Value;
use skidpad_core::math::{Real, Vec2};
use skidpad_core::record::Record;
use skidpad_core::tyre::pacejka89::Pacejka89Input;
use skidpad_core::tyre::{
    FialaTyre, Footprint, Pacejka89Tyre, SteadyTyre, TmeasyCurve, TmeasyTrail, TmeasyTyre,
};
use skidpad_core::units;
use skidpad_formats::reference::{Data, Lack, number};

use crate::check::{Check, Tally};

/// Numbers of Fiala's tyre.
pub const FIALA: &str = "vectors/chrono/fiala_generic.csv";
/// That tyre.
pub const FIALA_TYRE: &str = "tyres/chrono/generic_tire_FialaTire.json";
/// Numbers of TMeasy's curve.
pub const TMEASY: &str = "vectors/chrono/tmeasy_curve.csv";
/// Numbers of TMeasy's aligning moment.
pub const TMEASY_TRAIL: &str = "vectors/chrono/tmeasy_align.csv";
/// Numbers of the tyre of 1989.
pub const PACEJKA_89: &str = "vectors/chrono/pac89_hmmwv.csv";
/// That tyre.
pub const PACEJKA_89_TYRE: &str = "tyres/chrono/hmmwv_tire_HMMWV_Pac89Tire.json";

fn tally() -> Tally {
    Tally::new(1e-9, "of the number, and of 1")
}

fn meet(tally: &mut Tally, found: f64, expected: f64, row: &[f64]) {
    let departure = (found - expected).abs() / Real::max(expected.abs(), 1.0);
    tally.meet(departure, || format!("{found}, not {expected}: {row:?}"));
}

/// Fiala's tyre, on the road of its parameters: on another Project Chrono's thresholds are those of this one.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn fiala(data: &Data) -> Result<Tally, Lack> {
    let rows = data.table(FIALA)?.numbers::<6>()?;
    let document = data.commented_json(FIALA_TYRE)?;
    let key = |name: &str| number(FIALA_TYRE, &document["Fiala Parameters"][name]);
    let mut tally = tally();
    let tyre = FialaTyre {
        stiffness_n: key("CSLIP")?,
        lateral_stiffness_n: key("CALPHA")?,
        friction: key("UMAX")?,
        sliding_friction: key("UMIN")?,
        width_m: key("Width")?,
    };
    refuse(FIALA_TYRE, tyre.check())?;
    for row in &rows {
        let [load, kappa, alpha, fx, fy, mz] = *row;
        // ISO's slip angle: to its left is positive, and the force to the right.
        let found = tyre.steady(&Footprint::plain(load, Vec2 { x: kappa, y: -Real::tan(alpha) }));
        meet(&mut tally, found.force.x, fx, row);
        meet(&mut tally, found.force.y, fy, row);
        meet(&mut tally, found.aligning_nm, mz, row);
    }
    Ok(tally)
}

fn refuse<F: core::fmt::Debug>(file: &str, faults: Vec<F>) -> Result<(), Lack> {
    if faults.is_empty() { Ok(()) } else { Err(Lack::broken(file, format!("{faults:?}"))) }
}

/// The force of TMeasy's curve, N, where Project Chrono has another: between peak and full sliding two parabolas, the
/// first with the curvature of the rising part at the peak, unless these do not meet before full sliding.
fn other_fall_n(curve: &TmeasyCurve<f64>, slip: f64) -> Option<f64> {
    let slope = curve.peak_n / curve.peak_slip;
    let bend = slope * slope / (curve.least_slope_n() * curve.peak_slip);
    let span = curve.sliding_slip - curve.peak_slip;
    let first = (curve.peak_n - curve.sliding_n) / (bend * span);
    let (past, ahead) = (slip - curve.peak_slip, curve.sliding_slip - slip);
    let near = curve.peak_n - bend * past * past;
    let far = curve.sliding_n + bend * first / (span - first) * ahead * ahead;
    (past >= 0.0 && ahead >= 0.0 && first <= span).then_some(if past <= first { near } else { far })
}

/// TMeasy's curve.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn tmeasy_curve(data: &Data) -> Result<Tally, Lack> {
    let mut tally = tally();
    for row in &data.table(TMEASY)?.numbers::<8>()? {
        let [slip, slope_n, peak_slip, peak_n, sliding_slip, sliding_n, force, over_slip] = *row;
        let curve = TmeasyCurve { slope_n, peak_slip, peak_n, sliding_slip, sliding_n };
        let found = other_fall_n(&curve, slip).unwrap_or_else(|| curve.force_n(slip));
        meet(&mut tally, found, force, row);
        if slip > 0.0 {
            meet(&mut tally, found / slip, over_slip, row);
        }
    }
    Ok(tally)
}

/// TMeasy's curves through the whole tyre, at nominal load, with one curve in every direction, at slips where Project
/// Chrono's fall is the paper's.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn tmeasy(data: &Data) -> Result<Tally, Lack> {
    let mut tally = tally();
    for row in &data.table(TMEASY)?.numbers::<8>()? {
        let [slip, slope, peak_slip, peak, sliding_slip, sliding, force, _] = *row;
        let curve = TmeasyCurve { slope_n: slope, peak_slip, peak_n: peak, sliding_slip, sliding_n: sliding };
        if other_fall_n(&curve, slip).is_some() {
            continue;
        }
        let tyre = TmeasyTyre {
            nominal_load_n: NOMINAL_N,
            most_load_share: 3.5,
            slope_x_n: slope,
            slope_y_n: slope,
            slope_x_double_n: 1.8 * slope,
            slope_y_double_n: 1.8 * slope,
            peak_x_n: peak,
            peak_y_n: peak,
            peak_x_double_n: 1.8 * peak,
            peak_y_double_n: 1.8 * peak,
            sliding_x_n: sliding,
            sliding_y_n: sliding,
            sliding_x_double_n: 1.8 * sliding,
            sliding_y_double_n: 1.8 * sliding,
            peak_slip_x: peak_slip,
            peak_slip_y: peak_slip,
            sliding_slip_x: sliding_slip,
            sliding_slip_y: sliding_slip,
            ..TmeasyTyre::splat(1.0)
        };
        for (cos, sin) in [(1.0, 0.0), (0.0, 1.0), (-0.8, 0.6), (0.28, -0.96)] {
            // Slips over the tread's speed that the wheel can have: s_x = kappa / (1 + kappa) is below 1.
            if slip * cos > 0.9 {
                continue;
            }
            let kappa = slip * cos / (1.0 - slip * cos);
            let at = Footprint::plain(NOMINAL_N, Vec2 { x: kappa, y: slip * sin * (1.0 + kappa) });
            let found = tyre.steady(&at).force;
            meet(&mut tally, found.x, force * cos, row);
            meet(&mut tally, found.y, force * sin, row);
        }
    }
    Ok(tally)
}

const NOMINAL_N: f64 = 3000.0;

/// TMeasy's trail.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn tmeasy_trail(data: &Data) -> Result<Tally, Lack> {
    let mut tally = tally();
    for row in &data.table(TMEASY_TRAIL)?.numbers::<7>()? {
        let [force, slip, share, zero_slip, end_slip, length, moment] = *row;
        let trail = TmeasyTrail { share, zero_slip, end_slip };
        meet(&mut tally, -force * length * trail.at(slip.abs()), moment, row);
    }
    Ok(tally)
}

/// The tyre of 1989 as its file has it.
fn pacejka(file: &Value) -> Result<Pacejka89Tyre<f64>, Lack> {
    let mut numbers = Vec::new();
    for (section, letter, count) in [
        ("Lateral Coefficients", 'a', 14),
        ("Longitudinal Coefficients", 'b', 11),
        ("Aligning Coefficients", 'c', 18),
    ] {
        for index in 0..count {
            numbers.push(number(PACEJKA_89_TYRE, &file[section][format!("{letter}{index}")])?);
        }
    }
    let tyre = Pacejka89Tyre::load(&&numbers[..]);
    refuse(PACEJKA_89_TYRE, tyre.check()).map(|()| tyre)
}

/// Pure slips, at which both have the same formula; in the paper's axes and through the tyre in ours.
///
/// # Errors
/// A file that is not there or cannot be used.
pub fn pacejka_89(data: &Data) -> Result<Tally, Lack> {
    let rows = data.table(PACEJKA_89)?.numbers::<7>()?;
    let file = data.commented_json(PACEJKA_89_TYRE)?;
    let mut tally = tally();
    let tyre = pacejka(&file)?;
    for row in &rows {
        let [load_kn, kappa_percent, alpha_deg, gamma_deg, fx, fy, mz] = *row;
        let input = Pacejka89Input { load_kn, kappa_percent, alpha_deg, gamma_deg };
        let sae = tyre.force_sae_n(&input, 1.0);
        meet(&mut tally, sae.x, fx, row);
        meet(&mut tally, sae.y, fy, row);
        meet(&mut tally, tyre.aligning_sae_nm(&input, 1.0), mz, row);
        let lambda = -Real::tan(units::degrees(alpha_deg));
        let slip = Vec2 { x: 0.01 * kappa_percent, y: lambda };
        let at =
            Footprint { camber_rad: -units::degrees(gamma_deg), ..Footprint::plain(1000.0 * load_kn, slip) };
        let iso = tyre.steady(&at);
        meet(&mut tally, iso.force.x, fx, row);
        meet(&mut tally, iso.force.y, -fy, row);
        meet(&mut tally, iso.aligning_nm, -mz, row);
    }
    Ok(tally)
}

/// A tyre law with the numbers that it is compared with.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// The name in commands and messages.
    pub name: &'static str,
    /// The file of numbers.
    pub file: &'static str,
    compare: fn(&Data) -> Result<Tally, Lack>,
}

/// All laws.
pub const ALL: [Law; 5] = [
    Law { name: "fiala", file: FIALA, compare: fiala },
    Law { name: "tmeasy", file: TMEASY, compare: tmeasy },
    Law { name: "tmeasy-curve", file: TMEASY, compare: tmeasy_curve },
    Law { name: "tmeasy-trail", file: TMEASY_TRAIL, compare: tmeasy_trail },
    Law { name: "pacejka-89", file: PACEJKA_89, compare: pacejka_89 },
];

impl Law {
    /// Compares, under a name.
    pub fn check(&self, data: &Data, name: &str) -> Check {
        Check::new(name, self.file, (self.compare)(data))
    }
}
