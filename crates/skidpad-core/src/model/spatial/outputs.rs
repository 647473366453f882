//! Outputs: quantities that are computed for a reader, and on which the motion does not depend.

use super::inertia::Momentum;
use super::instant::SpaceEvaluation;
use super::placed::SpacePoint;
use crate::math::{Real, Vec2, Vec3};
use crate::model::two_track::parts::{channels_by_parts, record_by_parts};
use crate::model::two_track::{CarTrace, DrivelineOutputsOf, Kind, Parts, WheelTrace};
use crate::powertrain::driveline::Driveline;
use crate::record::Record;
use crate::tyre::slip::slip_ratio;
use crate::wheels::Wheels;
use crate::{each_wheel, record};

record! {
    /// Derived quantities of a car in space besides those of every car with four wheels.
    pub struct SpaceTrace {
        /// Pitch of the longitudinal axis over the road's plane, positive with the nose down.
        pitch_rad: "rad" [-1.6, 1.6],
        /// Roll about the longitudinal axis, positive with the right side down; near +-pi on the roof.
        roll_rad: "rad" [-3.2, 3.2],
        /// Acceleration of the centre of mass along the body's vertical axis.
        acceleration_z_m_s2: "m/s^2" [-1e4, 1e4],
        /// Load on the bodywork.
        bodywork_load_n: "N" [0.0, 1e8],
        /// Momentum along the road's x axis.
        momentum_x_n_s: "N.s" [-1e8, 1e8],
        /// Momentum along the road's y axis.
        momentum_y_n_s: "N.s" [-1e8, 1e8],
        /// Momentum along the road's normal.
        momentum_z_n_s: "N.s" [-1e8, 1e8],
        /// Angular momentum about the centre of mass, about the road's x axis.
        angular_momentum_x_nm_s: "N.m.s" [-1e8, 1e8],
        /// Angular momentum about the road's y axis.
        angular_momentum_y_nm_s: "N.m.s" [-1e8, 1e8],
        /// Angular momentum about the road's normal.
        angular_momentum_z_nm_s: "N.m.s" [-1e8, 1e8],
    }
}

record_by_parts! {
    /// Everything computed on the way.
    pub struct SpatialTrace {
        /// The whole car, as of every car with four wheels; forces along the body's axes.
        pub car: CarTrace<R>,
        /// The car in space.
        pub space: SpaceTrace<R>,
        /// Each wheel.
        pub wheels: Wheels<WheelTrace<R>>,
        /// Inside the driveline.
        pub driveline: DrivelineOutputsOf<P, R>,
    }
}
channels_by_parts!(SpatialTrace {
    CarTrace<R>,
    SpaceTrace<R>,
    Wheels<WheelTrace<R>>,
    DrivelineOutputsOf<P, R>,
});

/// Outputs at a point.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn outputs<K: Kind, R: Real>(
    at: &SpacePoint<K, R>,
    now: &SpaceEvaluation<'_, R, K::Parts>,
) -> SpatialTrace<R, K::Parts> {
    let wheels = of_wheels(now);
    let car = with_motion(at, now, &Record::splat(R::zero()));
    let car = with_forces(now, &wheels, &car);
    let car = with_energy(at, now, &car);
    SpatialTrace {
        car,
        space: in_space(now),
        wheels: Wheels::from_row(wheels),
        driveline: now.driveline.torque.inside,
    }
}

/// Outputs of each wheel; forces along the ground in the direction in which it rolls, and to its left.
#[cfg_attr(not(debug_assertions), inline(always))]
fn of_wheels<R: Real, P: Parts>(now: &SpaceEvaluation<'_, R, P>) -> [WheelTrace<R>; 4] {
    let (touches, tyres, torque) = (&now.kinematics.touches, &now.tyres, &now.driveline.torque);
    let (drive_nm, brake_nm) = (torque.drive_nm.in_a_row(), torque.brake_nm.in_a_row());
    each_wheel!(W => {
        let motion = &touches[W].motion;
        WheelTrace {
            steer_rad: now.kinematics.directions[W].angle_rad(),
            load_n: touches[W].load_n,
            force_x_n: tyres[W].force_n.x + now.standing.wheels_n[W],
            force_y_n: tyres[W].force_n.y,
            aligning_nm: tyres[W].aligning_nm,
            slip: slip_ratio(motion.tread_m_s, motion.hub_m_s.x),
            slip_angle_rad: motion.hub_m_s.y.atan2(motion.hub_m_s.x.abs()),
            camber_rad: motion.camber_rad,
            use_of_grip: tyres[W].use_of_grip,
            drive_torque_nm: drive_nm[W],
            brake_torque_nm: brake_nm[W],
            suspension_travel_m: now.travel.travel.travel_m[W],
        }
    })
}

/// Accelerations, sideslip, steering and slip angles of the axles.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_motion<K: Kind, R: Real>(
    at: &SpacePoint<K, R>,
    now: &SpaceEvaluation<'_, R, K::Parts>,
    others: &CarTrace<R>,
) -> CarTrace<R> {
    let (base, kinematics) = (&at.car.planar.base, &now.kinematics);
    let (force_n, _) = now.external();
    let acceleration = force_n.scale(R::one() / kinematics.masses.mass_kg());
    let (v, w) = (kinematics.motion.body_m_s, kinematics.motion.turn_rad_s);
    let front = Vec2 { x: v.x, y: v.y + base.body.to_front_m * w.z }.to_child(kinematics.steered.steer);
    let rear = Vec2 { x: v.x, y: v.y - base.body.to_rear_m * w.z };
    CarTrace {
        acceleration_x_m_s2: acceleration.x,
        acceleration_y_m_s2: acceleration.y,
        yaw_acceleration_rad_s2: now.accelerations.turn_rad_s2.z,
        sideslip_rad: v.y.atan2(v.x),
        front_steer_rad: kinematics.steered.steer_rad,
        steering_wheel_rad: base.steering.steering_wheel_rad(kinematics.steered.steer_rad),
        front_slip_angle_rad: front.y.atan2(front.x.abs()),
        rear_slip_angle_rad: rear.y.atan2(rear.x.abs()),
        ..*others
    }
}

/// Slips, loads and forces of the axles, and external forces.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_forces<R: Real, P: Parts>(
    now: &SpaceEvaluation<'_, R, P>,
    wheels: &[WheelTrace<R>; 4],
    others: &CarTrace<R>,
) -> CarTrace<R> {
    let (half, air) = (R::lit(0.5), &now.air);
    let directions = &now.kinematics.directions;
    let forces = each_wheel!(W => {
        Vec2 { x: wheels[W].force_x_n, y: wheels[W].force_y_n }.to_parent(directions[W])
    });
    let front = (forces[0] + forces[1]).to_child(now.kinematics.steered.steer);
    let rear = forces[2] + forces[3];
    let weight_n = now.gravity_m_s2.scale(now.kinematics.masses.mass_kg());
    CarTrace {
        front_slip: half * (wheels[0].slip + wheels[1].slip),
        rear_slip: half * (wheels[2].slip + wheels[3].slip),
        front_load_n: wheels[0].load_n + wheels[1].load_n,
        rear_load_n: wheels[2].load_n + wheels[3].load_n,
        front_force_x_n: front.x,
        front_force_y_n: front.y,
        rear_force_x_n: rear.x,
        rear_force_y_n: rear.y,
        drag_x_n: air.drag_n.x,
        drag_y_n: air.drag_n.y,
        downforce_n: air.downforce_n[0] + air.downforce_n[1],
        linear_resistance_n: air.linear_n,
        weight_x_n: weight_n.x,
        weight_y_n: weight_n.y,
        ..*others
    }
}

/// Kinetic energy, and the power of each force. The suspension's is that of everything that springs: springs and dampers, the tyres'
/// vertical springs and the bodywork.
#[cfg_attr(not(debug_assertions), inline(always))]
fn with_energy<K: Kind, R: Real>(
    at: &SpacePoint<K, R>,
    now: &SpaceEvaluation<'_, R, K::Parts>,
    others: &CarTrace<R>,
) -> CarTrace<R> {
    let (kinematics, torque) = (&now.kinematics, &now.driveline.torque);
    let (motion, masses) = (&kinematics.motion, &kinematics.masses);
    let (v, w) = (motion.body_m_s, motion.turn_rad_s);
    let (spins, touches) = (at.state.wheels.in_a_row(), &kinematics.touches);
    let (drive_nm, brake_nm) = (torque.drive_nm.in_a_row(), torque.brake_nm.in_a_row());
    let radii_m = crate::wheels::by_axle(at.car.planar.base.front.radius_m, at.car.planar.base.rear.radius_m);
    let taken = each_wheel!(W => {
        let (own, slip) = (&now.tyres[W].force_n, &touches[W].motion);
        let held = now.standing.wheels_n[W] * (spins[W].spin_rad_s * radii_m[W]);
        (own.x * (slip.tread_m_s - slip.hub_m_s.x) - own.y * slip.hub_m_s.y)
            - now.tyres[W].aligning_nm * touches[W].normal.dot(w)
            + held
    });
    let held_w = now.standing.held_n.dot(v) + now.standing.held_nm.dot(w);
    let stored = each_wheel!(W => now.tyres[W].stored_power_w);
    let drive_w = each_wheel!(W => drive_nm[W] * spins[W].spin_rad_s);
    let brake_w = each_wheel!(W => brake_nm[W] * spins[W].spin_rad_s);
    let weight_n = now.gravity_m_s2.scale(masses.mass_kg());
    let wheels_w = each_wheel!(W => {
        masses.wheel_kg(W) * motion.travels_m_s[W] * masses.paths[W].dot(now.gravity_m_s2)
    });
    let gravity_w = weight_n.dot(v)
        + masses.centre_m().cross(weight_n).dot(w)
        + ((wheels_w[0] + wheels_w[1]) + (wheels_w[2] + wheels_w[3]));
    let (given_w, stored_w) = now.suspension_powers_w();
    let inertia = at.car.planar.base.driveline.wheel_inertia_kg_m2().in_a_row();
    let turning_j = each_wheel!(W => inertia[W] * (spins[W].spin_rad_s * spins[W].spin_rad_s));
    let engine = at.state.body.engine_rad_s;
    let engine_j = at.car.planar.base.driveline.engine_inertia_kg_m2() * (engine * engine);
    CarTrace {
        kinetic_energy_j: R::lit(0.5)
            * ((masses.twice_energy_j(motion)
                + ((turning_j[0] + turning_j[1]) + (turning_j[2] + turning_j[3])))
                + engine_j),
        contact_power_w: ((taken[0] + taken[1]) + (taken[2] + taken[3])) - held_w,
        stored_power_w: (stored[0] + stored[1]) + (stored[2] + stored[3]),
        drive_power_w: (drive_w[0] + drive_w[1]) + (drive_w[2] + drive_w[3]),
        brake_power_w: (brake_w[0] + brake_w[1]) + (brake_w[2] + brake_w[3]),
        resistance_power_w: now.air.force_n.dot(v) + now.air.moment_nm.dot(w),
        gravity_power_w: gravity_w,
        suspension_power_w: -given_w,
        suspension_stored_power_w: stored_w,
        ..*others
    }
}

impl<R: Real, P: Parts> SpaceEvaluation<'_, R, P> {
    /// Power that everything that springs gives to the masses, and the rate of the energy that it stores, W.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn suspension_powers_w(&self) -> (R, R) {
        let (touches, motion) = (&self.kinematics.touches, &self.kinematics.motion);
        let rates = motion.travels_m_s;
        let friction = each_wheel!(W => self.load.along_n[W] - self.load_without_friction_n[W]);
        let given = each_wheel!(W => {
            (self.travel.outwards_n[W] + friction[W]) * rates[W] - touches[W].load_n * touches[W].rate_m_s
        });
        let stored = each_wheel!(W => {
            touches[W].spring_n * touches[W].rate_m_s - self.travel.stored_n[W] * rates[W]
        });
        let bodywork = &self.bodywork.forces;
        (
            ((given[0] + given[1]) + (given[2] + given[3])) + bodywork.given_w,
            ((stored[0] + stored[1]) + (stored[2] + stored[3])) + bodywork.stored_w,
        )
    }
}

/// Attitude, momentum and what lies on the ground.
#[cfg_attr(not(debug_assertions), inline(always))]
fn in_space<R: Real, P: Parts>(now: &SpaceEvaluation<'_, R, P>) -> SpaceTrace<R> {
    let kinematics = &now.kinematics;
    let [pitch_rad, roll_rad] = kinematics.attitude.pitch_and_roll_rad();
    let (force_n, _) = now.external();
    let Momentum { linear, angular } = kinematics.masses.momentum(&kinematics.motion);
    let (linear, angular) = (kinematics.attitude.to_road(linear), kinematics.attitude.to_road(angular));
    let up: Vec3<R> = force_n.scale(R::one() / kinematics.masses.mass_kg());
    SpaceTrace {
        pitch_rad,
        roll_rad,
        acceleration_z_m_s2: up.z,
        bodywork_load_n: now.bodywork.forces.load_n,
        momentum_x_n_s: linear.x,
        momentum_y_n_s: linear.y,
        momentum_z_n_s: linear.z,
        angular_momentum_x_nm_s: angular.x,
        angular_momentum_y_nm_s: angular.y,
        angular_momentum_z_nm_s: angular.z,
    }
}
