//! Derivative of the state, and the quantities computed for a reader.

use super::context::Context;
use super::forces::{Contacts, Moments, Outside};
use super::records::{MotorcycleState, MotorcycleTrace};
use super::stand::Stand;
use super::tyres::use_of_grip;
use skidpad_core::math::{Real, Vec2};
use skidpad_core::record::Flag;

/// Acceleration of the centre of mass in the machine's axes, m/s^2.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn acceleration<R: Real>(
    at: &Context<'_, R>,
    outside: &Outside<R>,
    contacts: &Contacts<R>,
) -> Vec2<R> {
    let (sum, mass) = (contacts.sum_n(), at.car.vehicle().body().mass_kg);
    Vec2 {
        x: (sum.x + outside.drag_n.x + outside.linear_n) / mass + outside.downhill_m_s2.x,
        y: (sum.y + outside.drag_n.y) / mass + outside.downhill_m_s2.y,
    }
}

/// Derivative of the state: the equations at the top of the module.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn rates<R: Real>(
    at: &Context<'_, R>,
    stand: &Stand<R>,
    outside: &Outside<R>,
    moments: &Moments<R>,
    acceleration: Vec2<R>,
) -> MotorcycleState<R> {
    let Context { car, state, .. } = *at;
    let (vehicle, cycle) = (car.vehicle(), car.cycle());
    let (vx, vy, yaw_rate) = (state.velocity_x_m_s, state.velocity_y_m_s, state.yaw_rate_rad_s);
    let velocity = Vec2 { x: vx, y: vy }.to_parent(outside.heading);
    MotorcycleState {
        x_m: velocity.x,
        y_m: velocity.y,
        yaw_rad: yaw_rate,
        velocity_x_m_s: acceleration.x + yaw_rate * vy,
        velocity_y_m_s: acceleration.y - yaw_rate * vx,
        yaw_rate_rad_s: moments.yaw_nm / cycle.yaw_inertia_kg_m2,
        lean_rad: state.lean_rate_rad_s,
        lean_rate_rad_s: moments.roll_nm / (cycle.roll_inertia_kg_m2 + moments.bob_kg_m * stand.aside_m),
        handlebar_rad: state.handlebar_rate_rad_s,
        handlebar_rate_rad_s: moments.steer_nm / cycle.steer_inertia_kg_m2,
        front_deflection_rad: stand.front.rate(vehicle.front(), state.front_deflection_rad),
        rear_deflection_rad: stand.rear.rate(vehicle.rear(), state.rear_deflection_rad),
        shoulder_rad: moments.rider.shoulder_rate,
        rider_curvature_1_m: moments.rider.curvature_rate,
        rider_trim_nm: moments.rider.trim_rate,
    }
}

/// Quantities for a reader.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn trace<R: Real>(
    at: &Context<'_, R>,
    stand: &Stand<R>,
    contacts: &Contacts<R>,
    moments: &Moments<R>,
    drag_n: Vec2<R>,
    acceleration: Vec2<R>,
) -> MotorcycleTrace<R> {
    let Context { car, state, surface, .. } = *at;
    let (vehicle, rider, engine) = (car.vehicle(), &moments.rider, &contacts.engine);
    let (longitudinal, grip) = (&contacts.longitudinal, surface.grip);
    let (front_n, rear_n) = (contacts.front_n, contacts.rear_n);
    let redline = engine.engine_rad_s.gt(vehicle.engine().redline_rad_s);
    MotorcycleTrace {
        acceleration_x_m_s2: acceleration.x,
        acceleration_y_m_s2: acceleration.y,
        sideslip_rad: state.velocity_y_m_s.atan2(state.velocity_x_m_s),
        front_slip_angle_rad: stand.front.slip_angle(),
        rear_slip_angle_rad: stand.rear.slip_angle(),
        front_steer_rad: stand.steer.sin.asin(),
        machine_lean_rad: stand.machine_lean_rad,
        front_camber_rad: stand.camber.sin.asin(),
        wanted_lean_rad: rider.lean_rad,
        front_force_x_n: front_n.x,
        front_force_y_n: front_n.y,
        rear_force_x_n: rear_n.x,
        rear_force_y_n: rear_n.y,
        front_load_n: contacts.front_load_n,
        rear_load_n: contacts.rear_load_n,
        front_use_of_grip: use_of_grip(vehicle.front(), grip, contacts.front_load_n, front_n),
        rear_use_of_grip: use_of_grip(vehicle.rear(), grip, contacts.rear_load_n, rear_n),
        engine_rad_s: engine.engine_rad_s,
        engine_torque_nm: engine.engine_nm,
        over_redline: Flag::new(redline),
        traction_limited: longitudinal.traction_limited,
        wheelie_limited: longitudinal.wheelie_limited,
        stoppie_limited: longitudinal.stoppie_limited,
        free_force_n: contacts.free_n,
        holding_capacity_n: longitudinal.capacity_n,
        hands_torque_nm: rider.hands_nm,
        feet_torque_nm: rider.feet_nm,
        gyroscopic_torque_nm: moments.gyroscopic.roll_nm,
        rider_power_w: rider.hands_nm * state.handlebar_rate_rad_s + rider.feet_nm * state.lean_rate_rad_s,
        drag_x_n: drag_n.x,
        drag_y_n: drag_n.y,
    }
}
