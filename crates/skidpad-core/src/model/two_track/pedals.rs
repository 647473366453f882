//! From the driver's pedals, by way of the assists, to the brakes.

use super::car::TwoTrackBase;
use super::records::{BodyMode, TwoTrackInput, TwoTrackMode, TwoTrackState};
use super::wheels::by_axle;
use crate::assist::{Acts, AssistMode, DriveActs, Pedals, Sensed, WheelActs};
use crate::brakes::{BrakeWheel, Braking};
use crate::each_wheel;
use crate::math::{Mask, Real};
use crate::record::Record;
use crate::wheels::Wheels;

/// What the sensors read.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sensed<R: Real>(base: &TwoTrackBase<R>, senses: &BodyMode<R>, state: &TwoTrackState<R>) -> Sensed<R> {
    let radii = by_axle(base.front.radius_m, base.rear.radius_m);
    let wheels = state.wheels.in_a_row();
    Sensed {
        wheel_speed_m_s: Wheels::from_row(each_wheel!(W => wheels[W].spin_rad_s * radii[W])),
        yaw_rate_rad_s: state.body.yaw_rate_rad_s,
        acceleration_x_m_s2: senses.sensed_x_m_s2,
        acceleration_y_m_s2: senses.sensed_y_m_s2,
        steer_rad: senses.front_steer_rad,
        engine_rad_s: state.body.engine_rad_s,
    }
}

/// What the assists do in a car that has none.
#[cfg_attr(not(debug_assertions), inline(always))]
fn handed_on<R: Real>(pedals: &Pedals<R>) -> Acts<R> {
    let drive: DriveActs<R> = Record::splat(R::zero());
    let none: WheelActs<R> = Record::splat(R::zero());
    Acts {
        wheels: Wheels::all(WheelActs { brake: pedals.brake, ..none }),
        drive: DriveActs { assisted_throttle: pedals.throttle, ..drive },
    }
}

/// What assists and brakes are in a sub-step.
///
/// The branches ask only whether any car of the block has them: each car gets the same bits with either.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn pressed<R: Real>(
    base: &TwoTrackBase<R>,
    mode: &TwoTrackMode<R>,
    senses: &BodyMode<R>,
    state: &TwoTrackState<R>,
    input: &TwoTrackInput<R>,
    dt_s: R,
) -> (AssistMode<R>, Acts<R>, Wheels<BrakeWheel<R>>) {
    let (half, command) = (R::lit(0.5), &input.command);
    let pedals = Pedals {
        throttle: command.throttle,
        brake: command.brake,
        handbrake: command.handbrake,
        clutch: command.clutch,
    };
    let (mut assists, mut acts) = (mode.assists, handed_on(&pedals));
    let assisted = base.pedals.assisted.gt(half);
    if assisted.any() {
        let (next, does) = base.assists.advance(&mode.assists, &sensed(base, senses, state), &pedals, dt_s);
        assists = Record::choose(assisted, &next, &assists);
        acts = Record::choose(assisted, &does, &acts);
    }
    let demand = acts.brake();
    let (asked, before) = (demand.in_a_row(), mode.brakes.in_a_row());
    let mut brakes = Wheels::from_row(each_wheel!(W => BrakeWheel { pressure: asked[W], ..before[W] }));
    let delayed = base.pedals.delayed.gt(half);
    if delayed.any() {
        let braking = Braking {
            demand,
            handbrake: command.handbrake,
            spin_rad_s: state.speeds().wheels_rad_s,
            speed_m_s: state.body.velocity_x_m_s,
        };
        let next = base.brakes.advance(&mode.brakes, &braking, dt_s);
        brakes = Record::choose(delayed, &next, &brakes);
    }
    (assists, acts, brakes)
}
