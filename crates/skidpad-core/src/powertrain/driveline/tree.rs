//! Elimination along a tree of rotating parts.
//!
//! Each part presents itself to what stands above it as an acceleration that is affine in the torque T it is given,
//!
//! ```text
//! a = rate + mobility T
//! ```
//!
//! (Featherstone's articulated-body form, here with one degree of freedom per part.) A wheel has rate = T_ext / I and
//! mobility = 1 / I. A differential shares T out over two sides by the shares s1 + s2 = 1 and moves a torque K from the
//! first to the second:
//!
//! ```text
//! T1 = s1 T - K,   T2 = s2 T + K,   omega = s1 omega1 + s2 omega2,   T omega = T1 omega1 + T2 omega2 + K (omega1 - omega2)
//! ```
//!
//! so that what it loses is K (omega1 - omega2). With A = rate1 - rate2, M = mobility1 + mobility2 and
//! B = s1 mobility1 - s2 mobility2, K is affine in T in each of its states:
//!
//! ```text
//! open                 K = 0
//! locked (a1 = a2)     K = (A + B T) / M
//! slipping clutch      K = dir (preload + ramp |T|)        the sign of T held over a sub-step
//! viscous              K = c (omega1 - omega2)
//! ```
//!
//! and with it the carrier's acceleration. **Viscous at any c.** An explicit step of h is stable while c h M is small;
//! beyond c h M = 1 the difference is given the additional inertia that makes its rate 1/h, which blends in the
//! locked torque by the share lambda = 1 - 1 / max(1, c h M):
//!
//! ```text
//! K = (1 - lambda) c (omega1 - omega2) + lambda (A + B T) / M
//! ```
//!
//! A steady difference (a1 = a2) has K = c (omega1 - omega2) for every lambda. Where the blend would drive the sides
//! apart it is left out, and the side of another coupling is then as mobile as if this one were open: what counts for
//! c h M is therefore the most that M can be (`Side::most`). Two couplings in a row, each with a rate of up to 1/h
//! over that mobility, have no more than 2/h together: their rates in one matrix are G^(1/2) W G^(1/2) with the
//! mobilities W, its diagonal at most 1/h and the axles not joined but by the centre. h is [`SETTLING_STEPS`] steps.
//!
//! The same elimination, given speeds for rates, gives the impulses that bring locked parts to one speed.

use crate::math::{Mask, Real};
use crate::powertrain::clutch::Side;

/// The h of stiff couplings, in steps: so that two in a row have a rate of no more than one over a step, half of the
/// limit of Heun's method, and the tyres' rates have room beside them.
pub(super) const SETTLING_STEPS: f64 = 2.0;

/// Action of a differential in one evaluation: how it shares torque out, and how it resists a difference of speed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split<R: Real> {
    /// Share of the torque on the first side.
    pub share: R,
    /// Set where the differential does more than share out: friction, a lock, or something on its carrier.
    pub works: R::Mask,
    /// Set where both sides turn together.
    pub locked: R::Mask,
    /// The slipping clutch's torque without a torque through the differential, with its sign, N.m.
    pub preload_nm: R,
    /// The slipping clutch's torque per torque through the differential, with its sign.
    pub ramp: R,
    /// Sense in which the clutch slips: -1, 0, 1.
    pub direction: R,
    /// Viscous torque per difference of speed, N.m.s.
    pub viscous_nm_s: R,
    /// The difference of speed, first less second, rad/s.
    pub difference_rad_s: R,
    /// A torque on the carrier itself, such as a motor's, N.m.
    pub own_nm: R,
    /// Inertia on the carrier itself, kg m^2.
    pub own_inertia_kg_m2: R,
}

/// A differential with all that hangs on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joined<R: Real> {
    split: Split<R>,
    /// Acceleration of the carrier, affine in the torque from above.
    pub above: Side<R>,
    inside: Inside<R>,
}

/// Terms of a differential's friction, lock and carrier that share out its torque.
#[derive(Clone, Copy, Debug)]
struct Inside<R: Real> {
    locked_nm: R,
    locked_slope: R,
    locked_share: R,
    /// Acceleration of the open carrier without any torque, rad/s^2.
    open_rate: R,
    /// Factor that the carrier's own inertia leaves of the torque through the open differential.
    open_give: R,
    /// Deceleration of the open carrier per torque moved, 1/(kg m^2).
    lever: R,
}

/// Torques through a differential.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared<R> {
    /// Torque into the gears from the carrier, N.m.
    pub through_nm: R,
    /// Torque moved from the first side to the second, N.m.
    pub moved_nm: R,
    /// Torque to the first side, N.m.
    pub first_nm: R,
    /// Torque to the second side, N.m.
    pub second_nm: R,
}

impl<R: Real> Split<R> {
    /// A differential, open or locked, without friction or torques of its own: for impulses.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rigid(share: R, locked: R::Mask) -> Self {
        let zero = R::zero();
        Self {
            share,
            works: locked,
            locked,
            preload_nm: zero,
            ramp: zero,
            direction: zero,
            viscous_nm_s: zero,
            difference_rad_s: zero,
            own_nm: zero,
            own_inertia_kg_m2: zero,
        }
    }

    /// Joins two sides. `step_s` is the h of stiff viscous couplings.
    ///
    /// The branch depends only on whether any car's differential does more than share out: each gets the same with
    /// either.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn join(&self, first: Side<R>, second: Side<R>, step_s: R) -> Joined<R> {
        let zero = R::zero();
        let open = Side::split(self.share, &first, &second);
        let nothing = Inside {
            locked_nm: zero,
            locked_slope: zero,
            locked_share: zero,
            open_rate: zero,
            open_give: zero,
            lever: zero,
        };
        let mut joined = Joined { split: *self, above: open, inside: nothing };
        if self.works.any() {
            let (above, inside) = self.join_with_inside(&first, &second, &open, step_s);
            joined.above = Side {
                rate: R::select(self.works, above.rate, open.rate),
                mobility: R::select(self.works, above.mobility, open.mobility),
                most: R::select(self.works, above.most, open.most),
            };
            joined.inside = inside;
        }
        joined
    }

    /// All terms of a locked pair are products of positive mobilities: nothing cancels where one side is held.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join_with_inside(
        &self,
        first: &Side<R>,
        second: &Side<R>,
        open: &Side<R>,
        step_s: R,
    ) -> (Side<R>, Inside<R>) {
        let (zero, one) = (R::zero(), R::one());
        let other = one - self.share;
        let sum = first.mobility + second.mobility;
        let apart = first.rate - second.rate;
        let lever = self.share * first.mobility - other * second.mobility;
        let stiffness = (self.viscous_nm_s * step_s * (first.most + second.most)).max(one);
        // One division for both.
        let inverse = one / (sum * stiffness);
        let per_sum = stiffness * inverse;
        let locked_share = R::select(self.locked, one, one - sum * inverse);
        let free_share = one - locked_share;

        let fixed = self.preload_nm + self.viscous_nm_s * self.difference_rad_s;
        let free_rate = open.rate - fixed * lever;
        let free_mobility = open.mobility - self.ramp * lever;
        let (first_part, second_part) = (first.mobility * per_sum, second.mobility * per_sum);
        let locked_rate = first.rate * second_part + second.rate * first_part;
        // Twice the same, so that left and right may be exchanged without a change of bits.
        let locked_mobility = R::lit(0.5) * (first.mobility * second_part + second.mobility * first_part);
        let rate = free_share * free_rate + locked_share * locked_rate;
        let mobility = free_share * free_mobility.max(zero) + locked_share * locked_mobility;
        // What the carrier itself adds: T = T_above + T_own - J a.
        let loose = R::select(self.locked, mobility, free_mobility.max(open.most));
        let inertia = self.own_inertia_kg_m2;
        let (slowed, open_slowed) = (one + mobility * inertia, one + open.mobility * inertia);
        let loose_slowed = one + loose * inertia;
        // One division for the three.
        let inverse = one / (slowed * open_slowed * loose_slowed);
        let give = open_slowed * loose_slowed * inverse;
        let above = Side {
            rate: (rate + mobility * self.own_nm) * give,
            mobility: mobility * give,
            most: loose * (slowed * open_slowed * inverse),
        };
        let inside = Inside {
            locked_nm: apart * per_sum,
            locked_slope: lever * per_sum,
            locked_share,
            open_rate: open.rate,
            open_give: slowed * loose_slowed * inverse,
            lever,
        };
        (above, inside)
    }
}

impl<R: Real> Joined<R> {
    /// Shares out the torque that comes from above.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn share_out(&self, above_nm: R) -> Shared<R> {
        let (works, mut through, mut moved) = (self.split.works, above_nm, R::zero());
        if works.any() {
            let inside = self.go_through(above_nm);
            through = R::select(works, inside.0, through);
            moved = R::select(works, inside.1, moved);
        }
        Shared {
            through_nm: through,
            moved_nm: moved,
            first_nm: self.split.share * through - moved,
            second_nm: (R::one() - self.split.share) * through + moved,
        }
    }

    /// Torque through the gears, and torque moved, N.m.
    ///
    /// The clutch's torque never helps the slip, even when the torque through the differential has changed its sign
    /// since the sub-step began; nor does the blended torque of a stiff viscous coupling.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn go_through(&self, above_nm: R) -> (R, R) {
        let (zero, one) = (R::zero(), R::one());
        let (split, inside) = (&self.split, &self.inside);
        let rate = self.above.rate + self.above.mobility * above_nm;
        let through = above_nm + split.own_nm - split.own_inertia_kg_m2 * rate;
        let slipping = split.preload_nm + split.ramp * through;
        let slipping = split.direction * (split.direction * slipping).max(zero);
        let locked = inside.locked_nm + inside.locked_slope * through;
        let helps = (locked * split.difference_rad_s).lt(zero) & !split.locked;
        let locked = R::select(helps, zero, locked);
        let free = slipping + split.viscous_nm_s * split.difference_rad_s;
        let moved = (one - inside.locked_share) * free + inside.locked_share * locked;
        // Where friction was held at zero, the carrier accelerates otherwise than foreseen.
        let inertia = split.own_inertia_kg_m2;
        let rate = inside.open_rate - moved * inside.lever;
        ((above_nm + split.own_nm - inertia * rate) * inside.open_give, moved)
    }
}
