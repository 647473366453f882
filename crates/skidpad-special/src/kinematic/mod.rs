//! A car whose wheels go where they point: low-speed turning.
//!
//! "It is a kinetics problem, not a dynamics problem" (Monster): the steering angle gives the circle
//! and the speed the yaw rate, whatever the road holds. So this model does not know grip; its trace
//! says how much grip the motion would need.
//!
//! Steering follows Ackermann at all three points that texts use: with one wheel in the middle of
//! the front axle, the rear axle goes round on L / tan(delta), the front wheel on L / sin(delta), and
//! the centre of mass, c before the rear axle, on sqrt((L / tan(delta))^2 + c^2). Monster and Palmer
//! take the second circle with the speed of the whole car, which is that of the rear axle here: see
//! `yaw_rate_from_front` of `skidpad-texts`.
//!
//! Longitudinally it is as simple as it can be and still stop and stand: the mass, thought at the rear
//! axle and with its wheels turning, under the drive force throttle * min(largest force, power /
//! speed), brakes and rolling resistance that hold a standing car and never push it back, drag, and
//! the weight along the car. Turning the wheels neither costs nor gives speed; there is no engine
//! braking.

mod records;

pub use records::{KinematicCar, KinematicMode, KinematicState, KinematicTrace};

use crate::chassis::{radius_ahead_of_rear, wheel_angles};
use crate::drive::ideal_drive;
use skidpad_core::aero;
use skidpad_core::brakes::{applied, holding_torque, released, rolling_resistance_n, stopped};
use skidpad_core::controls::Command;
use skidpad_core::integrate::Method;
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::model::{Model, Pose};
use skidpad_core::surface::Surface;

/// The least curvature that radii are shown for, 1/m: straighter is shown as 1e9 m.
const LEAST_CURVATURE_1_M: f64 = 1e-9;

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct Kinematic;

/// The forces along the car.
struct Forces<R> {
    drive_n: R,
    drag_n: R,
    linear_n: R,
    slope_n: R,
    free_n: R,
    capacity_n: R,
    holding_n: R,
}

/// The drive force, N: throttle times the largest force or what the power allows at this speed, in
/// the sense of the gear, as far as the clutch is closed.
#[cfg_attr(not(debug_assertions), inline(always))]
fn drive_force<R: Real>(car: &KinematicCar<R>, command: &Command<R>, speed_m_s: R) -> R {
    let sense = command.gear.sign();
    let largest = R::select(sense.lt(R::zero()), car.reverse_force_n, car.drive_force_n);
    ideal_drive(command.throttle * (R::one() - command.clutch), sense * largest, car.power_w, speed_m_s)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn forces<R: Real>(
    car: &KinematicCar<R>,
    mode: &KinematicMode<R>,
    speed_m_s: R,
    command: &Command<R>,
    surface: &Surface<R>,
    heading: Direction<R>,
) -> Forces<R> {
    let drive_n = drive_force(car, command, speed_m_s);
    let air = aero::drag_factor(R::one(), car.drag_area_m2, surface.air_density_kg_m3);
    // Its wheels take what the wind pushes to the side.
    let drag_n = aero::drag(air, speed_m_s + surface.wind(heading).x);
    let linear_n = aero::linear_resistance(car.linear_resistance_n_s_m, speed_m_s);
    let slope_n = car.mass_kg * surface.gravity(heading).x;
    let free_n = drive_n + drag_n + linear_n + slope_n;
    let load_n = car.mass_kg * surface.normal_gravity_m_s2();
    let rolling_n = rolling_resistance_n(car.rolling_resistance, surface.rolling, load_n);
    let brakes_n = applied(command.brake, command.handbrake, car.brake_force_n, car.handbrake_force_n);
    let capacity_n = brakes_n + rolling_n;
    let holding_n = holding_torque(capacity_n, mode.direction, free_n);
    Forces { drive_n, drag_n, linear_n, slope_n, free_n, capacity_n, holding_n }
}

impl Model for Kinematic {
    const NAME: &'static str = "kinematic";
    const DESCRIPTION: &'static str =
        "wheels that go where they point, without slip or grip: Ackermann steering for low speed";
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = KinematicCar<R>;
    type Input<R: Real> = Command<R>;
    type State<R: Real> = KinematicState<R>;
    type Mode<R: Real> = KinematicMode<R>;
    type Trace<R: Real> = KinematicTrace<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &KinematicCar<R>,
        mode: &KinematicMode<R>,
        state: &KinematicState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
    ) -> (KinematicState<R>, KinematicTrace<R>) {
        let one = R::one();
        let steer = command.steer_rad.clamp(-car.largest_steer_rad, car.largest_steer_rad);
        let (steer_sin, steer_cos) = steer.sin_cos();
        let heading = Direction::at_angle(state.yaw_rad);
        // The sub-step ends where the car stands: an integrator's stage beyond has no meaning, and what way it would go
        // and what air it would feel at the speed to which a strong brake throws it there, do not count.
        let beyond = (mode.direction * state.speed_m_s).lt(R::zero());
        let (speed, behind) = (R::select(beyond, R::zero(), state.speed_m_s), car.rear_to_centre_m);
        let forces = forces(car, mode, speed, command, surface, heading);
        let acceleration = (forces.free_n + forces.holding_n) / car.rolling_mass_kg;

        // The rear axle does not move laterally: omega = v tan(delta) / L.
        let curvature = steer_sin / (car.wheelbase_m * steer_cos);
        let yaw_rate = speed * curvature;
        let across = yaw_rate * behind;
        let yaw_acceleration = acceleration * curvature;
        let ahead_m_s2 = acceleration - yaw_rate * across;
        let left_m_s2 = yaw_acceleration * behind + yaw_rate * speed;

        let gravity = surface.gravity(heading);
        let along_n = car.mass_kg * (ahead_m_s2 - gravity.x) - forces.drag_n - forces.linear_n;
        let across_n = car.mass_kg * (left_m_s2 - gravity.y);
        let load_n = (car.mass_kg * surface.normal_gravity_m_s2()).max(R::lit(1e-3));

        let least = R::lit(LEAST_CURVATURE_1_M);
        let shown = R::select(curvature.abs().lt(least), least.copysign(curvature), curvature);
        let rear_radius = one / shown;
        let [left_steer, right_steer] = wheel_angles(steer, car.wheelbase_m, car.track_m);
        let velocity = Vec2 { x: speed, y: across }.to_parent(heading);
        let derivative =
            KinematicState { x_m: velocity.x, y_m: velocity.y, yaw_rad: yaw_rate, speed_m_s: acceleration };
        let trace = KinematicTrace {
            velocity_x_m_s: speed,
            velocity_y_m_s: across,
            yaw_rate_rad_s: yaw_rate,
            acceleration_x_m_s2: ahead_m_s2,
            acceleration_y_m_s2: left_m_s2,
            sideslip_rad: across.atan2(speed),
            front_steer_rad: steer,
            left_steer_rad: left_steer,
            right_steer_rad: right_steer,
            rear_radius_m: rear_radius,
            centre_radius_m: radius_ahead_of_rear(rear_radius, behind),
            front_radius_m: radius_ahead_of_rear(rear_radius, car.wheelbase_m),
            centre_speed_m_s: speed * one.hypot(behind * curvature),
            front_speed_m_s: speed / steer_cos,
            needed_grip: along_n.hypot(across_n) / load_n,
            drive_force_n: forces.drive_n,
            holding_force_n: forces.holding_n,
            free_force_n: forces.free_n,
            holding_capacity_n: forces.capacity_n,
            drag_n: forces.drag_n,
            linear_resistance_n: forces.linear_n,
            slope_force_n: forces.slope_n,
        };
        (derivative, trace)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<R: Real>(
        car: &KinematicCar<R>,
        _: &KinematicMode<R>,
        state: &KinematicState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
        _: R,
    ) -> KinematicMode<R> {
        let moving = KinematicMode { direction: state.speed_m_s.sign() };
        let heading = Direction::at_angle(state.yaw_rad);
        let forces = forces(car, &moving, state.speed_m_s, command, surface, heading);
        KinematicMode { direction: released(moving.direction, forces.free_n, forces.capacity_n) }
    }

    /// A car that came to rest stands, whatever passed through in the sub-step.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        _: &KinematicCar<R>,
        mode: &KinematicMode<R>,
        _: &KinematicState<R>,
        after: &KinematicState<R>,
        _: &Self::Input<R>,
    ) -> (KinematicMode<R>, KinematicState<R>) {
        (*mode, KinematicState { speed_m_s: stopped(mode.direction, after.speed_m_s), ..*after })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(velocities: &KinematicState<R>, positions: &KinematicState<R>) -> KinematicState<R> {
        KinematicState { speed_m_s: velocities.speed_m_s, ..*positions }
    }

    fn pose<R: Real>(state: &KinematicState<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.x_m, state.y_m], state.yaw_rad, surface)
    }
}
