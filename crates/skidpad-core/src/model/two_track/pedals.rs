//! From the driver's pedals, by way of the assists, to the brakes.

use super::car::TwoTrackBase;
use super::parts::{ActsOf, AssistModeOf, Parts};
use super::records::{BodyMode, TwoTrackInput, TwoTrackMode, TwoTrackState};
use crate::assist::{DriverAssists, Pedals, Sensed};
use crate::brakes::{BrakeWheel, Braking};
use crate::each_wheel;
use crate::math::{Mask, Real};
use crate::record::Record;
use crate::wheels::{Wheels, by_axle};

/// Readings of the car's sensors.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sensed<R: Real, P: Parts>(
    base: &TwoTrackBase<R, P>,
    senses: &BodyMode<R>,
    state: &TwoTrackState<R, P>,
) -> Sensed<R> {
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

/// Assists and brakes in a sub-step.
pub(in crate::model) struct Pressed<R: Real, P: Parts> {
    /// Memory of the assists.
    pub assists: AssistModeOf<P, R>,
    /// Actions of the assists.
    pub acts: ActsOf<P, R>,
    /// Pressure and temperature of the brakes.
    pub brakes: Wheels<BrakeWheel<R>>,
}

/// Advances assists and brakes by a sub-step.
///
/// The branches depend only on whether any car of the block has them: each car gets the same bits with either.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn pressed<R: Real, P: Parts>(
    base: &TwoTrackBase<R, P>,
    mode: &TwoTrackMode<R, P>,
    senses: &BodyMode<R>,
    state: &TwoTrackState<R, P>,
    input: &TwoTrackInput<R>,
    dt_s: R,
) -> Pressed<R, P> {
    let command = &input.command;
    let pedals = Pedals {
        throttle: command.throttle,
        brake: command.brake,
        handbrake: command.handbrake,
        clutch: command.clutch,
    };
    let (mut assists, mut acts) = (mode.assists, <P::Assists<R>>::handed_on(&pedals));
    let assisted = base.pedals.assisted.is_set();
    if assisted.any() {
        let (next, does) = base.assists.advance(&mode.assists, &sensed(base, senses, state), &pedals, dt_s);
        assists = Record::choose(assisted, &next, &assists);
        acts = Record::choose(assisted, &does, &acts);
    }
    let demand = <P::Assists<R>>::brake(&acts);
    let (asked, before) = (demand.in_a_row(), mode.brakes.in_a_row());
    let mut brakes = Wheels::from_row(each_wheel!(W => BrakeWheel { pressure: asked[W], ..before[W] }));
    let delayed = base.pedals.delayed.is_set();
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
    Pressed { assists, acts, brakes }
}
