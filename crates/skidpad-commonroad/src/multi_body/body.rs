//! The car's way, the body's motion, and the rates of all states.

use super::super::turn::{SlowMotion, SlowRates, Steered, Turn};
use super::super::{GRAVITY_M_S2, body_acceleration};
use super::axle::Axle;
use super::car::{MbAxle, MultiBodyCar};
use super::records::{CommonRoadMbState, Sides};
use super::suspension::BodyMotion;
use skidpad_core::math::{Direction, Real, Vec2};

/// Below this speed wheels count as rolling, m/s.
const SLOW_M_S: f64 = 0.1;

/// Where the car goes: on its tyres, or on rolling wheels while it is slow.
#[derive(Clone, Copy)]
pub(super) struct Course<R: Real> {
    steered: Steered<R>,
    turn: Turn<R>,
    steer_rate_rad_s: R,
    pub(super) acceleration_m_s2: R,
    /// Below 0.1 m/s, backwards at any speed.
    pub(super) slow: R::Mask,
    /// Velocity of the centre of mass in the body frame, m/s.
    velocity: Vec2<R>,
    /// Rates of the rolling wheels.
    slow_rates: SlowRates<R>,
}

impl<R: Real> Course<R> {
    /// Takes the lean, and steering rate and acceleration as the car's limits leave them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(
        car: &MultiBodyCar<R>,
        state: &CommonRoadMbState<R>,
        lean: Direction<R>,
        steer_rate_rad_s: R,
        acceleration_m_s2: R,
    ) -> Self {
        let (forward, left) = (state.velocity_x_m_s, state.velocity_y_m_s);
        let slow = forward.lt(R::lit(SLOW_M_S));
        let body = &car.body;
        let steered = Steered::new(state.front_steer_rad, body.rear_share);
        let turn = steered.turn(R::one() / steered.denominator());
        let slow_rates = turn.slow_rates(
            body.rear_share,
            body.one_over_wheelbase_1_m,
            &SlowMotion {
                steer_rate: steer_rate_rad_s,
                acceleration: acceleration_m_s2,
                speed: forward,
                // The roll angle where ST has the sideslip angle; as published.
                sideslip: lean,
            },
        );
        Self {
            steered,
            turn,
            steer_rate_rad_s,
            acceleration_m_s2,
            slow,
            velocity: Vec2 {
                x: R::select(slow, forward * turn.cos, forward),
                y: R::select(slow, forward * turn.sin, left),
            },
            slow_rates,
        }
    }

    /// Direction of the front wheels.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn steer(&self) -> Direction<R> {
        Direction { sin: self.steered.sin, cos: self.steered.cos }
    }

    /// Acceleration of the centre of mass in the body frame, m/s^2.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn acceleration(&self, state: &CommonRoadMbState<R>, rates: &CommonRoadMbState<R>) -> Vec2<R> {
        let slow = body_acceleration(
            Direction { sin: self.turn.sin, cos: self.turn.cos },
            state.velocity_x_m_s,
            self.acceleration_m_s2,
            rates.yaw_rad + self.slow_rates.sideslip,
        );
        let x = rates.velocity_x_m_s - state.yaw_rate_rad_s * state.velocity_y_m_s;
        let y = rates.velocity_y_m_s + state.yaw_rate_rad_s * state.velocity_x_m_s;
        Vec2::select(self.slow, slow, Vec2 { x, y })
    }
}

/// m u2 on one wheel of an axle, N, by the shares of the drive or of the brakes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn push<R: Real>(car: &MultiBodyCar<R>, axle: &MbAxle<R>, acceleration: R) -> R {
    let drives = acceleration.gt(R::zero());
    car.body.mass_kg * acceleration * R::select(drives, axle.drive_share, axle.brake_share)
}

/// domega = (-R F_x + T) / I_w, 0 where the wheel turns backwards.
#[cfg_attr(not(debug_assertions), inline(always))]
fn spins<R: Real>(car: &MultiBodyCar<R>, axle: &Axle<R>, wheels: &Sides<R>, push: R) -> Sides<R> {
    let (zero, turning) = (R::zero(), car.body.turning_1_kg_m);
    let (right, left) = (&axle.wheels.right.force, &axle.wheels.left.force);
    Sides {
        right: R::select(wheels.right.lt(zero), zero, turning * (push - right.x_n)),
        left: R::select(wheels.left.lt(zero), zero, turning * (push - left.x_n)),
    }
}

/// Rates of the body's own motion.
#[derive(Clone, Copy)]
struct BodyRates<R> {
    forward: R,
    yaw: R,
    lean: R,
    nose_up: R,
    left: R,
    sink: R,
}

/// dv_x = sumX / m + dpsi v_y, ddpsi = (sumN + I_xz / I_phi sumL) / (I_z - I_xz^2 / I_phi),
/// ddphi = (I_xz / I_z sumN + sumL) / (I_phi - I_xz^2 / I_z), ddtheta = sumM_s / I_y,
/// dv_y = sumY_s / m_s - dpsi v_x, ddz = g - sumZ_s / m_s.
#[cfg_attr(not(debug_assertions), inline(always))]
fn body_rates<R: Real>(
    car: &MultiBodyCar<R>,
    motion: &BodyMotion<R>,
    front: &Axle<R>,
    rear: &Axle<R>,
) -> BodyRates<R> {
    let body = &car.body;
    let Direction { sin, cos } = motion.lean;
    let force_x = front.force_x_n + rear.force_x_n;
    let (lift, joint) = (front.lift_n + rear.lift_n, front.joint_n + rear.joint_n);
    let yaw_nm = front.yaw_nm + rear.yaw_nm;
    let lean_nm = front.body_lean_nm + rear.body_lean_nm;
    let lifts_nm = car.front.ahead_m * front.lift_n + car.rear.ahead_m * rear.lift_n;
    let nose_up_nm = lifts_nm + force_x * (body.height_m - motion.sink_m);
    BodyRates {
        forward: body.one_over_mass_1_kg * force_x + motion.yaw_rate_rad_s * motion.velocity_y_m_s,
        yaw: body.one_over_yaw_inertia_1_kg_m2 * (yaw_nm + body.yaw_by_lean * lean_nm),
        lean: body.one_over_lean_inertia_1_kg_m2 * (body.lean_by_yaw * yaw_nm + lean_nm),
        nose_up: body.one_over_pitch_inertia_1_kg_m2 * nose_up_nm,
        left: body.one_over_sprung_mass_1_kg * (joint * cos + lift * sin)
            - motion.yaw_rate_rad_s * motion.velocity_x_m_s,
        sink: R::lit(GRAVITY_M_S2) - body.one_over_sprung_mass_1_kg * (lift * cos - joint * sin),
    }
}

/// The rates of all states.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn rates<R: Real>(
    car: &MultiBodyCar<R>,
    state: &CommonRoadMbState<R>,
    motion: &BodyMotion<R>,
    course: &Course<R>,
    front: &Axle<R>,
    rear: &Axle<R>,
) -> CommonRoadMbState<R> {
    let body = body_rates(car, motion, front, rear);
    let front_push = push(car, &car.front, course.acceleration_m_s2);
    let rear_push = push(car, &car.rear, course.acceleration_m_s2);
    let front_spins = spins(car, front, &state.front().wheels_rad_s, front_push);
    let rear_spins = spins(car, rear, &state.rear().wheels_rad_s, rear_push);
    let over_ground = course.velocity.to_parent(Direction::at_angle(state.yaw_rad));
    let slow = course.slow;
    let rolling_yaw_rate = state.velocity_x_m_s * course.turn.bend * car.body.one_over_wheelbase_1_m;
    CommonRoadMbState {
        x_m: over_ground.x,
        y_m: over_ground.y,
        front_steer_rad: course.steer_rate_rad_s,
        velocity_x_m_s: R::select(slow, course.acceleration_m_s2, body.forward),
        yaw_rad: R::select(slow, rolling_yaw_rate, state.yaw_rate_rad_s),
        yaw_rate_rad_s: R::select(slow, course.slow_rates.yaw_rate, body.yaw),
        lean_left_rad: state.lean_left_rate_rad_s,
        lean_left_rate_rad_s: body.lean,
        nose_up_rad: state.nose_up_rate_rad_s,
        nose_up_rate_rad_s: body.nose_up,
        velocity_y_m_s: body.left,
        sink_m: state.sink_rate_m_s,
        sink_rate_m_s: body.sink,
        front_lean_left_rad: state.front_lean_left_rate_rad_s,
        front_lean_left_rate_rad_s: front.lean_rate_rad_s2,
        front_velocity_y_m_s: front.velocity_y_rate_m_s2,
        front_sink_m: state.front_sink_rate_m_s,
        front_sink_rate_m_s: front.sink_rate_m_s2,
        rear_lean_left_rad: state.rear_lean_left_rate_rad_s,
        rear_lean_left_rate_rad_s: rear.lean_rate_rad_s2,
        rear_velocity_y_m_s: rear.velocity_y_rate_m_s2,
        rear_sink_m: state.rear_sink_rate_m_s,
        rear_sink_rate_m_s: rear.sink_rate_m_s2,
        front_right_wheel_rad_s: front_spins.right,
        front_left_wheel_rad_s: front_spins.left,
        rear_right_wheel_rad_s: rear_spins.right,
        rear_left_wheel_rad_s: rear_spins.left,
        front_shift_m: front.shift_rate_m_s,
        rear_shift_m: rear.shift_rate_m_s,
    }
}
