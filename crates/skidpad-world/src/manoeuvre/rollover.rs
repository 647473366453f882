//! Rollover and stability manoeuvres: slowly increasing steer, fishhook, sine with dwell.
//!
//! NHTSA's dynamic rollover test (Consumer Information; New Car Assessment Program; Rollover Resistance, 68 FR
//! 59250, 2003) and FMVSS 126 (49 CFR 571.126), with their figures. Both speak of the steering wheel; where a
//! rate at that wheel is given, it is divided by [`STEERING_RATIO`]; angles are multiples of one that the car
//! itself shows, and need no ratio.

use core::f64::consts::PI;

use skidpad_core::math::Real;
use skidpad_core::units;

use super::analysis;
use super::circle::start;
use super::no_result::NoResult;
use super::session::{Act, Feet, STEERING_RATIO, Subject};
use crate::telemetry::Recording;

/// Speed of the slowly increasing steer, and of the sine with dwell, m/s: 80 km/h (50 mph in the fishhook).
pub const UPSET_SPEED_M_S: f64 = units::kmh(80.0);
/// Speed of the fishhook's last run, m/s.
pub const FISHHOOK_SPEED_M_S: f64 = units::mph(50.0);
/// Lateral acceleration whose steering angle is the reference of all amplitudes, g.
const MEASURE_G: f64 = 0.3;
/// Lateral accelerations between which the line is fitted: FMVSS 126, S7.6.1, g.
const FITTED_G: (f64, f64) = (0.1, 0.375);
/// Rate of the slowly increasing steer at the steering wheel, rad/s: 13.5 degrees a second.
const SLOW_RAD_S: f64 = units::degrees(13.5);
/// Rate of the fishhook at the steering wheel, rad/s: 720 degrees a second.
const QUICK_RAD_S: f64 = units::degrees(720.0);
/// Amplitude of the fishhook, over the steering angle at 0.3 g.
const FISHHOOK: f64 = 6.5;

/// Returns the steering angle at 0.3 g, rad at the front wheels, from a steering ramp at a constant speed.
///
/// # Errors
/// Why there is no result, in words.
pub fn slowly_increasing_steer(subject: &Subject, speed_m_s: f64) -> Result<f64, NoResult> {
    let g = units::STANDARD_GRAVITY_M_S2;
    let mut session = start(subject, speed_m_s, speed_m_s)?;
    let mut seen = Vec::new();
    let end = session.drive(30.0, &mut |now| {
        let lateral = now.acceleration_y_m_s2 / g;
        seen.push((lateral, now.front_steer_rad));
        let steer_rad = SLOW_RAD_S / STEERING_RATIO * now.time_s;
        let goes_on = lateral <= FITTED_G.1 && steer_rad < subject.largest_steer_rad;
        goes_on.then_some(Act { steer_rad, feet: Feet::Speed(speed_m_s) })
    });
    end?;
    if seen.last().is_none_or(|at| at.0 < MEASURE_G) {
        return Err(format!("the car does not reach {MEASURE_G} g").into());
    }
    seen.retain(|at| at.0 >= FITTED_G.0 && at.0 <= FITTED_G.1);
    let line = analysis::line(&seen).ok_or("the car does not answer the steering")?;
    Ok(line.at_zero + line.slope * MEASURE_G)
}

/// Results of a fishhook.
#[derive(Clone, Debug, PartialEq)]
pub struct Fishhook {
    /// Amplitude of the steering, rad at the front wheels.
    pub steer_rad: f64,
    /// Largest lateral acceleration from the reversal on, m/s^2; its magnitude.
    pub lateral_m_s2: f64,
    /// Largest sideslip, rad; its magnitude.
    pub sideslip_rad: f64,
    /// Spin of the car, if it spun.
    pub spin: Option<NoResult>,
    /// Smallest load of the two wheels of one side together, over their load at the start; 0 where both lift. `None` where
    /// the model has no single wheels.
    pub side_load_share: Option<f64>,
    /// The recording.
    pub recording: Recording,
}

/// Phase of the fishhook.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// First turn, until its angle is reached (at `reached_s`) and the body has rolled.
    First { reached_s: Option<f64> },
    /// Reversal, from its beginning at `from_s`.
    Second { from_s: f64 },
}

/// Drives a fishhook: steers to the left by 6.5 times the steering angle at 0.3 g until the body has rolled (its roll rate
/// has fallen to 1.5 degrees a second; without a roll rate: for 0.25 s), then as far to the right, and holds that for
/// three seconds. The throttle is released when the steering begins.
///
/// # Errors
/// Why there is no result, in words.
pub fn fishhook(subject: &Subject, speed_m_s: f64) -> Result<Fishhook, NoResult> {
    const BEFORE_S: f64 = 1.0;
    const HELD_S: f64 = 3.0;
    const DWELL_S: f64 = 0.25;
    const ROLLED_RAD_S: f64 = units::degrees(1.5);
    let measure = slowly_increasing_steer(subject, Real::min(speed_m_s, UPSET_SPEED_M_S))?;
    let amplitude = Real::min(FISHHOOK * measure, subject.largest_steer_rad);
    let rate = QUICK_RAD_S / STEERING_RATIO;
    let mut session = start(subject, speed_m_s, speed_m_s)?;
    session.may_spin();
    let mut spin = None;
    let (mut steer, mut phase) = (0.0, Phase::First { reached_s: None });
    let (mut lateral_m_s2, mut sideslip_rad, mut least) = (0.0, 0.0, f64::INFINITY);
    let at_rest = sides(session.wheel_loads_n());
    let change = rate * subject.dt.seconds();
    loop {
        let now = *session.now();
        let begun = now.time_s >= BEFORE_S - 0.5 * subject.dt.seconds();
        let feet = if begun { Feet::Off } else { Feet::Speed(speed_m_s) };
        let target = match phase {
            Phase::First { .. } if !begun => 0.0,
            Phase::First { .. } => amplitude,
            Phase::Second { .. } => -amplitude,
        };
        steer += Real::clamp(target - steer, -change, change);
        if let (Phase::First { reached_s: None }, true) = (phase, begun && steer == amplitude) {
            phase = Phase::First { reached_s: Some(now.time_s) };
        }
        if let Phase::First { reached_s: Some(reached_s) } = phase {
            let has_rolled = session.roll_rate_rad_s().map_or(now.time_s >= reached_s + DWELL_S, |roll| {
                Real::abs(roll) <= ROLLED_RAD_S && now.time_s > reached_s
            });
            phase = if has_rolled { Phase::Second { from_s: now.time_s } } else { phase };
        }
        session.step(&Act { steer_rad: steer, feet })?;
        spin = spin.or_else(|| NoResult::spin(session.now(), BEFORE_S));
        sideslip_rad = Real::max(sideslip_rad, Real::abs(session.now().sideslip_rad));
        if let (Some(rest), Some(loads)) = (at_rest, sides(session.wheel_loads_n())) {
            least = Real::min(least, Real::min(loads[0] / rest[0], loads[1] / rest[1]));
        }
        let Phase::Second { from_s } = phase else {
            if now.time_s > BEFORE_S + 5.0 {
                return Err("the body does not stop rolling".into());
            }
            continue;
        };
        lateral_m_s2 = Real::max(lateral_m_s2, Real::abs(session.now().acceleration_y_m_s2));
        if now.time_s > from_s + 2.0 * amplitude / rate + HELD_S || now.speed_m_s() < 1.0 {
            break;
        }
    }
    let side_load_share = at_rest.map(|_| least);
    let recording = session.into_recording();
    Ok(Fishhook { steer_rad: amplitude, lateral_m_s2, sideslip_rad, spin, side_load_share, recording })
}

/// Sum of the loads of the left wheels, and of the right wheels, N.
fn sides(loads: Option<[f64; 4]>) -> Option<[f64; 2]> {
    loads.map(|[front_left, front_right, rear_left, rear_right]| {
        [front_left + rear_left, front_right + rear_right]
    })
}

/// Worst results of the runs of a sine with dwell. FMVSS 126, S5.2, allows ratios of at most 0.35 and 0.20, and requires a
/// displacement of 1.83 m (1.52 m over 3500 kg).
#[derive(Clone, Debug, PartialEq)]
pub struct SineWithDwell {
    /// Yaw rate 1 s after the end of the steering, over its peak after the reversal: the largest of all runs.
    pub after_1_s: f64,
    /// Yaw rate 1.75 s after the end of the steering, over its peak after the reversal: the largest of all runs.
    pub after_1_75_s: f64,
    /// Smallest lateral displacement 1.07 s after the steering began, m, of the runs from 5 times the angle at 0.3 g on.
    pub aside_m: f64,
    /// Amplitude of the run that was worst after 1 s, over the steering angle at 0.3 g.
    pub worst: f64,
    /// Spin of the car in the run that was worst after 1 s, if it spun.
    pub spin: Option<NoResult>,
    /// Recording of the run that was worst after 1 s; the sine begins at [`SineWithDwell::AT_S`].
    pub recording: Recording,
}

impl SineWithDwell {
    /// Time at which the sine begins, s.
    pub const AT_S: f64 = 1.0;
    /// Frequency of the sine, Hz.
    const HZ: f64 = 0.7;
    /// Time for which the second peak is held, s.
    const DWELL_S: f64 = 0.5;
    /// Amplitudes over the steering angle at 0.3 g: the first, the last, and the step between two.
    const SERIES: (f64, f64, f64) = (1.5, 6.5, 0.5);
    /// Amplitude from which on the displacement counts, over the steering angle at 0.3 g.
    const RESPONSIVE: f64 = 5.0;

    /// Steering over its amplitude at a time after it began; 0 before the beginning and after the end.
    fn steering(time_s: f64) -> f64 {
        let period_s = 1.0 / Self::HZ;
        let held_from_s = 0.75 * period_s;
        let wave = |time_s: f64| Real::sin(2.0 * PI * Self::HZ * time_s);
        if time_s < 0.0 || time_s >= period_s + Self::DWELL_S {
            0.0
        } else if time_s < held_from_s {
            wave(time_s)
        } else if time_s < held_from_s + Self::DWELL_S {
            -1.0
        } else {
            wave(time_s - Self::DWELL_S)
        }
    }
}

/// Drives one run. Returns the two ratios and the displacement, m; the spin, if the car spun; and the recording.
fn dwell_run(
    subject: &Subject,
    amplitude_rad: f64,
) -> Result<([f64; 3], Option<NoResult>, Recording), NoResult> {
    let begin_s = SineWithDwell::AT_S;
    let (half_s, reversed_s) = (0.5 * subject.dt.seconds(), 0.5 / SineWithDwell::HZ);
    let end_s = 1.0 / SineWithDwell::HZ + SineWithDwell::DWELL_S;
    let mut session = start(subject, UPSET_SPEED_M_S, UPSET_SPEED_M_S)?;
    session.may_spin();
    let (mut yaw, mut aside, mut spin) = (Vec::new(), Vec::new(), None);
    let end = session.drive(begin_s + end_s + 2.0, &mut |now| {
        let time_s = now.time_s - begin_s;
        yaw.push((time_s, -now.yaw_rate_rad_s));
        aside.push((time_s, now.y_m));
        spin = spin.take().or_else(|| NoResult::spin(now, begin_s));
        let feet = if time_s < -half_s { Feet::Speed(UPSET_SPEED_M_S) } else { Feet::Off };
        Some(Act { steer_rad: amplitude_rad * SineWithDwell::steering(time_s + half_s), feet })
    });
    end?;
    let reversed: Vec<(f64, f64)> = yaw.iter().copied().filter(|at| at.0 > reversed_s).collect();
    let (_, largest) = analysis::peak(&reversed).ok_or("nothing was recorded")?;
    if largest <= 0.0 {
        return Err("the car does not respond to the reversal".into());
    }
    let at = |values: &[(f64, f64)], time_s: f64| {
        values.iter().find(|at| at.0 >= time_s - half_s).map(|at| at.1).ok_or("the run was too short")
    };
    let results = [at(&yaw, end_s + 1.0)? / largest, at(&yaw, end_s + 1.75)? / largest, at(&aside, 1.07)?];
    Ok((results, spin, session.into_recording()))
}

/// Drives the sine with dwell of FMVSS 126 at 80 km/h, with amplitudes of 1.5 to 6.5 times the steering angle at 0.3 g.
///
/// # Errors
/// Why there is no result, in words.
pub fn sine_with_dwell(subject: &Subject) -> Result<SineWithDwell, NoResult> {
    let measure = slowly_increasing_steer(subject, UPSET_SPEED_M_S)?;
    let (first, last, step) = SineWithDwell::SERIES;
    let mut worst: Option<SineWithDwell> = None;
    let (mut later, mut aside_m) = (f64::NEG_INFINITY, f64::INFINITY);
    for run in 0..=((last - first) / step + 0.5) as u32 {
        let factor = first + step * f64::from(run);
        let ([after_1_s, after_1_75_s, aside], spin, recording) = dwell_run(subject, factor * measure)?;
        later = Real::max(later, after_1_75_s);
        aside_m = if factor >= SineWithDwell::RESPONSIVE { Real::min(aside_m, aside) } else { aside_m };
        if worst.as_ref().is_none_or(|worst| after_1_s > worst.after_1_s) {
            worst = Some(SineWithDwell { after_1_s, after_1_75_s, aside_m, worst: factor, spin, recording });
        }
    }
    let worst = worst.ok_or("there was no run")?;
    Ok(SineWithDwell { after_1_75_s: later, aside_m, ..worst })
}

#[cfg(test)]
mod tests {
    use super::SineWithDwell;

    /// The steering is continuous, holds its second peak for half a second, and ends at 0.
    #[test]
    fn the_sine_dwells() {
        let at = SineWithDwell::steering;
        let mut before = 0.0;
        for index in 0..30_000 {
            let time_s = f64::from(index) * 1e-4;
            assert!((at(time_s) - before).abs() < 6e-4, "{time_s}");
            before = at(time_s);
        }
        let quarter = 0.25 / 0.7;
        assert!((at(quarter) - 1.0).abs() < 1e-9);
        for dwell in [0.0, 0.1, 0.49] {
            assert!((at(3.0 * quarter + dwell) + 1.0).abs() < 1e-9);
        }
        assert_eq!(at(4.0 * quarter + 0.5), 0.0);
        assert!((at(4.0 * quarter + 0.499)).abs() < 0.01);
    }
}
