//! The end of a sub-step: what came to one speed on the way stays there.

use super::differential::{CENTRE, FRONT, REAR, ShaftSpeeds, each_differential};
use super::solve::{at_wheels, share_out};
use super::tree::{Joined, Split};
use super::{DifferentialData, DrivelineCar, DrivelineMode, DrivelineSpeeds, MotorData};
use crate::each_wheel;
use crate::friction::{has_met, stopped};
use crate::math::{Mask, Real};
use crate::powertrain::clutch::{ClutchPoint, Joint, Side};
use crate::wheels::Wheels;

/// Mobility of what is held, 1/(kg m^2): as good as none.
const HELD: f64 = 1e-20;

/// Response of a speed to an impulse; what is at rest is held.
#[cfg_attr(not(debug_assertions), inline(always))]
fn struck<R: Real>(speed_rad_s: R, stands: R::Mask, inertia_kg_m2: R) -> Side<R> {
    let mobility = R::select(stands, R::lit(HELD), R::one() / inertia_kg_m2);
    Side::new(speed_rad_s, mobility)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn rigid<R: Real>(
    data: &DifferentialData<R>,
    locked: R::Mask,
    motor: &MotorData<R>,
    carrier_rad_s: R,
) -> Split<R> {
    let inertia = motor.reflected_kg_m2();
    Split {
        works: locked | inertia.gt(R::zero()),
        own_nm: inertia * carrier_rad_s,
        own_inertia_kg_m2: inertia,
        ..Split::rigid(data.share, locked)
    }
}

/// Mode and speeds at the end of a sub-step.
///
/// A wheel that its brake has stopped is at rest. Where the relative speed of a slipping clutch or differential has
/// passed zero, the two sides have met on the way, and what friction did beyond is taken back by the impulses that
/// bring them to one speed: those of all parts that are together, at once, by the same elimination as the torques, with
/// speeds for accelerations. Angular momentum, geared to one shaft, is conserved but for the gears' losses, and energy
/// falls.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn settle<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    after: &DrivelineSpeeds<R>,
) -> (DrivelineMode<R>, DrivelineSpeeds<R>) {
    let zero = R::zero();
    let spins = stopped_wheels(mode, &after.wheels_rad_s);
    let stalled = mode.stalled.is_set();
    let engine = R::select(stalled, stopped(mode.engine_direction, after.engine_rad_s), after.engine_rad_s);
    let mode = met(car, mode, engine, &spins);
    let (ratio, shafts) = (mode.overall_ratio, car.shafts(&spins));

    let tree = struck_tree(car, &mode, &spins, &shafts);
    let joint = Joint {
        engine: struck(engine, stalled & engine.eq(zero), car.engine.inertia_kg_m2),
        output: tree[CENTRE].above,
        ratio,
        efficiency: car.layout.efficiency,
        input_rad_s: ratio * shafts.output_rad_s(),
    };
    let engaged = mode.engaged.is_set();
    let given = R::select(engaged, joint.meeting_impulse_nm_s(mode.clutch_direction), zero);
    let [front_left, front_right, rear_left, rear_right] = at_wheels(&share_out(&tree, given));

    // An axle that stands holds the other one over a locked centre.
    let inertia = car.wheel_inertia_kg_m2();
    let [front_locked, rear_locked, centre_locked] =
        [mode.front_locked.is_set(), mode.rear_locked.is_set(), mode.centre_locked.is_set()];
    let front = Pair { rad_s: [spins.front_left, spins.front_right], locked: front_locked };
    let rear = Pair { rad_s: [spins.rear_left, spins.rear_right], locked: rear_locked };
    let (front_stands, rear_stands) = (front.stands(), rear.stands());
    let front = front.struck([front_left, front_right], inertia.front_left, centre_locked & rear_stands);
    let rear = rear.struck([rear_left, rear_right], inertia.rear_left, centre_locked & front_stands);
    let wheels_rad_s = Wheels::from_row([front[0], front[1], rear[0], rear[1]]);
    let input = ratio * car.output_rad_s(&wheels_rad_s);
    (mode, DrivelineSpeeds { engine_rad_s: R::select(engaged, input, engine), wheels_rad_s })
}

/// The mode with the parts together that have met: the second clutch, differentials, clutch.
#[cfg_attr(not(debug_assertions), inline(always))]
fn met<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    engine_rad_s: R,
    spins: &Wheels<R>,
) -> DrivelineMode<R> {
    let shafts = car.shafts(spins);
    let mode = handed_over(mode, engine_rad_s, shafts.output_rad_s());
    let states = mode.differentials();
    let mode = mode.with_differentials(&each_differential!(D => states[D].meet(shafts.differences_rad_s[D])));
    let point = ClutchPoint {
        engine_rad_s,
        input_rad_s: mode.overall_ratio * shafts.output_rad_s(),
        gear: mode.gear,
        closed: R::one(),
        blown: mode.blown,
    };
    mode.with_clutch(&car.clutch_with_conditions().meet(&mode.clutch(), &point))
}

/// The tree for impulses: speeds for accelerations.
#[cfg_attr(not(debug_assertions), inline(always))]
fn struck_tree<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    spins: &Wheels<R>,
    shafts: &ShaftSpeeds<R>,
) -> [Joined<R>; 3] {
    let (step, carriers) = (car.layout.longest_step_s, &shafts.carriers_rad_s);
    let (spins, inertia) = (spins.in_a_row(), car.wheel_inertia_kg_m2().in_a_row());
    let [front_left, front_right, rear_left, rear_right] =
        each_wheel!(W => struck(spins[W], spins[W].eq(R::zero()), inertia[W]));
    let front = rigid(&car.front, mode.front_locked.is_set(), &car.front_motor, carriers[FRONT]);
    let rear = rigid(&car.rear, mode.rear_locked.is_set(), &car.rear_motor, carriers[REAR]);
    let (front, rear) = (front.join(front_left, front_right, step), rear.join(rear_left, rear_right, step));
    let centre = Split::rigid(car.centre.share, mode.centre_locked.is_set());
    let centre = centre.join(front.above, rear.above, step);
    [front, rear, centre]
}

/// The wheels' spins, those that their brakes have stopped at zero.
#[cfg_attr(not(debug_assertions), inline(always))]
fn stopped_wheels<R: Real>(mode: &DrivelineMode<R>, spins: &Wheels<R>) -> Wheels<R> {
    let (senses, spins) = (mode.wheel_directions().in_a_row(), spins.in_a_row());
    Wheels::from_row(each_wheel!(W => stopped(senses[W], spins[W])))
}

/// Both wheels of an axle.
struct Pair<R: Real> {
    /// Spins of the left and of the right wheel, rad/s.
    rad_s: [R; 2],
    /// True where they turn together.
    locked: R::Mask,
}

impl<R: Real> Pair<R> {
    /// True where the axle stands as a whole: both its wheels, or one of a locked pair.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stands(&self) -> R::Mask {
        let (left, right) = (self.rad_s[0].eq(R::zero()), self.rad_s[1].eq(R::zero()));
        (left & right) | (self.locked & (left | right))
    }

    /// Spins after the wheels' impulses, N.m.s: exactly equal where they are locked, and exactly 0 where what they are
    /// locked to stands.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn struck(&self, impulses: [R; 2], inertia_kg_m2: R, carrier_stands: R::Mask) -> [R; 2] {
        let (zero, locked, [left, right]) = (R::zero(), self.locked, self.rad_s);
        let (left_stands, right_stands) = (left.eq(zero), right.eq(zero));
        let one_stands = left_stands | right_stands;
        let both_stand = (one_stands & (locked | carrier_stands)) | (locked & carrier_stands);
        let mobility = R::one() / inertia_kg_m2;
        let left = R::select(left_stands, zero, left + mobility * impulses[0]);
        let right = R::select(right_stands, zero, right + mobility * impulses[1]);
        let both = R::lit(0.5) * (left + right);
        let (left, right) = (R::select(locked, both, left), R::select(locked, both, right));
        [R::select(both_stand, zero, left), R::select(both_stand, zero, right)]
    }
}

/// A dual-clutch gearbox's shift ends when engine and coming gear turn together and all the torque is handed over.
#[cfg_attr(not(debug_assertions), inline(always))]
fn handed_over<R: Real>(mode: &DrivelineMode<R>, engine_rad_s: R, output_rad_s: R) -> DrivelineMode<R> {
    let zero = R::zero();
    let slip = engine_rad_s - mode.second_ratio * output_rad_s;
    let ends = has_met(mode.second_direction, slip) & mode.handed_over.is_set();
    // Asks only whether any car's does: each gets the same with either.
    if !ends.any() {
        return *mode;
    }
    DrivelineMode {
        gear: R::select(ends, mode.target_gear, mode.gear),
        shift_timer_s: R::select(ends, zero, mode.shift_timer_s),
        overall_ratio: R::select(ends, mode.second_ratio, mode.overall_ratio),
        second_ratio: R::select(ends, zero, mode.second_ratio),
        engaged: mode.engaged.or(ends),
        clutch_direction: R::select(ends, mode.second_direction, mode.clutch_direction),
        second_direction: R::select(ends, zero, mode.second_direction),
        second_closed: R::select(ends, zero, mode.second_closed),
        handed_over: mode.handed_over.unless(ends),
        ..*mode
    }
}
