//! The car in space of every kind, on the vehicles that everybody drives.

use skidpad_core::assist::DriverAssists;
use skidpad_core::controls::{Command, Gear};
use skidpad_core::math::Real;
use skidpad_core::model::spatial::{
    CornerGround, Spatial, SpatialCar, SpatialInput, SpatialMode, SpatialState,
};
use skidpad_core::model::two_track::Kind;
use skidpad_core::record::Record;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;

use super::four_wheels::gear_at_start;
use super::{Abilities, Drivable, RoadEntry, RoadTested};
use crate::ground::{Ground, Road, Spot};

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
        let on = [0, 1, 2, 3].map(|wheel| {
            let [x, y, _] = places[wheel];
            on_spot(&grounds[wheel], [x, y], &road.under([x, y]))
        });
        (SpatialInput { grounds: Wheels::from_row(on), ..*input }, *road.surface)
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

impl<K: Kind> RoadTested for Spatial<K> {
    fn has_anti_lock(car: &Car<K>) -> bool {
        car.planar.base.assists.has_anti_lock()
    }
}
