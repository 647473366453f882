//! How fast the car is, from its wheels: the reference speed that all slip is measured against.
//!
//! Braked wheels turn no faster than the road and driven ones no slower. So the reference is the fastest wheel while
//! the car brakes or coasts, and the fastest wheel that is not driven, or else the slowest, while it drives. Where
//! all of these slip, it goes on with the acceleration that is measured, or with an assumed one (Kiencke and Nielsen,
//! "Automotive Control Systems", on the vehicle's reference velocity; van Zanten, Erhardt and Pfaff, SAE 950759).

use super::abs::AbsWheel;
use super::sensed::{CarFacts, Pedals, Sensed};
use crate::math::Real;
use crate::record;
use crate::units::STANDARD_GRAVITY_M_S2;
use crate::wheels::Wheels;

/// Below this speed, m/s, the sense of motion is that of the wheels; above it stays what it was.
const TURNS_BELOW_M_S: f64 = 0.5;

/// The steepest road that is learnt, as a share of gravity, m/s^2.
const LARGEST_SLOPE_M_S2: f64 = 5.0;

/// A wheel rolls freely below this share of the full pressure, at which it would roll on any road,
const NO_PRESSURE: f64 = 0.02;
/// when its speed changes by less than this, m/s^2 (it does so for a moment whenever it turns from losing speed to
/// gaining it),
const FREE_GAIN_M_S2: f64 = 3.0;
/// for this time, s,
const FREE_S: f64 = 0.04;
/// and runs at more than this share of the reference speed (a wheel that has locked gains nothing either).
const FREE_SPEED: f64 = 0.5;

/// From this share of the throttle on it is shut,
const SHUT: f64 = 0.99;
/// and after this time, s, wheels without drive roll.
const IDLE_S: f64 = 0.15;
/// The shortest time, s, that an error is spread over.
const SHORTEST_S: f64 = 0.2;
/// The least deceleration, as a share of gravity, that the doubt is measured by.
const LEAST_BRAKING: f64 = 0.05;

/// Below this speed of all wheels, m/s,
const STANDS_M_S: f64 = 0.1;
/// the car is taken to come to a stand at no less than this, m/s^2.
const STANDING_M_S2: f64 = 5.0;

record! {
    /// How the reference speed is found.
    pub struct ReferenceData {
        /// 1 where the car has an accelerometer.
        accelerometer: "-" [0.0, 1.0],
        /// What the acceleration, measured or reckoned, may be wrong by; typical 0.05 to 0.5.
        drift_m_s2: "m/s^2" [0.0, 10.0],
        /// The same in proportion to it; typical 0.02 to 0.1.
        drift_share: "-" [0.0, 1.0],
        /// How much faster still the reference falls for each second for which it has met no wheel, so that no error
        /// lasts; typical 0.05 to 1.
        doubt_m_s3: "m/s^3" [0.0, 100.0],
        /// Time in which slope and fault of the accelerometer are learnt while no wheel is braked; typical 0.3 to 1.
        learning_s: "s" [0.01, 100.0],
        /// How fast the reference follows a wheel that is believed; typical 20 to 60.
        following_m_s2: "m/s^2" [0.0, 1e4],
        /// Rate at which it comes up to a braked wheel that is faster; typical 5 to 20.
        catching_1_s: "1/s" [0.0, 1e3],
        /// Without an accelerometer: the deceleration that all brakes at full pressure would give, were there the
        /// grip: torque over radius and mass; typical 10 to 18.
        full_braking_m_s2: "m/s^2" [0.0, 100.0],
        /// Share of the front brakes in it; typical 0.6 to 0.75.
        front_share: "-" [0.0, 1.0],
        /// Inertia of one wheel over the car's mass and the square of the radius; typical 0.005 to 0.015.
        wheel_share: "-" [0.0, 1.0],
        /// Without one: how fast a car whose wheels all spin is reckoned to gain speed; typical 3 to 6.
        driving_m_s2: "m/s^2" [0.0, 50.0],
    }

    /// The reference speed under way.
    pub struct ReferenceMode {
        /// Speed in the sense of motion.
        reference_speed_m_s: "m/s" [0.0, 500.0],
        /// Time for which it has been above all wheels.
        reference_alone_s: "s" [0.0, 1e6],
        /// Time for which a wheel has rolled freely though the anti-lock system holds its brake open, or for which
        /// traction control has shut the throttle of a car that drives all its wheels.
        reference_free_s: "s" [0.0, 1e6],
        /// What the accelerometer reads too much, slope included.
        reference_slope_m_s2: "m/s^2" [-1e3, 1e3],
        /// Sense of motion: 1 forwards, -1 backwards, 0 before the first look.
        reference_direction: "-" [-1.0, 1.0],
    }
}

/// The speeds of car and wheels in the sense of the car's motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speeds<R: Real> {
    /// The reference speed, m/s, not below 0.
    pub(super) car_m_s: R,
    /// How much the reference is in doubt: the time, s, for which it has met no wheel, as long again for each time that
    /// the deceleration is less than gravity, for on slippery roads as much error weighs more.
    pub(super) alone_s: R,
    /// The speed that each wheel speaks for, m/s.
    pub(super) wheel_m_s: Wheels<R>,
    /// 1 forwards, -1 backwards.
    pub(super) direction: R,
    /// Whether this is the first look, before which nothing was known.
    pub(super) first: R::Mask,
}

/// What the reference speed goes by besides the sensors.
pub(super) struct Known<'a, R: Real> {
    /// The car.
    pub(super) car: &'a CarFacts<R>,
    /// The pedals.
    pub(super) pedals: &'a Pedals<R>,
    /// The brakes as the anti-lock system reckons them.
    pub(super) brakes: &'a Wheels<AbsWheel<R>>,
    /// The share of the throttle that traction control takes for good.
    pub(super) cut: R,
    /// Where brakes act that the driver did not ask for.
    pub(super) held: R::Mask,
}

/// What the wheels and the pedals say in a sub-step.
struct Look<R: Real> {
    first: R::Mask,
    direction: R,
    wheel_m_s: Wheels<R>,
    /// The speed that is believed.
    believed_m_s: R,
    /// What the accelerometer reads.
    read_m_s2: R,
    /// The same without slope, in the sense of motion.
    measured_m_s2: R,
    /// The acceleration that is gone by where no wheel rolls, in the sense of motion.
    braking_m_s2: R,
    /// Whether the engine drives.
    drives: R::Mask,
    /// Whether all wheels are driven, so that the slowest is believed.
    slowest: R::Mask,
    /// Whether the driver brakes. Where only assists do, other wheels roll and are believed.
    braked: R::Mask,
    /// Whether traction control has shut the throttle of a car that drives all wheels.
    shut: R::Mask,
    /// Whether the reference says nothing about the slope.
    doubtful: R::Mask,
}

impl<R: Real> ReferenceData<R> {
    /// Typical values, with an accelerometer.
    pub fn typical() -> Self {
        Self {
            accelerometer: R::one(),
            drift_m_s2: R::lit(0.05),
            drift_share: R::lit(0.02),
            doubt_m_s3: R::lit(0.1),
            learning_s: R::lit(0.5),
            following_m_s2: R::lit(50.0),
            catching_1_s: R::lit(10.0),
            full_braking_m_s2: R::lit(14.0),
            front_share: R::lit(0.66),
            wheel_share: R::lit(0.009),
            driving_m_s2: R::lit(4.0),
        }
    }

    /// The reference speed a sub-step later, and with it the wheels' speeds.
    #[inline(always)]
    pub(super) fn advance(
        &self,
        mode: &ReferenceMode<R>,
        sensed: &Sensed<R>,
        known: &Known<'_, R>,
        dt_s: R,
    ) -> (ReferenceMode<R>, Speeds<R>) {
        let zero = R::zero();
        let longest = R::lit(1e6);
        let look = self.look(mode, sensed, known);
        let rolls = free(&look.wheel_m_s, known.brakes, mode.reference_speed_m_s);
        let free_s = R::select(rolls | look.shut, mode.reference_free_s + dt_s, zero).min(longest);
        let is_free = rolls & free_s.gt(R::lit(FREE_S));
        let speed = self.speed(mode, &look, is_free, dt_s);
        let alone = R::select(speed.gt(look.believed_m_s), mode.reference_alone_s + dt_s, zero).min(longest);
        let mode = ReferenceMode {
            reference_speed_m_s: speed,
            reference_alone_s: alone,
            reference_free_s: free_s,
            reference_slope_m_s2: self.slope(mode, &look, (speed, is_free), dt_s),
            reference_direction: look.direction,
        };
        let slowly = look.braking_m_s2.abs() / R::lit(STANDARD_GRAVITY_M_S2);
        let speeds = Speeds {
            car_m_s: speed,
            alone_s: alone / slowly.clamp(R::lit(LEAST_BRAKING), R::one()),
            wheel_m_s: look.wheel_m_s,
            direction: look.direction,
            first: look.first,
        };
        (mode, speeds)
    }

    /// What the wheels and the pedals say.
    #[inline(always)]
    fn look(&self, mode: &ReferenceMode<R>, sensed: &Sensed<R>, known: &Known<'_, R>) -> Look<R> {
        let (zero, half, pedals) = (R::zero(), R::lit(0.5), known.pedals);
        let raw = known.car.middle_speeds(sensed);
        let first = mode.reference_direction.eq(zero);
        let turns = mode.reference_speed_m_s.lt(R::lit(TURNS_BELOW_M_S)) | first;
        let sense = R::select(raw.sum().lt(zero), -R::one(), R::one());
        let direction = R::select(turns, sense, mode.reference_direction);
        let wheel = raw.times(direction);

        let braked = pedals.brake.gt(zero) | pedals.handbrake.gt(zero);
        let driven = (known.car.drives_front.gt(half), known.car.drives_rear.gt(half));
        // Where the throttle has been shut for a while the wheels roll, and show a reference that is too low.
        let shut = driven.0 & driven.1 & known.cut.gt(R::lit(SHUT));
        let idles = shut & mode.reference_free_s.gt(R::lit(IDLE_S));
        let drives = pedals.throttle.gt(zero) & !braked & !idles;
        let slowest = drives & driven.0 & driven.1;
        let measured = direction * (sensed.acceleration_x_m_s2 - mode.reference_slope_m_s2);
        let measures = self.accelerometer.gt(half);
        Look {
            first,
            direction,
            wheel_m_s: wheel,
            believed_m_s: believed(&wheel, driven, drives, known.held),
            read_m_s2: sensed.acceleration_x_m_s2,
            measured_m_s2: measured,
            braking_m_s2: R::select(measures, measured, self.by_brakes(known.brakes)),
            drives,
            slowest,
            braked,
            shut,
            // Driven wheels slip, and a car that drives them all has no others.
            doubtful: shut | braked | known.held | first | slowest,
        }
    }

    /// The reference speed a sub-step later: the wheel that is believed, as fast as it may be followed.
    #[inline(always)]
    fn speed(&self, mode: &ReferenceMode<R>, look: &Look<R>, is_free: R::Mask, dt_s: R) -> R {
        let (believed, before) = (look.believed_m_s, mode.reference_speed_m_s);
        let (falls, rises) = self.bounds(look, believed - before);
        let falls = falls + self.doubt_m_s3 * mode.reference_alone_s;
        let falls = R::select(is_free, falls.max(self.following_m_s2), falls);
        let (wheel, still) = (&look.wheel_m_s, R::lit(STANDS_M_S));
        let stands = wheel.largest().lt(still) & wheel.least().gt(-still);
        let falls = R::select(stands, falls.max(R::lit(STANDING_M_S2)), falls);
        let after = believed.clamp(before - falls * dt_s, before + rises * dt_s);
        R::select(look.first, believed, after).max(R::zero())
    }

    /// What the accelerometer reads too much, m/s^2: the difference between it and the rate of a reference that a
    /// rolling wheel gives, through a lag, and kept while that is in doubt; where a free wheel shows that the reference
    /// has gone wrong since it last met one, by how much it has.
    #[inline(always)]
    fn slope(&self, mode: &ReferenceMode<R>, look: &Look<R>, (speed, is_free): (R, R::Mask), dt_s: R) -> R {
        let before = mode.reference_slope_m_s2;
        let gained = speed - mode.reference_speed_m_s;
        let rate = look.direction * gained / dt_s.max(R::lit(1e-9));
        let gone = R::one() - (-(dt_s / self.learning_s)).exp();
        let sure = speed.eq(look.believed_m_s) & !look.doubtful;
        let learnt = before + R::select(sure, (look.read_m_s2 - rate - before) * gone, R::zero());
        let wrong = look.direction * (look.measured_m_s2 * dt_s - gained).max(R::zero());
        let wrong = wrong / mode.reference_alone_s.max(R::lit(SHORTEST_S));
        let most = R::lit(LARGEST_SLOPE_M_S2);
        (learnt + R::select(is_free, wrong, R::zero())).clamp(-most, most)
    }

    /// How fast the reference may fall and rise, m/s^2, given how far the wheel that is believed is above.
    #[inline(always)]
    fn bounds(&self, look: &Look<R>, above: R) -> (R, R) {
        let (drives, slowest, braking) = (look.drives, look.slowest, look.braking_m_s2);
        let measures = self.accelerometer.gt(R::lit(0.5));
        let driving = R::select(measures, braking, self.driving_m_s2);
        // A driven wheel may be faster than the car, a braked one slower, and faster for a moment when it springs
        // back on its tyre. A rolling one is believed both ways.
        let follows = self.following_m_s2;
        let drift = self.drift_m_s2 + self.drift_share * braking.abs();
        let dropping = R::select(slowest, self.catching_1_s * (-above).max(R::zero()), R::zero());
        let falls = R::select(look.braked | slowest, (drift - braking + dropping).min(follows), follows);
        let catching = R::select(drives, R::zero(), self.catching_1_s * above.max(R::zero()));
        let rising = drift + R::select(drives, driving, braking) + catching;
        let doubtful_high = slowest | !drives;
        let rises = R::select(doubtful_high, rising.min(follows), follows);
        // With the wrong sign the two would cross: the acceleration is the law then, not a bound.
        (falls.max(-rises), rises)
    }

    /// The acceleration that the brakes give, m/s^2: what is not spent on the wheels themselves is on the road,
    /// F R = T + I omega'.
    #[inline(always)]
    fn by_brakes(&self, brakes: &Wheels<AbsWheel<R>>) -> R {
        let half = R::lit(0.5);
        let (fl, fr, rl, rr) =
            (&brakes.front_left, &brakes.front_right, &brakes.rear_left, &brakes.rear_right);
        let front = half * (fl.abs_pressure + fr.abs_pressure);
        let rear = half * (rl.abs_pressure + rr.abs_pressure);
        let pressure = rear + self.front_share * (front - rear);
        let gain = (fl.abs_gain_m_s2 + fr.abs_gain_m_s2) + (rl.abs_gain_m_s2 + rr.abs_gain_m_s2);
        -((self.full_braking_m_s2 * pressure + self.wheel_share * gain).max(R::zero()))
    }
}

/// Whether a wheel that the anti-lock system has let go rolls freely: pressure is gone, and it gains no more speed. A
/// reference above it is too high, be it by a slope that was not learnt; without this the brakes would stay open.
#[inline(always)]
fn free<R: Real>(speed: &Wheels<R>, brakes: &Wheels<AbsWheel<R>>, reference: R) -> R::Mask {
    let least = R::lit(FREE_SPEED) * reference;
    (rolls(&brakes.front_left, speed.front_left, least)
        | rolls(&brakes.front_right, speed.front_right, least))
        | (rolls(&brakes.rear_left, speed.rear_left, least)
            | rolls(&brakes.rear_right, speed.rear_right, least))
}

/// The same of one wheel.
#[inline(always)]
fn rolls<R: Real>(brake: &AbsWheel<R>, speed: R, least: R) -> R::Mask {
    let let_go = brake.abs_phase.gt(R::lit(1.5)) & brake.abs_pressure.lt(R::lit(NO_PRESSURE));
    let_go & brake.abs_gain_m_s2.abs().lt(R::lit(FREE_GAIN_M_S2)) & speed.gt(least)
}

/// The wheel that is believed. Where an assist brakes one wheel of a car that drives all of them, the slowest is not the
/// one: then it is the faster of the slower axle.
#[inline(always)]
fn believed<R: Real>(
    wheel: &Wheels<R>,
    (front, rear): (R::Mask, R::Mask),
    drives: R::Mask,
    held: R::Mask,
) -> R {
    let front_fastest = wheel.front_left.max(wheel.front_right);
    let rear_fastest = wheel.rear_left.max(wheel.rear_right);
    let rolling = R::select(front, rear_fastest, front_fastest);
    let slowest = R::select(held, front_fastest.min(rear_fastest), wheel.least());
    let driving = R::select(front & rear, slowest, rolling);
    R::select(drives & (front | rear), driving, wheel.largest())
}
