//! Rolling wheels at the centre of mass: `vehicle_dynamics_ks_cog`, and what ST and STD make of it near
//! standstill.

use skidpad_core::math::{Direction, Real};

/// A steering angle and what the equations need of it. With d the steering angle, b the distance of the
/// rear axle from the centre of mass and l the wheelbase, the published denominators
/// cos d, cos^2 d (1 + (b/l tan^2 d)^2) and sqrt(1 + (b/l tan d)^2) become `cos2`, `spread` / `cos2` and
/// `slant` / |cos d|: no pole, and one division for all.
#[derive(Clone, Copy)]
pub(super) struct Steered<R> {
    pub(super) sin: R,
    pub(super) cos: R,
    /// cos^2 d.
    cos2: R,
    /// b/l sin d.
    lever: R,
    /// sqrt(cos^2 d + (b/l sin d)^2).
    slant: R,
    /// cos^4 d + (b/l)^2 sin^4 d.
    spread: R,
}

impl<R: Real> Steered<R> {
    /// From the steering angle and b/l.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(steer_rad: R, rear_share: R) -> Self {
        let (sin, cos) = steer_rad.sin_cos();
        let cos2 = cos * cos;
        let lever = rear_share * sin;
        let across = lever * sin;
        let slant = (cos2 + lever * lever).sqrt();
        Self { sin, cos, cos2, lever, slant, spread: cos2 * cos2 + across * across }
    }

    /// What [`turn`](Self::turn) wants the inverse of; above 0.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn denominator(&self) -> R {
        self.cos2 * self.spread * self.slant
    }

    /// The turn, given 1 / [`denominator`](Self::denominator).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn turn(&self, inverse: R) -> Turn<R> {
        let one_over_slant = self.cos2 * self.spread * inverse;
        let one_over_cos2 = self.spread * self.slant * inverse;
        // cos(atan(t)) is positive on either side of 90 degrees, where tan changes its sign.
        let sign = R::one().copysign(self.cos);
        Turn {
            cos: self.cos.abs() * one_over_slant,
            sin: sign * self.lever * one_over_slant,
            bend: sign * self.sin * one_over_slant,
            tan: self.sin * self.cos * one_over_cos2,
            one_over_cos2,
            fading: self.cos2 * (self.cos2 * self.slant * inverse),
        }
    }
}

/// How a car with rolling wheels turns.
#[derive(Clone, Copy)]
pub(super) struct Turn<R> {
    /// cos beta, tan beta = b/l tan d.
    pub(super) cos: R,
    /// sin beta.
    pub(super) sin: R,
    /// cos beta tan d: yaw rate times wheelbase over speed.
    pub(super) bend: R,
    /// tan d.
    tan: R,
    /// 1 / cos^2 d.
    one_over_cos2: R,
    /// 1 / (cos^2 d (1 + (b/l tan^2 d)^2)).
    fading: R,
}

/// Rates near standstill.
#[derive(Clone, Copy)]
pub(super) struct SlowRates<R> {
    /// d beta / dt.
    pub(super) sideslip: R,
    /// d^2 psi / dt^2.
    pub(super) yaw_rate: R,
}

/// Motion of a car near standstill.
#[derive(Clone, Copy)]
pub(super) struct SlowMotion<R> {
    /// Rate of the steering angle, rad/s.
    pub(super) steer_rate: R,
    /// Longitudinal acceleration, m/s^2.
    pub(super) acceleration: R,
    /// Speed, m/s.
    pub(super) speed: R,
    /// Direction of the velocity in the body.
    pub(super) sideslip: Direction<R>,
}

impl<R: Real> Turn<R> {
    /// The rates of sideslip and yaw rate that ST and STD have near standstill:
    ///
    /// dbeta = b/l u1 / (cos^2 d (1 + (tan^2 d b/l)^2)),
    /// ddpsi = (u2 cos beta tan d - v sin beta dbeta tan d + v cos beta u1 / cos^2 d) / l,
    ///
    /// with beta the state. As published: the derivative of atan(b/l tan d) would have tan d in the
    /// first denominator where tan^2 d stands.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn slow_rates(
        &self,
        rear_share: R,
        one_over_wheelbase: R,
        motion: &SlowMotion<R>,
    ) -> SlowRates<R> {
        let SlowMotion { steer_rate, acceleration, speed, sideslip } = *motion;
        let rate = rear_share * steer_rate * self.fading;
        let forwards = acceleration * sideslip.cos - speed * sideslip.sin * rate;
        let yaw_rate = one_over_wheelbase
            * (forwards * self.tan + speed * sideslip.cos * steer_rate * self.one_over_cos2);
        SlowRates { sideslip: rate, yaw_rate }
    }
}

/// The rates of x, y and heading of a car with rolling wheels, at its centre of mass
/// (`vehicle_dynamics_ks_cog`): v cos(beta + psi), v sin(beta + psi), v cos beta tan d / l with
/// tan beta = b/l tan d. Lengths a and b from the centre of mass to the front and the rear axle, m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn rolling_at_centre<R: Real>(
    [front_m, rear_m]: [R; 2],
    steer_rad: R,
    speed_m_s: R,
    yaw_rad: R,
) -> [R; 3] {
    let one_over_wheelbase = R::one() / (front_m + rear_m);
    let steered = Steered::new(steer_rad, rear_m * one_over_wheelbase);
    let turn = steered.turn(R::one() / steered.denominator());
    let (sin, cos) = yaw_rad.sin_cos();
    [
        speed_m_s * (turn.cos * cos - turn.sin * sin),
        speed_m_s * (turn.cos * sin + turn.sin * cos),
        speed_m_s * turn.bend * one_over_wheelbase,
    ]
}
