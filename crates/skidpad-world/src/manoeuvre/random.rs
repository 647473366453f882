//! Steering at random, after ISO 7401: gain, phase and coherence over frequency.

use core::f64::consts::PI;

use skidpad_core::math::Real;

use super::analysis;
use super::circle::start;
use super::no_result::NoResult;
use super::session::{Act, Feet, Subject};
use super::spectrum::{Transfer, transfer};
use crate::chance::chance;
use crate::telemetry::Recording;

/// Frequencies at which the response is computed, Hz.
pub const RANDOM_HZ: [f64; 17] =
    [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.3, 2.6, 3.0, 3.5];
/// Time before the measurement, s.
const SETTLE_S: f64 = 4.0;
/// Duration of the measurement, s: the 12 minutes of the standard.
const MEASURED_S: f64 = 720.0;
/// Number of samples of a segment: 41 s at 5 ms. The coherence that a segment of duration T loses by its ends is about the
/// square of 2 pi / sqrt(3) times the delay of the response over T: 0.0003 at 0.2 s.
const SEGMENT: usize = 8192;
/// Frequency above which the steering fades, Hz.
const CORNER_HZ: f64 = 3.0;
/// Steering at which it is cut off, over its root mean square.
const LARGEST: f64 = 2.5;
/// Seed of the random steering.
const SEED: u64 = 7401;

/// Results of random steering.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomSteer {
    /// Root mean square of the steering before it is cut off, rad at the front wheels.
    pub steer_rad: f64,
    /// Yaw rate over steering; gains in 1/s.
    pub yaw_rate: Vec<Transfer>,
    /// Lateral acceleration over steering; gains in m/s^2 per rad.
    pub lateral: Vec<Transfer>,
    /// The recording.
    pub recording: Recording,
}

impl RandomSteer {
    /// Smallest coherence of the yaw rate up to a frequency.
    pub fn least_coherence(&self, up_to_hz: f64) -> f64 {
        let within = self.yaw_rate.iter().filter(|at| at.frequency_hz <= up_to_hz);
        within.map(|at| at.coherence).fold(1.0, Real::min)
    }

    /// Response of the yaw rate at a frequency of [`RANDOM_HZ`]; `None` at any other.
    pub fn yaw_rate_at(&self, frequency_hz: f64) -> Option<&Transfer> {
        self.yaw_rate.iter().find(|at| at.frequency_hz == frequency_hz)
    }
}

/// Returns white noise after two equal low-pass filters, with a root mean square of 1, cut off at [`LARGEST`].
fn steering(count: usize, dt_s: f64) -> Vec<f64> {
    let omega = 2.0 * PI * CORNER_HZ * dt_s;
    let share = omega / (1.0 + omega);
    let (mut once, mut twice) = (0.0, 0.0);
    let mut values: Vec<f64> = (0..count)
        .map(|index| {
            once += share * (chance(SEED, index as u64) - once);
            twice += share * (once - twice);
            twice
        })
        .collect();
    let square = values.iter().map(|value| value * value).sum::<f64>() / count as f64;
    let size = Real::sqrt(square);
    for value in &mut values {
        *value = Real::clamp(*value / size, -LARGEST, LARGEST);
    }
    values
}

/// Steers at random at a constant speed, and computes the responses by Welch's averages.
///
/// # Errors
/// Why there is no result, in words.
pub fn random_steer(subject: &Subject, speed_m_s: f64, steer_rad: f64) -> Result<RandomSteer, NoResult> {
    let dt_s = subject.dt.seconds();
    let steps = |time_s: f64| (time_s / dt_s + 0.5) as usize;
    let (settle, all) = (steps(SETTLE_S), steps(SETTLE_S + MEASURED_S));
    let wheel: Vec<f64> = steering(all, dt_s).into_iter().map(|value| steer_rad * value).collect();
    let mut session = start(subject, speed_m_s, speed_m_s)?;
    let (mut yaw, mut lateral) = (Vec::with_capacity(all), Vec::with_capacity(all));
    for steer_rad in &wheel {
        // What is seen before the act belongs to the time at which the act begins.
        yaw.push(session.now().yaw_rate_rad_s);
        session.step(&Act { steer_rad: *steer_rad, feet: Feet::Speed(speed_m_s) })?;
        // Part of the acceleration follows the steering at once: half of an act later is the middle of both.
        let (began, ended) = (session.began(), *session.now());
        lateral.push(0.5 * (began.acceleration_y_m_s2 + ended.acceleration_y_m_s2));
    }
    let answer = |values: &[f64], later: f64| {
        let pair = (&wheel[settle..], &values[settle..]);
        let all = transfer(pair, dt_s, SEGMENT, &RANDOM_HZ).ok_or("the run was too short")?;
        Ok::<_, NoResult>(all.iter().map(|at| held(at, dt_s, later)).collect::<Vec<_>>())
    };
    Ok(RandomSteer {
        steer_rad,
        yaw_rate: answer(&yaw, 0.0)?,
        lateral: answer(&lateral, 0.5 * dt_s)?,
        recording: session.into_recording(),
    })
}

/// Corrects a response for steering that is held during each act: its sine lags by half of an act and is smaller by the
/// sinc of that. `later_s` is the time from the beginning of an act to the output's sample, s.
fn held(at: &Transfer, dt_s: f64, later_s: f64) -> Transfer {
    let half = PI * at.frequency_hz * dt_s;
    let turned = half - 2.0 * PI * at.frequency_hz * later_s;
    Transfer {
        gain: at.gain * half / Real::sin(half),
        phase_rad: analysis::wrapped(at.phase_rad + turned),
        ..*at
    }
}

#[cfg(test)]
mod tests {
    use super::{LARGEST, steering};

    #[test]
    fn the_steering_is_of_its_size_and_never_beyond_its_limit() {
        let values = steering(36_000, 0.005);
        let square = values.iter().map(|value| value * value).sum::<f64>() / 36_000.0;
        assert!((0.9..=1.0).contains(&square), "{square}");
        assert!(values.iter().all(|value| value.abs() <= LARGEST));
    }
}
