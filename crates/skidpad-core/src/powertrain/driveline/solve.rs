//! Torques and accelerations at an instant, by elimination along the tree.

use super::engine_control::{engine, shift_share};
use super::records::carrier;
use super::tree::{Joined, SETTLING_STEPS, Shared, Split};
use super::{
    DifferentialData, DrivelineCar, DrivelineDemand, DrivelineMode, DrivelineSpeeds, DrivelineTorque,
    DrivelineTrace, MotorData, WheelLoads,
};
use crate::friction::holding_torque;
use crate::math::{Mask, Real};
use crate::powertrain::clutch::{ClutchPoint, Joint, Side};
use crate::powertrain::gearing::efficiency_seen;
use crate::wheels::Wheels;

/// How far a brake that holds gives way at its capacity, rad/s^2. It decides nothing but how locked parts share out a
/// torque over several brakes that hold: in proportion to what each can hold.
const GIVE_RAD_S2: f64 = 1e-12;

/// A wheel, or an engine, as what drives it sees it: one that turns feels what brakes it, one that is held hardly gives
/// way.
#[cfg_attr(not(debug_assertions), inline(always))]
fn turning<R: Real>(torque_nm: R, holding_nm: R, direction: R, inertia_kg_m2: R) -> Side<R> {
    let stands = direction.eq(R::zero());
    let held = R::select(stands, holding_nm * R::lit(1.0 / GIVE_RAD_S2), R::zero());
    let mobility = R::one() / (inertia_kg_m2 + held);
    Side::new((torque_nm - direction * holding_nm) * mobility, mobility)
}

/// The time that a stiff coupling is given to settle, s.
#[cfg_attr(not(debug_assertions), inline(always))]
fn settling_s<R: Real>(car: &DrivelineCar<R>) -> R {
    R::lit(SETTLING_STEPS) * car.layout.longest_step_s
}

/// What a differential does now, with its flags held.
#[cfg_attr(not(debug_assertions), inline(always))]
fn split<R: Real>(
    data: &DifferentialData<R>,
    (locked, direction, torque_sign): (R, R, R),
    throttle: R,
    difference_rad_s: R,
    (own_nm, own_inertia_kg_m2): (R, R),
) -> Split<R> {
    let locked = locked.gt(R::lit(0.5));
    let on_carrier = (own_nm.abs() + own_inertia_kg_m2).gt(R::zero());
    Split {
        share: data.share,
        works: locked | data.has_friction() | data.viscous_nm_s.gt(R::zero()) | on_carrier,
        locked,
        preload_nm: direction * data.base_nm(throttle),
        ramp: direction * torque_sign * data.ramp(torque_sign),
        direction,
        viscous_nm_s: data.viscous_nm_s,
        difference_rad_s,
        own_nm,
        own_inertia_kg_m2,
    }
}

/// Point at which the clutch works. The first clutch of a dual-clutch gearbox is the less closed the further the torque is
/// handed over.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn clutch_point<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    demand: &DrivelineDemand<R>,
    engine_rad_s: R,
    input_rad_s: R,
) -> ClutchPoint<R> {
    let one = R::one();
    let kept = (one - mode.second_closed) * (one - mode.handed_over);
    let closed = (one - demand.clutch) * shift_share(car, mode) * kept;
    ClutchPoint { engine_rad_s, input_rad_s, gear: mode.gear, closed, blown: mode.blown }
}

/// The torque that the second clutch would carry, N.m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn second_capacity<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    demand: &DrivelineDemand<R>,
) -> R {
    car.clutch.capacity_nm * mode.second_closed * (R::one() - demand.clutch) * (R::one() - mode.blown)
}

/// What goes through clutch, converter and gearbox.
struct Gearbox<R> {
    taken_nm: R,
    given_nm: R,
    second_nm: R,
    engaged_nm: R,
    capacity_nm: R,
    first_out_nm: R,
    second_out_nm: R,
}

/// Torques through clutch, converter and gearbox ([`Joint`]).
#[cfg_attr(not(debug_assertions), inline(always))]
fn gearbox<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    demand: &DrivelineDemand<R>,
    engine: &EngineAt<R>,
    (output, output_rad_s): (Side<R>, R),
) -> Gearbox<R> {
    let half = R::lit(0.5);
    let (ratio, efficiency, engine_rad_s) = (mode.overall_ratio, car.layout.efficiency, engine.speed_rad_s);
    let input = ratio * output_rad_s;
    let second_nm = mode.second_direction * second_capacity(car, mode, demand);
    let second_efficiency = efficiency_seen(efficiency, second_nm, mode.second_ratio * output_rad_s);
    let second_out = mode.second_ratio * second_efficiency * second_nm;

    let inertia = car.engine.inertia_kg_m2;
    let own = turning(engine.torque_nm - second_nm, engine.holding_nm, mode.engine_direction, inertia);
    let output = Side { rate: output.rate + output.mobility * second_out, ..output };
    let joint = Joint { engine: own, output, ratio, efficiency, input_rad_s: input };
    let engaged_nm = joint.engaged_nm();

    let point = clutch_point(car, mode, demand, engine_rad_s, input);
    let capacity = car.clutch_with_conditions().capacity_nm(&mode.clutch(), &point);
    let slipping = capacity * mode.clutch_direction;
    let engaged = mode.engaged.gt(half);
    let mut taken_nm = R::select(engaged, engaged_nm, slipping);
    let mut given_nm = taken_nm;
    let fluid = car.converter.is_fitted.gt(half) & mode.gear.abs().gt(half) & !engaged;
    // Asks only whether any car has one that slips: each gets the same with either.
    if fluid.any() {
        let rigid = (engaged_nm, slipping, settling_s(car) * joint.most_mobility(joint.apart()));
        let (pump, turbine) = converter_nm(car, mode, (engine_rad_s, input), rigid);
        taken_nm = R::select(fluid, pump, taken_nm);
        given_nm = R::select(fluid, turbine, given_nm);
    }
    Gearbox {
        taken_nm,
        given_nm,
        second_nm,
        engaged_nm,
        capacity_nm: capacity,
        first_out_nm: joint.output_nm(given_nm),
        second_out_nm: second_out,
    }
}

/// The engine at an evaluation.
struct EngineAt<R> {
    torque_nm: R,
    speed_rad_s: R,
    /// Torque that holds it while it stands, N.m.
    holding_nm: R,
}

/// What a converter and its slipping lock-up clutch take from the engine and give to the gearbox, N.m. A converter is
/// stiff where its speeds meet; it is treated as the viscous coupling of the tree. The clutch is not: its friction is no
/// steeper for a small slip, and ends at once where the speeds have met. Of what would keep both at one speed the
/// converter is asked for what the clutch leaves.
#[cfg_attr(not(debug_assertions), inline(always))]
fn converter_nm<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    (engine_rad_s, input_rad_s): (R, R),
    (engaged_nm, slipping_nm, settled_1_nm_s): (R, R, R),
) -> (R, R) {
    let (zero, one) = (R::zero(), R::one());
    let converter = mode.converter_segment().torque_within(car.clutch.capacity_nm, engine_rad_s, input_rad_s);
    let slip = engine_rad_s - input_rad_s;
    let secant = converter.pump_nm.abs().max(converter.turbine_nm.abs()) / slip.abs().max(R::lit(1e-3));
    let free_share = one / (secant * settled_1_nm_s).max(one);
    let left_nm = engaged_nm - slipping_nm;
    let locked = (one - free_share) * R::select((left_nm * slip).lt(zero), zero, left_nm);
    (
        free_share * converter.pump_nm + locked + slipping_nm,
        free_share * converter.turbine_nm + locked + slipping_nm,
    )
}

/// The three differentials, joined from the wheels up.
struct Tree<R: Real> {
    front: Joined<R>,
    rear: Joined<R>,
    centre: Joined<R>,
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn tree<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    throttle: R,
    speeds: &DrivelineSpeeds<R>,
    sides: &Wheels<Side<R>>,
) -> Tree<R> {
    let (zero, step) = (R::zero(), settling_s(car));
    let spin = &speeds.wheels_rad_s;
    let front_flags = (mode.front_locked, mode.front_direction, mode.front_torque_sign);
    let front_own = (mode.front_motor_nm, car.front_motor.reflected_kg_m2());
    let front = split(&car.front, front_flags, throttle, spin.front_left - spin.front_right, front_own);
    let front = front.join(sides.front_left, sides.front_right, step);
    let rear_flags = (mode.rear_locked, mode.rear_direction, mode.rear_torque_sign);
    let rear_own = (mode.rear_motor_nm, car.rear_motor.reflected_kg_m2());
    let rear = split(&car.rear, rear_flags, throttle, spin.rear_left - spin.rear_right, rear_own);
    let rear = rear.join(sides.rear_left, sides.rear_right, step);
    let apart = carrier(&car.front, spin.front_left, spin.front_right)
        - carrier(&car.rear, spin.rear_left, spin.rear_right);
    let centre_flags = (mode.centre_locked, mode.centre_direction, mode.centre_torque_sign);
    let centre = split(&car.centre, centre_flags, throttle, apart, (zero, zero));
    let centre = centre.join(front.above, rear.above, step);
    Tree { front, rear, centre }
}

/// Torques and accelerations of the whole driveline at an instant, with the flags of the mode held.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn solve<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    loads: &WheelLoads<R>,
    demand: &DrivelineDemand<R>,
) -> DrivelineTorque<R> {
    let spin = &speeds.wheels_rad_s;
    let inertia = car.wheel_inertia_kg_m2();
    let front_rad_s = carrier(&car.front, spin.front_left, spin.front_right);
    let rear_rad_s = carrier(&car.rear, spin.rear_left, spin.rear_right);
    let output_rad_s = carrier(&car.centre, front_rad_s, rear_rad_s);
    let hubs = mode.hub_motors_nm();
    let outer = Wheels {
        front_left: loads.torque_nm.front_left + hubs.front_left,
        front_right: loads.torque_nm.front_right + hubs.front_right,
        rear_left: loads.torque_nm.rear_left + hubs.rear_left,
        rear_right: loads.torque_nm.rear_right + hubs.rear_right,
    };
    let (hold, sense) = (&loads.holding_nm, mode.wheel_directions());
    let sides = Wheels {
        front_left: turning(outer.front_left, hold.front_left, sense.front_left, inertia.front_left),
        front_right: turning(outer.front_right, hold.front_right, sense.front_right, inertia.front_right),
        rear_left: turning(outer.rear_left, hold.rear_left, sense.rear_left, inertia.rear_left),
        rear_right: turning(outer.rear_right, hold.rear_right, sense.rear_right, inertia.rear_right),
    };
    let tree = tree(car, mode, demand.throttle, speeds, &sides);
    let engine = engine(car, mode, demand, (speeds.engine_rad_s, output_rad_s));
    let engine_at = EngineAt {
        torque_nm: engine.torque_nm,
        speed_rad_s: speeds.engine_rad_s,
        holding_nm: engine.holding_nm,
    };
    let gearbox = gearbox(car, mode, demand, &engine_at, (tree.centre.above, output_rad_s));

    let centre = tree.centre.share_out(gearbox.first_out_nm + gearbox.second_out_nm);
    let front_axle = tree.front.share_out(centre.first_nm);
    let rear_axle = tree.rear.share_out(centre.second_nm);
    let driven = Wheels {
        front_left: front_axle.first_nm,
        front_right: front_axle.second_nm,
        rear_left: rear_axle.first_nm,
        rear_right: rear_axle.second_nm,
    };
    let brake_nm = Wheels {
        front_left: holding_torque(hold.front_left, sense.front_left, driven.front_left + outer.front_left),
        front_right: holding_torque(
            hold.front_right,
            sense.front_right,
            driven.front_right + outer.front_right,
        ),
        rear_left: holding_torque(hold.rear_left, sense.rear_left, driven.rear_left + outer.rear_left),
        rear_right: holding_torque(hold.rear_right, sense.rear_right, driven.rear_right + outer.rear_right),
    };
    let (front, rear) = (R::one() / inertia.front_left, R::one() / inertia.rear_left);
    let wheel_rate_rad_s2 = Wheels {
        front_left: (driven.front_left + outer.front_left + brake_nm.front_left) * front,
        front_right: (driven.front_right + outer.front_right + brake_nm.front_right) * front,
        rear_left: (driven.rear_left + outer.rear_left + brake_nm.rear_left) * rear,
        rear_right: (driven.rear_right + outer.rear_right + brake_nm.rear_right) * rear,
    };
    let drive_nm = Wheels {
        front_left: driven.front_left + hubs.front_left,
        front_right: driven.front_right + hubs.front_right,
        rear_left: driven.rear_left + hubs.rear_left,
        rear_right: driven.rear_right + hubs.rear_right,
    };
    let free = engine.torque_nm - gearbox.taken_nm - gearbox.second_nm;
    let held = holding_torque(engine.holding_nm, mode.engine_direction, free);
    DrivelineTorque {
        engine_rate_rad_s2: (free + held) / car.engine.inertia_kg_m2,
        wheel_rate_rad_s2,
        drive_nm,
        brake_nm,
        inside: trace(
            car,
            mode,
            speeds,
            (engine.torque_nm + held, &gearbox),
            (&centre, &front_axle, &rear_axle),
        ),
    }
}

/// The torque at the shaft of a motor, N.m, from that behind its gears.
#[cfg_attr(not(debug_assertions), inline(always))]
fn shaft_nm<R: Real>(data: &MotorData<R>, out_nm: R, speed_rad_s: R) -> R {
    let seen = efficiency_seen(data.efficiency, out_nm, data.ratio * speed_rad_s);
    out_nm / (data.ratio * seen).max(R::lit(1e-9))
}

/// Torques and powers inside, for whoever looks.
#[cfg_attr(not(debug_assertions), inline(always))]
fn trace<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    (engine_nm, gearbox): (R, &Gearbox<R>),
    (centre, front, rear): (&Shared<R>, &Shared<R>, &Shared<R>),
) -> DrivelineTrace<R> {
    let spin = &speeds.wheels_rad_s;
    let front_rad_s = carrier(&car.front, spin.front_left, spin.front_right);
    let rear_rad_s = carrier(&car.rear, spin.rear_left, spin.rear_right);
    let output = carrier(&car.centre, front_rad_s, rear_rad_s);
    let input = mode.overall_ratio * output;
    let second_input = mode.second_ratio * output;
    let hubs = mode.hub_motors_nm();
    let (front_hub, rear_hub) = (&car.front_hub_motor, &car.rear_hub_motor);
    let front_motor_nm = shaft_nm(&car.front_motor, mode.front_motor_nm, front_rad_s);
    let rear_motor_nm = shaft_nm(&car.rear_motor, mode.rear_motor_nm, rear_rad_s);
    let motor_power_w = front_motor_nm * car.front_motor.ratio * front_rad_s
        + rear_motor_nm * car.rear_motor.ratio * rear_rad_s
        + shaft_nm(front_hub, hubs.front_left, spin.front_left) * front_hub.ratio * spin.front_left
        + shaft_nm(front_hub, hubs.front_right, spin.front_right) * front_hub.ratio * spin.front_right
        + shaft_nm(rear_hub, hubs.rear_left, spin.rear_left) * rear_hub.ratio * spin.rear_left
        + shaft_nm(rear_hub, hubs.rear_right, spin.rear_right) * rear_hub.ratio * spin.rear_right;
    let behind_gears_w = mode.front_motor_nm * front_rad_s
        + mode.rear_motor_nm * rear_rad_s
        + (hubs.front_left * spin.front_left + hubs.front_right * spin.front_right)
        + (hubs.rear_left * spin.rear_left + hubs.rear_right * spin.rear_right);
    let motor_loss_w = motor_power_w - behind_gears_w;
    let out_nm = gearbox.first_out_nm + gearbox.second_out_nm;
    DrivelineTrace {
        engine_torque_nm: engine_nm,
        coupling_torque_nm: gearbox.taken_nm,
        gearbox_torque_nm: gearbox.given_nm,
        second_torque_nm: gearbox.second_nm,
        engaged_torque_nm: gearbox.engaged_nm,
        clutch_capacity_nm: gearbox.capacity_nm,
        gearbox_input_rad_s: input,
        centre_torque_nm: centre.through_nm,
        front_torque_nm: front.through_nm,
        rear_torque_nm: rear.through_nm,
        centre_moved_nm: centre.moved_nm,
        front_moved_nm: front.moved_nm,
        rear_moved_nm: rear.moved_nm,
        front_motor_shaft_nm: front_motor_nm,
        rear_motor_shaft_nm: rear_motor_nm,
        engine_power_w: engine_nm * speeds.engine_rad_s,
        motor_power_w,
        coupling_loss_w: gearbox.taken_nm * speeds.engine_rad_s - gearbox.given_nm * input
            + gearbox.second_nm * (speeds.engine_rad_s - second_input),
        gear_loss_w: gearbox.given_nm * input + gearbox.second_nm * second_input - out_nm * output
            + motor_loss_w,
        differential_loss_w: centre.moved_nm * (front_rad_s - rear_rad_s)
            + front.moved_nm * (spin.front_left - spin.front_right)
            + rear.moved_nm * (spin.rear_left - spin.rear_right),
    }
}
