//! Quantities computed during one evaluation.

use super::body::{Instant, front_steer};
use super::car::{TwoTrackBase, TwoTrackCar};
use super::kind::Kind;
use super::records::{TwoTrackInput, TwoTrackMode, TwoTrackState};
use super::trace_record::{CarTrace, TwoTrackTrace, WheelTrace};
use crate::each_wheel;
use crate::math::{Real, Vec2};
use crate::tyre::slip::slip_ratio;
use crate::wheels::Wheels;

/// What a body on springs does besides.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sprung<R: Real>(
    base: &TwoTrackBase<R>,
    state: &TwoTrackState<R>,
    now: &Instant<R>,
    plane: CarTrace<R>,
) -> CarTrace<R> {
    let (body, springs) = (&state.body, &base.suspension.body);
    let (heave, roll, pitch) = (body.heave_rate_m_s, body.roll_rate_rad_s, body.pitch_rate_rad_s);
    let moving_j =
        springs.sprung_mass_kg * (heave * heave) + pitch * pitch / springs.inverse_pitch_inertia_1_kg_m2;
    // Without width there is no roll.
    let rolling_j = roll * roll / springs.inverse_roll_inertia_1_kg_m2.max(R::lit(1e-30));
    let front_rise = heave - pitch * base.body.to_front_m;
    let rear_rise = heave + pitch * base.body.to_rear_m;
    let pressed_w =
        now.resistance.front_downforce_n * front_rise + now.resistance.rear_downforce_n * rear_rise;
    let (given_w, stored_w) = now.ride.powers_w();
    let friction_w = now.held_ride.heave * heave + now.held_ride.roll * roll + now.held_ride.pitch * pitch;
    // What the rising road gives the body by way of the springs.
    let force = now.ride.force_n();
    let lifted = each_wheel!(W => force[W] * now.climb_m_s[W]);
    let lifted_w = (lifted[0] + lifted[1]) + (lifted[2] + lifted[3]);
    CarTrace {
        kinetic_energy_j: plane.kinetic_energy_j + R::lit(0.5) * (moving_j + rolling_j),
        resistance_power_w: plane.resistance_power_w - pressed_w,
        gravity_power_w: plane.gravity_power_w - now.sprung_weight_n * heave,
        climbing_power_w: plane.climbing_power_w + lifted_w,
        suspension_power_w: -(given_w + friction_w),
        suspension_stored_power_w: -stored_w,
        ..plane
    }
}

/// The trace of an instant.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn trace<K: Kind, R: Real>(
    car: &TwoTrackCar<K::Tyre<R>, R>,
    mode: &TwoTrackMode<R>,
    state: &TwoTrackState<R>,
    input: &TwoTrackInput<R>,
    now: &Instant<R>,
) -> TwoTrackTrace<R> {
    let (base, half) = (&car.base, R::lit(0.5));
    let moving = &now.moving;
    let held = each_wheel!(W => now.held_n[W].to_child(moving.axes[W]));
    let force = each_wheel!(W => now.contacts[W].force_n + held[W]);
    let (drive_nm, brake_nm) = (now.drive.drive_nm.in_a_row(), now.drive.brake_nm.in_a_row());
    let wheels = each_wheel!(W => WheelTrace {
        steer_rad: moving.axes[W].angle_rad(),
        load_n: now.loads_n[W],
        force_x_n: force[W].x,
        force_y_n: force[W].y,
        aligning_nm: now.contacts[W].aligning_nm,
        slip: slip_ratio(moving.motions[W].tread_m_s, moving.motions[W].hub_m_s.x),
        slip_angle_rad: moving.motions[W].hub_m_s.y.atan2(moving.motions[W].hub_m_s.x.abs()),
        camber_rad: moving.motions[W].camber_rad,
        use_of_grip: now.contacts[W].use_of_grip,
        drive_torque_nm: drive_nm[W],
        brake_torque_nm: brake_nm[W],
        suspension_travel_m: now.ride.travel_m[W],
    });
    let taken = each_wheel!(W => {
        let motion = &moving.motions[W];
        let own = &now.contacts[W].force_n;
        own.x * (motion.tread_m_s - motion.hub_m_s.x) - own.y * motion.hub_m_s.y
            + held[W].x * motion.tread_m_s
    });
    // What standing wheels hold acts on the body as a whole and takes its power.
    let held_w = -(now.held.x_n * state.body.velocity_x_m_s
        + now.held.y_n * state.body.velocity_y_m_s
        + now.held.yaw_nm * state.body.yaw_rate_rad_s);
    let stored = each_wheel!(W => now.contacts[W].stored_power_w);
    let climbing = each_wheel!(W => now.loads_n[W] * now.climb_m_s[W]);
    let spins = state.wheels.in_a_row();
    let drive_w = each_wheel!(W => drive_nm[W] * spins[W].spin_rad_s);
    let brake_w = each_wheel!(W => brake_nm[W] * spins[W].spin_rad_s);
    let inertia = base.driveline.wheel_inertia_kg_m2().in_a_row();
    let engine = state.body.engine_rad_s;
    let engine_j = base.driveline.engine.inertia_kg_m2 * (engine * engine);
    let wheels_j = each_wheel!(W => inertia[W] * (spins[W].spin_rad_s * spins[W].spin_rad_s));
    let body_force = each_wheel!(W => force[W].to_parent(moving.axes[W]));
    let front_force = (body_force[0] + body_force[1]).to_child(moving.steer);
    let (vx, vy, yaw_rate) =
        (state.body.velocity_x_m_s, state.body.velocity_y_m_s, state.body.yaw_rate_rad_s);
    let front_middle = Vec2 { x: vx, y: vy + base.body.to_front_m * yaw_rate }.to_child(moving.steer);
    let rear_across = vy - base.body.to_rear_m * yaw_rate;
    let turning_j = yaw_rate * yaw_rate / base.body.inverse_yaw_inertia_1_kg_m2;
    let drag = now.resistance.drag_n;
    let linear_n = now.resistance.linear_n;
    let steer_rad = front_steer(car, &mode.body, input);
    let car_trace = CarTrace {
        acceleration_x_m_s2: now.rate.body.velocity_x_m_s - yaw_rate * vy,
        acceleration_y_m_s2: now.rate.body.velocity_y_m_s + yaw_rate * vx,
        yaw_acceleration_rad_s2: now.rate.body.yaw_rate_rad_s,
        sideslip_rad: vy.atan2(vx),
        front_steer_rad: steer_rad,
        steering_wheel_rad: base.steering.steering_wheel_rad(steer_rad),
        front_slip_angle_rad: front_middle.y.atan2(front_middle.x.abs()),
        rear_slip_angle_rad: rear_across.atan2(vx.abs()),
        front_slip: half * (wheels[0].slip + wheels[1].slip),
        rear_slip: half * (wheels[2].slip + wheels[3].slip),
        front_load_n: now.loads_n[0] + now.loads_n[1],
        rear_load_n: now.loads_n[2] + now.loads_n[3],
        front_force_x_n: front_force.x,
        front_force_y_n: front_force.y,
        rear_force_x_n: body_force[2].x + body_force[3].x,
        rear_force_y_n: body_force[2].y + body_force[3].y,
        drag_x_n: drag.x,
        drag_y_n: drag.y,
        downforce_n: now.resistance.front_downforce_n + now.resistance.rear_downforce_n,
        linear_resistance_n: linear_n,
        weight_x_n: now.weight_n.x,
        weight_y_n: now.weight_n.y,
        kinetic_energy_j: half
            * (base.body.mass_kg * (vx * vx + vy * vy)
                + turning_j
                + ((wheels_j[0] + wheels_j[1]) + (wheels_j[2] + wheels_j[3]))
                + engine_j),
        contact_power_w: (taken[0] + taken[1]) + (taken[2] + taken[3]) + held_w,
        stored_power_w: (stored[0] + stored[1]) + (stored[2] + stored[3]),
        drive_power_w: (drive_w[0] + drive_w[1]) + (drive_w[2] + drive_w[3]),
        brake_power_w: (brake_w[0] + brake_w[1]) + (brake_w[2] + brake_w[3]),
        resistance_power_w: drag.x * vx + drag.y * vy + linear_n * vx,
        gravity_power_w: now.weight_n.x * vx + now.weight_n.y * vy,
        climbing_power_w: -((climbing[0] + climbing[1]) + (climbing[2] + climbing[3])),
        suspension_power_w: R::zero(),
        suspension_stored_power_w: R::zero(),
    };
    let car_trace = if K::SPRUNG { sprung(base, state, now, car_trace) } else { car_trace };
    TwoTrackTrace { car: car_trace, wheels: Wheels::from_row(wheels), driveline: now.drive.inside }
}
