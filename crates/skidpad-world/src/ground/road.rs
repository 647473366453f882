//! The road of a car: a surface, and the ground on it.

use skidpad_core::math::Real;
use skidpad_core::surface::Surface;

use super::cast::Casts;
use super::layers::Ground;
use super::relief::Following;
use super::spot::Spot;
use crate::track::TrackPosition;

/// Largest gravity of a surface, m/s^2: in a dip a body weighs more.
pub(crate) const MOST_GRAVITY_M_S2: f64 = 30.0;

/// Road that a car drives on: the surface with the air, and the ground that lies on it.
#[derive(Clone, Copy, Debug)]
pub struct Road<'a> {
    /// Road and air.
    pub surface: &'a Surface<f64>,
    /// Ground on the surface: the parts of the road that differ from it.
    pub ground: &'a Ground,
    /// Position of the car on the ground's track a moment ago. On a crossing it decides on which of the stretches the car is; `None`:
    /// the nearest one. Always `None` without a track.
    pub before: Option<TrackPosition>,
    /// Ground that is found by rays, in place of [`ground`](Self::ground); only models that move in space drive on it.
    pub casts: Option<Casts<'a>>,
}

impl<'a> Road<'a> {
    /// Road of a car of which it is not known where on a track it was.
    pub fn new(surface: &'a Surface<f64>, ground: &'a Ground) -> Self {
        Self { surface, ground, before: None, casts: None }
    }

    /// The road of a car that was at a position on the ground's track a moment ago.
    #[must_use]
    pub fn of_car_at(self, before: Option<TrackPosition>) -> Self {
        Self { before, ..self }
    }

    /// The road of a car in space on ground that is found by rays.
    #[must_use]
    pub fn over(self, casts: Casts<'a>) -> Self {
        Self { casts: Some(casts), ..self }
    }

    /// Returns true where the road is the surface itself everywhere.
    pub fn is_plain(&self) -> bool {
        self.casts.is_none() && self.ground.is_plain()
    }

    /// The spot at a place of the road, m.
    pub fn under(&self, place_m: [f64; 2]) -> Spot {
        self.ground.under_from(place_m, self.before.as_ref())
    }

    /// The surface for a car whose model samples the ground at one place, m, and moves with a velocity along the road's axes, m/s:
    /// [`Spot::felt`], on a track with the normal force that a body has which follows the road's dips, crests and banks.
    pub fn felt(&self, place_m: [f64; 2], velocity_m_s: [f64; 2]) -> Surface<f64> {
        let (spot, following) = self.ground.followed_from(place_m, velocity_m_s, self.before.as_ref());
        let felt = spot.felt(self.surface);
        let Some(following) = following else { return felt };
        // Along the road gravity is as it was; across it, the vertical force times the root of 1 + |r|^2.
        let [x, y] = following.rise;
        let along = felt.gravity_on_road();
        let normal_m_s2 = following.vertical_m_s2(felt.gravity_m_s2) * Real::sqrt(1.0 + (x * x + y * y));
        let across_x = Real::hypot(along.y, normal_m_s2);
        Surface {
            slope_rad: Real::atan2(-along.x, across_x),
            bank_rad: Real::atan2(-along.y, normal_m_s2),
            gravity_m_s2: Real::min(Real::hypot(along.x, across_x), MOST_GRAVITY_M_S2),
            ..felt
        }
    }

    /// Rise and bend of the ground's track below a body that moves with a velocity along the road's axes, m/s; `None` without a track.
    pub fn following(&self, place_m: [f64; 2], velocity_m_s: [f64; 2]) -> Option<Following> {
        self.ground.following(place_m, velocity_m_s, self.before.as_ref())
    }
}

impl<'a> From<&'a Surface<f64>> for Road<'a> {
    /// Road that is the same everywhere.
    fn from(surface: &'a Surface<f64>) -> Self {
        Self::new(surface, Ground::plain())
    }
}
