//! The discrete state, once per sub-step: first what is known without the torques, then what one evaluation of them decides.

use super::differential::each_differential;
use super::engine_control;
use super::gearbox::{request, wheels_spin};
use super::motors::held;
use super::solve::{clutch_point, second_capacity};
use super::{DrivelineCar, DrivelineDemand, DrivelineMode, DrivelineSpeeds, DrivelineTorque, WheelLoads};
use crate::each_wheel;
use crate::friction::released;
use crate::math::Real;
use crate::powertrain::ShiftSpeeds;
use crate::record::Flag;
use crate::wheels::Wheels;

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
    let (zero, engine) = (R::zero(), speeds.engine_rad_s);
    let shafts = car.shafts(&speeds.wheels_rad_s);
    let output = shafts.output_rad_s();
    let mut next = shifted(car, mode, speeds, demand, dt_s);
    next.second_closed = second_closed(car, &next);
    let input = next.overall_ratio * output;
    let clutch = car.clutch_with_conditions();
    next = next.with_clutch(&clutch.launch(&next.clutch(), input));
    let capacity = clutch.capacity_nm(&next.clutch(), &clutch_point(car, &next, demand, engine, input));
    let is_open = capacity.le(zero) | car.converter.is_fitted.is_set();
    next = engine_control::advance(car, &next, demand, engine, is_open);
    next = held(car, &next, speeds, demand).looked_up(car, engine, input);

    next = next.with_clutch(&clutch.begin(&next.clutch(), &clutch_point(car, &next, demand, engine, input)));
    next.second_direction = R::select(
        second_capacity(car, &next, demand).gt(zero),
        (engine - next.second_ratio * output).sign(),
        zero,
    );
    let spins = speeds.wheels_rad_s.in_a_row();
    next = next.with_wheel_directions(&Wheels::from_row(each_wheel!(W => spins[W].sign())));
    let (data, states) = (car.differentials(), mode.differentials());
    next.with_differentials(&each_differential!(D => states[D].begin(data[D], shafts.differences_rad_s[D])))
}

/// The mode with the gearbox's shift advanced.
#[cfg_attr(not(debug_assertions), inline(always))]
fn shifted<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    demand: &DrivelineDemand<R>,
    dt_s: R,
) -> DrivelineMode<R> {
    let zero = R::zero();
    let output = car.output_rad_s(&speeds.wheels_rad_s);
    let spin = wheels_spin(car, &speeds.wheels_rad_s, output);
    let shift_speeds = ShiftSpeeds {
        engine_rad_s: speeds.engine_rad_s,
        input_rad_s: mode.overall_ratio * output,
        wheels_spin: Flag::new(spin),
    };
    let wanted = request(car, mode, demand, speeds.engine_rad_s, output);
    let shift = car.shift.advance(&mode.shift_state(), &wanted, demand.accelerator, &shift_speeds, dt_s);
    let changed = (shift.gear - mode.gear).abs().gt(R::lit(0.5));
    let runs = shift.shift_timer_s.gt(zero);
    DrivelineMode {
        gear: shift.gear,
        target_gear: shift.target_gear,
        shift_timer_s: shift.shift_timer_s,
        overall_ratio: car.gears.overall(shift.gear),
        second_ratio: R::select(runs, car.gears.overall(shift.target_gear), zero),
        engaged: mode.engaged.unless(changed),
        handed_over: mode.handed_over.and(runs),
        ..*mode
    }
}

/// Share to which a dual-clutch gearbox has closed the coming gear's clutch, 0 to 1: in proportion to the time.
#[cfg_attr(not(debug_assertions), inline(always))]
fn second_closed<R: Real>(car: &DrivelineCar<R>, mode: &DrivelineMode<R>) -> R {
    let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
    let runs = mode.shift_timer_s.gt(zero) & car.control.dual_clutch.is_set();
    // Out of neutral or into it there is nothing to hand over.
    let both = (mode.gear * mode.target_gear).gt(half);
    let done = one - mode.shift_timer_s / car.shift.shift_time_s.max(R::lit(1e-9));
    R::select(runs & both, done.clamp(zero, one), zero)
}

/// Decisions of one evaluation of the torques: what is at rest, what sticks, what slips and which way. `torque` is what
/// [`solve`](super::solve) gives with the mode of [`begin`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn decide<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    loads: &WheelLoads<R>,
    torque: &DrivelineTorque<R>,
    demand: &DrivelineDemand<R>,
) -> DrivelineMode<R> {
    let (data, states, inside) = (car.differentials(), mode.differentials(), &torque.inside);
    let moved = [inside.front_moved_nm, inside.rear_moved_nm, inside.centre_moved_nm];
    let through = [inside.front_torque_nm, inside.rear_torque_nm, inside.centre_torque_nm];
    let states = each_differential!(D => states[D].decide(data[D], demand.throttle, moved[D], through[D]));
    let (senses, drive) = (mode.wheel_directions().in_a_row(), torque.drive_nm.in_a_row());
    let (free, hold) = (loads.torque_nm.in_a_row(), loads.holding_nm.in_a_row());
    let senses = each_wheel!(W => released(senses[W], drive[W] + free[W], hold[W]));
    let next = mode.with_differentials(&states).with_wheel_directions(&Wheels::from_row(senses));
    coupling(car, &next, speeds, torque, demand)
}

/// Mode with the coupling engaged, slipping or open, and with the engine turning or at rest.
#[cfg_attr(not(debug_assertions), inline(always))]
fn coupling<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    torque: &DrivelineTorque<R>,
    demand: &DrivelineDemand<R>,
) -> DrivelineMode<R> {
    let zero = R::zero();
    let (mut next, inside) = (*mode, &torque.inside);
    let engine = speeds.engine_rad_s;
    let output = car.output_rad_s(&speeds.wheels_rad_s);
    let input = next.overall_ratio * output;
    let slip = engine - input;

    // The second clutch takes over only torque that it moves in the sense of the engine's; once it has all of it, the
    // first one opens, or the two would work against each other.
    let helps = (mode.second_direction * inside.engine_torque_nm).ge(zero);
    next.second_direction = R::select(helps, mode.second_direction, zero);
    let first_nm = R::select(mode.engaged.is_set(), inside.engaged_torque_nm, slip);
    let against = (next.second_direction * first_nm).lt(zero);
    next.handed_over = mode.handed_over.or(against);

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
