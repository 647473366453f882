//! The end of a sub-step: what came to one speed on the way stays there.

use super::records::carrier;
use super::tree::Split;
use super::{DifferentialData, DrivelineCar, DrivelineMode, DrivelineSpeeds, MotorData};
use crate::friction::{has_met, stopped};
use crate::math::{Mask, Real};
use crate::powertrain::clutch::{ClutchPoint, Joint, Side};
use crate::wheels::Wheels;

/// Mobility of what is held, 1/(kg m^2): as good as none.
const HELD: f64 = 1e-20;

/// How an impulse changes a speed; what stands is held.
#[cfg_attr(not(debug_assertions), inline(always))]
fn struck<R: Real>(speed_rad_s: R, stands: R::Mask, inertia_kg_m2: R) -> Side<R> {
    let mobility = R::select(stands, R::lit(HELD), R::one() / inertia_kg_m2);
    Side::new(speed_rad_s, mobility)
}

/// Whether the sides of a differential are together from now on: a slipping one that has come to zero catches.
#[cfg_attr(not(debug_assertions), inline(always))]
fn caught<R: Real>(locked: R, direction: R, difference_rad_s: R) -> R {
    R::select(has_met(direction, difference_rad_s), R::one(), locked)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn rigid<R: Real>(data: &DifferentialData<R>, locked: R, motor: &MotorData<R>, carrier_rad_s: R) -> Split<R> {
    let inertia = motor.reflected_kg_m2();
    let locked = locked.gt(R::lit(0.5));
    Split {
        works: locked | inertia.gt(R::zero()),
        own_nm: inertia * carrier_rad_s,
        own_inertia_kg_m2: inertia,
        ..Split::rigid(data.share, locked)
    }
}

/// What the end of a sub-step makes of mode and speeds.
///
/// A wheel that its brake has stopped stands. Where the relative speed of a slipping clutch or differential has passed
/// zero, the two sides have met on the way, and what friction did beyond is taken back by the impulses that bring them
/// to one speed: those of all parts that are together, at once, by the same elimination as the torques, with speeds
/// for accelerations. Angular momentum, geared to one shaft, is conserved but for the gears' losses, and energy falls.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn settle<R: Real>(
    car: &DrivelineCar<R>,
    mode: &DrivelineMode<R>,
    after: &DrivelineSpeeds<R>,
) -> (DrivelineMode<R>, DrivelineSpeeds<R>) {
    let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
    let spin = still(mode, &after.wheels_rad_s);
    let stalled = mode.stalled.gt(half);
    let engine = R::select(stalled, stopped(mode.engine_direction, after.engine_rad_s), after.engine_rad_s);

    let front_rad_s = carrier(&car.front, spin.front_left, spin.front_right);
    let rear_rad_s = carrier(&car.rear, spin.rear_left, spin.rear_right);
    let output = carrier(&car.centre, front_rad_s, rear_rad_s);
    let mut mode = handed_over(mode, engine, output);
    mode.front_locked = caught(mode.front_locked, mode.front_direction, spin.front_left - spin.front_right);
    mode.rear_locked = caught(mode.rear_locked, mode.rear_direction, spin.rear_left - spin.rear_right);
    mode.centre_locked = caught(mode.centre_locked, mode.centre_direction, front_rad_s - rear_rad_s);
    let (ratio, input) = (mode.overall_ratio, mode.overall_ratio * output);
    let met = ClutchPoint {
        engine_rad_s: engine,
        input_rad_s: input,
        gear: mode.gear,
        closed: one,
        blown: mode.blown,
    };
    mode = mode.with_clutch(&car.clutch_with_conditions().meet(&mode.clutch(), &met));

    let inertia = car.wheel_inertia_kg_m2();
    let step = car.layout.longest_step_s;
    let front = rigid(&car.front, mode.front_locked, &car.front_motor, front_rad_s).join(
        struck(spin.front_left, spin.front_left.eq(zero), inertia.front_left),
        struck(spin.front_right, spin.front_right.eq(zero), inertia.front_right),
        step,
    );
    let rear = rigid(&car.rear, mode.rear_locked, &car.rear_motor, rear_rad_s).join(
        struck(spin.rear_left, spin.rear_left.eq(zero), inertia.rear_left),
        struck(spin.rear_right, spin.rear_right.eq(zero), inertia.rear_right),
        step,
    );
    let centre =
        Split::rigid(car.centre.share, mode.centre_locked.gt(half)).join(front.above, rear.above, step);
    let own = struck(engine, stalled & engine.eq(zero), car.engine.inertia_kg_m2);
    let joint = Joint {
        engine: own,
        output: centre.above,
        ratio,
        efficiency: car.layout.efficiency,
        input_rad_s: input,
    };
    let engaged = mode.engaged.gt(half);
    let given = R::select(engaged, joint.meeting_impulse_nm_s(mode.clutch_direction), zero);

    let centre = centre.share_out(given);
    let (front, rear) = (front.share_out(centre.first_nm), rear.share_out(centre.second_nm));
    // An axle that stands holds the other one over a locked centre.
    let centre_locked = mode.centre_locked.gt(half);
    let front_stands = stands(spin.front_left, spin.front_right, mode.front_locked);
    let rear_stands = stands(spin.rear_left, spin.rear_right, mode.rear_locked);
    let (front_left, front_right) = pair(
        (spin.front_left, spin.front_right),
        (front.first_nm, front.second_nm),
        inertia.front_left,
        (mode.front_locked, centre_locked & rear_stands),
    );
    let (rear_left, rear_right) = pair(
        (spin.rear_left, spin.rear_right),
        (rear.first_nm, rear.second_nm),
        inertia.rear_left,
        (mode.rear_locked, centre_locked & front_stands),
    );
    let wheels_rad_s = Wheels { front_left, front_right, rear_left, rear_right };
    let input = ratio * car.output_rad_s(&wheels_rad_s);
    (mode, DrivelineSpeeds { engine_rad_s: R::select(engaged, input, engine), wheels_rad_s })
}

/// The wheels' spins, those that their brakes have stopped at zero.
#[cfg_attr(not(debug_assertions), inline(always))]
fn still<R: Real>(mode: &DrivelineMode<R>, spin: &Wheels<R>) -> Wheels<R> {
    Wheels {
        front_left: stopped(mode.front_left_direction, spin.front_left),
        front_right: stopped(mode.front_right_direction, spin.front_right),
        rear_left: stopped(mode.rear_left_direction, spin.rear_left),
        rear_right: stopped(mode.rear_right_direction, spin.rear_right),
    }
}

/// Whether an axle stands as a whole: both its wheels, or one of a locked pair.
#[cfg_attr(not(debug_assertions), inline(always))]
fn stands<R: Real>(left: R, right: R, locked: R) -> R::Mask {
    let (left, right) = (left.eq(R::zero()), right.eq(R::zero()));
    (left & right) | (locked.gt(R::lit(0.5)) & (left | right))
}

/// The speeds of an axle's wheels after their impulses: exactly equal where they are locked, and exactly 0 where what
/// they are locked to stands.
#[cfg_attr(not(debug_assertions), inline(always))]
fn pair<R: Real>(
    (left, right): (R, R),
    impulse: (R, R),
    inertia_kg_m2: R,
    (locked, carrier_stands): (R, R::Mask),
) -> (R, R) {
    let zero = R::zero();
    let (left_stands, right_stands) = (left.eq(zero), right.eq(zero));
    let locked = locked.gt(R::lit(0.5));
    let one_stands = left_stands | right_stands;
    let both_stand = (one_stands & (locked | carrier_stands)) | (locked & carrier_stands);
    let mobility = R::one() / inertia_kg_m2;
    let left = R::select(left_stands, zero, left + mobility * impulse.0);
    let right = R::select(right_stands, zero, right + mobility * impulse.1);
    let both = R::lit(0.5) * (left + right);
    let (left, right) = (R::select(locked, both, left), R::select(locked, both, right));
    (R::select(both_stand, zero, left), R::select(both_stand, zero, right))
}

/// A dual-clutch gearbox's shift ends when engine and coming gear turn together and all the torque is handed over.
#[cfg_attr(not(debug_assertions), inline(always))]
fn handed_over<R: Real>(mode: &DrivelineMode<R>, engine_rad_s: R, output_rad_s: R) -> DrivelineMode<R> {
    let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
    let slip = engine_rad_s - mode.second_ratio * output_rad_s;
    let ends = has_met(mode.second_direction, slip) & mode.handed_over.gt(half);
    // Asks only whether any car's does: each gets the same with either.
    if !ends.any() {
        return *mode;
    }
    DrivelineMode {
        gear: R::select(ends, mode.target_gear, mode.gear),
        shift_timer_s: R::select(ends, zero, mode.shift_timer_s),
        overall_ratio: R::select(ends, mode.second_ratio, mode.overall_ratio),
        second_ratio: R::select(ends, zero, mode.second_ratio),
        engaged: R::select(ends, one, mode.engaged),
        clutch_direction: R::select(ends, mode.second_direction, mode.clutch_direction),
        second_direction: R::select(ends, zero, mode.second_direction),
        second_closed: R::select(ends, zero, mode.second_closed),
        handed_over: R::select(ends, zero, mode.handed_over),
        ..*mode
    }
}
