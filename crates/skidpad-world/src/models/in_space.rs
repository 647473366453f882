//! The car in space of every kind, on the vehicles that everybody drives.

use skidpad_core::assist::DriverAssists;
use skidpad_core::controls::{Command, Gear};
use skidpad_core::math::{Real, Vec3};
use skidpad_core::model::spatial::{
    CornerGround, Push, SpaceMotion, Spatial, SpatialCar, SpatialInput, SpatialMode, SpatialState,
};
use skidpad_core::model::two_track::Kind;
use skidpad_core::model::{Model, Pose};
use skidpad_core::record::Record;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;

use super::four_wheels::gear_at_start;
use super::{Abilities, Drivable, RoadEntry, RoadTested};
use crate::contact::{Body, BodyInSpace, BoxPlace};
use crate::ground::{
    Casts, CornerHits, FoundGround, Ground, GroundCasts, GroundHit, GroundPart, GroundRay, Road,
};

type Car<K> = SpatialCar<<K as Kind>::Tyre<f64>, f64, <K as Kind>::Parts>;
type Mode<K> = SpatialMode<f64, <K as Kind>::Parts>;
type State<K> = SpatialState<f64, <K as Kind>::Parts>;

impl<K: Kind> Drivable for Spatial<K> {
    fn car<R: Real>(vehicle: &Vehicle<R>) -> SpatialCar<K::Tyre<R>, R, K::Parts> {
        Self::car(vehicle)
    }
    fn start(car: &Car<K>, speed_m_s: f64, gear: Gear) -> (Mode<K>, State<K>) {
        let base = &car.planar.base;
        let radius_m = Real::min(base.front.radius_m, base.rear.radius_m);
        let gear = gear_at_start(&base.driveline, speed_m_s / radius_m, gear);
        (SpatialMode::in_gear(car, gear), SpatialState::rolling(car, speed_m_s, gear))
    }
    fn input(command: &Command<f64>) -> SpatialInput<f64> {
        SpatialInput::on_plane(command)
    }
    const INPUT_IS_COMMAND: bool = true;
    fn untouched() -> SpatialInput<f64> {
        SpatialInput::on_plane(&Record::splat(0.0))
    }
    fn lock_rad(car: &Car<K>) -> Option<f64> {
        Some(car.planar.base.steering.lock_rad)
    }
    /// On the plane through the ground below its wheels, and along it.
    fn lying_on(car: &Car<K>, state: &State<K>, ground: &Ground) -> State<K> {
        let body = &state.body;
        let is_placed = [body.z_m, body.tilt_x, body.tilt_y, body.tilt_z, body.velocity_z_m_s];
        if is_placed != [0.0; 5] {
            return *state;
        }
        let heights_m = state.wheel_places_m(car).map(|[x, y, _]| ground.under([x, y]).height_m);
        if heights_m == [0.0; 4] { *state } else { state.lying_over(car, &heights_m) }
    }
    fn ahead(state: &State<K>, time_s: f64) -> State<K> {
        state.ahead(time_s)
    }
    /// Each corner stands on planes of its own, below its wheel and below its bodywork.
    fn on_ground(
        car: &Car<K>,
        state: &State<K>,
        input: &SpatialInput<f64>,
        road: Road<'_>,
        _: [f64; 2],
    ) -> (SpatialInput<f64>, Surface<f64>) {
        let hits = match road.casts {
            None => on_road::<K>(car, state, road),
            Some(Casts::Rays(rays)) => Self::found(car, state, rays),
            Some(Casts::Found(hits)) => *hits,
        };
        if hits.iter().flat_map(|hit| [&hit.wheel, &hit.bodywork]).flatten().any(|hit| !is_plane(hit)) {
            // There is no motion on such ground: the state is not finite, and the car is quarantined.
            return (*input, Surface { gravity_m_s2: f64::NAN, ..*road.surface });
        }
        let given = input.grounds.in_a_row();
        let on = [0, 1, 2, 3].map(|corner| on_hits(&given[corner], &hits[corner]));
        (SpatialInput { grounds: Wheels::from_row(on), ..*input }, *road.surface)
    }
    const MOVES_IN_SPACE: bool = true;
    fn in_space(car: &Car<K>, state: &State<K>) -> Option<SpaceMotion> {
        Some(state.motion(car))
    }
    fn in_contact(car: &Car<K>, state: &State<K>, body: &Body) -> Option<BodyInSpace> {
        let (motion, pose) = (state.motion(car), Self::pose(state, &Surface::asphalt()));
        let (bodywork, wheels) = (&car.space.bodywork, car.space.wheels.in_a_row());
        let bottoms_m = wheels.map(|wheel| wheel.hub_z_m - wheel.radius_m);
        let lowest_m = bottoms_m.into_iter().fold(bodywork.sill_z_m, Real::min);
        let place = BoxPlace {
            axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| {
                let [x, y, z] = pose.to_world(axis);
                Vec3 { x, y, z }
            }),
            yaw_rad: state.body.yaw_rad,
            centre_m: motion.position_m.z,
            sides_m: [lowest_m, bodywork.roof_z_m],
        };
        let Vec3 { x, y, .. } = motion.angular_velocity_rad_s;
        let lying = BodyInSpace::new(body, &place, state.inverse_inertia(car));
        Some(BodyInSpace { rates_rad_s: [x, y], ..lying })
    }
    fn pushed(car: &Car<K>, state: &State<K>, push: &Push) -> State<K> {
        state.pushed(car, push)
    }
    fn posed(state: &State<K>, pose: &Pose<f64>) -> State<K> {
        state.posed(pose)
    }
    fn hubs_m(car: &Car<K>, state: &State<K>) -> Option<[[f64; 3]; 4]> {
        Some(state.wheel_places_m(car))
    }
    fn found(car: &Car<K>, state: &State<K>, casts: &dyn GroundCasts) -> FoundGround {
        let up = Self::pose(state, &Surface::asphalt()).to_world([0.0, 0.0, 1.0]);
        let (hubs_m, corners_m) = (state.wheel_places_m(car), state.corner_places_m(car));
        let (wheels, roof_m) = (car.space.wheels.in_a_row(), car.space.bodywork.roof_z_m);
        let above_sill_m = 0.5 * (roof_m - car.space.bodywork.sill_z_m);
        [0, 1, 2, 3].map(|corner| {
            let radius_m = wheels[corner].radius_m;
            let wheel =
                Seeker { corner, part: GroundPart::Wheel, place_m: hubs_m[corner], above_m: radius_m };
            let bodywork = Seeker {
                part: GroundPart::Bodywork,
                place_m: corners_m[corner],
                above_m: above_sill_m,
                ..wheel
            };
            CornerHits { wheel: wheel.below(casts, up), bodywork: bodywork.below(casts, up) }
        })
    }
    fn refuses(vehicle: &Vehicle<f64>) -> Option<String> {
        K::refuses(vehicle)
    }
    const SPEED: &'static str = "velocity_x_m_s";
    const UNIT_QUATERNION: Option<[&'static str; 4]> = Some(["tilt_w", "tilt_x", "tilt_y", "tilt_z"]);
    const ABILITIES: Abilities = Abilities { sprung: true, ..Abilities::ALL };
    const ROAD: Option<RoadEntry> = Some(RoadEntry::new::<Self>());
}

/// The ground of a road below wheels and bodywork: the planes along its spots.
fn on_road<K: Kind>(car: &Car<K>, state: &State<K>, road: Road<'_>) -> FoundGround {
    let (hubs_m, corners_m) = (state.wheel_places_m(car), state.corner_places_m(car));
    let below = |[x_m, y_m, _]: [f64; 3]| {
        let spot = road.under([x_m, y_m]);
        let [rise_x, rise_y] = spot.rise;
        let (point_m, normal) = ([x_m, y_m, spot.height_m], [-rise_x, -rise_y, 1.0]);
        Some(GroundHit { point_m, normal, grip: spot.grip, rolling: spot.rolling })
    };
    [0, 1, 2, 3].map(|corner| CornerHits { wheel: below(hubs_m[corner]), bodywork: below(corners_m[corner]) })
}

/// Distance below a part up to which ground is found, m: further than it comes in any sub-step.
const SIGHT_M: f64 = 1.5;
/// Cosine of the tilt beyond which a ray is also cast straight down: the car may lie on its side or its roof.
const LIES: f64 = 0.5;

/// A part of a car whose ground is to be found.
#[derive(Clone, Copy)]
struct Seeker {
    corner: usize,
    part: GroundPart,
    /// Its place, m.
    place_m: [f64; 3],
    /// Height over this place at which its rays begin, m: the place itself may be in the ground.
    above_m: f64,
}

impl Seeker {
    /// The ground by rays, with the car's vertical axis: the nearer one of that down this axis and, where the car lies, that straight
    /// down.
    fn below(&self, casts: &dyn GroundCasts, up: [f64; 3]) -> Option<GroundHit> {
        let Self { corner, part, place_m, above_m } = *self;
        let from_m = [0, 1, 2].map(|axis| place_m[axis] + above_m * up[axis]);
        let reach_m = above_m + SIGHT_M;
        let own = GroundRay { corner, part, from_m, direction: up.map(|component| -component), reach_m };
        let nearest = casts.cast(&own);
        if up[2] >= LIES {
            return nearest;
        }
        let [x, y, z] = place_m;
        let down = GroundRay { from_m: [x, y, z + above_m], direction: [0.0, 0.0, -1.0], ..own };
        let hits = [nearest, casts.cast(&down)].into_iter().flatten();
        hits.min_by(|one, other| far(one, place_m).total_cmp(&far(other, place_m)))
    }
}

/// Square of the distance of a hit, m^2.
fn far(hit: &GroundHit, from_m: [f64; 3]) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|axis| hit.point_m[axis] - from_m[axis]);
    x * x + y * y + z * z
}

/// Returns true where a hit is a plane: finite numbers, and a normal with a direction.
fn is_plane(hit: &GroundHit) -> bool {
    let [x, y, z] = hit.normal;
    let square = x * x + y * y + z * z;
    let numbers = [hit.point_m, [square, hit.grip, hit.rolling]];
    square > 0.0 && numbers.as_flattened().iter().all(|number| number.is_finite())
}

/// The ground at a corner that was found, on one with a grip and a rolling resistance of its own.
fn on_hits(given: &CornerGround<f64>, hits: &CornerHits) -> CornerGround<f64> {
    let none: CornerGround<f64> = Record::splat(0.0);
    let plane = |hit: &GroundHit| CornerGround::through(hit.point_m, hit.normal);
    let Some(first) = hits.wheel.as_ref().or(hits.bodywork.as_ref()) else { return none };
    let wheel = hits.wheel.as_ref().map_or(none, plane);
    let bodywork = hits.bodywork.as_ref().map_or(none, plane);
    let normal = [bodywork.normal_x, bodywork.normal_y, bodywork.normal_z];
    let at = hits.bodywork.as_ref().unwrap_or(first).point_m;
    let rise_m = [0, 1, 2].map(|axis| normal[axis] * (at[axis] - first.point_m[axis]));
    let [ground_x_m, ground_y_m, ground_z_m] = first.point_m;
    CornerGround {
        grip: Real::clamp(given.grip * first.grip, 0.0, 3.0),
        rolling: Real::clamp(given.rolling * first.rolling, 0.0, 50.0),
        ground_x_m,
        ground_y_m,
        ground_z_m,
        bodywork_rise_m: rise_m[0] + rise_m[1] + rise_m[2],
        bodywork_normal_x: bodywork.normal_x,
        bodywork_normal_y: bodywork.normal_y,
        bodywork_normal_z: bodywork.normal_z,
        ..wheel
    }
}

impl<K: Kind> RoadTested for Spatial<K> {
    fn has_anti_lock(car: &Car<K>) -> bool {
        car.planar.base.assists.has_anti_lock()
    }
}
