//! Drive and brakes: the wheels' longitudinal forces, within what tyres, load transfer and
//! rider allow.

use super::data::MotorcycleCar;
use super::records::{MotorcycleInput, MotorcycleMode};
use super::rider::{STOPPIE_SHARE, WHEELIE_SHARE, lengthwise_share};
use super::stand::Stand;
use super::tyres::Rolling;
use crate::brakes::{applied, holding_torque, rolling_resistance_n};
use crate::chassis::LoadTransfer;
use crate::math::Real;
use crate::spec::AxleData;
use crate::surface::Surface;

/// Forces over load along the wheels, and what holds them back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lengthwise<R> {
    pub front_over_load: R,
    pub rear_over_load: R,
    pub traction_limited: R,
    pub wheelie_limited: R,
    pub stoppie_limited: R,
    pub capacity_n: R,
}

/// Most that the brakes of a wheel can hold, N.
#[cfg_attr(not(debug_assertions), inline(always))]
fn brakes<R: Real>(axle: &AxleData<R>, input: &MotorcycleInput<R>) -> R {
    applied(input.brake, input.handbrake, axle.brake_torque_nm, axle.handbrake_torque_nm) / axle.radius_m
}

/// How far the brake of a moving motorcycle works on a wheel: fully while it rolls with the motion, less
/// when it moves nearly broadside, not at all against it: a brake never gives energy.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rolls<R: Real>(wheel: &Rolling<R>, direction: R) -> R {
    let speed = wheel.along_m_s.abs() + wheel.across_m_s.abs();
    (R::lit(10.0) * direction * wheel.along_m_s / speed.max(R::lit(1e-9))).clamp(R::zero(), R::one())
}

/// How far a wheel of a standing motorcycle holds: a wheel that slides with the machine, sideways and
/// steered, in the sense of the force is let go within a micrometre a second.
#[cfg_attr(not(debug_assertions), inline(always))]
fn holds<R: Real>(wheel: &Rolling<R>, force: R) -> R {
    (R::one() - force.sign() * wheel.along_m_s * R::lit(1e6)).clamp(R::zero(), R::one())
}

/// A demand within -low and high, and whether it was more.
#[cfg_attr(not(debug_assertions), inline(always))]
fn held<R: Real>(demand: R, low: R, high: R) -> (R, R) {
    let kept = demand.clamp(-low, high);
    (kept, R::select(kept.eq(demand), R::zero(), R::one()))
}

/// 1 where a demand is more than what lifts the other wheel, and the tyre would carry it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn lifts<R: Real>(demand: R, limit: R, grip: R) -> R {
    R::select(demand.gt(limit) & limit.le(grip), R::one(), R::zero())
}

/// The forces over load. `front_across`: the front force over load across; `free_n`: all forces along the
/// machine but those of the wheels' brakes, the drive among them.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn lengthwise<R: Real>(
    (car, mode, input, surface): (&MotorcycleCar<R>, &MotorcycleMode<R>, &MotorcycleInput<R>, &Surface<R>),
    stand: &Stand<R>,
    transfer: &LoadTransfer<R>,
    front_across: R,
    (drive_n, free_n): (R, R),
) -> Lengthwise<R> {
    let (zero, one) = (R::zero(), R::one());
    let vehicle = car.vehicle();
    let (front, rear) = (vehicle.front(), vehicle.rear());
    let front_static = transfer.front_share * transfer.weight_n;
    let (front_brakes, rear_brakes) = (brakes(front, input), brakes(rear, input));
    let front_rolling = front.rolling_resistance * surface.rolling;
    let rear_rolling = rear.rolling_resistance * surface.rolling;
    let rear_static = transfer.weight_n - front_static;
    let rolling_n = rolling_resistance_n(front.rolling_resistance, surface.rolling, front_static)
        + rolling_resistance_n(rear.rolling_resistance, surface.rolling, rear_static);
    let all = front_brakes + rear_brakes + rolling_n;
    // At rest the wheels hold what they must, in proportion to what they can.
    let direction = mode.direction;
    let stands = direction.eq(zero);
    let holding = holding_torque(all, direction, free_n) / all.max(R::lit(1e-30));
    let front_share = R::select(
        stands,
        holding * holds(&stand.front, holding),
        -(direction * rolls(&stand.front, direction)),
    );
    let rear_share = R::select(
        stands,
        holding * holds(&stand.rear, holding),
        -(direction * rolls(&stand.rear, direction)),
    );
    let (front_n, rear_n) = (front_share * front_brakes, rear_share * rear_brakes + drive_n);
    // Rolling resistance, over load.
    let (front_rolls, rear_rolls) = (front_share * front_rolling, rear_share * rear_rolling);

    // The loads in balance with these forces.
    let weight = transfer.weight_n;
    let lever = transfer.height_over_wheelbase;
    let steer_cos = stand.steer.cos;
    let by_slip = (one - lever * front_across * stand.steer.sin).max(R::lit(0.1));
    let least = R::lit(1e-3) * weight + R::lit(1e-9);
    let by_rolling = lever * (front_rolls * steer_cos - rear_rolls);
    let front_load = (front_static - lever * (front_n * steer_cos + rear_n + rear_rolls * weight))
        / (by_slip + by_rolling).max(R::lit(0.1));
    let front_load = front_load.clamp(least, (weight - least).max(least));

    let rider = input.rider;
    let front_across_grip = front.lateral_friction * surface.grip;
    let rear_across_grip = rear.lateral_friction * surface.grip;
    let share = lengthwise_share(rider, front_across_grip.min(rear_across_grip), stand.lean);
    let (front_most, rear_most) =
        (share * front.friction * surface.grip, share * rear.friction * surface.grip);
    let wheelie = share * (one - rider * R::lit(1.0 - WHEELIE_SHARE)) * transfer.front_share / lever;
    let stoppie = share * (one - rider * R::lit(1.0 - STOPPIE_SHARE)) * (one - transfer.front_share) / lever;

    // The wheel with the larger force first: where it is held back, the loads are others for the second.
    let rear_first = rear_n.abs().ge(front_n.abs());
    let rear_asked = rear_n / (weight - front_load).max(least) + rear_rolls;
    let (rear_kept, rear_held) = held(rear_asked, rear_most, rear_most.min(wheelie));
    let with_rear = (front_static - lever * (front_n * steer_cos + rear_kept * weight))
        / (by_slip + lever * (front_rolls * steer_cos - rear_kept)).max(R::lit(0.1));
    let changed = rear_first & rear_held.gt(zero);
    let front_asked = front_n / R::select(changed, with_rear, front_load).max(least) + front_rolls;
    let (front_kept, front_held) = held(front_asked, front_most.min(stoppie), front_most);
    let with_front = (front_static - lever * (rear_n + rear_rolls * weight))
        / (by_slip + lever * (front_kept * steer_cos - rear_rolls)).max(R::lit(0.1));
    let changed = !rear_first & front_held.gt(zero);
    let second = rear_n / (weight - with_front).max(least) + rear_rolls;
    let (second_kept, second_held) = held(second, rear_most, rear_most.min(wheelie));
    let rear_kept = R::select(changed, second_kept, rear_kept);
    let rear_held = R::select(changed, second_held, rear_held);
    Lengthwise {
        front_over_load: front_kept,
        rear_over_load: rear_kept,
        traction_limited: front_held.max(rear_held),
        wheelie_limited: lifts(rear_asked, wheelie, rear_most),
        stoppie_limited: lifts(-front_asked, stoppie, front_most),
        capacity_n: all,
    }
}
