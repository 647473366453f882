//! The four-wheel car of every kind, on the vehicles that everybody drives.

use skidpad_core::assist::DriverAssists;
use skidpad_core::controls::{Command, Gear};
use skidpad_core::math::{Direction, Real, Vec2};
use skidpad_core::model::two_track::{
    BodyState, Kind, MOST_HEIGHT_M, MOST_RISE, TwoTrack, TwoTrackCar, TwoTrackInput, TwoTrackMode,
    TwoTrackState, WheelRoad,
};
use skidpad_core::powertrain::driveline::Driveline;
use skidpad_core::record::Record;
use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_core::wheels::Wheels;

use super::{Abilities, Drivable, RoadEntry, RoadTested};
use crate::ground::{Ground, MOST_GRAVITY_M_S2, Road, Spot};

type Car<K> = TwoTrackCar<<K as Kind>::Tyre<f64>, f64, <K as Kind>::Parts>;
type Mode<K> = TwoTrackMode<f64, <K as Kind>::Parts>;
type State<K> = TwoTrackState<f64, <K as Kind>::Parts>;

impl<K: Kind> Drivable for TwoTrack<K> {
    fn car<R: Real>(vehicle: &Vehicle<R>) -> TwoTrackCar<K::Tyre<R>, R, K::Parts> {
        K::car(vehicle)
    }
    fn start(car: &Car<K>, speed_m_s: f64, gear: Gear) -> (Mode<K>, State<K>) {
        let radius_m = skidpad_core::math::Real::min(car.base.front.radius_m, car.base.rear.radius_m);
        let gear = gear_at_start(&car.base.driveline, speed_m_s / radius_m, gear);
        (TwoTrackMode::in_gear(&car.base, gear), TwoTrackState::rolling(&car.base, speed_m_s, gear))
    }
    fn input(command: &Command<f64>) -> TwoTrackInput<f64> {
        TwoTrackInput::on_even_road(command)
    }
    const INPUT_IS_COMMAND: bool = true;
    fn untouched() -> TwoTrackInput<f64> {
        TwoTrackInput::on_even_road(&Record::splat(0.0))
    }
    fn lock_rad(car: &Car<K>) -> Option<f64> {
        Some(car.base.steering.lock_rad)
    }
    fn lying_on(car: &Car<K>, state: &State<K>, ground: &Ground) -> State<K> {
        let body = &state.body;
        let own = [body.heave_m, body.roll_rad, body.pitch_rad];
        let own_rates = [body.heave_rate_m_s, body.roll_rate_rad_s, body.pitch_rate_rad_s];
        if !K::SPRUNG || own.into_iter().chain(own_rates).any(|number| number != 0.0) {
            return *state;
        }
        // On the road that its wheels then have, within the limits of its inputs.
        let roads =
            car.base.wheel_places_m(body).map(|place_m| on_spot(&WheelRoad::even(), &ground.under(place_m)));
        if roads.iter().all(|road| [road.height_m, road.rise_x, road.rise_y] == [0.0; 3]) {
            return *state;
        }
        let [heave_m, roll_rad, pitch_rad] = car.base.lying_over(&roads.map(|road| road.height_m));
        let climb_m_s = car.base.climb_m_s(body, &roads.map(|road| [road.rise_x, road.rise_y]));
        let [heave_rate_m_s, roll_rate_rad_s, pitch_rate_rad_s] = car.base.lying_over(&climb_m_s);
        let mut lying = *state;
        lying.body = BodyState {
            heave_m,
            roll_rad,
            pitch_rad,
            heave_rate_m_s,
            roll_rate_rad_s,
            pitch_rate_rad_s,
            ..*body
        };
        lying
    }
    fn ahead(state: &State<K>, time_s: f64) -> State<K> {
        if !K::SPRUNG {
            return *state;
        }
        let mut ahead = *state;
        let body = &mut ahead.body;
        let velocity = Vec2::new(body.velocity_x_m_s, body.velocity_y_m_s);
        let moved = velocity.to_parent(Direction::at_angle(body.yaw_rad)).scale(time_s);
        body.x_m += moved.x;
        body.y_m += moved.y;
        body.yaw_rad += body.yaw_rate_rad_s * time_s;
        ahead
    }
    /// Each wheel stands on its own place of it.
    fn on_ground(
        car: &Car<K>,
        state: &State<K>,
        input: &TwoTrackInput<f64>,
        road: Road<'_>,
        velocity_m_s: [f64; 2],
    ) -> (TwoTrackInput<f64>, Surface<f64>) {
        let (places, roads) = (car.base.wheel_places_m(&state.body), input.roads.in_a_row());
        let on = [0, 1, 2, 3].map(|wheel| on_spot(&roads[wheel], &road.under(places[wheel])));
        let surface = if K::SPRUNG { *road.surface } else { bound_to_road(&state.body, road, velocity_m_s) };
        (TwoTrackInput { roads: Wheels::from_row(on), ..*input }, surface)
    }
    fn ground_reach_m(car: &Car<K>) -> Option<[f64; 2]> {
        let places = car.base.wheel_places_m(&Record::splat(0.0));
        let largest =
            |axis: usize| places.map(|place| Real::abs(place[axis])).into_iter().fold(0.0, Real::max);
        Some([largest(0), largest(1)])
    }
    const AHEAD_BY: Option<[&'static str; 3]> =
        if K::SPRUNG { Some(["velocity_x_m_s", "velocity_y_m_s", "yaw_rate_rad_s"]) } else { None };
    fn refuses(vehicle: &Vehicle<f64>) -> Option<String> {
        K::refuses(vehicle)
    }
    const SPEED: &'static str = "velocity_x_m_s";
    const ABILITIES: Abilities = Abilities { sprung: K::SPRUNG, ..Abilities::ALL };
    const ROAD: Option<RoadEntry> = Some(RoadEntry::new::<Self>());
}

/// The gear that is in at the start of a car whose wheels turn at a speed, rad/s.
pub(super) fn gear_at_start<D: Driveline<f64>>(driveline: &D, wheels_rad_s: f64, gear: Gear) -> f64 {
    match gear {
        Gear::Reverse => -1.0,
        Gear::Forward(gear) if f64::from(gear) <= driveline.top_gear() => f64::from(gear),
        Gear::Neutral | Gear::Forward(_) => 0.0,
        Gear::Automatic => driveline.gear_at(wheels_rad_s),
    }
}

/// Surface for a rigid body whose centre of mass follows the road's height z(x, y), with the vertical force that this takes as
/// gravity.
///
/// With the vertical force N of the wheels, the tyres' force F in the plan, which has the vertical component r . F along a road of the
/// rise r, and the vertical acceleration r . a + v^T H v of a body that follows the road:
/// N + r . F = m (g + r . a + v^T H v) and m a = F - r N, so N = m (g + v^T H v) / (1 + |r|^2). On a banked circle that is the known
/// m (g cos b + (v^2 / R) sin b) cos b. A body on springs follows the road by itself.
fn bound_to_road(body: &BodyState<f64>, road: Road<'_>, velocity_m_s: [f64; 2]) -> Surface<f64> {
    let Some(following) = road.following([body.x_m, body.y_m], velocity_m_s) else { return *road.surface };
    let gravity_m_s2 = following.vertical_m_s2(road.surface.gravity_m_s2);
    Surface { gravity_m_s2: Real::clamp(gravity_m_s2, 0.0, MOST_GRAVITY_M_S2), ..*road.surface }
}

/// A wheel's road on a spot of ground.
fn on_spot(road: &WheelRoad<f64>, spot: &Spot) -> WheelRoad<f64> {
    WheelRoad {
        grip: Real::clamp(road.grip * spot.grip, 0.0, 3.0),
        rolling: Real::clamp(road.rolling * spot.rolling, 0.0, 50.0),
        height_m: Real::clamp(road.height_m + spot.height_m, -MOST_HEIGHT_M, MOST_HEIGHT_M),
        rise_x: Real::clamp(road.rise_x + spot.rise[0], -MOST_RISE, MOST_RISE),
        rise_y: Real::clamp(road.rise_y + spot.rise[1], -MOST_RISE, MOST_RISE),
    }
}

impl<K: Kind> RoadTested for TwoTrack<K> {
    fn has_anti_lock(car: &Car<K>) -> bool {
        car.base.assists.has_anti_lock()
    }
}
