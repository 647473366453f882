//! Outputs of the model: quantities that are computed for a reader.

use super::axles::{StraightLine, tread_speeds};
use super::records::StraightLineTrace;
use crate::math::{Real, Vec2};
use crate::model::planar::AxleEvaluation;
use crate::model::planar::axle::AxlePoint;
use crate::record::Flag;
use crate::tyre::friction_utilisation;
use crate::tyre::slip::slip_ratio;

/// Outputs at a point.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn outputs<R: Real>(
    at: &AxlePoint<StraightLine, R>,
    now: &AxleEvaluation<R>,
) -> StraightLineTrace<R> {
    let (car, state, grip) = (at.car, at.state, at.surface.grip);
    let (drive, contact, external) = (&now.driveline, &now.contact, &now.external);
    let (tyres, held) = (&contact.tyres_n, &contact.held_n);
    let forces_n = [tyres[0].x + held[0].x, tyres[1].x + held[1].x];
    let ([front_load_n, rear_load_n], [front_force_n, rear_force_n]) = (now.loads.axles_n, forces_n);
    let front_largest_n = car.front().largest_n(grip, front_load_n);
    let rear_largest_n = car.rear().largest_n(grip, rear_load_n);
    let [front_m_s, rear_m_s] = tread_speeds(car, state);
    let over_redline = state.engine_rad_s.gt(car.engine().redline_rad_s);
    let zero = R::zero();
    StraightLineTrace {
        acceleration_m_s2: now.body.velocity_m_s2.x,
        engine_torque_nm: drive.engine_nm,
        engine_power_w: drive.engine_nm * state.engine_rad_s,
        coupling_torque_nm: drive.coupling_nm,
        engaged_torque_nm: drive.engaged_nm,
        gearbox_input_rad_s: drive.input_rad_s,
        overall_ratio: car.gears().overall(at.mode.gear),
        over_redline: Flag::new(over_redline),
        front_drive_torque_nm: drive.drive_nm.front,
        rear_drive_torque_nm: drive.drive_nm.rear,
        front_brake_torque_nm: drive.brake_nm.front,
        rear_brake_torque_nm: drive.brake_nm.rear,
        front_free_torque_nm: drive.free_nm.front,
        rear_free_torque_nm: drive.free_nm.rear,
        front_holding_nm: drive.holding_nm.front,
        rear_holding_nm: drive.holding_nm.rear,
        front_load_n,
        rear_load_n,
        front_slip: slip_ratio(front_m_s, state.speed_m_s),
        rear_slip: slip_ratio(rear_m_s, state.speed_m_s),
        free_force_n: contact.free.x_n,
        hysteresis_n: contact.capacity.x_n,
        front_force_n,
        rear_force_n,
        front_use_of_grip: friction_utilisation(&Vec2 { x: front_force_n, y: zero }, &front_largest_n),
        rear_use_of_grip: friction_utilisation(&Vec2 { x: rear_force_n, y: zero }, &rear_largest_n),
        drag_n: external.drag_n.x,
        linear_resistance_n: external.linear_n,
        slope_force_n: external.weight_n.x,
    }
}
