//! What grips, what slides and what stands: decided once per sub-step, never inside the integrator.

use super::axles::{bodies, pushed, slips};
use super::car::AckermannCar;
use super::contact::Contacts;
use super::instant::evaluate;
use super::records::{AckermannMode, AckermannState};
use super::regrip;
use skidpad_core::controls::Command;
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::record::Flag;
use skidpad_core::surface::Surface;

/// The longest sub-step, s. The slip speed below which kinetic friction is smoothed grows with it:
/// for a car about 0.1 m/s along wheels that turn, 0.01 m/s across.
pub(super) const STEP_S: f64 = 0.001;
/// The slowest slip at which kinetic friction is whole, over what it would change the slip by in a
/// sub-step; 0.36 is where RK4 would become unstable.
const SMOOTH_SHARE: f64 = 0.5;
/// Forces below it, N, have no direction.
const LEAST_N: f64 = 1e-30;

/// What is decided before any tyre gives way: the steering rate, which wheels turn, and which axles
/// slide, as the state has it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn begin<R: Real>(
    car: &AckermannCar<R>,
    mode: &AckermannMode<R>,
    state: &AckermannState<R>,
    command: &Command<R>,
    surface: &Surface<R>,
    dt_s: R,
) -> AckermannMode<R> {
    let zero = R::zero();
    let of = &car.rolling;
    let lock = car.drive.largest_steer_rad;
    let wished = command.steer_rad.clamp(-lock, lock);
    let fastest = car.drive.largest_steer_rate_rad_s;
    let turns = AckermannMode {
        front_direction: state.front_spin_rad_s.sign(),
        rear_direction: state.rear_spin_rad_s.sign(),
        ..*mode
    };
    let probe = evaluate(car, &turns, state, command, surface).1;
    // How much an impulse of the tyre changes its slip, at most: across, where both axles move the body,
    // and along, where its own wheels turn as well.
    let front_body = body_mobility(car, of.wheelbase_m - of.rear_m);
    let rear_body = body_mobility(car, of.rear_m);
    let front_mobility = front_body + of.front_radius_m.square() / of.front_inertia_kg_m2;
    let rear_mobility = rear_body + of.rear_radius_m.square() / of.rear_inertia_kg_m2;
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
    let front_reach = front_mobility * probe.front_limit_n * reach_s;
    let rear_reach = rear_mobility * probe.rear_limit_n * reach_s;
    let front_slip = Vec2::new(probe.front_slip_x_m_s, probe.front_slip_y_m_s).quick_norm();
    let rear_slip = Vec2::new(probe.rear_slip_x_m_s, probe.rear_slip_y_m_s).quick_norm();
    let front_slides = mode.front_slides.or(front_slip.gt(front_reach));
    let rear_slides = mode.rear_slides.or(rear_slip.gt(rear_reach));
    AckermannMode {
        front_slides,
        rear_slides,
        front_start_x: zero,
        front_start_y: zero,
        rear_start_x: zero,
        rear_start_y: zero,
        front_smooth_x_m_s: slowest_whole(front_mobility, front_kinetic, dt_s),
        front_smooth_y_m_s: slowest_whole(front_body, front_kinetic, dt_s),
        rear_smooth_x_m_s: slowest_whole(rear_mobility, rear_kinetic, dt_s),
        rear_smooth_y_m_s: slowest_whole(rear_body, rear_kinetic, dt_s),
        front_grip_n_s: probe.front_limit_n * dt_s,
        rear_grip_n_s: probe.rear_limit_n * dt_s,
        front_direction: turning(front_slides, state.front_spin_rad_s, front_stop, probe.front_holding_nm),
        rear_direction: turning(rear_slides, state.rear_spin_rad_s, rear_stop, probe.rear_holding_nm),
        steer_rate_rad_s: ((wished - state.front_steer_rad) / dt_s).clamp(-fastest, fastest),
    }
}

/// Mobility of the body at the end of a lever from its centre of mass, at most, 1/kg.
#[cfg_attr(not(debug_assertions), inline(always))]
fn body_mobility<R: Real>(car: &AckermannCar<R>, lever_m: R) -> R {
    let of = &car.rolling;
    R::lit(2.0) * (R::one() / of.mass_kg + lever_m.square() / of.yaw_inertia_kg_m2)
}

/// The slowest slip at which kinetic friction is whole, m/s.
#[cfg_attr(not(debug_assertions), inline(always))]
fn slowest_whole<R: Real>(mobility: R, kinetic_n: R, dt_s: R) -> R {
    R::lit(SMOOTH_SHARE) * mobility * kinetic_n * dt_s
}

/// What constraints make of the end of a sub-step: wheels that their brakes stop stand, and axles whose
/// slip friction has stopped grip.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn settle<R: Real>(
    car: &AckermannCar<R>,
    mode: &AckermannMode<R>,
    before: &AckermannState<R>,
    after: &AckermannState<R>,
) -> (AckermannMode<R>, AckermannState<R>) {
    let zero = R::zero();
    let mut state = *after;
    let front_stands = stops(mode.front_direction, after.front_spin_rad_s);
    let rear_stands = stops(mode.rear_direction, after.rear_spin_rad_s);
    state.front_spin_rad_s = R::select(front_stands, zero, after.front_spin_rad_s);
    state.rear_spin_rad_s = R::select(rear_stands, zero, after.rear_spin_rad_s);
    let stands = [front_stands, rear_stands];
    let steer = Direction::at_angle(state.front_steer_rad);

    let still = slips(car, &state, steer);
    let was = regrip::slips_before(car, mode, before);
    let grips = regrip::grips(car, mode, [was, still], stands, steer);

    let both = grips[0] & grips[1];
    let contacts = Contacts::new(&bodies(car, stands, both, steer));
    let impulses = contacts.solve(grips, still, [Vec2::zero(), Vec2::zero()]);
    let mut state = pushed(car, &state, impulses, stands, steer);
    let rests = both & (stands[0] | stands[1]);
    state.velocity_x_m_s = R::select(rests, zero, state.velocity_x_m_s);
    state.velocity_y_m_s = R::select(rests, zero, state.velocity_y_m_s);
    state.yaw_rate_rad_s = R::select(rests, zero, state.yaw_rate_rad_s);
    state.front_spin_rad_s = R::select(rests, zero, state.front_spin_rad_s);
    state.rear_spin_rad_s = R::select(rests, zero, state.rear_spin_rad_s);
    let mut mode = *mode;
    mode.front_slides = Flag::from(true).unless(grips[0]);
    mode.rear_slides = Flag::from(true).unless(grips[1]);
    mode.front_start_x = zero;
    mode.front_start_y = zero;
    mode.rear_start_x = zero;
    mode.rear_start_y = zero;
    (mode, state)
}

/// Whether a wheel stands at the end of a sub-step: it stood, or came to a stop and would have
/// turned round. If it is to turn the other way it starts in the next.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn stops<R: Real>(direction: R, spin_rad_s: R) -> R::Mask {
    (direction * spin_rad_s).lt(R::zero()) | direction.eq(R::zero())
}

/// One look at what tyres and brakes must hold: a standing wheel whose brake cannot hold it starts
/// to turn, and of the axles that grip beyond F_max the one that is further beyond starts to slide,
/// against the force that it could not hold.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn release<R: Real>(
    car: &AckermannCar<R>,
    mode: &AckermannMode<R>,
    state: &AckermannState<R>,
    command: &Command<R>,
    surface: &Surface<R>,
) -> AckermannMode<R> {
    let (one, least) = (R::one(), R::lit(LEAST_N));
    let of = &car.rolling;
    let probe = evaluate(car, mode, state, command, surface).1;
    let front_free = probe.front_drive_torque_nm - probe.front_force_x_n * of.front_radius_m;
    let rear_free = probe.rear_drive_torque_nm - probe.rear_force_x_n * of.rear_radius_m;
    let mut next = *mode;
    next.front_direction =
        starts(mode.front_direction, state.front_spin_rad_s, front_free, probe.front_holding_nm);
    next.rear_direction =
        starts(mode.rear_direction, state.rear_spin_rad_s, rear_free, probe.rear_holding_nm);

    let front = Vec2::new(probe.front_force_x_n, probe.front_force_y_n);
    let rear = Vec2::new(probe.rear_force_x_n, probe.rear_force_y_n);
    let front_used = use_of_limit(front, mode.front_slides, probe.front_limit_n);
    let rear_used = use_of_limit(rear, mode.rear_slides, probe.rear_limit_n);
    let front_goes = front_used.gt(one) & rear_used.le(front_used);
    let rear_goes = rear_used.gt(one) & front_used.lt(rear_used);
    let front_start = front.scale(-(one / front.quick_norm().max(least)));
    let rear_start = rear.scale(-(one / rear.quick_norm().max(least)));
    next.front_slides = mode.front_slides.or(front_goes);
    next.rear_slides = mode.rear_slides.or(rear_goes);
    next.front_start_x = R::select(front_goes, front_start.x, mode.front_start_x);
    next.front_start_y = R::select(front_goes, front_start.y, mode.front_start_y);
    next.rear_start_x = R::select(rear_goes, rear_start.x, mode.rear_start_x);
    next.rear_start_y = R::select(rear_goes, rear_start.y, mode.rear_start_y);
    next
}

/// Force of a tyre that grips over its limit; 0 of one that slides.
#[cfg_attr(not(debug_assertions), inline(always))]
fn use_of_limit<R: Real>(force: Vec2<R>, slides: Flag<R>, limit_n: R) -> R {
    let used = force.quick_norm() / limit_n.max(R::lit(LEAST_N));
    R::select(slides.is_clear(), used, R::zero())
}

/// The smoothing where it is known which wheels turn: those that stand do not add to the motion along.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn smoothed<R: Real>(mode: &AckermannMode<R>) -> AckermannMode<R> {
    let zero = R::zero();
    let (front_stands, rear_stands) = (mode.front_direction.eq(zero), mode.rear_direction.eq(zero));
    AckermannMode {
        front_smooth_x_m_s: R::select(front_stands, mode.front_smooth_y_m_s, mode.front_smooth_x_m_s),
        rear_smooth_x_m_s: R::select(rear_stands, mode.rear_smooth_y_m_s, mode.rear_smooth_x_m_s),
        ..*mode
    }
}

/// The sense of a standing wheel's rotation where its brake does not hold it: on as before, or as the
/// torque on it has it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn starts<R: Real>(direction: R, spin_rad_s: R, free_nm: R, holding_nm: R) -> R {
    let gives_way = direction.eq(R::zero()) & free_nm.abs().gt(holding_nm);
    let sense = R::select(spin_rad_s.eq(R::zero()), free_nm.sign(), spin_rad_s.sign());
    R::select(gives_way, sense, direction)
}

/// The sense of a wheel's rotation: 0 where its axle slides and its brake stops it in the sub-step.
/// It would else be turned backwards for the rest of it, and its tyre push the car on.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn turning<R: Real>(slides: Flag<R>, spin_rad_s: R, needed_nm: R, holding_nm: R) -> R {
    let stops = slides.is_set() & needed_nm.abs().le(holding_nm);
    R::select(stops, R::zero(), spin_rad_s.sign())
}
