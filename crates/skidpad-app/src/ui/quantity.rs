//! Channels in the units that were chosen, under names without underscores.

use skidpad_core::record::Channel;

use super::Units;

/// A channel as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Its name, without the unit.
    pub name: String,
    /// The unit; empty for a plain number.
    pub unit: &'static str,
    /// A number in that unit over the same in the channel's.
    factor: f64,
}

/// Endings of the names of channels, by their units.
const ENDINGS: [(&str, &str); 19] = [
    ("m/s^2", "_m_s2"),
    ("rad/s^2", "_rad_s2"),
    ("rad/s", "_rad_s"),
    ("m/s", "_m_s"),
    ("rad", "_rad"),
    ("N.m.s", "_nm_s"),
    ("N.m", "_nm"),
    ("N/m", "_n_m"),
    ("1/m", "_1_m"),
    ("1/s", "_1_s"),
    ("kg/m^3", "_kg_m3"),
    ("Pa", "_pa"),
    ("W", "_w"),
    ("J", "_j"),
    ("K", "_k"),
    ("N", "_n"),
    ("m", "_m"),
    ("s", "_s"),
    ("kg", "_kg"),
];

/// Radians to degrees, and rad/s to revolutions per minute.
const DEGREES: f64 = 180.0 / core::f64::consts::PI;
const RPM: f64 = 30.0 / core::f64::consts::PI;

impl Quantity {
    /// A channel in the units that were chosen.
    pub fn new(channel: &Channel, units: Units) -> Self {
        let ending = ENDINGS.iter().find(|(unit, _)| *unit == channel.unit).map_or("", |(_, ending)| ending);
        let name = channel.name.strip_suffix(ending).unwrap_or(channel.name).replace('_', " ");
        let turns = name.contains("spin") || name.contains("engine") || name.contains("turbine");
        let (factor, unit) = match channel.unit {
            "m/s" => units.speed(1.0),
            "m" => units.length(1.0),
            "N" => units.force(1.0),
            "N.m" => units.torque(1.0),
            "W" => units.power(1.0),
            "rad" => (DEGREES, "°"),
            "rad/s" if turns => (RPM, "rpm"),
            "rad/s" => (DEGREES, "°/s"),
            "m/s^2" => (1.0, "m/s²"),
            "-" => (1.0, ""),
            unit => (1.0, unit),
        };
        Self { name, unit, factor }
    }

    /// A number of the channel in the unit that is shown.
    pub fn shown(&self, number: f64) -> f64 {
        self.factor * number
    }

    /// Name and unit.
    pub fn title(&self) -> String {
        if self.unit.is_empty() { self.name.clone() } else { format!("{}, {}", self.name, self.unit) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Quantity, Units};
    use skidpad_core::record::Channel;
    use skidpad_models::MODELS;

    fn shown(name: &'static str, unit: &'static str, number: f64, units: Units) -> String {
        let quantity = Quantity::new(&Channel::new(name, unit, 0.0, 1.0), units);
        format!("{} {:.2}", quantity.title(), quantity.shown(number))
    }

    /// Plots had SI units, whichever were chosen, and channel names with the unit in them twice.
    #[test]
    fn plots_have_the_units_that_were_chosen() {
        let (metric, imperial) = (Units::Metric, Units::Imperial);
        assert_eq!(shown("velocity_x_m_s", "m/s", 10.0, metric), "velocity x, km/h 36.00");
        assert_eq!(shown("velocity_x_m_s", "m/s", 0.44704, imperial), "velocity x, mph 1.00");
        assert_eq!(shown("front_left_load_n", "N", 4.448_221_6, imperial), "front left load, lbf 1.00");
        assert_eq!(shown("sideslip_rad", "rad", 0.1, metric), "sideslip, ° 5.73");
        assert_eq!(shown("yaw_rate_rad_s", "rad/s", 0.1, metric), "yaw rate, °/s 5.73");
        assert_eq!(shown("engine_rad_s", "rad/s", 100.0, metric), "engine, rpm 954.93");
        assert_eq!(shown("gear", "-", 3.0, metric), "gear 3.00");
    }

    /// No name of any model keeps an underscore or its unit.
    #[test]
    fn names_are_words() {
        for channel in MODELS.iter().flat_map(|model| model.states.iter().chain(model.trace)) {
            let title = Quantity::new(channel, Units::Metric).title();
            assert!(!title.contains('_') && !title.contains(" m s") && !title.contains(" rad s"), "{title}");
        }
    }
}
