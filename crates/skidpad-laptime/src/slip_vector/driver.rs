//! A driver of a slip-vector car along a line, by its equations turned round.

use std::sync::Arc;

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::math::Real;
use skidpad_core::record::Record;
use skidpad_texts::slip_vector::{SlipVectorState, rars};
use skidpad_world::line_driver::DrivingLine;
use skidpad_world::rolling::{Request, Rolling};
use skidpad_world::track::TrackPosition;

use super::envelope::SlipVectorEnvelope;
use super::limits::Tread;
use super::tread_for;
use crate::envelope::Point;

/// Rate at which the offset is led back, rad/s, and its damping ratio: it follows e'' + 2 z w e' + w^2 e = 0.
const LEAD_BACK_RAD_S: f64 = 5.0;
const DAMPING: f64 = 0.9;
/// Largest lateral acceleration by which an error is led back, m/s^2.
const MOST_BACK_M_S2: f64 = 5.0;
/// Acceleration over the speed that is lacking, 1/s.
const SPEED_GAIN_1_S: f64 = 8.0;
/// Share of the largest normal force that he asks for at most: with all of it the slip would be endless.
const MOST_NORMAL: f64 = 0.9995;
/// Share of the largest force that he asks for at most.
const MOST_FORCE: f64 = 0.9999;
/// Slowest speed for which he reckons, m/s.
const SLOWEST_M_S: f64 = 1.0;

/// Driver of a slip-vector car, who acts each `dt_s`.
///
/// He wants the acceleration of the line at its speed, and one that leads offset and course back; what the car's envelope cannot give he
/// takes from the longitudinal part. A force has one slip vector, and that one motion of the tread: alpha by the steering, vc by the pedals.
/// Throttle is the share of the power that the motion takes, brake the share by which the tread is slower than the car.
#[derive(Clone, Debug)]
pub(super) struct SlipVectorDriver<'a> {
    envelope: &'a SlipVectorEnvelope,
    gravity_m_s2: f64,
    line: Arc<DrivingLine>,
    dt_s: f64,
    on_line: Option<TrackPosition>,
}

/// Car beside the line.
struct Sight {
    speed_m_s: f64,
    alpha_rad: f64,
    normal_m_s2: f64,
    along_m_s2: f64,
}

impl<'a> SlipVectorDriver<'a> {
    pub fn new(
        envelope: &'a SlipVectorEnvelope,
        gravity_m_s2: f64,
        line: Arc<DrivingLine>,
        dt_s: f64,
    ) -> Self {
        Self { envelope, gravity_m_s2, line, dt_s, on_line: None }
    }

    /// Distance along the line at the last request, m.
    pub fn distance_m(&self) -> f64 {
        self.on_line.map_or(0.0, |place| place.distance_m)
    }

    /// His request for the next step.
    pub fn request(&mut self, car: &dyn Rolling) -> Request {
        let Some(sight) = self.look(car) else { return Request::untouched() };
        let at = Point { normal_m_s2: self.gravity_m_s2, ..Point::level(sight.speed_m_s, sight.normal_m_s2) };
        let (mass_kg, tread) = (self.envelope.car().mass_kg, self.envelope.tread(&at));
        let wanted_n =
            [mass_kg * sight.along_m_s2 + self.envelope.resistance_n(&at), mass_kg * sight.normal_m_s2];
        let force_n = possible_n(&tread, wanted_n);
        let motion = tread_for(&tread.friction, sight.speed_m_s, force_n);
        let rolling_m_s = sight.speed_m_s * Real::cos(motion.alpha_rad);
        let is_driven = motion.tread_m_s >= rolling_m_s;
        let throttle = if is_driven { Real::clamp(motion.power_w / tread.power_w, 0.0, 1.0) } else { 0.0 };
        let brake = if is_driven { 0.0 } else { Real::clamp(1.0 - motion.tread_m_s / rolling_m_s, 0.0, 1.0) };
        // The model's alpha approaches the commanded one within the program's time step; he commands more, so that it is there
        // after his own. The model limits the rate.
        let ahead = rars::STEP_S / self.dt_s;
        let steer_rad = sight.alpha_rad + ahead * (motion.alpha_rad - sight.alpha_rad);
        let largest_rad = self.envelope.car().largest_alpha_rad;
        let controls = Controls {
            throttle,
            brake,
            steer_rad: Real::clamp(steer_rad, -largest_rad, largest_rad),
            gear: Gear::Forward(1),
            ..Controls::default()
        };
        Request::from_command(sanitise(&controls).0)
    }

    /// Speed and angle of the car, and the accelerations that he wants along its velocity and to the left of it.
    fn look(&mut self, car: &dyn Rolling) -> Option<Sight> {
        let Motion { position_m, speed_m_s, course_rad, alpha_rad } = Motion::read(car)?;
        let place = self.line.locate(position_m, self.on_line.as_ref());
        self.on_line = Some(place);
        let speed_m_s = Real::max(speed_m_s, SLOWEST_M_S);
        // The command is held over his step: he looks to its middle.
        let here = self.line.at(place.distance_m);
        let ahead = self.line.at(place.distance_m + 0.5 * self.dt_s * speed_m_s);
        let off_rad = turn_rad(course_rad - here.heading_rad);
        let (sin, cos) = Real::sin_cos(off_rad);
        let cos = Real::max(cos, 0.2);
        let along_m_s2 = ahead.along_m_s2 + SPEED_GAIN_1_S * (ahead.speed_m_s - speed_m_s);
        // e' = v sin(off), s' = v cos(off) / (1 - k e), and with the course's rate c: e'' = v' sin(off) + v cos(off) (c - k s').
        let (offset_m, away_m_s) = (place.lateral_offset_m, speed_m_s * sin);
        let back_m_s2 =
            -2.0 * DAMPING * LEAD_BACK_RAD_S * away_m_s - LEAD_BACK_RAD_S * LEAD_BACK_RAD_S * offset_m;
        let back_m_s2 = Real::clamp(back_m_s2, -MOST_BACK_M_S2, MOST_BACK_M_S2);
        let stretch = Real::max(1.0 - ahead.curvature_1_m * offset_m, 0.2);
        let along_line_m_s = speed_m_s * cos / stretch;
        let normal_m_s2 = speed_m_s * ahead.curvature_1_m * along_line_m_s + back_m_s2 / cos;
        Some(Sight { speed_m_s, alpha_rad, normal_m_s2, along_m_s2 })
    }
}

/// The force that a tread can have in the place of a wanted one, N, along the velocity and to its left. Who brakes for a corner gives up
/// some of both parts: were all of the braking given up for the corner, the car would come too fast for it. Who drives gives up driving.
fn possible_n(tread: &Tread, [along_n, normal_n]: [f64; 2]) -> [f64; 2] {
    let largest_n = MOST_FORCE * tread.friction.largest_n;
    let length_n = Real::hypot(along_n, normal_n);
    let share = if along_n < 0.0 && length_n > largest_n { largest_n / length_n } else { 1.0 };
    let most_n = MOST_NORMAL * tread.largest_normal_n();
    let normal_n = Real::clamp(share * normal_n, -most_n, most_n);
    let along_n = tread.ends(Real::abs(normal_n)).map_or(0.0, |ends| {
        Real::clamp(share * along_n, ends.braking_n, Real::max(ends.driving_n, ends.braking_n))
    });
    let share = Real::min(largest_n / Real::max(Real::hypot(along_n, normal_n), 1e-9), 1.0);
    [share * along_n, share * normal_n]
}

/// Motion of a slip-vector car, which has no yaw rate of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    pub position_m: [f64; 2],
    pub speed_m_s: f64,
    /// Direction of the velocity, rad.
    pub course_rad: f64,
    /// Angle from the velocity to the pointing direction, rad.
    pub alpha_rad: f64,
}

impl Motion {
    /// The motion of a car; `None` of a car whose state is not that of the model.
    pub fn read(car: &dyn Rolling) -> Option<Self> {
        let mut states = Vec::with_capacity(8);
        car.states(&mut states);
        let numbers: [f64; 5] = states.try_into().ok()?;
        let state = SlipVectorState::<f64>::load(&numbers);
        let (ahead, left) = (state.velocity_x_m_s, state.velocity_y_m_s);
        let alpha_rad = -Real::atan2(left, ahead);
        Some(Self {
            position_m: [state.x_m, state.y_m],
            speed_m_s: Real::hypot(ahead, left),
            course_rad: turn_rad(state.yaw_rad - alpha_rad),
            alpha_rad,
        })
    }
}

/// An angle between -pi and pi, rad.
fn turn_rad(angle_rad: f64) -> f64 {
    let (sin, cos) = Real::sin_cos(angle_rad);
    Real::atan2(sin, cos)
}
