//! The discrete things, once per sub-step: first what is known without the torques, then what one look at them decides.

use super::engine_control;
use super::gearbox::{request, wheels_spin};
use super::motors::held;
use super::records::carrier;
use super::solve::{clutch_point, second_capacity};
use super::{
    DifferentialData, DrivelineCar, DrivelineDemand, DrivelineMode, DrivelineSpeeds, DrivelineTorque,
    WheelLoads,
};
use crate::friction::released;
use crate::math::Real;
use crate::powertrain::ShiftSpeeds;
use crate::wheels::Wheels;

/// 1 where it holds, else 0.
#[cfg_attr(not(debug_assertions), inline(always))]
fn flag<R: Real>(mask: R::Mask) -> R {
    R::select(mask, R::one(), R::zero())
}

/// The mode with which to look at the torques: gear, shift and engine are advanced, what turns has its sense, and all
/// that may stay together is taken to be together.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn begin<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    demand: &DrivelineDemand<R>,
    dt_s: R,
) -> DrivelineMode<R> {
    let (zero, half) = (R::zero(), R::lit(0.5));
    let output = car.output_rad_s(&speeds.wheels_rad_s);
    let engine = speeds.engine_rad_s;
    let shift_speeds = ShiftSpeeds {
        engine_rad_s: engine,
        input_rad_s: mode.overall_ratio * output,
        wheels_spin: flag::<R>(wheels_spin(car, &speeds.wheels_rad_s, output)),
    };
    let wanted = request(car, mode, demand, (engine, output));
    let shift = car.shift.advance(&mode.shift_state(), &wanted, demand.accelerator, &shift_speeds, dt_s);
    let changed = (shift.gear - mode.gear).abs().gt(half);
    let runs = shift.shift_timer_s.gt(zero);
    let mut next = DrivelineMode {
        gear: shift.gear,
        target_gear: shift.target_gear,
        shift_timer_s: shift.shift_timer_s,
        overall_ratio: car.gears.overall(shift.gear),
        second_ratio: R::select(runs, car.gears.overall(shift.target_gear), zero),
        engaged: R::select(changed, zero, mode.engaged),
        handed_over: R::select(runs, mode.handed_over, zero),
        ..*mode
    };
    next.second_closed = second_closed(car, &next);
    let input = next.overall_ratio * output;
    let clutch = car.clutch_with_conditions();
    next = next.with_clutch(&clutch.launch(&next.clutch(), input));
    let capacity = clutch.capacity_nm(&next.clutch(), &clutch_point(car, &next, demand, engine, input));
    let is_open = capacity.le(zero) | car.converter.is_fitted.gt(half);
    next = engine_control::advance(car, &next, demand, engine, is_open);
    next = held(car, &next, speeds, demand).looked_up(car, engine, input);

    next = next.with_clutch(&clutch.begin(&next.clutch(), &clutch_point(car, &next, demand, engine, input)));
    next.second_direction = R::select(
        second_capacity(car, &next, demand).gt(zero),
        (engine - next.second_ratio * output).sign(),
        zero,
    );

    let spin = &speeds.wheels_rad_s;
    next = next.with_wheel_directions(&Wheels {
        front_left: spin.front_left.sign(),
        front_right: spin.front_right.sign(),
        rear_left: spin.rear_left.sign(),
        rear_right: spin.rear_right.sign(),
    });
    let front = carrier(&car.front, spin.front_left, spin.front_right);
    let rear = carrier(&car.rear, spin.rear_left, spin.rear_right);
    (next.front_locked, next.front_direction) =
        together(&car.front, mode.front_locked, spin.front_left - spin.front_right);
    (next.rear_locked, next.rear_direction) =
        together(&car.rear, mode.rear_locked, spin.rear_left - spin.rear_right);
    (next.centre_locked, next.centre_direction) = together(&car.centre, mode.centre_locked, front - rear);
    next
}

/// How far a dual-clutch gearbox has closed the coming gear's clutch, 0 to 1: in proportion to the time.
#[cfg_attr(not(debug_assertions), inline(always))]
fn second_closed<R: Real>(car: &DrivelineCar<R>, mode: &DrivelineMode<R>) -> R {
    let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
    let runs = mode.shift_timer_s.gt(zero) & car.control.dual_clutch.gt(half);
    // Out of neutral or into it there is nothing to hand over.
    let both = (mode.gear * mode.target_gear).gt(half);
    let done = one - mode.shift_timer_s / car.shift.shift_time_s.max(R::lit(1e-9));
    R::select(runs & both, done.clamp(zero, one), zero)
}

/// Whether a differential's sides may stay together, and the sense in which they slip otherwise.
#[cfg_attr(not(debug_assertions), inline(always))]
fn together<R: Real>(data: &DifferentialData<R>, locked: R, difference_rad_s: R) -> (R, R) {
    let half = R::lit(0.5);
    let friction = data.has_friction();
    let stays = friction & (locked.gt(half) | difference_rad_s.eq(R::zero()));
    let locked = data.is_locked.gt(half) | stays;
    (flag::<R>(locked), R::select(friction & !locked, difference_rad_s.sign(), R::zero()))
}

/// Whether a differential's clutch carries what its sides ask for, and the sense in which it slips otherwise: that in
/// which the torque drives them apart.
#[cfg_attr(not(debug_assertions), inline(always))]
fn carried<R: Real>(
    data: &DifferentialData<R>,
    (locked, direction): (R, R),
    throttle: R,
    (moved_nm, through_nm): (R, R),
) -> (R, R, R) {
    let half = R::lit(0.5);
    let was = locked.gt(half);
    let holds = data.is_locked.gt(half) | moved_nm.abs().le(data.cap_nm(throttle, through_nm));
    let locked = was & holds;
    let slips = R::select(was, moved_nm.sign(), direction);
    (flag::<R>(locked), R::select(locked, R::zero(), slips), through_nm.sign())
}

/// What one look at the torques decides: what stands, what stays together, what slips and which way. `torque` is what
/// [`solve`](super::solve) gives with the mode of [`begin`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn decide<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    (loads, torque): (&WheelLoads<R>, &DrivelineTorque<R>),
    demand: &DrivelineDemand<R>,
) -> DrivelineMode<R> {
    let mut next = differentials(car, mode, torque, demand.throttle);
    let (sense, drive) = (mode.wheel_directions(), &torque.drive_nm);
    let (free, hold) = (&loads.torque_nm, &loads.holding_nm);
    next = next.with_wheel_directions(&Wheels {
        front_left: released(sense.front_left, drive.front_left + free.front_left, hold.front_left),
        front_right: released(sense.front_right, drive.front_right + free.front_right, hold.front_right),
        rear_left: released(sense.rear_left, drive.rear_left + free.rear_left, hold.rear_left),
        rear_right: released(sense.rear_right, drive.rear_right + free.rear_right, hold.rear_right),
    });
    coupling(car, &next, speeds, torque, demand)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn differentials<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    torque: &DrivelineTorque<R>,
    throttle: R,
) -> DrivelineMode<R> {
    let (mut next, inside) = (*mode, &torque.inside);
    (next.front_locked, next.front_direction, next.front_torque_sign) = carried(
        &car.front,
        (mode.front_locked, mode.front_direction),
        throttle,
        (inside.front_moved_nm, inside.front_torque_nm),
    );
    (next.rear_locked, next.rear_direction, next.rear_torque_sign) = carried(
        &car.rear,
        (mode.rear_locked, mode.rear_direction),
        throttle,
        (inside.rear_moved_nm, inside.rear_torque_nm),
    );
    (next.centre_locked, next.centre_direction, next.centre_torque_sign) = carried(
        &car.centre,
        (mode.centre_locked, mode.centre_direction),
        throttle,
        (inside.centre_moved_nm, inside.centre_torque_nm),
    );
    next
}

/// What of the coupling stays engaged, slips or is open, and what stands of the engine.
#[cfg_attr(not(debug_assertions), inline(always))]
fn coupling<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    torque: &DrivelineTorque<R>,
    demand: &DrivelineDemand<R>,
) -> DrivelineMode<R> {
    let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
    let (mut next, inside) = (*mode, &torque.inside);
    let engine = speeds.engine_rad_s;
    let output = car.output_rad_s(&speeds.wheels_rad_s);
    let input = next.overall_ratio * output;
    let slip = engine - input;

    // The second clutch takes over only torque that it moves in the sense of the engine's; once it has all of it, the
    // first one opens, or the two would work against each other.
    let helps = (mode.second_direction * inside.engine_torque_nm).ge(zero);
    next.second_direction = R::select(helps, mode.second_direction, zero);
    let first_nm = R::select(mode.engaged.gt(half), inside.engaged_torque_nm, slip);
    let against = (next.second_direction * first_nm).lt(zero);
    next.handed_over = R::select(against, one, mode.handed_over);

    let point = clutch_point(car, &next, demand, engine, input);
    let clutch = car.clutch_with_conditions().decide(&mode.clutch(), &point, inside.engaged_torque_nm);
    next = next.with_clutch(&clutch);

    // An engine that stands begins to turn when what turns it is more than what holds it.
    let stands = mode.engine_direction.eq(zero);
    let turns = torque.engine_rate_rad_s2.abs().gt(zero);
    next.engine_direction =
        R::select(stands & turns, torque.engine_rate_rad_s2.sign(), mode.engine_direction);
    next
}
