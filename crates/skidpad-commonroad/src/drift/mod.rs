//! STD: the single-track drift model, `vehicle_dynamics_std`. Reference point: the centre of mass.

mod records;

pub use records::{CommonRoadStdState, CommonRoadStdTrace, DriftCar};

use super::turn::{SlowMotion, SlowRates, Steered};
use super::tyre::{TyreForces, TyreSlip};
use super::{CommonRoadInput, LONGEST_SPINNING_STEP_S, body_acceleration};
use skidpad_core::integrate::Method;
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::model::{Model, Pose};
use skidpad_core::record::Empty;
use skidpad_core::surface::Surface;

/// Speed at which the rolling wheels' motion and the tyres' have equal weight, m/s: `v_s`.
const BLEND_M_S: f64 = 0.2;
/// How wide that passage is, m/s: `v_b`.
const BLEND_WIDTH_M_S: f64 = 0.05;
/// The least speed in the denominator of a slip, m/s: `v_min` = `v_s` / 2.
const SLOW_M_S: f64 = 0.1;
/// How fast a wheel near standstill takes the speed of the road, 1/s.
const WHEEL_RATE_1_S: f64 = 1.0 / 0.02;

/// Sines and cosines, slips and loads: what the tyres feel.
#[derive(Clone, Copy)]
struct Contact<R: Real> {
    sideslip: Direction<R>,
    /// Velocity in the body frame, m/s: forward and left.
    velocity: Vec2<R>,
    /// Speeds of the wheels' centres along the wheels, none backwards, m/s.
    front_speed: R,
    rear_speed: R,
    front: TyreSlip<R>,
    rear: TyreSlip<R>,
    /// 1 / v above `v_min`, elsewhere finite.
    inverse: R,
    /// Whether v is above `v_min`.
    fast: R::Mask,
}

impl<R: Real> Contact<R> {
    /// alpha_f = atan((v sin beta + a dpsi) / (v cos beta)) - d, alpha_r = atan((v sin beta - b dpsi) /
    /// (v cos beta)), both 0 where v <= v_min, the steering angle too; u_f = max(0, v cos beta cos d +
    /// (v sin beta + a dpsi) sin d), u_r = max(0, v cos beta); s = 1 - R omega / max(u, v_min).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(car: &DriftCar<R>, steered: &Steered<R>, state: &CommonRoadStdState<R>) -> Self {
        let (zero, least) = (R::zero(), R::lit(SLOW_M_S));
        let (speed, yaw_rate) = (state.speed_m_s, state.yaw_rate_rad_s);
        let fast = speed.gt(least);
        let sideslip = Direction::at_angle(state.sideslip_rad);
        let (forward, left) = (speed * sideslip.cos, speed * sideslip.sin);
        let (front_left, rear_left) =
            (left + car.axles.front_m * yaw_rate, left - car.axles.rear_m * yaw_rate);
        // Standstill has no direction.
        let along = R::select(fast, forward, R::one());
        let front_angle = front_left.atan_quotient(along) - state.front_steer_rad;
        let rear_angle = rear_left.atan_quotient(along);
        let front_speed = (forward * steered.cos + front_left * steered.sin).max(zero);
        let rear_speed = forward.max(zero);
        // As written, and not by a shared division: near free rolling each rounding of the quotient
        // weighs as much as the slip that is left.
        let front_quotient = car.wheels.radius_m * state.front_wheel_rad_s / front_speed.max(least);
        let rear_quotient = car.wheels.radius_m * state.rear_wheel_rad_s / rear_speed.max(least);
        Self {
            sideslip,
            velocity: Vec2 { x: forward, y: left },
            front_speed,
            rear_speed,
            front: TyreSlip {
                braking_slip: R::one() - front_quotient,
                slip_angle_rad: R::select(fast, front_angle, zero),
            },
            rear: TyreSlip {
                braking_slip: R::one() - rear_quotient,
                slip_angle_rad: R::select(fast, rear_angle, zero),
            },
            inverse: R::one() / speed.max(least),
            fast,
        }
    }
}

/// The rates that STD blends.
#[derive(Clone, Copy)]
struct Blended<R> {
    speed: R,
    yaw: R,
    yaw_rate: R,
    sideslip: R,
    front_wheel: R,
    rear_wheel: R,
}

/// On tyres, with F the forces in the wheels' frames:
///
/// dv = (-F_yf sin(d - beta) + F_yr sin beta + F_xr cos beta + F_xf cos(d - beta)) / m,
/// ddpsi = (F_yf cos d a - F_yr b + F_xf sin d a) / I,
/// dbeta = -dpsi + (F_yf cos(d - beta) + F_yr cos beta - F_xr sin beta + F_xf sin(d - beta)) / (m v),
/// 0 where v <= v_min, domega = (-R F_x + T) / I_w, 0 where the wheel turns backwards.
#[cfg_attr(not(debug_assertions), inline(always))]
fn on_tyres<R: Real>(
    car: &DriftCar<R>,
    state: &CommonRoadStdState<R>,
    steered: &Steered<R>,
    contact: &Contact<R>,
    [front, rear]: &[TyreForces<R>; 2],
    acceleration: R,
) -> Blended<R> {
    let zero = R::zero();
    let wheels = &car.wheels;
    // Forces in the body frame, and then along and across the velocity.
    let steer = Direction { sin: steered.sin, cos: steered.cos };
    let front_n = Vec2 { x: front.x_n, y: front.y_n }.to_parent(steer);
    let sum = (front_n + Vec2 { x: rear.x_n, y: rear.y_n }).to_child(contact.sideslip);
    let across = wheels.one_over_mass_1_kg * contact.inverse * sum.y;
    let (front_push, rear_push) = car.wheel_push(acceleration);
    let front_wheel = wheels.turning_1_kg_m * (front_push - front.x_n);
    let rear_wheel = wheels.turning_1_kg_m * (rear_push - rear.x_n);
    Blended {
        speed: wheels.one_over_mass_1_kg * sum.x,
        yaw: state.yaw_rate_rad_s,
        yaw_rate: wheels.one_over_yaw_inertia_1_kg_m2
            * (front_n.y * car.axles.front_m - rear.y_n * car.axles.rear_m),
        sideslip: R::select(contact.fast, across - state.yaw_rate_rad_s, zero),
        front_wheel: R::select(state.front_wheel_rad_s.ge(zero), front_wheel, zero),
        rear_wheel: R::select(state.rear_wheel_rad_s.ge(zero), rear_wheel, zero),
    }
}

/// On rolling wheels, which take the speed of the road within 20 ms; a wheel that turns backwards counts
/// as standing.
#[cfg_attr(not(debug_assertions), inline(always))]
fn on_rolling_wheels<R: Real>(
    car: &DriftCar<R>,
    state: &CommonRoadStdState<R>,
    steered: &Steered<R>,
    contact: &Contact<R>,
    steer_rate: R,
    acceleration: R,
) -> Blended<R> {
    let axles = &car.axles;
    let turn = steered.turn(R::one() / steered.denominator());
    let SlowRates { sideslip, yaw_rate } = turn.slow_rates(
        axles.rear_share,
        axles.one_over_wheelbase_1_m,
        &SlowMotion { steer_rate, acceleration, speed: state.speed_m_s, sideslip: contact.sideslip },
    );
    let (rate, zero) = (R::lit(WHEEL_RATE_1_S), R::zero());
    let one_over_radius = car.wheels.one_over_radius_1_m;
    let front_wheel = state.front_wheel_rad_s.max(zero);
    let rear_wheel = state.rear_wheel_rad_s.max(zero);
    Blended {
        speed: acceleration,
        yaw: state.speed_m_s * turn.bend * axles.one_over_wheelbase_1_m,
        yaw_rate,
        sideslip,
        front_wheel: rate * (contact.front_speed * one_over_radius - front_wheel),
        rear_wheel: rate * (contact.rear_speed * one_over_radius - rear_wheel),
    }
}

/// (tanh((v - v_s) / v_b) + 1) / 2, as 1 / (1 + exp(-2 (v - v_s) / v_b)). The exponent is held where the
/// weight no longer changes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tyre_weight<R: Real>(speed_m_s: R) -> R {
    let exponent = R::lit(-2.0 / BLEND_WIDTH_M_S) * (speed_m_s - R::lit(BLEND_M_S));
    R::one() / (R::one() + exponent.clamp(R::lit(-60.0), R::lit(60.0)).exp())
}

/// STD: combined slip, wheel spin, load transfer.
#[derive(Clone, Copy, Debug)]
pub struct CommonRoadStd;

impl Model for CommonRoadStd {
    const NAME: &'static str = "commonroad_std";
    const DESCRIPTION: &'static str = "CommonRoad's STD as published: a single track that drifts, with wheel spin \
        and combined slip, blended into rolling wheels near standstill";
    const INTEGRATOR: Method = Method::Rk4;
    const IN_PAIRS: bool = true;
    const STAGE_BY_STAGE: bool = true;
    type Car<R: Real> = DriftCar<R>;
    type Input<R: Real> = CommonRoadInput<R>;
    type State<R: Real> = CommonRoadStdState<R>;
    type Mode<R: Real> = Empty;
    type Trace<R: Real> = CommonRoadStdTrace<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &DriftCar<R>,
        _: &Empty,
        state: &CommonRoadStdState<R>,
        input: &CommonRoadInput<R>,
        _: &Surface<R>,
    ) -> (CommonRoadStdState<R>, CommonRoadStdTrace<R>) {
        let steered = Steered::new(state.front_steer_rad, car.axles.rear_share);
        let contact = Contact::new(car, &steered, state);
        let steer_rate = car.limits.steer_rate(state.front_steer_rad, input.steer_rate_rad_s);
        let acceleration =
            car.limits.acceleration_with(state.speed_m_s, contact.inverse, input.acceleration_m_s2);
        let (front_load, rear_load) = car.axles.loads(acceleration);
        let (front_load, rear_load) = (car.axles.mass_kg * front_load, car.axles.mass_kg * rear_load);
        let front = car.tyre.forces(front_load, &contact.front);
        let rear = car.tyre.forces(rear_load, &contact.rear);

        let gripping = on_tyres(car, state, &steered, &contact, &[front, rear], acceleration);
        let rolling = on_rolling_wheels(car, state, &steered, &contact, steer_rate, acceleration);
        let weight = tyre_weight(state.speed_m_s);
        let rest = R::one() - weight;
        let velocity = contact.velocity;
        let over_ground = velocity.to_parent(Direction::at_angle(state.yaw_rad));
        let rates = CommonRoadStdState {
            x_m: over_ground.x,
            y_m: over_ground.y,
            front_steer_rad: steer_rate,
            speed_m_s: weight * gripping.speed + rest * rolling.speed,
            yaw_rad: weight * gripping.yaw + rest * rolling.yaw,
            yaw_rate_rad_s: weight * gripping.yaw_rate + rest * rolling.yaw_rate,
            sideslip_rad: weight * gripping.sideslip + rest * rolling.sideslip,
            front_wheel_rad_s: weight * gripping.front_wheel + rest * rolling.front_wheel,
            rear_wheel_rad_s: weight * gripping.rear_wheel + rest * rolling.rear_wheel,
        };
        let turning = rates.yaw_rad + rates.sideslip_rad;
        let acceleration = body_acceleration(contact.sideslip, state.speed_m_s, rates.speed_m_s, turning);
        let trace = CommonRoadStdTrace {
            velocity_x_m_s: velocity.x,
            velocity_y_m_s: velocity.y,
            acceleration_x_m_s2: acceleration.x,
            acceleration_y_m_s2: acceleration.y,
            front_slip_angle_rad: contact.front.slip_angle_rad,
            rear_slip_angle_rad: contact.rear.slip_angle_rad,
            front_slip: -contact.front.braking_slip,
            rear_slip: -contact.rear.braking_slip,
            front_load_n: front_load,
            rear_load_n: rear_load,
            front_force_x_n: front.x_n,
            front_force_y_n: front.y_n,
            rear_force_x_n: rear.x_n,
            rear_force_y_n: rear.y_n,
            tyre_weight: weight,
        };
        (rates, trace)
    }

    /// Wheels do not turn backwards. The published function sets them back in its own argument; here that
    /// happens at the end of a step.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        _: &DriftCar<R>,
        _: &Empty,
        _: &CommonRoadStdState<R>,
        after: &CommonRoadStdState<R>,
        _: &Self::Input<R>,
    ) -> (Empty, CommonRoadStdState<R>) {
        let (zero, front, rear) = (R::zero(), after.front_wheel_rad_s, after.rear_wheel_rad_s);
        let state = CommonRoadStdState {
            front_wheel_rad_s: R::select(front.lt(zero), zero, front),
            rear_wheel_rad_s: R::select(rear.lt(zero), zero, rear),
            ..*after
        };
        (Empty, state)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(
        velocities: &CommonRoadStdState<R>,
        positions: &CommonRoadStdState<R>,
    ) -> CommonRoadStdState<R> {
        CommonRoadStdState {
            x_m: positions.x_m,
            y_m: positions.y_m,
            yaw_rad: positions.yaw_rad,
            ..*velocities
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(_: &DriftCar<R>) -> R {
        R::lit(LONGEST_SPINNING_STEP_S)
    }

    fn pose<R: Real>(state: &CommonRoadStdState<R>, road: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.x_m, state.y_m], state.yaw_rad, road)
    }
}
