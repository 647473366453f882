//! The manoeuvres of the standards: what each tells, in the order of its results.

use skidpad_core::math::Real;
use skidpad_core::units;

use super::found::{Found, Shown, feel, sideslip_gradient, understeer};
use super::turning_tests::{Manoeuvre, TurningTest};
use crate::manoeuvre::{
    AtSpeed, FISHHOOK_SPEED_M_S, FullStop, LANE_CHANGE_SPEED_M_S, LaneChange, NoResult, RandomSteer, SINE_HZ,
    SplitStop, Subject, WET_GRIP, constant_steer, drift_hold, fastest_lane_change, fishhook, full_stop,
    lane_change, one_period_sine, random_steer, sine_with_dwell, slope_hold, split_stop, standard_step,
};
use crate::telemetry::Recording;

/// Radius at which the steering that is kept begins, m.
const STEER_RADIUS_M: f64 = 50.0;
/// Steering at random over that of the step that comes to 4 m/s^2, in the mean: within the linear range.
const RANDOM_SHARE: f64 = 0.25;
/// Frequency up to which the coherence is judged, Hz.
const COHERENT_HZ: f64 = 2.0;
/// Frame rate for a parked car where none is given, Hz: that of a game.
const PARKED_HZ: f64 = 60.0;
/// The speed at which the moose test's driver gets to know his car, m/s: near that of the test.
const MOOSE_M_S: f64 = units::kmh(60.0);
/// Speed at which the values of the envelope are reported, m/s.
const TOLD_M_S: f64 = units::kmh(100.0);

type Answer = Result<Found, NoResult>;

fn g(acceleration_m_s2: f64) -> f64 {
    acceleration_m_s2 / units::STANDARD_GRAVITY_M_S2
}

/// Drives a manoeuvre of the standards.
pub(super) fn drive(subject: &Subject, speed_m_s: f64, manoeuvre: Manoeuvre) -> Answer {
    match manoeuvre {
        Manoeuvre::ConstantSteer => kept_steer(subject),
        Manoeuvre::OnePeriodSine => sine(subject, speed_m_s),
        Manoeuvre::RandomSteer => random(subject, speed_m_s),
        Manoeuvre::DoubleLaneChange => double_lane_change(subject, speed_m_s),
        Manoeuvre::MooseTest => moose_test(subject, speed_m_s),
        Manoeuvre::Fishhook => hook(subject, speed_m_s),
        Manoeuvre::SineWithDwell => dwell(subject),
        Manoeuvre::DriftHold => drift(subject),
        Manoeuvre::AbsStopDry => Ok(stop(&full_stop(subject, 1.0)?)),
        Manoeuvre::AbsStopWet => Ok(stop(&full_stop(subject, WET_GRIP)?)),
        Manoeuvre::SplitMuBraking => Ok(split(split_stop(subject)?)),
        _ => Err("no manoeuvre of the standards".into()),
    }
}

fn kept_steer(subject: &Subject) -> Answer {
    let turn = constant_steer(subject, subject.wheelbase_m / STEER_RADIUS_M)?;
    let values = vec![Ok(g(turn.largest_m_s2)), understeer(&turn), sideslip_gradient(&turn)];
    Ok(Found::new(values, turn.recording))
}

fn sine(subject: &Subject, speed_m_s: f64) -> Answer {
    let step = standard_step(subject, speed_m_s)?;
    let sine = one_period_sine(subject, speed_m_s, step.steer_rad, SINE_HZ)?;
    let values = vec![
        Ok(sine.lateral.first_lag_s),
        Ok(sine.lateral.second_lag_s),
        Ok(sine.yaw_rate.first_lag_s),
        Ok(sine.yaw_rate.second_lag_s),
        Ok(sine.yaw_rate.first_gain),
        Ok(g(sine.lateral.first_gain) / units::to_degrees(1.0)),
    ];
    Ok(Found::new(values, sine.recording))
}

fn random(subject: &Subject, speed_m_s: f64) -> Answer {
    let step = standard_step(subject, speed_m_s)?;
    let random = random_steer(subject, speed_m_s, RANDOM_SHARE * step.steer_rad)?;
    let at_1_hz = random.yaw_rate_at(1.0).ok_or("no answer at 1 Hz")?;
    let lateral = random.lateral.iter().find(|at| at.frequency_hz == 1.0).ok_or("no answer at 1 Hz")?;
    let values = vec![
        bandwidth_hz(&random),
        Ok(at_1_hz.gain),
        Ok(units::to_degrees(at_1_hz.phase_rad)),
        Ok(units::to_degrees(lateral.phase_rad)),
        Ok(random.least_coherence(COHERENT_HZ)),
    ];
    let shown = Shown::Spectra(random.yaw_rate, random.lateral);
    // Twelve minutes of it show no more than a few seconds.
    let mut recording = random.recording;
    recording.rows.truncate(3000);
    Ok(Found { shown, ..Found::new(values, recording) })
}

/// Frequency at which the yaw-rate gain has fallen to 1/sqrt(2) of the first, Hz, interpolated between two frequencies.
fn bandwidth_hz(random: &RandomSteer) -> Result<f64, NoResult> {
    let all = &random.yaw_rate;
    let level = all.first().ok_or("no frequency was given")?.gain / Real::sqrt(2.0);
    let pair = all.windows(2).find(|pair| pair[0].gain >= level && pair[1].gain < level);
    let between = |pair: &[crate::manoeuvre::spectrum::Transfer]| {
        let share = (pair[0].gain - level) / (pair[0].gain - pair[1].gain);
        pair[0].frequency_hz + share * (pair[1].frequency_hz - pair[0].frequency_hz)
    };
    let highest = all.last().map_or(0.0, |at| at.frequency_hz);
    pair.map(between).ok_or_else(|| format!("beyond {highest} Hz").into())
}

fn double_lane_change(subject: &Subject, speed_m_s: f64) -> Answer {
    let (change, feel) = (LaneChange::double(subject), feel(subject, speed_m_s)?);
    let fastest = fastest_lane_change(subject, &change, &feel)?;
    let at_80 = match LANE_CHANGE_SPEED_M_S <= speed_m_s {
        false => Err(NoResult::TooSlow { wanted_m_s: LANE_CHANGE_SPEED_M_S, reached_m_s: speed_m_s }),
        true => {
            let passage = lane_change(subject, &change, &feel, LANE_CHANGE_SPEED_M_S)?;
            let missed = format!("cones of section {} fall", passage.section);
            if passage.passes() { Ok(passage.room_m) } else { Err(missed.into()) }
        }
    };
    let values = vec![Ok(units::to_kmh(fastest.entry_m_s)), at_80];
    Ok(Found { shown: Shown::Lanes(change.course), ..Found::new(values, fastest.recording) })
}

fn moose_test(subject: &Subject, speed_m_s: f64) -> Answer {
    let change = LaneChange::obstacle(subject);
    let fastest = fastest_lane_change(subject, &change, &feel(subject, Real::min(MOOSE_M_S, speed_m_s))?)?;
    let values = vec![
        Ok(units::to_kmh(fastest.entry_m_s)),
        Ok(units::to_kmh(fastest.exit_m_s)),
        Ok(g(fastest.lateral_m_s2)),
    ];
    Ok(Found { shown: Shown::Lanes(change.course), ..Found::new(values, fastest.recording) })
}

fn hook(subject: &Subject, speed_m_s: f64) -> Answer {
    let hook = fishhook(subject, Real::min(FISHHOOK_SPEED_M_S, speed_m_s))?;
    let no_wheels = format!("{} has no single wheels", subject.model.name);
    let values = vec![
        Ok(g(hook.lateral_m_s2)),
        Ok(units::to_degrees(hook.sideslip_rad)),
        hook.side_load_share.map(|share| 100.0 * share).ok_or(no_wheels.into()),
    ];
    Ok(Found::unless(hook.spin.as_ref(), values, hook.recording))
}

fn dwell(subject: &Subject) -> Answer {
    let dwell = sine_with_dwell(subject)?;
    let values = vec![Ok(100.0 * dwell.after_1_s), Ok(100.0 * dwell.after_1_75_s), Ok(dwell.aside_m)];
    Ok(Found::unless(dwell.spin.as_ref(), values, dwell.recording))
}

fn drift(subject: &Subject) -> Answer {
    let drift = drift_hold(subject)?;
    let values = vec![
        Ok(units::to_degrees(drift.sideslip_rad)),
        Ok(units::to_degrees(drift.wander_rad)),
        Ok(drift.radius_m),
        Ok(units::to_degrees(drift.opposite_rad)),
    ];
    Ok(Found::new(values, drift.recording))
}

fn stop(stop: &FullStop) -> Found {
    let locked = stop.locked_share.map(|share| 100.0 * share).ok_or("the model has no slip".into());
    Found::new(vec![Ok(stop.distance_m), Ok(g(stop.developed_m_s2)), locked], stop.recording.clone())
}

fn split(stop: SplitStop) -> Found {
    let degrees = |angle_rad: f64| units::to_degrees(Real::abs(angle_rad));
    let values = match &stop.figures {
        Ok(stop) => vec![
            Ok(stop.distance_m),
            Ok(g(stop.developed_m_s2)),
            Ok(degrees(stop.early_steering_rad)),
            Ok(degrees(stop.steering_rad)),
            Ok(degrees(stop.yaw_rate_rad_s)),
            Ok(stop.offset_m),
        ],
        Err(why) => {
            TurningTest::with_manoeuvre(Manoeuvre::SplitMuBraking).map(|_| Err(why.clone())).collect()
        }
    };
    Found::new(values, stop.recording)
}

/// The parked car, stepped at a rate.
pub(super) fn slope(subject: &Subject, rate_hz: Option<f64>) -> Answer {
    let hold = slope_hold(subject, rate_hz.unwrap_or(PARKED_HZ))?;
    let values = vec![Ok(hold.largest_m()), Ok(hold.uphill_m), Ok(hold.across_m)];
    Ok(Found { recording: None, ..Found::new(values, Recording::new(Vec::new())) })
}

/// The g-g-v envelope up to the fastest speed.
pub(super) fn envelope(subject: &Subject, fastest_m_s: f64) -> Answer {
    let all = crate::manoeuvre::envelope(subject, fastest_m_s)?;
    let off = |at: &AtSpeed| Real::abs(at.speed_m_s - TOLD_M_S);
    let told = all.iter().min_by(|a, b| off(a).total_cmp(&off(b))).ok_or("there is no speed")?;
    let values = vec![
        Ok(g(told.lateral_m_s2())),
        Ok(g(told.braking_m_s2())),
        Ok(g(told.drive_m_s2())),
        Ok(g(told.at(-0.5 * told.braking_m_s2()))),
    ];
    let found = Found::new(values, Recording::new(Vec::new()));
    Ok(Found { recording: None, shown: Shown::Envelope(all), ..found })
}
