//! A car of whose grip a driver leaves some unused.

use skidpad_core::math::Real;
use skidpad_laptime::{Envelope, Point, Range};

/// Share of the grip that he uses: at more, the corrections of a driver who follows a line find none left.
const SHARE: f64 = 0.88;

/// A car's envelope with a share of its grip and all of its power.
pub(super) struct Careful<'a> {
    car: &'a dyn Envelope,
}

impl<'a> Careful<'a> {
    pub(super) fn new(car: &'a dyn Envelope) -> Self {
        Self { car }
    }
}

impl Envelope for Careful<'_> {
    fn range(&self, at: &Point) -> Option<Range> {
        let range = self.car.range(&Point { lateral_m_s2: at.lateral_m_s2 / SHARE, ..*at })?;
        let coasting_m_s2 = range.coasting_m_s2;
        Some(Range {
            braking_m_s2: Real::min(range.braking_m_s2 * SHARE, coasting_m_s2),
            traction_m_s2: Real::max(range.traction_m_s2 * SHARE, coasting_m_s2),
            ..range
        })
    }

    fn spare_m_s2(&self, at: &Point) -> f64 {
        SHARE * self.car.spare_m_s2(&Point { lateral_m_s2: at.lateral_m_s2 / SHARE, ..*at })
    }

    fn top_speed_m_s(&self) -> f64 {
        self.car.top_speed_m_s()
    }

    fn gear(&self, speed_m_s: f64) -> usize {
        self.car.gear(speed_m_s)
    }

    fn steer_rad(&self, at: &Point, curvature_1_m: f64) -> Option<f64> {
        self.car.steer_rad(at, curvature_1_m)
    }

    fn shift_s(&self) -> f64 {
        self.car.shift_s()
    }
}
