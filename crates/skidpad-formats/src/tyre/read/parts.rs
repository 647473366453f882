//! What stands in a file beside the coefficients: size, limits, structure, springs, side.

use skidpad_core::record::{Channel, Channels, Record};
use skidpad_core::tyre::magic_formula::{Limits, Side, Size, Structure, Version, Vertical};

use super::super::Taken;
use super::super::lines::{Entry, Written};
use super::super::units::Quantity;
use super::{Reader, Wanted};
use crate::document::shortened;

impl Reader<'_> {
    pub(super) fn size(&mut self) -> Size<f64> {
        let is_new = self.kind.version != Version::V5_2;
        let range = |name: &str| range_of(Size::<f64>::CHANNELS, name);
        let mut of = |section, key, quantity, name| {
            self.number(&Wanted { section, key, quantity, range: range(name) })
        };
        let (nominal_pressure_pa, inflation_pressure_pa) = if is_new {
            (
                of("OPERATING_CONDITIONS", "NOMPRES", Quantity::Pressure, "nominal_pressure_pa"),
                of("OPERATING_CONDITIONS", "INFLPRES", Quantity::Pressure, "inflation_pressure_pa"),
            )
        } else {
            (1.0, 1.0)
        };
        Size {
            unloaded_radius_m: of("DIMENSION", "UNLOADED_RADIUS", Quantity::Length, "unloaded_radius_m"),
            nominal_load_n: of("VERTICAL", "FNOMIN", Quantity::Force, "nominal_load_n"),
            nominal_pressure_pa,
            inflation_pressure_pa,
            nominal_speed_m_s: of("MODEL", "LONGVL", Quantity::Speed, "nominal_speed_m_s"),
            low_speed_m_s: of("MODEL", "VXLOW", Quantity::Speed, "low_speed_m_s"),
        }
    }

    pub(super) fn limits(&mut self) -> Limits<f64> {
        let is_new = self.kind.version != Version::V5_2;
        let range = |name: &str| range_of(Limits::<f64>::CHANNELS, name);
        let mut of = |section, key, quantity, name| {
            self.number(&Wanted { section, key, quantity, range: range(name) })
        };
        let (pressure_low_pa, pressure_high_pa) = if is_new {
            let section = "INFLATION_PRESSURE_RANGE";
            (
                of(section, "PRESMIN", Quantity::Pressure, "pressure_low_pa"),
                of(section, "PRESMAX", Quantity::Pressure, "pressure_high_pa"),
            )
        } else {
            (1.0, 1.0)
        };
        Limits {
            pressure_low_pa,
            pressure_high_pa,
            load_low_n: of("VERTICAL_FORCE_RANGE", "FZMIN", Quantity::Force, "load_low_n"),
            load_high_n: of("VERTICAL_FORCE_RANGE", "FZMAX", Quantity::Force, "load_high_n"),
            kappa_low: of("LONG_SLIP_RANGE", "KPUMIN", Quantity::Number, "kappa_low"),
            kappa_high: of("LONG_SLIP_RANGE", "KPUMAX", Quantity::Number, "kappa_high"),
            alpha_low_rad: of("SLIP_ANGLE_RANGE", "ALPMIN", Quantity::Angle, "alpha_low_rad"),
            alpha_high_rad: of("SLIP_ANGLE_RANGE", "ALPMAX", Quantity::Angle, "alpha_high_rad"),
            gamma_low_rad: of("INCLINATION_ANGLE_RANGE", "CAMMIN", Quantity::Angle, "gamma_low_rad"),
            gamma_high_rad: of("INCLINATION_ANGLE_RANGE", "CAMMAX", Quantity::Angle, "gamma_high_rad"),
        }
    }

    pub(super) fn structure(&mut self) -> Structure<f64> {
        if self.kind.version == Version::V5_2 {
            return Record::splat(0.0);
        }
        let keys = ["LONGITUDINAL_STIFFNESS", "LATERAL_STIFFNESS"];
        let later = ["PCFX1", "PCFX2", "PCFX3", "PCFY1", "PCFY2", "PCFY3"];
        let mut values = Vec::new();
        for (index, key) in keys.into_iter().chain(later).enumerate() {
            let channel = Structure::<f64>::CHANNELS[index];
            let quantity = if index < 2 { Quantity::Stiffness } else { Quantity::Number };
            let range = [channel.low, channel.high];
            values.push(self.number(&Wanted { section: "STRUCTURAL", key, quantity, range }));
        }
        Record::load(&&values[..])
    }

    pub(super) fn vertical(&mut self) -> Vertical<f64> {
        let is_new = self.kind.version != Version::V5_2;
        let mut values = Vec::new();
        for channel in Vertical::<f64>::CHANNELS {
            let (section, key, quantity, default) = match channel.name {
                "stiffness_n_m" => ("VERTICAL", "VERTICAL_STIFFNESS".to_owned(), Quantity::Stiffness, None),
                "damping_n_s_m" => ("VERTICAL", "VERTICAL_DAMPING".to_owned(), Quantity::Damping, None),
                "width_m" => ("DIMENSION", "WIDTH".to_owned(), Quantity::Length, None),
                "rim_radius_m" => ("DIMENSION", "RIM_RADIUS".to_owned(), Quantity::Length, None),
                name @ ("breff" | "dreff" | "freff") => {
                    ("VERTICAL", name.to_ascii_uppercase(), Quantity::Number, None)
                }
                name @ ("q_ra1" | "q_ra2" | "q_rb1" | "q_rb2") => {
                    ("CONTACT_PATCH", name.to_ascii_uppercase(), Quantity::Number, Some(0.0))
                }
                name => {
                    let built_in = if name == "q_re0" { 1.0 } else { 0.0 };
                    ("VERTICAL", name.to_ascii_uppercase(), Quantity::Number, Some(built_in))
                }
            };
            let range = [channel.low, channel.high];
            values.push(match default {
                // What 5.2 does not have is as its equations have it built in.
                Some(value) if !is_new => value,
                _ => self.number(&Wanted { section, key: &key, quantity, range }),
            });
        }
        Record::load(&&values[..])
    }

    pub(super) fn side(&mut self) -> Option<Side> {
        let entry = self.sections.entry("MODEL", "TYRESIDE");
        let text = entry.map(|entry| entry.text.to_ascii_uppercase()).unwrap_or_default();
        match (text.as_str(), entry) {
            ("LEFT", _) => return Some(Side::Left),
            ("RIGHT", _) => return Some(Side::Right),
            ("" | "UNKNOWN" | "SYMMETRIC" | "BOTH", _) | (_, None) => {}
            (_, Some(Entry { value: Written::Wrong, .. })) => {}
            (_, Some(entry)) => {
                let value = format!("`{}`", shortened(&entry.text));
                let must = "'LEFT', 'RIGHT' or 'UNKNOWN'".to_owned();
                self.faults.push(entry.offset, "MODEL.TYRESIDE", value, must, None);
            }
        }
        let taken = "unknown: the tyre is not mirrored, whichever side it is mounted on".to_owned();
        self.taken.push(Taken { keys: vec!["TYRESIDE".to_owned()], taken });
        None
    }
}

fn range_of(channels: &[Channel], name: &str) -> [f64; 2] {
    channels
        .iter()
        .find(|channel| channel.name == name)
        .map_or([0.0, 0.0], |channel| [channel.low, channel.high])
}
