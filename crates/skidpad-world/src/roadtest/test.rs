//! The tests by name, and what comes out of one.

use skidpad_core::units;

use crate::manoeuvre::NoResult;

/// Unit of a test's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unit {
    /// s.
    Seconds,
    /// m.
    Metres,
    /// km/h.
    KilometresPerHour,
    /// g, standard gravity.
    Gravities,
    /// Degrees.
    Degrees,
    /// Degrees per g.
    DegreesPerGravity,
    /// %.
    Percent,
    /// 1/s.
    PerSecond,
    /// Hz.
    Hertz,
    /// A pure number.
    Ratio,
    /// Degrees times seconds.
    DegreeSeconds,
    /// Degrees per second.
    DegreesPerSecond,
    /// g per degree.
    GravitiesPerDegree,
}

impl Unit {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Seconds => "s",
            Self::Metres => "m",
            Self::KilometresPerHour => "km/h",
            Self::Gravities => "g",
            Self::Degrees => "deg",
            Self::DegreesPerGravity => "deg/g",
            Self::Percent => "%",
            Self::PerSecond => "1/s",
            Self::Hertz => "Hz",
            Self::Ratio => "-",
            Self::DegreeSeconds => "deg.s",
            Self::DegreesPerSecond => "deg/s",
            Self::GravitiesPerDegree => "g/deg",
        }
    }
}

/// A test of the road test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Test {
    /// 0 to 30 mph.
    To30Mph,
    /// 0 to 45 mph.
    To45Mph,
    /// 0 to 60 mph.
    To60Mph,
    /// 0 to 75 mph.
    To75Mph,
    /// 0 to 100 km/h.
    To100,
    /// 0 to 160 km/h.
    To160,
    /// 0 to 200 km/h.
    To200,
    /// The first 60 ft.
    SixtyFeet,
    /// A quarter of a mile.
    QuarterMile,
    /// The speed at its end.
    TrapSpeed,
    /// 1000 m.
    Kilometre,
    /// 80 to 120 km/h in the highest gear that holds both.
    InGear,
    /// Top speed.
    TopSpeed,
    /// The stop from 100 km/h.
    Braking100,
    /// The stop from 60 mph.
    Braking60,
    /// The stop from 70 mph.
    Braking70,
    /// From 120 to 40 km/h in neutral.
    CoastDown,
}

impl Test {
    /// All tests.
    pub const ALL: [Self; 17] = [
        Self::To30Mph,
        Self::To45Mph,
        Self::To60Mph,
        Self::To75Mph,
        Self::To100,
        Self::To160,
        Self::To200,
        Self::SixtyFeet,
        Self::QuarterMile,
        Self::TrapSpeed,
        Self::Kilometre,
        Self::InGear,
        Self::TopSpeed,
        Self::Braking100,
        Self::Braking60,
        Self::Braking70,
        Self::CoastDown,
    ];

    /// The name that commands and files use.
    pub fn name(self) -> &'static str {
        match self {
            Self::To30Mph => "0-30 mph",
            Self::To45Mph => "0-45 mph",
            Self::To60Mph => "0-60 mph",
            Self::To75Mph => "0-75 mph",
            Self::To100 => "0-100 km/h",
            Self::To160 => "0-160 km/h",
            Self::To200 => "0-200 km/h",
            Self::SixtyFeet => "60 ft",
            Self::QuarterMile => "quarter mile",
            Self::TrapSpeed => "quarter mile trap speed",
            Self::Kilometre => "1000 m",
            Self::InGear => "80-120 km/h",
            Self::TopSpeed => "top speed",
            Self::Braking100 => "braking 100-0 km/h",
            Self::Braking60 => "braking 60-0 mph",
            Self::Braking70 => "braking 70-0 mph",
            Self::CoastDown => "coast-down",
        }
    }

    /// The test of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|test| test.name() == name)
    }

    /// Meaning of the test's value, in a few words.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::To30Mph | Self::To45Mph | Self::To60Mph | Self::To75Mph => {
                "time from rest at full throttle"
            }
            Self::To100 | Self::To160 | Self::To200 => "time from rest at full throttle",
            Self::SixtyFeet => "time from rest over 60 ft",
            Self::QuarterMile => "time from rest over a quarter of a mile",
            Self::TrapSpeed => "speed at the end of the quarter mile",
            Self::Kilometre => "time from rest over 1000 m",
            Self::InGear => "time in the highest gear that covers both speeds, full throttle",
            Self::TopSpeed => "highest speed on level road",
            Self::Braking100 | Self::Braking60 | Self::Braking70 => "distance to a stop, full pedal",
            Self::CoastDown => "time from 120 to 40 km/h in neutral",
        }
    }

    /// The unit of its value.
    pub fn unit(self) -> Unit {
        match self {
            Self::TrapSpeed | Self::TopSpeed => Unit::KilometresPerHour,
            Self::Braking100 | Self::Braking60 | Self::Braking70 => Unit::Metres,
            _ => Unit::Seconds,
        }
    }

    /// The speed that a standing start is timed to, m/s.
    pub(super) fn target_speed_m_s(self) -> Option<f64> {
        match self {
            Self::To30Mph => Some(units::mph(30.0)),
            Self::To45Mph => Some(units::mph(45.0)),
            Self::To60Mph => Some(units::mph(60.0)),
            Self::To75Mph => Some(units::mph(75.0)),
            Self::To100 => Some(units::kmh(100.0)),
            Self::To160 => Some(units::kmh(160.0)),
            Self::To200 => Some(units::kmh(200.0)),
            _ => None,
        }
    }

    /// The distance that a standing start is timed over, m.
    pub(super) fn target_distance_m(self) -> Option<f64> {
        match self {
            Self::SixtyFeet => Some(units::feet(60.0)),
            Self::QuarterMile | Self::TrapSpeed => Some(units::miles(0.25)),
            Self::Kilometre => Some(1000.0),
            _ => None,
        }
    }
}

/// The result of a test, in its own unit; or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The value in the test's unit, or why there is none.
    pub value: Result<f64, NoResult>,
    /// Time that a 1-foot rollout takes off it, s; `None` where it takes nothing.
    pub rollout_s: Option<f64>,
}

impl Outcome {
    pub(super) fn from_value(value: f64) -> Self {
        Self { value: Ok(value), rollout_s: None }
    }
    pub(super) fn none(why: impl Into<NoResult>) -> Self {
        Self { value: Err(why.into()), rollout_s: None }
    }
}
