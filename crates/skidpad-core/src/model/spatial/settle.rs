//! The end of a sub-step: velocities by momentum, and what came to rest stands.

use super::attitude::settled_attitude;
use super::bodywork::{are_deflected, settled_corners};
use super::car::{SpaceParts, SpatialCar};
use super::inertia::{Momentum, Velocities};
use super::placed::{CarInSpace, Placed, SpaceKinematics, Steered, origin_to_centre};
use super::records::{SpaceBody, SpatialInput, SpatialMode, SpatialState, WheelTravel};
use super::standing::SpaceSenses;
use crate::each_wheel;
use crate::friction::stopped;
use crate::math::{Mask, Real, Vec3};
use crate::model::two_track::{Kind, Parts, TwoTrackMode, WheelMotion, WheelState, WheelTyre};
use crate::powertrain::driveline::Driveline;
use crate::record::Record;
use crate::wheels::Wheels;

/// A car with its mode.
type CarAndMode<'a, K, R> =
    (&'a SpatialCar<<K as Kind>::Tyre<R>, R, <K as Kind>::Parts>, &'a SpatialMode<R, <K as Kind>::Parts>);

/// A state and where everything is in it.
struct At<'a, R: Real, P: Parts> {
    state: &'a SpatialState<R, P>,
    placed: &'a Placed<R>,
}

/// Mode and state after a sub-step.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn settle<K: Kind, R: Real>(
    (car, mode): CarAndMode<'_, K, R>,
    before: &SpatialState<R, K::Parts>,
    after: &SpatialState<R, K::Parts>,
    input: &SpatialInput<R>,
) -> (SpatialMode<R, K::Parts>, SpatialState<R, K::Parts>) {
    let mut state = *after;
    let train = &car.planar.base.driveline;
    let (driveline, turns) = train.settle(&mode.car.driveline, &after.planar().driveline());
    let (spins, own) = (turns.speeds.wheels_rad_s.in_a_row(), after.wheels.in_a_row());
    state.driveline = turns.own;
    state.wheels = Wheels::from_row(each_wheel!(W => WheelState { spin_rad_s: spins[W], ..own[W] }));
    state.travels = settled_travels::<K, R>((car, mode), after);
    let steered = Steered::new(car, mode, input.command.steer_rad);
    let started = Placed::new(&CarInSpace::<K, R> { car, state: before }, &steered);
    state.body = after.body.turned_to(&settled_attitude(&before.body.attitude(), &after.body.attitude()));
    state.body.engine_rad_s = turns.speeds.engine_rad_s;
    let ended = Placed::new(&CarInSpace::<K, R> { car, state: &state }, &steered);
    let body = moved(
        &car.space,
        mode.space.sub_step_s,
        &At { state: before, placed: &started },
        &At { state: &state, placed: &ended },
    );
    state.body = held(mode, &before.body, &body);
    if R::HAS_DERIVATIVE || (may_have_slid::<K, R>(car, &state) | are_deflected(&state.corners)).any() {
        let motion = Velocities {
            body_m_s: state.body.velocity_m_s(),
            turn_rad_s: state.body.turn_rad_s(),
            ..ended.motion
        };
        let of = CarInSpace::<K, R> { car, state: &state };
        let kinematics = Placed { motion, ..ended }.touching(&of, &input.grounds, R::one());
        state.wheels = limited::<K, R>((car, mode), &state.wheels, &kinematics);
        state.corners = settled_corners(&car.space.bodywork, &kinematics.bodywork_grounds, &state.corners);
    }
    let next = TwoTrackMode { driveline, ..mode.car };
    (SpatialMode { car: next, ..*mode }, state)
}

/// Travels whose rate came to zero where dry friction holds them.
#[cfg_attr(not(debug_assertions), inline(always))]
fn settled_travels<K: Kind, R: Real>(
    (car, mode): CarAndMode<'_, K, R>,
    after: &SpatialState<R, K::Parts>,
) -> Wheels<WheelTravel<R>> {
    let (travels, modes, wheels) =
        (after.travels.in_a_row(), mode.travels.in_a_row(), mode.car.wheels.in_a_row());
    let rubs = car.planar.base.suspension.body.suspension_friction.gt(R::zero());
    Wheels::from_row(each_wheel!(W => {
        let rate = travels[W].travel_rate_m_s;
        let holds = rubs & wheels[W].load_before_n.gt(R::zero());
        let settled = R::select(holds, stopped(modes[W].travel_direction, rate), rate);
        WheelTravel { travel_rate_m_s: settled, ..travels[W] }
    }))
}

/// The body where the impulses of the sub-step have brought it: its momentum and angular momentum are those at the beginning and the
/// impulses, and its centre of mass has moved by the mean of its velocities at both ends.
#[cfg_attr(not(debug_assertions), inline(always))]
fn moved<R: Real, P: Parts>(
    space: &SpaceParts<R>,
    step_s: R,
    from: &At<'_, R, P>,
    to: &At<'_, R, P>,
) -> SpaceBody<R> {
    let (At { state: before, placed: started }, At { state, placed: ended }) = (from, to);
    let at_start = started.masses.momentum(&started.motion);
    let linear = started.attitude.to_road(at_start.linear);
    let linear_after = linear + state.body.impulse_n_s();
    let angular = started.attitude.to_road(at_start.angular) + state.body.angular_impulse_nm_s();
    let momentum =
        Momentum { linear: ended.attitude.to_body(linear_after), angular: ended.attitude.to_body(angular) };
    let [velocity_m_s, turn_rad_s] =
        ended.masses.moving(&momentum, &ended.motion.travels_m_s, ended.motion.spin);
    let half_step = R::lit(0.5) * step_s * space.masses.inverse_mass_1_kg;
    let centre_m = origin_to_centre(space.masses.cg_height_m);
    let at_first = started.attitude.to_road(centre_m + started.masses.centre_m());
    let at_last = ended.attitude.to_road(centre_m + ended.masses.centre_m());
    // Differences alone: a car at rest keeps its bits.
    let way = (linear + linear_after).scale(half_step) - (at_last - at_first);
    let place = SpaceBody {
        x_m: before.body.x_m + way.x,
        y_m: before.body.y_m + way.y,
        z_m: before.body.z_m + way.z,
        engine_rad_s: state.body.engine_rad_s,
        ..Record::splat(R::zero())
    };
    let place = place.turned_to(&state.body.attitude());
    place.moving(velocity_m_s, turn_rad_s)
}

/// The body with each motion stopped that came to zero where the ground holds it. One that was held in all of them has not moved, though
/// its wheels may have.
#[cfg_attr(not(debug_assertions), inline(always))]
fn held<R: Real, P: Parts>(
    mode: &SpatialMode<R, P>,
    before: &SpaceBody<R>,
    body: &SpaceBody<R>,
) -> SpaceBody<R> {
    let senses = SpaceSenses::from_mode(&mode.car.body);
    let holds = mode.space.holds.is_set();
    let stood = holds & senses.are_none();
    let body = SpaceBody {
        x_m: R::select(stood, before.x_m, body.x_m),
        y_m: R::select(stood, before.y_m, body.y_m),
        z_m: R::select(stood, before.z_m, body.z_m),
        ..*body
    };
    let along = stopped_where(holds, senses.along, body.velocity_m_s());
    body.moving(along, stopped_where(holds, senses.about, body.turn_rad_s()))
}

/// [`stopped`] in each component where a mask holds.
#[cfg_attr(not(debug_assertions), inline(always))]
fn stopped_where<R: Real>(holds: R::Mask, sense: Vec3<R>, motion: Vec3<R>) -> Vec3<R> {
    let still =
        Vec3 { x: stopped(sense.x, motion.x), y: stopped(sense.y, motion.y), z: stopped(sense.z, motion.z) };
    Vec3::select(holds, still, motion)
}

/// Mask of cars of which the tread of a tyre may have slid. At the end of a sub-step a car needs its contacts only if one has, or if
/// bodywork rubs. The branch is taken if any lane needs them; lanes that do not get the same bits either way.
#[cfg_attr(not(debug_assertions), inline(always))]
fn may_have_slid<K: Kind, R: Real>(
    car: &SpatialCar<K::Tyre<R>, R, K::Parts>,
    state: &SpatialState<R, K::Parts>,
) -> R::Mask {
    let (tyres, wheels) = (car.planar.tyres(), state.wheels.in_a_row());
    let slid = each_wheel!(W => tyres[W].may_have_slid(&wheels[W].deflection()));
    (slid[0] | slid[1]) | (slid[2] | slid[3])
}

/// Tyres whose tread has slid.
#[cfg_attr(not(debug_assertions), inline(always))]
fn limited<K: Kind, R: Real>(
    (car, mode): CarAndMode<'_, K, R>,
    wheels: &Wheels<WheelState<R>>,
    kinematics: &SpaceKinematics<R>,
) -> Wheels<WheelState<R>> {
    let (tyres, modes, wheels) = (car.planar.tyres(), mode.car.wheels.in_a_row(), wheels.in_a_row());
    Wheels::from_row(each_wheel!(W => {
        let motion = WheelMotion { grip: modes[W].road_grip, ..kinematics.touches[W].motion };
        let deflection = tyres[W].limited(modes[W].load_before_n, &wheels[W].deflection(), &motion);
        WheelState { deflection_x: deflection.x, deflection_y: deflection.y, ..wheels[W] }
    }))
}
