//! Workload W1: the linear single-track car that lanes are measured with.
//!
//! Axles at lf and lr from the centre of mass, tyres F = -C alpha, acceleration ax given:
//!
//! alpha_f = atan((vy + lf r) / vx) - delta, alpha_r = atan((vy - lr r) / vx),
//! dvx = ax - Fyf sin(delta) / m + vy r, dvy = (Fyf cos(delta) + Fyr) / m - vx r,
//! dr = (lf Fyf cos(delta) - lr Fyr) / Iz.
//!
//! The forces are written over the mass, which saves multiplications and changes nothing else.

use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::model::{Model, Pose};
use skidpad_core::record;
use skidpad_core::record::Empty;
use skidpad_core::surface::Surface;

const MASS_KG: f64 = 1500.0;
const YAW_INERTIA_KG_M2: f64 = 2250.0;
const FRONT_M: f64 = 1.2;
const REAR_M: f64 = 1.5;
const CORNERING_STIFFNESS_N_RAD: f64 = 80000.0;

record! {
    /// State of the workload's car.
    pub struct W1State {
        /// Position along the x axis of the world.
        x_m: "m" [-1e6, 1e6],
        /// Position along the y axis of the world.
        y_m: "m" [-1e6, 1e6],
        /// Heading.
        yaw_rad: "rad" [-1e3, 1e3],
        /// Forward velocity in the body frame, above 0.
        velocity_x_m_s: "m/s" [0.0, 100.0],
        /// Velocity to the left in the body frame.
        velocity_y_m_s: "m/s" [-50.0, 50.0],
        /// Yaw rate.
        yaw_rate_rad_s: "rad/s" [-10.0, 10.0],
    }

    /// Inputs of the workload's car.
    pub struct W1Input {
        /// Steering angle of the front wheel.
        steer_rad: "rad" [-0.5, 0.5],
        /// Acceleration by the drive.
        acceleration_m_s2: "m/s^2" [-10.0, 10.0],
    }

    /// What is computed on the way.
    pub struct W1Trace {
        /// Slip angle of the front axle.
        front_slip_angle_rad: "rad" [-1.6, 1.6],
        /// Slip angle of the rear axle.
        rear_slip_angle_rad: "rad" [-1.6, 1.6],
    }
}

/// The workload's model.
#[derive(Clone, Copy, Debug)]
pub struct W1;

impl Model for W1 {
    const NAME: &'static str = "w1";
    const DESCRIPTION: &'static str =
        "linear single-track car with fixed parameters: the workload that lanes are measured with";
    const INTEGRATOR: Method = Method::Rk4;
    const IN_PAIRS: bool = true;
    type Car<R: Real> = Empty;
    type Input<R: Real> = W1Input<R>;
    type State<R: Real> = W1State<R>;
    type Mode<R: Real> = Empty;
    type Trace<R: Real> = W1Trace<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        _: &Empty,
        _: &Empty,
        state: &W1State<R>,
        input: &W1Input<R>,
        _: &Surface<R>,
    ) -> (W1State<R>, W1Trace<R>) {
        let stiffness = R::lit(-CORNERING_STIFFNESS_N_RAD / MASS_KG);
        let (vx, vy, yaw_rate) = (state.velocity_x_m_s, state.velocity_y_m_s, state.yaw_rate_rad_s);
        let front = (vy + R::lit(FRONT_M) * yaw_rate).atan_quotient(vx) - input.steer_rad;
        let rear = (vy - R::lit(REAR_M) * yaw_rate).atan_quotient(vx);
        // Accelerations that the tyres' forces give the mass, m/s^2.
        let (front_push, rear_push) = (stiffness * front, stiffness * rear);
        let (steer_sin, steer_cos) = input.steer_rad.sin_cos();
        let (yaw_sin, yaw_cos) = state.yaw_rad.sin_cos();
        let front_across = front_push * steer_cos;
        let derivative = W1State {
            x_m: vx * yaw_cos - vy * yaw_sin,
            y_m: vx * yaw_sin + vy * yaw_cos,
            yaw_rad: yaw_rate,
            velocity_x_m_s: input.acceleration_m_s2 - front_push * steer_sin + vy * yaw_rate,
            velocity_y_m_s: front_across + rear_push - vx * yaw_rate,
            yaw_rate_rad_s: R::lit(FRONT_M * MASS_KG / YAW_INERTIA_KG_M2) * front_across
                - R::lit(REAR_M * MASS_KG / YAW_INERTIA_KG_M2) * rear_push,
        };
        (derivative, W1Trace { front_slip_angle_rad: front, rear_slip_angle_rad: rear })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(velocities: &W1State<R>, positions: &W1State<R>) -> W1State<R> {
        W1State { x_m: positions.x_m, y_m: positions.y_m, yaw_rad: positions.yaw_rad, ..*velocities }
    }

    fn pose<R: Real>(state: &W1State<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.x_m, state.y_m], state.yaw_rad, surface)
    }
}

/// What workload W1 starts from: a hash of seed 12345 and car index gives each car its heading,
/// speed, steering and acceleration.
pub mod workload {
    use super::{W1Input, W1State};

    fn splitmix64(seed: u64) -> u64 {
        let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// u(i, k) in [0, 1).
    pub fn uniform(car: u64, field: u64) -> f64 {
        (splitmix64(12345 + 16 * car + field) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// State and input of car i at the start.
    pub fn start(car: u64) -> (W1State<f64>, W1Input<f64>) {
        let state = W1State {
            x_m: 0.0,
            y_m: 0.0,
            yaw_rad: -3.0 + 6.0 * uniform(car, 2),
            velocity_x_m_s: 15.0 + 15.0 * uniform(car, 3),
            velocity_y_m_s: 0.0,
            yaw_rate_rad_s: 0.0,
        };
        let input =
            W1Input { steer_rad: -0.05 + 0.10 * uniform(car, 6), acceleration_m_s2: -0.5 + uniform(car, 7) };
        (state, input)
    }

    /// The sums of the six states over 4,096 cars after 1,000 RK4 steps of 0.01 s, in f64.
    pub const SUMS: [f64; 6] = [
        32_308.000_315_3, 676.504_659_105, -193.923_904_184, 86_394.471_304_9, 64.967_515_773,
        -19.890_607_955_5,
    ];
}
