//! Checks of a file as a whole.

use skidpad_core::tyre::magic_formula::{Coefficients, Version, Vertical};

use super::super::keys;
use super::super::units::Quantity;
use super::{Reader, Wanted, version_name};
use crate::error::did_you_mean;

impl Reader<'_> {
    /// Reads the keys that a complete file has and the formula does not use, so that a file that was cut short is found out.
    pub(super) fn unused(&mut self) {
        let whole: (&str, &[&str]) = match self.kind.version {
            Version::V5_2 => ("ALIGNING_COEFFICIENTS", &["QTZ1", "MBELT"]),
            Version::V6_1 | Version::V6_2 => ("TURNSLIP_COEFFICIENTS", &keys::TURN_SLIP),
        };
        for key in whole.1 {
            let range = [-1e9, 1e9];
            self.number(&Wanted { section: whole.0, key, quantity: Quantity::Number, range });
        }
    }

    /// Checks the order of limits that belong together, and that coefficients which must not be 0 are not.
    pub(super) fn cross(&mut self, c: &Coefficients<f64>, vertical: &Vertical<f64>) {
        let limits = &c.limits;
        let mut ordered = |low: (&str, f64), high: (&str, f64), section: &str| {
            let is_right = |key: &str| !self.faults.is_at(&format!("{section}.{key}"));
            let entries = (self.sections.entry(section, low.0), self.sections.entry(section, high.0));
            // One that is missing or wrong is listed already.
            if let (Some(_), Some(entry)) = entries
                && low.1 > high.1
                && is_right(low.0)
                && is_right(high.0)
            {
                let path = format!("{section}.{}", high.0);
                self.faults.push(
                    entry.offset,
                    &path,
                    entry.text.clone(),
                    format!("at least {}", low.0),
                    None,
                );
            }
        };
        let pressure = (limits.pressure_low_pa, limits.pressure_high_pa);
        ordered(("PRESMIN", pressure.0), ("PRESMAX", pressure.1), "INFLATION_PRESSURE_RANGE");
        ordered(("FZMIN", limits.load_low_n), ("FZMAX", limits.load_high_n), "VERTICAL_FORCE_RANGE");
        ordered(
            ("RIM_RADIUS", vertical.rim_radius_m),
            ("UNLOADED_RADIUS", c.size.unloaded_radius_m),
            "DIMENSION",
        );
        let zeros = [
            ("LONGITUDINAL_COEFFICIENTS", "PDX1", c.longitudinal.pdx1),
            ("LATERAL_COEFFICIENTS", "PDY1", c.lateral.pdy1),
            ("LATERAL_COEFFICIENTS", "PKY1", c.lateral.pky1),
            ("LATERAL_COEFFICIENTS", "PKY2", c.lateral.pky2),
        ];
        for (section, key, _) in zeros.into_iter().filter(|(_, _, value)| *value == 0.0) {
            // One that is missing is listed already.
            if let Some(entry) = self.sections.entry(section, key) {
                let path = format!("{section}.{key}");
                if !self.faults.is_at(&path) {
                    self.faults.push(
                        entry.offset,
                        &path,
                        entry.text.clone(),
                        "another number than 0".into(),
                        None,
                    );
                }
            }
        }
    }

    /// Keys that are not read, and what they may have been meant for.
    pub(super) fn warnings(&self) -> Vec<String> {
        let version = self.kind.version;
        let coefficients = keys::sections();
        let in_section = |section: &str| {
            let channels =
                coefficients.iter().find(|(name, _)| *name == section).map_or(&[][..], |found| found.1);
            let others =
                keys::OTHERS.iter().find(|(name, _)| *name == section).map_or(&[][..], |found| found.1);
            (channels, others)
        };
        let mut warnings: Vec<(usize, String)> = Vec::new();
        let all = self.sections.entries.iter();
        for (section, (key, entry)) in
            all.flat_map(|(section, keys)| keys.iter().map(move |pair| (section, pair)))
        {
            let (channels, others) = in_section(section);
            let name = key.to_ascii_lowercase();
            let what = if others.contains(&key.as_str()) {
                continue;
            } else if channels.iter().any(|channel| channel.name == name) {
                if keys::has(version, &name) {
                    continue;
                }
                format!("{section}.{key} is not part of Magic Formula {}: ignored", version_name(version))
            } else if channels.is_empty() && !keys::OTHERS.iter().any(|(name, _)| name == section) {
                format!("{section}.{key}: the section is not known: ignored")
            } else {
                let upper: Vec<String> =
                    channels.iter().map(|channel| channel.name.to_ascii_uppercase()).collect();
                let known = upper.iter().map(String::as_str).chain(others.iter().copied());
                let hint = did_you_mean(key, known).map_or(String::new(), |hint| format!("; {hint}"));
                format!("{section}.{key} is not known: ignored{hint}")
            };
            warnings.push((entry.line, format!("line {}: {what}", entry.line)));
        }
        warnings.sort();
        warnings.into_iter().map(|(_, text)| text).collect()
    }
}
