//! Outputs: quantities that are computed for a reader, and on which the motion does not depend.

use super::instant::Evaluation;
use super::kinematics::hub_velocities;
use super::point::EvaluationPoint;
use super::upward::downforce_by_wheel;
use crate::aero::Aerodynamics;
use crate::each_wheel;
use crate::math::{Real, Vec2};
use crate::model::two_track::kind::AerodynamicsOf;
use crate::model::two_track::{CarTrace, Kind, Parts, TwoTrackTrace, WheelTrace};
use crate::powertrain::driveline::Driveline;
use crate::record::Record;
use crate::tyre::slip::slip_ratio;
use crate::wheels::Wheels;

/// Outputs at a point.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::model) fn outputs<K: Kind, R: Real>(
    at: &EvaluationPoint<K, R>,
    now: &Evaluation<R, K::Parts>,
) -> TwoTrackTrace<R, K::Parts> {
    let axes = &now.kinematics.wheels.axes;
    let held = each_wheel!(W => now.contact.held_n[W].to_child(axes[W]));
    let force = each_wheel!(W => now.contact.tyres[W].force_n + held[W]);
    let wheels = of_wheels(now, &force);
    let car = with_motion(at, now, &Record::splat(R::zero()));
    let car = with_forces(now, &wheels, &force, &car);
    let car = with_energy(at, now, &held, &car);
    let car = if K::SPRUNG { with_ride(at, now, &car) } else { car };
    TwoTrackTrace { car, wheels: Wheels::from_row(wheels), driveline: now.driveline.torque.inside }
}

/// Outputs of each wheel. `force`: force of the tyre in the wheel's axes, with what it holds while it stands, N.
///
/// Slip ratio after SAE J670, made finite at rest (module `tyre::slip`); slip angle after ISO 8855, atan2(v_y, |v_x|).
#[cfg_attr(not(debug_assertions), inline(always))]
fn of_wheels<R: Real, P: Parts>(now: &Evaluation<R, P>, force: &[Vec2<R>; 4]) -> [WheelTrace<R>; 4] {
    let (wheels, tyres) = (&now.kinematics.wheels, &now.contact.tyres);
    let torque = &now.driveline.torque;
    let (drive_nm, brake_nm) = (torque.drive_nm.in_a_row(), torque.brake_nm.in_a_row());
    each_wheel!(W => WheelTrace {
        steer_rad: wheels.axes[W].angle_rad(),
        load_n: now.loads.wheels_n[W],
        force_x_n: force[W].x,
        force_y_n: force[W].y,
        aligning_nm: tyres[W].aligning_nm,
        slip: slip_ratio(wheels.motions[W].tread_m_s, wheels.motions[W].hub_m_s.x),
        slip_angle_rad: wheels.motions[W].hub_m_s.y.atan2(wheels.motions[W].hub_m_s.x.abs()),
        camber_rad: wheels.motions[W].camber_rad,
        use_of_grip: tyres[W].use_of_grip,
        drive_torque_nm: drive_nm[W],
        brake_torque_nm: brake_nm[W],
        suspension_travel_m: now.loads.ride.travel.travel_m[W],
    })
}

/// Accelerations, sideslip, steering and slip angles of the axles.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_motion<K: Kind, R: Real>(
    at: &EvaluationPoint<K, R>,
    now: &Evaluation<R, K::Parts>,
    others: &CarTrace<R>,
) -> CarTrace<R> {
    let (base, state) = (&at.car.base, &at.state.body);
    let (rate, kinematics) = (&now.rates.state.body, &now.kinematics);
    let to_axles_m = [base.body.to_front_m, base.body.to_rear_m];
    let [front, rear] = hub_velocities(&to_axles_m, &kinematics.body, kinematics.wheels.steer);
    let rates = Vec2 { x: rate.velocity_x_m_s, y: rate.velocity_y_m_s };
    let acceleration = kinematics.body.acceleration_m_s2(&rates);
    CarTrace {
        acceleration_x_m_s2: acceleration.x,
        acceleration_y_m_s2: acceleration.y,
        yaw_acceleration_rad_s2: rate.yaw_rate_rad_s,
        sideslip_rad: state.velocity_y_m_s.atan2(state.velocity_x_m_s),
        front_steer_rad: kinematics.steer_rad,
        steering_wheel_rad: base.steering.steering_wheel_rad(kinematics.steer_rad),
        front_slip_angle_rad: front.y.atan2(front.x.abs()),
        rear_slip_angle_rad: rear.y.atan2(rear.x.abs()),
        ..*others
    }
}

/// Slips, loads and forces of the axles, and external forces.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_forces<R: Real, P: Parts>(
    now: &Evaluation<R, P>,
    wheels: &[WheelTrace<R>; 4],
    force: &[Vec2<R>; 4],
    others: &CarTrace<R>,
) -> CarTrace<R> {
    let (half, loads_n) = (R::lit(0.5), &now.loads.wheels_n);
    let (directions, external) = (&now.kinematics.wheels, &now.external);
    let body_force = each_wheel!(W => force[W].to_parent(directions.axes[W]));
    let front_force = (body_force[0] + body_force[1]).to_child(directions.steer);
    let rear_force = body_force[2] + body_force[3];
    CarTrace {
        front_slip: half * (wheels[0].slip + wheels[1].slip),
        rear_slip: half * (wheels[2].slip + wheels[3].slip),
        front_load_n: loads_n[0] + loads_n[1],
        rear_load_n: loads_n[2] + loads_n[3],
        front_force_x_n: front_force.x,
        front_force_y_n: front_force.y,
        rear_force_x_n: rear_force.x,
        rear_force_y_n: rear_force.y,
        drag_x_n: external.drag_n.x,
        drag_y_n: external.drag_n.y,
        downforce_n: now.loads.downforce_n[0] + now.loads.downforce_n[1],
        linear_resistance_n: external.linear_n,
        weight_x_n: external.weight_n.x,
        weight_y_n: external.weight_n.y,
        ..*others
    }
}

/// Kinetic energy, and the power of each force: what the energy balance of a car adds up.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_energy<K: Kind, R: Real>(
    at: &EvaluationPoint<K, R>,
    now: &Evaluation<R, K::Parts>,
    held_in_wheels_n: &[Vec2<R>; 4],
    others: &CarTrace<R>,
) -> CarTrace<R> {
    let (state, external) = (&at.state.body, &now.external);
    let (velocity, yaw_rate) = (&now.kinematics.body.velocity_m_s, state.yaw_rate_rad_s);
    let spins = at.state.wheels.in_a_row();
    let torque = &now.driveline.torque;
    let (drive_nm, brake_nm) = (torque.drive_nm.in_a_row(), torque.brake_nm.in_a_row());
    // Power that a tyre takes is its force times its slip velocity; a force that holds acts at the wheel alone.
    let taken = each_wheel!(W => {
        let motion = &now.kinematics.wheels.motions[W];
        let own = &now.contact.tyres[W].force_n;
        own.x * (motion.tread_m_s - motion.hub_m_s.x) - own.y * motion.hub_m_s.y
            + held_in_wheels_n[W].x * motion.tread_m_s
    });
    // What standing wheels hold acts on the body as a whole and takes its power.
    let held = &now.contact.held;
    let held_w = -(held.x_n * velocity.x + held.y_n * velocity.y + held.yaw_nm * yaw_rate);
    let stored = each_wheel!(W => now.contact.tyres[W].stored_power_w);
    // The road's push on the body, less that of the air, which presses along the normal, too.
    let (loads_n, climb_m_s) = (&now.loads.wheels_n, &now.kinematics.climb_m_s);
    let pressed_n = downforce_by_wheel(&now.loads.downforce_n);
    let climbing = each_wheel!(W => {
        // From 0: on the level the power keeps the sign of its zero.
        loads_n[W] * climb_m_s[W] - (R::zero() + pressed_n[W] * climb_m_s[W])
    });
    let drive_w = each_wheel!(W => drive_nm[W] * spins[W].spin_rad_s);
    let brake_w = each_wheel!(W => brake_nm[W] * spins[W].spin_rad_s);
    let resistance_w = external.resistance_power_w(velocity);
    let resistance_w = if <AerodynamicsOf<K, R>>::HAS_YAW_MOMENT {
        resistance_w + external.air_yaw_nm * state.yaw_rate_rad_s
    } else {
        resistance_w
    };
    CarTrace {
        kinetic_energy_j: kinetic_energy_j(at, now),
        contact_power_w: (taken[0] + taken[1]) + (taken[2] + taken[3]) + held_w,
        stored_power_w: (stored[0] + stored[1]) + (stored[2] + stored[3]),
        drive_power_w: (drive_w[0] + drive_w[1]) + (drive_w[2] + drive_w[3]),
        brake_power_w: (brake_w[0] + brake_w[1]) + (brake_w[2] + brake_w[3]),
        resistance_power_w: resistance_w,
        gravity_power_w: external.gravity_power_w(velocity),
        climbing_power_w: -((climbing[0] + climbing[1]) + (climbing[2] + climbing[3])),
        ..*others
    }
}

/// Kinetic energy of the body's motion in the plane, of the wheels' spin and of the engine, J.
#[cfg_attr(not(debug_assertions), inline(always))]
fn kinetic_energy_j<K: Kind, R: Real>(at: &EvaluationPoint<K, R>, now: &Evaluation<R, K::Parts>) -> R {
    let (base, state) = (&at.car.base, &at.state.body);
    let spins = at.state.wheels.in_a_row();
    let inertia = base.driveline.wheel_inertia_kg_m2().in_a_row();
    let engine = state.engine_rad_s;
    let engine_j = base.driveline.engine_inertia_kg_m2() * (engine * engine);
    let wheels_j = each_wheel!(W => inertia[W] * (spins[W].spin_rad_s * spins[W].spin_rad_s));
    R::lit(0.5)
        * (base.planar().twice_kinetic_energy_j(&now.kinematics.body)
            + ((wheels_j[0] + wheels_j[1]) + (wheels_j[2] + wheels_j[3]))
            + engine_j)
}

/// Energy and powers of a body on springs besides those of its motion in the plane.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_ride<K: Kind, R: Real>(
    at: &EvaluationPoint<K, R>,
    now: &Evaluation<R, K::Parts>,
    plane: &CarTrace<R>,
) -> CarTrace<R> {
    let (base, body) = (&at.car.base, &at.state.body);
    let (springs, ride) = (&base.suspension.body, &now.loads.ride);
    let (heave, roll, pitch) = (body.heave_rate_m_s, body.roll_rate_rad_s, body.pitch_rate_rad_s);
    let moving_j =
        springs.sprung_mass_kg * (heave * heave) + pitch * pitch / springs.inverse_pitch_inertia_1_kg_m2;
    // Without width there is no roll.
    let rolling_j = roll * roll / springs.inverse_roll_inertia_1_kg_m2.max(R::lit(1e-30));
    let front_rise = heave - pitch * base.body.to_front_m;
    let rear_rise = heave + pitch * base.body.to_rear_m;
    let [front_down_n, rear_down_n] = now.loads.downforce_n;
    let pressed_w = front_down_n * front_rise + rear_down_n * rear_rise;
    let (given_w, stored_w) = ride.powers_w();
    let held = &now.contact.held_ride;
    let friction_w = held.heave * heave + held.roll * roll + held.pitch * pitch;
    // Power of the rising road on the body by way of the springs.
    let force = ride.force_n();
    let lifted = each_wheel!(W => force[W] * now.kinematics.climb_m_s[W]);
    let lifted_w = (lifted[0] + lifted[1]) + (lifted[2] + lifted[3]);
    // What the links take of the road's push where the road rises, they give to the tyres: they do no work.
    let axes = &now.kinematics.wheels.axes;
    let linked = each_wheel!(W => {
        now.contact.tyres[W].force_n.to_parent(axes[W]).dot(now.kinematics.climbing_m_s[W])
    });
    let linked_w = (linked[0] + linked[1]) + (linked[2] + linked[3]);
    // Forces along a road that rises lift the body. The tyres' own do it along their slip velocity.
    let upward = &now.contact.upward;
    let slowed_w = R::zero() + upward.resistance_n * heave;
    let standing_w = R::zero() - upward.held_n * heave;
    CarTrace {
        kinetic_energy_j: plane.kinetic_energy_j + R::lit(0.5) * (moving_j + rolling_j),
        resistance_power_w: plane.resistance_power_w - (pressed_w - slowed_w),
        gravity_power_w: plane.gravity_power_w - now.loads.sprung_weight_n * heave,
        climbing_power_w: plane.climbing_power_w + ((lifted_w - standing_w) - linked_w),
        suspension_power_w: -(given_w + friction_w),
        suspension_stored_power_w: -stored_w,
        ..*plane
    }
}
