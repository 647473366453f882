//! The car in space of every kind, on the vehicles that everybody drives.

use skidpad_core::assist::DriverAssists;
use skidpad_core::controls::{Command, Gear};
use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::model::spatial::{
    CornerGround, Push, SpaceMotion, Spatial, SpatialCar, SpatialInput, SpatialMode, SpatialState,
};
use skidpad_core::model::two_track::Kind;
use skidpad_core::record::Record;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;

use super::four_wheels::gear_at_start;
use super::{Abilities, Drivable, RoadEntry, RoadTested};
use crate::ground::{Casts, FoundGround, Ground, GroundCasts, GroundHit, GroundRay, Road, Spot};

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
    /// Each corner stands on its own plane of it, that through the ground below its wheel.
    fn on_ground(
        car: &Car<K>,
        state: &State<K>,
        input: &SpatialInput<f64>,
        road: Road<'_>,
        _: [f64; 2],
    ) -> (SpatialInput<f64>, Surface<f64>) {
        let (places, grounds) = (state.wheel_places_m(car), input.grounds.in_a_row());
        if let Some(casts) = road.casts {
            let hits = match casts {
                Casts::Rays(rays) => Self::found(car, state, rays),
                Casts::Found(hits) => *hits,
            };
            if hits.iter().flatten().any(|hit| !is_finite(hit)) {
                // There is no motion on such ground, and the car stops with the error of a state that is not finite.
                return (*input, Surface { gravity_m_s2: f64::NAN, ..*road.surface });
            }
            let on = hits.map(|hit| hit.map_or(Record::splat(0.0), |hit| on_hit(&hit)));
            return (SpatialInput { grounds: Wheels::from_row(on), ..*input }, *road.surface);
        }
        let on = [0, 1, 2, 3].map(|wheel| {
            let [x, y, _] = places[wheel];
            on_spot(&grounds[wheel], [x, y], &road.under([x, y]))
        });
        (SpatialInput { grounds: Wheels::from_row(on), ..*input }, *road.surface)
    }
    const MOVES_IN_SPACE: bool = true;
    fn in_space(car: &Car<K>, state: &State<K>) -> Option<SpaceMotion> {
        Some(state.motion(car))
    }
    fn pushed(car: &Car<K>, state: &State<K>, push: &Push) -> State<K> {
        state.pushed(car, push)
    }
    fn hubs_m(car: &Car<K>, state: &State<K>) -> Option<[[f64; 3]; 4]> {
        Some(state.wheel_places_m(car))
    }
    fn found(car: &Car<K>, state: &State<K>, casts: &dyn GroundCasts) -> FoundGround {
        let up = Self::pose(state, &Surface::asphalt()).to_world([0.0, 0.0, 1.0]);
        let (hubs_m, wheels) = (state.wheel_places_m(car), car.space.wheels.in_a_row());
        [0, 1, 2, 3].map(|index| {
            let corner = Corner { index, hub_m: hubs_m[index], up, radius_m: wheels[index].radius_m };
            below(casts, &corner)
        })
    }
    fn refuses(vehicle: &Vehicle<f64>) -> Option<String> {
        K::refuses(vehicle)
    }
    const SPEED: &'static str = "velocity_x_m_s";
    const ABILITIES: Abilities = Abilities { sprung: true, ..Abilities::ALL };
    const ROAD: Option<RoadEntry> = Some(RoadEntry::new::<Self>());
}

/// The ground at a corner on a spot: the plane along it.
fn on_spot(ground: &CornerGround<f64>, [x_m, y_m]: [f64; 2], spot: &Spot) -> CornerGround<f64> {
    CornerGround {
        grip: Real::clamp(ground.grip * spot.grip, 0.0, 3.0),
        rolling: Real::clamp(ground.rolling * spot.rolling, 0.0, 50.0),
        ground_x_m: x_m,
        ground_y_m: y_m,
        ground_z_m: spot.height_m,
        normal_x: -spot.rise[0],
        normal_y: -spot.rise[1],
        normal_z: 1.0,
    }
}

/// How far below its wheel a corner looks for ground, m: further than it comes in any sub-step.
const SIGHT_M: f64 = 1.0;
/// Cosine of the tilt beyond which a corner also looks straight down: the car may lie on its side or its roof.
const LIES: f64 = 0.5;

/// A corner that looks for its ground.
struct Corner {
    index: usize,
    /// Middle of its wheel, m.
    hub_m: [f64; 3],
    /// The car's vertical axis.
    up: [f64; 3],
    /// Radius of its wheel, m.
    radius_m: f64,
}

/// The ground at a corner by rays: the nearer one of that down the car's vertical axis and, where the car lies, that straight down.
fn below(casts: &dyn GroundCasts, corner: &Corner) -> Option<GroundHit> {
    let Corner { index, hub_m, up, radius_m } = *corner;
    // From over the wheel, whose middle may be in a kerb.
    let own = GroundRay {
        corner: index,
        from_m: [0, 1, 2].map(|axis| hub_m[axis] + radius_m * up[axis]),
        direction: up.map(|part| -part),
        reach_m: 3.0 * radius_m + SIGHT_M,
    };
    let mut nearest = casts.cast(&own);
    if up[2] < LIES {
        let down = GroundRay { from_m: hub_m, direction: [0.0, 0.0, -1.0], ..own };
        let hits = [nearest, casts.cast(&down)].into_iter().flatten();
        nearest = hits.min_by(|one, other| far(one, hub_m).total_cmp(&far(other, hub_m)));
    }
    nearest
}

/// Square of the distance of a hit, m^2.
fn far(hit: &GroundHit, from_m: [f64; 3]) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|axis| hit.point_m[axis] - from_m[axis]);
    x * x + y * y + z * z
}

/// Returns true where all numbers of a hit are finite.
fn is_finite(hit: &GroundHit) -> bool {
    let numbers = [hit.point_m, hit.normal, [hit.grip, hit.rolling, 0.0]];
    numbers.as_flattened().iter().all(|number| number.is_finite())
}

/// The ground at a corner that a ray has met.
fn on_hit(hit: &GroundHit) -> CornerGround<f64> {
    let ([ground_x_m, ground_y_m, ground_z_m], [normal_x, normal_y, normal_z]) = (hit.point_m, hit.normal);
    CornerGround {
        grip: Real::clamp(hit.grip, 0.0, 3.0),
        rolling: Real::clamp(hit.rolling, 0.0, 50.0),
        ground_x_m,
        ground_y_m,
        ground_z_m,
        normal_x,
        normal_y,
        normal_z,
    }
}

impl<K: Kind> RoadTested for Spatial<K> {
    fn has_anti_lock(car: &Car<K>) -> bool {
        car.planar.base.assists.has_anti_lock()
    }
}
