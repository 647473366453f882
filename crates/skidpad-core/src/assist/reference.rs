//! Velocity of the car, estimated from its sensors: the reference that all slip is measured against.
//!
//! It is carried on by the accelerometers and the yaw rate, as v_x' = a_x + psi' v_y and v_y' = a_y - psi' v_x, and
//! corrected by the wheels. Without psi' v_y the reference of a spinning car would keep a speed that the car has long
//! turned out of its longitudinal axis, and its sense.
//!
//! Braked wheels turn no faster than the road and driven ones no slower. So the longitudinal speed is that of the
//! fastest wheel while the car brakes or coasts, and of the fastest wheel that is not driven, or else the slowest,
//! while it drives (Kiencke and Nielsen, "Automotive Control Systems", on the vehicle's reference velocity; van Zanten,
//! Erhardt and Pfaff, SAE 950759). No wheel measures the lateral speed. While wheels roll, what the prediction lacks of
//! their speed is psi' times the error of v_y, which is corrected by it (Farrelly and Wellstead, "Estimation of vehicle
//! lateral velocity", 1996: the kinematic observer), and without a yaw rate it fades to that of a rear axle that grips, unless
//! the road pushes against a slide.

use super::abs_wheel::AbsWheel;
use super::evidence::Evidence;
use super::hubs::{PlanarMotion, YawAndSteer};
use super::predicted::{Known, Predicted};
use super::sensed::Sensed;
use super::speeds::Speeds;
use crate::math::Real;
use crate::record;
use crate::record::Flag;
use crate::units::STANDARD_GRAVITY_M_S2;
use crate::wheels::Wheels;

/// The steepest slope and bank that are learnt, as a part of gravity, m/s^2.
const LARGEST_SLOPE_M_S2: f64 = 5.0;
/// Yaw rate, rad/s, from which on an error of the prediction is attributed to the lateral speed alone, and not to the
/// slope.
const TURNING_RAD_S: f64 = 0.5;
/// Correction of the lateral speed over the error of the predicted longitudinal speed.
const LATERAL_GAIN: f64 = 2.0;
/// The largest error of the predicted longitudinal speed that is corrected, over the sub-step, m/s^2.
const LARGEST_ERROR_M_S2: f64 = 20.0;
/// The largest error of the lateral speed, m/s. Times the yaw rate, it bounds the error that it causes in the predicted
/// longitudinal speed; a larger one is due to wheels that locked and have just begun to roll, and says nothing about
/// the lateral speed.
const LARGEST_LATERAL_ERROR_M_S: f64 = 15.0;
/// A larger error of the reference, m/s, is not due to a slope: then wheels had spun, or the car was put down in
/// motion.
const SMALL_ERROR_M_S: f64 = 2.0;
/// Rate at which the slope follows such an error, 1/s^2.
const SLOPE_GAIN_1_S2: f64 = 4.0;
/// The least lateral acceleration against its slide that a car shows on the most slippery road, m/s^2.
pub(super) const SLIDING_M_S2: f64 = 0.3;
/// Lateral acceleration beyond what turning and bank explain at which a car slides, m/s^2.
const SLIDES_M_S2: f64 = 2.0;

/// The shortest time, s, that an error is spread over.
const SHORTEST_S: f64 = 0.2;
/// Least deceleration that the doubt is measured by, as a share of gravity.
const LEAST_BRAKING: f64 = 0.05;

/// Speed that no car exceeds, m/s.
const FASTEST_M_S: f64 = 500.0;
/// Speed of all treads, m/s, below which a car may be at rest.
const STANDS_M_S: f64 = 0.1;
/// Yaw rate, rad/s, below which a car may be at rest.
const STANDS_RAD_S: f64 = 0.1;
/// Deceleration, m/s^2, with which the estimated speed of a car at rest goes to zero.
const STANDING_M_S2: f64 = 5.0;

record! {
    /// Tuning of the estimation of the reference speed.
    pub struct ReferenceData {
        /// Set where the car has accelerometers.
        accelerometer: flag,
        /// Largest error of the acceleration, measured or estimated; typical 0.05 to 0.5.
        drift_m_s2: "m/s^2" [0.0, 10.0],
        /// Largest error of the acceleration, measured or estimated, in proportion to it; typical 0.02 to 0.1.
        drift_share: "-" [0.0, 1.0],
        /// Growth of the rate at which the reference falls, for each second without a wheel that confirms it, so that
        /// no error lasts; typical 0.05 to 1.
        doubt_m_s3: "m/s^3" [0.0, 100.0],
        /// Time constant with which slope and error of the longitudinal accelerometer are learnt while no wheel is
        /// braked; typical 0.3 to 1.
        learning_s: "s" [0.01, 100.0],
        /// Time constant with which bank and error of the lateral accelerometer are learnt, and with which the lateral
        /// speed fades to that of a rear axle that grips; typical 1 to 4.
        lateral_s: "s" [0.01, 100.0],
        /// Rate at which the reference follows a wheel that is believed; typical 20 to 60.
        following_m_s2: "m/s^2" [0.0, 1e4],
        /// Rate at which the reference approaches a braked wheel that is faster; typical 5 to 20.
        catching_1_s: "1/s" [0.0, 1e3],
        /// Deceleration that all brakes would give at full pressure if the grip sufficed: torque over radius and mass;
        /// used without an accelerometer; typical 10 to 18.
        full_braking_m_s2: "m/s^2" [0.0, 100.0],
        /// Share of the front brakes in the deceleration at full pressure; typical 0.6 to 0.75.
        front_share: "-" [0.0, 1.0],
        /// Inertia of one wheel over the car's mass and the square of the radius; typical 0.005 to 0.015.
        wheel_share: "-" [0.0, 1.0],
        /// Estimated acceleration of a car whose wheels all spin; used without an accelerometer; typical 3 to 6.
        driving_m_s2: "m/s^2" [0.0, 50.0],
    }

    /// State of the reference speed's estimation.
    pub struct ReferenceMode {
        /// Longitudinal speed of the centre of mass, positive forwards.
        reference_x_m_s: "m/s" [-500.0, 500.0],
        /// Lateral speed of the centre of mass, positive to the left.
        reference_y_m_s: "m/s" [-500.0, 500.0],
        /// Time for which the longitudinal speed has been above all wheels.
        reference_alone_s: "s" [0.0, 1e6],
        /// Time for which a wheel has rolled freely though the anti-lock system holds its brake open, or for which
        /// traction control has shut the throttle of a car that drives all its wheels.
        reference_free_s: "s" [0.0, 1e6],
        /// Excess of the longitudinal accelerometer's reading, slope included.
        reference_slope_m_s2: "m/s^2" [-1e3, 1e3],
        /// Excess of the lateral accelerometer's reading, bank included.
        reference_bank_m_s2: "m/s^2" [-1e3, 1e3],
        /// 0 before the first sub-step, then 1.
        reference_known: flag,
    }
}

impl<R: Real> ReferenceData<R> {
    /// Typical values, with accelerometers.
    pub fn typical() -> Self {
        Self {
            accelerometer: Flag::from(true),
            drift_m_s2: R::lit(0.05),
            drift_share: R::lit(0.02),
            doubt_m_s3: R::lit(0.1),
            learning_s: R::lit(0.5),
            lateral_s: R::lit(2.0),
            following_m_s2: R::lit(50.0),
            catching_1_s: R::lit(10.0),
            full_braking_m_s2: R::lit(14.0),
            front_share: R::lit(0.66),
            wheel_share: R::lit(0.009),
            driving_m_s2: R::lit(4.0),
        }
    }

    /// The reference a sub-step later, and with it the wheels' speeds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn advance(
        &self,
        mode: &ReferenceMode<R>,
        sensed: &Sensed<R>,
        known: &Known<'_, R>,
        dt_s: R,
    ) -> (ReferenceMode<R>, Speeds<R>) {
        let zero = R::zero();
        let longest = R::lit(1e6);
        let ahead = self.predict(mode, sensed, known, dt_s);
        let seen = Evidence::new(&ahead, mode.reference_free_s, sensed, known);
        let free_s = R::select(seen.rolls | seen.shut, mode.reference_free_s + dt_s, zero).min(longest);
        let is_free = seen.rolls & free_s.gt(seen.patience_s());
        let x = self.longitudinal(&ahead, &seen, mode.reference_alone_s, is_free, dt_s);
        let y = self.lateral(&ahead, &seen, x, is_free, dt_s);
        let most = R::lit(FASTEST_M_S);
        let motion = PlanarMotion { x_m_s: x.clamp(-most, most), y_m_s: y.clamp(-most, most) };
        let above = (seen.direction * x).gt(seen.believed_m_s);
        let alone = R::select(above, mode.reference_alone_s + dt_s, zero).min(longest);
        let (slope, bank) = self.slope_and_bank(mode, (&ahead, &seen), (&motion, is_free), sensed, dt_s);
        let slowly = ahead.forced_m_s2.abs() / R::lit(STANDARD_GRAVITY_M_S2);
        let doubt = alone / slowly.clamp(R::lit(LEAST_BRAKING), R::one());
        let speeds = seen.speeds(&motion, &ahead.turn, doubt, ahead.first, sensed.wheel_speed_m_s);
        let mode = ReferenceMode {
            reference_x_m_s: motion.x_m_s,
            reference_y_m_s: motion.y_m_s,
            reference_alone_s: alone,
            reference_free_s: free_s,
            reference_slope_m_s2: slope,
            reference_bank_m_s2: bank,
            reference_known: Flag::from(true),
        };
        (mode, speeds)
    }

    /// Motion a sub-step later, predicted by the accelerometers or by the estimated brake forces.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn predict(
        &self,
        mode: &ReferenceMode<R>,
        sensed: &Sensed<R>,
        known: &Known<'_, R>,
        dt_s: R,
    ) -> Predicted<R> {
        let (zero, one) = (R::zero(), R::one());
        let turn = YawAndSteer::new(known.car, sensed);
        let yaw_rate = sensed.yaw_rate_rad_s;
        let measures = self.accelerometer.is_set();
        let first = mode.reference_known.is_clear();
        let (wheel, still) = (&sensed.wheel_speed_m_s, R::lit(STANDS_M_S));
        let turns = yaw_rate.abs().ge(R::lit(STANDS_RAD_S));
        let stands = wheel.largest().lt(still) & wheel.least().gt(-still) & !turns;
        let (x, y) = (mode.reference_x_m_s, mode.reference_y_m_s);

        let by_brakes = self.by_brakes(x.sign(), known.brakes);
        let measured = sensed.acceleration_x_m_s2 - mode.reference_slope_m_s2;
        let forced = R::select(stands, zero, R::select(measures, measured, by_brakes));
        let turned = R::select(stands | !measures, zero, yaw_rate * y);
        let ahead_x = x + (forced + turned) * dt_s;
        let pushed = sensed.acceleration_y_m_s2 - mode.reference_bank_m_s2;
        let carried_y = y + (pushed - yaw_rate * ahead_x) * dt_s;
        let most = R::lit(STANDING_M_S2) * dt_s;
        let carried_y = R::select(stands, y - y.clamp(-most, most), carried_y);
        let ahead_y = R::select(measures & !first, carried_y, turn.gripping_y_m_s());
        // The road pushes against a slide as long as it lasts.
        let slide = y - turn.gripping_y_m_s();
        let opposed = (-(slide.sign() * pushed)).gt(R::lit(SLIDING_M_S2));
        let slides = measures & opposed & slide.abs().gt(known.car.slide_tangent * x.abs());
        Predicted {
            motion: PlanarMotion { x_m_s: ahead_x, y_m_s: ahead_y },
            turn,
            gain_m_s2: forced + turned,
            turned_m_s2: turned,
            forced_m_s2: forced,
            yaw_rate_rad_s: yaw_rate,
            turning: (yaw_rate / R::lit(TURNING_RAD_S)).clamp(-one, one),
            measures,
            first,
            stands,
            slides,
        }
    }

    /// The longitudinal speed: from the prediction towards the wheel that is believed, as fast as it may be followed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longitudinal(
        &self,
        ahead: &Predicted<R>,
        seen: &Evidence<R>,
        alone_s: R,
        is_free: R::Mask,
        dt_s: R,
    ) -> R {
        let (zero, follows) = (R::zero(), self.following_m_s2);
        let predicted = seen.direction * ahead.motion.x_m_s;
        let above = seen.believed_m_s - predicted;
        // A driven wheel may be faster than the car, a braked one slower, and faster for a moment when it springs
        // back on its tyre. A rolling one is believed both ways.
        let drift = self.drift_m_s2 + self.drift_share * ahead.gain_m_s2.abs();
        let dropping = R::select(seen.drops, self.catching_1_s * (-above).max(zero), zero);
        let turning_back = self.catching_1_s * (predicted - seen.ceiling_m_s).max(zero);
        let falls = (drift + dropping + turning_back + self.doubt_m_s3 * alone_s).min(follows);
        let falls = R::select((seen.braked | seen.slowest) & !is_free, falls, follows);
        let falls = R::select(ahead.stands, falls.max(R::lit(STANDING_M_S2)), falls);
        let driving = R::select(ahead.measures, zero, self.driving_m_s2);
        let catching = R::select(seen.drives, driving, self.catching_1_s * above.max(zero));
        let rises = (drift + catching).min(follows);
        let rises = R::select(seen.slowest | !seen.drives, rises, follows);
        let believed = seen.believed_m_s.min(seen.ceiling_m_s);
        let after = believed.clamp(predicted - falls * dt_s, predicted + rises * dt_s);
        seen.direction * R::select(ahead.first, seen.believed_m_s, after)
    }

    /// The lateral speed: the prediction, corrected while wheels roll.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lateral(&self, ahead: &Predicted<R>, seen: &Evidence<R>, x: R, is_free: R::Mask, dt_s: R) -> R {
        let zero = R::zero();
        let predicted = ahead.motion.y_m_s;
        let gone = R::one() - (-(dt_s / self.lateral_s)).exp();
        let fades = (ahead.turn.gripping_y_m_s() - predicted) * gone;
        let fades = R::select(ahead.slides, zero, fades);
        let lacks = x - ahead.motion.x_m_s;
        let most =
            (ahead.yaw_rate_rad_s.abs() * R::lit(LARGEST_LATERAL_ERROR_M_S)).min(R::lit(LARGEST_ERROR_M_S2));
        let error = R::select(lacks.abs().gt(most * dt_s), zero, lacks);
        let along = seen.direction * ahead.motion.x_m_s;
        let beyond = along.lt(seen.believed_m_s) | along.gt(seen.ceiling_m_s);
        let braked = seen.braked & (is_free | beyond);
        let rolls = (braked | !(seen.braked | seen.slowest)) & ahead.measures & !ahead.first;
        // The share of the error that is psi' times that of v_y is the smaller the slower the car yaws.
        let observed = ahead.turning * ahead.turning.abs();
        let corrects = R::select(rolls, R::lit(LATERAL_GAIN) * observed * error, zero);
        predicted + corrects + R::select(seen.braked, zero, fades)
    }

    /// Excess of both accelerometers' readings, m/s^2. Longitudinally it is the difference between the reading and the
    /// rate of a reference that a rolling wheel gives, through a lag, and kept while that is in doubt; where a free
    /// wheel shows that the reference has gone wrong since it last met one, by how much it has. Laterally it is what is
    /// left while the car neither slides nor brakes. Both turn with the road below a car that yaws.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn slope_and_bank(
        &self,
        mode: &ReferenceMode<R>,
        (ahead, seen): (&Predicted<R>, &Evidence<R>),
        (motion, is_free): (&PlanarMotion<R>, R::Mask),
        sensed: &Sensed<R>,
        dt_s: R,
    ) -> (R, R) {
        let (zero, one) = (R::zero(), R::one());
        let turned = sensed.yaw_rate_rad_s * dt_s;
        let (slope, bank) = (mode.reference_slope_m_s2, mode.reference_bank_m_s2);
        let (slope, bank) = (slope + turned * bank, bank - turned * slope);
        let most = R::lit(LARGEST_SLOPE_M_S2);
        let straight = one - ahead.turning.abs();
        let gained = motion.x_m_s - mode.reference_x_m_s;
        let rate = gained / dt_s.max(R::lit(1e-9)) - ahead.turned_m_s2;
        let gone = straight * (one - (-(dt_s / self.learning_s)).exp());
        let sure = (seen.direction * motion.x_m_s).eq(seen.believed_m_s) & !seen.doubtful;
        // No slope explains a larger excess: then the road spins up a wheel, or a shaft jerks.
        let excess = sensed.acceleration_x_m_s2 - rate;
        let learns = R::select(sure & excess.abs().le(most), (excess - slope) * gone, zero);
        let wrong = seen.direction * (seen.direction * (ahead.gain_m_s2 * dt_s - gained)).max(zero);
        let alone = mode.reference_alone_s.max(R::lit(SHORTEST_S));
        // No slope explains a larger error: then wheels had spun, or the car was put down in motion.
        let missed = (seen.direction * ahead.motion.x_m_s - seen.believed_m_s).le(most * alone);
        let by_brakes = is_free & seen.braked & seen.near & missed;
        let wrong = R::select(by_brakes, straight * wrong / alone, zero);
        // Wheels that idle show the reference's error, which is fed back to the slope.
        let error = seen.direction * (seen.direction * motion.x_m_s - seen.believed_m_s);
        let small = error.abs().lt(R::lit(SMALL_ERROR_M_S));
        let fed_back = R::lit(SLOPE_GAIN_1_S2) * straight * error * dt_s;
        let idle = R::select(seen.idles & small, fed_back, zero);
        let slope = (slope + learns + wrong + idle).clamp(-most, most);

        let left = sensed.acceleration_y_m_s2 - sensed.yaw_rate_rad_s * motion.x_m_s - bank;
        let calm = sure & !ahead.slides & left.abs().lt(R::lit(SLIDES_M_S2));
        let gone = straight * (one - (-(dt_s / self.lateral_s)).exp());
        let bank = (bank + R::select(calm, left * gone, zero)).clamp(-most, most);
        (slope, bank)
    }

    /// The acceleration that the brakes give, m/s^2: what is not spent on the wheels themselves is on the road,
    /// F R = T + I omega'.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn by_brakes(&self, way: R, brakes: &Wheels<AbsWheel<R>>) -> R {
        let half = R::lit(0.5);
        let (fl, fr, rl, rr) =
            (&brakes.front_left, &brakes.front_right, &brakes.rear_left, &brakes.rear_right);
        let front = half * (fl.abs_pressure + fr.abs_pressure);
        let rear = half * (rl.abs_pressure + rr.abs_pressure);
        let pressure = rear + self.front_share * (front - rear);
        let gain = (fl.abs_gain_m_s2 + fr.abs_gain_m_s2) + (rl.abs_gain_m_s2 + rr.abs_gain_m_s2);
        -(way * (self.full_braking_m_s2 * pressure + self.wheel_share * way * gain).max(R::zero()))
    }
}
