//! One period of a sine of the steering, after ISO 7401.

use core::f64::consts::PI;

use skidpad_core::math::Real;

use super::analysis;
use super::circle::start;
use super::no_result::NoResult;
use super::session::{Act, Feet, Subject};
use crate::telemetry::Recording;

/// Frequency of the sine, Hz: the standard's.
pub const SINE_HZ: f64 = 0.5;
/// Time before the sine, s.
const BEFORE_S: f64 = 1.0;
/// Time for which the car is observed after the sine, s.
const AFTER_S: f64 = 3.0;

/// Response of a quantity to the two half-waves of the steering.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfWaves {
    /// Time from the first peak of the steering to that of the quantity, s.
    pub first_lag_s: f64,
    /// Time from the second peak of the steering to that of the quantity, s.
    pub second_lag_s: f64,
    /// First peak of the quantity over the steering's amplitude.
    pub first_gain: f64,
    /// Second peak of the quantity over the steering's amplitude; positive.
    pub second_gain: f64,
}

/// Results of one period of a sine.
#[derive(Clone, Debug, PartialEq)]
pub struct OnePeriodSine {
    /// Amplitude of the steering, rad at the front wheels.
    pub steer_rad: f64,
    /// Yaw rate; gains in 1/s.
    pub yaw_rate: HalfWaves,
    /// Lateral acceleration; gains in m/s^2 per rad.
    pub lateral: HalfWaves,
    /// The recording; the sine begins at [`OnePeriodSine::AT_S`].
    pub recording: Recording,
}

impl OnePeriodSine {
    /// Time at which the sine begins, s.
    pub const AT_S: f64 = BEFORE_S;
}

/// Steers one period of a sine at a constant speed; to the left first where the amplitude is positive.
///
/// # Errors
/// Why there is no result, in words.
pub fn one_period_sine(
    subject: &Subject,
    speed_m_s: f64,
    steer_rad: f64,
    frequency_hz: f64,
) -> Result<OnePeriodSine, NoResult> {
    let period_s = 1.0 / frequency_hz;
    let mut session = start(subject, speed_m_s, speed_m_s)?;
    session.ends_spun(BEFORE_S);
    // The wheel is held between two acts: at the middle of each it stands where the sine is.
    let half_s = 0.5 * subject.dt.seconds();
    let (mut yaw, mut lateral) = (Vec::new(), Vec::new());
    while session.now().time_s < BEFORE_S + period_s + AFTER_S {
        let middle_s = session.now().time_s - BEFORE_S + half_s;
        let wave = steer_rad * Real::sin(2.0 * PI * frequency_hz * middle_s);
        let steer_rad = if middle_s >= 0.0 && middle_s < period_s { wave } else { 0.0 };
        session.step(&Act { steer_rad, feet: Feet::Speed(speed_m_s) })?;
        let (began, ended) = (session.began(), *session.now());
        yaw.push((middle_s, 0.5 * (began.yaw_rate_rad_s + ended.yaw_rate_rad_s)));
        lateral.push((middle_s, 0.5 * (began.acceleration_y_m_s2 + ended.acceleration_y_m_s2)));
    }
    let no_answer = "the car does not answer the steering";
    Ok(OnePeriodSine {
        steer_rad,
        yaw_rate: half_waves(&yaw, steer_rad, period_s).ok_or(no_answer)?,
        lateral: half_waves(&lateral, steer_rad, period_s).ok_or(no_answer)?,
        recording: session.into_recording(),
    })
}

/// Returns the lags and gains of the peaks to the side of the first half-wave and to the other side.
fn half_waves(values: &[(f64, f64)], steer_rad: f64, period_s: f64) -> Option<HalfWaves> {
    let over = |sign: f64| values.iter().map(|at| (at.0, sign * at.1 / steer_rad)).collect::<Vec<_>>();
    let (first, second) = (analysis::peak(&over(1.0))?, analysis::peak(&over(-1.0))?);
    (first.1 > 0.0 && second.1 > 0.0).then_some(HalfWaves {
        first_lag_s: first.0 - 0.25 * period_s,
        second_lag_s: second.0 - 0.75 * period_s,
        first_gain: first.1,
        second_gain: second.1,
    })
}
