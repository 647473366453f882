//! The driven model: gripping as in [`RollingCar`](super::RollingCar), and the sliding model that
//! the text leaves as future work.
//!
//! An axle grips while the force that it needs is at most F_max = mu_s F (section 5); then it holds
//! both of its constraints, no slip along and none across the wheel. Beyond that it slides: its
//! wheels spin as their torques have it, and its force is mu_k F against its slip velocity. It grips
//! again when the mean force over a sub-step that brings its slip to zero is at most F_max, or its slip
//! is as good as none and held by less than mu_k F; what is left of the slip is then taken away by the
//! impulse that costs the least kinetic energy, which can only dissipate. Front, rear or both axles
//! slide, each by itself.
//!
//! No weight is transferred (section 4.1), so that the loads are those at rest: brakes that suit the
//! load that braking shifts lock the front wheels at less deceleration than those of the real car. And
//! one degree of freedom has no yaw response: quick steering asks the front tyre for the force that
//! turns the whole car about its rear axle at once (figure 15), which makes it slide for the moment
//! that the steering takes though the turn itself is gentle.

use super::axles::{axles, bodies, resistance, standing};
use super::car::AckermannCar;
use super::contact::{Contacts, Pair};
use super::decide;
use super::records::{AckermannMode, AckermannState, AckermannTrace};
use skidpad_core::brakes::holding_torque;
use skidpad_core::controls::Command;
use skidpad_core::integrate::Method;
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::model::{Model, Pose};
use skidpad_core::surface::Surface;
use skidpad_core::tyre::slip;

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct Ackermann;

/// The longest sub-step, s. The slip speed below which kinetic friction is smoothed grows with it:
/// for a car about 0.1 m/s along wheels that turn, 0.01 m/s across.
pub(super) const STEP_S: f64 = 0.001;
impl Model for Ackermann {
    const NAME: &'static str = "ackermann";
    const DESCRIPTION: &'static str =
        "Hlavacs' car: wheels that roll without slip until a tyre's limit, then slide with kinetic friction";
    const INTEGRATOR: Method = Method::Rk4;
    type Car<R: Real> = AckermannCar<R>;
    type Input<R: Real> = Command<R>;
    type State<R: Real> = AckermannState<R>;
    type Mode<R: Real> = AckermannMode<R>;
    type Trace<R: Real> = AckermannTrace<R>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn evaluate<R: Real>(
        car: &AckermannCar<R>,
        mode: &AckermannMode<R>,
        state: &AckermannState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
    ) -> (AckermannState<R>, AckermannTrace<R>) {
        let (zero, half) = (R::zero(), R::lit(0.5));
        let of = &car.rolling;
        let state = &standing(mode, state);
        let (sin, cos) = state.front_steer_rad.sin_cos();
        let (yaw_sin, yaw_cos) = state.yaw_rad.sin_cos();
        let (vx, vy, omega) = (state.velocity_x_m_s, state.velocity_y_m_s, state.yaw_rate_rad_s);
        let [front, rear] = axles(car, mode, state, command, surface, [sin, cos]);
        let grips = [mode.front_slides.lt(half), mode.rear_slides.lt(half)];
        let stands = [mode.front_direction.eq(zero), mode.rear_direction.eq(zero)];
        let both = grips[0] & grips[1];

        // Everything but the tyres.
        let [resistance_x, resistance_y] = resistance(car, state, surface, [yaw_sin, yaw_cos]);
        let heading = Direction { sin: yaw_sin, cos: yaw_cos };
        let Vec2 { x: gravity_x, y: gravity_y } = surface.gravity(heading);
        let push_x = resistance_x / of.mass_kg + gravity_x;
        let push_y = resistance_y / of.mass_kg + gravity_y;
        let (free_x, free_y) = (push_x + vy * omega, push_y - vx * omega);
        let braked = |nm: R, direction: R, holding: R| nm - direction * holding;
        let front_nm = braked(front.drive_nm, mode.front_direction, front.holding_nm);
        let rear_nm = braked(rear.drive_nm, mode.rear_direction, rear.holding_nm);
        let front_free_rate = R::select(stands[0], zero, front_nm / of.front_inertia_kg_m2);
        let rear_free_rate = R::select(stands[1], zero, rear_nm / of.rear_inertia_kg_m2);

        // How the slips would change without tyre forces; the steered wheel's axes turn in the body.
        let point_y = vy + (of.wheelbase_m - of.rear_m) * omega;
        let (point_along, point_across) = (vx * cos + point_y * sin, point_y * cos - vx * sin);
        let front_free = Pair::new(
            free_x * cos + free_y * sin + mode.steer_rate_rad_s * point_across
                - of.front_radius_m * front_free_rate,
            free_y * cos - free_x * sin - mode.steer_rate_rad_s * point_along,
        );
        let rear_free = Pair::new(free_x - of.rear_radius_m * rear_free_rate, free_y);
        let contacts = Contacts::new(&bodies(car, stands, both, [sin, cos]));
        let [front_n, rear_n] = contacts.solve(grips, [front_free, rear_free], [front.sliding, rear.sliding]);

        let front_x = front_n.x * cos - front_n.y * sin;
        let front_y = front_n.x * sin + front_n.y * cos;
        let acceleration_x = push_x + (front_x + rear_n.x) / of.mass_kg;
        let acceleration_y = push_y + (front_y + rear_n.y) / of.mass_kg;
        let yaw_nm = (of.wheelbase_m - of.rear_m) * front_y - of.rear_m * rear_n.y;
        let front_free_nm = front.drive_nm - front_n.x * of.front_radius_m;
        let rear_free_nm = rear.drive_nm - rear_n.x * of.rear_radius_m;
        let front_brake = holding_torque(front.holding_nm, mode.front_direction, front_free_nm);
        let rear_brake = holding_torque(rear.holding_nm, mode.rear_direction, rear_free_nm);
        let front_rate = (front_free_nm + front_brake) / of.front_inertia_kg_m2;
        let rear_rate = (rear_free_nm + rear_brake) / of.rear_inertia_kg_m2;

        // Two axles that grip, and a wheel that stands: so does the car.
        let rests = both & (stands[0] | stands[1]);
        let moving = |value: R| R::select(rests, zero, value);
        let derivative = AckermannState {
            x_m: vx * yaw_cos - vy * yaw_sin,
            y_m: vx * yaw_sin + vy * yaw_cos,
            yaw_rad: omega,
            velocity_x_m_s: moving(acceleration_x + vy * omega),
            velocity_y_m_s: moving(acceleration_y - vx * omega),
            yaw_rate_rad_s: moving(yaw_nm / of.yaw_inertia_kg_m2),
            front_spin_rad_s: R::select(stands[0], zero, moving(front_rate)),
            rear_spin_rad_s: R::select(stands[1], zero, moving(rear_rate)),
            front_steer_rad: mode.steer_rate_rad_s,
        };
        let trace = AckermannTrace {
            acceleration_x_m_s2: acceleration_x,
            acceleration_y_m_s2: acceleration_y,
            sideslip_rad: vy.atan2(vx),
            front_slip_angle_rad: point_across.atan2(point_along.abs()),
            rear_slip_angle_rad: rear.slip.y.atan2(vx.abs()),
            front_slip: slip::slip_ratio(state.front_spin_rad_s * of.front_radius_m, point_along),
            rear_slip: slip::slip_ratio(state.rear_spin_rad_s * of.rear_radius_m, vx),
            front_slip_x_m_s: front.slip.x,
            front_slip_y_m_s: front.slip.y,
            rear_slip_x_m_s: rear.slip.x,
            rear_slip_y_m_s: rear.slip.y,
            front_force_x_n: front_n.x,
            front_force_y_n: front_n.y,
            rear_force_x_n: rear_n.x,
            rear_force_y_n: rear_n.y,
            front_load_n: front.load_n,
            rear_load_n: rear.load_n,
            front_limit_n: front.limit_n,
            rear_limit_n: rear.limit_n,
            front_drive_torque_nm: front.drive_nm,
            rear_drive_torque_nm: rear.drive_nm,
            front_brake_torque_nm: front_brake,
            rear_brake_torque_nm: rear_brake,
            front_holding_nm: front.holding_nm,
            rear_holding_nm: rear.holding_nm,
            resistance_x_n: resistance_x,
            resistance_y_n: resistance_y,
        };
        (derivative, trace)
    }

    /// The steering turns evenly over the caller's step. The front tyre's force goes with the rate of the steering, and
    /// at the rate that a jump asks for it slides at half the angle that it bears.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn held<R: Real>(
        car: &AckermannCar<R>,
        state: &AckermannState<R>,
        command: &Command<R>,
        left: R,
    ) -> Command<R> {
        let lock = car.drive.largest_steer_rad;
        let wished = command.steer_rad.clamp(-lock, lock);
        // What of the change the rest of the caller's step takes; nothing, exactly, in its last sub-step.
        let later = (wished - state.front_steer_rad) * ((left - R::one()) / left);
        Command { steer_rad: wished - later, ..*command }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<R: Real>(
        car: &AckermannCar<R>,
        mode: &AckermannMode<R>,
        state: &AckermannState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> AckermannMode<R> {
        let mut next = decide::begin(car, mode, state, command, surface, dt_s);
        // What gives way first changes what the rest must hold: the tyre nearest its end, then the
        // other, then the brakes that were held by them.
        next = decide::release(car, &next, state, command, surface);
        next = decide::release(car, &next, state, command, surface);
        next = decide::release(car, &next, state, command, surface);
        decide::smoothed(&next)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle<R: Real>(
        car: &AckermannCar<R>,
        mode: &AckermannMode<R>,
        before: &AckermannState<R>,
        after: &AckermannState<R>,
    ) -> (AckermannMode<R>, AckermannState<R>) {
        decide::settle(car, mode, before, after)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn join<R: Real>(velocities: &AckermannState<R>, positions: &AckermannState<R>) -> AckermannState<R> {
        AckermannState {
            x_m: positions.x_m,
            y_m: positions.y_m,
            yaw_rad: positions.yaw_rad,
            front_steer_rad: positions.front_steer_rad,
            ..*velocities
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest_step_s<R: Real>(_: &AckermannCar<R>) -> R {
        R::lit(STEP_S)
    }

    fn pose<R: Real>(state: &AckermannState<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.x_m, state.y_m], state.yaw_rad, surface)
    }
}
