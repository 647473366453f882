//! Steady turning after ISO 4138: constant radius, constant speed, constant steer.

use skidpad_core::math::{Real, Vec2};
use skidpad_core::units;

use super::analysis::{self, Fit};
use super::no_result::NoResult;
use super::preview::world_velocity;
use super::session::{Act, Feet, Session, Subject};
use super::turning::Turning;
use crate::ground::Ground;
use crate::path_driver::{CurvatureKeeper, LEAD_BACK_RAD_S};
use crate::telemetry::Recording;

/// Lateral acceleration at the start, m/s^2.
const FROM_M_S2: f64 = 0.5;
/// Rates at which the lateral acceleration rises in the linear range and above it, m/s^3. The first is low, as the yaw
/// moment that accelerates the yaw rate would count as steering in the understeer gradient.
const RISE_M_S3: (f64, f64) = (0.05, 0.2);
/// Rate at which the lateral acceleration rises near the limit at constant radius, m/s^3: the mean over one second then
/// lies below its end by half of this rate times that second.
const RISE_AT_LIMIT_M_S3: f64 = 0.05;
/// Share of the tyres' limit from which on the lateral acceleration rises at [`RISE_AT_LIMIT_M_S3`].
const NEAR_LIMIT: f64 = 0.8;
/// Linear range of the lateral acceleration, m/s^2; lower for tyres that hold less than twice its upper end.
const LINEAR_M_S2: (f64, f64) = (1.0, 4.0);
/// Time over which the largest lateral acceleration is averaged, s.
const HELD_S: f64 = 1.0;
/// Largest distance from the circle, to either side, at which the circle counts as held, m.
const OFF_CIRCLE_M: f64 = 0.5;
/// Sideslip above which the car is beyond its limit, rad.
const SPIN_RAD: f64 = 0.5;

/// Results of a steady-state circular test.
#[derive(Clone, Debug, PartialEq)]
pub struct SteadyTurn {
    /// Largest lateral acceleration as a mean over one second, m/s^2, normal to the path.
    pub largest_m_s2: f64,
    /// Understeer gradient in the linear range, rad s^2/m: steering angle of the front wheels beyond the kinematic one, per
    /// lateral acceleration.
    pub understeer_rad_s2_m: Option<f64>,
    /// Sideslip gradient in the linear range, rad s^2/m: decrease of the sideslip per lateral acceleration in a turn to the
    /// left, at the constant radius, speed or steering angle of the test.
    pub sideslip_rad_s2_m: Option<f64>,
    /// The recording.
    pub recording: Recording,
}

impl SteadyTurn {
    /// Understeer gradient, degrees per g.
    pub fn understeer_deg_g(&self) -> Option<f64> {
        self.understeer_rad_s2_m.map(|k| units::to_degrees(k) * units::STANDARD_GRAVITY_M_S2)
    }

    /// Sideslip gradient, degrees per g.
    pub fn sideslip_deg_g(&self) -> Option<f64> {
        self.sideslip_rad_s2_m.map(|k| units::to_degrees(k) * units::STANDARD_GRAVITY_M_S2)
    }

    /// Characteristic speed of an understeering car, m/s: the yaw-rate gain is largest there. `None` for any other car.
    pub fn characteristic_speed_m_s(&self, wheelbase_m: f64) -> Option<f64> {
        self.understeer_rad_s2_m.filter(|k| *k > 0.0).map(|k| Real::sqrt(wheelbase_m / k))
    }

    /// Critical speed of an oversteering car, m/s: from there on it is unstable. `None` for any other car.
    pub fn critical_speed_m_s(&self, wheelbase_m: f64) -> Option<f64> {
        self.understeer_rad_s2_m.filter(|k| *k < 0.0).map(|k| Real::sqrt(-wheelbase_m / k))
    }
}

/// Driver who keeps a car on a circle to the left that passes through the origin along the x axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct CircleDriver {
    radius_m: f64,
    dt_s: f64,
    hands: CurvatureKeeper,
}

impl CircleDriver {
    pub(super) fn new(subject: &Subject, radius_m: f64) -> Self {
        Self {
            radius_m,
            dt_s: subject.dt.seconds(),
            hands: CurvatureKeeper {
                wheelbase_m: subject.wheelbase_m,
                lock_rad: subject.largest_steer_rad,
                integral_rad: 0.0,
            },
        }
    }

    /// Distance outside the circle, m, and its rate, m/s.
    pub(super) fn off_circle(&self, now: &Turning<f64>) -> (f64, f64) {
        let (x, y) = (now.x_m, now.y_m - self.radius_m);
        let distance = Real::max(Real::hypot(x, y), 1e-6);
        let Vec2 { x: across, y: up } = world_velocity(now);
        (distance - self.radius_m, (x * across + y * up) / distance)
    }

    /// Returns the steering angle, rad, for the circle's curvature plus a correction that leads back to the circle, with an
    /// integral over the yaw-rate error.
    pub(super) fn steer(&mut self, now: &Turning<f64>) -> f64 {
        const OMEGA: f64 = LEAD_BACK_RAD_S;
        let speed = Real::max(now.speed_m_s(), 1.0);
        let (off, rate) = self.off_circle(now);
        let back = (OMEGA * OMEGA * off + 2.0 * OMEGA * rate) / (speed * speed);
        let curvature = 1.0 / self.radius_m + Real::clamp(back, -0.5 / self.radius_m, 0.5 / self.radius_m);
        self.hands.steer_rad(curvature, now, self.dt_s)
    }
}

/// Returns a pair of values for each row of the recording from a time on.
pub(super) fn points(
    recording: &Recording,
    from_s: f64,
    pick: impl Fn(&Turning<f64>) -> (f64, f64),
) -> Vec<(f64, f64)> {
    let rows = recording.rows.iter().map(|row| skidpad_core::record::Record::load(&&row[..]));
    rows.filter(|now: &Turning<f64>| now.time_s >= from_s).map(|now| pick(&now)).collect()
}

/// Acceleration normal to the path, m/s^2.
pub(super) fn normal_m_s2(now: &Turning<f64>) -> f64 {
    let speed = now.speed_m_s();
    now.curvature_1_m() * speed * speed
}

/// Target of the lateral acceleration at a time after the start, m/s^2, for a car whose tyres allow `promised_m_s2`.
fn rising(time_s: f64, promised_m_s2: f64) -> f64 {
    let slow_s = (LINEAR_M_S2.1 - FROM_M_S2) / RISE_M_S3.0;
    let quick_s = Real::max(NEAR_LIMIT * promised_m_s2 - LINEAR_M_S2.1, 0.0) / RISE_M_S3.1;
    let (slow, later) = (Real::clamp(time_s, 0.0, slow_s), Real::max(time_s - slow_s, 0.0));
    let (quick, at_limit) = (Real::min(later, quick_s), Real::max(later - quick_s, 0.0));
    FROM_M_S2 + RISE_M_S3.0 * slow + RISE_M_S3.1 * quick + RISE_AT_LIMIT_M_S3 * at_limit
}

/// Fits a line to a quantity over the lateral acceleration in the linear range.
fn linear_fit(
    subject: &Subject,
    recording: &Recording,
    from_s: f64,
    pick: impl Fn(&Turning<f64>) -> f64,
) -> Option<Fit> {
    let high = Real::min(LINEAR_M_S2.1, 0.5 * subject.promised_m_s2());
    let low = Real::min(LINEAR_M_S2.0, 0.25 * high);
    let all = points(recording, from_s, |now| (normal_m_s2(now), pick(now)));
    // Up to where it first leaves the range: what comes later may be the slide back into it.
    let rising = all.iter().take_while(|point| point.0 <= high);
    analysis::line(&rising.filter(|point| point.0 >= low).copied().collect::<Vec<_>>())
}

/// Sideslip gradient in the linear range, rad s^2/m: decrease of the sideslip per lateral acceleration.
fn sideslip(subject: &Subject, recording: &Recording, from_s: f64) -> Option<f64> {
    linear_fit(subject, recording, from_s, |now| now.sideslip_rad).map(|fit| -fit.slope)
}

/// Starts a session straight ahead that ends when the car has spun.
pub(super) fn start<'a>(subject: &Subject<'a>, speed: f64, fastest: f64) -> Result<Session<'a>, NoResult> {
    start_on(subject, &Ground::default(), speed, fastest)
}

/// Starts a session on a ground that differs from place to place; it ends when the car has spun.
pub(super) fn start_on<'a>(
    subject: &Subject<'a>,
    ground: &Ground,
    speed: f64,
    fastest: f64,
) -> Result<Session<'a>, NoResult> {
    let mut session = Session::start_on(subject, ground, speed, fastest)
        .ok_or_else(|| format!("the model {} does not take this car", subject.model.name))?;
    session.ends_spun(0.0);
    Ok(session)
}

/// Drives a constant radius at a rising speed until the car no longer holds the circle: ISO 4138, method 1, and the
/// skidpad of the magazines.
///
/// # Errors
/// Why there is no result, in words.
pub fn constant_radius(subject: &Subject, radius_m: f64) -> Result<SteadyTurn, NoResult> {
    const SETTLE_S: f64 = 8.0;
    let most = 1.6 * subject.promised_m_s2();
    let mut session = start(subject, Real::sqrt(radius_m * FROM_M_S2), Real::sqrt(radius_m * most))?;
    let mut driver = CircleDriver::new(subject, radius_m);
    let end = session.drive(400.0, &mut |now| {
        let target = rising(now.time_s - SETTLE_S, subject.promised_m_s2());
        let speed = Real::sqrt(radius_m * target);
        let (off, _) = driver.off_circle(now);
        let is_settled = now.time_s > SETTLE_S;
        let is_lost = off > 4.0 * OFF_CIRCLE_M || Real::abs(now.sideslip_rad) > SPIN_RAD;
        let is_slow = now.velocity_x_m_s < 0.9 * speed - 1.0 || target > most;
        let act = Act { steer_rad: driver.steer(now), feet: Feet::Speed(speed) };
        (!(is_settled && (is_lost || is_slow))).then_some(act)
    });
    ended(end, &session)?;
    let recording = session.into_recording();
    let held = points(&recording, SETTLE_S, |now| {
        let is_held = Real::abs(driver.off_circle(now).0) <= OFF_CIRCLE_M;
        (now.time_s, if is_held { normal_m_s2(now) } else { 0.0 })
    });
    let (_, largest_m_s2) =
        analysis::largest_mean(&held, HELD_S).ok_or("the circle was not held for a second")?;
    let fit = linear_fit(subject, &recording, SETTLE_S, |now| now.front_steer_rad);
    let sideslip_rad_s2_m = sideslip(subject, &recording, SETTLE_S);
    let understeer_rad_s2_m = fit.map(|fit| fit.slope);
    Ok(SteadyTurn { largest_m_s2, understeer_rad_s2_m, sideslip_rad_s2_m, recording })
}

/// Returns the error of a run that is not finite or has fewer than 200 rows. A longer run that ended by a spin or a blown
/// engine at the limit has a result.
fn ended(end: Result<(), NoResult>, session: &Session) -> Result<(), NoResult> {
    match end {
        Err(why) if session.recording().rows.len() < 200 || why == NoResult::NotFinite => Err(why),
        _ => Ok(()),
    }
}

/// Drives at a constant speed with slowly increasing steering: ISO 4138, method 2. `rise_m_s3` is the rate at which the
/// lateral acceleration is to rise.
///
/// # Errors
/// Why there is no result, in words.
pub fn constant_speed(subject: &Subject, speed_m_s: f64, rise_m_s3: f64) -> Result<SteadyTurn, NoResult> {
    const SETTLE_S: f64 = 1.0;
    /// Share of the largest lateral acceleration so far, below which the car is beyond its limit.
    const BEYOND: f64 = 0.9;
    let mut session = start(subject, speed_m_s, speed_m_s)?;
    // As if the car needed twice the kinematic angle at its characteristic speed.
    let rate = rise_m_s3 * (subject.wheelbase_m / (speed_m_s * speed_m_s) + 0.002);
    let mut largest = 0.0;
    let end = session.drive(120.0, &mut |now| {
        let steer_rad = rate * Real::max(now.time_s - SETTLE_S, 0.0);
        let normal = normal_m_s2(now);
        largest = Real::max(largest, normal);
        let is_beyond = normal < BEYOND * largest - 0.5 || Real::abs(now.sideslip_rad) > SPIN_RAD;
        let is_over = is_beyond || normal > 1.6 * subject.promised_m_s2();
        let is_done =
            is_over || steer_rad > subject.largest_steer_rad || now.velocity_x_m_s < 0.7 * speed_m_s;
        (!is_done).then_some(Act { steer_rad, feet: Feet::Speed(speed_m_s) })
    });
    ended(end, &session)?;
    let recording = session.into_recording();
    let normal = points(&recording, 0.0, |now| (now.time_s, normal_m_s2(now)));
    let (_, largest_m_s2) = analysis::largest_mean(&normal, HELD_S).ok_or("the run was too short")?;
    // What is beyond the kinematic angle: with the speed held, the slope less wheelbase over speed squared.
    let fit = linear_fit(subject, &recording, SETTLE_S + 1.0, |now| {
        now.front_steer_rad - subject.wheelbase_m * now.curvature_1_m()
    });
    let sideslip_rad_s2_m = sideslip(subject, &recording, SETTLE_S + 1.0);
    let understeer_rad_s2_m = fit.map(|fit| fit.slope);
    Ok(SteadyTurn { largest_m_s2, understeer_rad_s2_m, sideslip_rad_s2_m, recording })
}

/// Drives with a constant steering angle at a slowly rising speed: ISO 4138, method 3.
///
/// # Errors
/// Why there is no result, in words.
pub fn constant_steer(subject: &Subject, steer_rad: f64) -> Result<SteadyTurn, NoResult> {
    const SETTLE_S: f64 = 4.0;
    let radius = subject.wheelbase_m / steer_rad;
    let most = 1.4 * subject.promised_m_s2();
    let mut session = start(subject, Real::sqrt(radius * FROM_M_S2), Real::sqrt(2.0 * radius * most))?;
    let (mut largest, mut speed) = (0.0, Real::sqrt(radius * FROM_M_S2));
    let dt_s = subject.dt.seconds();
    let end = session.drive(400.0, &mut |now| {
        let normal = normal_m_s2(now);
        let is_settled = now.time_s > SETTLE_S;
        largest = Real::max(largest, if is_settled { normal } else { 0.0 });
        // d(v^2 / R) = 2 v dv / R rises as in the other methods.
        let rate = if normal < LINEAR_M_S2.1 { RISE_M_S3.0 } else { RISE_M_S3.1 };
        let rise = rate / (2.0 * Real::max(now.curvature_1_m(), 0.2 / radius) * speed);
        speed += if is_settled { rise * dt_s } else { 0.0 };
        let is_beyond = normal < 0.9 * largest - 0.5 || Real::abs(now.sideslip_rad) > SPIN_RAD;
        let is_slow = now.velocity_x_m_s < 0.9 * speed - 1.0;
        let is_done = is_settled && (is_beyond || is_slow || normal > most);
        let steer_rad = steer_rad * Real::min(now.time_s, 1.0);
        (!is_done).then_some(Act { steer_rad, feet: Feet::Speed(speed) })
    });
    ended(end, &session)?;
    let recording = session.into_recording();
    let normal = points(&recording, 0.0, |now| (now.time_s, normal_m_s2(now)));
    let (_, largest_m_s2) = analysis::largest_mean(&normal, HELD_S).ok_or("the run was too short")?;
    // delta = L kappa + K a: with the steering held, the curvature falls by K / L per acceleration.
    let fit = linear_fit(subject, &recording, SETTLE_S, Turning::curvature_1_m);
    let understeer_rad_s2_m = fit.map(|fit| -fit.slope * subject.wheelbase_m);
    let sideslip_rad_s2_m = sideslip(subject, &recording, SETTLE_S);
    Ok(SteadyTurn { largest_m_s2, understeer_rad_s2_m, sideslip_rad_s2_m, recording })
}
