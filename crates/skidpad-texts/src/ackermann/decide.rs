//! What grips, what slides and what stands: decided once per sub-step, never inside the integrator.

use super::axles::{bodies, pushed, slips};
use super::car::AckermannCar;
use super::contact::{Contacts, Pair};
use super::driven::{Ackermann, STEP_S};
use super::records::{AckermannMode, AckermannState};
use super::regrip;
use skidpad_core::controls::Command;
use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::surface::Surface;

/// The slowest slip at which kinetic friction is whole, over what it would change the slip by in a
/// sub-step; 0.36 is where RK4 would become unstable.
const SMOOTH_SHARE: f64 = 0.5;

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
    let probe = Ackermann::evaluate(car, &turns, state, command, surface).1;
    // How much an impulse of the tyre changes its slip, at most: across, where both axles move the body,
    // and along, where its own wheels turn as well.
    let body = |lever: R| R::lit(2.0) * (one / of.mass_kg + lever.square() / of.yaw_inertia_kg_m2);
    let front_body = body(of.wheelbase_m - of.rear_m);
    let rear_body = body(of.rear_m);
    let front_mobility = front_body + of.front_radius_m.square() / of.front_inertia_kg_m2;
    let rear_mobility = rear_body + of.rear_radius_m.square() / of.rear_inertia_kg_m2;
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
    let slides =
        |before: R, x: R, y: R, reach_m_s: R| R::select(Pair::new(x, y).size().gt(reach_m_s), one, before);
    let front_reach = front_mobility * probe.front_limit_n * reach_s;
    let rear_reach = rear_mobility * probe.rear_limit_n * reach_s;
    let front_slides = slides(mode.front_slides, probe.front_slip_x_m_s, probe.front_slip_y_m_s, front_reach);
    let rear_slides = slides(mode.rear_slides, probe.rear_slip_x_m_s, probe.rear_slip_y_m_s, rear_reach);
    AckermannMode {
        front_slides,
        rear_slides,
        front_start_x: zero,
        front_start_y: zero,
        rear_start_x: zero,
        rear_start_y: zero,
        front_smooth_x_m_s: smooth(front_mobility, front_kinetic),
        front_smooth_y_m_s: smooth(front_body, front_kinetic),
        rear_smooth_x_m_s: smooth(rear_mobility, rear_kinetic),
        rear_smooth_y_m_s: smooth(rear_body, rear_kinetic),
        front_grip_n_s: probe.front_limit_n * dt_s,
        rear_grip_n_s: probe.rear_limit_n * dt_s,
        front_direction: turning(front_slides, state.front_spin_rad_s, front_stop, probe.front_holding_nm),
        rear_direction: turning(rear_slides, state.rear_spin_rad_s, rear_stop, probe.rear_holding_nm),
        steer_rate_rad_s: ((wished - state.front_steer_rad) / dt_s).clamp(-fastest, fastest),
    }
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
    let (zero, one) = (R::zero(), R::one());
    let mut state = *after;
    let front_stands = stops(mode.front_direction, after.front_spin_rad_s);
    let rear_stands = stops(mode.rear_direction, after.rear_spin_rad_s);
    state.front_spin_rad_s = R::select(front_stands, zero, after.front_spin_rad_s);
    state.rear_spin_rad_s = R::select(rear_stands, zero, after.rear_spin_rad_s);
    let stands = [front_stands, rear_stands];
    let (sin, cos) = state.front_steer_rad.sin_cos();

    let still = slips(car, &state, [sin, cos]);
    let was = regrip::slips_before(car, mode, before);
    let grips = regrip::grips(car, mode, (was, still), stands, [sin, cos]);

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
    let front_start = front.times(-(one / front.size().max(least)));
    let rear_start = rear.times(-(one / rear.size().max(least)));
    next.front_slides = R::select(front_goes, one, mode.front_slides);
    next.rear_slides = R::select(rear_goes, one, mode.rear_slides);
    next.front_start_x = R::select(front_goes, front_start.x, mode.front_start_x);
    next.front_start_y = R::select(front_goes, front_start.y, mode.front_start_y);
    next.rear_start_x = R::select(rear_goes, rear_start.x, mode.rear_start_x);
    next.rear_start_y = R::select(rear_goes, rear_start.y, mode.rear_start_y);
    next
}

/// The smoothing where it is known which wheels turn: those that stand do not add to the motion along.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn smoothed<R: Real>(mode: &AckermannMode<R>) -> AckermannMode<R> {
    let along = |direction: R, x: R, y: R| R::select(direction.eq(R::zero()), y, x);
    AckermannMode {
        front_smooth_x_m_s: along(mode.front_direction, mode.front_smooth_x_m_s, mode.front_smooth_y_m_s),
        rear_smooth_x_m_s: along(mode.rear_direction, mode.rear_smooth_x_m_s, mode.rear_smooth_y_m_s),
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
pub(super) fn turning<R: Real>(slides: R, spin_rad_s: R, needed_nm: R, holding_nm: R) -> R {
    let stops = slides.gt(R::lit(0.5)) & needed_nm.abs().le(holding_nm);
    R::select(stops, R::zero(), spin_rad_s.sign())
}
