//! The driven model: gripping as in [`RollingCar`](super::RollingCar), and the sliding model that
//! the text leaves as future work.
//!
//! An axle grips while the force that it needs is at most F_max = mu_s F (section 5); then it holds
//! both of its constraints, no slip along and none across the wheel. Beyond that it slides: its
//! wheels spin as their torques have it, and its force is mu_k F against its slip velocity. It grips
//! again when the mean force over a sub-step that brings its slip to zero is at most F_max; what is
//! left of the slip is then taken away by the impulse that costs the least kinetic energy, which can
//! only dissipate. Front, rear or both axles slide, each by itself.
//!
//! No weight is transferred (section 4.1), so that the loads are those at rest.

use super::car::{AckermannAxle, AckermannCar};
use super::contact::{Bodies, Contacts, Pair};
use super::records::{AckermannMode, AckermannState, AckermannTrace};
use crate::aero;
use crate::brakes::holding_torque;
use crate::controls::Command;
use crate::integrate::Method;
use crate::math::{Mask, Real};
use crate::model::{Model, Pose};
use crate::powertrain::motor_torque;
use crate::surface::Surface;
use crate::tyre::slip;

/// The model.
#[derive(Clone, Copy, Debug)]
pub struct Ackermann;

/// The longest sub-step, s. The slip speed below which kinetic friction is smoothed grows with it:
/// about 0.1 m/s for a car.
const STEP_S: f64 = 0.001;
/// The slowest slip at which kinetic friction is whole, over what it would change the slip by in a
/// sub-step; 0.36 is where RK4 would become unstable.
const SMOOTH_SHARE: f64 = 0.5;
/// Mobility of wheels that stand on both axles, over that of the body: it shares the holding force,
/// which the constraints leave open. The body stands then, whatever it is.
const STANDING_MOBILITY: f64 = 0.01;

/// Share of the fastest spin below it in which the torque is taken back.
const LIMITER_BAND: f64 = 0.02;

/// What an axle is at an instant.
#[derive(Clone, Copy, Debug)]
struct Axle<R> {
    slip: Pair<R>,
    sliding: Pair<R>,
    drive_nm: R,
    holding_nm: R,
    load_n: R,
    limit_n: R,
}

/// Slip velocities of both contacts along and across the wheels, m/s.
#[inline(always)]
fn slips<R: Real>(car: &AckermannCar<R>, state: &AckermannState<R>, [sin, cos]: [R; 2]) -> [Pair<R>; 2] {
    let of = &car.rolling;
    let front_y = state.velocity_y_m_s + (of.wheelbase_m - of.rear_m) * state.yaw_rate_rad_s;
    let rear_y = state.velocity_y_m_s - of.rear_m * state.yaw_rate_rad_s;
    let along = state.velocity_x_m_s * cos + front_y * sin;
    [
        Pair::new(
            along - of.front_radius_m * state.front_spin_rad_s,
            front_y * cos - state.velocity_x_m_s * sin,
        ),
        Pair::new(state.velocity_x_m_s - of.rear_radius_m * state.rear_spin_rad_s, rear_y),
    ]
}

/// A wheel that stands in a sub-step does so from its beginning, whatever it still had.
#[inline(always)]
fn standing<R: Real>(mode: &AckermannMode<R>, state: &AckermannState<R>) -> AckermannState<R> {
    let held = |direction: R, spin: R| R::select(direction.eq(R::zero()), R::zero(), spin);
    AckermannState {
        front_spin_rad_s: held(mode.front_direction, state.front_spin_rad_s),
        rear_spin_rad_s: held(mode.rear_direction, state.rear_spin_rad_s),
        ..*state
    }
}

/// Kinetic friction over its largest value: -s / |s|, less below the slip speed at which it would
/// turn the slip round within a sub-step. A slide begins with a slip of its own.
#[inline(always)]
fn against<R: Real>(slip: Pair<R>, start: Pair<R>, smooth_m_s: R) -> Pair<R> {
    let slip = slip.plus(start);
    slip.times(-(R::one() / slip.size().max(smooth_m_s).max(R::lit(1e-30))))
}

/// Drive torque of an axle, N.m: as much as the throttle asks for, at most the largest torque and
/// what the largest power gives at its speed; none beyond the fastest spin.
#[inline(always)]
fn drive_torque<R: Real>(car: &AckermannCar<R>, command: &Command<R>, share: R, spin_rad_s: R) -> R {
    let (sense, fastest) = (command.gear.sign(), car.drive.fastest_spin_rad_s);
    let most = motor_torque(car.drive.largest_torque_nm, car.drive.largest_power_w, spin_rad_s);
    let room = (fastest - sense * spin_rad_s) / (R::lit(LIMITER_BAND) * fastest);
    let opened = command.throttle * (R::one() - command.clutch) * room.clamp(R::zero(), R::one());
    opened * share * most * sense
}

#[inline(always)]
fn holding_capacity<R: Real>(axle: &AckermannAxle<R>, command: &Command<R>, rolling_nm: R) -> R {
    command.brake * axle.brake_torque_nm + command.handbrake * axle.handbrake_torque_nm + rolling_nm
}

/// Both axles.
#[inline(always)]
fn axles<R: Real>(
    car: &AckermannCar<R>,
    mode: &AckermannMode<R>,
    state: &AckermannState<R>,
    command: &Command<R>,
    surface: &Surface<R>,
    steer: [R; 2],
) -> [Axle<R>; 2] {
    let of = &car.rolling;
    let weight = of.mass_kg * surface.normal_gravity_m_s2();
    let front_share = of.rear_m / of.wheelbase_m;
    let [front_slip, rear_slip] = slips(car, state, steer);
    let front_load = weight * front_share;
    let rear_load = weight * (R::one() - front_share);
    let front_limit = car.front.friction * surface.grip * front_load;
    let rear_limit = car.rear.friction * surface.grip * rear_load;
    let front_start = Pair::new(mode.front_start_x_m_s, mode.front_start_y_m_s);
    let rear_start = Pair::new(mode.rear_start_x_m_s, mode.rear_start_y_m_s);
    let front_against = against(front_slip, front_start, mode.front_smooth_m_s);
    let rear_against = against(rear_slip, rear_start, mode.rear_smooth_m_s);
    let front_rolling = car.front.rolling_resistance * surface.rolling * front_load * of.front_radius_m;
    let rear_rolling = car.rear.rolling_resistance * surface.rolling * rear_load * of.rear_radius_m;
    let share = car.drive.front_share;
    [
        Axle {
            slip: front_slip,
            sliding: front_against.times(car.front.kinetic_share * front_limit),
            drive_nm: drive_torque(car, command, share, state.front_spin_rad_s),
            holding_nm: holding_capacity(&car.front, command, front_rolling),
            load_n: front_load,
            limit_n: front_limit,
        },
        Axle {
            slip: rear_slip,
            sliding: rear_against.times(car.rear.kinetic_share * rear_limit),
            drive_nm: drive_torque(car, command, R::one() - share, state.rear_spin_rad_s),
            holding_nm: holding_capacity(&car.rear, command, rear_rolling),
            load_n: rear_load,
            limit_n: rear_limit,
        },
    ]
}

/// Body and wheels behind the contacts. Standing wheels do not turn, whatever pushes.
#[inline(always)]
fn bodies<R: Real>(
    car: &AckermannCar<R>,
    stands: [R::Mask; 2],
    both_grip: R::Mask,
    steer: [R; 2],
) -> Bodies<R> {
    let of = &car.rolling;
    let mass = R::one() / of.mass_kg;
    let held = R::select(stands[0] & stands[1] & both_grip, R::lit(STANDING_MOBILITY) * mass, R::zero());
    let front = of.front_radius_m.square() / of.front_inertia_kg_m2;
    let rear = of.rear_radius_m.square() / of.rear_inertia_kg_m2;
    Bodies {
        mass,
        yaw: R::one() / of.yaw_inertia_kg_m2,
        levers_m: [of.wheelbase_m - of.rear_m, of.rear_m],
        wheels: [R::select(stands[0], held, front), R::select(stands[1], held, rear)],
        steer,
    }
}

/// Drag of the air and linear resistance on the body, N.
#[inline(always)]
fn resistance<R: Real>(
    car: &AckermannCar<R>,
    state: &AckermannState<R>,
    surface: &Surface<R>,
    [yaw_sin, yaw_cos]: [R; 2],
) -> [R; 2] {
    let factor = aero::drag_factor(R::one(), car.drive.drag_area_m2, surface.air_density_kg_m3);
    let air_x = state.velocity_x_m_s + surface.headwind_m_s * yaw_cos;
    let air_y = state.velocity_y_m_s - surface.headwind_m_s * yaw_sin;
    let [drag_x, drag_y] = aero::monster_drag(factor, [air_x, air_y]);
    let linear = car.drive.linear_resistance_n_s_m;
    [
        drag_x + aero::linear_resistance(linear, state.velocity_x_m_s),
        drag_y + aero::linear_resistance(linear, state.velocity_y_m_s),
    ]
}

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

    #[inline(always)]
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
        let [gravity_x, gravity_y] = surface.gravity_along(yaw_sin, yaw_cos);
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

    #[inline(always)]
    fn advance<R: Real>(
        car: &AckermannCar<R>,
        mode: &AckermannMode<R>,
        state: &AckermannState<R>,
        command: &Command<R>,
        surface: &Surface<R>,
        dt_s: R,
    ) -> AckermannMode<R> {
        let (zero, one) = (R::zero(), R::one());
        let of = &car.rolling;
        let lock = car.drive.largest_steer_rad;
        let wished = command.steer_rad.clamp(-lock, lock);
        let fastest = car.drive.largest_steer_rate_rad_s;
        let turns = AckermannMode {
            front_direction: state.front_spin_rad_s.sign(),
            rear_direction: state.rear_spin_rad_s.sign(),
            ..*mode
        };
        let probe = Self::evaluate(car, &turns, state, command, surface).1;
        // How much an impulse of the tyre changes its slip, at most: both axles slow the body.
        let mobility = |lever: R, radius: R, inertia: R| {
            let body = one / of.mass_kg + lever.square() / of.yaw_inertia_kg_m2;
            R::lit(2.0) * body + radius.square() / inertia
        };
        let front_mobility = mobility(of.wheelbase_m - of.rear_m, of.front_radius_m, of.front_inertia_kg_m2);
        let rear_mobility = mobility(of.rear_m, of.rear_radius_m, of.rear_inertia_kg_m2);
        let smooth = |mobility: R, kinetic_n: R| R::lit(SMOOTH_SHARE) * mobility * kinetic_n * dt_s;
        // What the brakes would need to stop a wheel within the sub-step.
        let front_stop = probe.front_drive_torque_nm - probe.front_force_x_n * of.front_radius_m
            + of.front_inertia_kg_m2 * state.front_spin_rad_s / dt_s;
        let rear_stop = probe.rear_drive_torque_nm - probe.rear_force_x_n * of.rear_radius_m
            + of.rear_inertia_kg_m2 * state.rear_spin_rad_s / dt_s;
        let front_kinetic = car.front.kinetic_share * probe.front_limit_n;
        let rear_kinetic = car.rear.kinetic_share * probe.rear_limit_n;
        // A slip that static friction does not stop within a sub-step: the axle slides, whatever it
        // was taken for.
        let reach_s = dt_s.max(R::lit(STEP_S));
        let slides = |before: R, x: R, y: R, reach_m_s: R| {
            R::select(Pair::new(x, y).size().gt(reach_m_s), one, before)
        };
        let front_reach = front_mobility * probe.front_limit_n * reach_s;
        let rear_reach = rear_mobility * probe.rear_limit_n * reach_s;
        let front_slides =
            slides(mode.front_slides, probe.front_slip_x_m_s, probe.front_slip_y_m_s, front_reach);
        let rear_slides = slides(mode.rear_slides, probe.rear_slip_x_m_s, probe.rear_slip_y_m_s, rear_reach);
        let mut next = AckermannMode {
            front_slides,
            rear_slides,
            front_start_x_m_s: zero,
            front_start_y_m_s: zero,
            rear_start_x_m_s: zero,
            rear_start_y_m_s: zero,
            front_smooth_m_s: smooth(front_mobility, front_kinetic),
            rear_smooth_m_s: smooth(rear_mobility, rear_kinetic),
            front_grip_n_s: probe.front_limit_n * dt_s,
            rear_grip_n_s: probe.rear_limit_n * dt_s,
            front_direction: turning(
                front_slides,
                state.front_spin_rad_s,
                front_stop,
                probe.front_holding_nm,
            ),
            rear_direction: turning(rear_slides, state.rear_spin_rad_s, rear_stop, probe.rear_holding_nm),
            steer_rate_rad_s: ((wished - state.front_steer_rad) / dt_s).clamp(-fastest, fastest),
        };
        // What gives way first changes what the rest must hold: the tyre nearest its end, then the
        // other, then the brakes that were held by them.
        next = release(car, &next, state, command, surface);
        next = release(car, &next, state, command, surface);
        release(car, &next, state, command, surface)
    }

    #[inline(always)]
    fn settle<R: Real>(
        car: &AckermannCar<R>,
        mode: &AckermannMode<R>,
        before: &AckermannState<R>,
        after: &AckermannState<R>,
    ) -> (AckermannMode<R>, AckermannState<R>) {
        let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
        let mut state = *after;
        let front_stands = stops(mode.front_direction, after.front_spin_rad_s);
        let rear_stands = stops(mode.rear_direction, after.rear_spin_rad_s);
        state.front_spin_rad_s = R::select(front_stands, zero, after.front_spin_rad_s);
        state.rear_spin_rad_s = R::select(rear_stands, zero, after.rear_spin_rad_s);
        let stands = [front_stands, rear_stands];
        let (sin, cos) = state.front_steer_rad.sin_cos();
        let (old_sin, old_cos) = before.front_steer_rad.sin_cos();

        // The impulses that would stop all slip, with those of kinetic friction in the sub-step: an
        // axle whose sum is within its grip has come to rest on the road.
        let still = slips(car, &state, [sin, cos]);
        let all = [R::Mask::splat(true), R::Mask::splat(true)];
        let contacts = Contacts::new(&bodies(car, stands, all[0], [sin, cos]));
        let [front_stop, rear_stop] = contacts.solve(all, still, [Pair::zero(), Pair::zero()]);
        let [front_was, rear_was] = slips(car, &standing(mode, before), [old_sin, old_cos]);
        let front_start = Pair::new(mode.front_start_x_m_s, mode.front_start_y_m_s);
        let rear_start = Pair::new(mode.rear_start_x_m_s, mode.rear_start_y_m_s);
        let front_slid = against(front_was, front_start, mode.front_smooth_m_s);
        let rear_slid = against(rear_was, rear_start, mode.rear_smooth_m_s);
        let front_sum = front_stop.plus(front_slid.times(car.front.kinetic_share * mode.front_grip_n_s));
        let rear_sum = rear_stop.plus(rear_slid.times(car.rear.kinetic_share * mode.rear_grip_n_s));
        let grips = [
            mode.front_slides.lt(half) | front_sum.size().lt(mode.front_grip_n_s),
            mode.rear_slides.lt(half) | rear_sum.size().lt(mode.rear_grip_n_s),
        ];

        let both = grips[0] & grips[1];
        let contacts = Contacts::new(&bodies(car, stands, both, [sin, cos]));
        let impulses = contacts.solve(grips, still, [Pair::zero(), Pair::zero()]);
        let mut state = pushed(car, &state, impulses, stands, [sin, cos]);
        let rests = both & (stands[0] | stands[1]);
        state.velocity_x_m_s = R::select(rests, zero, state.velocity_x_m_s);
        state.velocity_y_m_s = R::select(rests, zero, state.velocity_y_m_s);
        state.yaw_rate_rad_s = R::select(rests, zero, state.yaw_rate_rad_s);
        state.front_spin_rad_s = R::select(rests, zero, state.front_spin_rad_s);
        state.rear_spin_rad_s = R::select(rests, zero, state.rear_spin_rad_s);
        let mut mode = *mode;
        mode.front_slides = R::select(grips[0], zero, one);
        mode.rear_slides = R::select(grips[1], zero, one);
        mode.front_start_x_m_s = zero;
        mode.front_start_y_m_s = zero;
        mode.rear_start_x_m_s = zero;
        mode.rear_start_y_m_s = zero;
        (mode, state)
    }

    #[inline(always)]
    fn join<R: Real>(velocities: &AckermannState<R>, positions: &AckermannState<R>) -> AckermannState<R> {
        AckermannState {
            x_m: positions.x_m,
            y_m: positions.y_m,
            yaw_rad: positions.yaw_rad,
            front_steer_rad: positions.front_steer_rad,
            ..*velocities
        }
    }

    #[inline(always)]
    fn longest_step_s<R: Real>(_: &AckermannCar<R>) -> R {
        R::lit(STEP_S)
    }

    fn pose<R: Real>(state: &AckermannState<R>, surface: &Surface<R>) -> Pose<R> {
        Pose::on_road([state.x_m, state.y_m], state.yaw_rad, surface)
    }
}

/// Whether a wheel stands at the end of a sub-step: it stood, or came to a stop and would have
/// turned round. If it is to turn the other way it starts in the next.
#[inline(always)]
fn stops<R: Real>(direction: R, spin_rad_s: R) -> R::Mask {
    (direction * spin_rad_s).lt(R::zero()) | direction.eq(R::zero())
}

/// One look at what tyres and brakes must hold: a standing wheel whose brake cannot hold it starts
/// to turn, and of the axles that grip beyond F_max the one that is further beyond starts to slide,
/// against the force that it could not hold.
#[inline(always)]
fn release<R: Real>(
    car: &AckermannCar<R>,
    mode: &AckermannMode<R>,
    state: &AckermannState<R>,
    command: &Command<R>,
    surface: &Surface<R>,
) -> AckermannMode<R> {
    let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
    let of = &car.rolling;
    let probe = Ackermann::evaluate(car, mode, state, command, surface).1;
    let front_free = probe.front_drive_torque_nm - probe.front_force_x_n * of.front_radius_m;
    let rear_free = probe.rear_drive_torque_nm - probe.rear_force_x_n * of.rear_radius_m;
    let mut next = *mode;
    next.front_direction =
        starts(mode.front_direction, state.front_spin_rad_s, front_free, probe.front_holding_nm);
    next.rear_direction =
        starts(mode.rear_direction, state.rear_spin_rad_s, rear_free, probe.rear_holding_nm);

    let front = Pair::new(probe.front_force_x_n, probe.front_force_y_n);
    let rear = Pair::new(probe.rear_force_x_n, probe.rear_force_y_n);
    let least = R::lit(1e-30);
    let used = |force: Pair<R>, slides: R, limit: R| {
        R::select(slides.lt(half), force.size() / limit.max(least), zero)
    };
    let front_used = used(front, mode.front_slides, probe.front_limit_n);
    let rear_used = used(rear, mode.rear_slides, probe.rear_limit_n);
    let front_goes = front_used.gt(one) & rear_used.le(front_used);
    let rear_goes = rear_used.gt(one) & front_used.lt(rear_used);
    let front_start = front.times(-(mode.front_smooth_m_s / front.size().max(least)));
    let rear_start = rear.times(-(mode.rear_smooth_m_s / rear.size().max(least)));
    next.front_slides = R::select(front_goes, one, mode.front_slides);
    next.rear_slides = R::select(rear_goes, one, mode.rear_slides);
    next.front_start_x_m_s = R::select(front_goes, front_start.x, mode.front_start_x_m_s);
    next.front_start_y_m_s = R::select(front_goes, front_start.y, mode.front_start_y_m_s);
    next.rear_start_x_m_s = R::select(rear_goes, rear_start.x, mode.rear_start_x_m_s);
    next.rear_start_y_m_s = R::select(rear_goes, rear_start.y, mode.rear_start_y_m_s);
    next
}

/// The sense of a standing wheel's rotation where its brake does not hold it: on as before, or as the
/// torque on it has it.
#[inline(always)]
fn starts<R: Real>(direction: R, spin_rad_s: R, free_nm: R, holding_nm: R) -> R {
    let gives_way = direction.eq(R::zero()) & free_nm.abs().gt(holding_nm);
    let sense = R::select(spin_rad_s.eq(R::zero()), free_nm.sign(), spin_rad_s.sign());
    R::select(gives_way, sense, direction)
}

/// The sense of a wheel's rotation: 0 where its axle slides and its brake stops it in the sub-step.
/// It would else be turned backwards for the rest of it, and its tyre push the car on.
#[inline(always)]
fn turning<R: Real>(slides: R, spin_rad_s: R, needed_nm: R, holding_nm: R) -> R {
    let stops = slides.gt(R::lit(0.5)) & needed_nm.abs().le(holding_nm);
    R::select(stops, R::zero(), spin_rad_s.sign())
}

/// The velocities after impulses of both tyres. Standing wheels stand.
#[inline(always)]
fn pushed<R: Real>(
    car: &AckermannCar<R>,
    state: &AckermannState<R>,
    [front, rear]: [Pair<R>; 2],
    stands: [R::Mask; 2],
    [sin, cos]: [R; 2],
) -> AckermannState<R> {
    let of = &car.rolling;
    let (front_x, front_y) = (front.x * cos - front.y * sin, front.x * sin + front.y * cos);
    let yaw = (of.wheelbase_m - of.rear_m) * front_y - of.rear_m * rear.y;
    let front_spin = state.front_spin_rad_s - front.x * of.front_radius_m / of.front_inertia_kg_m2;
    let rear_spin = state.rear_spin_rad_s - rear.x * of.rear_radius_m / of.rear_inertia_kg_m2;
    AckermannState {
        velocity_x_m_s: state.velocity_x_m_s + (front_x + rear.x) / of.mass_kg,
        velocity_y_m_s: state.velocity_y_m_s + (front_y + rear.y) / of.mass_kg,
        yaw_rate_rad_s: state.yaw_rate_rad_s + yaw / of.yaw_inertia_kg_m2,
        front_spin_rad_s: R::select(stands[0], state.front_spin_rad_s, front_spin),
        rear_spin_rad_s: R::select(stands[1], state.rear_spin_rad_s, rear_spin),
        ..*state
    }
}
