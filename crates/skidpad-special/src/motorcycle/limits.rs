//! Wheelie and stoppie: where load transfer takes a wheel off the road.

use skidpad_core::math::Real;

/// Quantities that longitudinal load transfer depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LiftLimits<R> {
    /// Distance between the wheels, m.
    pub wheelbase_m: R,
    /// Share of the weight on the front wheel.
    pub front_share: R,
    /// Height of the centre of mass, m.
    pub height_m: R,
}

impl<R: Real> LiftLimits<R> {
    /// The rear force over load at which the front wheel lifts: b / h, with the distance b of the
    /// rear wheel behind the centre of mass.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn lift_front(&self) -> R {
        self.front_share * self.wheelbase_m / self.height_m
    }

    /// The front force over load, backwards, at which the rear wheel lifts: a / h.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn lift_rear(&self) -> R {
        (R::one() - self.front_share) * self.wheelbase_m / self.height_m
    }

    /// The largest acceleration of rear-wheel drive on the level, m/s^2: g b / h where the front
    /// wheel lifts first, or what the rear tyre holds with the load that comes to it,
    /// mu g (1 - b / L) / (1 - mu h / L). (Monster's load transfer with W_f = 0, and Palmer's 8.33 with
    /// the driven axle's load.)
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn largest_acceleration(&self, friction: R, gravity_m_s2: R) -> R {
        let lever = self.height_m / self.wheelbase_m;
        let slides =
            friction * (R::one() - self.front_share) / (R::one() - friction * lever).max(R::lit(1e-9));
        gravity_m_s2 * R::select(friction.lt(self.lift_front()), slides, self.lift_front())
    }

    /// The largest deceleration with both brakes on the level, m/s^2: g a / h where the rear wheel
    /// lifts first, or mu g.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn largest_deceleration(&self, friction: R, gravity_m_s2: R) -> R {
        gravity_m_s2 * friction.min(self.lift_rear())
    }
}
