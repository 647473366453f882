//! Names and units of channels in i2's convention.

use skidpad_core::units::{STANDARD_GRAVITY_M_S2, degrees, kmh, rpm};

use crate::telemetry::channel::unit_of;

/// A channel as i2 knows it.
pub(super) struct MotecChannel {
    /// Channel of Skidpad.
    pub own: &'static str,
    /// Name and short name in i2.
    pub name: &'static str,
    pub short: &'static str,
    pub unit: &'static str,
    /// One of its units, in SI units.
    pub unit_si: f64,
}

const fn motec(
    own: &'static str,
    name: &'static str,
    short: &'static str,
    unit: &'static str,
    unit_si: f64,
) -> MotecChannel {
    MotecChannel { own, name, short, unit, unit_si }
}

/// Channels with a name in i2. Where several channels of a table have one name, the first of them gets it.
pub(super) const CHANNELS: [MotecChannel; 22] = [
    motec("speed_m_s", "Ground Speed", "Speed", "km/h", kmh(1.0)),
    motec("velocity_x_m_s", "Ground Speed", "Speed", "km/h", kmh(1.0)),
    motec("throttle", "Throttle Pos", "Thr", "%", 0.01),
    motec("brake", "Brake Pos", "Brake", "%", 0.01),
    motec("clutch", "Clutch Pos", "Clutch", "%", 0.01),
    motec("steering_wheel_rad", "Steering Angle", "Steer", "deg", degrees(1.0)),
    motec("steer_rad", "Steered Angle", "Steered", "deg", degrees(1.0)),
    motec("engine_rad_s", "Engine RPM", "RPM", "rpm", rpm(1.0)),
    motec("gear", "Gear", "Gear", "", 1.0),
    motec("acceleration_x_m_s2", "G Force Long", "G Long", "G", STANDARD_GRAVITY_M_S2),
    motec("acceleration_y_m_s2", "G Force Lat", "G Lat", "G", STANDARD_GRAVITY_M_S2),
    motec("yaw_rate_rad_s", "Gyro Yaw Velocity", "Yaw", "deg/s", degrees(1.0)),
    motec("distance_m", "Corr Dist", "Dist", "m", 1.0),
    motec("lap", "Lap Number", "Lap", "", 1.0),
    motec("latitude_deg", "GPS Latitude", "Lat", "deg", 1.0),
    motec("longitude_deg", "GPS Longitude", "Long", "deg", 1.0),
    motec("altitude_m", "GPS Altitude", "Alt", "m", 1.0),
    motec("front_left_suspension_travel_m", "Susp Pos FL", "SuspFL", "mm", 0.001),
    motec("front_right_suspension_travel_m", "Susp Pos FR", "SuspFR", "mm", 0.001),
    motec("rear_left_suspension_travel_m", "Susp Pos RL", "SuspRL", "mm", 0.001),
    motec("rear_right_suspension_travel_m", "Susp Pos RR", "SuspRR", "mm", 0.001),
    motec("coolant_k", "Eng Temp", "ET", "K", 1.0),
];

/// Longest name of a channel in the file, bytes, with the zero that ends it.
const NAME_BYTES: usize = 32;

/// A channel as it is written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WrittenName {
    pub name: String,
    pub short: String,
    pub unit: String,
    /// One of its units, in SI units.
    pub unit_si: f64,
}

/// Names of channels in a file, all different. Channels that i2 has no name for keep their own and SI units.
pub(super) fn written(names: &[&str]) -> Vec<WrittenName> {
    let mut made: Vec<WrittenName> = Vec::with_capacity(names.len());
    for name in names {
        // The first of several channels with one name in i2.
        let first = |known: &&MotecChannel| {
            let mut alike = CHANNELS.iter().filter(|other| other.name == known.name);
            alike.find(|other| names.contains(&other.own)).is_some_and(|first| first.own == *name)
        };
        let found = CHANNELS.iter().filter(|known| known.own == *name).find(first);
        made.push(match found {
            Some(known) => WrittenName {
                name: known.name.to_owned(),
                short: known.short.to_owned(),
                unit: known.unit.to_owned(),
                unit_si: known.unit_si,
            },
            None => own(name, &made),
        });
    }
    made
}

/// A channel under its own name, cut where it is too long.
fn own(name: &str, before: &[WrittenName]) -> WrittenName {
    // Names are ASCII in this format.
    let plain: String =
        name.chars().map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' }).collect();
    let unit = unit_of(name);
    let unit = if unit == "-" { "" } else { unit };
    let is_taken = |wanted: &str| before.iter().any(|known| known.name == wanted);
    let cut = |end: &str| {
        let most = NAME_BYTES - 1 - end.len();
        plain.chars().take(most).chain(end.chars()).collect::<String>()
    };
    let numbered = (2..).map(|number: usize| cut(&format!("~{number}")));
    let name = std::iter::once(cut("")).chain(numbered).find(|wanted| !is_taken(wanted));
    WrittenName { name: name.unwrap_or_default(), short: String::new(), unit: unit.to_owned(), unit_si: 1.0 }
}

/// Channel of Skidpad for a name in a file, and one of its units in SI units; `None` for names that i2's convention does not have, or in
/// another unit.
pub(super) fn read(name: &str, unit: &str) -> Option<(&'static str, f64)> {
    let known = CHANNELS.iter().find(|known| known.name.eq_ignore_ascii_case(name))?;
    known.unit.eq_ignore_ascii_case(unit).then_some((known.own, known.unit_si))
}
