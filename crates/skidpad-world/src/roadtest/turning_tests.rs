//! The manoeuvres of the road test by name, and their results.

use super::test::Unit;
use super::turning::TurningConditions;
use crate::models::ModelInfo;

/// A manoeuvre of the road test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Manoeuvre {
    /// The circle of 200 ft, faster and faster.
    Skidpad,
    /// A step of the steering.
    StepSteer,
    /// Steering that slowly rises.
    RampSteer,
    /// Sines of the steering from 0.2 to 4 Hz.
    SineSweep,
    /// Seven cones, 600 ft.
    Slalom,
    /// The throttle released in a turn.
    LiftOff,
    /// The handbrake pulled.
    HandbrakeTurn,
    /// The brake pressed in a turn.
    BrakingInATurn,
    /// The throttle opened in a turn.
    PowerOn,
    /// A steering angle that is kept, faster and faster.
    ConstantSteer,
    /// One period of a sine of the steering.
    OnePeriodSine,
    /// Steering at random.
    RandomSteer,
    /// The double lane change of ISO 3888-1.
    DoubleLaneChange,
    /// The obstacle avoidance of ISO 3888-2.
    MooseTest,
    /// NHTSA's fishhook.
    Fishhook,
    /// The sine with dwell of FMVSS 126.
    SineWithDwell,
    /// A steady drift.
    DriftHold,
    /// Full brake on a dry road.
    AbsStopDry,
    /// Full brake on a wet road.
    AbsStopWet,
    /// Full brake with one side on a slippery road.
    SplitMuBraking,
    /// Parked on a slope of 30 %.
    SlopeHold,
    /// The largest lateral acceleration for each longitudinal one.
    Envelope,
}

/// A named result of a manoeuvre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurningTest {
    /// Its name; results beside the first go by the manoeuvre's name, a colon, and their own.
    pub name: &'static str,
    /// The manoeuvre.
    pub manoeuvre: Manoeuvre,
    /// The unit of its value.
    pub unit: Unit,
    /// What it is.
    pub meaning: &'static str,
}

macro_rules! turning_tests {
    ($($manoeuvre:ident { $($name:literal $unit:ident $meaning:literal;)* })*) => {
        /// All results, in the order in which they are shown.
        pub const ALL: &'static [Self] = &[$($(Self {
            name: $name, manoeuvre: Manoeuvre::$manoeuvre, unit: Unit::$unit, meaning: $meaning,
        },)*)*];
    };
}

impl TurningTest {
    turning_tests! {
        Skidpad {
            "skidpad" Gravities "largest lateral acceleration, held for a second on a circle of 200 ft";
            "skidpad: understeer gradient" DegreesPerGravity "steering beyond the kinematic per lateral acceleration, 0.1 to 0.4 g, on this circle at 20 to 40 km/h";
            "skidpad: sideslip gradient" DegreesPerGravity "how fast the sideslip falls with the lateral acceleration, 0.1 to 0.4 g";
        }
        StepSteer {
            "step steer" Seconds "from the step to 90 % of the steady yaw rate; steady at 4 m/s^2";
            "step steer: peak time" Seconds "from the step to the largest yaw rate";
            "step steer: overshoot" Percent "largest yaw rate beyond the steady one";
            "step steer: yaw-rate gain" PerSecond "steady yaw rate over steering angle";
            "step steer: sideslip" Degrees "steady sideslip; negative where the nose points into the turn";
            "step steer: lateral response" Seconds "from the step to 90 % of the steady lateral acceleration";
            "step steer: TB factor" DegreeSeconds "time to the largest yaw rate times the steady sideslip";
        }
        RampSteer {
            "ramp steer" Gravities "largest lateral acceleration at the speed that is kept";
            "ramp steer: understeer gradient" DegreesPerGravity "at the speed that is kept: the skidpad's and what air resistance and a locking differential add";
            "ramp steer: characteristic speed" KilometresPerHour "speed of the largest yaw-rate gain of an understeering car, from that gradient";
            "ramp steer: sideslip gradient" DegreesPerGravity "at the speed that is kept";
        }
        SineSweep {
            "sine sweep" Hertz "frequency at which the yaw-rate gain has fallen by 3 dB";
            "sine sweep: phase at 1 Hz" Degrees "phase of the yaw rate against the steering";
        }
        Slalom {
            "slalom" KilometresPerHour "fastest mean speed past seven cones 100 ft apart, as Motor Trend times it, stability control off";
            "slalom: lateral acceleration" Gravities "largest between the first cone and the last";
        }
        LiftOff {
            "lift-off" Ratio "yaw rate 1 s after the throttle is released at 0.4 g, over that of the circle at that speed";
            "lift-off: sideslip" Degrees "largest change of the sideslip";
            "lift-off: sideslip after 1 s" Degrees "change of the sideslip; negative where the nose turns further in";
        }
        HandbrakeTurn {
            "handbrake turn" Degrees "change of heading until the car is at rest, from 50 km/h";
            "handbrake turn: quarter turn" Seconds "from the pull to a quarter turn";
        }
        BrakingInATurn {
            "braking in a turn" Ratio "yaw rate 1 s after the brake is pressed at 0.4 g, over that of the circle at that speed";
            "braking in a turn: sideslip" Degrees "largest change of the sideslip";
            "braking in a turn: sideslip after 1 s" Degrees "change of the sideslip; negative where the nose turns further in";
        }
        PowerOn {
            "power-on" Ratio "yaw rate 1 s after full throttle at 0.4 g, over that of the circle at that speed";
            "power-on: sideslip" Degrees "largest change of the sideslip";
            "power-on: sideslip after 1 s" Degrees "change of the sideslip; negative where the nose turns further in";
        }
        ConstantSteer {
            "constant steer" Gravities "largest lateral acceleration at a steering angle that is kept, ISO 4138";
            "constant steer: understeer gradient" DegreesPerGravity "from the curvature of the path, which begins at 50 m radius, 25 to 50 km/h";
            "constant steer: sideslip gradient" DegreesPerGravity "as on the skidpad, at the angle that is kept";
        }
        OnePeriodSine {
            "one-period sine" Seconds "lag of the lateral acceleration's first peak, 0.5 Hz, ISO 7401";
            "one-period sine: second lag" Seconds "lag of its second peak";
            "one-period sine: yaw-rate lag" Seconds "lag of the yaw rate's first peak";
            "one-period sine: second yaw-rate lag" Seconds "lag of its second peak";
            "one-period sine: yaw-rate gain" PerSecond "its first peak over the steering's amplitude";
            "one-period sine: lateral gain" GravitiesPerDegree "the lateral acceleration's first peak over that amplitude";
        }
        RandomSteer {
            "random steer" Hertz "frequency at which the yaw-rate gain has fallen by 3 dB, ISO 7401, 12 minutes";
            "random steer: gain at 1 Hz" PerSecond "yaw rate over steering";
            "random steer: phase at 1 Hz" Degrees "phase of the yaw rate against the steering";
            "random steer: lateral phase at 1 Hz" Degrees "phase of the lateral acceleration against the steering";
            "random steer: coherence" Ratio "least of yaw rate and steering up to 2 Hz; 1: all of it follows the steering";
        }
        DoubleLaneChange {
            "double lane change" KilometresPerHour "fastest without a fallen cone, ISO 3888-1";
            "double lane change: room at 80 km/h" Metres "between body and cones where it is least, at the standard's speed";
        }
        MooseTest {
            "moose test" KilometresPerHour "fastest entry without a fallen cone, at the end of the first lane, ISO 3888-2";
            "moose test: exit speed" KilometresPerHour "speed at the end of the course, the throttle released since its beginning";
            "moose test: lateral acceleration" Gravities "largest on the way";
        }
        Fishhook {
            "fishhook" Gravities "largest lateral acceleration after the reversal, from 50 mph, NHTSA NCAP";
            "fishhook: sideslip" Degrees "largest";
            "fishhook: load of a side" Percent "least load of the wheels of one side over that at rest; 0: both lift";
        }
        SineWithDwell {
            "sine with dwell" Percent "yaw rate 1 s after the steering over its largest, FMVSS 126: at most 35";
            "sine with dwell: after 1.75 s" Percent "the same 1.75 s after: at most 20";
            "sine with dwell: displacement" Metres "1.07 s after the steering began: at least 1.83 up to 3500 kg";
        }
        DriftHold {
            "drift hold" Degrees "sideslip that is held with opposite lock and throttle";
            "drift hold: wander" Degrees "how far it is from its mean at most, over 5 s";
            "drift hold: radius" Metres "of the circle that is drifted";
            "drift hold: opposite lock" Degrees "mean steering angle against the turn";
        }
        AbsStopDry {
            "ABS stop dry" Metres "full pedal from 100 km/h, ISO 21994: with an anti-lock system `braking 100-0 km/h`; without one wheels lock";
            "ABS stop dry: deceleration" Gravities "mean fully developed, from 80 to 10 km/h";
            "ABS stop dry: locked" Percent "share of the time above 15 km/h in which a wheel is locked";
        }
        AbsStopWet {
            "ABS stop wet" Metres "the same on a wet road, of 0.75 of the grip";
            "ABS stop wet: deceleration" Gravities "mean fully developed, from 80 to 10 km/h";
            "ABS stop wet: locked" Percent "share of the time above 15 km/h in which a wheel is locked";
        }
        SplitMuBraking {
            "split-mu braking" Metres "full pedal from 100 km/h, right wheels at 0.3 of the grip; the driver adapts his steering until each wheel keeps its side";
            "split-mu braking: deceleration" Gravities "mean fully developed, from 80 to 10 km/h";
            "split-mu braking: steering" Degrees "largest angle of the steering wheel in the first 2 s; UN R13-H allows 120";
            "split-mu braking: steering in all" Degrees "largest angle of the steering wheel; UN R13-H allows 240";
            "split-mu braking: yaw rate" DegreesPerSecond "largest in the first second";
            "split-mu braking: lateral offset" Metres "largest distance of the centre of mass from its line";
        }
        SlopeHold {
            "slope hold" Metres "how far a parked car moves in 10 minutes on 30 %, uphill or across, from 5 s on";
            "slope hold: uphill" Metres "with the nose uphill";
            "slope hold: across" Metres "with the slope across";
        }
        Envelope {
            "g-g-v envelope" Gravities "largest lateral acceleration at 100 km/h, or the nearest speed that the car reaches";
            "g-g-v envelope: braking" Gravities "hardest braking straight ahead at that speed";
            "g-g-v envelope: drive" Gravities "strongest acceleration straight ahead at that speed";
            "g-g-v envelope: trail braking" Gravities "largest lateral acceleration at half of that braking";
        }
    }

    /// The result of a name.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|test| test.name == name)
    }

    /// The results of a manoeuvre.
    pub fn with_manoeuvre(manoeuvre: Manoeuvre) -> impl Iterator<Item = &'static Self> {
        Self::ALL.iter().filter(move |test| test.manoeuvre == manoeuvre)
    }

    /// Whether the result is, below the limit, that of the axles' cornering stiffnesses.
    pub fn depends_on_cornering_stiffness(&self) -> bool {
        let is_linear = matches!(
            self.manoeuvre,
            Manoeuvre::StepSteer | Manoeuvre::SineSweep | Manoeuvre::OnePeriodSine | Manoeuvre::RandomSteer
        );
        is_linear || ["gradient", "characteristic speed"].iter().any(|name| self.name.ends_with(name))
    }

    /// Whether it is its manoeuvre's first, whose name is the manoeuvre's.
    pub fn is_first(&self) -> bool {
        !self.name.contains(':')
    }
}

impl Manoeuvre {
    /// All manoeuvres.
    pub const ALL: [Self; 22] = [
        Self::Skidpad,
        Self::StepSteer,
        Self::RampSteer,
        Self::SineSweep,
        Self::Slalom,
        Self::LiftOff,
        Self::HandbrakeTurn,
        Self::BrakingInATurn,
        Self::PowerOn,
        Self::ConstantSteer,
        Self::OnePeriodSine,
        Self::RandomSteer,
        Self::DoubleLaneChange,
        Self::MooseTest,
        Self::Fishhook,
        Self::SineWithDwell,
        Self::DriftHold,
        Self::AbsStopDry,
        Self::AbsStopWet,
        Self::SplitMuBraking,
        Self::SlopeHold,
        Self::Envelope,
    ];

    /// Whether a model can drive it.
    pub fn is_for(self, model: &ModelInfo) -> bool {
        let has_road = match self {
            Self::SplitMuBraking => model.has_wheel_roads(),
            Self::SlopeHold | Self::Envelope => model.abilities.slope,
            _ => true,
        };
        has_road && TurningConditions::is_able(model)
    }
}
