//! Tyres of any law in the four-wheel car: the law makes the steady force, the carcass makes it elastic.

use super::tyre::{Pull, WheelContact, WheelMotion, WheelTyre};
use crate::math::Real;
use crate::record::{Record, Sink, SinkFrom, Source, SourceFrom};
use crate::tyre::{Carcass, Footprint, Plane, SteadyTyre};

/// A tyre law on an elastic [`Carcass`]. Its state is the carcass's deflection, m; the force is a spring's,
/// and so the loads follow from it without a loop.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Elastic<L, R> {
    /// The law of steady slip.
    pub law: L,
    /// Springs and damping.
    pub carcass: Carcass<R>,
    /// The longest step that is taken with it, s.
    pub longest_step_s: R,
}

impl<R: Real, L: SteadyTyre<R>> Record<R> for Elastic<L, R> {
    const LEN: usize = L::LEN + <Carcass<R> as Record<R>>::LEN + 1;
    #[inline(always)]
    fn load<S: Source<R>>(source: &S) -> Self {
        let end = L::LEN + <Carcass<R> as Record<R>>::LEN;
        Self {
            law: L::load(source),
            carcass: Record::load(&SourceFrom(source, L::LEN)),
            longest_step_s: source.read(end),
        }
    }
    #[inline(always)]
    fn store<S: Sink<R>>(&self, sink: &mut S) {
        self.law.store(sink);
        self.carcass.store(&mut SinkFrom(sink, L::LEN));
        sink.write(L::LEN + <Carcass<R> as Record<R>>::LEN, self.longest_step_s);
    }
    #[inline(always)]
    fn splat(value: R) -> Self {
        Self { law: L::splat(value), carcass: Record::splat(value), longest_step_s: value }
    }
    #[inline(always)]
    fn choose(mask: R::Mask, yes: &Self, no: &Self) -> Self {
        Self {
            law: L::choose(mask, &yes.law, &no.law),
            carcass: Record::choose(mask, &yes.carcass, &no.carcass),
            longest_step_s: R::select(mask, yes.longest_step_s, no.longest_step_s),
        }
    }
    #[inline(always)]
    fn all_finite(&self) -> R::Mask {
        self.law.all_finite() & self.carcass.all_finite() & self.longest_step_s.is_finite()
    }
}

/// Forces over the largest in their directions; a tyre without load has used nothing.
#[inline(always)]
fn used<R: Real>(force_n: &Plane<R>, peak_n: &Plane<R>) -> Plane<R> {
    let least = R::lit(1e-6);
    Plane { x: force_n.x / peak_n.x.max(least), y: force_n.y / peak_n.y.max(least) }
}

/// What the law is asked at; slip and speed follow from the motion.
#[inline(always)]
fn footprint<R: Real>(load_n: R, motion: &WheelMotion<R>) -> Footprint<R> {
    Footprint {
        camber_rad: motion.camber_rad,
        grip: motion.grip,
        ..Footprint::plain(load_n, Plane { x: R::zero(), y: R::zero() })
    }
}

impl<R: Real, L: SteadyTyre<R>> WheelTyre<R> for Elastic<L, R> {
    type Grasp = ();

    #[inline(always)]
    fn grasp(&self, _: &Plane<R>, _: &WheelMotion<R>) {}

    #[inline(always)]
    fn pull(&self, _: &(), state: &Plane<R>) -> Pull<R> {
        let none = Plane { x: R::zero(), y: R::zero() };
        Pull { per_load: none, fixed_n: self.carcass.spring_n(state) }
    }

    #[inline(always)]
    fn contact(&self, _: &(), load_n: R, state: &Plane<R>, motion: &WheelMotion<R>) -> WheelContact<R> {
        let at = footprint(load_n, motion);
        let moves = motion.moves();
        let now = self.carcass.contact(&self.law, &at, state, &moves, self.longest_step_s);
        let turned = self.carcass.moments(&self.law, &at, &now, motion.hub_m_s.x);
        let peak = self.law.peak_n(&at);
        let share = used(&now.force, &peak).size();
        let spring = self.carcass.spring_n(state);
        let adheres = used(&spring, &peak).square().lt(R::lit(ADHERES));
        let spare = peak.x.min(peak.y) * (R::one() - share).max(R::zero());
        WheelContact {
            force_n: now.force,
            aligning_nm: turned.aligning_nm,
            rate_1_s: now.rate_m_s,
            spare_n: R::select(adheres, spare, R::zero()),
            stored_power_w: spring.x * now.rate_m_s.x + spring.y * now.rate_m_s.y,
            use_of_grip: share / self.law.squareness(),
        }
    }

    #[inline]
    fn limited(&self, load_n: R, state: &Plane<R>, motion: &WheelMotion<R>) -> Plane<R> {
        self.carcass.limited(&self.law, &footprint(load_n, motion), state)
    }

    #[inline]
    fn adheres(&self, load_n: R, state: &Plane<R>, grip: R) -> R::Mask {
        let still = Plane { x: R::zero(), y: R::zero() };
        let peak = self.law.peak_n(&Footprint { grip, ..Footprint::plain(load_n, still) });
        used(&self.carcass.spring_n(state), &peak).square().lt(R::lit(ADHERES))
    }
}

/// Up to this square of force over peak a standing tread holds.
const ADHERES: f64 = 0.9;
