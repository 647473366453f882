//! The source of drive torque.

use super::car::SingleTrackCar;
use crate::controls::Command;
use crate::math::Real;
use crate::powertrain::{Axles, ideal_drive};

/// Drive torque on the axles, N.m.
///
/// At the throttle u the engine gives u min(T, P / |omega|) - (1 - u) b omega, with its largest torque
/// and power and its drag, all as felt at the axles' mean speed omega: an engine with a gearbox that is
/// always in the best gear (rules: [`SingleTrackCar`]'s `From`). Losses make the torque smaller where the
/// power flows to the wheels and larger where it comes from them. Shared out by a fixed split, with
/// omega = phi omega_f + (1 - phi) omega_r no power is lost between the axles.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn drive_torque<R: Real>(
    car: &SingleTrackCar<R>,
    command: &Command<R>,
    spin_rad_s: &Axles<R>,
) -> Axles<R> {
    let (zero, one, half) = (R::zero(), R::one(), R::lit(0.5));
    let drive = car.drive();
    let rear_share = one - drive.front_share;
    let speed = drive.front_share * spin_rad_s.front + rear_share * spin_rad_s.rear;
    let forward = command.gear.gt(half) | command.automatic.gt(half);
    let reverse = command.gear.lt(-half) & !command.automatic.gt(half);
    let launch =
        R::select(reverse, -drive.reverse_torque_nm, R::select(forward, drive.launch_torque_nm, zero));
    let closed = R::select(forward | reverse, one - command.clutch, zero);
    let full = ideal_drive(command.throttle, launch, drive.power_w, speed);
    let asked = full - (one - command.throttle) * drive.overrun_nm_s * speed;
    let from_wheels = (asked * speed).lt(zero);
    let passed = R::select(from_wheels, drive.inverse_efficiency, drive.efficiency);
    let torque = closed * (asked * passed);
    Axles { front: drive.front_share * torque, rear: rear_share * torque }
}
