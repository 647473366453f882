//! The car as printed, (37) and table 3, as a model beside the others.

use super::as_printed::Situation;
use super::equations::{speed_on_circle, to_body};
use super::text::HlavacsCar;
use skidpad_core::integrate::Method;
use skidpad_core::math::Real;
use skidpad_core::model::{Model, Pose};
use skidpad_core::record;
use skidpad_core::record::Flag;
use skidpad_core::surface::Surface;

record! {
    /// State of the car as printed.
    pub struct AsPrintedState {
        /// Position of the centre of mass along the x axis.
        x_m: "m" [-1e6, 1e6],
        /// Position of the centre of mass along the y axis.
        y_m: "m" [-1e6, 1e6],
        /// Heading.
        yaw_rad: "rad" [-1e4, 1e4],
        /// Speed v of the rear tyre, the text's one number of state.
        speed_m_s: "m/s" [-150.0, 150.0],
    }

    /// The text's user input (section 6), with the rate of steering as a number of its own.
    pub struct AsPrintedInput {
        /// Steering angle beta.
        steer_rad: "rad" [-1.5, 1.5],
        /// Rate of the steering angle.
        steer_rate_rad_s: "rad/s" [-20.0, 20.0],
        /// Torque T_e,f on the front tyre.
        front_torque_nm: "N.m" [-1e6, 1e6],
        /// Torque T_e,r on the rear tyre.
        rear_torque_nm: "N.m" [-1e6, 1e6],
    }

    /// What is computed on the way.
    pub struct AsPrintedTrace {
        /// Velocity of the centre of mass along the body.
        velocity_x_m_s: "m/s" [-150.0, 150.0],
        /// Velocity of the centre of mass to the left.
        velocity_y_m_s: "m/s" [-150.0, 150.0],
        /// Yaw rate, (23).
        yaw_rate_rad_s: "rad/s" [-100.0, 100.0],
        /// Acceleration of the centre of mass along the body.
        acceleration_x_m_s2: "m/s^2" [-1e4, 1e4],
        /// Acceleration of the centre of mass to the left.
        acceleration_y_m_s2: "m/s^2" [-1e4, 1e4],
        /// Total force along the car, F_tot of equation (37).
        total_n: "N" [-1e7, 1e7],
        /// Force of the front tyre along the wheel, (30).
        front_force_x_n: "N" [-1e7, 1e7],
        /// Force of the front tyre across the wheel.
        front_force_y_n: "N" [-1e7, 1e7],
        /// Force of the rear tyre along the wheel.
        rear_force_x_n: "N" [-1e7, 1e7],
        /// Force of the rear tyre across the wheel.
        rear_force_y_n: "N" [-1e7, 1e7],
        /// Set where the front tyre needs more than the friction of section 5 on the road.
        front_over_limit: flag,
        /// Set where the rear tyre needs more than the friction of section 5 on the road.
        rear_over_limit: flag,
    }
}

/// The model. It has no sliding: beyond the limits its trace says so, and it goes on.
#[derive(Clone, Copy, Debug)]
pub struct AckermannAsPrinted;

impl Model for AckermannAsPrinted {
    const NAME: &'static str = "ackermann_as_printed";
    const DESCRIPTION: &'static str =
        "Hlavacs' car by his equation 37 to the letter: it loses speed in a turn, and has no sliding";
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = HlavacsCar<R>;
    type Input<R: Real> = AsPrintedInput<R>;
    type State<R: Real> = AsPrintedState<R>;
    type Mode<R: Real> = skidpad_core::record::Empty;
    type Trace<R: Real> = AsPrintedTrace<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &HlavacsCar<R>,
        _: &skidpad_core::record::Empty,
        state: &AsPrintedState<R>,
        input: &AsPrintedInput<R>,
        surface: &Surface<R>,
    ) -> (AsPrintedState<R>, AsPrintedTrace<R>) {
        let v = state.speed_m_s;
        let given = Situation::coasting(v, input.steer_rad, input.steer_rate_rad_s)
            .driven(input.rear_torque_nm, input.front_torque_nm);
        let found = car.solve_as_printed(&given);
        let (sin, cos) = input.steer_rad.sin_cos();
        let (yaw_sin, yaw_cos) = state.yaw_rad.sin_cos();
        let half = car.length_m / R::lit(2.0);
        let omega = found.yaw_rate_rad_s;
        let lateral = speed_on_circle(omega, half);
        let [front_x, front_y] = to_body([found.front_traction_x_n, found.front_traction_y_n]);
        let [rear_x, rear_y] = to_body([found.rear_traction_x_n, found.rear_traction_y_n]);
        let limit = car.tyre_limit(surface.grip, surface.gravity_m_s2);
        let derivative = AsPrintedState {
            x_m: v * yaw_cos - lateral * yaw_sin,
            y_m: v * yaw_sin + lateral * yaw_cos,
            yaw_rad: omega,
            speed_m_s: found.acceleration_m_s2,
        };
        let trace = AsPrintedTrace {
            velocity_x_m_s: v,
            velocity_y_m_s: lateral,
            yaw_rate_rad_s: omega,
            acceleration_x_m_s2: found.acceleration_m_s2 - lateral * omega,
            acceleration_y_m_s2: half * found.yaw_acceleration_rad_s2 + v * omega,
            total_n: found.total_n,
            front_force_x_n: front_x * cos + front_y * sin,
            front_force_y_n: front_y * cos - front_x * sin,
            rear_force_x_n: rear_x,
            rear_force_y_n: rear_y,
            front_over_limit: Flag::from(true).unless(found.front_size().le(limit)),
            rear_over_limit: Flag::from(true).unless(found.rear_size().le(limit)),
        };
        (derivative, trace)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(velocities: &AsPrintedState<R>, positions: &AsPrintedState<R>) -> AsPrintedState<R> {
        AsPrintedState { speed_m_s: velocities.speed_m_s, ..*positions }
    }

    fn pose<R: Real>(state: &AsPrintedState<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.x_m, state.y_m], state.yaw_rad, surface)
    }
}
