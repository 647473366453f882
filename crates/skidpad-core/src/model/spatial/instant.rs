//! One evaluation of a car in space: everything that acts on it at one point of its state, in six stages.

use super::air::{AirInSpace, air};
use super::attitude::Attitude;
use super::bodywork::{BodyworkContact, BodyworkForces};
use super::inertia::{Accelerations, Articulated, Load};
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

/// Results of all stages at one point.
pub(super) struct SpaceEvaluation<R: Real, P: Parts> {
    /// Places and velocities.
    pub kinematics: SpaceKinematics<R>,
    /// Forces of springs and dampers.
    pub travel: TravelForces<R>,
    /// Tyres under their loads.
    pub tyres: [WheelContact<R>; 4],
    /// Bodywork on the ground.
    pub bodywork: BodyworkContact<R>,
    /// Air and the resistance proportional to speed.
    pub air: AirInSpace<R>,
    /// Gravity along the body's axes, m/s^2.
    pub gravity_m_s2: Vec3<R>,
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

/// Evaluates a car in space at a point.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn evaluate<K: Kind, R: Real>(at: &SpacePoint<K, R>) -> SpaceEvaluation<R, K::Parts> {
    // 1. Where everything is and how it moves.
    let of = CarInSpace::<K, R> { car: at.car, state: at.state };
    let steered = Steered::new(at.car, at.mode, at.input.command.steer_rad);
    let kinematics = Placed::new(&of, &steered).touching(&of, &at.input.grounds, at.surface.grip);
    // 2. Springs, dampers and stops along the paths of the wheels.
    let travel = travel_forces(at);
    // 3. Tyres under the loads of their vertical springs; the bodywork.
    let (laws, states) = (at.car.planar.tyres(), at.state.wheels.in_a_row());
    let tyres = each_wheel!(W => {
        let (deflection, touch) = (states[W].deflection(), &kinematics.touches[W]);
        laws[W].contact(&laws[W].slip(&deflection, &touch.motion), touch.load_n, &deflection, &touch.motion)
    });
    let bodywork = BodyworkContact::new(
        &at.car.space.bodywork,
        &kinematics.grounds,
        &kinematics.motion,
        &at.state.corners,
        &kinematics.attitude,
    );
    // 4. Air and gravity; the sum of all forces, and what of it the wheels' paths leave to the body.
    let air = air(at, &kinematics);
    let gravity_m_s2 = gravity(at.surface, &kinematics.attitude);
    let load = load(&kinematics, &travel, &tyres, &bodywork.forces, &air, gravity_m_s2);
    let rolling_n = rolling_resistances(at, &kinematics);
    let load_without_friction_n = load.along_n;
    let travel_held = travel.held(at, &load, &kinematics.touches);
    let load = Load { along_n: travel_held, ..load };
    let articulated = kinematics.masses.articulated(&kinematics.motion, &load);
    // 5. What standing tyres and corners hold; the driveline.
    let standing = standing(at, &kinematics, &tyres, &bodywork.forces, &rolling_n, &articulated);
    let held = Articulated {
        force_n: articulated.force_n + standing.held_n,
        moment_nm: articulated.moment_nm + standing.held_nm,
        ..articulated
    };
    let inertia = kinematics.masses.articulated_inertia(&at.car.space.free_wheels);
    let first = kinematics.masses.accelerations(&inertia, &held);
    let driveline = driveline(at, &kinematics, &tyres, &standing, &rolling_n, &first);
    // 6. Accelerations, with the reaction of the wheels that spin up or down.
    let rates = driveline.torque.wheel_rate_rad_s2.in_a_row();
    let reaction = spin_momentum(&at.car.planar.base.driveline, &kinematics.steered.axles, &rates);
    let with_reaction = Articulated { moment_nm: held.moment_nm - reaction, ..held };
    let accelerations = kinematics.masses.accelerations(&inertia, &with_reaction);
    SpaceEvaluation {
        kinematics,
        travel,
        tyres,
        bodywork,
        air,
        gravity_m_s2,
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

/// Sum of all forces, their moment about the centre of mass at rest, and the forces on the wheels along their paths.
#[cfg_attr(not(debug_assertions), inline(always))]
fn load<R: Real>(
    kinematics: &SpaceKinematics<R>,
    travel: &TravelForces<R>,
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
        travel.outwards_n[W] + (path.dot(forces[W]) + masses.wheel_kg(W) * path.dot(gravity_m_s2))
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
    kinematics: &SpaceKinematics<R>,
    tyres: &[WheelContact<R>; 4],
    standing: &Standing<R>,
    rolling_n: &[R; 4],
    first: &Accelerations<R>,
) -> WheelDrive<R, K::Parts> {
    let (base, command) = (&at.car.planar.base, &at.input.command);
    let radii_m = by_axle(base.front.radius_m, base.rear.radius_m);
    let inertia = base.driveline.wheel_inertia_kg_m2().in_a_row();
    let road_nm = each_wheel!(W => {
        let along_n = tyres[W].force_n.x + standing.wheels_n[W];
        -(along_n * radii_m[W]) - inertia[W] * kinematics.steered.axles[W].dot(first.turn_rad_s2)
    });
    let front_hand = R::lit(0.5) * base.pedals.front_handbrake_nm * command.handbrake;
    let hand = [front_hand, front_hand, R::zero(), R::zero()];
    let pads = base.brakes.torques_nm(&at.mode.car.brakes, command.handbrake).in_a_row();
    let holding_nm = each_wheel!(W => wheel_capacity_nm(pads[W] + hand[W], rolling_n[W], radii_m[W]));
    let on_wheels =
        WheelLoads { torque_nm: Wheels::from_row(road_nm), holding_nm: Wheels::from_row(holding_nm) };
    let planar = at.state.planar();
    let demand = demand(&at.mode.car, &at.input.planar());
    let torque = base.driveline.solve(&at.mode.car.driveline, &planar.driveline(), &on_wheels, &demand);
    WheelDrive { on_wheels, torque }
}
