//! STD: the single-track drift model, `vehicle_dynamics_std`. Reference point: the centre of mass.

use super::turn::{SlowRates, Steered};
use super::tyre::{Camber, TyreCurves, TyreForces, TyreSlip};
use super::{CommonRoadInput, FromParameters, LONGEST_STEP_S, Limits, Missing, Parameters};
use super::{body_acceleration, on_the_level, single_track::TwoAxles};
use crate::compound_record;
use crate::integrate::Method;
use crate::math::Real;
use crate::model::{Fixed, Model, Pose};
use crate::record;
use crate::surface::Surface;

/// Speed at which the rolling wheels' motion and the tyres' have equal weight, m/s: `v_s`.
const BLEND_M_S: f64 = 0.2;
/// How wide that passage is, m/s: `v_b`.
const BLEND_WIDTH_M_S: f64 = 0.05;
/// The least speed in the denominator of a slip, m/s: `v_min` = `v_s` / 2.
const SLOW_M_S: f64 = 0.1;
/// How fast a wheel near standstill takes the speed of the road, 1/s.
const WHEEL_RATE_1_S: f64 = 1.0 / 0.02;

record! {
    /// State of STD, in CommonRoad's order.
    pub struct CommonRoadStdState {
        /// Position.
        x_m: "m" [-1e6, 1e6],
        /// Position.
        y_m: "m" [-1e6, 1e6],
        /// Steering angle of the front wheels.
        front_steer_rad: "rad" [-1.5, 1.5],
        /// Velocity along its own direction, heading plus sideslip.
        speed_m_s: "m/s" [-50.0, 100.0],
        /// Heading.
        yaw_rad: "rad" [-1e3, 1e3],
        /// Yaw rate.
        yaw_rate_rad_s: "rad/s" [-20.0, 20.0],
        /// Sideslip of the centre of mass.
        sideslip_rad: "rad" [-3.2, 3.2],
        /// Angular speed of the front wheel.
        front_wheel_rad_s: "rad/s" [0.0, 500.0],
        /// Angular speed of the rear wheel.
        rear_wheel_rad_s: "rad/s" [0.0, 500.0],
    }
    /// What is computed on the way.
    pub struct CommonRoadStdTrace {
        /// Velocity in the body frame, forward.
        velocity_x_m_s: "m/s" [-100.0, 100.0],
        /// Velocity in the body frame, to the left.
        velocity_y_m_s: "m/s" [-100.0, 100.0],
        /// Acceleration in the body frame, forward.
        acceleration_x_m_s2: "m/s^2" [-1e5, 1e5],
        /// Acceleration in the body frame, to the left.
        acceleration_y_m_s2: "m/s^2" [-1e5, 1e5],
        /// Slip angle of the front wheel; 0 up to 0.1 m/s and backwards.
        front_slip_angle_rad: "rad" [-3.2, 3.2],
        /// Slip angle of the rear wheel; 0 up to 0.1 m/s and backwards.
        rear_slip_angle_rad: "rad" [-3.2, 3.2],
        /// Slip ratio of the front wheel, positive when driving.
        front_slip: "-" [-1.0, 1e4],
        /// Slip ratio of the rear wheel, positive when driving.
        rear_slip: "-" [-1.0, 1e4],
        /// Load of the front axle.
        front_load_n: "N" [-1e6, 1e6],
        /// Load of the rear axle.
        rear_load_n: "N" [-1e6, 1e6],
        /// Longitudinal force of the front axle, in the wheel's frame.
        front_force_x_n: "N" [-1e6, 1e6],
        /// Lateral force of the front axle, in the wheel's frame.
        front_force_y_n: "N" [-1e6, 1e6],
        /// Longitudinal force of the rear axle, in the wheel's frame.
        rear_force_x_n: "N" [-1e6, 1e6],
        /// Lateral force of the rear axle, in the wheel's frame.
        rear_force_y_n: "N" [-1e6, 1e6],
        /// Weight of the tyres' motion against that of rolling wheels.
        tyre_weight: "-" [0.0, 1.0],
    }
    /// Wheels, brakes and drive of STD.
    pub struct DriftWheels {
        /// Effective radius of a wheel, CommonRoad's `R_w`.
        radius_m: "m" [0.05, 2.0],
        /// Its inverse.
        one_over_radius_1_m: "1/m" [0.5, 20.0],
        /// R_w / I_y_w.
        turning_1_kg_m: "1/(kg.m)" [0.0, 1000.0],
        /// Share of the brake torque on the front axle, `T_sb`.
        brake_front_share: "-" [0.0, 1.0],
        /// Share of the drive torque on the front axle, `T_se`.
        drive_front_share: "-" [0.0, 1.0],
        /// 1 / m.
        one_over_mass_1_kg: "1/kg" [0.0, 0.1],
        /// 1 / I_z.
        one_over_yaw_inertia_1_kg_m2: "1/(kg.m^2)" [0.0, 1.0],
    }
}

compound_record! {
    /// What STD needs of a car.
    pub struct DriftCar {
        /// Limits of the inputs.
        limits: Limits<R>,
        /// Lengths and masses.
        axles: TwoAxles<R>,
        /// Wheels, brakes and drive.
        wheels: DriftWheels<R>,
        /// The tyre.
        tyre: TyreCurves<R>,
    }
}

impl FromParameters for DriftCar<f64> {
    fn from_parameters(from: &Parameters) -> Result<Self, Missing> {
        let body = from.body.ok_or(Missing::Body)?;
        let wheels = DriftWheels {
            radius_m: body.wheel_radius_m,
            one_over_radius_1_m: 1.0 / body.wheel_radius_m,
            turning_1_kg_m: body.wheel_radius_m / body.wheel_inertia_kg_m2,
            brake_front_share: body.brake_front_share,
            drive_front_share: body.drive_front_share,
            one_over_mass_1_kg: 1.0 / body.mass_kg,
            one_over_yaw_inertia_1_kg_m2: 1.0 / body.yaw_inertia_kg_m2,
        };
        let tyre = from.tyre.curves(Camber(0.0));
        Ok(Self { limits: from.limits, axles: TwoAxles::new(from)?, wheels, tyre })
    }
}

impl<R: Real> DriftCar<R> {
    /// The wheels' speeds with which neither slips lengthwise: `init_std`.
    pub fn rolling(&self, state: &CommonRoadStdState<R>) -> CommonRoadStdState<R> {
        let rear = state.speed_m_s * state.sideslip_rad.cos() * self.wheels.one_over_radius_1_m;
        let front = rear * state.front_steer_rad.cos();
        CommonRoadStdState { front_wheel_rad_s: front, rear_wheel_rad_s: rear, ..*state }
    }

    /// Torques of engine and brakes on front and rear wheel over R_w, N: an acceleration drives by the
    /// drive's shares, a deceleration brakes by the brakes'.
    #[inline(always)]
    fn wheel_push(&self, acceleration: R) -> (R, R) {
        let push = self.axles.mass_kg * acceleration;
        let drives = acceleration.gt(R::zero());
        let front = push * R::select(drives, self.wheels.drive_front_share, self.wheels.brake_front_share);
        (front, push - front)
    }
}

impl CommonRoadStdState<f64> {
    /// Standing at the origin, heading along x.
    pub fn at_rest() -> Self {
        crate::record::Record::splat(0.0)
    }
}

/// Sines and cosines, slips and loads: what the tyres feel.
#[derive(Clone, Copy)]
struct Contact<R: Real> {
    sideslip: (R, R),
    /// Velocity in the body frame, m/s: forward and left.
    velocity: (R, R),
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
    #[inline(always)]
    fn new(car: &DriftCar<R>, steered: &Steered<R>, state: &CommonRoadStdState<R>) -> Self {
        let (zero, least) = (R::zero(), R::lit(SLOW_M_S));
        let (speed, yaw_rate) = (state.speed_m_s, state.yaw_rate_rad_s);
        let fast = speed.gt(least);
        let (sin, cos) = state.sideslip_rad.sin_cos();
        let (forward, left) = (speed * cos, speed * sin);
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
            sideslip: (sin, cos),
            velocity: (forward, left),
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
#[inline(always)]
fn on_tyres<R: Real>(
    car: &DriftCar<R>,
    state: &CommonRoadStdState<R>,
    steered: &Steered<R>,
    contact: &Contact<R>,
    (front, rear): (&TyreForces<R>, &TyreForces<R>),
    acceleration: R,
) -> Blended<R> {
    let zero = R::zero();
    let wheels = &car.wheels;
    // The front axle's force in the body frame.
    let front_x = front.x_n * steered.cos - front.y_n * steered.sin;
    let front_y = front.x_n * steered.sin + front.y_n * steered.cos;
    let (sin, cos) = contact.sideslip;
    let (x, y) = (front_x + rear.x_n, front_y + rear.y_n);
    let across = wheels.one_over_mass_1_kg * contact.inverse * (y * cos - x * sin);
    let (front_push, rear_push) = car.wheel_push(acceleration);
    let front_wheel = wheels.turning_1_kg_m * (front_push - front.x_n);
    let rear_wheel = wheels.turning_1_kg_m * (rear_push - rear.x_n);
    Blended {
        speed: wheels.one_over_mass_1_kg * (x * cos + y * sin),
        yaw: state.yaw_rate_rad_s,
        yaw_rate: wheels.one_over_yaw_inertia_1_kg_m2
            * (front_y * car.axles.front_m - rear.y_n * car.axles.rear_m),
        sideslip: R::select(contact.fast, across - state.yaw_rate_rad_s, zero),
        front_wheel: R::select(state.front_wheel_rad_s.ge(zero), front_wheel, zero),
        rear_wheel: R::select(state.rear_wheel_rad_s.ge(zero), rear_wheel, zero),
    }
}

/// On rolling wheels, which take the speed of the road within 20 ms; a wheel that turns backwards counts
/// as standing.
#[inline(always)]
fn on_rolling_wheels<R: Real>(
    car: &DriftCar<R>,
    state: &CommonRoadStdState<R>,
    steered: &Steered<R>,
    contact: &Contact<R>,
    inputs: (R, R),
) -> Blended<R> {
    let axles = &car.axles;
    let turn = steered.turn(R::one() / steered.denominator());
    let SlowRates { sideslip, yaw_rate } = turn.slow_rates(
        axles.rear_share,
        axles.one_over_wheelbase_1_m,
        inputs,
        state.speed_m_s,
        contact.sideslip,
    );
    let (rate, zero) = (R::lit(WHEEL_RATE_1_S), R::zero());
    let one_over_radius = car.wheels.one_over_radius_1_m;
    let front_wheel = state.front_wheel_rad_s.max(zero);
    let rear_wheel = state.rear_wheel_rad_s.max(zero);
    Blended {
        speed: inputs.1,
        yaw: state.speed_m_s * turn.bend * axles.one_over_wheelbase_1_m,
        yaw_rate,
        sideslip,
        front_wheel: rate * (contact.front_speed * one_over_radius - front_wheel),
        rear_wheel: rate * (contact.rear_speed * one_over_radius - rear_wheel),
    }
}

/// (tanh((v - v_s) / v_b) + 1) / 2, as 1 / (1 + exp(-2 (v - v_s) / v_b)). The exponent is held where the
/// weight no longer changes.
#[inline(always)]
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
    type Car<R: Real> = DriftCar<R>;
    type Input<R: Real> = CommonRoadInput<R>;
    type State<R: Real> = CommonRoadStdState<R>;
    type Mode<R: Real> = Fixed;
    type Trace<R: Real> = CommonRoadStdTrace<R>;

    #[inline(always)]
    fn evaluate<R: Real>(
        car: &DriftCar<R>,
        _: &Fixed,
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

        let gripping = on_tyres(car, state, &steered, &contact, (&front, &rear), acceleration);
        let rolling = on_rolling_wheels(car, state, &steered, &contact, (steer_rate, acceleration));
        let weight = tyre_weight(state.speed_m_s);
        let rest = R::one() - weight;
        let (yaw_sin, yaw_cos) = state.yaw_rad.sin_cos();
        let (forward, left) = contact.velocity;
        let rates = CommonRoadStdState {
            x_m: forward * yaw_cos - left * yaw_sin,
            y_m: forward * yaw_sin + left * yaw_cos,
            front_steer_rad: steer_rate,
            speed_m_s: weight * gripping.speed + rest * rolling.speed,
            yaw_rad: weight * gripping.yaw + rest * rolling.yaw,
            yaw_rate_rad_s: weight * gripping.yaw_rate + rest * rolling.yaw_rate,
            sideslip_rad: weight * gripping.sideslip + rest * rolling.sideslip,
            front_wheel_rad_s: weight * gripping.front_wheel + rest * rolling.front_wheel,
            rear_wheel_rad_s: weight * gripping.rear_wheel + rest * rolling.rear_wheel,
        };
        let (sin, cos) = contact.sideslip;
        let turning = rates.yaw_rad + rates.sideslip_rad;
        let [acceleration_x_m_s2, acceleration_y_m_s2] =
            body_acceleration((cos, sin), state.speed_m_s, rates.speed_m_s, turning);
        let trace = CommonRoadStdTrace {
            velocity_x_m_s: forward,
            velocity_y_m_s: left,
            acceleration_x_m_s2,
            acceleration_y_m_s2,
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
    #[inline(always)]
    fn settle<R: Real>(
        _: &DriftCar<R>,
        _: &Fixed,
        _: &CommonRoadStdState<R>,
        after: &CommonRoadStdState<R>,
    ) -> (Fixed, CommonRoadStdState<R>) {
        let (zero, front, rear) = (R::zero(), after.front_wheel_rad_s, after.rear_wheel_rad_s);
        let state = CommonRoadStdState {
            front_wheel_rad_s: R::select(front.lt(zero), zero, front),
            rear_wheel_rad_s: R::select(rear.lt(zero), zero, rear),
            ..*after
        };
        (Fixed, state)
    }

    #[inline(always)]
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

    #[inline(always)]
    fn longest_step_s<R: Real>(_: &DriftCar<R>) -> R {
        R::lit(LONGEST_STEP_S)
    }

    fn pose<R: Real>(state: &CommonRoadStdState<R>, _: &Surface<R>) -> Pose<R> {
        on_the_level(state.x_m, state.y_m, state.yaw_rad)
    }
}
