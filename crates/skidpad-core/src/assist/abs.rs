//! The anti-lock system: pressure taken from a wheel that is about to lock.
//!
//! The cycle is that of the Bosch Automotive Handbook ("Typical control cycles") and of Kiencke and Nielsen,
//! "Automotive Control Systems" (ABS control cycles), with their thresholds: wheel decelerations -a, +a and +A, and a
//! slip lambda_1 against the reference speed.
//!
//! | phase | pressure | until |
//! |---|---|---|
//! | 0 none | the driver's | the wheel decelerates beyond -a: 1; its slip is beyond lambda_1: 2 |
//! | 1 first hold | held | slip beyond lambda_1: 2; deceleration back within -a: 0 |
//! | 2 release | falls | the wheel gains speed |
//! | 3 hold | held; rises while the wheel gains more than +A | it gains less than +a: 4, or 2 if it slips still |
//! | 4 build | rises, quickly to near where the wheel locked, then slowly | -a or lambda_1: 2; the driver's: 0 |
//!
//! Rates are shares of the pressure at which the wheel last locked, so that one tuning serves ice and dry roads; a
//! build that goes on without a new lock grows faster, for the road may have changed. One that leaves the wheel
//! almost without slip is quick again: that pressure was not the road's (a handbrake or the engine had locked the wheel,
//! or it sprang on its tyre).

use super::abs_wheel::{AbsWheel, BUILD, HOLD, HOLD_FIRST, RELEASE, is, is_released};
use super::hubs::{Hub, sense};
use super::sensed::{CarFacts, Sensed};
use super::speeds::{Observed, Speeds};
use crate::each_wheel;
use crate::math::Real;
use crate::record;
use crate::record::Flag;
use crate::wheels::Wheels;

/// The least pressure, over the full one, that rates are shares of: a wheel that locked at none must build, too.
const LEAST_LEVEL: f64 = 0.02;
/// Share of its rate at which the difference of the front pressures grows once both front wheels have locked.
const PROBE: f64 = 0.01;
/// Time after which that share has doubled, s; it grows with the square of the time.
const PROBE_S: f64 = 1.0;
/// Time after which a held wheel whose slip persists is released again, s.
const PATIENCE_S: f64 = 0.08;
/// Additional slip allowed to a sliding wheel, over its lateral speed beyond the car's `slide_tangent`: with 0.27 it
/// may lock at 35 degrees.
const SLIDE_GAIN: f64 = 2.0;
/// The largest share of its load that a wheel on the inside of a turn is assumed to lose; the wheel on the outside then
/// has seven times as much.
const MOST_MOVED: f64 = 0.75;
/// Share of the slip threshold below which a wheel whose brake is built up is far from locking: its tyre is in the
/// linear part of its curve, where the brake takes less than half of the friction.
const LINEAR: f64 = 0.25;
/// Time, s, in which the tyre's slip follows a change of pressure.
const SETTLED_S: f64 = 0.1;

record! {
    /// Tuning of the anti-lock system.
    pub struct AbsData {
        /// Set where the anti-lock system is on.
        abs_on: flag,
        /// Reference speed below which the driver alone controls the brakes, to come to rest; typical 1 to 2.5 (a
        /// walking pace).
        least_speed_m_s: "m/s" [0.0, 20.0],
        /// Slip threshold lambda_1; typical 0.08 to 0.25, a little beyond the peak of the tyre's curve.
        slip: "-" [0.0, 1.0],
        /// Slip speed that is allowed in addition, for the slip of slow wheels is noisy; typical 0.2 to 1.
        slip_speed_m_s: "m/s" [0.0, 10.0],
        /// Time without a wheel that confirms the reference speed after which the slip thresholds are halved, so that a
        /// wheel runs up to the car's speed and corrects the reference; typical 2 to 6.
        trust_s: "s" [0.01, 1e3],
        /// Threshold of wheel deceleration -a; typical 12 to 30 (of the tread; the car brakes by up to 11).
        deceleration_m_s2: "m/s^2" [0.0, 1e3],
        /// Threshold of wheel acceleration +a, below which a wheel has recovered; typical 2 to 15.
        acceleration_m_s2: "m/s^2" [0.0, 1e3],
        /// Threshold +A, beyond which a recovering wheel is braked too little; typical 40 to 150.
        fast_acceleration_m_s2: "m/s^2" [0.0, 1e4],
        /// Time constant of the differentiating filter on the wheel speeds; typical 0.004 to 0.02.
        filter_s: "s" [0.001, 0.1],
        /// Rate at which the pressure rises in a brake whose valves are open, in full pressures a second: the brakes'
        /// own rate, for the pressure at which a wheel locks is estimated with it; typical 5 to 10.
        rise_1_s: "1/s" [0.0, 1e6],
        /// Rate of the release: the pressure falls by this share a second; typical 8 to 30.
        release_1_s: "1/s" [0.0, 1e3],
        /// Rate of the quick build, in locking pressures a second; typical 5 to 20.
        build_1_s: "1/s" [0.0, 1e3],
        /// The share of the locking pressure up to which the build is quick; typical 0.7 to 0.95.
        build_share: "-" [0.0, 1.0],
        /// Rate of the slow build after that, in locking pressures a second; typical 0.3 to 2.
        slow_build_1_s: "1/s" [0.0, 1e3],
        /// The time after which a slow build has doubled its rate, which grows with the square of the time; typical 0.2
        /// to 0.5.
        doubling_s: "s" [0.01, 10.0],
        /// Set where both rear wheels get the lower of their pressures (select-low).
        select_low: flag,
        /// Initial excess of one front wheel's pressure over that of a locking one, in full pressures, for the delay of
        /// the yaw moment; typical 0.05 to 0.2, 1 for none.
        yaw_start: "-" [0.0, 1.0],
        /// Rate at which the difference of the front pressures may grow, in full pressures a second; typical 0.2 to 1
        /// (more for heavy cars of long wheelbase).
        yaw_growth_1_s: "1/s" [0.0, 1e3],
        /// Largest difference of the front pressures where both front wheels lock, over the pressure at which the one
        /// on the grippy side does; typical 1, and 0.4 to 0.7 for critical cars (nose-heavy, of short wheelbase).
        yaw_most: "-" [0.0, 1.0],
    }

    /// Memory of the anti-lock system for the front axle.
    pub struct AbsMode {
        /// Largest excess of the higher front pressure over the lower one, in full pressures.
        abs_difference: "-" [0.0, 1.0],
    }
}

impl<R: Real> AbsData<R> {
    /// Typical values for a car on the road.
    pub fn typical() -> Self {
        Self {
            abs_on: Flag::from(true),
            least_speed_m_s: R::lit(1.5),
            slip: R::lit(0.13),
            slip_speed_m_s: R::lit(0.3),
            trust_s: R::lit(5.0),
            deceleration_m_s2: R::lit(20.0),
            acceleration_m_s2: R::lit(15.0),
            fast_acceleration_m_s2: R::lit(80.0),
            filter_s: R::lit(0.008),
            rise_1_s: R::lit(10.0),
            release_1_s: R::lit(14.0),
            build_1_s: R::lit(10.0),
            build_share: R::lit(0.9),
            slow_build_1_s: R::lit(0.6),
            doubling_s: R::lit(0.3),
            select_low: Flag::from(true),
            yaw_start: R::lit(0.1),
            yaw_growth_1_s: R::lit(1.0),
            yaw_most: R::one(),
        }
    }

    /// The wheels a sub-step later and the pressures that they get, given those that are asked for.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn advance(
        &self,
        mode: &AbsMode<R>,
        wheels: &Wheels<AbsWheel<R>>,
        observed: &Observed<'_, R>,
        demand: &Wheels<R>,
        dt_s: R,
    ) -> (AbsMode<R>, Wheels<AbsWheel<R>>, Wheels<R>) {
        let Observed { car, speeds, sensed } = *observed;
        let common = Common::new(self, car, speeds, dt_s);
        let (before, asked) = (wheels.in_a_row(), demand.in_a_row());
        let (hubs, treads) = (&speeds.hubs, speeds.treads.in_a_row());
        let ratios = load_ratios(car, sensed);
        let peaks = &common.inverse_peaks;
        let next = each_wheel!(W => {
            let motion = WheelSpeeds { hub: &hubs[W], tread_m_s: treads[W], inverse_peak: peaks[W / 2] };
            self.wheel(&before[W], &motion, asked[W], &common, dt_s)
        });
        let mut given = Wheels::from_row(each_wheel!(W => given(&next[W], asked[W])));
        let next = Wheels::from_row(next);
        self.select_low(&next, ratios, &mut given);
        let mode = self.delay_yaw(mode, &next, ratios, &mut given, dt_s);
        let (reckoned, most) = (next.in_a_row(), given.in_a_row());
        let next = Wheels::from_row(each_wheel!(W => {
            AbsWheel { abs_pressure: reckoned[W].abs_pressure.min(most[W]), ..reckoned[W] }
        }));
        (mode, next, given)
    }

    /// One wheel a sub-step later.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn wheel(
        &self,
        wheel: &AbsWheel<R>,
        motion: &WheelSpeeds<'_, R>,
        demand: R,
        common: &Common<R>,
        dt_s: R,
    ) -> AbsWheel<R> {
        let zero = R::zero();
        let seen = &Seen::new(self, wheel, motion, demand, common);
        let phase = self.next_phase(wheel, seen);
        let changes = (phase - wheel.abs_phase).abs().gt(R::lit(0.5));
        let timer = R::select(changes, zero, wheel.abs_timer_s + dt_s).min(R::lit(1e6));
        let locks = changes & is(phase, RELEASE);
        let level = R::select(locks, wheel.abs_pressure, wheel.abs_level);
        let next = AbsWheel {
            abs_phase: phase,
            abs_pressure: wheel.abs_pressure,
            abs_level: level,
            abs_timer_s: timer,
            abs_gain_m_s2: seen.rate_m_s2,
            abs_speed_m_s: seen.filtered_m_s,
        };
        let pressure = self.pressure(&next, seen, dt_s);
        AbsWheel { abs_pressure: pressure.min(seen.demand).max(zero), ..next }
    }

    /// The phase that follows.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next_phase(&self, wheel: &AbsWheel<R>, seen: &Seen<R>) -> R {
        let (hold_first, release, hold, build) =
            (R::lit(HOLD_FIRST), R::lit(RELEASE), R::lit(HOLD), R::lit(BUILD));
        let zero = R::zero();
        let (now, gain) = (wheel.abs_phase, seen.gain_m_s2);
        let falls = gain.lt(-self.deceleration_m_s2);
        let impatient = wheel.abs_timer_s.gt(R::lit(PATIENCE_S));

        let from_none = R::select(seen.slips, release, R::select(falls, hold_first, zero));
        let calm = R::select(falls & !impatient, hold_first, zero);
        let from_first = R::select(seen.slips, release, calm);
        // A wheel that slips deeply must gain speed in earnest before the release ends.
        let enough = R::select(seen.deep, self.acceleration_m_s2, zero);
        let from_release = R::select(gain.gt(enough) | !(seen.slips | falls), hold, release);
        let recovered = R::select(seen.slips, hold, build);
        let again = seen.slips & gain.lt(R::select(impatient | seen.deep, self.acceleration_m_s2, zero));
        let slow = gain.lt(self.acceleration_m_s2);
        let from_hold = R::select(again, release, R::select(slow, recovered, hold));
        // In the build a strong deceleration alone is enough, without lambda_1.
        let arrived = wheel.abs_pressure.ge(seen.demand);
        let from_build = R::select(seen.slips | falls, release, R::select(arrived, zero, build));

        let next = R::select(is(now, HOLD), from_hold, from_build);
        let next = R::select(is(now, RELEASE), from_release, next);
        let next = R::select(is(now, HOLD_FIRST), from_first, next);
        let next = R::select(now.lt(R::lit(0.5)), from_none, next);
        R::select(seen.acts, next, zero)
    }

    /// The pressure at the end of the sub-step in the wheel's phase, from that at its beginning.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pressure(&self, wheel: &AbsWheel<R>, seen: &Seen<R>, dt_s: R) -> R {
        let (zero, one) = (R::zero(), R::one());
        let AbsWheel { abs_phase: phase, abs_level: level, abs_timer_s: timer, .. } = *wheel;
        let before = wheel.abs_pressure;
        let unit = level.max(R::lit(LEAST_LEVEL));
        let released = before * (-(self.release_1_s * dt_s)).exp();
        let quick = self.build_1_s * unit * dt_s;
        // In proportion to the pressure that it has come to: a road that has become good is found in a second.
        let grown = unit.max(before);
        let held = before + R::select(seen.gain_m_s2.gt(self.fast_acceleration_m_s2), quick, zero);
        let longer = one + (timer / self.doubling_s).square();
        let slow = self.slow_build_1_s * grown * longer * dt_s;
        let far = seen.grips & timer.gt(R::lit(SETTLED_S));
        let slow = R::select(far, slow.max(self.build_1_s * grown * dt_s), slow);
        let is_near = before.ge(self.build_share * level);
        let built = before + R::select(is_near, slow, quick.max(slow));
        let pressure = R::select(is(phase, HOLD), held, built);
        let pressure = R::select(is(phase, RELEASE), released, pressure);
        let pressure = R::select(is(phase, HOLD_FIRST), before, pressure);
        let open = before + self.rise_1_s * dt_s;
        R::select(phase.lt(R::lit(0.5)), open, pressure)
    }

    /// Both rear wheels get the lower of their pressures, the one on the outside of a turn that pressure in proportion
    /// to its larger load. With equal ones its grip is hardly used for braking: a lightly loaded wheel on the inside
    /// locks early.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select_low(&self, wheels: &Wheels<AbsWheel<R>>, [left, right]: [R; 2], given: &mut Wheels<R>) {
        let half = R::lit(0.5);
        let controlled = wheels.rear_left.abs_phase.gt(half) | wheels.rear_right.abs_phase.gt(half);
        let together = controlled & self.select_low.is_set();
        let (for_left, for_right) = (given.rear_right * left, given.rear_left * right);
        given.rear_left = R::select(together, given.rear_left.min(for_left), given.rear_left);
        given.rear_right = R::select(together, given.rear_right.min(for_right), given.rear_right);
    }

    /// While a front wheel is controlled, the other gets only so much more: the driver has time to steer against
    /// the moment of a road that is slippery on one side (Bosch Automotive Handbook, ABS: delay of the yaw-moment
    /// build-up), and the rear tyres can balance it. In a turn the wheel on the inside locks earlier as its load is
    /// less; the moment of pressures in proportion to the loads is out of the turn, and no split road's (systems of
    /// that kind switch the delay off above some 0.4 g of lateral acceleration).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn delay_yaw(
        &self,
        mode: &AbsMode<R>,
        wheels: &Wheels<AbsWheel<R>>,
        ratios: [R; 2],
        given: &mut Wheels<R>,
        dt_s: R,
    ) -> AbsMode<R> {
        let (left, right) = (&wheels.front_left, &wheels.front_right);
        let (left_acts, right_acts) = (is_released(left), is_released(right));
        let (left_level, right_level) =
            (left.abs_level.max(left.abs_pressure), right.abs_level.max(right.abs_pressure));
        // Of the wheel that is braked more.
        let is_left = left_level.gt(right_level);
        let level = R::select(is_left, left.abs_level, right.abs_level);
        let timer = R::select(is_left, left.abs_timer_s, right.abs_timer_s);
        let phase = R::select(is_left, left.abs_phase, right.abs_phase);
        // Where it locks as well, it has shown what its side gives. From then on it is sought, slowly at first, whether that
        // has become more. A car that bears any difference needs no such search.
        let both = left_acts & right_acts & self.yaw_most.lt(R::one());
        let locks = both & is(phase, RELEASE);
        let most = R::select(locks, (self.yaw_most * level).max(self.yaw_start), R::one());
        let probe = R::lit(PROBE) * (R::one() + (timer / R::lit(PROBE_S)).square());
        let growth = self.yaw_growth_1_s * R::select(both, probe, R::one());
        let grown = (mode.abs_difference + growth * dt_s).min(most);
        let difference = R::select(left_acts | right_acts, grown, self.yaw_start);
        // A cycling wheel counts with the pressure at which it locks, not with that of the moment.
        let (left_most, right_most) =
            (right_level * ratios[0] + difference, left_level * ratios[1] + difference);
        let (left, right) = (given.front_left, given.front_right);
        given.front_left = R::select(right_acts, left.min(left_most), left);
        given.front_right = R::select(left_acts, right.min(right_most), right);
        AbsMode { abs_difference: difference }
    }
}

/// Loads of the left and the right wheels over those on the other side, at least 1: by m h a_y / t load moves to the
/// outside of a turn from either half of the weight.
#[cfg_attr(not(debug_assertions), inline(always))]
fn load_ratios<R: Real>(car: &CarFacts<R>, sensed: &Sensed<R>) -> [R; 2] {
    let moved = sensed.acceleration_y_m_s2 * car.moved_load_s2_m;
    [load_ratio(-moved), load_ratio(moved)]
}

/// Load of a wheel over that on the other side, at least 1, by the share of the load that moves to it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn load_ratio<R: Real>(moved: R) -> R {
    let moved = moved.clamp(R::zero(), R::lit(MOST_MOVED));
    (R::one() + moved) / (R::one() - moved)
}

/// The pressure that a wheel's valves let through.
#[cfg_attr(not(debug_assertions), inline(always))]
fn given<R: Real>(wheel: &AbsWheel<R>, demand: R) -> R {
    R::select(wheel.abs_phase.lt(R::lit(0.5)), demand, wheel.abs_pressure)
}

/// Values that all four wheels share: the trust in the reference, and a first-order filter with one exponential.
struct Common<R> {
    /// Share of the slip thresholds that remains when the reference is in doubt.
    trust: R,
    /// Tangent of the slip angle beyond which tyres slide.
    slide_tangent: R,
    /// 1 over the tangent of the slip angle at the peak of lateral force, of the front and the rear tyres.
    inverse_peaks: [R; 2],
    /// Share of the way to its input that the filter covers in a sub-step.
    gone: R,
    /// Input slope over the filter's lag behind its input: 1 / tau for short sub-steps, and exact for a ramp with any.
    slope_1_s: R,
}

impl<R: Real> Common<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(data: &AbsData<R>, car: &CarFacts<R>, speeds: &Speeds<R>, dt_s: R) -> Self {
        let left = (-(dt_s / data.filter_s)).exp();
        let gone = R::one() - left;
        Self {
            trust: data.trust_s / (data.trust_s + speeds.alone_s),
            slide_tangent: car.slide_tangent,
            inverse_peaks: [car.front_inverse_peak, car.rear_inverse_peak],
            gone,
            slope_1_s: gone / (dt_s * left).max(R::lit(1e-9)),
        }
    }
}

/// Speeds of a wheel, and the lateral peak of its tyre.
struct WheelSpeeds<'a, R> {
    hub: &'a Hub<R>,
    tread_m_s: R,
    /// 1 over the tangent of the slip angle at the peak of lateral force.
    inverse_peak: R,
}

/// Motion and state of a wheel as the anti-lock system measures them, in the sense of the hub's motion.
struct Seen<R: Real> {
    demand: R,
    filtered_m_s: R,
    /// Rate of the tread's speed, positive forwards, and in the sense of the hub's motion, m/s^2.
    rate_m_s2: R,
    gain_m_s2: R,
    slips: R::Mask,
    deep: R::Mask,
    /// Set where the tyre is in the linear part of its curve.
    grips: R::Mask,
    acts: R::Mask,
}

impl<R: Real> Seen<R> {
    /// The threshold is where a tyre has its peak at any slip angle up to that of its lateral peak. Beyond that angle
    /// the threshold grows in proportion to the tangent of the slip angle: the force of a saturated tyre is against its
    /// slips, each over that of its peak (Pacejka, Tire and Vehicle Dynamics, similarity), and so keeps its direction,
    /// half for steering and half for braking. With a constant threshold the more a driver turned the wheels, the less
    /// the car braked.
    ///
    /// A wheel that slides far to the side may lock: its tyre is saturated whatever it does, and its force is against
    /// the motion when it is locked, but across the wheel when it rolls. So the threshold grows with the lateral
    /// speed of the hub beyond a slip angle, until it meets the hub's whole longitudinal speed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(
        data: &AbsData<R>,
        wheel: &AbsWheel<R>,
        motion: &WheelSpeeds<'_, R>,
        demand: R,
        common: &Common<R>,
    ) -> Self {
        let WheelSpeeds { hub, tread_m_s: tread, inverse_peak } = *motion;
        let filtered = wheel.abs_speed_m_s + (tread - wheel.abs_speed_m_s) * common.gone;
        let (ahead, way) = (hub.along_m_s.abs(), sense(hub.along_m_s));
        let across = hub.across_m_s.abs();
        let beyond_peak = inverse_peak * across;
        let slides = (across - common.slide_tangent * ahead).max(R::zero());
        let threshold = common.trust * (data.slip * ahead.max(beyond_peak) + data.slip_speed_m_s)
            + R::lit(SLIDE_GAIN) * slides;
        let slip_speed = ahead - way * tread;
        let rate = (tread - filtered) * common.slope_1_s;
        let going = ahead.gt(data.least_speed_m_s.max(threshold));
        Self {
            demand,
            filtered_m_s: filtered,
            rate_m_s2: rate,
            gain_m_s2: way * rate,
            slips: slip_speed.gt(threshold),
            deep: slip_speed.gt(R::lit(2.0) * threshold),
            grips: slip_speed.lt(R::lit(LINEAR) * (data.slip * ahead).max(data.slip_speed_m_s)),
            acts: data.abs_on.is_set() & demand.gt(R::zero()) & going,
        }
    }
}
