//! Changes of the pedals in a steady turn, lift-off (ISO 9816), braking (ISO 7975) and power on; and the handbrake turn.

use core::f64::consts::PI;

use skidpad_core::math::Real;
use skidpad_core::units;

use super::analysis;
use super::circle::{CircleDriver, points, start};
use super::no_result::NoResult;
use super::session::{Act, Feet, Subject};
use super::turning::Turning;
use crate::telemetry::Recording;

/// Radius of the turn, m.
pub const TURN_RADIUS_M: f64 = 100.0;
/// Lateral acceleration in the steady turn, m/s^2; at most half of the tyres' limit.
const TURN_M_S2: f64 = 4.0;
/// Time in which the car reaches the steady turn, s.
const SETTLE_S: f64 = 10.0;
/// Time for which the car is observed after the change, s.
const WATCHED_S: f64 = 5.0;
/// Deceleration for which the brake pedal is set, m/s^2.
const BRAKING_M_S2: f64 = 5.0;
/// Largest distance from the circle before the change, m, and largest relative error of the path's curvature.
const ON_CIRCLE_M: f64 = 2.0;
const STEADY: f64 = 0.1;

/// Results of a change of the pedals in a steady turn with the steering held.
#[derive(Clone, Debug, PartialEq)]
pub struct InTurn {
    /// Yaw rate one second after the change, over that on the same circle at the speed at that time: above 1 the car
    /// turns in, below 1 it runs wide.
    pub yaw_rate_ratio: f64,
    /// Largest deviation of the sideslip from that of the steady turn, rad; its magnitude.
    pub sideslip_rad: f64,
    /// Change of the sideslip one second after the change, rad. The turn is to the left: negative where the nose turns
    /// further in.
    pub sideslip_after_1_s_rad: f64,
    /// Mean deceleration along the path over the first second, m/s^2.
    pub deceleration_m_s2: f64,
    /// Spin of the car while it was observed, if it spun. The other results then describe a spin, and are not shown.
    pub spin: Option<NoResult>,
    /// The recording; the pedals change at [`InTurn::AT_S`].
    pub recording: Recording,
}

impl InTurn {
    /// Time at which the pedals change, s.
    pub const AT_S: f64 = SETTLE_S;
}

/// Releases the throttle in a steady turn.
///
/// # Errors
/// Why there is no result, in words.
pub fn lift_off(subject: &Subject) -> Result<InTurn, NoResult> {
    in_turn(subject, Feet::Off)
}

/// Opens the throttle fully in a steady turn: the counterpart of the lift-off, measured in the same way.
///
/// # Errors
/// Why there is no result, in words.
pub fn power_on(subject: &Subject) -> Result<InTurn, NoResult> {
    in_turn(subject, Feet::one_pedal(1.0))
}

/// Applies the brake in a steady turn.
///
/// # Errors
/// Why there is no result, in words.
pub fn braking_in_a_turn(subject: &Subject) -> Result<InTurn, NoResult> {
    in_turn(subject, Feet::Brake(Real::min(BRAKING_M_S2, 0.6 * subject.promised_m_s2())))
}

fn in_turn(subject: &Subject, feet: Feet) -> Result<InTurn, NoResult> {
    let lateral = Real::min(TURN_M_S2, 0.5 * subject.promised_m_s2());
    let speed = Real::sqrt(TURN_RADIUS_M * lateral);
    let mut session = start(subject, speed, speed)?;
    session.ends_spun(SETTLE_S);
    let mut driver = CircleDriver::new(subject, TURN_RADIUS_M);
    let (mut held, mut is_circle) = (0.0, false);
    let end = session.drive(SETTLE_S + WATCHED_S, &mut |now| {
        if now.time_s < SETTLE_S - 1e-9 {
            held = driver.steer(now);
            let bend = now.curvature_1_m() * TURN_RADIUS_M;
            is_circle = Real::abs(driver.off_circle(now).0) < ON_CIRCLE_M && Real::abs(bend - 1.0) < STEADY;
            return Some(Act { steer_rad: held, feet: Feet::Speed(speed) });
        }
        (now.velocity_x_m_s > 1.0).then_some(Act { steer_rad: held, feet })
    });
    let spin = match end {
        Ok(()) => None,
        Err(spin @ NoResult::Spun { .. }) => Some(spin),
        Err(why) => return Err(why),
    };
    if !is_circle {
        return Err(format!(
            "the car does not keep to the circle of {TURN_RADIUS_M:.0} m that the result is counted from"
        )
        .into());
    }
    let recording = session.into_recording();
    let rows = |pick: fn(&Turning<f64>) -> f64| {
        points(&recording, SETTLE_S - 0.5, |now| (now.time_s - SETTLE_S, pick(now)))
    };
    let lasting = || spin.clone().unwrap_or_else(|| "the car came to rest within a second".into());
    let at = |values: &[(f64, f64)], time_s: f64| {
        values.iter().find(|row| row.0 >= time_s).map(|row| row.1).ok_or_else(lasting)
    };
    let (yaw, sideslip) = (rows(|now| now.yaw_rate_rad_s), rows(|now| now.sideslip_rad));
    let speeds = rows(Turning::speed_m_s);
    let (later, before) = (at(&speeds, 1.0)?, at(&speeds, 0.0)?);
    let radius = before / at(&yaw, -0.1)?;
    let steady = at(&sideslip, -0.1)?;
    let further = sideslip.iter().filter(|row| row.0 > 0.0).map(|row| Real::abs(row.1 - steady));
    Ok(InTurn {
        yaw_rate_ratio: at(&yaw, 1.0)? * radius / later,
        sideslip_rad: further.fold(0.0, Real::max),
        sideslip_after_1_s_rad: at(&sideslip, 1.0)? - steady,
        deceleration_m_s2: before - later,
        spin,
        recording,
    })
}

/// Results of a handbrake turn.
#[derive(Clone, Debug, PartialEq)]
pub struct HandbrakeTurn {
    /// Angle through which the car has turned when it comes to rest, rad; positive to the left.
    pub turned_rad: f64,
    /// Time from the pull of the handbrake to a quarter turn, s; `None` where the car turns less.
    pub quarter_turn_s: Option<f64>,
    /// Largest yaw rate to the left, rad/s.
    pub yaw_rate_rad_s: f64,
    /// Largest lateral distance from the straight line that the car approached along, m.
    pub width_m: f64,
    /// The recording.
    pub recording: Recording,
}

/// Speed at which the handbrake is pulled, m/s.
pub const HANDBRAKE_SPEED_M_S: f64 = units::kmh(50.0);

/// Steers in to the left, opens the clutch and pulls the handbrake until the car comes to rest.
///
/// # Errors
/// Why there is no result, in words.
pub fn handbrake_turn(subject: &Subject) -> Result<HandbrakeTurn, NoResult> {
    const STEER_AT_S: f64 = 1.0;
    const PULL_AT_S: f64 = 1.3;
    const STEER_RAD_S: f64 = 1.5;
    let mut session = start(subject, HANDBRAKE_SPEED_M_S, HANDBRAKE_SPEED_M_S)?;
    session.may_spin();
    let lock = Real::min(subject.largest_steer_rad, 0.5);
    let end = session.drive(20.0, &mut |now| {
        let steer_rad = Real::clamp(STEER_RAD_S * (now.time_s - STEER_AT_S), 0.0, lock);
        let is_pulled = now.time_s >= PULL_AT_S;
        let feet = if is_pulled { Feet::Handbrake } else { Feet::Speed(HANDBRAKE_SPEED_M_S) };
        let stands = is_pulled && now.speed_m_s() < 0.05 && Real::abs(now.yaw_rate_rad_s) < 0.02;
        (!stands).then_some(Act { steer_rad, feet })
    });
    end?;
    let turned_rad = session.now().yaw_rad;
    let recording = session.into_recording();
    let yaw = points(&recording, PULL_AT_S, |now| (now.time_s - PULL_AT_S, now.yaw_rad));
    let rates = points(&recording, 0.0, |now| (now.time_s, now.yaw_rate_rad_s));
    let across = points(&recording, 0.0, |now| (now.time_s, Real::abs(now.y_m)));
    Ok(HandbrakeTurn {
        turned_rad,
        quarter_turn_s: analysis::first_crossing(&yaw, 0.5 * PI),
        yaw_rate_rad_s: rates.iter().map(|row| row.1).fold(0.0, Real::max),
        width_m: across.iter().map(|row| row.1).fold(0.0, Real::max),
        recording,
    })
}
