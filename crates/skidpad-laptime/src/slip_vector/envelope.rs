//! The g-g-v envelope of a slip-vector car.

use skidpad_core::aero;
use skidpad_core::math::Real;
use skidpad_core::surface::Surface;
use skidpad_texts::slip_vector::{SlipVectorCar, friction_on};

use super::limits::{Ends, Tread};
use crate::envelope::{Envelope, Point, Range};

/// Speed up to which a lap is sought, m/s: the tread is commanded up to 150 m/s, and slips by some m/s.
const FASTEST_M_S: f64 = 140.0;

/// Envelope of a slip-vector car, from the equations of its model: see [`slip_vector`](super).
///
/// ```
/// use skidpad_laptime::{Envelope, Point};
/// use skidpad_laptime::slip_vector::SlipVectorEnvelope;
/// use skidpad_texts::slip_vector::rars::{Ground, car, road};
/// let envelope = SlipVectorEnvelope::new(car(Ground::Exponential, 0.0), road());
/// let at = |speed_m_s, lateral_m_s2| envelope.range(&Point::level(speed_m_s, lateral_m_s2));
/// // It corners with 1.05 of its weight, and brakes as hard.
/// assert!(at(40.0, 10.2).is_some() && at(40.0, 10.4).is_none());
/// assert!((at(40.0, 0.0).unwrap().braking_m_s2 + 10.3).abs() < 0.5);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SlipVectorEnvelope {
    car: SlipVectorCar<f64>,
    surface: Surface<f64>,
    drag_n_s2_m2: f64,
    downforce_n_s2_m2: f64,
}

impl SlipVectorEnvelope {
    /// The envelope of a car in still air. Of the surface its grip, its rolling resistance and the air's density count; weight and slope
    /// are those of each operating point.
    pub fn new(car: SlipVectorCar<f64>, surface: Surface<f64>) -> Self {
        let factor = |area_m2: f64| aero::drag_factor(1.0, area_m2, surface.air_density_kg_m3);
        Self {
            drag_n_s2_m2: factor(car.drag_area_m2),
            downforce_n_s2_m2: factor(car.downforce_area_m2),
            car,
            surface,
        }
    }

    /// The car.
    pub fn car(&self) -> &SlipVectorCar<f64> {
        &self.car
    }

    fn load_n(&self, at: &Point) -> f64 {
        let square = at.speed_m_s * at.speed_m_s;
        Real::max(self.car.mass_kg * at.normal_m_s2 + self.downforce_n_s2_m2 * square, 0.0)
    }

    /// Drag and rolling resistance, N.
    pub(super) fn resistance_n(&self, at: &Point) -> f64 {
        let rolling_n = self.car.rolling_resistance * self.surface.rolling * self.load_n(at);
        self.drag_n_s2_m2 * at.speed_m_s * at.speed_m_s + rolling_n
    }

    pub(super) fn tread(&self, at: &Point) -> Tread {
        let (sin, cos) = Real::sin_cos(self.car.largest_alpha_rad);
        Tread {
            friction: friction_on(&self.car, &self.surface, self.load_n(at), at.speed_m_s),
            speed_m_s: at.speed_m_s,
            power_w: self.car.power_w,
            largest_tangent: sin / cos,
        }
    }

    fn normal_n(&self, at: &Point) -> f64 {
        self.car.mass_kg * Real::abs(at.lateral_m_s2)
    }
}

impl Envelope for SlipVectorEnvelope {
    fn range(&self, at: &Point) -> Option<Range> {
        let (tread, normal_n) = (self.tread(at), self.normal_n(at));
        let Ends { braking_n, driving_n } = tread.ends(normal_n)?;
        let rolling_n = tread.rolling_n(normal_n).unwrap_or(braking_n);
        let traction_n = super::limits::tangential_n(tread.friction.largest_n, normal_n);
        let resistance_n = self.resistance_n(at);
        let acceleration = |force_n: f64| (force_n - resistance_n) / self.car.mass_kg;
        Some(Range {
            braking_m_s2: acceleration(braking_n),
            coasting_m_s2: acceleration(Real::clamp(rolling_n, braking_n, Real::max(braking_n, driving_n))),
            traction_m_s2: acceleration(traction_n),
            power_m_s2: acceleration(driving_n),
        })
    }

    fn spare_m_s2(&self, at: &Point) -> f64 {
        (self.tread(at).largest_normal_n() - self.normal_n(at)) / self.car.mass_kg
    }

    fn top_speed_m_s(&self) -> f64 {
        FASTEST_M_S
    }

    fn gear(&self, _: f64) -> usize {
        1
    }

    /// The angle alpha from the velocity to the pointing direction, at constant speed: what steers this car.
    fn steer_rad(&self, at: &Point, curvature_1_m: f64) -> Option<f64> {
        let normal_n = self.car.mass_kg * at.speed_m_s * at.speed_m_s * curvature_1_m;
        let ends = self.tread(at).ends(Real::abs(normal_n))?;
        let tangential_n = Real::clamp(self.resistance_n(at), ends.braking_n, ends.driving_n);
        Some(super::tread_for(&self.tread(at).friction, at.speed_m_s, [tangential_n, normal_n]).alpha_rad)
    }
}
