//! Writes a tyre property file that [`parse`](super::parse) reads back to the same numbers.

use std::fmt::Write as _;

use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::tyre::magic_formula::{Coefficients, Side, Structure, Version, Vertical};

use super::TyreFile;
use super::keys::{self, TURN_SLIP};
use super::read::version_name;

/// The text of a file in SI units. `comments` stand at its top, a line each.
pub fn write(file: &TyreFile, comments: &[String]) -> String {
    let mut text = String::new();
    for comment in comments.iter().flat_map(|comment| comment.lines()) {
        let _ = writeln!(text, "$ {comment}");
    }
    let c = &file.coefficients;
    head(&mut text, file);
    vertical(&mut text, c, &file.vertical);
    ranges(&mut text, c);
    let records: [(&str, Vec<f64>); 6] = [
        ("SCALING_COEFFICIENTS", numbers(&c.scaling)),
        ("LONGITUDINAL_COEFFICIENTS", numbers(&c.longitudinal)),
        ("LATERAL_COEFFICIENTS", numbers(&c.lateral)),
        ("OVERTURNING_COEFFICIENTS", numbers(&c.overturning)),
        ("ROLLING_COEFFICIENTS", numbers(&c.rolling)),
        ("ALIGNING_COEFFICIENTS", numbers(&c.aligning)),
    ];
    for (section, values) in records {
        let channels =
            keys::sections().iter().find(|(name, _)| *name == section).map_or(&[][..], |found| found.1);
        coefficients(&mut text, section, channels, &values, c.version);
    }
    match c.version {
        Version::V5_2 => {
            key(&mut text, "QTZ1", 0.0);
            key(&mut text, "MBELT", 0.0);
        }
        Version::V6_1 | Version::V6_2 => {
            section(&mut text, "TURNSLIP_COEFFICIENTS");
            for name in TURN_SLIP {
                key(&mut text, name, 0.0);
            }
        }
    }
    text
}

fn section(text: &mut String, name: &str) {
    let _ = writeln!(text, "[{name}]");
}

fn key(text: &mut String, name: &str, value: f64) {
    // Debug writes the shortest digits that read back as the same number.
    let _ = writeln!(text, "{name:<24} = {value:?}");
}

fn word(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "{name:<24} = '{value}'");
}

fn head(text: &mut String, file: &TyreFile) {
    let c = &file.coefficients;
    section(text, "MDI_HEADER");
    word(text, "FILE_TYPE", "tir");
    key(text, "FILE_VERSION", 3.0);
    word(text, "FILE_FORMAT", "ASCII");
    section(text, "UNITS");
    for (name, unit) in
        [("LENGTH", "meter"), ("FORCE", "newton"), ("ANGLE", "radian"), ("MASS", "kg"), ("TIME", "second")]
    {
        word(text, name, unit);
    }
    section(text, "MODEL");
    let _ = writeln!(text, "$ Magic Formula {}", version_name(c.version));
    let fit = match c.version {
        Version::V5_2 => 6.0,
        Version::V6_1 => 61.0,
        Version::V6_2 => 62.0,
    };
    key(text, "FITTYP", fit);
    let side = match file.side {
        Some(Side::Left) => "LEFT",
        Some(Side::Right) => "RIGHT",
        None => "UNKNOWN",
    };
    word(text, "TYRESIDE", side);
    key(text, "LONGVL", c.size.nominal_speed_m_s);
    key(text, "VXLOW", c.size.low_speed_m_s);
    section(text, "DIMENSION");
    key(text, "UNLOADED_RADIUS", c.size.unloaded_radius_m);
    key(text, "WIDTH", file.vertical.width_m);
    key(text, "RIM_RADIUS", file.vertical.rim_radius_m);
    if c.version != Version::V5_2 {
        section(text, "OPERATING_CONDITIONS");
        key(text, "INFLPRES", c.size.inflation_pressure_pa);
        key(text, "NOMPRES", c.size.nominal_pressure_pa);
    }
}

fn vertical(text: &mut String, c: &Coefficients<f64>, v: &Vertical<f64>) {
    let is_new = c.version != Version::V5_2;
    section(text, "VERTICAL");
    key(text, "FNOMIN", c.size.nominal_load_n);
    key(text, "VERTICAL_STIFFNESS", v.stiffness_n_m);
    key(text, "VERTICAL_DAMPING", v.damping_n_s_m);
    let values = numbers(v);
    let named = |from: &'static str| {
        let all = Vertical::<f64>::CHANNELS.iter().zip(&values);
        all.filter(move |(channel, _)| channel.name.starts_with(from))
            .map(|(channel, value)| (channel.name.to_ascii_uppercase(), *value))
    };
    let old = ["breff", "dreff", "freff"];
    let new = ["q_re", "q_v", "q_fz", "q_fc", "pfz"];
    for (name, value) in old.into_iter().chain(new.into_iter().filter(|_| is_new)).flat_map(named) {
        key(text, &name, value);
    }
    if !is_new {
        return;
    }
    section(text, "STRUCTURAL");
    for (index, (channel, value)) in Structure::<f64>::CHANNELS.iter().zip(numbers(&c.structure)).enumerate()
    {
        let name = match index {
            0 => "LONGITUDINAL_STIFFNESS".to_owned(),
            1 => "LATERAL_STIFFNESS".to_owned(),
            _ => channel.name.to_ascii_uppercase(),
        };
        key(text, &name, value);
    }
    section(text, "CONTACT_PATCH");
    for (name, value) in ["q_ra", "q_rb"].into_iter().flat_map(named) {
        key(text, &name, value);
    }
}

fn ranges(text: &mut String, c: &Coefficients<f64>) {
    let l = &c.limits;
    let mut range = |name: &str, low: (&str, f64), high: (&str, f64)| {
        section(text, name);
        key(text, low.0, low.1);
        key(text, high.0, high.1);
    };
    if c.version != Version::V5_2 {
        range("INFLATION_PRESSURE_RANGE", ("PRESMIN", l.pressure_low_pa), ("PRESMAX", l.pressure_high_pa));
    }
    range("VERTICAL_FORCE_RANGE", ("FZMIN", l.load_low_n), ("FZMAX", l.load_high_n));
    range("LONG_SLIP_RANGE", ("KPUMIN", l.kappa_low), ("KPUMAX", l.kappa_high));
    range("SLIP_ANGLE_RANGE", ("ALPMIN", l.alpha_low_rad), ("ALPMAX", l.alpha_high_rad));
    range("INCLINATION_ANGLE_RANGE", ("CAMMIN", l.gamma_low_rad), ("CAMMAX", l.gamma_high_rad));
}

fn coefficients(text: &mut String, name: &str, channels: &[Channel], values: &[f64], version: Version) {
    section(text, name);
    for (channel, value) in channels.iter().zip(values) {
        if keys::has(version, channel.name) {
            key(text, &channel.name.to_ascii_uppercase(), *value);
        }
    }
}

/// The numbers of a record in order.
fn numbers<T: Record<f64>>(record: &T) -> Vec<f64> {
    let mut values = vec![0.0; T::LEN];
    record.store(&mut &mut values[..]);
    values
}
