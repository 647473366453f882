//! Channels by the names that loggers give them.

use super::conversion::{Conversion, conversion};
use crate::document::shortened;
use crate::telemetry::channel::{ending_of, unit_of};

/// A channel with the names that loggers have for it, in small letters and words, and the unit of a column that gives none.
type Known = (&'static str, &'static [&'static str], &'static str);

const KNOWN: [Known; 18] = [
    ("time_s", &["timestamp", "time", "elapsed time", "session time", "log time", "t"], "s"),
    (
        "speed_m_s",
        &["speed", "ground speed", "gps speed", "vehicle speed", "velocity", "corr speed", "speed obd"],
        "km/h",
    ),
    ("latitude_deg", &["latitude", "lat", "gps latitude", "gps lat", "position lat"], "deg"),
    (
        "longitude_deg",
        &["longitude", "lon", "long", "lng", "gps longitude", "gps lon", "gps long", "position long"],
        "deg",
    ),
    ("altitude_m", &["altitude", "gps altitude", "gps alt", "elevation", "alt"], "m"),
    (
        "distance_m",
        &[
            "distance",
            "distance traveled",
            "distance travelled",
            "corr dist",
            "lap distance",
            "distance on gps speed",
            "distance on vehicle speed",
            "dist",
        ],
        "m",
    ),
    ("lap", &["lap", "lap number", "lap no", "laps"], "-"),
    (
        "throttle",
        &[
            "throttle",
            "throttle pos",
            "throttle position",
            "throttle pedal",
            "accelerator",
            "accelerator pos",
            "accelerator pedal",
            "accelerator position",
            "pps",
            "tps",
            "gas",
        ],
        "%",
    ),
    ("brake", &["brake", "brake pos", "brake position", "brake pedal"], "%"),
    ("clutch", &["clutch", "clutch pos", "clutch position", "clutch pedal"], "%"),
    (
        "steering_wheel_rad",
        &[
            "steering",
            "steering angle",
            "steering wheel angle",
            "steer angle",
            "steerangle",
            "steering pos",
            "steering position",
            "steering wheel position",
        ],
        "deg",
    ),
    ("steer_rad", &["steered angle"], "deg"),
    ("engine_rad_s", &["rpm", "rpms", "engine rpm", "engine speed", "revs"], "rpm"),
    ("gear", &["gear", "gear pos", "calculated gear"], "-"),
    (
        "acceleration_x_m_s2",
        &[
            "longitudinal acc",
            "longitudinal acceleration",
            "gps lonacc",
            "lonacc",
            "gps lon acc",
            "g force long",
            "g long",
            "g lon",
            "inline acc",
            "inlineacc",
            "longitudinal g",
        ],
        "g",
    ),
    (
        "acceleration_y_m_s2",
        &[
            "lateral acc",
            "lateral acceleration",
            "gps latacc",
            "latacc",
            "gps lat acc",
            "g force lat",
            "g lat",
            "lateralacc",
            "lateral g",
        ],
        "g",
    ),
    (
        "yaw_rate_rad_s",
        &["yaw rate", "yawrate", "gyro yaw velocity", "gps gyro", "z rate of rotation"],
        "deg/s",
    ),
    ("yaw_rad", &["yaw"], "deg"),
];

/// Units that end a name without brackets: `SPEED_KMH`.
const LAST_WORDS: [&str; 9] = ["kmh", "kph", "mph", "deg", "rpm", "pct", "percent", "ms", "km"];

/// Longest name of a channel that is made from that of a column, letters.
const LONGEST: usize = 60;

/// A column of a logger: its name in words, and its unit where it gives one.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::telemetry) struct LoggedName {
    pub words: String,
    pub unit: Option<String>,
}

impl LoggedName {
    /// Reads a name such as `GPS_Speed (km/h) *gps`, whose unit stands in brackets, or in small letters as its last word.
    pub fn read(written: &str) -> Self {
        let written = written.split_once('*').map_or(written, |(name, _)| name);
        let (name, unit) = match written.split_once(['(', '[']) {
            Some((name, rest)) => (name, rest.split([')', ']']).next().map(str::trim)),
            None => (written, None),
        };
        let lower = name.to_lowercase();
        let mut words: Vec<&str> =
            lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let mut unit = unit.filter(|unit| !unit.is_empty()).map(str::to_owned);
        let last = words.last().copied().filter(|last| LAST_WORDS.contains(last));
        if let (true, None, Some(last)) = (words.len() > 1, &unit, last) {
            unit = Some(last.to_owned());
            words.pop();
        }
        Self { words: words.join(" "), unit }
    }

    /// Channel that is known under the name.
    pub fn known(&self) -> Option<&'static str> {
        self.entry().map(|(channel, ..)| *channel)
    }

    fn entry(&self) -> Option<&'static Known> {
        KNOWN.iter().find(|(_, names, _)| names.contains(&self.words.as_str()))
    }

    /// Channel and conversion of a column with this name, and a note where its unit is not known. `unit`: that which stands elsewhere.
    pub fn channel(&self, unit: Option<&str>) -> (String, Conversion, Option<String>) {
        let unit = unit.map(str::trim).filter(|unit| !unit.is_empty()).or(self.unit.as_deref());
        let entry = self.entry();
        let found = unit.map(conversion);
        let (converted, unknown) = match (found, entry) {
            (Some(Some(found)), _) => (found, None),
            (Some(None), _) => (Conversion::none("-"), unit),
            (None, Some((.., usual))) => (conversion(usual).unwrap_or(Conversion::none("-")), None),
            (None, None) => (Conversion::none("-"), None),
        };
        if let Some((channel, ..)) = entry {
            // Places on earth stay in degrees.
            let si = unit_of(channel);
            if si == "deg" && (converted.si == "rad" || unit.is_none()) {
                return ((*channel).to_owned(), Conversion::none("deg"), None);
            }
            if converted.si == si && unknown.is_none() {
                return ((*channel).to_owned(), converted, None);
            }
        }
        let note = unknown.map(|unit| {
            format!(
                "the unit `{}` of `{}` is not known: its numbers are taken as they are",
                shortened(unit),
                shortened(&self.words)
            )
        });
        (self.own_name(converted.si), converted, note)
    }

    /// A name of the words with the ending of a unit.
    fn own_name(&self, si: &str) -> String {
        let name: String = self.words.replace(' ', "_").chars().take(LONGEST).collect();
        let name = if name.is_empty() { "column".to_owned() } else { name };
        match (unit_of(&name) == si, ending_of(si)) {
            (true, _) | (_, None) => name,
            (false, Some(ending)) => name + ending,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LoggedName;

    #[test]
    fn columns_of_loggers_are_channels() {
        for (written, unit, channel, factor) in [
            ("Speed (kph)", None, "speed_m_s", 1.0 / 3.6),
            ("GPS_Speed", Some("m/s"), "speed_m_s", 1.0),
            ("SPEED_KMH", None, "speed_m_s", 1.0 / 3.6),
            ("GPS LatAcc", Some("g"), "acceleration_y_m_s2", 9.80665),
            ("Throttle Position (%) *OBD", None, "throttle", 0.01),
            ("Latitude (deg)", None, "latitude_deg", 1.0),
            ("lap_number", Some(""), "lap", 1.0),
            ("Oil Pressure", Some("bar"), "oil_pressure_pa", 1e5),
            ("x_m", None, "x_m", 1.0),
            // A pressure is no pedal.
            ("Brake", Some("bar"), "brake_pa", 1e5),
        ] {
            let (name, conversion, note) = LoggedName::read(written).channel(unit);
            assert_eq!((name.as_str(), note), (channel, None), "{written}");
            assert!((conversion.factor / factor - 1.0).abs() < 1e-12, "{written}");
        }
        let (name, _, note) = LoggedName::read("Boost (furlong)").channel(None);
        assert!(name == "boost" && note.is_some_and(|note| note.contains("`furlong`")));
    }
}
