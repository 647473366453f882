//! Evidence of the car's speed in one sub-step: its wheels, its pedals, and the brakes that are open.

use super::abs_wheel::{AbsWheel, is_released};
use super::hubs::{Hub, PlanarMotion, YawAndSteer, sense};
use super::predicted::{Known, Predicted};
use super::sensed::Sensed;
use super::speeds::Speeds;
use crate::each_wheel;
use crate::math::Real;
use crate::wheels::Wheels;

/// Share of the full pressure below which a wheel may roll freely: with this one it would roll on any road.
const NO_PRESSURE: f64 = 0.02;
/// Largest gain of a freely rolling wheel's tread speed beyond that of its hub, m/s^2: a wheel that is still slipping
/// is spun up by the road, even on ice by more than 10.
const FREE_GAIN_M_S2: f64 = 3.0;
/// Time, s, for which a wheel must roll freely until it is believed.
const FREE_S: f64 = 0.04;
/// Time, s, for which a wheel must roll freely until it is believed if it turns at less than the share `NEAR` of its
/// hub's assumed speed.
const FREE_AND_FAR_S: f64 = 0.25;
const NEAR: f64 = 0.5;
/// Speed, m/s, below which a wheel may have locked and spring back on its tyre.
const TURNS_M_S: f64 = 0.3;
/// A wheel whose spin falls faster than this beyond its hub's, m/s^2, was driven to spin or sprang on its tyre: its
/// speed is not the road's. The road slows a wheel that was driven to spin by friction times load over inertia, even on
/// ice by more than 20.
const FALLS_M_S2: f64 = 15.0;
/// Bound where no wheel turns against the assumed sense of motion: more than any speed, m/s.
const NO_BOUND_M_S: f64 = 1e4;

/// Cut of the throttle, as a share, from which on it counts as shut.
const SHUT: f64 = 0.99;
/// Cut of the throttle, as a share, down to which it still counts as shut after `IDLE_S`.
const STILL_SHUT: f64 = 0.9;
/// Time, s, after which wheels with the throttle shut roll.
const IDLE_S: f64 = 0.15;

/// Evidence that the wheels and the pedals give in a sub-step.
pub(super) struct Evidence<R: Real> {
    /// Sense of motion: 1 forwards, -1 backwards.
    pub(super) direction: R,
    /// Longitudinal speed of the centre of mass that each wheel implies if it rolls, in the sense of motion, m/s.
    pub(super) wheel_m_s: Wheels<R>,
    /// Speed that is believed, m/s.
    pub(super) believed_m_s: R,
    /// The most that braked wheels allow, m/s: one that turns against the sense of motion is turned by the road.
    pub(super) ceiling_m_s: R,
    /// Set where the engine drives.
    pub(super) drives: R::Mask,
    /// Set where the engine drives all wheels, so that the slowest is believed.
    pub(super) slowest: R::Mask,
    /// Set where the slowest of all driven wheels shows a reference that is too high.
    pub(super) drops: R::Mask,
    /// Set where the driver brakes. Where only assists do, other wheels roll and are believed.
    pub(super) braked: R::Mask,
    /// Set where traction control has shut the throttle of a car that drives all wheels.
    pub(super) shut: R::Mask,
    /// Set where traction control has shut the throttle of a car that drives all wheels for so long that they roll.
    pub(super) idles: R::Mask,
    /// Set where a wheel whose brake the anti-lock system holds open rolls, as far as this sub-step shows.
    pub(super) rolls: R::Mask,
    /// Set where a wheel whose brake the anti-lock system holds open turns at a good part of its hub's assumed speed:
    /// that speed is wrong, but not far from right.
    pub(super) near: R::Mask,
    /// Set where the reference shows nothing of the slope.
    pub(super) doubtful: R::Mask,
}

impl<R: Real> Evidence<R> {
    /// Time after which a freely rolling wheel is believed, s.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn patience_s(&self) -> R {
        R::select(self.near, R::lit(FREE_S), R::lit(FREE_AND_FAR_S))
    }
}

impl<R: Real> Evidence<R> {
    /// Evidence beside a predicted motion. `free_s`: time for which wheels have rolled free.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(predicted: &Predicted<R>, free_s: R, sensed: &Sensed<R>, known: &Known<'_, R>) -> Self {
        let Predicted { motion, turn, gain_m_s2, first, .. } = predicted;
        let (gain_m_s2, first) = (*gain_m_s2, *first);
        let (zero, pedals) = (R::zero(), known.pedals);
        let hubs = turn.hubs(motion);
        let treads = sensed.wheel_speed_m_s.in_a_row();
        let implied = turn.implied_m_s(motion, &hubs, &treads);
        let raw = Wheels::from_row(implied);
        let driven = (known.car.drives_front.is_set(), known.car.drives_rear.is_set());
        // Where the throttle has been shut for a while the wheels roll, and show a reference that is too low.
        let least = R::select(free_s.gt(R::lit(IDLE_S)), R::lit(STILL_SHUT), R::lit(SHUT));
        let shut = driven.0 & driven.1 & known.cut.gt(least);
        let brakes = known.brakes.in_a_row();
        let slips = each_wheel!(W => (brakes[W].abs_gain_m_s2 - gain_m_s2).abs().gt(R::lit(FREE_GAIN_M_S2)));
        // On ice those that had spun take longer to come back than others, and do not gain speed as the car does.
        let any_slips = (slips[0] | slips[1]) | (slips[2] | slips[3]);
        let idles = shut & free_s.gt(R::lit(IDLE_S)) & !any_slips;
        let direction = sense(R::select(first | idles, raw.sum(), motion.x_m_s));
        let wheel = raw.times(direction);

        let braked = pedals.brake.gt(zero) | pedals.handbrake.gt(zero);
        let drives = pedals.throttle.gt(zero) & !braked & !idles;
        let slowest = drives & driven.0 & driven.1;
        // Wheels under throttle may be driven to spin, brakes or not (a handbrake acts on one axle).
        let throttled = pedals.throttle.gt(zero);
        let spins = (throttled & driven.0, throttled & driven.1);
        let spins = [spins.0, spins.0, spins.1, spins.1];
        let tells = each_wheel!(W => {
            let gain = sense(treads[W]) * (brakes[W].abs_gain_m_s2 - gain_m_s2);
            gain.gt(R::lit(-FALLS_M_S2)) & !spins[W]
        });
        let ways = each_wheel!(W => direction * treads[W]);
        let ahead = each_wheel!(W => direction * implied[W]);
        let predicted = direction * motion.x_m_s;
        let (floor, ceiling) = bounds(tells, ways, ahead, predicted, first);
        let rolling = believed(&wheel, driven.0, driven.1, drives, known.held);
        let held = pedals.handbrake.gt(zero);
        let free = Free {
            // The handbrake holds the rear wheels, and by the shafts of a car that drives all of them the front ones.
            may: (!(held & driven.0 & driven.1), !held),
            gains_m_s2: (gain_m_s2, sensed.acceleration_x_m_s2),
        };
        // A wheel below the predicted speed that the road spins up, or that is driven against the motion, does not roll.
        let misleads = each_wheel!(W => ahead[W].lt(predicted) & (slips[W] | ways[W].lt(R::lit(-TURNS_M_S))));
        let misled = (misleads[0] | misleads[1]) | (misleads[2] | misleads[3]);
        let (rolls, near) = free.rolling(&brakes, &hubs, &treads);
        Self {
            direction,
            wheel_m_s: wheel,
            believed_m_s: R::select(braked, floor, rolling),
            ceiling_m_s: R::select(braked & !first, ceiling, R::lit(NO_BOUND_M_S)),
            drives,
            slowest,
            drops: slowest & !misled,
            braked,
            shut,
            idles,
            rolls,
            near,
            // Driven wheels slip, and a car that drives them all has no others; they roll when they idle.
            doubtful: (shut & !idles) | braked | known.held | first | slowest,
        }
    }

    /// Speeds that slip is measured against, from the estimated motion.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn speeds(
        &self,
        motion: &PlanarMotion<R>,
        turn: &YawAndSteer<R>,
        alone_s: R,
        first: R::Mask,
        treads: Wheels<R>,
    ) -> Speeds<R> {
        Speeds {
            car_m_s: motion.x_m_s.abs(),
            alone_s,
            wheel_m_s: self.wheel_m_s,
            direction: sense(motion.x_m_s),
            hubs: turn.hubs(motion),
            treads,
            first,
        }
    }
}

/// The least and the largest longitudinal speed of the car that the wheels are evidence of, in the sense of motion,
/// m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
fn bounds<R: Real>(tells: [R::Mask; 4], ways: [R; 4], ahead: [R; 4], predicted: R, first: R::Mask) -> (R, R) {
    let floor = Wheels::from_row(each_wheel!(W => lower_bound(tells[W], ways[W], ahead[W], predicted)));
    // A differential whose other wheel is faster than its carrier turns a free one backwards: the road turns all.
    let turned_back = ((ways[0] + ways[1]) + (ways[2] + ways[3])).lt(R::zero());
    let ceiling = Wheels::from_row(each_wheel!(W => upper_bound(tells[W] & turned_back, ways[W], ahead[W])));
    // Wheels may be spinning at the first look, and a reference that is too high opens the brakes.
    (R::select(first, floor.least(), floor.largest()), ceiling.least())
}

/// The least longitudinal speed of the car that a braked wheel is evidence of, in the sense of motion, m/s: the road
/// turns it, so it turns no faster than its hub moves, and the same way. A locked wheel is evidence of none, and one
/// whose spin falls fast of nothing beyond what is predicted.
#[cfg_attr(not(debug_assertions), inline(always))]
fn lower_bound<R: Real>(tells: R::Mask, tread_m_s: R, implied_m_s: R, predicted_m_s: R) -> R {
    let turns = R::select(tells, implied_m_s, implied_m_s.min(predicted_m_s));
    R::select(tread_m_s.gt(R::zero()), turns, implied_m_s.min(R::zero()))
}

/// Largest longitudinal speed of the car that a wheel allows which turns against the sense of motion, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
fn upper_bound<R: Real>(tells: R::Mask, tread_m_s: R, implied_m_s: R) -> R {
    R::select(tells & tread_m_s.lt(R::lit(-TURNS_M_S)), implied_m_s, R::lit(NO_BOUND_M_S))
}

/// Conditions under which wheels roll freely.
struct Free<R: Real> {
    /// Set where only the brakes that the anti-lock system controls hold the wheels, front and rear.
    may: (R::Mask, R::Mask),
    /// Gain of the car's longitudinal speed, m/s^2: as it is estimated, and as the accelerometer reads it, slope
    /// included. The slope may have been learnt wrongly, and must not hide that wheels roll.
    gains_m_s2: (R, R),
}

impl<R: Real> Free<R> {
    /// Returns true where a wheel that the anti-lock system has released rolls freely and none is still spun up by the
    /// road; and true where such a wheel turns at a good part of its assumed speed. In the first case an assumed speed
    /// above the wheel's is wrong, perhaps by a slope that was not learnt; without this the brakes would stay open.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rolling(
        &self,
        brakes: &[AbsWheel<R>; 4],
        hubs: &[Hub<R>; 4],
        treads_m_s: &[R; 4],
    ) -> (R::Mask, R::Mask) {
        let may = [self.may.0, self.may.0, self.may.1, self.may.1];
        let (assumed, read) = self.gains_m_s2;
        let open = each_wheel!(W =>
            may[W] & is_released(&brakes[W]) & brakes[W].abs_pressure.lt(R::lit(NO_PRESSURE)));
        let ways = each_wheel!(W => sense(hubs[W].along_m_s));
        let spun_up = each_wheel!(W => {
            let beyond = (brakes[W].abs_gain_m_s2 - assumed, brakes[W].abs_gain_m_s2 - read);
            open[W] & (ways[W] * beyond.0).min(ways[W] * beyond.1).ge(R::lit(FREE_GAIN_M_S2))
        });
        let near = each_wheel!(W =>
            open[W] & (ways[W] * treads_m_s[W]).gt(R::lit(NEAR) * hubs[W].along_m_s.abs()));
        (any::<R>(open) & !any::<R>(spun_up), any::<R>(near))
    }
}

/// Returns true where any of the wheels does.
#[cfg_attr(not(debug_assertions), inline(always))]
fn any<R: Real>(wheels: [R::Mask; 4]) -> R::Mask {
    (wheels[0] | wheels[1]) | (wheels[2] | wheels[3])
}

/// The wheel that is believed where the driver does not brake. Where an assist brakes one wheel of a car that drives
/// all of them, the slowest is not the one: then it is the faster of the slower axle.
#[cfg_attr(not(debug_assertions), inline(always))]
fn believed<R: Real>(wheel: &Wheels<R>, front: R::Mask, rear: R::Mask, drives: R::Mask, held: R::Mask) -> R {
    let front_fastest = wheel.front_left.max(wheel.front_right);
    let rear_fastest = wheel.rear_left.max(wheel.rear_right);
    let rolling = R::select(front, rear_fastest, front_fastest);
    let slowest = R::select(held, front_fastest.min(rear_fastest), wheel.least());
    let driving = R::select(front & rear, slowest, rolling);
    R::select(drives & (front | rear), driving, wheel.largest())
}
