//! Quasi-steady laps, and reasons for which there is none.

use core::fmt;

use crate::envelope::Limit;

/// State of the car at a point of the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Distance along the path, m.
    pub distance_m: f64,
    /// Time since the start, s.
    pub time_s: f64,
    /// Speed along the road, m/s.
    pub speed_m_s: f64,
    /// Longitudinal acceleration, m/s^2.
    pub along_m_s2: f64,
    /// Lateral acceleration, positive to the left, m/s^2.
    pub lateral_m_s2: f64,
    /// Mean steering angle of the front wheels, positive to the left, rad; `None` of a car without steering.
    pub steer_rad: Option<f64>,
    /// Share of the throttle, 0 to 1.
    pub throttle: f64,
    /// Share of the hardest braking, 0 to 1.
    pub brake: f64,
    /// Gear, from 1.
    pub gear: usize,
    /// Cause that limits the car.
    pub limit: Limit,
}

/// A quasi-steady lap.
#[derive(Clone, Debug, PartialEq)]
pub struct QssLap {
    /// Time of the lap, s.
    pub time_s: f64,
    /// Length of the path, m.
    pub length_m: f64,
    /// Speed at the end of the path, m/s.
    pub end_m_s: f64,
    /// False where a flying lap does not begin at the speed at which it ends: the car was still changing its speed from lap to lap.
    pub converged: bool,
    /// The car at each point of the path.
    pub samples: Vec<Sample>,
    /// Fastest speed of the corner at each point, less the driver's margin, m/s: that of the car is never above it.
    pub corners_m_s: Vec<f64>,
    /// Share of the step from each point in which a change up interrupts the drive, 0 to 1.
    pub interrupted: Vec<f64>,
}

impl QssLap {
    /// Time at a distance along the path, interpolated at constant acceleration between samples, s. The end of a closed path is
    /// the lap's time.
    pub fn time_at_s(&self, distance_m: f64) -> f64 {
        let next = self.samples.partition_point(|sample| sample.distance_m <= distance_m);
        let Some(from) = next.checked_sub(1).map(|place| &self.samples[place]) else { return 0.0 };
        let end = (self.length_m, self.end_m_s, self.time_s);
        let to = self.samples.get(next).map_or(end, |to| (to.distance_m, to.speed_m_s, to.time_s));
        let (to_m, to_m_s, to_s) = to;
        if distance_m >= to_m || to_m <= from.distance_m {
            return to_s;
        }
        let share = (distance_m - from.distance_m) / (to_m - from.distance_m);
        let square = |speed_m_s: f64| speed_m_s * speed_m_s;
        let here = (square(from.speed_m_s) + share * (square(to_m_s) - square(from.speed_m_s))).sqrt();
        let sum = from.speed_m_s + here;
        if sum == 0.0 {
            return from.time_s;
        }
        from.time_s + (to_s - from.time_s) * share * (from.speed_m_s + to_m_s) / sum
    }
}

/// Reason for which there is no lap.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum QssError {
    /// A place at which the car holds no speed: too steep, banked too much, or without grip.
    NoSpeed {
        /// Distance of the place along the path, m.
        distance_m: f64,
    },
    /// A place at which the path bends more than the car's turning circle.
    TooSharp {
        /// Distance of the place along the path, m.
        distance_m: f64,
        /// Radius of the path there, m.
        radius_m: f64,
        /// The least radius that the car can follow, m.
        least_m: f64,
    },
    /// A place at which the car stops: its drive is too weak for the slope.
    Stops {
        /// Distance of the place along the path, m.
        distance_m: f64,
    },
}

impl fmt::Display for QssError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSpeed { distance_m } => write!(
                f,
                "at {distance_m:.0} m the tyres hold the car at no speed (the road is too steep, banked too much, or too slippery)"
            ),
            Self::TooSharp { distance_m, radius_m, least_m } => write!(
                f,
                "at {distance_m:.0} m the line bends with a radius of {radius_m:.2} m: must be {least_m:.2} m or more, the car's turning circle at full lock"
            ),
            Self::Stops { distance_m } => {
                write!(f, "at {distance_m:.0} m the car stops: its drive is too weak for the road there")
            }
        }
    }
}

impl core::error::Error for QssError {}
