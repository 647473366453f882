//! The elastic tyre for any law: carcass and tread as two springs whose ends slide as the law says.
//!
//! The state is the deflection u of carcass and tread, in metres, longitudinal and lateral. With the slip velocity
//! v = (omega R - v_x, -v_y) of the wheel over the ground,
//!
//! F = k u,  du/dt = v - c u,
//!
//! with the stiffnesses k of the standing tyre and rates c >= 0 for each direction, so that k u is the law's force
//! F(s) at steady slip s = v / V:
//!
//! c = V k / S,  S = F(s) / s,  V = max(|v_x|, |v_x slip| / kappa_max, |v_y slip| / lambda_max).
//!
//! S is the secant of the law at the present slips and the slope at none. It is a bristle after Canudas de Wit,
//! Olsson, Astrom and Lischinsky ("A new model for control of systems with friction", IEEE Trans. Aut. Control 40,
//! 1995) with the tyre's law for its Stribeck curve. The relaxation length S / k is Pacejka's C / k at small slip
//! (Tire and Vehicle Dynamics, 3rd ed., 7.2) and falls with slip. No speed stands in a denominator: where the wheel
//! slides faster than `largest_slip` times its rolling, the law is read at the largest slip in the direction of
//! sliding. At rest it is a spring.
//!
//! **Adhesion.** Such a bristle creeps under a force that vibrates. So while the tread adheres, that is while k u is
//! less than the root of a half of what the law gives, c is only what rolling renews, w k / max(S0, S) with the speed
//! w of the tread and the slope S0 at no slip (and never more than above); from there to the law's force the one goes
//! over smoothly into the other (the elasto-plastic bristle of Dupont, Hayward, Armstrong and Altpeter, IEEE Trans. Aut.
//! Control 47, 2002). What steady slip gives is not changed. A standing locked wheel holds as much as a sliding one.
//!
//! **Energy.** The springs store U = sum k u^2 / 2. Of what the tyre takes from wheel and body, F . v, all but its
//! rate is heat: F . v - dU/dt = sum k c u^2 >= 0, at any load and for any law whose force opposes its slip.
//!
//! **Damping, long steps and the limit** keep this. With a step h the rate is read through a filter and the force
//! ahead by a time a; a force beyond the tyre's peak is cut by a factor g in [0, 1], and the intake with it:
//!
//! du/dt = (g v - c u) / m,  F = g k (u + a (v - c u) / m),  m = max(1, 6 h c).
//!
//! In each direction m (F v - k u du/dt) / k = g a v^2 + g (m - 1 - a c) u v + c u^2. That is never negative if
//! (m - 1 - a c)^2 <= 4 a c, which holds for a c = q^2 / (4 + q) with q = m - 1 and for a c = m, and so in between.
//! The first is the least, 0 up to 6 h c = 1: a filter must be paid for with some damping. The damping time of the
//! tread is a as far as a c <= m: then the force lies between k u and the law's own. It takes at most a quarter of what
//! the tread could still hold. The filter makes the decay slower than 1 / (6 h), since between adhering and sliding c
//! itself grows with u, which makes the whole up to some five times as stiff as c: so explicit methods are stable. A
//! tread that, adhering, would hold twice the law's force within a step counts as sliding, so that a long step does not
//! run past it. Steady slip is not changed by either.
//!
//! **Offsets.** Where a law has a force F0 at no slip (camber, conicity, ply steer), u - F0 / k decays in place of u,
//! and S = (F - F0) / s. The heat (for a short step) is then sum k c u (u - F0 / k), which may be as little as
//! -c F0^2 / (4 k): the excess is the offset's.

use crate::math::{Real, Vec2};
use crate::record;
use crate::tyre::law::{Footprint, SteadyTyre, TyreForce};
use crate::tyre::slip::STANDSTILL_M_S;

mod flow;

use flow::{ADHERES, Flow, ahead, away, kept, over, pull, share_between, within};

record! {
    /// The springs of carcass and tread, of the standing tyre.
    pub struct Carcass {
        /// Force over longitudinal deflection of the standing tyre.
        longitudinal_n_m: "N/m" [10.0, 1e8],
        /// Force over lateral deflection of the standing tyre.
        lateral_n_m: "N/m" [10.0, 1e8],
        /// Damping time: damping force over the rate of deflection, over the stiffness.
        damping_s: "s" [0.0, 0.1],
    }
}

/// Motion of a wheel over the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelMotion<R> {
    /// Velocity of the hub in the wheel's frame: forwards, and to the left, m/s.
    pub hub_m_s: Vec2<R>,
    /// Speed of the tread over the hub, omega R, m/s.
    pub tread_m_s: R,
}

impl<R: Real> WheelMotion<R> {
    /// Velocity of the tread over the ground, with the sign of the force: (omega R - v_x, -v_y), m/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn slip_m_s(&self) -> Vec2<R> {
        Vec2 { x: self.tread_m_s - self.hub_m_s.x, y: -self.hub_m_s.y }
    }
}

/// Forces and rates of an elastic tyre's contact at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ElasticContact<R> {
    /// Force on the wheel in its frame, N.
    pub force: Vec2<R>,
    /// Rate of the deflection, m/s.
    pub rate_m_s: Vec2<R>,
    /// The steady slips of wheel over ground at which the law was evaluated.
    pub slip: Vec2<R>,
    /// The steady slips that the force stands for: at steady slip the same.
    pub deflection_slip: Vec2<R>,
}

/// Largest share of the force that the tread could still hold which damping takes.
const DAMPING_SHARE: f64 = 0.25;

impl<R: Real> Carcass<R> {
    /// Springs that give these relaxation lengths, m, at small slip on this footprint: k = S0 / length.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn from_relaxation<L: SteadyTyre<R>>(
        law: &L,
        at: &Footprint<R>,
        lengths_m: Vec2<R>,
        damping_s: R,
    ) -> Self {
        let slope = law.slip_stiffness_n(at);
        Self { longitudinal_n_m: slope.x / lengths_m.x, lateral_n_m: slope.y / lengths_m.y, damping_s }
    }

    /// Energy in the springs, J.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn stored_j(&self, u: &Vec2<R>) -> R {
        R::lit(0.5) * (self.longitudinal_n_m * u.x.square() + self.lateral_n_m * u.y.square())
    }

    /// Force of the springs alone, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn spring_n(&self, u: &Vec2<R>) -> Vec2<R> {
        Vec2 { x: self.longitudinal_n_m * u.x, y: self.lateral_n_m * u.y }
    }

    /// The contact's force and how its deflection goes on. The footprint's slip and speed do not count: they follow
    /// from the motion. `step_s` is the step that is taken with the rate; with 0 it is the true one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn contact<L: SteadyTyre<R>>(
        &self,
        law: &L,
        at: &Footprint<R>,
        u: &Vec2<R>,
        motion: &WheelMotion<R>,
        step_s: R,
    ) -> ElasticContact<R> {
        let v = motion.slip_m_s();
        let most = law.largest_slip();
        let speed = motion.hub_m_s.x.abs();
        let travel = speed.max(v.x.abs() / most.x).max(v.y.abs() / most.y);
        let inverse = R::one() / travel.max(R::lit(STANDSTILL_M_S));
        let slip = Vec2 { x: v.x * inverse, y: v.y * inverse };
        // Laws know wheels that roll forwards; one that rolls backwards is its own mirror image, front for rear.
        let way = R::one().copysign(motion.hub_m_s.x);
        let held_y = R::select(u.y.eq(R::zero()), at.camber_rad, u.y);
        let slips = Vec2 { x: away(way * slip.x, way * u.x + R::zero()), y: away(slip.y, held_y) };
        let read = Footprint { slip: slips, speed_m_s: speed, ..*at };

        let (law_n, rest_n) = (ahead(way, &law.steady(&read).force), ahead(way, &law.offset_n(&read)));
        let (slope, peak) = (law.slip_stiffness_n(&read), law.peak_n(&read));
        let inverse_peak = flow::inverse(&peak);
        let speeds = (travel, motion.tread_m_s.abs());
        let x = pull(self.longitudinal_n_m, (law_n.x, rest_n.x), way * read.slip.x, slope.x, speeds);
        let y = pull(self.lateral_n_m, (law_n.y, rest_n.y), read.slip.y, slope.y, speeds);

        let spring = self.spring_n(u);
        let slides = self.sliding(&spring, (&v, step_s), (&rest_n, &law_n), &inverse_peak);
        let x_flow = x.flow(slides, u.x, v.x, (step_s, self.damping_s));
        let y_flow = y.flow(slides, u.y, v.y, (step_s, self.damping_s));

        let asked = self.asked_n(&spring, &x_flow, &y_flow, (&inverse_peak, law.squareness()));
        let kept = kept(&asked, &peak, &inverse_peak, law.squareness());
        let force = within(&Vec2 { x: kept.x * asked.x, y: kept.y * asked.y }, &peak);
        ElasticContact {
            force,
            rate_m_s: Vec2 {
                x: (kept.x * v.x - x_flow.decay_1_s * (u.x - x.rest_m)) / x_flow.slowed,
                y: (kept.y * v.y - y_flow.decay_1_s * (u.y - y.rest_m)) / y_flow.slowed,
            },
            slip,
            deflection_slip: within(
                &Vec2 { x: (force.x - rest_n.x) / x.secant_n, y: (force.y - rest_n.y) / y.secant_n },
                &most,
            ),
        }
    }

    /// Degree to which the tread slides, 0 to 1: by the force it holds over what the law gives; and fully where,
    /// adhering, it would hold twice that a step later, or a long step would run past the law's force.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sliding(
        &self,
        spring: &Vec2<R>,
        (v, step_s): (&Vec2<R>, R),
        (rest_n, law_n): (&Vec2<R>, &Vec2<R>),
        inverse_peak: &Vec2<R>,
    ) -> R {
        let held = Vec2 { x: spring.x - rest_n.x, y: spring.y - rest_n.y };
        let later = Vec2 {
            x: held.x + self.longitudinal_n_m * step_s * v.x,
            y: held.y + self.lateral_n_m * step_s * v.y,
        };
        let given = over(&Vec2 { x: law_n.x - rest_n.x, y: law_n.y - rest_n.y }, inverse_peak).norm_squared();
        let now = share_between(over(&held, inverse_peak).norm_squared(), given, (ADHERES, 1.0));
        now.max(share_between(over(&later, inverse_peak).norm_squared(), given, (1.0, 4.0)))
    }

    /// Springs and damping, before the limit, N.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn asked_n(&self, spring: &Vec2<R>, x: &Flow<R>, y: &Flow<R>, limit: (&Vec2<R>, R)) -> Vec2<R> {
        let (inverse_peak, squareness) = limit;
        let led = Vec2 {
            x: spring.x + self.longitudinal_n_m * x.least_lead_s * x.free_m_s,
            y: spring.y + self.lateral_n_m * y.least_lead_s * y.free_m_s,
        };
        let damping = Vec2 {
            x: self.longitudinal_n_m * (x.lead_s - x.least_lead_s) * x.free_m_s,
            y: self.lateral_n_m * (y.lead_s - y.least_lead_s) * y.free_m_s,
        };
        let room =
            R::lit(DAMPING_SHARE) * (squareness - over(&led, inverse_peak).quick_norm()).max(R::zero());
        let share = (room / over(&damping, inverse_peak).quick_norm().max(R::lit(1e-18))).min(R::one());
        Vec2 { x: led.x + share * damping.x, y: led.y + share * damping.y }
    }

    /// Force and moments together. The moments are the law's at the slips that the force stands for, so that they
    /// build up with it; a wheel that rolls backwards has its trail on the other side. Below a walking pace of
    /// 0.1 m/s the trail fades, and with it the moments: it takes some rolling to form.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn moments<L: SteadyTyre<R>>(
        &self,
        law: &L,
        at: &Footprint<R>,
        contact: &ElasticContact<R>,
        hub_m_s: R,
    ) -> TyreForce<R> {
        let speed_m_s = hub_m_s.abs();
        let slip = ahead(R::one().copysign(hub_m_s), &contact.deflection_slip);
        let read = law.steady(&Footprint { slip, speed_m_s, ..*at });
        let way = hub_m_s / speed_m_s.max(R::lit(0.1));
        TyreForce {
            force: contact.force,
            overturning_nm: read.overturning_nm,
            rolling_nm: way * read.rolling_nm,
            aligning_nm: way * read.aligning_nm,
        }
    }

    /// The deflection after a step: what the tread cannot hold at its load it does not store. Energy only leaves by
    /// it. A deflection that is not a number stays one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn limited<L: SteadyTyre<R>>(&self, law: &L, at: &Footprint<R>, u: &Vec2<R>) -> Vec2<R> {
        let peak = law.peak_n(at);
        let kept = kept(&self.spring_n(u), &peak, &flow::inverse(&peak), law.squareness());
        Vec2 { x: kept.x * u.x, y: kept.y * u.y }
    }
}
