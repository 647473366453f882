//! Motion of a car beside its driver's line.

use skidpad_core::math::{Direction, Real};

use super::line::{DrivingLine, OnLinePoint};
use crate::contact::Motion;
use crate::track::TrackPosition;

/// The driver looks ahead by this time, s: brakes and engine answer late.
const AHEAD_S: f64 = 0.08;

/// Motion of a car beside a line, and the line where the car is and a little ahead.
pub(super) struct Sight {
    /// Velocity in the car's axes, m/s.
    pub forward_m_s: f64,
    pub leftward_m_s: f64,
    pub speed_m_s: f64,
    pub yaw_rate_rad_s: f64,
    /// Offset from the line and its change, positive to the left.
    pub offset_m: f64,
    pub across_m_s: f64,
    pub here: OnLinePoint,
    pub ahead: OnLinePoint,
}

impl Sight {
    pub fn new(line: &DrivingLine, motion: &Motion, place: &TrackPosition) -> Self {
        let own = motion.velocity_m_s.to_child(Direction::at_angle(motion.yaw_rad));
        let speed_m_s = Real::hypot(own.x, own.y);
        let here = line.at(place.distance_m);
        Self {
            forward_m_s: own.x,
            leftward_m_s: own.y,
            speed_m_s,
            yaw_rate_rad_s: motion.yaw_rate_rad_s,
            offset_m: place.lateral_offset_m,
            across_m_s: motion.velocity_m_s.to_child(Direction::at_angle(here.heading_rad)).y,
            here,
            ahead: line.at(place.distance_m + speed_m_s * AHEAD_S),
        }
    }
}
