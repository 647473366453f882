//! An ideal lap as text.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use skidpad_world::line_driver::{DrivingLine, LineError, LinePoint};

use super::{IdealLap, IdealPoint};

/// All numbers of an ideal lap.
#[derive(Serialize, Deserialize)]
pub(super) struct IdealText {
    points: Vec<IdealPoint>,
    is_closed: bool,
    time_s: f64,
    /// Numbers of each point of the driver's line, in the order of the fields.
    line: Vec<[f64; 9]>,
}

impl From<IdealLap> for IdealText {
    fn from(lap: IdealLap) -> Self {
        let line = lap.line.points().iter().map(numbers).collect();
        Self { points: lap.points, is_closed: lap.is_closed, time_s: lap.time_s, line }
    }
}

impl TryFrom<IdealText> for IdealLap {
    type Error = LineError;

    fn try_from(text: IdealText) -> Result<Self, LineError> {
        let line: Vec<_> = text.line.into_iter().map(point).collect();
        let line = Arc::new(DrivingLine::new(&line, text.is_closed)?);
        Ok(Self { points: text.points, is_closed: text.is_closed, time_s: text.time_s, line })
    }
}

fn numbers(point: &LinePoint) -> [f64; 9] {
    let LinePoint {
        position_m: [x, y],
        speed_m_s,
        along_m_s2,
        coasting_m_s2,
        full_m_s2,
        steer_rad,
        understeer_s2,
        sideslip_rate_1_m,
    } = *point;
    [x, y, speed_m_s, along_m_s2, coasting_m_s2, full_m_s2, steer_rad, understeer_s2, sideslip_rate_1_m]
}

fn point(numbers: [f64; 9]) -> LinePoint {
    let [x, y, speed_m_s, along_m_s2, coasting_m_s2, full_m_s2, steer_rad, understeer_s2, sideslip_rate_1_m] =
        numbers;
    LinePoint {
        position_m: [x, y],
        speed_m_s,
        along_m_s2,
        coasting_m_s2,
        full_m_s2,
        steer_rad,
        understeer_s2,
        sideslip_rate_1_m,
    }
}
