//! Full stops straight ahead on one road: ISO 21994.

use skidpad_core::math::Real;
use skidpad_core::units;

use super::analysis;
use super::circle::start;
use super::no_result::NoResult;
use super::session::{Act, Feet, Session, Subject};
use super::turning::Turning;
use super::wheels::has_slip;
use crate::telemetry::Recording;

/// Speed at which the brake pedal goes down, m/s.
pub const STOP_SPEED_M_S: f64 = units::kmh(100.0);
/// Time for which the driver keeps the speed before the pedal goes down, s.
const BEFORE_S: f64 = 3.0;
/// Largest relative speed error when the pedal goes down.
const OFF_SPEED: f64 = 0.03;
/// Walking pace, m/s: below it, a locked wheel does not count, as an anti-lock system is no longer active.
pub(super) const WALK_M_S: f64 = units::kmh(15.0);

/// Returns the stopping distance from a nominal speed, m, for a stop that began at nearly that speed: corrected by the
/// square of the speeds, as in SAE J299 and ISO 21994. The only definition of a stopping distance in the results.
pub fn stopping_distance_m(distance_m: f64, speed_m_s: f64, nominal_m_s: f64) -> f64 {
    let share = nominal_m_s / speed_m_s;
    distance_m * share * share
}

/// Results of a full stop.
#[derive(Clone, Debug, PartialEq)]
pub struct FullStop {
    /// Distance from the brake application to standstill, m, corrected to [`STOP_SPEED_M_S`].
    pub distance_m: f64,
    /// Speed of the car at the brake application, m/s, from which the distance was corrected.
    pub speed_m_s: f64,
    /// Mean fully developed deceleration, m/s^2: over the distance from 80 to 10 % of the initial speed.
    pub developed_m_s2: f64,
    /// Share of the time above walking pace (15 km/h) in which a wheel is locked; `None` where the model has no slip.
    pub locked_share: Option<f64>,
    /// The recording; the pedal goes down at [`FullStop::AT_S`].
    pub recording: Recording,
}

impl FullStop {
    /// Time at which the pedal goes down, s.
    pub const AT_S: f64 = BEFORE_S;

    /// Mean deceleration over the whole distance, v^2 / (2 s), m/s^2.
    pub fn deceleration_m_s2(&self) -> f64 {
        STOP_SPEED_M_S * STOP_SPEED_M_S / (2.0 * self.distance_m)
    }
}

/// Brakes with the full pedal from 100 km/h, the steering held straight. `grip` multiplies that of the subject's road.
///
/// # Errors
/// Why there is no result.
pub fn full_stop(subject: &Subject, grip: f64) -> Result<FullStop, NoResult> {
    let mut on_road = *subject;
    on_road.surface.grip *= grip;
    let mut session = start(&on_road, STOP_SPEED_M_S, STOP_SPEED_M_S)?;
    let braked = stop(&on_road, &mut session, &mut |_| Act { steer_rad: 0.0, feet: Feet::STOP })?;
    Ok(braked.with(session.into_recording()))
}

/// Measurements between brake application and standstill.
pub(super) struct Braked {
    pub distance_m: f64,
    pub speed_m_s: f64,
    pub developed_m_s2: f64,
    pub locked_share: Option<f64>,
}

impl Braked {
    pub(super) fn with(self, recording: Recording) -> FullStop {
        let Self { distance_m, speed_m_s, developed_m_s2, locked_share } = self;
        FullStop { distance_m, speed_m_s, developed_m_s2, locked_share, recording }
    }
}

/// Keeps [`STOP_SPEED_M_S`] for [`BEFORE_S`] while the driver steers, then applies the driver's pedals as well until the
/// car has stopped.
pub(super) fn stop(
    subject: &Subject,
    session: &mut Session,
    driver: &mut dyn FnMut(&Session) -> Act,
) -> Result<Braked, NoResult> {
    /// Time by which the car must have stopped, s.
    const LONGEST_S: f64 = 120.0;
    session.ends_spun(BEFORE_S);
    let before = (BEFORE_S / subject.dt.seconds() + 0.5) as u64;
    for _ in 0..before {
        let act = Act { feet: Feet::Speed(STOP_SPEED_M_S), ..driver(session) };
        session.step(&act)?;
    }
    let (from, speed_m_s) = (*session.now(), session.now().speed_m_s());
    if Real::abs(speed_m_s / STOP_SPEED_M_S - 1.0) > OFF_SPEED {
        return Err(NoResult::TooSlow { wanted_m_s: STOP_SPEED_M_S, reached_m_s: speed_m_s });
    }
    let travelled = |now: &Turning<f64>| Real::hypot(now.x_m - from.x_m, now.y_m - from.y_m);
    let (mut way, mut fast, mut locked) = (vec![(0.0, -speed_m_s)], 0_u32, 0_u32);
    let mut distance_m = 0.0;
    while session.now().time_s < LONGEST_S && !has_stopped(session.now()) {
        let act = driver(session);
        session.step(&act)?;
        let now = session.now();
        distance_m = Real::max(distance_m, travelled(now));
        way.push((travelled(now), -now.speed_m_s()));
        let is_fast = now.speed_m_s() > WALK_M_S;
        fast += u32::from(is_fast);
        locked += u32::from(is_fast && session.is_locked());
    }
    if !has_stopped(session.now()) {
        return Err(format!("the car still rolls after {LONGEST_S} s").into());
    }
    let at = |share: f64| {
        analysis::first_crossing(&way, -share * speed_m_s).ok_or("the stop was too short to be measured")
    };
    let (begun, ended) = (at(0.8)?, at(0.1)?);
    Ok(Braked {
        distance_m: stopping_distance_m(distance_m, speed_m_s, STOP_SPEED_M_S),
        speed_m_s,
        developed_m_s2: (0.64 - 0.01) * speed_m_s * speed_m_s / (2.0 * (ended - begun)),
        locked_share: has_slip(subject.model).then(|| f64::from(locked) / f64::from(fast.max(1))),
    })
}

fn has_stopped(now: &Turning<f64>) -> bool {
    now.speed_m_s() < 1e-3
}
