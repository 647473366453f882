//! Responses of a car to steering at a constant speed: step and sine, after ISO 7401.

use core::f64::consts::PI;

use skidpad_core::math::Real;

use super::analysis::{self, StepAnswer};
use super::circle::{points, start};
use super::no_result::NoResult;
use super::session::{Act, Feet, Subject};
use super::turning::Turning;
use crate::telemetry::Recording;

/// Time before the step, s.
const BEFORE_S: f64 = 1.0;
/// Time for which the step is held, s.
const HELD_S: f64 = 5.0;
/// Steady-state lateral acceleration that a step is to reach, m/s^2; at most half of the tyres' limit.
const STEP_M_S2: f64 = 4.0;

/// Results of a step steer.
#[derive(Clone, Debug, PartialEq)]
pub struct StepSteer {
    /// The step, rad at the front wheels.
    pub steer_rad: f64,
    /// Response of the yaw rate; its steady-state value in rad/s.
    pub yaw_rate: StepAnswer,
    /// Response of the lateral acceleration; its steady-state value in m/s^2.
    pub lateral: StepAnswer,
    /// Steady-state sideslip, rad.
    pub sideslip_rad: f64,
    /// The recording; the step comes at [`StepSteer::AT_S`].
    pub recording: Recording,
}

impl StepSteer {
    /// Time at which the step comes, s.
    pub const AT_S: f64 = BEFORE_S;

    /// Factor TB of ISO 7401, rad s: time to the largest yaw rate times the steady-state sideslip; its magnitude.
    pub fn tb_rad_s(&self) -> f64 {
        Real::abs(self.yaw_rate.peak_s * self.sideslip_rad)
    }

    /// Steady-state yaw rate over steering angle, 1/s.
    pub fn yaw_rate_gain_1_s(&self) -> f64 {
        self.yaw_rate.steady / self.steer_rad
    }
}

/// Steers a step at a constant speed. The step is immediate, where a driver takes some 0.1 s.
///
/// # Errors
/// Why there is no result, in words.
pub fn step_steer(subject: &Subject, speed_m_s: f64, steer_rad: f64) -> Result<StepSteer, NoResult> {
    let mut session = start(subject, speed_m_s, speed_m_s)?;
    session.ends_spun(BEFORE_S);
    let end = session.drive(BEFORE_S + HELD_S, &mut |now| {
        // The time of a step is a sum of many steps: half a step early is not before.
        let is_held = now.time_s >= BEFORE_S - 0.5 * subject.dt.seconds();
        Some(Act { steer_rad: if is_held { steer_rad } else { 0.0 }, feet: Feet::Speed(speed_m_s) })
    });
    end?;
    let recording = session.into_recording();
    let after = |pick: fn(&Turning<f64>) -> f64| {
        points(&recording, BEFORE_S, |now| (now.time_s - BEFORE_S, pick(now)))
    };
    let no_answer = "the car does not answer the steering";
    let yaw_rate = analysis::step_answer(&after(|now| now.yaw_rate_rad_s)).ok_or(no_answer)?;
    let lateral = analysis::step_answer(&after(|now| now.acceleration_y_m_s2)).ok_or(no_answer)?;
    let sideslip: Vec<f64> = points(&recording, BEFORE_S + HELD_S - 1.0, |now| (0.0, now.sideslip_rad))
        .iter()
        .map(|at| at.1)
        .collect();
    let sideslip_rad = sideslip.iter().sum::<f64>() / sideslip.len() as f64;
    Ok(StepSteer { steer_rad, yaw_rate, lateral, sideslip_rad, recording })
}

/// Steers the step whose steady-state lateral acceleration is 4 m/s^2, or half of the tyres' limit: found by three trials.
///
/// # Errors
/// Why there is no result, in words.
pub fn standard_step(subject: &Subject, speed_m_s: f64) -> Result<StepSteer, NoResult> {
    let wanted = Real::min(STEP_M_S2, 0.5 * subject.promised_m_s2());
    let mut steer = wanted * (subject.wheelbase_m / (speed_m_s * speed_m_s) + 0.001);
    for _ in 0..3 {
        let trial = step_steer(subject, speed_m_s, steer)?;
        steer *= Real::clamp(wanted / trial.lateral.steady, 0.3, 3.0);
    }
    step_steer(subject, speed_m_s, steer)
}

/// Response to steering at one frequency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtFrequency {
    /// The frequency, Hz.
    pub frequency_hz: f64,
    /// Amplitude of the yaw rate over that of the steering, 1/s.
    pub yaw_rate_gain_1_s: f64,
    /// Phase of the yaw rate against the steering, rad; negative: it lags.
    pub yaw_rate_phase_rad: f64,
    /// Amplitude of the lateral acceleration over that of the steering, m/s^2 per rad.
    pub lateral_gain_m_s2: f64,
    /// Phase of the lateral acceleration against the steering, rad; negative where it lags.
    pub lateral_phase_rad: f64,
}

/// Responses over the frequencies of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct FrequencyResponse {
    /// Response at each frequency, in the order of the sweep: the lowest first.
    pub at: Vec<AtFrequency>,
    /// Recording at the last frequency that is at most 1 Hz, or at the first where there is none.
    pub recording: Recording,
}

/// The frequencies of the sweep, Hz.
pub const SWEEP_HZ: [f64; 11] = [0.2, 0.3, 0.5, 0.7, 1.0, 1.3, 1.6, 2.0, 2.5, 3.2, 4.0];

impl FrequencyResponse {
    /// The frequency at which the yaw-rate gain has fallen to 1/sqrt(2) of that at the lowest
    /// frequency, Hz; `None` where it does not within the sweep.
    pub fn bandwidth_hz(&self) -> Option<f64> {
        let level = self.at.first()?.yaw_rate_gain_1_s / Real::sqrt(2.0);
        let pair = self.at.windows(2).find(|pair| pair[1].yaw_rate_gain_1_s < level)?;
        let ln = |at: &AtFrequency| (Real::ln(at.frequency_hz), Real::ln(at.yaw_rate_gain_1_s));
        let ((f0, g0), (f1, g1)) = (ln(&pair[0]), ln(&pair[1]));
        Some(Real::exp(f0 + (Real::ln(level) - g0) / (g1 - g0) * (f1 - f0)))
    }

    /// The frequency of the largest yaw-rate gain, Hz, and that gain over the one at the lowest.
    pub fn resonance(&self) -> Option<(f64, f64)> {
        let first = self.at.first()?.yaw_rate_gain_1_s;
        let best = self.at.iter().max_by(|a, b| a.yaw_rate_gain_1_s.total_cmp(&b.yaw_rate_gain_1_s))?;
        Some((best.frequency_hz, best.yaw_rate_gain_1_s / first))
    }

    /// Phase of the yaw rate at 1 Hz, rad, between the frequencies around it.
    pub fn phase_at_1_hz_rad(&self) -> Option<f64> {
        let pair =
            self.at.windows(2).find(|pair| pair[0].frequency_hz <= 1.0 && pair[1].frequency_hz > 1.0)?;
        let share = (1.0 - pair[0].frequency_hz) / (pair[1].frequency_hz - pair[0].frequency_hz);
        let turn = analysis::wrapped(pair[1].yaw_rate_phase_rad - pair[0].yaw_rate_phase_rad);
        Some(pair[0].yaw_rate_phase_rad + share * turn)
    }
}

/// Steers sines at a constant speed and measures the responses: a sweep in steps, each of them settled, so that neither a
/// window nor a sweep rate affects the result.
///
/// # Errors
/// Why there is no result, in words.
pub fn frequency_response(
    subject: &Subject,
    speed_m_s: f64,
    amplitude_rad: f64,
    frequencies_hz: &[f64],
) -> Result<FrequencyResponse, NoResult> {
    let mut at = Vec::new();
    let mut shown = None;
    for &frequency_hz in frequencies_hz {
        let (answer, recording) = answer(subject, speed_m_s, amplitude_rad, frequency_hz)?;
        at.push(answer);
        if shown.is_none() || frequency_hz <= 1.0 {
            shown = Some(recording);
        }
    }
    let recording = shown.ok_or("no frequency was given")?;
    Ok(FrequencyResponse { at, recording })
}

/// Settles for at least two periods and two seconds, then evaluates three whole periods.
fn answer(
    subject: &Subject,
    speed_m_s: f64,
    amplitude_rad: f64,
    frequency_hz: f64,
) -> Result<(AtFrequency, Recording), NoResult> {
    const MEASURED: f64 = 3.0;
    let period_s = 1.0 / frequency_hz;
    let settle_s = period_s * Real::max(2.0 * frequency_hz + 0.999, 2.0).floor();
    let omega = 2.0 * PI * frequency_hz;
    let mut session = start(subject, speed_m_s, speed_m_s)?;
    let (mut yaw, mut lateral) = (Vec::new(), Vec::new());
    let steps = ((settle_s + MEASURED * period_s) / subject.dt.seconds() + 0.5) as u64;
    for _ in 0..steps {
        let now = *session.now();
        let steer_rad = amplitude_rad * Real::sin(omega * now.time_s);
        session.step(&Act { steer_rad, feet: Feet::Speed(speed_m_s) })?;
        if now.time_s >= settle_s - 1e-9 {
            yaw.push((now.time_s, now.yaw_rate_rad_s));
            // Part of the acceleration follows the steering at once: half of an act later is the middle of both.
            let (began, ended) = (session.began(), *session.now());
            let middle = 0.5 * (began.acceleration_y_m_s2 + ended.acceleration_y_m_s2);
            lateral.push((now.time_s + 0.5 * subject.dt.seconds(), middle));
        }
    }
    // The wheel is held between two acts of the driver: its sine lags by half of that time and is
    // smaller by the sinc of it.
    let half = 0.5 * omega * subject.dt.seconds();
    let steer = amplitude_rad * Real::sin(half) / half;
    let (yaw, lateral) = (analysis::sine(&yaw, frequency_hz), analysis::sine(&lateral, frequency_hz));
    let answer = AtFrequency {
        frequency_hz,
        yaw_rate_gain_1_s: yaw.amplitude / steer,
        yaw_rate_phase_rad: analysis::wrapped(yaw.phase_rad + half),
        lateral_gain_m_s2: lateral.amplitude / steer,
        lateral_phase_rad: analysis::wrapped(lateral.phase_rad + half),
    };
    Ok((answer, session.into_recording()))
}
