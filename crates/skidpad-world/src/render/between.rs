//! Where a car is between two steps.

use core::f64::consts::{PI, TAU};

use skidpad_core::math::Real;
use skidpad_core::model::Pose;

/// A car's last two poses, and every pose in between.
///
/// The picture is a step behind, so that it lies between two poses that are known: it never has to be taken back, as
/// one that runs ahead must be when the car hits something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between<R> {
    before: Pose<R>,
    now: Pose<R>,
}

impl<R: Real> Between<R> {
    /// A car that stands, as far as one can see: at the start, and after it was put elsewhere. Without this a car that
    /// is put back after a crash would be drawn on its way there.
    pub fn at(pose: Pose<R>) -> Self {
        Self { before: pose, now: pose }
    }

    /// Takes the pose after a step.
    pub fn push(&mut self, pose: Pose<R>) {
        *self = Self { before: self.now, now: pose };
    }

    /// The pose at `alpha` from the last but one to the last, [0, 1]: positions on a straight line, attitudes on the
    /// shortest turn at an even rate.
    pub fn pose(&self, alpha: R) -> Pose<R> {
        let ([x, y, z], [x1, y1, z1]) = (self.before.position_m, self.now.position_m);
        Pose {
            position_m: [straight(x, x1, alpha), straight(y, y1, alpha), straight(z, z1, alpha)],
            quaternion: rotation_between(self.before.quaternion, self.now.quaternion, alpha),
        }
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn straight<R: Real>(from: R, to: R, alpha: R) -> R {
    from + alpha * (to - from)
}

/// A position between two, with their velocities: Hermite's cubic, smooth where steps meet. For steps so long that
/// straight lines show corners; `dt_s` is the step.
///
/// ```
/// use skidpad_world::render::hermite;
/// // Thrown up at 10 m/s under g = 10 m/s^2, seen from one second to the next: exact, as its path is a parabola.
/// assert_eq!(hermite([0.0, 5.0], [10.0, 0.0], 1.0, 0.5), 3.75_f64);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn hermite<R: Real>(positions: [R; 2], velocities: [R; 2], dt_s: R, alpha: R) -> R {
    let [from, to] = positions;
    let [from_change, to_change] = [dt_s * velocities[0], dt_s * velocities[1]];
    crate::hermite::value(alpha, from, from_change, to, to_change)
}

/// An angle between two, on the shorter way round: from 179 to -179 degrees it does not go through 0. Angles of up to
/// some thousand turns, rad; half a turn or more between two steps cannot be told from the other way round.
///
/// ```
/// use skidpad_world::render::angle_between;
/// let half: f64 = angle_between(3.1, -3.1, 0.5);
/// assert!((half - std::f64::consts::PI).abs() < 1e-12);
/// ```
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn angle_between<R: Real>(from_rad: R, to_rad: R, alpha: R) -> R {
    from_rad + alpha * wrapped(to_rad - from_rad)
}

/// Returns the angle within [-pi, pi].
#[cfg_attr(not(debug_assertions), inline(always))]
fn wrapped<R: Real>(angle_rad: R) -> R {
    let (sin, cos) = angle_rad.sin_cos();
    // Small differences to the last bit, as the sine of an angle within a quarter turn gives it back only nearly.
    let is_small = angle_rad.abs().lt(R::lit(PI));
    R::select(is_small, angle_rad, sin.atan2(cos))
}

/// An attitude between two, as w, x, y, z: the shorter turn at an even rate (Shoemake 1985, "Animating rotation with
/// quaternion curves": q = q0 sin((1 - a) t) / sin t + q1 sin(a t) / sin t, cos t = q0 . q1).
///
/// Within 0.01 rad it is a straight line, q0 + a (q1 - q0), which differs by less than 1e-6 of the turn; the length is made 1. Two equal
/// attitudes have the same bits at every `alpha`, so that a car at rest is drawn at rest.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn rotation_between<R: Real>(from: [R; 4], to: [R; 4], alpha: R) -> [R; 4] {
    let cosine = dot(from, to);
    // q and -q are the same attitude; the nearer one.
    let side = R::one().copysign(cosine);
    let cosine = cosine.abs().min(R::one());
    let sine = (R::one() - cosine * cosine).sqrt();
    let turn = sine.atan2(cosine);
    let is_small = turn.lt(R::lit(0.005));
    let sine = R::select(is_small, R::one(), sine);
    let first = ((R::one() - alpha) * turn).sin() / sine;
    let second = side * ((alpha * turn).sin() / sine);
    // Small turns as a straight line does them, so that an attitude that stays has the same bits at every alpha.
    let mixed = [
        R::select(is_small, straight(from[0], side * to[0], alpha), first * from[0] + second * to[0]),
        R::select(is_small, straight(from[1], side * to[1], alpha), first * from[1] + second * to[1]),
        R::select(is_small, straight(from[2], side * to[2], alpha), first * from[2] + second * to[2]),
        R::select(is_small, straight(from[3], side * to[3], alpha), first * from[3] + second * to[3]),
    ];
    let length = dot(mixed, mixed).sqrt();
    let scale = R::one() / R::select(length.gt(R::zero()), length, R::one());
    [scale * mixed[0], scale * mixed[1], scale * mixed[2], scale * mixed[3]]
}

/// Scalar product.
#[cfg_attr(not(debug_assertions), inline(always))]
fn dot<R: Real>(a: [R; 4], b: [R; 4]) -> R {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}

/// Angle of a wheel, for drawing: states hold how fast wheels spin, and a wheel may turn more than once in a
/// step, so that there is no shorter way round to find.
///
/// ```
/// use skidpad_world::render::WheelAngle;
/// let mut wheel = WheelAngle::at(0.0);
/// wheel.push(10.0, 0.1); // spins at 10 rad/s after the first step of 0.1 s, from 0
/// assert!((wheel.angle_rad(1.0) - 0.5).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelAngle {
    /// At the last but one step, [0, 2 pi), rad.
    before_rad: f64,
    /// Angle of the last step, rad.
    turned_rad: f64,
    spins_rad_s: [f64; 2],
    dt_s: f64,
}

impl WheelAngle {
    /// A wheel that spins at so many rad/s at the start.
    pub fn at(spin_rad_s: f64) -> Self {
        Self { before_rad: 0.0, turned_rad: 0.0, spins_rad_s: [spin_rad_s; 2], dt_s: 0.0 }
    }

    /// Takes the spin after a step of `dt_s`, rad/s; within the step it changed evenly.
    pub fn push(&mut self, spin_rad_s: f64, dt_s: f64) {
        let before = self.before_rad + self.turned_rad;
        // Whole turns off: a float that grew without end would make wheels jerk after hours.
        self.before_rad = before - TAU * floor(before / TAU);
        self.spins_rad_s = [self.spins_rad_s[1], spin_rad_s];
        self.dt_s = dt_s;
        self.turned_rad = 0.5 * (self.spins_rad_s[0] + self.spins_rad_s[1]) * dt_s;
    }

    /// The angle at `alpha` from the last but one step to the last, [0, 1], rad.
    pub fn angle_rad(&self, alpha: f64) -> f64 {
        let [from, to] = self.spins_rad_s;
        self.before_rad + self.dt_s * alpha * (from + 0.5 * alpha * (to - from))
    }
}

/// The next whole number below, of numbers that a 64-bit integer holds; others as they are.
fn floor(value: f64) -> f64 {
    let whole = value as i64 as f64;
    if whole > value { whole - 1.0 } else { whole }
}
