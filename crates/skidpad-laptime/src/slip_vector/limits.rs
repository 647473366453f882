//! Forces that the tread of a slip-vector car can have at a speed: see [`Tread`].

use skidpad_core::math::Real;
use skidpad_texts::rars::Friction;

/// Rounds of a search at most, and the interval at which it ends, over its upper end.
const ROUNDS: usize = 60;
const NEAR: f64 = 1e-10;
/// Share of the largest friction that counts as all of it.
const ALL: f64 = 1.0 - 1e-8;
/// Share of an interval that golden sections keep, and their number.
const GOLDEN: f64 = 0.618_033_988_749_895;
const SECTIONS: usize = 60;

/// A tread on the road at a speed, with the most power that it may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tread {
    pub friction: Friction<f64>,
    pub speed_m_s: f64,
    pub power_w: f64,
    /// Tangent of the largest angle between pointing direction and velocity.
    pub largest_tangent: f64,
}

/// Tangential forces at a normal force, N: along the velocity, without drag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ends {
    pub braking_n: f64,
    pub driving_n: f64,
}

impl Tread {
    /// Power that a slip takes whose force has a normal part, N, and drives (1) or brakes (-1) with the rest, W: F . V + f l.
    fn power_at_w(&self, slip_m_s: f64, normal_n: f64, sense: f64) -> f64 {
        let force_n = self.friction.force_n(slip_m_s);
        sense * self.speed_m_s * tangential_n(force_n, normal_n) + force_n * slip_m_s
    }

    /// By how much the pointing direction is beyond its largest angle at a slip that brakes, m/s: L and V make a triangle with the tread's
    /// velocity, whose angle to V must not be larger. At most 0 where it is allowed, which keeps the tread from turning backwards, too.
    fn beyond_m_s(&self, slip_m_s: f64, normal_n: f64) -> f64 {
        let force_n = Real::max(self.friction.force_n(slip_m_s), 1e-12);
        let [across, back] = [normal_n, tangential_n(force_n, normal_n)].map(|part| part / force_n);
        slip_m_s * (across + self.largest_tangent * back) - self.largest_tangent * self.speed_m_s
    }

    /// A slip that any force may have which does not drive: neither its heat nor the angle of the tread is beyond its limit. Where the
    /// friction is as good as its largest there, no search is needed.
    fn safe_slip_m_s(&self) -> f64 {
        // The angle's condition l (sin + tan cos) <= tan v is the strictest where sin + tan cos is largest, 1 / cos of the limit.
        let sine = self.largest_tangent / Real::hypot(1.0, self.largest_tangent);
        let by_heat_m_s = self.power_w / Real::max(self.friction.largest_n, 1e-9);
        Real::min(Real::min(by_heat_m_s, sine * self.speed_m_s), self.friction.peak_slip_m_s())
    }

    /// The slip that takes all of the power by its heat alone, with a force across the velocity, m/s; not beyond the peak of the friction.
    fn hottest_m_s(&self) -> f64 {
        let excess_w = |slip_m_s: f64| self.friction.force_n(slip_m_s) * slip_m_s - self.power_w;
        // The force is at most FMAX, so that a slip of at least power / FMAX takes all of the power.
        let least_m_s = self.power_w / Real::max(self.friction.largest_n, 1e-9);
        let mut most_m_s = 2.0 * least_m_s + self.friction.k_m_s;
        while excess_w(most_m_s) < 0.0 && most_m_s < 1e6 {
            most_m_s *= 2.0;
        }
        Real::min(root(&excess_w, 0.0, most_m_s), self.friction.peak_slip_m_s())
    }

    /// The largest normal force, N. With a slip l beyond the one at which heat takes all of the power, the car has to brake by
    /// (f l - power) / v, so that the normal force is the root of f^2 - ((f l - power) / v)^2: largest where its slope is 0.
    pub fn largest_normal_n(&self) -> f64 {
        let safe_n = self.friction.force_n(self.safe_slip_m_s());
        if safe_n >= self.friction.largest_n * ALL {
            return safe_n;
        }
        let across_m_s = self.largest_tangent * self.speed_m_s;
        let from_m_s = Real::min(self.hottest_m_s(), across_m_s);
        if from_m_s >= self.friction.peak_slip_m_s() || from_m_s >= across_m_s || self.speed_m_s < 1e-3 {
            return self.friction.force_n(from_m_s);
        }
        let falling = |slip_m_s: f64| {
            let (per_force, slope) = self.friction.slip_per_force(slip_m_s);
            let force_n = slip_m_s / per_force;
            let rise = (1.0 - force_n * slope) / per_force;
            let back_n = (force_n * slip_m_s - self.power_w) / self.speed_m_s;
            back_n * (force_n + slip_m_s * rise) / self.speed_m_s - force_n * rise
        };
        let slip_m_s = root(&falling, from_m_s, Real::min(across_m_s, self.friction.peak_slip_m_s()));
        let force_n = self.friction.force_n(slip_m_s);
        let back_n = (force_n * slip_m_s - self.power_w) / self.speed_m_s;
        tangential_n(force_n, back_n)
    }

    /// The tangential forces at a normal force, N, 0 or more; `None` beyond the largest one.
    ///
    /// The power F . V + f l is a convex function of the force F, as w(l) = l / u(l) rises: what the power allows is an interval. Along
    /// both branches of a normal force, driving and braking, the slip is the unknown.
    pub fn ends(&self, normal_n: f64) -> Option<Ends> {
        let slip_m_s = self.friction.slip_m_s(normal_n);
        if !slip_m_s.is_finite() || normal_n > self.largest_normal_n() {
            return None;
        }
        let safe_m_s = Real::max(self.safe_slip_m_s(), slip_m_s);
        let safe_n = self.friction.force_n(safe_m_s);
        let is_all = safe_n >= self.friction.largest_n * ALL;
        let excess_w = |slip_m_s: f64, sense: f64| self.power_at_w(slip_m_s, normal_n, sense) - self.power_w;
        let braked_w = |slip_m_s: f64| excess_w(slip_m_s, -1.0);
        let peak_m_s = self.friction.peak_slip_m_s();
        let first_w = excess_w(slip_m_s, 1.0);
        let end_m_s = Real::max(
            self.speed_m_s
                + 2.0 * self.power_w / Real::max(self.friction.largest_n, 1e-9)
                + self.friction.k_m_s,
            2.0 * slip_m_s,
        );
        // Where the heat of the normal force takes more than the power, the car has to brake at least by some force.
        let lowest_m_s = if first_w > 0.0 { least(&braked_w, slip_m_s, end_m_s) } else { slip_m_s };
        let driving_n = if first_w > 0.0 {
            if braked_w(lowest_m_s) > 0.0 {
                return None;
            }
            let found_m_s = root(&|slip_m_s| -braked_w(slip_m_s), slip_m_s, lowest_m_s);
            -tangential_n(self.friction.force_n(found_m_s), normal_n)
        } else {
            let most_m_s = Real::min(Real::max(self.hottest_m_s(), slip_m_s), peak_m_s);
            let found_m_s = root(&|slip_m_s| excess_w(slip_m_s, 1.0), slip_m_s, most_m_s);
            tangential_n(self.friction.force_n(found_m_s), normal_n)
        };
        if is_all && first_w <= 0.0 {
            return Some(Ends { braking_n: -tangential_n(safe_n, normal_n), driving_n });
        }
        let by_power_m_s = root(&braked_w, lowest_m_s, end_m_s);
        let by_angle_m_s = root(&|slip_m_s| self.beyond_m_s(slip_m_s, normal_n), slip_m_s, by_power_m_s);
        let braked_m_s = Real::min(Real::max(by_angle_m_s, lowest_m_s), peak_m_s);
        let braking_n = -tangential_n(self.friction.force_n(braked_m_s), normal_n);
        Some(Ends { braking_n: Real::min(braking_n, driving_n), driving_n })
    }

    /// The tangential force of a tread that rolls with the car, without power, at a normal force, N: F . V + f l = 0. `None` where such a
    /// tread cannot have the normal force.
    pub fn rolling_n(&self, normal_n: f64) -> Option<f64> {
        let mut tangential = 0.0;
        for _ in 0..ROUNDS {
            let force_n = Real::hypot(normal_n, tangential);
            let next = -(force_n * self.friction.slip_m_s(force_n)) / Real::max(self.speed_m_s, 1e-9);
            if !next.is_finite() || -next >= force_n && force_n > 0.0 {
                return None;
            }
            let is_settled = Real::abs(next - tangential) <= 1e-6 * force_n;
            tangential = next;
            if is_settled {
                break;
            }
        }
        Some(tangential)
    }
}

/// Remaining part of a force beside its normal part, N.
pub(super) fn tangential_n(force_n: f64, normal_n: f64) -> f64 {
    Real::sqrt(Real::max((force_n - normal_n) * (force_n + normal_n), 0.0))
}

/// The place between two at which a function that rises from below 0 reaches it; the end that is nearer to 0 where it does not. False
/// position with Illinois' remedy, and the middle where that is slow.
fn root(function: &dyn Fn(f64) -> f64, low: f64, high: f64) -> f64 {
    let (mut low, mut high) = (low, high);
    if high <= low {
        return low;
    }
    let (mut below, mut above) = (function(low), function(high));
    if below >= 0.0 {
        return low;
    }
    if above <= 0.0 || above.is_nan() {
        return high;
    }
    let mut before = 0.0;
    for round in 0..ROUNDS {
        if high - low <= NEAR * high {
            break;
        }
        let share = if round % 4 == 3 { 0.5 } else { below / (below - above) };
        let middle = low + Real::clamp(share, 1e-6, 1.0 - 1e-6) * (high - low);
        let found = function(middle);
        if found <= 0.0 {
            (low, below) = (middle, found);
            above *= if before < 0.0 { 0.5 } else { 1.0 };
            before = -1.0;
        } else {
            (high, above) = (middle, found);
            below *= if before > 0.0 { 0.5 } else { 1.0 };
            before = 1.0;
        }
        if found == 0.0 {
            break;
        }
    }
    low
}

/// The place between two at which a convex function is least, by golden sections.
fn least(function: &dyn Fn(f64) -> f64, low: f64, high: f64) -> f64 {
    let (mut low, mut high) = (low, high);
    for _ in 0..SECTIONS {
        let part = GOLDEN * (high - low);
        let (left, right) = (high - part, low + part);
        if function(left) < function(right) { high = right } else { low = left }
    }
    0.5 * (low + high)
}
