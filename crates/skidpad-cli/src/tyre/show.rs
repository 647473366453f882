//! `skidpad tyre show`.

use std::path::Path;

use serde::Serialize;
use skidpad_core::tyre::magic_formula::{Answer, MagicFormula, Mode, Question, Side, Version};
use skidpad_formats::tyre::TyreFile;
use skidpad_plot::tyre_figure;

use super::file::read;
use crate::failure::Failure;
use crate::folder::Folder;
use crate::output;
use crate::table::{Align, Table, significant};

#[derive(Serialize)]
struct Document {
    name: String,
    version: &'static str,
    side: Option<&'static str>,
    unloaded_radius_m: f64,
    width_m: f64,
    nominal_load_n: f64,
    nominal_pressure_pa: Option<f64>,
    nominal_speed_m_s: f64,
    loads: Vec<AtLoad>,
    taken: Vec<Assumed>,
    warnings: Vec<String>,
}

/// Value or rule taken in place of missing keys.
#[derive(Serialize)]
struct Assumed {
    keys: Vec<String>,
    taken: String,
}

/// A tyre's facts at a load, upright, at its own pressure and measuring speed.
#[derive(Serialize)]
struct AtLoad {
    fz_n: f64,
    peak_friction_x: f64,
    slip_at_peak: f64,
    peak_friction_y: f64,
    slip_angle_at_peak_rad: f64,
    slip_stiffness_n: f64,
    cornering_stiffness_n_rad: f64,
    camber_stiffness_n_rad: f64,
    trail_m: f64,
    relaxation_x_m: Option<f64>,
    relaxation_y_m: Option<f64>,
    rolling_resistance: f64,
    effective_radius_m: f64,
    deflection_m: f64,
}

/// Loads over the nominal load.
const LOADS: [f64; 4] = [0.5, 1.0, 1.5, 2.0];
/// Points of a curve among which its peak is found.
const STEPS: u32 = 2000;

/// Prints the facts, and draws the curves where a folder is named.
pub fn command(path: &Path, out: Option<&Path>, json: bool) -> Result<(), Failure> {
    let folder = out.map(|out| Folder::look("--out", out)).transpose()?;
    let file = read(path)?;
    let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let document = document(&name, &file);
    if let Some(folder) = folder {
        let tyre = MagicFormula::new(&file.coefficients, Mode::COMMON);
        let loads_n: Vec<f64> = document.loads.iter().map(|at| at.fz_n).collect();
        let title = format!("{name}: Magic Formula {}", document.version);
        let figure = tyre_figure(&title, &tyre, &loads_n);
        folder.write(&[(figure.file, figure.svg)], &[path.to_owned()])?;
    }
    if json { output::json(&document) } else { output::text(&text(&document)) }
}

fn document(name: &str, file: &TyreFile) -> Document {
    let c = &file.coefficients;
    let most_n = c.limits.load_high_n;
    let mut loads_n: Vec<f64> = LOADS.iter().map(|share| share * c.size.nominal_load_n).collect();
    loads_n.retain(|load_n| *load_n <= most_n && *load_n >= c.limits.load_low_n);
    if loads_n.is_empty() {
        loads_n.push(most_n);
    }
    Document {
        name: name.to_owned(),
        version: match c.version {
            Version::V5_2 => "5.2",
            Version::V6_1 => "6.1",
            Version::V6_2 => "6.2",
        },
        side: file.side.map(|side| if side == Side::Left { "left" } else { "right" }),
        unloaded_radius_m: c.size.unloaded_radius_m,
        width_m: file.vertical.width_m,
        nominal_load_n: c.size.nominal_load_n,
        nominal_pressure_pa: (c.version != Version::V5_2).then_some(c.size.nominal_pressure_pa),
        nominal_speed_m_s: c.size.nominal_speed_m_s,
        loads: loads_n.iter().map(|load_n| at_load(file, *load_n)).collect(),
        taken: file
            .taken
            .iter()
            .map(|taken| Assumed { keys: taken.keys.clone(), taken: taken.taken.clone() })
            .collect(),
        warnings: file.warnings.clone(),
    }
}

/// The slip of the largest force, driving or to the left: over slips from 0 to `most`.
fn peak(most: f64, force: impl Fn(f64) -> f64) -> (f64, f64) {
    let points = (0..=STEPS).map(|step| most * f64::from(step) / f64::from(STEPS));
    let best = points.map(|slip| (slip, force(slip))).max_by(|a, b| a.1.total_cmp(&b.1));
    best.unwrap_or_default()
}

fn at_load(file: &TyreFile, fz_n: f64) -> AtLoad {
    let c = &file.coefficients;
    let tyre = MagicFormula::new(c, Mode::COMMON);
    let plain = tyre.plain_question(fz_n);
    let ask = |kappa: f64, alpha_rad: f64, gamma_rad: f64| -> Answer<f64> {
        tyre.answer(&Question { kappa, alpha_rad, gamma_rad, ..plain })
    };
    let (slip_at_peak, most_x_n) = peak(c.limits.kappa_high.max(0.01), |kappa| ask(kappa, 0.0, 0.0).fx_n);
    let (alpha, most_y_n) = peak(-c.limits.alpha_low_rad, |alpha| ask(0.0, -alpha, 0.0).fy_n);
    let rest = ask(0.0, 0.0, 0.0);
    let tilt = 1e-3;
    let camber = (ask(0.0, 0.0, tilt).fy_n - ask(0.0, 0.0, -tilt).fy_n) / (2.0 * tilt);
    let pressure_pa = c.size.inflation_pressure_pa;
    let length = |length_m: f64| (length_m > 0.0).then_some(length_m);
    AtLoad {
        fz_n,
        peak_friction_x: most_x_n / fz_n,
        slip_at_peak,
        peak_friction_y: most_y_n / fz_n,
        slip_angle_at_peak_rad: alpha,
        slip_stiffness_n: rest.slip_stiffness_n,
        cornering_stiffness_n_rad: rest.cornering_stiffness_n_rad.abs(),
        camber_stiffness_n_rad: camber.abs(),
        trail_m: rest.trail_m,
        relaxation_x_m: length(rest.relaxation_x_m),
        relaxation_y_m: length(rest.relaxation_y_m),
        rolling_resistance: -rest.my_nm / (fz_n * c.size.unloaded_radius_m),
        effective_radius_m: file.vertical.effective_radius_m(
            &c.size,
            fz_n,
            c.size.nominal_speed_m_s,
            pressure_pa,
        ),
        deflection_m: file.vertical.deflection_m(&c.size, fz_n, pressure_pa),
    }
}

fn text(document: &Document) -> String {
    let side = document.side.map_or("unknown side".to_owned(), |side| format!("{side} side"));
    let pressure = document.nominal_pressure_pa.map_or(String::new(), |pa| format!(", {:.2} bar", pa / 1e5));
    let mut text = format!(
        "{}: Magic Formula {}, {side}; radius {} m, width {} m, nominal load {} N{pressure}\n\n",
        document.name,
        document.version,
        significant(document.unloaded_radius_m, 4),
        significant(document.width_m, 4),
        significant(document.nominal_load_n, 5),
    );
    let mut columns: Vec<(&'static str, Align)> = vec![("upright, at its measuring speed", Align::Left)];
    columns.extend(document.loads.iter().map(|_| ("", Align::Right)));
    let mut table = Table::new(&columns);
    type Of = fn(&AtLoad) -> Option<f64>;
    let rows: [(&str, Of, usize); 14] = [
        ("load (N)", |at| Some(at.fz_n), 5),
        ("peak friction, driving", |at| Some(at.peak_friction_x), 4),
        ("  at slip ratio (%)", |at| Some(100.0 * at.slip_at_peak), 3),
        ("peak friction, to the left", |at| Some(at.peak_friction_y), 4),
        ("  at slip angle (°)", |at| Some(at.slip_angle_at_peak_rad.to_degrees()), 3),
        ("slip stiffness (kN)", |at| Some(at.slip_stiffness_n / 1e3), 4),
        ("cornering stiffness (kN/rad)", |at| Some(at.cornering_stiffness_n_rad / 1e3), 4),
        ("camber stiffness (kN/rad)", |at| Some(at.camber_stiffness_n_rad / 1e3), 3),
        ("pneumatic trail (mm)", |at| Some(at.trail_m * 1e3), 3),
        ("longitudinal relaxation length (m)", |at| at.relaxation_x_m, 3),
        ("lateral relaxation length (m)", |at| at.relaxation_y_m, 3),
        ("rolling resistance over load (%)", |at| Some(100.0 * at.rolling_resistance), 3),
        ("effective rolling radius (m)", |at| Some(at.effective_radius_m), 4),
        ("deflection (mm)", |at| Some(at.deflection_m * 1e3), 3),
    ];
    for (name, of, digits) in rows {
        let cells =
            document.loads.iter().map(|at| of(at).map_or("-".to_owned(), |value| significant(value, digits)));
        table.row(std::iter::once(name.to_owned()).chain(cells));
    }
    text += &table.render();
    for assumed in &document.taken {
        text += &format!("\nnot in the file: {}; taken as {}", assumed.keys.join(", "), assumed.taken);
    }
    for warning in &document.warnings {
        text += &format!("\n{warning}");
    }
    if !(document.taken.is_empty() && document.warnings.is_empty()) {
        text.push('\n');
    }
    text
}
