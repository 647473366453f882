//! Drive and brakes: what the wheels' forces lengthwise are, within what tyres, load transfer and
//! rider allow.

use super::data::MotorcycleCar;
use super::records::{MotorcycleInput, MotorcycleMode};
use super::rider::{LIFT_SHARE, spared_grip};
use super::stand::Stand;
use super::tyres::Rolling;
use crate::brakes::holding_torque;
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

/// Most that brakes and rolling resistance of a wheel can hold, N.
#[inline(always)]
fn capacity<R: Real>(axle: &AxleData<R>, input: &MotorcycleInput<R>, surface: &Surface<R>, load_n: R) -> R {
    let torque = input.brake * axle.brake_torque_nm + input.handbrake * axle.handbrake_torque_nm;
    torque / axle.radius_m + axle.rolling_resistance * surface.rolling * load_n
}

/// How far the brake of a moving motorcycle works on a wheel: fully while it rolls with the motion, less
/// when it moves nearly broadside, not at all against it: a brake never gives energy.
#[inline(always)]
fn rolls<R: Real>(wheel: &Rolling<R>, direction: R) -> R {
    let speed = wheel.along_m_s.abs() + wheel.across_m_s.abs();
    (R::lit(10.0) * direction * wheel.along_m_s / speed.max(R::lit(1e-9))).clamp(R::zero(), R::one())
}

/// A demand within -low and high, and whether it was more.
#[inline(always)]
fn held<R: Real>(demand: R, low: R, high: R) -> (R, R) {
    let kept = demand.clamp(-low, high);
    (kept, R::select(kept.eq(demand), R::zero(), R::one()))
}

/// 1 where a demand is more than what lifts the other wheel, and the tyre would carry it.
#[inline(always)]
fn lifts<R: Real>(demand: R, limit: R, grip: R) -> R {
    R::select(demand.gt(limit) & limit.le(grip), R::one(), R::zero())
}

/// The forces over load. `front_across`: the front force over load across; `free_n`: all forces along the
/// machine but those of the wheels' brakes, the drive among them.
#[inline(always)]
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
    let rear_static = transfer.weight_n - front_static;
    let front_cap = capacity(front, input, surface, front_static);
    let rear_cap = capacity(rear, input, surface, rear_static);
    let all = front_cap + rear_cap;
    // At rest the wheels hold what they must, in proportion to what they can.
    let direction = mode.direction;
    let stands = direction.eq(zero);
    let holding = holding_torque(all, direction, free_n) / all.max(R::lit(1e-30));
    let front_share = R::select(stands, holding, -(direction * rolls(&stand.front, direction)));
    let rear_share = R::select(stands, holding, -(direction * rolls(&stand.rear, direction)));
    let (front_n, rear_n) = (front_share * front_cap, rear_share * rear_cap + drive_n);

    // The loads in balance with these forces, and with them the forces over load.
    let lever = transfer.height_over_wheelbase;
    let by_slip = (one - lever * front_across * stand.steer.0).max(R::lit(0.1));
    let front_load = (front_static - lever * (front_n * stand.steer.1 + rear_n)) / by_slip;
    let least = R::lit(1e-3) * transfer.weight_n + R::lit(1e-9);
    let front_load = front_load.clamp(least, (transfer.weight_n - least).max(least));
    let rear_load = (transfer.weight_n - front_load).max(least);

    let rider = input.rider;
    let (front_grip, rear_grip) = (front.friction * surface.grip, rear.friction * surface.grip);
    let front_across_grip = front.lateral_friction * surface.grip;
    let rear_across_grip = rear.lateral_friction * surface.grip;
    let front_most = spared_grip(rider, front_grip, front_across_grip, stand.lean);
    let rear_most = spared_grip(rider, rear_grip, rear_across_grip, stand.lean);
    let lift = one - rider * R::lit(1.0 - LIFT_SHARE);
    let wheelie = lift * transfer.front_share / lever;
    let stoppie = lift * (one - transfer.front_share) / lever;
    let (front_asked, rear_asked) = (front_n / front_load, rear_n / rear_load);
    let (front_kept, front_slides) = held(front_asked, front_most.min(stoppie), front_most);
    let (rear_kept, rear_slides) = held(rear_asked, rear_most, rear_most.min(wheelie));
    Lengthwise {
        front_over_load: front_kept,
        rear_over_load: rear_kept,
        traction_limited: front_slides.max(rear_slides),
        wheelie_limited: lifts(rear_asked, wheelie, rear_most),
        stoppie_limited: lifts(-front_asked, stoppie, front_most),
        capacity_n: all,
    }
}
