//! What the model tells of an instant.

use super::axle::{AxleInstant, front_steer};
use super::body::Instant;
use super::car::{SingleTrackCar, TrackAxle};
use super::{SingleTrackState, SingleTrackTrace};
use crate::controls::Command;
use crate::math::{Direction, Real, Vec2};
use crate::model::planar::external::ExternalForces;
use crate::surface::Surface;
use crate::tyre::slip::slip_ratio;
use crate::tyre::{CombinedTyre, friction_utilisation};

/// What an axle's tyres take from wheels and body, and what of it their treads store, W.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tyre_powers<R: Real>(
    axle: &TrackAxle<R>,
    (now, force): (&AxleInstant<R>, &Vec2<R>),
    (deflection, tread_m_s): (&Vec2<R>, R),
    hub_m_s: &Vec2<R>,
    road_grip: R,
) -> (R, R) {
    let slip = CombinedTyre::slip_velocity(tread_m_s, hub_m_s);
    let taken = force.x * slip.x + force.y * slip.y;
    // The rate of U = F_z S int g: the force without damping times the rate of the deflection in m.
    let force = axle.tyre().steady_force_over_load(road_grip, deflection);
    let (per_x, per_y) = axle.tyre().per_slip_way();
    let rate = &now.contact.rate_1_s;
    let stored = force.x * rate.x / per_x + force.y * rate.y / per_y;
    (taken, now.load_n * stored)
}

/// The trace of an instant.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn trace<R: Real>(
    car: &SingleTrackCar<R>,
    state: &SingleTrackState<R>,
    command: &Command<R>,
    surface: &Surface<R>,
    now: &Instant<R>,
) -> SingleTrackTrace<R> {
    let (body, half) = (car.body(), R::lit(0.5));
    let (vx, vy, yaw_rate) = (state.velocity_x_m_s, state.velocity_y_m_s, state.yaw_rate_rad_s);
    let (front_spin, rear_spin) = (state.front_spin_rad_s, state.rear_spin_rad_s);
    let front_tread = front_spin * car.front().wheels().radius_m;
    let rear_tread = rear_spin * car.rear().wheels().radius_m;
    let (front, rear, train) = (&now.front, &now.rear, &now.train);
    let redline = car.engine().redline_rad_s;
    let front_state = (&state.front_tread(), front_tread);
    let rear_state = (&state.rear_tread(), rear_tread);
    let [front_held, rear_held] = now.held_n;
    let steer = front_steer(car, command);
    let front_force = front.force + front_held.to_child(Direction::at_angle(steer));
    let rear_force = rear.force + rear_held;
    let (front_taken, front_stored) =
        tyre_powers(car.front(), (front, &front_force), front_state, &now.front_hub, surface.grip);
    let (rear_taken, rear_stored) =
        tyre_powers(car.rear(), (rear, &rear_force), rear_state, &now.rear_hub, surface.grip);
    let ExternalForces { drag_n, linear_n, weight_n } = &now.external;
    let wheels_j = front_spin * front_spin / car.front().wheels().mobility_1_kg_m2
        + rear_spin * rear_spin / car.rear().wheels().mobility_1_kg_m2;
    let engine_j = car.engine().inertia_kg_m2 * (state.engine_rad_s * state.engine_rad_s);
    let turning_j = yaw_rate * yaw_rate / body.inverse_yaw_inertia_1_kg_m2;
    SingleTrackTrace {
        acceleration_x_m_s2: now.rate.velocity_x_m_s - yaw_rate * vy,
        acceleration_y_m_s2: now.rate.velocity_y_m_s + yaw_rate * vx,
        yaw_acceleration_rad_s2: now.rate.yaw_rate_rad_s,
        sideslip_rad: vy.atan2(vx),
        front_steer_rad: steer,
        front_slip_angle_rad: now.front_hub.y.atan2(now.front_hub.x.abs()),
        rear_slip_angle_rad: now.rear_hub.y.atan2(now.rear_hub.x.abs()),
        front_slip: slip_ratio(front_tread, now.front_hub.x),
        rear_slip: slip_ratio(rear_tread, now.rear_hub.x),
        front_load_n: front.load_n,
        rear_load_n: rear.load_n,
        front_force_x_n: front_force.x,
        front_force_y_n: front_force.y,
        rear_force_x_n: rear_force.x,
        rear_force_y_n: rear_force.y,
        front_use_of_grip: friction_utilisation(
            &front_force,
            &car.front().tyre().largest_n(surface.grip, front.load_n),
        ),
        rear_use_of_grip: friction_utilisation(
            &rear_force,
            &car.rear().tyre().largest_n(surface.grip, rear.load_n),
        ),
        engine_torque_nm: train.engine_nm,
        engine_power_w: train.engine_nm * state.engine_rad_s,
        coupling_torque_nm: train.torque.coupling_nm,
        engaged_torque_nm: train.engaged_nm,
        gearbox_input_rad_s: train.input_rad_s,
        over_redline: R::select(redline.lt(state.engine_rad_s), R::one(), R::zero()),
        front_drive_torque_nm: front.drive_nm,
        rear_drive_torque_nm: rear.drive_nm,
        front_brake_torque_nm: front.brake_nm,
        rear_brake_torque_nm: rear.brake_nm,
        front_free_torque_nm: front.free_nm,
        rear_free_torque_nm: rear.free_nm,
        front_holding_nm: front.holding_nm,
        rear_holding_nm: rear.holding_nm,
        free_x_n: now.free.x_n,
        free_y_n: now.free.y_n,
        free_yaw_nm: now.free.yaw_nm,
        hysteresis_x_n: now.hysteresis.x_n,
        hysteresis_y_n: now.hysteresis.y_n,
        hysteresis_yaw_nm: now.hysteresis.yaw_nm,
        drag_x_n: drag_n.x,
        drag_y_n: drag_n.y,
        linear_resistance_n: *linear_n,
        weight_x_n: weight_n.x,
        weight_y_n: weight_n.y,
        kinetic_energy_j: half * (body.mass_kg * (vx * vx + vy * vy) + turning_j + wheels_j + engine_j),
        contact_power_w: front_taken + rear_taken,
        stored_power_w: front_stored + rear_stored,
        drive_power_w: front.drive_nm * front_spin + rear.drive_nm * rear_spin,
        brake_power_w: front.brake_nm * front_spin + rear.brake_nm * rear_spin,
        resistance_power_w: drag_n.x * vx + drag_n.y * vy + *linear_n * vx,
        gravity_power_w: weight_n.x * vx + weight_n.y * vy,
    }
}
