//! Braking with one side on a slippery road, by a driver who keeps the lane.
//!
//! The road, the speed and the full pedal are those of ISO 14512, which holds the steering and so measures how far the car
//! turns by itself; most cars spin. What a driver needs is the question of UN Regulation 13-H, annex 6, 5.3: he keeps the car's
//! middle over the boundary and each wheel on its own side of it, and turns the steering wheel by at most 120 degrees in the
//! first two seconds and 240 degrees in all.

use skidpad_core::math::{Real, Vec2};

use super::braking::{FullStop, STOP_SPEED_M_S, WALK_M_S, stop};
use super::circle::{points, start_on};
use super::lane_change::HANDS_RAD_S;
use super::no_result::NoResult;
use super::preview::world_velocity;
use super::session::{Act, Feet, Session, Subject};
use super::turning::Turning;
use crate::ground::{Area, Ground, Patch, Shape};
use crate::models::{ModelInfo, STANDARD};
use crate::scene::dimensions::SLIPPERY_GRIP;
use crate::telemetry::Recording;

/// Half of a tyre's width, m: of a car's 225 mm.
const HALF_TYRE_M: f64 = 0.11;
/// Duration of the first part of the stop, whose steering has a limit of its own, s.
const EARLY_S: f64 = 2.0;

/// The driver's gains over those of [`LaneKeeper`], in the order in which he tries them.
const GAINS: [f64; 5] = [1.0, 2.0, 4.0, 0.5, 0.25];

/// Brake pedal without an anti-lock system, over that at which the wheels on the grippy side lock, in the order in which the
/// driver tries them. Well above [`SLIPPERY_GRIP`] the wheels on the slippery side lock and give no lateral force.
const PEDALS: [f64; 5] = [0.9, 0.7, 0.5, 0.35, 0.25];

/// A stop on the split road.
#[derive(Clone, Debug, PartialEq)]
pub struct SplitStop {
    /// Figures of the stop, or how the car was lost.
    pub figures: Result<SplitFigures, NoResult>,
    /// The recording; the pedal goes down at [`FullStop::AT_S`].
    pub recording: Recording,
}

/// Figures of a stop on the split road.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SplitFigures {
    /// Distance from the brake application to standstill, m, corrected to the nominal speed.
    pub distance_m: f64,
    /// Mean fully developed deceleration, m/s^2.
    pub developed_m_s2: f64,
    /// Largest angle of the steering wheel in the first two seconds, rad; positive to the left.
    pub early_steering_rad: f64,
    /// Largest angle of the steering wheel, rad; positive to the left.
    pub steering_rad: f64,
    /// Largest yaw rate in the first second, rad/s; its magnitude.
    pub yaw_rate_rad_s: f64,
    /// Largest lateral offset of the centre of mass from the boundary, m; its magnitude.
    pub offset_m: f64,
}

/// Driver who steers against the pull by the error of the course and by the yaw rate, without a reaction time, as he expects
/// the pull.
///
/// A pull of M turns the car by M = a C delta before he balances it, so that the course error is delta / COURSE: some 0.05 rad
/// of steering are to cost no more than 0.01 rad, or 0.3 m in a second at 100 km/h. With a C a / Iz of 10 to 40 1/s^2, less the
/// more the tyres brake, the yaw is stable and damped for all of it. The integral finds the steering that balances the pull.
/// `gain` multiplies all three: a car with soft tyres or a loose tail needs another gain than one with stiff tyres, and a driver
/// finds it by trying ([`GAINS`]).
#[derive(Clone, Debug)]
struct LaneKeeper {
    steer_rad: f64,
    integral_rad: f64,
    dt_s: f64,
    lock_rad: f64,
    gain: f64,
}

impl LaneKeeper {
    /// Steering per error of the course, -; its integral, 1/s; steering per yaw rate, s.
    const COURSE: f64 = 4.0;
    const COURSE_INTEGRAL_1_S: f64 = 4.0;
    const YAW_RATE_S: f64 = 0.6;
    /// Time in which he leads the car back to the boundary, s.
    const BACK_S: f64 = 0.6;

    fn new(subject: &Subject, gain: f64) -> Self {
        let (dt_s, lock_rad) = (subject.dt.seconds(), subject.largest_steer_rad);
        Self { steer_rad: 0.0, integral_rad: 0.0, dt_s, lock_rad, gain }
    }

    fn steer(&mut self, now: &Turning<f64>) -> f64 {
        const SLOWEST_M_S: f64 = 3.0;
        let Vec2 { x: along, y: across } = world_velocity(now);
        let speed = Real::max(along, SLOWEST_M_S);
        let error = across / speed + now.y_m / (speed * Self::BACK_S);
        let proportional = Self::COURSE * error + Self::YAW_RATE_S * now.yaw_rate_rad_s;
        let wish = -(self.gain * proportional + self.integral_rad);
        let is_at_lock = Real::abs(wish) >= self.lock_rad && wish * error < 0.0;
        let rate_rad_s = self.gain * Self::COURSE_INTEGRAL_1_S * error;
        self.integral_rad += if is_at_lock { 0.0 } else { rate_rad_s * self.dt_s };
        let most = HANDS_RAD_S * self.dt_s;
        let wish = Real::clamp(wish, -self.lock_rad, self.lock_rad);
        self.steer_rad += Real::clamp(wish - self.steer_rad, -most, most);
        self.steer_rad
    }
}

/// Brakes from 100 km/h on a road that is slippery to the right of the line along which the centre of mass approaches; the
/// driver keeps each wheel on its side. With an anti-lock system he uses the full pedal; without one, he brakes just below the
/// locking of the wheels on the grippy side, or so much less that he can hold the car. A wheel that crosses the boundary has the
/// grip of the side on which it is then. The driver adapts to the car: he tries larger and smaller gains until it stays in its
/// lane; if it never does, the try that stayed in the lane the longest counts.
///
/// # Errors
/// Why it could not be driven: also that the model's wheels share one road.
pub fn split_stop(subject: &Subject) -> Result<SplitStop, NoResult> {
    if !subject.model.has_wheel_roads() {
        let can = STANDARD.names_with(ModelInfo::has_wheel_roads);
        let others = match can.is_empty() {
            true => "no model has a road for each".to_owned(),
            false => format!("models that can: {}", can.join(", ")),
        };
        return Err(format!("the wheels of {} share one road; {others}", subject.model.name).into());
    }
    let has_anti_lock = subject.data().is_none_or(|vehicle| vehicle.chassis().abs.is_set());
    let pedals = if has_anti_lock { &PEDALS[..1] } else { &PEDALS[..] };
    let mut best: Option<SplitStop> = None;
    for (pedal, gain) in pedals.iter().flat_map(|pedal| GAINS.map(|gain| (*pedal, gain))) {
        let next = stop_with(subject, pedal, gain)?;
        if next.figures.is_ok() {
            return Ok(next);
        }
        if best.as_ref().is_none_or(|best| held_s(&next) > held_s(best)) {
            best = Some(next);
        }
    }
    best.ok_or_else(|| "the driver did not try".into())
}

/// Time for which the car stayed in its lane without spinning, s; 0 for a stop with any other outcome.
fn held_s(stop: &SplitStop) -> f64 {
    match stop.figures {
        Err(NoResult::Spun { after_s, .. } | NoResult::LeftLane { after_s, .. }) => after_s,
        _ => 0.0,
    }
}

/// Drives one try of the driver.
fn stop_with(subject: &Subject, below_locking: f64, gain: f64) -> Result<SplitStop, NoResult> {
    let mut session = start_on(subject, &slippery_right(), STOP_SPEED_M_S, STOP_SPEED_M_S)?;
    let mut driver = LaneKeeper::new(subject, gain);
    let ratio = subject.steering_ratio();
    let (mut early, mut all, mut left) = (0.0, 0.0, None);
    let braked = stop(subject, &mut session, &mut |session| {
        let now = session.now();
        let after_s = now.time_s - FullStop::AT_S;
        let offset_m = wheels_offset_m(subject, now);
        if left.is_none() && offset_m > 0.5 * subject.track_m - HALF_TYRE_M {
            left = Some(NoResult::LeftLane { offset_m, after_s });
        }
        // At walking pace the anti-lock system lets wheels lock, and the driver holds the wheel.
        let is_fast = now.speed_m_s() > WALK_M_S;
        let steer_rad = if is_fast { driver.steer(now) } else { driver.steer_rad };
        // A locking differential turns the car before the pedal goes down as well.
        all = if after_s >= 0.0 { larger(all, ratio * steer_rad) } else { 0.0 };
        early = if after_s <= EARLY_S { all } else { early };
        Act { steer_rad, feet: pedal(session, below_locking) }
    });
    let recording = session.into_recording();
    let stop = match braked {
        Ok(braked) => braked,
        Err(spin @ NoResult::Spun { .. }) => return Ok(SplitStop { figures: Err(spin), recording }),
        Err(why) => return Err(why),
    };
    let rates = points(&recording, FullStop::AT_S, |now| (now.time_s - FullStop::AT_S, now.yaw_rate_rad_s));
    let first = rates.iter().take_while(|at| at.0 <= 1.0).map(|at| Real::abs(at.1));
    let offsets = points(&recording, FullStop::AT_S, |now| (now.time_s, Real::abs(now.y_m)));
    let figures = SplitFigures {
        distance_m: stop.distance_m,
        developed_m_s2: stop.developed_m_s2,
        early_steering_rad: early,
        steering_rad: all,
        yaw_rate_rad_s: first.fold(0.0, Real::max),
        offset_m: offsets.iter().map(|at| at.1).fold(0.0, Real::max),
    };
    Ok(SplitStop { figures: left.map_or(Ok(figures), Err), recording })
}

/// Returns the value of larger magnitude.
fn larger(a: f64, b: f64) -> f64 {
    if Real::abs(b) > Real::abs(a) { b } else { a }
}

/// Pedal inputs at this time: the full brake with an anti-lock system or without vehicle data, otherwise a share of the pedal
/// at which the wheels on the grippy side lock.
fn pedal(session: &Session, below_locking: f64) -> Feet {
    session.locking_pedal().map_or(Feet::STOP, |pedal| Feet::Hold {
        throttle: 0.0,
        brake: Real::min(below_locking * pedal, 1.0),
        clutch: 1.0,
    })
}

/// Lateral distance from the boundary to the middle of the axle that is farther from it, m.
fn wheels_offset_m(subject: &Subject, now: &Turning<f64>) -> f64 {
    let to_rear = subject.data().map_or(0.5, |vehicle| vehicle.body().front_share) * subject.wheelbase_m;
    let sin = Real::sin(now.yaw_rad);
    let axle = |ahead_m: f64| Real::abs(now.y_m + ahead_m * sin);
    Real::max(axle(subject.wheelbase_m - to_rear), axle(-to_rear))
}

/// Returns the ground that is slippery to the right of the x axis, as far as any stop goes.
fn slippery_right() -> Ground {
    /// Distance farther than a car slides from any speed of these tests, m.
    const FAR_M: f64 = 10_000.0;
    let right = Area {
        centre_m: [0.0, -0.5 * FAR_M],
        heading_rad: 0.0,
        shape: Shape::Rectangle { size_m: [2.0 * FAR_M, FAR_M] },
    };
    Ground::from_patches(vec![Patch::Even { area: right, grip: Some(SLIPPERY_GRIP), rolling: None }])
}
