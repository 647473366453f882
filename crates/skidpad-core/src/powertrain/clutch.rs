//! Stick and slip of the clutch between engine and gearbox, the same in every drivetrain.
//!
//! A clutch is dry friction: while both sides turn together it carries what keeps them together, as far as it can, and
//! otherwise all that it can in the sense of the slip. Which of the two it does is held over a sub-step in
//! [`ClutchState`]:
//!
//! ```text
//! launch, begin    before the torques are known: what may stay together is together, what slips has its sense
//! decide           from the torque that keeps both sides together: it holds or it slips
//! meet             at the end: sides whose slip has changed its sign have met, and are together from now on
//! ```
//!
//! The torque that keeps both sides together, and the impulse that brings them together, are those of a [`Joint`].

use super::gearing::{efficiency_seen, power_from_output};
use super::{ClutchGrip, LockUp};
use crate::friction::has_met;
use crate::math::Real;
use crate::record;
use crate::record::Flag;

record! {
    /// Discrete state of a clutch.
    pub struct ClutchState {
        /// Set while engine and gearbox turn together.
        engaged: flag,
        /// Set while the clutch is slipping to set the vehicle in motion.
        launching: flag,
        /// Sense of the clutch's slip: 1 while the engine is the faster; 0 where the clutch carries nothing.
        direction: "-" [-1.0, 1.0],
    }
}

/// A clutch, or the lock-up clutch of a converter, borrowed from a car.
#[derive(Clone, Copy, Debug)]
pub struct Clutch<'a, R> {
    /// Capacity and bite.
    pub grip: &'a ClutchGrip<R>,
    /// Conditions of a converter's lock-up clutch.
    pub lock_up: LockUp<R>,
    /// Set where it obeys the pedal alone, at any speed, and does not set the vehicle in motion by itself.
    pub by_pedal: Flag<R>,
}

/// Speeds on both sides of a clutch, and how far it is closed.
#[derive(Clone, Copy, Debug)]
pub struct ClutchPoint<R> {
    /// Speed of the engine, rad/s.
    pub engine_rad_s: R,
    /// Speed of the gearbox's input, rad/s.
    pub input_rad_s: R,
    /// Gear that is in: -1 reverse, 0 neutral.
    pub gear: R,
    /// Share of the capacity that pedal and shift leave, 0 to 1.
    pub closed: R,
    /// Set once the engine is blown.
    pub blown: Flag<R>,
}

impl<R: Real> ClutchPoint<R> {
    /// Speed of the engine over that of the gearbox's input, rad/s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slip_rad_s(&self) -> R {
        self.engine_rad_s - self.input_rad_s
    }
}

impl<R: Real> Clutch<'_, R> {
    /// Torque that the clutch can carry, N.m: 0 in neutral and behind a blown engine, without bound where the joint is rigid.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn capacity_nm(&self, state: &ClutchState<R>, at: &ClutchPoint<R>) -> R {
        let half = R::lit(0.5);
        let capacity = self.grip.capacity(state.launching, at.closed, at.engine_rad_s, at.input_rad_s);
        R::select(at.gear.abs().gt(half) & at.blown.is_clear(), capacity, R::zero())
    }

    /// True where the clutch may join engine and gearbox.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn may_lock(&self, at: &ClutchPoint<R>) -> R::Mask {
        let by_itself = self.grip.may_lock(&self.lock_up, at.gear, at.engine_rad_s, at.input_rad_s);
        self.by_pedal.is_set() | by_itself
    }

    /// True where the clutch closes: a converter's lock-up clutch only where it may join both sides (`may_lock`).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn closes(&self, may_lock: R::Mask) -> R::Mask {
        self.lock_up.is_fitted.is_clear() | may_lock
    }

    /// True where both sides are joined for good.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_rigid(&self, capacity_nm: R) -> R::Mask {
        self.grip.is_rigid.is_set() & capacity_nm.gt(R::zero())
    }

    /// The clutch with its launch begun or ended.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn launch(&self, state: &ClutchState<R>, input_rad_s: R) -> ClutchState<R> {
        let launching = self.grip.launching(state.launching, state.engaged, input_rad_s);
        ClutchState { launching: launching.unless(self.by_pedal.is_set()), ..*state }
    }

    /// The clutch at the beginning of a sub-step, for which the torques are evaluated.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn begin(&self, state: &ClutchState<R>, at: &ClutchPoint<R>) -> ClutchState<R> {
        let closes = self.closes(self.may_lock(at));
        let rigid = self.is_rigid(self.capacity_nm(state, at));
        ClutchState {
            engaged: Flag::new(rigid | state.engaged.is_set()),
            direction: R::select(closes, at.slip_rad_s().sign(), R::zero()),
            ..*state
        }
    }

    /// The clutch in the sub-step, from the torque that keeps both sides together at its beginning, N.m: whether they stay
    /// together, and which way the clutch slips otherwise.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn decide(&self, state: &ClutchState<R>, at: &ClutchPoint<R>, engaged_nm: R) -> ClutchState<R> {
        let zero = R::zero();
        let (capacity, slip, may_lock) = (self.capacity_nm(state, at), at.slip_rad_s(), self.may_lock(at));
        let can_carry = capacity.gt(zero);
        let holds = engaged_nm.abs().le(capacity) & can_carry;
        let joined = state.engaged.is_set() | slip.eq(zero);
        let asked = R::select(slip.abs().gt(zero), slip, engaged_nm);
        ClutchState {
            engaged: Flag::new(self.is_rigid(capacity) | (joined & holds & may_lock)),
            direction: R::select(self.closes(may_lock) & can_carry, asked.sign(), zero),
            ..*state
        }
    }

    /// The clutch at the end of a sub-step. It has caught where its slip has changed its sign; from now on both sides turn
    /// together, for as long as [`decide`](Self::decide) finds that it can carry the torque.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn meet(&self, state: &ClutchState<R>, at: &ClutchPoint<R>) -> ClutchState<R> {
        // They met at one speed, however far apart the rest of the sub-step took them.
        let together = ClutchPoint { input_rad_s: at.engine_rad_s, ..*at };
        let met = has_met(state.direction, at.slip_rad_s()) & self.may_lock(&together);
        ClutchState { engaged: Flag::new(state.engaged.is_set() | met), ..*state }
    }
}

/// Acceleration of a part of a drivetrain: rate + mobility times the torque that it is given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side<R> {
    /// rad/s^2 (or rad/s, for impulses).
    pub rate: R,
    /// 1/(kg m^2).
    pub mobility: R,
    /// The most that the mobility can be, whatever stiff couplings behind it leave out, 1/(kg m^2).
    pub most: R,
}

impl<R: Real> Side<R> {
    /// A part without stiff couplings behind it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(rate: R, mobility: R) -> Self {
        Self { rate, mobility, most: mobility }
    }

    /// Two parts behind a differential that shares a torque out by `share` and 1 - `share`: its carrier turns at
    /// s1 omega1 + s2 omega2, and so no power is lost on the way.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn split(share: R, first: &Self, second: &Self) -> Self {
        let other = R::one() - share;
        let (one_share, other_share) = (share * share, other * other);
        Self {
            rate: share * first.rate + other * second.rate,
            mobility: one_share * first.mobility + other_share * second.mobility,
            most: one_share * first.most + other_share * second.most,
        }
    }
}

/// Engine and gearbox output on both sides of a clutch, a gear and its losses between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint<R> {
    /// The engine.
    pub engine: Side<R>,
    /// Part that the gearbox drives.
    pub output: Side<R>,
    /// Engine speed over output speed: negative in reverse, 0 in neutral.
    pub ratio: R,
    /// Torque out over torque in, losses only.
    pub efficiency: R,
    /// Speed of the gearbox's input, rad/s.
    pub input_rad_s: R,
}

impl<R: Real> Joint<R> {
    /// By how much the engine accelerates more than the gearbox's input without a torque between them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn apart(&self) -> R {
        self.engine.rate - self.ratio * self.output.rate
    }

    /// Change of that per torque through the clutch at an efficiency, 1/(kg m^2).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mobility_at(&self, efficiency: R, output: R) -> R {
        self.engine.mobility + self.ratio * self.ratio * efficiency * output
    }

    /// The most that this mobility can be for a torque in the sense of `torque_nm`, 1/(kg m^2).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn most_mobility(&self, torque_nm: R) -> R {
        self.mobility_at(self.efficiency_seen(torque_nm), self.output.most)
    }

    /// Efficiency as the output sees it, for a torque into the gearbox.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn efficiency_seen(&self, torque_nm: R) -> R {
        efficiency_seen(self.efficiency, torque_nm, self.input_rad_s)
    }

    /// Torque through the clutch that keeps both sides at one speed, N.m. With the engine as rate_e + mobility_e tau and the
    /// gearbox's output as rate + mobility T, where T = N eta tau,
    ///
    /// ```text
    /// tau = (rate_e - N rate) / (mobility_e + N^2 eta mobility)
    /// ```
    ///
    /// It has the sign of its numerator, which decides eta. An output that is held (mobility 0) holds the engine with it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn engaged_nm(&self) -> R {
        let apart = self.apart();
        // Both denominators: where neither changes within a sub-step, its stages share them.
        let driving = self.mobility_at(self.efficiency, self.output.mobility);
        let dragging = self.mobility_at(R::one() / self.efficiency, self.output.mobility);
        apart / R::select(power_from_output(apart, self.input_rad_s), dragging, driving)
    }

    /// Angular impulse on the output, N.m.s, that brings both sides to one speed, where their rates are their speeds. What
    /// is taken back was given with the efficiency of the clutch's sense. Angular momentum, geared to one shaft, is conserved
    /// but for the gears' losses.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn meeting_impulse_nm_s(&self, direction: R) -> R {
        let apart = self.apart();
        let slipped = direction.abs().gt(R::lit(0.5));
        let seen = self.efficiency_seen(R::select(slipped, direction, apart));
        self.ratio * seen * (apart / self.mobility_at(seen, self.output.mobility))
    }

    /// Torque on the output of a torque into the gearbox, N.m. In reverse the ratio is negative and the power still flows
    /// with the torque.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn output_nm(&self, input_nm: R) -> R {
        self.ratio * self.efficiency_seen(input_nm) * input_nm
    }
}
