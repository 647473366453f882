//! The g-g-v envelope: the largest lateral acceleration for each longitudinal one, at some speeds.
//!
//! The steady states are driven on the model itself. A car that brakes at a_x is, in the frame that moves with it, a
//! car of constant speed which a force m a_x pulls forward; such a force is gravity on a road that falls in the
//! direction of motion. So the car keeps its speed on a road that is tilted under it as it turns, with gravity
//! enlarged so that its load on the road stays what it was. What tyres, load transfer, brakes, engine and air do
//! is the same in both frames, and the car stays at one speed for as long as the search needs.

use skidpad_core::math::Real;
use skidpad_core::surface::Surface;
use skidpad_core::units;

use super::analysis;
use super::circle::{normal_m_s2, start};
use super::no_result::NoResult;
use super::session::{Act, Feet, Session, Subject};
use super::turning::Turning;

/// The speeds of the envelope, m/s; those that the car does not reach are left out.
pub const ENVELOPE_SPEEDS_M_S: [f64; 5] =
    [units::kmh(60.0), units::kmh(100.0), units::kmh(140.0), units::kmh(180.0), units::kmh(220.0)];
/// Shares of the largest braking, and of the largest forward acceleration, at which the largest lateral one is found.
const BRAKING_SHARES: [f64; 6] = [0.97, 0.9, 0.75, 0.6, 0.4, 0.2];
const DRIVE_SHARES: [f64; 5] = [0.25, 0.5, 0.75, 0.9, 0.97];
/// Rates at which the longitudinal acceleration rises, m/s^3: in braking, where the pedal follows from the brake force,
/// and under power, where the driver has to find the pedal.
const RISE_M_S3: (f64, f64) = (2.0, 0.5);
/// Rate at which the lateral acceleration is to rise, m/s^3.
const LATERAL_RISE_M_S3: f64 = 1.5;
/// Largest error of the speed, m/s: beyond it the car does not keep up.
const OFF_M_S: f64 = 1.0;
/// Time over which a largest value is averaged, s.
const HELD_S: f64 = 0.5;
/// Largest longitudinal acceleration that is tried, m/s^2.
const MOST_M_S2: f64 = 60.0;

/// A point of the envelope.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnvelopePoint {
    /// Longitudinal acceleration, along the path, m/s^2; negative in braking.
    pub along_m_s2: f64,
    /// Largest lateral acceleration, m/s^2.
    pub lateral_m_s2: f64,
}

/// The envelope at a speed.
#[derive(Clone, Debug, PartialEq)]
pub struct AtSpeed {
    /// The speed, m/s.
    pub speed_m_s: f64,
    /// Points from the hardest braking to the strongest acceleration; at both ends the car goes straight.
    pub points: Vec<EnvelopePoint>,
}

impl AtSpeed {
    /// The largest lateral acceleration at constant speed, m/s^2.
    pub fn lateral_m_s2(&self) -> f64 {
        self.at(0.0)
    }

    /// Largest braking deceleration, m/s^2; positive.
    pub fn braking_m_s2(&self) -> f64 {
        self.points.first().map_or(0.0, |point| -point.along_m_s2)
    }

    /// Largest forward acceleration, m/s^2.
    pub fn drive_m_s2(&self) -> f64 {
        self.points.last().map_or(0.0, |point| point.along_m_s2)
    }

    /// Largest lateral acceleration at a longitudinal one, m/s^2: interpolated between the points, 0 outside their range.
    pub fn at(&self, along_m_s2: f64) -> f64 {
        let pair = self
            .points
            .windows(2)
            .find(|pair| pair[0].along_m_s2 <= along_m_s2 && along_m_s2 <= pair[1].along_m_s2);
        pair.map_or(0.0, |pair| {
            let width = pair[1].along_m_s2 - pair[0].along_m_s2;
            let share = if width > 0.0 { (along_m_s2 - pair[0].along_m_s2) / width } else { 0.0 };
            pair[0].lateral_m_s2 + share * (pair[1].lateral_m_s2 - pair[0].lateral_m_s2)
        })
    }
}

/// Returns the road on which a car that moves in a direction at constant speed is loaded as it is on the level at a
/// longitudinal acceleration. Along the road, gravity is the opposite of that acceleration; normal to the road, it is that
/// of the level.
pub fn tilted(level: &Surface<f64>, along_m_s2: f64, direction_rad: f64) -> Surface<f64> {
    let (sin, cos) = Real::sin_cos(direction_rad);
    let across = Real::hypot(along_m_s2 * sin, level.gravity_m_s2);
    Surface {
        slope_rad: Real::atan2(along_m_s2 * cos, across),
        bank_rad: Real::atan2(along_m_s2 * sin, level.gravity_m_s2),
        gravity_m_s2: Real::hypot(along_m_s2 * cos, across),
        ..*level
    }
}

/// Car that keeps its speed on the tilted road.
struct Rig<'a> {
    session: Session<'a>,
    level: Surface<f64>,
    speed_m_s: f64,
    integral: f64,
    dt_s: f64,
}

impl<'a> Rig<'a> {
    fn new(subject: &Subject<'a>, speed_m_s: f64) -> Result<Self, NoResult> {
        let level = Surface { slope_rad: 0.0, bank_rad: 0.0, ..subject.surface };
        let session = start(&Subject { surface: level, ..*subject }, speed_m_s, speed_m_s)?;
        Ok(Self { session, level, speed_m_s, integral: 0.0, dt_s: subject.dt.seconds() })
    }

    /// Speed error, m/s; positive where the car is too slow.
    fn lacking(&self) -> f64 {
        self.speed_m_s - self.session.now().speed_m_s()
    }

    /// Drives one act at a longitudinal acceleration and a steering angle, and returns the car's quantities at its end.
    fn step(&mut self, along_m_s2: f64, steer_rad: f64) -> Result<Turning<f64>, NoResult> {
        /// Proportional gain, s/m, and integral gain, 1/m, from the speed error to the pedal: in braking, and under power.
        const PEDALS: [(f64, f64); 2] = [(0.15, 0.25), (0.6, 1.0)];
        let gains = PEDALS[usize::from(along_m_s2 >= 0.0)];
        let now = self.session.now();
        let direction = now.yaw_rad + now.sideslip_rad;
        self.session.lay(tilted(&self.level, along_m_s2, direction));
        let lacking = self.lacking();
        let known = if along_m_s2 < 0.0 { -self.session.brake_pedal(-along_m_s2) } else { 0.0 };
        let pedal = known + gains.0 * lacking + self.integral;
        let is_full = Real::abs(pedal) > 1.0 && pedal * lacking > 0.0;
        self.integral += if is_full { 0.0 } else { gains.1 * lacking * self.dt_s };
        self.session.step(&Act { steer_rad, feet: Feet::one_pedal(pedal) })?;
        Ok(*self.session.now())
    }

    /// True while the car keeps its speed and its sideslip is below 0.5 rad.
    fn holds(&self) -> bool {
        Real::abs(self.lacking()) <= OFF_M_S && Real::abs(self.session.now().sideslip_rad) < 0.5
    }
}

/// Rate at which the longitudinal acceleration rises, m/s^3: that of braking for a negative `sign`, else that under power.
fn rise_m_s3(sign: f64) -> f64 {
    if sign < 0.0 { RISE_M_S3.0 } else { RISE_M_S3.1 }
}

/// Returns the largest longitudinal acceleration of a sign straight ahead, m/s^2. The acceleration that the road represents
/// rises until the car does not keep up; the car's is the sum of that and of the rate of change of its speed.
fn straight(subject: &Subject, speed_m_s: f64, sign: f64) -> Result<f64, NoResult> {
    let mut rig = Rig::new(subject, speed_m_s)?;
    let mut done = Vec::new();
    while rig.holds() {
        let time_s = rig.session.now().time_s;
        let along = sign * rise_m_s3(sign) * time_s;
        if Real::abs(along) > MOST_M_S2 {
            break;
        }
        let now = rig.step(along, 0.0)?;
        done.push((time_s, sign * (along + now.acceleration_x_m_s2)));
    }
    let (_, largest) = analysis::largest_mean(&done, HELD_S).ok_or("the car does not keep its speed")?;
    Ok(sign * Real::max(largest, 0.0))
}

/// Returns the largest lateral acceleration at a longitudinal one, m/s^2, found with slowly increasing steering.
fn lateral(subject: &Subject, speed_m_s: f64, along_m_s2: f64) -> Result<f64, NoResult> {
    const SETTLE_S: f64 = 1.0;
    const LONGEST_S: f64 = 90.0;
    let mut rig = Rig::new(subject, speed_m_s)?;
    let risen_s = Real::abs(along_m_s2) / rise_m_s3(along_m_s2) + SETTLE_S;
    let rate = LATERAL_RISE_M_S3 * (subject.wheelbase_m / (speed_m_s * speed_m_s) + 0.002);
    let (mut done, mut largest) = (Vec::new(), 0.0);
    loop {
        let time_s = rig.session.now().time_s;
        let along = along_m_s2 * Real::min(time_s / (risen_s - SETTLE_S + 1e-9), 1.0);
        let steer = rate * Real::max(time_s - risen_s, 0.0);
        let now = rig.step(along, steer)?;
        let normal = normal_m_s2(&now);
        largest = Real::max(largest, normal);
        let is_beyond = normal < 0.9 * largest - 0.5 || steer > subject.largest_steer_rad;
        if !rig.holds() || is_beyond || time_s > LONGEST_S {
            break;
        }
        if steer > 0.0 {
            done.push((time_s, normal));
        }
    }
    Ok(analysis::largest_mean(&done, HELD_S).map_or(0.0, |best| Real::max(best.1, 0.0)))
}

/// The envelope at a speed.
///
/// # Errors
/// Why there is none, in words.
pub fn envelope_at(subject: &Subject, speed_m_s: f64) -> Result<AtSpeed, NoResult> {
    let (braking, drive) = (straight(subject, speed_m_s, -1.0)?, straight(subject, speed_m_s, 1.0)?);
    let brakes = BRAKING_SHARES.map(|share| share * braking);
    let drives = DRIVE_SHARES.map(|share| share * drive);
    let mut points = vec![EnvelopePoint { along_m_s2: braking, lateral_m_s2: 0.0 }];
    for along_m_s2 in brakes.into_iter().chain([0.0]).chain(drives) {
        points.push(EnvelopePoint { along_m_s2, lateral_m_s2: lateral(subject, speed_m_s, along_m_s2)? });
    }
    points.push(EnvelopePoint { along_m_s2: drive, lateral_m_s2: 0.0 });
    Ok(AtSpeed { speed_m_s, points })
}

/// The envelope at the speeds of [`ENVELOPE_SPEEDS_M_S`] that are not beyond the fastest.
///
/// # Errors
/// Why there is none, in words.
pub fn envelope(subject: &Subject, fastest_m_s: f64) -> Result<Vec<AtSpeed>, NoResult> {
    let within = ENVELOPE_SPEEDS_M_S.into_iter().filter(|speed| *speed <= fastest_m_s);
    let rows = within.map(|speed| envelope_at(subject, speed)).collect::<Result<Vec<_>, _>>()?;
    if rows.is_empty() {
        let least = units::to_kmh(ENVELOPE_SPEEDS_M_S[0]);
        return Err(format!("the car does not reach {least:.0} km/h").into());
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::tilted;
    use skidpad_core::surface::Surface;

    /// The tilted road pulls against the acceleration along the path, not at all across it, and presses as the level.
    #[test]
    fn the_tilted_road_pulls_as_inertia_does() {
        let level = Surface::<f64>::asphalt();
        for (along, direction) in [(3.0, 0.0), (-9.0, 0.0), (5.0, 1.2), (-12.0, 2.5), (-4.0, -7.0)] {
            let road = tilted(&level, along, direction);
            assert!((road.normal_gravity_m_s2() - level.gravity_m_s2).abs() < 1e-12);
            let pull = road.gravity(skidpad_core::math::Direction::at_angle(direction));
            assert!((pull.x + along).abs() < 1e-12 && pull.y.abs() < 1e-12, "{pull:?}");
        }
    }
}
