//! DriveForce and brakes: the wheels' longitudinal forces, within what tyres, load transfer and
//! rider allow.

use super::context::Context;
use super::records::MotorcycleInput;
use super::rider::{STOPPIE_SHARE, WHEELIE_SHARE, longitudinal_share};
use super::stand::Stand;
use super::tyres::Rolling;
use skidpad_core::brakes::{applied, holding_torque, rolling_resistance_n};
use skidpad_core::chassis::LoadTransfer;
use skidpad_core::math::Real;
use skidpad_core::record::Flag;
use skidpad_core::spec::AxleData;

/// Longitudinal forces over load, and what limits them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Longitudinal<R> {
    pub front_over_load: R,
    pub rear_over_load: R,
    pub traction_limited: Flag<R>,
    pub wheelie_limited: Flag<R>,
    pub stoppie_limited: Flag<R>,
    pub capacity_n: R,
}

/// Most that the brakes of a wheel can hold, N.
#[cfg_attr(not(debug_assertions), inline(always))]
fn brakes<R: Real>(axle: &AxleData<R>, input: &MotorcycleInput<R>) -> R {
    applied(input.brake, input.handbrake, axle.brake_torque_nm, axle.handbrake_torque_nm) / axle.radius_m
}

/// Share by which the brake of a moving motorcycle works on a wheel: fully while it rolls with the motion, less
/// when it moves nearly broadside, not at all against it: a brake never gives energy.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rolls<R: Real>(wheel: &Rolling<R>, direction: R) -> R {
    let speed = wheel.along_m_s.abs() + wheel.across_m_s.abs();
    (R::lit(10.0) * direction * wheel.along_m_s / speed.max(R::lit(1e-9))).clamp(R::zero(), R::one())
}

/// Share by which a wheel of a standing motorcycle holds: a steered wheel that slides with the machine in the sense of the
/// force is released within a micrometre a second.
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

/// Set where a demand is more than what lifts the other wheel, and the tyre would carry it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn lifts<R: Real>(demand: R, limit: R, grip: R) -> Flag<R> {
    Flag::new(demand.gt(limit) & limit.le(grip))
}

/// Signed share of the brakes' force that acts at a wheel: `holding` at rest, against the motion otherwise.
#[cfg_attr(not(debug_assertions), inline(always))]
fn brake_share<R: Real>(wheel: &Rolling<R>, direction: R, holding: R) -> R {
    let moving = -(direction * rolls(wheel, direction));
    R::select(direction.eq(R::zero()), holding * holds(wheel, holding), moving)
}

/// Forces that the longitudinal ones are to balance.
#[derive(Clone, Copy)]
pub(crate) struct Demand<R> {
    /// Drive force at the rear wheel, N.
    pub drive_n: R,
    /// All longitudinal forces on the machine but those of the wheels' brakes, the drive among them, N.
    pub free_n: R,
    /// Lateral force over load of the front tyre.
    pub front_lateral: R,
}

/// A wheel's part in the balance of forces and loads.
#[derive(Clone, Copy)]
struct WheelDemand<R> {
    /// Force of brake and drive, N.
    force_n: R,
    /// Rolling resistance over load.
    rolls: R,
    /// The most of the force over load that tyre and rider allow.
    most: R,
}

/// The front load in balance with forces of both wheels.
#[derive(Clone, Copy)]
struct Balance<'a, R> {
    transfer: &'a LoadTransfer<R>,
    front_static_n: R,
    steer_cos: R,
    /// 1 less what the front tyre's lateral force takes off its load.
    by_slip: R,
    least_n: R,
}

impl<'a, R: Real> Balance<'a, R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(stand: &Stand<R>, transfer: &'a LoadTransfer<R>, front_lateral: R) -> Self {
        let weight = transfer.weight_n;
        let lever = transfer.height_over_wheelbase;
        Self {
            transfer,
            front_static_n: transfer.front_share * weight,
            steer_cos: stand.steer.cos,
            by_slip: (R::one() - lever * front_lateral * stand.steer.sin).max(R::lit(0.1)),
            least_n: R::lit(1e-3) * weight + R::lit(1e-9),
        }
    }

    /// The front load, N: `force_n` are forces that do not grow with it, `over_load` those that do.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn front_load_n(&self, force_n: R, over_load: R) -> R {
        let lever = self.transfer.height_over_wheelbase;
        (self.front_static_n - lever * force_n) / (self.by_slip + lever * over_load).max(R::lit(0.1))
    }
}

/// The brakes' and the rolling resistance's forces, within what they can hold.
struct BrakeForces<R> {
    front: WheelDemand<R>,
    rear: WheelDemand<R>,
    /// Share of the possible longitudinal force that the rider uses.
    used: R,
    capacity_n: R,
}

impl<R: Real> BrakeForces<R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(at: &Context<'_, R>, stand: &Stand<R>, front_static: R, weight: R, demand: &Demand<R>) -> Self {
        let Context { car, mode, input, surface, .. } = *at;
        let (front, rear) = (car.vehicle().front(), car.vehicle().rear());
        let rear_static = weight - front_static;
        let (front_brakes, rear_brakes) = (brakes(front, input), brakes(rear, input));
        let rolling_n = rolling_resistance_n(front.rolling_resistance, surface.rolling, front_static)
            + rolling_resistance_n(rear.rolling_resistance, surface.rolling, rear_static);
        let capacity_n = front_brakes + rear_brakes + rolling_n;
        // At rest the wheels hold what they must, in proportion to what they can.
        let direction = mode.direction;
        let holding = holding_torque(capacity_n, direction, demand.free_n) / capacity_n.max(R::lit(1e-30));
        let front_share = brake_share(&stand.front, direction, holding);
        let rear_share = brake_share(&stand.rear, direction, holding);
        let lateral_grip = (front.lateral_friction * surface.grip).min(rear.lateral_friction * surface.grip);
        let used = longitudinal_share(input.rider, lateral_grip, stand.lean);
        Self {
            front: WheelDemand {
                force_n: front_share * front_brakes,
                rolls: front_share * (front.rolling_resistance * surface.rolling),
                most: used * front.friction * surface.grip,
            },
            rear: WheelDemand {
                force_n: rear_share * rear_brakes + demand.drive_n,
                rolls: rear_share * (rear.rolling_resistance * surface.rolling),
                most: used * rear.friction * surface.grip,
            },
            used,
            capacity_n,
        }
    }
}

/// Longitudinal forces over load of both wheels, in balance with the loads that they shift.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn longitudinal<R: Real>(
    at: &Context<'_, R>,
    stand: &Stand<R>,
    transfer: &LoadTransfer<R>,
    demand: &Demand<R>,
) -> Longitudinal<R> {
    let (zero, one, rider, weight) = (R::zero(), R::one(), at.input.rider, transfer.weight_n);
    let balance = Balance::new(stand, transfer, demand.front_lateral);
    let (lever, least) = (transfer.height_over_wheelbase, balance.least_n);
    let BrakeForces { front, rear, used, capacity_n } =
        BrakeForces::new(at, stand, balance.front_static_n, weight, demand);

    // The loads in balance with these forces.
    let front_along = front.force_n * balance.steer_cos;
    let front_rolls = front.rolls * balance.steer_cos;
    let rear_by_rolling = rear.rolls * weight;
    let front_load =
        balance.front_load_n(front_along + rear.force_n + rear_by_rolling, front_rolls - rear.rolls);
    let front_load = front_load.clamp(least, (weight - least).max(least));
    let wheelie = used * (one - rider * R::lit(1.0 - WHEELIE_SHARE)) * transfer.front_share / lever;
    let stoppie = used * (one - rider * R::lit(1.0 - STOPPIE_SHARE)) * (one - transfer.front_share) / lever;

    // The wheel with the larger force first: where it is held back, the loads are others for the second.
    let rear_first = rear.force_n.abs().ge(front.force_n.abs());
    let rear_asked = rear.force_n / (weight - front_load).max(least) + rear.rolls;
    let (rear_kept, rear_held) = held(rear_asked, rear.most, rear.most.min(wheelie));
    let with_rear = balance.front_load_n(front_along + rear_kept * weight, front_rolls - rear_kept);
    let changed = rear_first & rear_held.gt(zero);
    let front_asked = front.force_n / R::select(changed, with_rear, front_load).max(least) + front.rolls;
    let (front_kept, front_held) = held(front_asked, front.most.min(stoppie), front.most);
    let with_front =
        balance.front_load_n(rear.force_n + rear_by_rolling, front_kept * balance.steer_cos - rear.rolls);
    let changed = !rear_first & front_held.gt(zero);
    let second = rear.force_n / (weight - with_front).max(least) + rear.rolls;
    let (second_kept, second_held) = held(second, rear.most, rear.most.min(wheelie));
    let rear_kept = R::select(changed, second_kept, rear_kept);
    let rear_held = R::select(changed, second_held, rear_held);
    Longitudinal {
        front_over_load: front_kept,
        rear_over_load: rear_kept,
        traction_limited: Flag::from_number(front_held.max(rear_held)),
        wheelie_limited: lifts(rear_asked, wheelie, rear.most),
        stoppie_limited: lifts(-front_asked, stoppie, front.most),
        capacity_n,
    }
}
