//! The standing start on Palmer's straight torque lines, in closed form.

use super::{Coefficients, PalmerCar, PalmerRoad, torque_line};
use crate::riccati::Riccati;
use crate::units;
use skidpad_core::math::Real;

/// Where a standing start ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprint {
    /// Time, s.
    pub time_s: f64,
    /// Distance, m.
    pub distance_m: f64,
    /// The gear that was in at the end, 1 for the first of the list.
    pub gear: usize,
}

/// From rest to a speed at full throttle through `gears`, shifting at `shift_rpm` without loss of
/// time, and in the last gear up to `shift_rpm` too; `None` where the speed is never reached.
///
/// Along one line of 8.17 in one gear the motion follows 8.21, whose solution is known
/// ([`Riccati`]); the pieces are joined at the speeds where the line or the gear changes. So
/// nothing is stepped, and the result is exact up to rounding: what a simulation of 8.20 with
/// live torque lines converges to.
///
/// `lines` is as [`BOXSTER_LINES`](super::BOXSTER_LINES): from rpm, N.m per rpm, N.m.
///
/// ```
/// use skidpad_texts::palmer::{BOXSTER, BOXSTER_GEARS, BOXSTER_LINES, PalmerRoad, sprint};
/// let road = PalmerRoad::LEVEL;
/// let run = sprint(&BOXSTER, &road, &BOXSTER_LINES, (&BOXSTER_GEARS, 7200.0), 100.0 / 3.6).unwrap();
/// assert_eq!((run.gear, (run.time_s * 100.0).round()), (2, 453.0));
/// ```
pub fn sprint(
    car: &PalmerCar<f64>,
    road: &PalmerRoad<f64>,
    lines: &[(f64, f64, f64)],
    (gears, shift_rpm): (&[f64], f64),
    to_m_s: f64,
) -> Option<Sprint> {
    let mut run = Sprint { time_s: 0.0, distance_m: 0.0, gear: 0 };
    let mut speed = 0.0;
    for (index, &ratio) in gears.iter().enumerate() {
        run.gear = index + 1;
        let speed_at = |rpm: f64| car.speed_at(units::rpm(rpm), ratio);
        for (row, &(from_rpm, slope, intercept)) in lines.iter().enumerate() {
            let line_ends = lines.get(row + 1).map_or(shift_rpm, |next| next.0);
            let until = Real::min(speed_at(Real::min(line_ends, shift_rpm)), to_m_s);
            if until <= speed {
                continue;
            }
            let line = torque_line(from_rpm, slope, intercept);
            let piece = Coefficients::new(car, ratio, line.slope_nm_s, line.intercept_nm, road);
            let piece = Riccati::new([piece.c1, piece.c2, piece.c3], speed);
            let time = piece.time_at(until).filter(|time| *time >= 0.0)?;
            run.time_s += time;
            run.distance_m += piece.distance(time)?;
            speed = until;
        }
        if speed >= to_m_s {
            return Some(run);
        }
    }
    None
}
