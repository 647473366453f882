//! Torques and accelerations at one evaluation, by elimination along the tree.

use super::differential::{CENTRE, DifferentialState, FRONT, REAR, ShaftSpeeds, each_differential};
use super::engine_control::{engine, shift_share};
use super::tree::{Joined, SETTLING_STEPS, Shared, Split};
use super::{
    DifferentialData, DrivelineCar, DrivelineDemand, DrivelineMode, DrivelineSpeeds, DrivelineTorque,
    DrivelineTrace, MotorData, WheelLoads,
};
use crate::each_wheel;
use crate::friction::holding_torque;
use crate::math::{Mask, Real};
use crate::powertrain::ConverterTorque;
use crate::powertrain::clutch::{ClutchPoint, Joint, Side};
use crate::powertrain::gearing::efficiency_seen;
use crate::record::Empty;
use crate::wheels::Wheels;

/// Acceleration with which a brake that holds gives way at its capacity, rad/s^2. It decides only how locked parts
/// share out a torque over several brakes that hold: in proportion to what each can hold.
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

/// Action of a differential in a state that is held.
#[cfg_attr(not(debug_assertions), inline(always))]
fn split<R: Real>(
    data: &DifferentialData<R>,
    state: &DifferentialState<R>,
    throttle: R,
    difference_rad_s: R,
    on_carrier: &OnCarrier<R>,
) -> Split<R> {
    let DifferentialState { locked, direction, torque_sign } = *state;
    let OnCarrier { torque_nm, inertia_kg_m2 } = *on_carrier;
    let locked = locked.is_set();
    let carries = (torque_nm.abs() + inertia_kg_m2).gt(R::zero());
    Split {
        share: data.share,
        works: locked | data.has_friction() | data.viscous_nm_s.gt(R::zero()) | carries,
        locked,
        preload_nm: direction * data.base_nm(throttle),
        ramp: direction * torque_sign * data.ramp(torque_sign),
        direction,
        viscous_nm_s: data.viscous_nm_s,
        difference_rad_s,
        own_nm: torque_nm,
        own_inertia_kg_m2: inertia_kg_m2,
    }
}

/// A motor on a differential's carrier.
struct OnCarrier<R> {
    torque_nm: R,
    inertia_kg_m2: R,
}

/// Point at which the clutch works. The first clutch of a dual-clutch gearbox is the less closed the further the torque
/// is handed over.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn clutch_point<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    demand: &DrivelineDemand<R>,
    engine_rad_s: R,
    input_rad_s: R,
) -> ClutchPoint<R> {
    let one = R::one();
    let kept = (one - mode.second_closed) * (one - mode.handed_over.number());
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
    car.clutch.capacity_nm
        * mode.second_closed
        * (R::one() - demand.clutch)
        * (R::one() - mode.blown.number())
}

/// Torques through clutch, converter and gearbox.
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
    output: Side<R>,
    output_rad_s: R,
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
    let engaged = mode.engaged.is_set();
    let mut taken_nm = R::select(engaged, engaged_nm, slipping);
    let mut given_nm = taken_nm;
    let fluid = car.converter.is_fitted.is_set() & mode.gear.abs().gt(half) & !engaged;
    // Asks only whether any car has one that slips: each gets the same with either.
    if fluid.any() {
        let settled = settling_s(car) * joint.most_mobility(joint.apart());
        let torque = car.converter_nm(mode, &point, engaged_nm - slipping, settled);
        taken_nm = R::select(fluid, torque.pump_nm + slipping, taken_nm);
        given_nm = R::select(fluid, torque.turbine_nm + slipping, given_nm);
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

impl<R: Real> DrivelineCar<R> {
    /// Torques of a converter beside its slipping lock-up clutch, N.m. A converter is stiff where its speeds meet; it
    /// is treated as the viscous coupling of the tree. The clutch is not: its friction is no steeper for a small slip,
    /// and ends at once where the speeds have met. Of what would keep both sides at one speed the converter has
    /// `left_nm`, what the clutch leaves. `settled_1_nm_s`: how fast a torque settles the slip, 1/(N.m.s).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn converter_nm(
        &self,
        mode: &DrivelineMode<R>,
        at: &ClutchPoint<R>,
        left_nm: R,
        settled_1_nm_s: R,
    ) -> ConverterTorque<R> {
        let (zero, one) = (R::zero(), R::one());
        let capacity_nm = self.clutch.capacity_nm;
        let converter = mode.converter_segment().torque_within(capacity_nm, at.engine_rad_s, at.input_rad_s);
        let slip = at.engine_rad_s - at.input_rad_s;
        let secant = converter.pump_nm.abs().max(converter.turbine_nm.abs()) / slip.abs().max(R::lit(1e-3));
        let free_share = one / (secant * settled_1_nm_s).max(one);
        let locked = (one - free_share) * R::select((left_nm * slip).lt(zero), zero, left_nm);
        ConverterTorque {
            pump_nm: free_share * converter.pump_nm + locked,
            turbine_nm: free_share * converter.turbine_nm + locked,
        }
    }
}

/// The three differentials, joined from the wheels up.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tree<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    throttle: R,
    shafts: &ShaftSpeeds<R>,
    [front_left, front_right, rear_left, rear_right]: [Side<R>; 4],
) -> [Joined<R>; 3] {
    let (data, states, step) = (car.differentials(), mode.differentials(), settling_s(car));
    let carriers = [
        OnCarrier { torque_nm: mode.front_motor_nm, inertia_kg_m2: car.front_motor.reflected_kg_m2() },
        OnCarrier { torque_nm: mode.rear_motor_nm, inertia_kg_m2: car.rear_motor.reflected_kg_m2() },
        OnCarrier { torque_nm: R::zero(), inertia_kg_m2: R::zero() },
    ];
    let apart = &shafts.differences_rad_s;
    let [front, rear, centre] =
        each_differential!(D => split(data[D], &states[D], throttle, apart[D], &carriers[D]));
    let (front, rear) = (front.join(front_left, front_right, step), rear.join(rear_left, rear_right, step));
    let centre = centre.join(front.above, rear.above, step);
    [front, rear, centre]
}

/// Shares a torque at the gearbox's output out, down to the wheels.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn share_out<R: Real>(tree: &[Joined<R>; 3], output: R) -> [Shared<R>; 3] {
    let centre = tree[CENTRE].share_out(output);
    let (front, rear) = (tree[FRONT].share_out(centre.first_nm), tree[REAR].share_out(centre.second_nm));
    [front, rear, centre]
}

/// Torques of the differentials on the wheels.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn at_wheels<R: Real>(shared: &[Shared<R>; 3]) -> [R; 4] {
    let (front, rear) = (&shared[FRONT], &shared[REAR]);
    [front.first_nm, front.second_nm, rear.first_nm, rear.second_nm]
}

/// Torques and accelerations of the whole driveline at one evaluation, in a mode that is held.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn solve<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    loads: &WheelLoads<R>,
    demand: &DrivelineDemand<R>,
) -> DrivelineTorque<R> {
    let (shafts, engine_rad_s) = (car.shafts(&speeds.wheels_rad_s), speeds.engine_rad_s);
    let output_rad_s = shafts.output_rad_s();
    let (road, hubs) = (loads.torque_nm.in_a_row(), mode.hub_motors_nm().in_a_row());
    let (hold, sense) = (loads.holding_nm.in_a_row(), mode.wheel_directions().in_a_row());
    let inertia = car.wheel_inertia_kg_m2().in_a_row();
    let outer = each_wheel!(W => road[W] + hubs[W]);
    let sides = each_wheel!(W => turning(outer[W], hold[W], sense[W], inertia[W]));
    let tree = tree(car, mode, demand.throttle, &shafts, sides);
    let engine = engine(car, mode, demand, engine_rad_s, output_rad_s);
    let engine_at =
        EngineAt { torque_nm: engine.torque_nm, speed_rad_s: engine_rad_s, holding_nm: engine.holding_nm };
    let gearbox = gearbox(car, mode, demand, &engine_at, tree[CENTRE].above, output_rad_s);

    let shared = share_out(&tree, gearbox.first_out_nm + gearbox.second_out_nm);
    let driven = at_wheels(&shared);
    let brake_nm = each_wheel!(W => holding_torque(hold[W], sense[W], driven[W] + outer[W]));
    let (front, rear) = (R::one() / inertia[0], R::one() / inertia[2]);
    let mobility = [front, front, rear, rear];
    let rates = each_wheel!(W => (driven[W] + outer[W] + brake_nm[W]) * mobility[W]);
    let free = engine.torque_nm - gearbox.taken_nm - gearbox.second_nm;
    let held = holding_torque(engine.holding_nm, mode.engine_direction, free);
    let engine_nm = engine.torque_nm + held;
    DrivelineTorque {
        engine_rate_rad_s2: (free + held) / car.engine.inertia_kg_m2,
        wheel_rate_rad_s2: Wheels::from_row(rates),
        drive_nm: Wheels::from_row(each_wheel!(W => driven[W] + hubs[W])),
        brake_nm: Wheels::from_row(brake_nm),
        own_rate: Empty,
        inside: inside(car, mode, speeds, engine_nm, &gearbox, &shared),
    }
}

/// The torque at the shaft of a motor, N.m, from that behind its gears.
#[cfg_attr(not(debug_assertions), inline(always))]
fn shaft_nm<R: Real>(data: &MotorData<R>, out_nm: R, speed_rad_s: R) -> R {
    let seen = efficiency_seen(data.efficiency, out_nm, data.ratio * speed_rad_s);
    out_nm / (data.ratio * seen).max(R::lit(1e-9))
}

/// Power at the shafts of all motors beside the engine, W, and behind their gears.
#[cfg_attr(not(debug_assertions), inline(always))]
fn motor_powers_w<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    carriers_rad_s: &[R; 3],
) -> [R; 2] {
    let (front_rad_s, rear_rad_s) = (carriers_rad_s[FRONT], carriers_rad_s[REAR]);
    let (spins, hubs) = (speeds.wheels_rad_s.in_a_row(), mode.hub_motors_nm().in_a_row());
    let (front_hub, rear_hub) = (&car.front_hub_motor, &car.rear_hub_motor);
    let motors = [front_hub, front_hub, rear_hub, rear_hub];
    let at_hubs = each_wheel!(W => shaft_nm(motors[W], hubs[W], spins[W]) * motors[W].ratio * spins[W]);
    let front_nm = shaft_nm(&car.front_motor, mode.front_motor_nm, front_rad_s);
    let rear_nm = shaft_nm(&car.rear_motor, mode.rear_motor_nm, rear_rad_s);
    let at_shafts = front_nm * car.front_motor.ratio * front_rad_s
        + rear_nm * car.rear_motor.ratio * rear_rad_s
        + at_hubs[0]
        + at_hubs[1]
        + at_hubs[2]
        + at_hubs[3];
    let behind_gears = mode.front_motor_nm * front_rad_s
        + mode.rear_motor_nm * rear_rad_s
        + (hubs[0] * spins[0] + hubs[1] * spins[1])
        + (hubs[2] * spins[2] + hubs[3] * spins[3]);
    [at_shafts, behind_gears]
}

/// Torques and powers inside, computed for a reader.
#[cfg_attr(not(debug_assertions), inline(always))]
fn inside<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    speeds: &DrivelineSpeeds<R>,
    engine_nm: R,
    gearbox: &Gearbox<R>,
    [front, rear, centre]: &[Shared<R>; 3],
) -> DrivelineTrace<R> {
    let (shafts, engine_rad_s) = (car.shafts(&speeds.wheels_rad_s), speeds.engine_rad_s);
    let (carriers, apart) = (&shafts.carriers_rad_s, &shafts.differences_rad_s);
    let output = carriers[CENTRE];
    let (input, second_input) = (mode.overall_ratio * output, mode.second_ratio * output);
    let [motor_power_w, behind_gears_w] = motor_powers_w(car, mode, speeds, carriers);
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
        front_motor_shaft_nm: shaft_nm(&car.front_motor, mode.front_motor_nm, carriers[FRONT]),
        rear_motor_shaft_nm: shaft_nm(&car.rear_motor, mode.rear_motor_nm, carriers[REAR]),
        engine_power_w: engine_nm * engine_rad_s,
        motor_power_w,
        coupling_loss_w: gearbox.taken_nm * engine_rad_s - gearbox.given_nm * input
            + gearbox.second_nm * (engine_rad_s - second_input),
        gear_loss_w: gearbox.given_nm * input + gearbox.second_nm * second_input - out_nm * output
            + (motor_power_w - behind_gears_w),
        differential_loss_w: centre.moved_nm * apart[CENTRE]
            + front.moved_nm * apart[FRONT]
            + rear.moved_nm * apart[REAR],
    }
}
