//! Stage 5, driveline: torques on the wheels, and the angular accelerations that they give.

use super::axle::{AxleMode, AxleParts, AxlePoint, AxleWheels, TwoAxles};
use super::contact::{AxleContact, RoadContact};
use super::kinematics::Kinematics;
use super::point::EvaluationPoint;
use crate::assist::DriverAssists;
use crate::brakes::{applied, wheel_capacity_nm};
use crate::controls::Command;
use crate::each_wheel;
use crate::math::Real;
use crate::model::two_track::{
    DrivelineOutputsOf, DrivelineStateOf, Kind, Parts, TwoTrackInput, TwoTrackMode,
};
use crate::powertrain::driveline::{Driveline, DrivelineDemand, DrivelineTorque, WheelLoads};
use crate::powertrain::{AxleLoads, Axles, TrainPoint, TrainTorque};
use crate::wheels::Wheels;

/// Torques of road, brakes and driveline on the wheels.
pub(in crate::model) struct WheelDrive<R: Real, P: Parts> {
    /// Torque of the road on each wheel, and what its brake and its rolling resistance can hold.
    pub on_wheels: WheelLoads<R>,
    /// Torques inside the driveline, and the angular accelerations of engine and wheels.
    pub torque: DrivelineTorque<R, DrivelineStateOf<P, R>, DrivelineOutputsOf<P, R>>,
}

/// Torques and angular accelerations of wheels and engine: I domega/dt = T_drive + T_brake - F_x R, for all of them at once
/// (Monster v1.9, torque on the drive wheels; solved as a tree in the module `powertrain::driveline`).
///
/// The hysteresis of a standing tyre acts on its wheel with the same lever as the tyre's elastic force, the radius.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn driveline<K: Kind, R: Real>(
    at: &EvaluationPoint<K, R>,
    kinematics: &Kinematics<R, K::Parts>,
    contact: &RoadContact<R>,
) -> WheelDrive<R, K::Parts> {
    let (base, axes, levers_m) = (&at.car.base, &kinematics.wheels.axes, &kinematics.wheels.levers_m);
    let road_nm = each_wheel!(W => {
        -((contact.tyres[W].force_n.x + contact.held_n[W].to_child(axes[W]).x) * levers_m[W])
    });
    let holding_nm = wheel_capacities(at, &contact.rolling_n, levers_m);
    let on_wheels =
        WheelLoads { torque_nm: Wheels::from_row(road_nm), holding_nm: Wheels::from_row(holding_nm) };
    let demand = demand(at.mode, at.input);
    let torque = base.driveline.solve(&at.mode.driveline, &at.state.driveline(), &on_wheels, &demand);
    WheelDrive { on_wheels, torque }
}

/// Commands to the engine and its coupling: the driver's, with the throttle that the assists leave of his.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn demand<R: Real, P: Parts>(
    mode: &TwoTrackMode<R, P>,
    input: &TwoTrackInput<R>,
) -> DrivelineDemand<R> {
    let throttle = <P::Assists<R>>::throttle(&mode.acts);
    DrivelineDemand { throttle, ..DrivelineDemand::of(&input.command) }
}

/// Torque that the brakes and the rolling resistance of each wheel can hold, N.m. The handbrake acts on the rear discs, or,
/// in some cars, on the front ones, half on each.
#[cfg_attr(not(debug_assertions), inline(always))]
fn wheel_capacities<K: Kind, R: Real>(
    at: &EvaluationPoint<K, R>,
    rolling_n: &[R; 4],
    levers_m: &[R; 4],
) -> [R; 4] {
    let (base, handbrake) = (&at.car.base, at.input.command.handbrake);
    let front_hand = R::lit(0.5) * base.pedals.front_handbrake_nm * handbrake;
    let hand = [front_hand, front_hand, R::zero(), R::zero()];
    let pads = base.brakes.torques_nm(&at.mode.brakes, handbrake).in_a_row();
    each_wheel!(W => wheel_capacity_nm(pads[W] + hand[W], rolling_n[W], levers_m[W]))
}

/// Torques and angular accelerations of two axles and the engine ([`Train::solve`](crate::powertrain::Train::solve)).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn axle_driveline<K: TwoAxles, R: Real>(
    at: &AxlePoint<K, R>,
    parts: &AxleParts<R>,
    mode: &AxleMode<R>,
    contact: &AxleContact<R>,
) -> TrainTorque<R> {
    let ([front, rear], command) = (&parts.wheels, at.command);
    let [front_tyre, rear_tyre] = &contact.tyres_n;
    let [front_held, rear_held] = &contact.held_n;
    let loads = AxleLoads {
        road_nm: Axles {
            front: -((front_tyre.x + front_held.x) * front.radius_m),
            rear: -((rear_tyre.x + rear_held.x) * rear.radius_m),
        },
        holding_nm: Axles {
            front: front.capacity_nm(command, contact.rolling_n.front),
            rear: rear.capacity_nm(command, contact.rolling_n.rear),
        },
        directions: mode.directions,
    };
    let speeds = K::speeds(at.state);
    let engine = K::engine(at, &mode.train, mode.drive.input_speed(&speeds.axles()));
    let point = TrainPoint { mode: &mode.train, drive: &mode.drive, speeds: &speeds, command };
    parts.train.solve(&point, &engine, &loads)
}

impl<R: Real> AxleWheels<R> {
    /// Torque that the brakes and the rolling resistance of an axle can hold, N.m.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn capacity_nm(&self, command: &Command<R>, rolling_n: R) -> R {
        let brake_nm =
            applied(command.brake, command.handbrake, self.brake_torque_nm, self.handbrake_torque_nm);
        wheel_capacity_nm(brake_nm, rolling_n, self.radius_m)
    }
}
