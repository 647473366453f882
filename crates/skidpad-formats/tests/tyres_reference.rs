//! Fiala, TMeasy and Pacejka 89 against the numbers that Project Chrono's equations give (see the README beside the
//! vectors): to 1e-9 of the number, and of 1.
#![allow(clippy::disallowed_methods)]

use std::path::{Path, PathBuf};

use serde_json::Value;
use skidpad::record::Record;
use skidpad::tyre::pacejka89::Pacejka89Input;
use skidpad::tyre::{
    FialaTyre, Footprint, Pacejka89Tyre, Plane, SteadyTyre, TmeasyCurve, TmeasyTrail, TmeasyTyre,
};

/// `None` where the reference data is not there.
fn read(path: &str) -> Option<String> {
    let data = std::env::var_os("SKIDPAD_REFERENCE_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let path = data.join(path);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: {} is not there; set SKIDPAD_REFERENCE_DATA", path.display());
    }
    text
}

/// The rows of a table of N columns.
fn table<const N: usize>(path: &str) -> Option<Vec<[f64; N]>> {
    let text = read(path)?;
    let number = |cell: &str| cell.trim().parse::<f64>().expect("a number");
    let row = |line: &str| {
        let cells: Vec<f64> = line.split(',').map(number).collect();
        <[f64; N]>::try_from(cells).expect("columns")
    };
    Some(text.lines().skip(1).map(row).collect())
}

/// A tyre's file: JSON with comments to the end of the line.
fn json(path: &str) -> Option<Value> {
    let text = read(path)?;
    let plain: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
    Some(serde_json::from_str(&plain.join("\n")).expect("JSON"))
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// The largest departure, over the number and 1.
#[derive(Default)]
struct Worst(f64, usize);

impl Worst {
    fn meet(&mut self, found: f64, expected: f64, what: &dyn core::fmt::Debug) {
        let off = (found - expected).abs() / expected.abs().max(1.0);
        assert!(off < 1e-9, "{found}, not {expected}: {what:?}");
        self.0 = self.0.max(off);
        self.1 += 1;
    }

    fn tell(&self, name: &str) {
        println!("{name}: {} numbers, largest departure {:.1e}", self.1, self.0);
        assert!(self.1 > 0, "no rows of {name}");
    }
}

/// On the road of its parameters both forms are the same.
#[test]
fn fiala() {
    let Some(rows) = table::<6>("vectors/chrono/fiala_generic.csv") else { return };
    let Some(file) = json("tyres/chrono/generic_tire_FialaTire.json") else { return };
    let from = &file["Fiala Parameters"];
    for as_chrono in [0.0, 1.0] {
        let tyre = FialaTyre {
            stiffness_n: number(&from["CSLIP"]),
            lateral_stiffness_n: number(&from["CALPHA"]),
            friction: number(&from["UMAX"]),
            sliding_friction: number(&from["UMIN"]),
            width_m: number(&from["Width"]),
            as_chrono,
        };
        assert_eq!(tyre.check(), vec![]);
        let mut worst = Worst::default();
        for row in &rows {
            let [load, kappa, alpha, fx, fy, mz] = *row;
            // ISO's slip angle: to its left is positive, and the force to the right.
            let found = tyre.steady(&Footprint::plain(load, Plane { x: kappa, y: -alpha.tan() }));
            worst.meet(found.force.x, fx, row);
            worst.meet(found.force.y, fy, row);
            worst.meet(found.aligning_nm, mz, row);
        }
        worst.tell("Fiala");
    }
}

#[test]
fn tmeasy_curves() {
    let Some(rows) = table::<8>("vectors/chrono/tmeasy_curve.csv") else { return };
    let (mut worst, mut departure): (Worst, f64) = (Worst::default(), 0.0);
    for row in &rows {
        let [slip, slope_n, peak_slip, peak_n, sliding_slip, sliding_n, force, over_slip] = *row;
        let curve = TmeasyCurve { slope_n, peak_slip, peak_n, sliding_slip, sliding_n };
        let found = curve.chrono_force_n(slip);
        worst.meet(found, force, row);
        if slip > 0.0 {
            worst.meet(found / slip, over_slip, row);
        }
        departure = departure.max((curve.force_n(slip) - force).abs() / peak_n);
    }
    worst.tell("TMeasy's curve");
    println!("the book's cubic departs from Chrono's parabolas by {departure:.3} of the peak");
}

/// The same curves through the whole tyre, at nominal load, for the form that is one curve in every direction.
#[test]
fn tmeasy_tyres() {
    let Some(rows) = table::<8>("vectors/chrono/tmeasy_curve.csv") else { return };
    let mut worst = Worst::default();
    for row in &rows {
        let [slip, slope, peak_slip, peak, sliding_slip, sliding, force, _] = *row;
        let tyre = TmeasyTyre {
            nominal_load_n: 3000.0,
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
            as_chrono: 1.0,
            ..TmeasyTyre::splat(1.0)
        };
        for (cos, sin) in [(1.0, 0.0), (0.0, 1.0), (-0.8, 0.6), (0.28, -0.96)] {
            // Slips over the tread's speed that the wheel can have: s_x = kappa / (1 + kappa) is below 1.
            if slip * cos > 0.9 {
                continue;
            }
            let kappa = slip * cos / (1.0 - slip * cos);
            let at = Footprint::plain(3000.0, Plane { x: kappa, y: slip * sin * (1.0 + kappa) });
            let found = tyre.steady(&at).force;
            worst.meet(found.x, force * cos, row);
            worst.meet(found.y, force * sin, row);
        }
    }
    worst.tell("TMeasy");
}

#[test]
fn tmeasy_trails() {
    let Some(rows) = table::<7>("vectors/chrono/tmeasy_align.csv") else { return };
    let mut worst = Worst::default();
    for row in &rows {
        let [force, slip, share, zero_slip, end_slip, length, moment] = *row;
        let trail = TmeasyTrail { share, zero_slip, end_slip };
        worst.meet(-force * length * trail.at(slip.abs()), moment, row);
    }
    worst.tell("TMeasy's trail");
}

fn pacejka(as_chrono: f64) -> Option<Pacejka89Tyre<f64>> {
    let file = json("tyres/chrono/hmmwv_tire_HMMWV_Pac89Tire.json")?;
    let mut numbers = Vec::new();
    for (section, letter, count) in [
        ("Lateral Coefficients", 'a', 14),
        ("Longitudinal Coefficients", 'b', 11),
        ("Aligning Coefficients", 'c', 18),
    ] {
        numbers.extend((0..count).map(|index| number(&file[section][format!("{letter}{index}")])));
    }
    numbers.push(as_chrono);
    Some(Pacejka89Tyre::load(&&numbers[..]))
}

/// Pure slips, so that both forms are the same; in the paper's axes and through the tyre in ours.
#[test]
fn pacejka_89() {
    let Some(rows) = table::<7>("vectors/chrono/pac89_hmmwv.csv") else { return };
    for as_chrono in [0.0, 1.0] {
        let Some(tyre) = pacejka(as_chrono) else { return };
        assert_eq!(tyre.check(), vec![]);
        let mut worst = Worst::default();
        for row in &rows {
            let [load_kn, kappa_percent, alpha_deg, gamma_deg, fx, fy, mz] = *row;
            let input = Pacejka89Input { load_kn, kappa_percent, alpha_deg, gamma_deg };
            let sae = tyre.force_sae_n(&input, 1.0);
            worst.meet(sae.x, fx, row);
            worst.meet(sae.y, fy, row);
            worst.meet(tyre.aligning_sae_nm(&input, 1.0), mz, row);
            let at = Footprint {
                camber_rad: -gamma_deg.to_radians(),
                ..Footprint::plain(
                    1000.0 * load_kn,
                    Plane { x: 0.01 * kappa_percent, y: -alpha_deg.to_radians().tan() },
                )
            };
            let iso = tyre.steady(&at);
            worst.meet(iso.force.x, fx, row);
            worst.meet(iso.force.y, -fy, row);
            worst.meet(iso.aligning_nm, -mz, row);
        }
        worst.tell("Pacejka 89");
    }
}
