//! Full stops, straight ahead with the steering held: on one road (ISO 21994) and on a road that is slippery
//! on one side (ISO 14512).

use skidpad::math::Real;
use skidpad::units;

use super::analysis;
use super::circle::{points, start};
use super::session::{Act, Feet, Session, Stop, Subject};
use super::turning::Turning;
use super::wheels::tells_slip;
use crate::ground::{Area, Ground, Patch, Shape};
use crate::models::ModelInfo;
use crate::rolling::has_wheel_grip;
use crate::telemetry::Recording;

/// Speed at which the pedal goes down, m/s: that of both standards.
pub const STOP_SPEED_M_S: f64 = units::kmh(100.0);
/// Grip of a wet road over that of the same road dry: 0.60 over 0.80 at 90 km/h, Bosch Automotive Handbook,
/// coefficients of friction of new tyres, dry and with 0.2 mm of water.
pub const WET_GRIP: f64 = 0.75;
/// Grip of the slippery side over that of the other. UN Regulation 13-H, annex 6, 5.3.4, asks for at most a
/// half; polished wet basalt has about this.
pub const SLIPPERY_GRIP: f64 = 0.3;
/// Time before the pedal goes down, s.
const BEFORE_S: f64 = 0.5;
/// Speed below which a standing wheel is no fault: an anti-lock system leaves the wheels to the driver, m/s.
const WALK_M_S: f64 = units::kmh(15.0);

/// What a full stop shows.
#[derive(Clone, Debug, PartialEq)]
pub struct FullStop {
    /// From the pedal to standstill, m.
    pub distance_m: f64,
    /// The speed at the pedal, m/s.
    pub speed_m_s: f64,
    /// Mean fully developed deceleration: from 80 to 10 % of the speed, over distance, m/s^2.
    pub developed_m_s2: f64,
    /// Share of the time above a walk in which a wheel is locked; `None` where the model tells no slip.
    pub locked_share: Option<f64>,
    /// Yaw angle one second after the pedal, rad.
    pub yaw_rad: f64,
    /// The largest yaw rate in the first second, rad/s.
    pub yaw_rate_rad_s: f64,
    /// How far the car left its line until it stood, m.
    pub aside_m: f64,
    /// The recording; the pedal goes down at [`FullStop::AT_S`].
    pub recording: Recording,
}

impl FullStop {
    /// When the pedal goes down, s.
    pub const AT_S: f64 = BEFORE_S;

    /// Mean deceleration over the whole distance, v^2 / (2 s), m/s^2.
    pub fn deceleration_m_s2(&self) -> f64 {
        self.speed_m_s * self.speed_m_s / (2.0 * self.distance_m)
    }
}

/// Full pedal from 100 km/h, on a road of a grip over that of the subject's.
///
/// # Errors
/// Why there is no result, in words.
pub fn full_stop(subject: &Subject, grip: f64) -> Result<FullStop, String> {
    let mut on_road = *subject;
    on_road.surface.grip *= grip;
    stop(&on_road, start(&on_road, STOP_SPEED_M_S, STOP_SPEED_M_S)?)
}

/// The same on a road whose right side, from where the middle of the car begins, is slippery. A wheel that comes over
/// the edge has the grip of the side on which it is then.
///
/// # Errors
/// Why there is no result, in words: also that the model's wheels share one road.
pub fn split_stop(subject: &Subject) -> Result<FullStop, String> {
    if !has_wheel_grip(subject.model.inputs) {
        let can = ModelInfo::names_with(|model| has_wheel_grip(model.inputs));
        let others = match can.is_empty() {
            true => "no model has a road for each".to_owned(),
            false => format!("models that can: {}", can.join(", ")),
        };
        return Err(format!("the wheels of {} share one road; {others}", subject.model.name));
    }
    let mut session = start(subject, STOP_SPEED_M_S, STOP_SPEED_M_S)?;
    session.lay_ground(slippery_right());
    stop(subject, session)
}

/// All that lies right of the x axis, as far as any stop goes.
fn slippery_right() -> Ground {
    /// Farther than a car slides from any speed of these tests.
    const FAR_M: f64 = 10_000.0;
    let right = Area {
        centre_m: [0.0, -0.5 * FAR_M],
        heading_rad: 0.0,
        shape: Shape::Rectangle { size_m: [2.0 * FAR_M, FAR_M] },
    };
    Ground::of(vec![Patch::Even { area: right, grip: Some(SLIPPERY_GRIP), rolling: None }])
}

fn stop(subject: &Subject, mut session: Session) -> Result<FullStop, String> {
    /// A car that does not stand by then does not stop.
    const LONGEST_S: f64 = 120.0;
    let steady = Act { steer_rad: 0.0, feet: Feet::Speed(STOP_SPEED_M_S) };
    let stopping = Act { steer_rad: 0.0, feet: Feet::STOP };
    let before = (BEFORE_S / subject.dt.seconds() + 0.5) as u64;
    for _ in 0..before {
        session.step(&steady).map_err(Stop::reason)?;
    }
    let (from, speed_m_s) = (*session.now(), session.now().speed_m_s());
    let travelled = |now: &Turning<f64>| Real::hypot(now.x_m - from.x_m, now.y_m - from.y_m);
    let (mut way, mut fast, mut locked) = (vec![(0.0, -speed_m_s)], 0_u32, 0_u32);
    let mut distance_m = 0.0;
    while session.now().time_s < LONGEST_S && !has_stopped(session.now()) {
        session.step(&stopping).map_err(Stop::reason)?;
        let now = session.now();
        distance_m = Real::max(distance_m, travelled(now));
        way.push((travelled(now), -now.speed_m_s()));
        let is_fast = now.speed_m_s() > WALK_M_S;
        fast += u32::from(is_fast);
        locked += u32::from(is_fast && session.is_locked());
    }
    if !has_stopped(session.now()) {
        return Err(format!("the car still rolls after {LONGEST_S} s"));
    }
    let aside_m = Real::abs(session.now().y_m - from.y_m);
    let at = |share: f64| {
        analysis::first_crossing(&way, -share * speed_m_s).ok_or("the stop was too short to be measured")
    };
    let (begun, ended) = (at(0.8)?, at(0.1)?);
    let recording = session.into_recording();
    let second = points(&recording, BEFORE_S, |now| (now.time_s - BEFORE_S, now.yaw_rate_rad_s));
    let rates = second.iter().filter(|at| at.0 <= 1.0).map(|at| Real::abs(at.1));
    let yaw = points(&recording, BEFORE_S, |now| (now.time_s - BEFORE_S, now.yaw_rad));
    let later = yaw.iter().find(|at| at.0 >= 1.0).or(yaw.last()).ok_or("nothing was recorded")?;
    Ok(FullStop {
        distance_m,
        speed_m_s,
        developed_m_s2: (0.64 - 0.01) * speed_m_s * speed_m_s / (2.0 * (ended - begun)),
        locked_share: tells_slip(subject.model).then(|| f64::from(locked) / f64::from(fast.max(1))),
        yaw_rad: later.1,
        yaw_rate_rad_s: rates.fold(0.0, Real::max),
        aside_m,
        recording,
    })
}

fn has_stopped(now: &Turning<f64>) -> bool {
    now.speed_m_s() < 1e-3
}
