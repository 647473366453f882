//! Outputs of the model: quantities that are computed for a reader.

use super::axles::{SingleTrack, front_steer, tread_speeds};
use super::car::TrackAxle;
use super::records::SingleTrackTrace;
use crate::math::{Real, Vec2};
use crate::model::planar::AxleEvaluation;
use crate::model::planar::axle::AxlePoint;
use crate::model::planar::external::ExternalForces;
use crate::record::{Flag, Record};
use crate::tyre::slip::slip_ratio;
use crate::tyre::{CombinedTyre, friction_utilisation};

/// Outputs at a point.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn outputs<R: Real>(
    at: &AxlePoint<SingleTrack, R>,
    now: &AxleEvaluation<R>,
) -> SingleTrackTrace<R> {
    let (tyres, held) = (&now.contact.tyres_n, &now.contact.held_n);
    let forces_n = [tyres[0] + held[0], tyres[1] + held[1]];
    let trace = with_motion(at, now, &Record::splat(R::zero()));
    let trace = with_forces(at, now, &forces_n, &trace);
    let trace = with_drive(at, now, &trace);
    with_energy(at, now, &forces_n, &trace)
}

/// Accelerations, sideslip, steering, slip angles and slips.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_motion<R: Real>(
    at: &AxlePoint<SingleTrack, R>,
    now: &AxleEvaluation<R>,
    others: &SingleTrackTrace<R>,
) -> SingleTrackTrace<R> {
    let [front_hub, rear_hub] = &now.kinematics.hubs_m_s;
    let [front_m_s, rear_m_s] = tread_speeds(at.car, at.state);
    let acceleration = now.kinematics.body.acceleration_m_s2(&now.body.velocity_m_s2);
    SingleTrackTrace {
        acceleration_x_m_s2: acceleration.x,
        acceleration_y_m_s2: acceleration.y,
        yaw_acceleration_rad_s2: now.body.yaw_rate_rad_s2,
        sideslip_rad: at.state.velocity_y_m_s.atan2(at.state.velocity_x_m_s),
        front_steer_rad: front_steer(at.car, at.command),
        front_slip_angle_rad: front_hub.y.atan2(front_hub.x.abs()),
        rear_slip_angle_rad: rear_hub.y.atan2(rear_hub.x.abs()),
        front_slip: slip_ratio(front_m_s, front_hub.x),
        rear_slip: slip_ratio(rear_m_s, rear_hub.x),
        ..*others
    }
}

/// Loads, forces of the tyres with what they hold at rest, and external forces.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_forces<R: Real>(
    at: &AxlePoint<SingleTrack, R>,
    now: &AxleEvaluation<R>,
    [front_n, rear_n]: &[Vec2<R>; 2],
    others: &SingleTrackTrace<R>,
) -> SingleTrackTrace<R> {
    let (free, capacity) = (&now.contact.free, &now.contact.capacity);
    let ExternalForces { drag_n, linear_n, weight_n, .. } = &now.external;
    let ([front_load_n, rear_load_n], grip) = (now.loads.axles_n, at.surface.grip);
    let front_largest_n = at.car.front.tyre.largest_n(grip, front_load_n);
    let rear_largest_n = at.car.rear.tyre.largest_n(grip, rear_load_n);
    SingleTrackTrace {
        front_load_n,
        rear_load_n,
        front_force_x_n: front_n.x,
        front_force_y_n: front_n.y,
        rear_force_x_n: rear_n.x,
        rear_force_y_n: rear_n.y,
        front_use_of_grip: friction_utilisation(front_n, &front_largest_n),
        rear_use_of_grip: friction_utilisation(rear_n, &rear_largest_n),
        free_x_n: free.x_n,
        free_y_n: free.y_n,
        free_yaw_nm: free.yaw_nm,
        hysteresis_x_n: capacity.x_n,
        hysteresis_y_n: capacity.y_n,
        hysteresis_yaw_nm: capacity.yaw_nm,
        drag_x_n: drag_n.x,
        drag_y_n: drag_n.y,
        linear_resistance_n: *linear_n,
        weight_x_n: weight_n.x,
        weight_y_n: weight_n.y,
        ..*others
    }
}

/// Torques of the driveline.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_drive<R: Real>(
    at: &AxlePoint<SingleTrack, R>,
    now: &AxleEvaluation<R>,
    others: &SingleTrackTrace<R>,
) -> SingleTrackTrace<R> {
    let (drive, engine_rad_s) = (&now.driveline, at.state.engine_rad_s);
    let over_redline = at.car.engine.redline_rad_s.lt(engine_rad_s);
    SingleTrackTrace {
        engine_torque_nm: drive.engine_nm,
        engine_power_w: drive.engine_nm * engine_rad_s,
        coupling_torque_nm: drive.coupling_nm,
        engaged_torque_nm: drive.engaged_nm,
        gearbox_input_rad_s: drive.input_rad_s,
        over_redline: Flag::new(over_redline),
        front_drive_torque_nm: drive.drive_nm.front,
        rear_drive_torque_nm: drive.drive_nm.rear,
        front_brake_torque_nm: drive.brake_nm.front,
        rear_brake_torque_nm: drive.brake_nm.rear,
        front_free_torque_nm: drive.free_nm.front,
        rear_free_torque_nm: drive.free_nm.rear,
        front_holding_nm: drive.holding_nm.front,
        rear_holding_nm: drive.holding_nm.rear,
        ..*others
    }
}

/// Kinetic energy, and the power of each force.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_energy<R: Real>(
    at: &AxlePoint<SingleTrack, R>,
    now: &AxleEvaluation<R>,
    [front_n, rear_n]: &[Vec2<R>; 2],
    others: &SingleTrackTrace<R>,
) -> SingleTrackTrace<R> {
    let (front_spin, rear_spin) = (at.state.front_spin_rad_s, at.state.rear_spin_rad_s);
    let (car, engine_rad_s) = (at.car, at.state.engine_rad_s);
    let [front_m_s, rear_m_s] = tread_speeds(car, at.state);
    let [front_hub, rear_hub] = &now.kinematics.hubs_m_s;
    let stored = stored_powers_w(at, now);
    let (drive, motion) = (&now.driveline, &now.kinematics.body);
    let wheels_j = front_spin * front_spin / car.front.wheels.mobility_1_kg_m2
        + rear_spin * rear_spin / car.rear.wheels.mobility_1_kg_m2;
    let engine_j = car.engine.inertia_kg_m2 * (engine_rad_s * engine_rad_s);
    SingleTrackTrace {
        kinetic_energy_j: R::lit(0.5)
            * (car.body.planar().twice_kinetic_energy_j(motion) + wheels_j + engine_j),
        contact_power_w: front_n.dot(CombinedTyre::slip_velocity(front_m_s, front_hub))
            + rear_n.dot(CombinedTyre::slip_velocity(rear_m_s, rear_hub)),
        stored_power_w: stored[0] + stored[1],
        drive_power_w: drive.drive_nm.front * front_spin + drive.drive_nm.rear * rear_spin,
        brake_power_w: drive.brake_nm.front * front_spin + drive.brake_nm.rear * rear_spin,
        resistance_power_w: now.external.resistance_power_w(&motion.velocity_m_s),
        gravity_power_w: now.external.gravity_power_w(&motion.velocity_m_s),
        ..*others
    }
}

/// Power that the treads of both axles store, W.
#[cfg_attr(not(debug_assertions), inline(always))]
fn stored_powers_w<R: Real>(at: &AxlePoint<SingleTrack, R>, now: &AxleEvaluation<R>) -> [R; 2] {
    let ([front, rear], [front_load_n, rear_load_n]) = (&now.slips.contacts, now.loads.axles_n);
    let (grip, state) = (at.surface.grip, at.state);
    [
        front_load_n * stored_over_load(&at.car.front, grip, &state.front_tread(), &front.rate_1_s),
        rear_load_n * stored_over_load(&at.car.rear, grip, &state.rear_tread(), &rear.rate_1_s),
    ]
}

/// Power that a tread stores over its load, m/s: the rate of U / F_z = S int g, the force without damping times the rate of
/// the deflection in m.
#[cfg_attr(not(debug_assertions), inline(always))]
fn stored_over_load<R: Real>(
    axle: &TrackAxle<R>,
    road_grip: R,
    deflection: &Vec2<R>,
    rate_1_s: &Vec2<R>,
) -> R {
    let force = axle.tyre.steady_force_over_load(road_grip, deflection);
    let (per_x, per_y) = axle.tyre.per_slip_way();
    force.x * rate_1_s.x / per_x + force.y * rate_1_s.y / per_y
}
