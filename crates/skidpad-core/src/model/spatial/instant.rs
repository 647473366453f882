//! One evaluation of a car in space: everything that acts on it at one point of its state, in six stages.

use core::ops::Deref;

use super::air::{AirInSpace, air};
use super::attitude::Attitude;
use super::bodywork::{BodyworkContact, BodyworkForces};
use super::inertia::{Accelerations, Articulated, ArticulatedInertia, Load};
use super::placed::{CarInSpace, Placed, SpaceKinematics, SpacePoint, Steered, spin_momentum};
use super::standing::{Standing, standing};
use super::suspension::{TravelForces, travel_forces};
use crate::brakes::{rolling_resistance_n, wheel_capacity_nm};
use crate::each_wheel;
use crate::math::{Real, Vec3};
use crate::model::planar::{WheelDrive, demand};
use crate::model::two_track::{Kind, Parts, WheelContact, WheelTyre};
use crate::powertrain::driveline::{Driveline, WheelLoads};
use crate::surface::Surface;
use crate::wheels::{Wheels, by_axle};

/// Forces on a car at one point, as far as they do not depend on what stands, sticks and slips.
pub(super) struct SpaceForces<R> {
    /// Places and velocities.
    pub kinematics: SpaceKinematics<R>,
    /// Tyres under their loads.
    pub tyres: [WheelContact<R>; 4],
    /// Bodywork on the ground.
    pub bodywork: BodyworkContact<R>,
    /// Air and the resistance proportional to speed.
    pub air: AirInSpace<R>,
    /// Gravity along the body's axes, m/s^2.
    pub gravity_m_s2: Vec3<R>,
    /// Sum of these forces; along the paths of the wheels without springs and dampers.
    contact: Load<R>,
    /// Rolling resistance of each wheel, N.
    rolling_n: [R; 4],
    /// Inertia of the body with its wheels free along their paths.
    inertia: ArticulatedInertia<R>,
}

/// Results of all stages at one point.
pub(super) struct SpaceEvaluation<'a, R: Real, P: Parts> {
    forces: &'a SpaceForces<R>,
    /// Forces of springs and dampers.
    pub travel: TravelForces<R>,
    /// Forces and moments of everything but what holds a standing car.
    pub load: Load<R>,
    /// Force on each wheel along its path without the dry friction of its suspension, N.
    pub load_without_friction_n: [R; 4],
    /// Forces and moments that they leave on a body with free wheels.
    pub articulated: Articulated<R>,
    /// Friction that holds a standing car.
    pub standing: Standing<R>,
    /// Torques of the driveline, the brakes and the road on the wheels.
    pub driveline: WheelDrive<R, P>,
    /// Accelerations.
    pub accelerations: Accelerations<R>,
}

impl<R: Real, P: Parts> Deref for SpaceEvaluation<'_, R, P> {
    type Target = SpaceForces<R>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn deref(&self) -> &SpaceForces<R> {
        self.forces
    }
}

/// Forces on a car in space at a point: the first stages, which are the same whatever stands, sticks and slips.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn forces<K: Kind, R: Real>(at: &SpacePoint<K, R>) -> SpaceForces<R> {
    // 1. Where everything is and how it moves.
    let of = CarInSpace::<K, R> { car: at.car, state: at.state };
    let steered = Steered::new(at.car, at.mode, at.input.command.steer_rad);
    let kinematics = Placed::new(&of, &steered).touching(&of, &at.input.grounds, at.surface.grip);
    // 2. Tyres under the loads of their vertical springs; the bodywork.
    let (laws, states) = (at.car.planar.tyres(), at.state.wheels.in_a_row());
    let tyres = each_wheel!(W => {
        let (deflection, touch) = (states[W].deflection(), &kinematics.touches[W]);
        laws[W].contact(&laws[W].slip(&deflection, &touch.motion), touch.load_n, &deflection, &touch.motion)
    });
    let bodywork = BodyworkContact::new(
        &at.car.space.bodywork,
        &kinematics.bodywork_grounds,
        &kinematics.motion,
        &at.state.corners,
        &kinematics.attitude,
    );
    // 3. Air and gravity; the sum of all these forces.
    let air = air(at, &kinematics);
    let gravity_m_s2 = gravity(at.surface, &kinematics.attitude);
    let contact = contact(&kinematics, &tyres, &bodywork.forces, &air, gravity_m_s2);
    let rolling_n = rolling_resistances(at, &kinematics);
    let inertia = kinematics.masses.articulated_inertia(&at.car.space.free_wheels);
    SpaceForces { kinematics, tyres, bodywork, air, gravity_m_s2, contact, rolling_n, inertia }
}

/// The car at a point at which the forces are known.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn evaluate<'a, K: Kind, R: Real>(
    at: &SpacePoint<K, R>,
    forces: &'a SpaceForces<R>,
) -> SpaceEvaluation<'a, R, K::Parts> {
    let (kinematics, masses, motion) =
        (&forces.kinematics, &forces.kinematics.masses, &forces.kinematics.motion);
    // 4. Springs, dampers and stops along the paths of the wheels, and what these leave to the body.
    let travel = travel_forces(at);
    let load_without_friction_n = each_wheel!(W => travel.outwards_n[W] + forces.contact.along_n[W]);
    let along_n = travel.held(at, &load_without_friction_n, &kinematics.touches);
    let load = Load { along_n, ..forces.contact };
    let articulated = masses.articulated(motion, &load);
    // 5. What standing tyres and corners hold; the driveline.
    let standing =
        standing(at, kinematics, &forces.tyres, &forces.bodywork.forces, &forces.rolling_n, &articulated);
    let held = Articulated {
        force_n: articulated.force_n + standing.held_n,
        moment_nm: articulated.moment_nm + standing.held_nm,
        ..articulated
    };
    let first = masses.accelerations(&forces.inertia, &held);
    let driveline = driveline(at, forces, &standing, &first);
    // 6. Accelerations, with the reaction of the wheels that spin up or down.
    let rates = driveline.torque.wheel_rate_rad_s2.in_a_row();
    let reaction = spin_momentum(&at.car.planar.base.driveline, &kinematics.steered.axles, &rates);
    let with_reaction = Articulated { moment_nm: held.moment_nm - reaction, ..held };
    let accelerations = masses.accelerations(&forces.inertia, &with_reaction);
    SpaceEvaluation {
        forces,
        travel,
        load,
        load_without_friction_n,
        articulated,
        standing,
        driveline,
        accelerations,
    }
}

/// Gravity along the body's axes, m/s^2.
#[cfg_attr(not(debug_assertions), inline(always))]
fn gravity<R: Real>(surface: &Surface<R>, attitude: &Attitude<R>) -> Vec3<R> {
    let along = surface.gravity_on_road();
    attitude.to_body(Vec3 { x: along.x, y: along.y, z: -surface.normal_gravity_m_s2() })
}

/// Sum of the forces of tyres, bodywork, air and gravity, their moment about the centre of mass at rest, and what of them is along the
/// paths of the wheels.
#[cfg_attr(not(debug_assertions), inline(always))]
fn contact<R: Real>(
    kinematics: &SpaceKinematics<R>,
    tyres: &[WheelContact<R>; 4],
    bodywork: &BodyworkForces<R>,
    air: &AirInSpace<R>,
    gravity_m_s2: Vec3<R>,
) -> Load<R> {
    let masses = &kinematics.masses;
    let touches = &kinematics.touches;
    let forces = each_wheel!(W => {
        let touch = &touches[W];
        touch.normal.scale(touch.load_n)
            + (touch.forward.scale(tyres[W].force_n.x) + touch.left.scale(tyres[W].force_n.y))
    });
    let moments = each_wheel!(W => {
        touches[W].place_m.cross(forces[W]) + touches[W].normal.scale(tyres[W].aligning_nm)
    });
    let along_n = each_wheel!(W => {
        let path = masses.paths[W];
        path.dot(forces[W]) + masses.wheel_kg(W) * path.dot(gravity_m_s2)
    });
    let weight_n = gravity_m_s2.scale(masses.mass_kg());
    Load {
        force_n: ((forces[0] + forces[1]) + (forces[2] + forces[3]))
            + bodywork.force_n
            + (air.force_n + weight_n),
        moment_nm: ((moments[0] + moments[1]) + (moments[2] + moments[3]))
            + bodywork.moment_nm
            + (air.moment_nm + masses.centre_m().cross(weight_n)),
        along_n,
    }
}

/// Rolling resistance of each wheel, N.
#[cfg_attr(not(debug_assertions), inline(always))]
fn rolling_resistances<K: Kind, R: Real>(at: &SpacePoint<K, R>, kinematics: &SpaceKinematics<R>) -> [R; 4] {
    let (base, grounds) = (&at.car.planar.base, at.input.grounds.in_a_row());
    let coefficients = by_axle(base.front.rolling_resistance, base.rear.rolling_resistance);
    each_wheel!(W => {
        let road = grounds[W].rolling * at.surface.rolling;
        rolling_resistance_n(coefficients[W], road, kinematics.touches[W].load_n)
    })
}

/// Torques and angular accelerations of wheels and engine, as of the planar car. The spin of a wheel is that to the body, so the body's
/// angular acceleration about its axle is an inertial torque on it: that without the wheels' reaction, which is smaller by the ratio of a
/// wheel's moment of inertia to the body's.
#[cfg_attr(not(debug_assertions), inline(always))]
fn driveline<K: Kind, R: Real>(
    at: &SpacePoint<K, R>,
    forces: &SpaceForces<R>,
    standing: &Standing<R>,
    first: &Accelerations<R>,
) -> WheelDrive<R, K::Parts> {
    let (base, command) = (&at.car.planar.base, &at.input.command);
    let radii_m = by_axle(base.front.radius_m, base.rear.radius_m);
    let inertia = base.driveline.wheel_inertia_kg_m2().in_a_row();
    let road_nm = each_wheel!(W => {
        let along_n = forces.tyres[W].force_n.x + standing.wheels_n[W];
        -(along_n * radii_m[W]) - inertia[W] * forces.kinematics.steered.axles[W].dot(first.turn_rad_s2)
    });
    let front_hand = R::lit(0.5) * base.pedals.front_handbrake_nm * command.handbrake;
    let hand = [front_hand, front_hand, R::zero(), R::zero()];
    let pads = base.brakes.torques_nm(&at.mode.car.brakes, command.handbrake).in_a_row();
    let holding_nm = each_wheel!(W => wheel_capacity_nm(pads[W] + hand[W], forces.rolling_n[W], radii_m[W]));
    let on_wheels =
        WheelLoads { torque_nm: Wheels::from_row(road_nm), holding_nm: Wheels::from_row(holding_nm) };
    let planar = at.state.planar();
    let demand = demand(&at.mode.car, &at.input.planar());
    let torque = base.driveline.solve(&at.mode.car.driveline, &planar.driveline(), &on_wheels, &demand);
    WheelDrive { on_wheels, torque }
}
