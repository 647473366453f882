//! Engine, coupling and gears of the model.

use super::StraightLineMode;
use super::StraightLineState;
use crate::controls::Command;
use crate::math::Real;
use crate::powertrain::{Axles, Drive, DriveTorque, Joint, engine_torque};
use crate::spec::{AxleData, Vehicle};

/// What the powertrain does at an instant.
pub(super) struct DriveState<R> {
    pub drive: Drive<R>,
    pub engine_nm: R,
    pub engaged_nm: R,
    pub input_rad_s: R,
    pub torque: DriveTorque<R>,
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn axle_speeds<R: Real>(state: &StraightLineState<R>) -> Axles<R> {
    Axles { front: state.front_spin_rad_s, rear: state.rear_spin_rad_s }
}

/// 1 / inertia of an axle, 1/(kg m^2): 0 while it stands, since what holds it takes the torque.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn mobility<R: Real>(axle: &AxleData<R>, direction: R) -> R {
    R::select(direction.eq(R::zero()), R::zero(), R::one() / axle.inertia_kg_m2)
}

/// What turns on both sides of the coupling.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn joint<R: Real>(car: &Vehicle<R>, mode: &StraightLineMode<R>, input_rad_s: R) -> Joint<R> {
    Joint {
        engine_inertia_kg_m2: car.engine().inertia_kg_m2,
        input_rad_s,
        axle_mobility_1_kg_m2: Axles {
            front: mobility(car.front(), mode.front_direction),
            rear: mobility(car.rear(), mode.rear_direction),
        },
    }
}

/// How much of the drive goes on: 1, or the gearbox's share while a shift runs.
#[cfg_attr(not(debug_assertions), inline(always))]
fn shift_share<R: Real>(car: &Vehicle<R>, mode: &StraightLineMode<R>) -> R {
    R::select(mode.shift_timer_s.gt(R::zero()), car.shift().torque_share, R::one())
}

/// Torque that the clutch can carry, N.m; without bound where the joint is rigid.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn clutch_capacity<R: Real>(
    car: &Vehicle<R>,
    mode: &StraightLineMode<R>,
    command: &Command<R>,
    engine: R,
    input: R,
) -> R {
    let half = R::lit(0.5);
    let closed = (R::one() - command.clutch) * shift_share(car, mode);
    let capacity = car.clutch().capacity(mode.launching, closed, engine, input);
    let in_gear = mode.gear.abs().gt(half) & mode.blown.lt(half);
    R::select(in_gear, capacity, R::zero())
}

/// Engine, coupling and gears: the torques on the axles.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn powertrain<R: Real>(
    car: &Vehicle<R>,
    mode: &StraightLineMode<R>,
    state: &StraightLineState<R>,
    command: &Command<R>,
    road_torque: &Axles<R>,
) -> DriveState<R> {
    let (zero, half) = (R::zero(), R::lit(0.5));
    let drive = car.drive(mode.gear);
    let input = drive.input_speed(&axle_speeds(state));
    let throttle = command.throttle * shift_share(car, mode) * (R::one() - mode.blown);
    let engine_nm = engine_torque(car.engine(), car.torque_curve(), throttle, state.engine_rad_s);
    let engaged_nm = drive.engaged_torque(&joint(car, mode, input), engine_nm, road_torque);
    let capacity = clutch_capacity(car, mode, command, state.engine_rad_s, input);
    let slipping_nm = capacity * mode.clutch_direction;
    let converter = car.converter().torque_within(car.clutch().capacity_nm, state.engine_rad_s, input);
    let has_converter = car.converter().is_fitted.gt(half);
    let in_gear = mode.gear.abs().gt(half);
    // The lock-up clutch works beside the converter until both sides turn together.
    let pump = R::select(in_gear, converter.pump_nm, zero) + slipping_nm;
    let turbine = R::select(in_gear, converter.turbine_nm, zero) + slipping_nm;
    let engaged = mode.engaged.gt(half);
    let taken = R::select(engaged, engaged_nm, R::select(has_converter, pump, slipping_nm));
    let given = R::select(engaged, engaged_nm, R::select(has_converter, turbine, slipping_nm));
    let torque = drive.share_out(taken, given, input);
    DriveState { drive, engine_nm, engaged_nm, input_rad_s: input, torque }
}
