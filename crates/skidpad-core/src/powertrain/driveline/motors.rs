//! The electric motors: what their controllers ask of them for the coming sub-step.

use super::differential::{FRONT, REAR};
use super::{DrivelineCar, DrivelineDemand, DrivelineMode, DrivelineSpeeds, MotorData};
use crate::each_wheel;
use crate::math::{Mask, Real};
use crate::powertrain::gearing::efficiency_seen;
use crate::powertrain::motor_torque;
use crate::wheels::Wheels;

/// The torque that feeds back at a motor's shaft, N.m, at least 0: `asked` in [0, 1] of the largest torque, within the
/// power, and no more than `stop_nm`, which would stop what turns within a few steps: it never pushes past zero.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn regeneration<R: Real>(asked: R, [torque_nm, power_w]: [R; 2], speed_rad_s: R, stop_nm: R) -> R {
    let speed = speed_rad_s.abs();
    let limit = torque_nm.min(power_w / speed.max(R::lit(1e-3)));
    (asked * limit).min(stop_nm)
}

/// Commands to the motors.
struct MotorDemand<R> {
    throttle: R,
    regenerate: R,
    /// 1 forwards, -1 backwards and 0 in neutral.
    sense: R,
}

impl<R: Real> MotorDemand<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(mode: &DrivelineMode<R>, demand: &DrivelineDemand<R>) -> Self {
        Self { throttle: demand.throttle, regenerate: demand.regeneration, sense: mode.gear.sign() }
    }
}

/// The torque of a motor behind its gears, N.m, on what turns at `speed_rad_s` and has `carried_kg_m2`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn torque_behind_gears<R: Real>(
    motor: &MotorData<R>,
    demand: &MotorDemand<R>,
    speed_rad_s: R,
    carried_kg_m2: R,
    step_s: R,
) -> R {
    let MotorDemand { throttle, regenerate, sense } = *demand;
    let shaft_speed = motor.ratio * speed_rad_s;
    let drive = throttle * sense * motor_torque(motor.torque_nm, motor.power_w, shaft_speed);
    let lifted = motor.lift_off_share * (R::one() - throttle);
    let asked = regenerate.max(lifted) * sense.abs();
    let limits = [motor.regeneration_nm, motor.regeneration_w];
    // Its gears' losses help to brake.
    let stop =
        stopping_nm(carried_kg_m2, speed_rad_s, step_s) * motor.efficiency / motor.ratio.max(R::lit(1e-6));
    let shaft = drive - shaft_speed.sign() * regeneration(asked, limits, shaft_speed, stop);
    motor.ratio * efficiency_seen(motor.efficiency, shaft, shaft_speed) * shaft
}

/// The torque that stops an inertia within two steps, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
fn stopping_nm<R: Real>(inertia_kg_m2: R, speed_rad_s: R, step_s: R) -> R {
    R::lit(0.5) * inertia_kg_m2 * speed_rad_s.abs() / step_s
}

/// The mode with the torques that the motors' controllers hold over the coming sub-step.
///
/// The branches ask only whether any car of the block has such motors: each gets the same with either.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn held<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    demand: &DrivelineDemand<R>,
) -> DrivelineMode<R> {
    let zero = R::zero();
    let mut next = DrivelineMode {
        engine_back_nm: zero,
        front_motor_nm: zero,
        rear_motor_nm: zero,
        front_left_motor_nm: zero,
        front_right_motor_nm: zero,
        rear_left_motor_nm: zero,
        rear_right_motor_nm: zero,
        ..*mode
    };
    let is_motor = car.engine.is_motor.is_set();
    if is_motor.any() {
        next.engine_back_nm = R::select(is_motor, engine_back_nm(car, mode, speeds, demand), zero);
    }
    let on_axles = car.front_motor.works() | car.rear_motor.works();
    if on_axles.any() {
        let [front_nm, rear_nm] = axle_motors_nm(car, mode, speeds, demand);
        next.front_motor_nm = R::select(on_axles, front_nm, zero);
        next.rear_motor_nm = R::select(on_axles, rear_nm, zero);
    }
    let at_hubs = car.front_hub_motor.works() | car.rear_hub_motor.works();
    if at_hubs.any() {
        let hubs = hub_motors_nm(car, mode, speeds, demand);
        next.front_left_motor_nm = R::select(at_hubs, hubs.front_left, zero);
        next.front_right_motor_nm = R::select(at_hubs, hubs.front_right, zero);
        next.rear_left_motor_nm = R::select(at_hubs, hubs.rear_left, zero);
        next.rear_right_motor_nm = R::select(at_hubs, hubs.rear_right, zero);
    }
    next
}

/// Torque that a motor in the engine's place feeds back, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
fn engine_back_nm<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    demand: &DrivelineDemand<R>,
) -> R {
    let (control, engine) = (&car.control, speeds.engine_rad_s);
    let lifted = control.lift_off_share * (R::one() - demand.throttle);
    regeneration(
        demand.regeneration.max(lifted) * mode.gear.sign().abs(),
        [control.regeneration_nm, control.regeneration_w],
        engine,
        stopping_nm(car.engine.inertia_kg_m2, engine, car.layout.longest_step_s),
    )
}

/// Torques of the motors of front and rear axle behind their gears, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
fn axle_motors_nm<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    demand: &DrivelineDemand<R>,
) -> [R; 2] {
    let (two, step) = (R::lit(2.0), car.layout.longest_step_s);
    let asked = MotorDemand::new(mode, demand);
    let (inertia, carriers) = (car.wheel_inertia_kg_m2(), car.shafts(&speeds.wheels_rad_s).carriers_rad_s);
    let front_kg_m2 = two * inertia.front_left + car.front_motor.reflected_kg_m2();
    let rear_kg_m2 = two * inertia.rear_left + car.rear_motor.reflected_kg_m2();
    [
        torque_behind_gears(&car.front_motor, &asked, carriers[FRONT], front_kg_m2, step),
        torque_behind_gears(&car.rear_motor, &asked, carriers[REAR], rear_kg_m2, step),
    ]
}

/// Torques of the wheels' motors behind their gears, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
fn hub_motors_nm<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    demand: &DrivelineDemand<R>,
) -> Wheels<R> {
    let (step, spins) = (car.layout.longest_step_s, speeds.wheels_rad_s.in_a_row());
    let asked = MotorDemand::new(mode, demand);
    let inertias = car.wheel_inertia_kg_m2().in_a_row();
    let (front, rear) = (&car.front_hub_motor, &car.rear_hub_motor);
    let motors = [front, front, rear, rear];
    Wheels::from_row(each_wheel!(W => torque_behind_gears(motors[W], &asked, spins[W], inertias[W], step)))
}
