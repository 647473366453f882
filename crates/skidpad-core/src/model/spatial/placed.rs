//! Where the parts of a car in space are, how they move, and how its wheels touch the ground.

use core::ops::Deref;

use super::attitude::Attitude;
use super::car::{SpaceWheel, SpatialCar};
use super::ground::{GroundPlane, Touch, WheelInBody};
use super::inertia::{Masses, Velocities};
use super::records::{CornerGround, SpatialInput, SpatialMode, SpatialState};
use crate::each_wheel;
use crate::math::{Direction, Real, Vec3};
use crate::model::two_track::{Kind, Parts, SIDES, SuspensionGeometry, SuspensionPosition};
use crate::powertrain::driveline::Driveline;
use crate::record::Record;
use crate::surface::Surface;
use crate::wheels::{Wheels, by_axle};

/// The point at which a car is evaluated.
pub(super) struct SpacePoint<'a, K: Kind, R: Real> {
    /// Parameters.
    pub car: &'a SpatialCar<K::Tyre<R>, R, K::Parts>,
    /// Discrete state.
    pub mode: &'a SpatialMode<R, K::Parts>,
    /// Continuous state.
    pub state: &'a SpatialState<R, K::Parts>,
    /// Driver inputs, and the ground at each corner.
    pub input: &'a SpatialInput<R>,
    /// Road and air.
    pub surface: &'a Surface<R>,
}

/// A car in space, by its parameters and state.
pub(super) struct CarInSpace<'a, K: Kind, R: Real> {
    /// Parameters.
    pub car: &'a SpatialCar<K::Tyre<R>, R, K::Parts>,
    /// Continuous state.
    pub state: &'a SpatialState<R, K::Parts>,
}

/// Directions to which the steering turns the wheels.
#[derive(Clone, Copy)]
pub(super) struct Steered<R> {
    /// Mean angle of the front wheels, rad.
    pub steer_rad: R,
    /// Mean direction of the front wheels in the body's axes.
    pub steer: Direction<R>,
    /// Direction of each wheel's axle, to the left, in the body's axes, with toe and camber at rest.
    pub axles: [Vec3<R>; 4],
    /// Camber at rest of each wheel, rad.
    cambers_rad: [R; 4],
}

/// Places and velocities of the masses.
#[derive(Clone, Copy)]
pub(super) struct Placed<R> {
    /// Directions of the wheels.
    pub steered: Steered<R>,
    /// Axes of the body.
    pub attitude: Attitude<R>,
    /// Places of the masses.
    pub masses: Masses<R>,
    /// Velocities of the masses.
    pub motion: Velocities<R>,
}

/// Places and velocities of everything, and the contacts of the wheels.
pub(super) struct SpaceKinematics<R> {
    placed: Placed<R>,
    /// Direction of each wheel in the body's axes, with bump steer.
    pub directions: [Direction<R>; 4],
    /// Ground below each wheel.
    pub grounds: [GroundPlane<R>; 4],
    /// Ground below the bodywork at each corner.
    pub bodywork_grounds: [GroundPlane<R>; 4],
    /// Each wheel where it touches the ground.
    pub touches: [Touch<R>; 4],
}

impl<R> Deref for SpaceKinematics<R> {
    type Target = Placed<R>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn deref(&self) -> &Placed<R> {
        &self.placed
    }
}

impl<R: Real> Steered<R> {
    /// By a mode and a steering angle that is asked for, rad.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new<T: Record<R>, P: Parts>(
        car: &SpatialCar<T, R, P>,
        mode: &SpatialMode<R, P>,
        asked_rad: R,
    ) -> Self {
        let base = &car.planar.base;
        let steer_rad = base.steering.now_rad(mode.car.body.front_steer_rad, asked_rad);
        let steer = Direction::at_angle(steer_rad);
        let fixed = base.geometry.static_alignment(&base.alignment(), steer);
        let wheels = car.space.wheels.in_a_row();
        Self {
            steer_rad,
            steer,
            axles: each_wheel!(W => axle(fixed[W].direction, &wheels[W])),
            cambers_rad: each_wheel!(W => fixed[W].camber_rad),
        }
    }
}

/// Angular momentum of the spins of wheels with these axles, kg.m^2/s, or its rate from those of the spins.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn spin_momentum<R: Real, D: Driveline<R>>(
    driveline: &D,
    axles: &[Vec3<R>; 4],
    spins: &[R; 4],
) -> Vec3<R> {
    let inertia = driveline.wheel_inertia_kg_m2().in_a_row();
    let own = each_wheel!(W => axles[W].scale(inertia[W] * spins[W]));
    (own[0] + own[1]) + (own[2] + own[3])
}

impl<R: Real> Placed<R> {
    /// With wheels that are steered.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new<K: Kind>(of: &CarInSpace<K, R>, steered: &Steered<R>) -> Self {
        let (body, spins) = (&of.state.body, of.state.speeds_rad_s());
        let (travels_m, travels_m_s) = of.state.travels();
        Self {
            steered: *steered,
            attitude: Attitude::new(&body.attitude()),
            masses: Masses::new(&of.car.space, &travels_m),
            motion: Velocities {
                body_m_s: body.velocity_m_s(),
                turn_rad_s: body.turn_rad_s(),
                travels_m_s,
                spin: spin_momentum(&of.car.planar.base.driveline, &steered.axles, &spins),
            },
        }
    }

    /// With the contacts of the wheels on the ground.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn touching<K: Kind>(
        self,
        of: &CarInSpace<K, R>,
        grounds: &Wheels<CornerGround<R>>,
        grip: R,
    ) -> SpaceKinematics<R> {
        let (base, space) = (&of.car.planar.base, &of.car.space);
        let (travels_m, travels_m_s) = of.state.travels();
        // The body rolls over an axle's wheels by the difference of their travels.
        let (half, least) = (R::lit(0.5), R::lit(1e-6));
        let front_roll = half * (travels_m[0] - travels_m[1]) / base.front.half_track_m.max(least);
        let rear_roll = half * (travels_m[2] - travels_m[3]) / base.rear.half_track_m.max(least);
        let roll_rad = half * (front_roll + rear_roll);
        let position = SuspensionPosition { travel_m: travels_m, roll_rad };
        let aligned = base.geometry.alignment(&base.alignment(), self.steered.steer, &position);
        let centre_m = self.attitude.to_road(origin_to_centre(space.masses.cg_height_m));
        let place_m = of.state.body.position_m() + centre_m;
        let given = grounds.in_a_row();
        let planes = each_wheel!(W => GroundPlane::both(&given[W], grip, place_m, &self.attitude));
        let (grounds, bodywork_grounds) = (each_wheel!(W => planes[W][0]), each_wheel!(W => planes[W][1]));
        let (spins, radii_m) = (of.state.speeds_rad_s(), by_axle(base.front.radius_m, base.rear.radius_m));
        let (wheels, moving) = (space.wheels.in_a_row(), &self.motion);
        let touches = each_wheel!(W => {
            let wheel = WheelInBody {
                axle: axle(aligned[W].direction, &wheels[W]),
                hub_m: self.masses.hubs_m[W],
                along_path_m_s: self.masses.paths[W].scale(travels_m_s[W]),
                tread_m_s: spins[W] * radii_m[W],
                camber_rad: (aligned[W].camber_rad - self.steered.cambers_rad[W]) + roll_rad,
                side: R::lit(SIDES[W]),
            };
            Touch::new(&wheels[W], &wheel, &grounds[W], [moving.body_m_s, moving.turn_rad_s])
        });
        let directions = each_wheel!(W => aligned[W].direction);
        SpaceKinematics { placed: self, directions, grounds, bodywork_grounds, touches }
    }
}

/// From the body's origin to the centre of mass at rest, along the body's axes, m.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn origin_to_centre<R: Real>(cg_height_m: R) -> Vec3<R> {
    Vec3 { x: R::zero(), y: R::zero(), z: cg_height_m }
}

/// Direction of the axle, to the left, of a wheel that points in a direction with its camber at rest.
#[cfg_attr(not(debug_assertions), inline(always))]
fn axle<R: Real>(direction: Direction<R>, wheel: &SpaceWheel<R>) -> Vec3<R> {
    let (sin, cos) = (wheel.camber_sin, wheel.camber_cos);
    Vec3 { x: -(direction.sin * cos), y: direction.cos * cos, z: -sin }
}
