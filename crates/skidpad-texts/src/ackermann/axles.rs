//! What the axles and the body are at an instant: slips, torques, limits, resistance.

use super::car::{AckermannAxle, AckermannCar};
use super::contact::Bodies;
use super::records::{AckermannMode, AckermannState};
use skidpad_core::aero;
use skidpad_core::controls::Command;
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::surface::Surface;
use skidpad_special::drive::ideal_drive;

/// Mobility of wheels that stand on both axles, over that of the body: it shares the holding force,
/// which the constraints leave open. The body stands then, whatever it is.
const STANDING_MOBILITY: f64 = 0.01;
/// Share of the fastest spin below it in which the torque is taken back.
const LIMITER_BAND: f64 = 0.02;

/// What an axle is at an instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axle<R> {
    pub slip: Vec2<R>,
    pub sliding: Vec2<R>,
    pub drive_nm: R,
    pub holding_nm: R,
    pub load_n: R,
    pub limit_n: R,
}

/// Slip velocities of both contacts along and across the wheels, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn slips<R: Real>(
    car: &AckermannCar<R>,
    state: &AckermannState<R>,
    steer: Direction<R>,
) -> [Vec2<R>; 2] {
    let of = &car.rolling;
    let front = front_velocity(car, state).to_child(steer);
    let rear_y = state.velocity_y_m_s - of.rear_m * state.yaw_rate_rad_s;
    [
        Vec2::new(front.x - of.front_radius_m * state.front_spin_rad_s, front.y),
        Vec2::new(state.velocity_x_m_s - of.rear_radius_m * state.rear_spin_rad_s, rear_y),
    ]
}

/// Velocity of the front axle's middle in the body's axes, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn front_velocity<R: Real>(car: &AckermannCar<R>, state: &AckermannState<R>) -> Vec2<R> {
    let lever_m = car.rolling.wheelbase_m - car.rolling.rear_m;
    Vec2::new(state.velocity_x_m_s, state.velocity_y_m_s + lever_m * state.yaw_rate_rad_s)
}

/// A wheel that stands in a sub-step does so from its beginning, whatever it still had.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn standing<R: Real>(mode: &AckermannMode<R>, state: &AckermannState<R>) -> AckermannState<R> {
    let zero = R::zero();
    AckermannState {
        front_spin_rad_s: R::select(mode.front_direction.eq(zero), zero, state.front_spin_rad_s),
        rear_spin_rad_s: R::select(mode.rear_direction.eq(zero), zero, state.rear_spin_rad_s),
        ..*state
    }
}

/// Kinetic friction over its largest value: -s / |s|, and in either direction less below the slip speed at
/// which it would turn that slip round within a sub-step. Along the wheel, which is light, that is far more
/// than across it, where the whole car moves. A slide begins with the direction in which it starts.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn against<R: Real>(slip: Vec2<R>, smooth: Vec2<R>, start: Vec2<R>) -> Vec2<R> {
    let size = slip.quick_norm().max(R::lit(1e-30));
    let way = Vec2::new(slip.x / size.max(smooth.x), slip.y / size.max(smooth.y)) + start;
    way.scale(-(R::one() / way.quick_norm().max(R::one())))
}

/// The directions in which slides start.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn starts<R: Real>(mode: &AckermannMode<R>) -> [Vec2<R>; 2] {
    [Vec2::new(mode.front_start_x, mode.front_start_y), Vec2::new(mode.rear_start_x, mode.rear_start_y)]
}

/// The slip speeds along and across the wheels below which kinetic friction is smoothed, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn smoothing<R: Real>(mode: &AckermannMode<R>) -> [Vec2<R>; 2] {
    [
        Vec2::new(mode.front_smooth_x_m_s, mode.front_smooth_y_m_s),
        Vec2::new(mode.rear_smooth_x_m_s, mode.rear_smooth_y_m_s),
    ]
}

/// Drive torque of an axle, N.m: as much as the throttle asks for, at most the largest torque and
/// what the largest power gives at its speed; none beyond the fastest spin.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn drive_torque<R: Real>(
    car: &AckermannCar<R>,
    command: &Command<R>,
    share: R,
    spin_rad_s: R,
) -> R {
    let (sense, fastest) = (command.gear.sign(), car.drive.fastest_spin_rad_s);
    let room = (fastest - sense * spin_rad_s) / (R::lit(LIMITER_BAND) * fastest);
    let opened = command.throttle * (R::one() - command.clutch) * room.clamp(R::zero(), R::one());
    share * ideal_drive(opened, sense * car.drive.largest_torque_nm, car.drive.largest_power_w, spin_rad_s)
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn holding_capacity<R: Real>(axle: &AckermannAxle<R>, command: &Command<R>, rolling_nm: R) -> R {
    command.brake * axle.brake_torque_nm + command.handbrake * axle.handbrake_torque_nm + rolling_nm
}

/// Both axles.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn axles<R: Real>(
    car: &AckermannCar<R>,
    mode: &AckermannMode<R>,
    state: &AckermannState<R>,
    command: &Command<R>,
    surface: &Surface<R>,
    steer: Direction<R>,
) -> [Axle<R>; 2] {
    let of = &car.rolling;
    let weight = of.mass_kg * surface.normal_gravity_m_s2();
    let front_share = of.rear_m / of.wheelbase_m;
    let [front_slip, rear_slip] = slips(car, state, steer);
    let front_load = weight * front_share;
    let rear_load = weight * (R::one() - front_share);
    let front_limit = car.front.friction * surface.grip * front_load;
    let rear_limit = car.rear.friction * surface.grip * rear_load;
    let [front_start, rear_start] = starts(mode);
    let [front_smooth, rear_smooth] = smoothing(mode);
    let front_against = against(front_slip, front_smooth, front_start);
    let rear_against = against(rear_slip, rear_smooth, rear_start);
    let front_rolling = car.front.rolling_resistance * surface.rolling * front_load * of.front_radius_m;
    let rear_rolling = car.rear.rolling_resistance * surface.rolling * rear_load * of.rear_radius_m;
    let share = car.drive.front_share;
    [
        Axle {
            slip: front_slip,
            sliding: front_against.scale(car.front.kinetic_share * front_limit),
            drive_nm: drive_torque(car, command, share, state.front_spin_rad_s),
            holding_nm: holding_capacity(&car.front, command, front_rolling),
            load_n: front_load,
            limit_n: front_limit,
        },
        Axle {
            slip: rear_slip,
            sliding: rear_against.scale(car.rear.kinetic_share * rear_limit),
            drive_nm: drive_torque(car, command, R::one() - share, state.rear_spin_rad_s),
            holding_nm: holding_capacity(&car.rear, command, rear_rolling),
            load_n: rear_load,
            limit_n: rear_limit,
        },
    ]
}

/// Body and wheels behind the contacts. Standing wheels do not turn, whatever pushes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn bodies<R: Real>(
    car: &AckermannCar<R>,
    stands: [R::Mask; 2],
    both_grip: R::Mask,
    steer: Direction<R>,
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
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn resistance<R: Real>(
    car: &AckermannCar<R>,
    state: &AckermannState<R>,
    surface: &Surface<R>,
    heading: Direction<R>,
) -> Vec2<R> {
    let factor = aero::drag_factor(R::one(), car.drive.drag_area_m2, surface.air_density_kg_m3);
    let wind = surface.wind(heading);
    let velocity = Vec2::new(state.velocity_x_m_s, state.velocity_y_m_s);
    let linear = car.drive.linear_resistance_n_s_m;
    aero::monster_drag(factor, velocity + wind)
        + Vec2::new(aero::linear_resistance(linear, velocity.x), aero::linear_resistance(linear, velocity.y))
}

/// The velocities after impulses of both tyres. Standing wheels stand.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn pushed<R: Real>(
    car: &AckermannCar<R>,
    state: &AckermannState<R>,
    [front, rear]: [Vec2<R>; 2],
    stands: [R::Mask; 2],
    steer: Direction<R>,
) -> AckermannState<R> {
    let of = &car.rolling;
    let pushed = front.to_parent(steer);
    let yaw = (of.wheelbase_m - of.rear_m) * pushed.y - of.rear_m * rear.y;
    let front_spin = state.front_spin_rad_s - front.x * of.front_radius_m / of.front_inertia_kg_m2;
    let rear_spin = state.rear_spin_rad_s - rear.x * of.rear_radius_m / of.rear_inertia_kg_m2;
    AckermannState {
        velocity_x_m_s: state.velocity_x_m_s + (pushed.x + rear.x) / of.mass_kg,
        velocity_y_m_s: state.velocity_y_m_s + (pushed.y + rear.y) / of.mass_kg,
        yaw_rate_rad_s: state.yaw_rate_rad_s + yaw / of.yaw_inertia_kg_m2,
        front_spin_rad_s: R::select(stands[0], state.front_spin_rad_s, front_spin),
        rear_spin_rad_s: R::select(stands[1], state.rear_spin_rad_s, rear_spin),
        ..*state
    }
}
