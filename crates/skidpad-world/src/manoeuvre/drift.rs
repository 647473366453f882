//! A drift that is held: a steady sideslip on a circle, with opposite lock and throttle.
//!
//! The driver follows what the sideslip does by itself: its rate is a_n / v - r, normal acceleration over speed less
//! the yaw rate. To lead it to an angle he needs the yaw rate a_n / v + k (beta - beta wanted), and gets it from
//! the front wheels, which point along their own motion (that is the opposite lock) and a little beside it. The
//! throttle holds the speed; the circle is what comes of both. Steady drifts of this kind are equilibria of the
//! car: E. Velenis, E. Frazzoli, P. Tsiotras, "Steady-state cornering equilibria and stabilisation for a vehicle
//! during extreme operating conditions", Int. J. Vehicle Autonomous Systems 8 (2010).

use skidpad_core::math::Real;
use skidpad_core::units;

use super::circle::points;
use super::no_result::NoResult;
use super::session::{Act, Feet, Session, Subject};
use super::turning::Turning;
use crate::channel::CarChannels;
use crate::ground::Ground;
use crate::telemetry::Recording;

/// Sideslip angles that are tried, the largest first, rad.
const WANTED_RAD: [f64; 4] =
    [units::degrees(30.0), units::degrees(25.0), units::degrees(20.0), units::degrees(15.0)];
/// Radius of the circle on which the car starts in a slide, m.
const RADIUS_M: f64 = 25.0;
/// Lateral acceleration at the start, over the tyres' limit.
const GRIP_SHARE: f64 = 0.8;
/// Duration of a drift, and of the part at its end that is evaluated, s.
const DRIVEN_S: f64 = 20.0;
const JUDGED_S: f64 = 5.0;
/// Largest error of the mean sideslip, and largest deviation from that mean, rad.
const OFF_RAD: f64 = units::degrees(3.0);

/// A drift that was held.
#[derive(Clone, Debug, PartialEq)]
pub struct DriftHold {
    /// Magnitude of the mean sideslip, rad.
    pub sideslip_rad: f64,
    /// Largest deviation of the sideslip from its mean, rad.
    pub wander_rad: f64,
    /// Mean radius, m: speed over yaw rate.
    pub radius_m: f64,
    /// Mean speed, m/s.
    pub speed_m_s: f64,
    /// Mean opposite lock, rad: positive against the turn.
    pub opposite_rad: f64,
    /// The recording.
    pub recording: Recording,
}

/// Driver of a drift to the left.
struct Drifter {
    wanted_rad: f64,
    speed_m_s: f64,
    to_front_m: f64,
    dt_s: f64,
    /// Angle of the front wheels to the left of their velocity, rad; its integral part.
    beside_rad: f64,
    throttle: f64,
}

impl Drifter {
    /// Rate at which the error of the sideslip decays, 1/s.
    const LEAD_1_S: f64 = 1.5;
    /// Throttle per yaw-rate error: proportional gain, s, and integral gain, -.
    const THROTTLE: (f64, f64) = (0.8, 0.8);
    /// Angle of the front wheels to the left of their velocity, per yaw-rate error, s.
    const BESIDE_S: f64 = 0.15;
    /// Angle of the front wheels to the left of their velocity, per excess speed: proportional gain, rad s/m, and integral
    /// gain, rad/m.
    const SPEED: (f64, f64) = (0.02, 0.004);
    /// Limits of that angle's integral part, rad; the upper one also bounds the whole angle to both sides.
    const WITHIN_RAD: (f64, f64) = (0.0, 0.15);

    fn new(subject: &Subject, wanted_rad: f64, speed_m_s: f64) -> Self {
        let rear_share = subject.data().map_or(0.5, |vehicle| 1.0 - vehicle.body().front_share);
        Self {
            wanted_rad,
            speed_m_s,
            to_front_m: rear_share * subject.wheelbase_m,
            dt_s: subject.dt.seconds(),
            beside_rad: 0.07,
            throttle: 0.6,
        }
    }

    /// Returns steering angle and throttle.
    ///
    /// More throttle takes lateral force from the rear tyres, so that the nose turns in. The lateral force of the front
    /// tyres decides how much of the rear force is left for propulsion: it is reduced where the car is too slow.
    fn act(&mut self, now: &Turning<f64>) -> Act {
        let speed = Real::max(now.speed_m_s(), 1.0);
        let normal = now.curvature_1_m() * speed;
        let yaw_rate = normal + Self::LEAD_1_S * (now.sideslip_rad + self.wanted_rad);
        let lacking = yaw_rate - now.yaw_rate_rad_s;
        self.throttle = Real::clamp(self.throttle + Self::THROTTLE.1 * lacking * self.dt_s, 0.0, 1.0);
        let throttle = Real::clamp(self.throttle + Self::THROTTLE.0 * lacking, 0.0, 1.0);
        let too_fast = speed - self.speed_m_s;
        let (least, most) = Self::WITHIN_RAD;
        self.beside_rad = Real::clamp(self.beside_rad + Self::SPEED.1 * too_fast * self.dt_s, least, most);
        let along = Real::atan2(
            now.velocity_y_m_s + self.to_front_m * now.yaw_rate_rad_s,
            Real::max(now.velocity_x_m_s, 0.5),
        );
        let wish = self.beside_rad + Self::SPEED.0 * too_fast + Self::BESIDE_S * lacking;
        let beside = Real::clamp(wish, -most, most);
        Act { steer_rad: along + beside, feet: Feet::one_pedal(throttle) }
    }
}

/// Drives the largest steady drift of 15 to 30 degrees that the car holds.
///
/// # Errors
/// Why the car holds none.
pub fn drift_hold(subject: &Subject) -> Result<DriftHold, NoResult> {
    let mut why = NoResult::from("");
    for wanted in WANTED_RAD {
        match hold(subject, wanted) {
            Ok(drift) => return Ok(drift),
            Err(reason) => why = reason,
        }
    }
    let [.., least] = WANTED_RAD.map(units::to_degrees);
    Err(format!("the car keeps no drift of {least:.0} degrees or more: {why}").into())
}

fn hold(subject: &Subject, wanted_rad: f64) -> Result<DriftHold, NoResult> {
    let speed_m_s = Real::sqrt(GRIP_SHARE * subject.promised_m_s2() * RADIUS_M);
    let (sin, cos) = Real::sin_cos(wanted_rad);
    let channels = CarChannels::resolve(&subject.model.layout());
    let sideways = [(channels.velocity_y, -speed_m_s * sin), (channels.yaw_rate, speed_m_s / RADIUS_M)];
    // A model without sideslip in its states begins straight ahead.
    let sideways = sideways.into_iter().filter_map(|(channel, value)| Some((channel?.state_name()?, value)));
    let initial: Vec<_> = [(subject.model.speed, speed_m_s * cos)].into_iter().chain(sideways).collect();
    let none = || format!("the model {} does not take this car", subject.model.name);
    let started = Session::start_from(subject, &Ground::default(), &initial, speed_m_s);
    let mut session = started.ok_or_else(none)?;
    let mut driver = Drifter::new(subject, wanted_rad, speed_m_s);
    session.ends_spun(0.0);
    session.drive(DRIVEN_S, &mut |now| (now.speed_m_s() > 0.3 * speed_m_s).then(|| driver.act(now)))?;
    if session.now().time_s < DRIVEN_S - 0.01 {
        return Err("it slows down".into());
    }
    judged(session.into_recording(), wanted_rad)
}

/// Returns the results of a recording that ends in a steady drift, or why it does not.
fn judged(recording: Recording, wanted_rad: f64) -> Result<DriftHold, NoResult> {
    let mean = |pick: fn(&Turning<f64>) -> f64| {
        let values = points(&recording, DRIVEN_S - JUDGED_S, |now| (now.time_s, pick(now)));
        values.iter().map(|at| at.1).sum::<f64>() / values.len() as f64
    };
    let sideslip = -mean(|now| now.sideslip_rad);
    let (speed_m_s, yaw_rate) = (mean(Turning::speed_m_s), mean(|now| now.yaw_rate_rad_s));
    let opposite_rad = -mean(|now| now.front_steer_rad);
    let angles = points(&recording, DRIVEN_S - JUDGED_S, |now| (now.time_s, -now.sideslip_rad));
    let wander_rad = angles.iter().map(|at| Real::abs(at.1 - sideslip)).fold(0.0, Real::max);
    if sideslip < wanted_rad - OFF_RAD {
        return Err("its rear tyres grip again".into());
    }
    if wander_rad > OFF_RAD || sideslip > wanted_rad + OFF_RAD {
        return Err("its sideslip does not settle".into());
    }
    if opposite_rad <= 0.0 {
        return Err("it slides without opposite lock".into());
    }
    let radius_m = speed_m_s / yaw_rate;
    Ok(DriftHold { sideslip_rad: sideslip, wander_rad, radius_m, speed_m_s, opposite_rad, recording })
}
