//! Where the ground below cars is even: there they keep what they were given, without a look-up in each sub-step.

use core::marker::PhantomData;

use skidpad_core::batch::{Batch, KeepBounds, column_of};
use skidpad_core::math::Real;
use skidpad_world::channel::{CarChannels, ChannelHandle, RowLayout};
use skidpad_world::contact::FARTHEST_M;
use skidpad_world::ground::Ground;
use skidpad_world::models::Drivable;
use skidpad_world::rolling::given;

use crate::commands::Commands;
use crate::convert::Convert;
use crate::places::Places;

/// By how much a car may turn before its area is found again, rad.
const TURN_RAD: f64 = 0.05;
/// Distances that are tried to each side of a car as its area, m, the longest first.
const MARGINS_M: [f64; 5] = [64.0, 16.0, 4.0, 1.0, 0.25];
/// By how much the velocities may change, along each axis, before the area of a car that looks ahead is found again, m/s.
const SPEED_M_S: f64 = 20.0;
/// By how much its yaw rate may change before that, rad/s.
const YAW_RATE_RAD_S: f64 = 2.0;
/// Room around the places at which a car samples the ground, m, for their rounding within [`FARTHEST_M`].
const ROUNDING_M: f64 = 1e-6;

/// Areas of the cars of a group in which the ground below all of their wheels is the same.
pub(crate) struct EvenGround<M: Drivable, T> {
    /// Place and heading of each car; and velocities and yaw rate, where the model looks ahead.
    bounds: KeepBounds<T>,
    /// Reach of each car; `None` where it is not known.
    reaches: Vec<Option<Reach>>,
    model: PhantomData<M>,
}

/// Places at which a car samples the ground.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// Half length and half width of the rectangle about the car's position that has them, m.
    half_m: [f64; 2],
    /// Longest time by which the position is ahead, s.
    ahead_s: f64,
}

impl Reach {
    fn new<M: Drivable>(vehicle: &M::Car<f64>) -> Option<Self> {
        // The middle of the longest sub-step.
        let ahead_s = M::AHEAD_BY.map_or(0.0, |_| 0.5 * M::longest_step_s(vehicle));
        M::ground_reach_m(vehicle).map(|half_m| Self { half_m, ahead_s })
    }

    /// Half sizes along the world's axes, m, for a car with a heading and velocities that change by no more than their limits.
    fn extent_m(&self, yaw_rad: f64, velocities: Option<[f64; 3]>) -> [f64; 2] {
        let Self { half_m, ahead_s } = *self;
        let diagonal_m = Real::hypot(half_m[0], half_m[1]);
        let ahead_m = velocities.map_or(0.0, |[x_m_s, y_m_s, yaw_rate_rad_s]| {
            let speed_m_s = Real::abs(x_m_s) + Real::abs(y_m_s) + 2.0 * SPEED_M_S;
            ahead_s * (speed_m_s + diagonal_m * (Real::abs(yaw_rate_rad_s) + YAW_RATE_RAD_S))
        });
        extent_m(half_m, yaw_rad).map(|extent_m| extent_m + ahead_m)
    }
}

/// Places among a model's states; `None` unless all are states of it.
pub fn state_places<const N: usize>(channels: [Option<ChannelHandle>; N]) -> Option<[usize; N]> {
    let places = channels.map(|channel| channel.and_then(|channel| channel.state_place()));
    places.iter().all(Option::is_some).then(|| places.map(|place| place.unwrap_or_default()))
}

impl<M: Drivable, T: Convert> EvenGround<M, T> {
    /// Areas of cars with these vehicles; `None` for a model whose input depends on its state, or of which it is not known
    /// where it samples the ground.
    pub fn new(vehicles: &[M::Car<f64>]) -> Option<Self> {
        let car = CarChannels::resolve(&RowLayout::from_model::<M>());
        let mut states = Vec::from(state_places([car.position_x, car.position_y, car.yaw])?);
        if let Some(names) = M::AHEAD_BY {
            let [longitudinal, lateral, yaw_rate] = names.map(column_of::<M::State<f64>>);
            states.extend([longitudinal?, lateral?, yaw_rate?]);
        }
        let reaches: Vec<_> = vehicles.iter().map(Reach::new::<M>).collect();
        let is_any_known = reaches.iter().any(Option::is_some);
        let bounds = KeepBounds::new(&states, vehicles.len());
        (is_any_known && !M::INPUT_FOLLOWS_STATE).then_some(Self { bounds, reaches, model: PhantomData })
    }

    /// Bounds within which cars keep what was set.
    pub fn bounds(&self) -> &KeepBounds<T> {
        &self.bounds
    }

    /// Takes another vehicle for a car.
    pub fn set_vehicle(&mut self, car: usize, vehicle: &M::Car<f64>) {
        self.bounds.clear(car);
        self.reaches[car] = Reach::new::<M>(vehicle);
    }

    /// Finds the areas of cars that have left theirs, and sets what they have in them; of all cars where commands changed.
    pub fn find(&mut self, batch: &mut Batch<M, T>, places: &Places<M>, commands: &mut Commands<T>) {
        let are_commands_new = commands.take_changed().contains(&true);
        for car in 0..batch.len() {
            let is_within = self.bounds.contain(car, |column| batch.states(column)[car]);
            if is_within && !are_commands_new {
                continue;
            }
            let road = places.road(car);
            let is_area_new = !is_within && self.search(car, batch, road.ground);
            if is_area_new || are_commands_new {
                let (vehicle, request) = (&places.vehicles[car], commands.request(car));
                let state = T::widened::<M>(&batch.state(car));
                let (input, surface) = given::<M>(vehicle, &state, &request, road, 0.0);
                batch.set_input(car, &T::input::<M>(&input));
                batch.set_surface_of(car, &surface);
            }
        }
    }

    /// Finds the area of a car. Returns false where the ground below it is not even.
    fn search(&mut self, car: usize, batch: &Batch<M, T>, ground: &Ground) -> bool {
        if ground.is_plain() {
            self.bounds.set(car, |_| T::inside([f64::NEG_INFINITY, f64::INFINITY]));
            return true;
        }
        self.bounds.clear(car);
        let number = |column: &usize| batch.states(*column)[car].lane(0);
        let [x_m, y_m, yaw_rad] = core::array::from_fn(|place| number(&self.bounds.states()[place]));
        let velocities = self.bounds.states().get(3..6);
        let velocities = velocities.map(|columns| core::array::from_fn(|axis| number(&columns[axis])));
        if !(Real::abs(x_m) <= FARTHEST_M && Real::abs(y_m) <= FARTHEST_M) {
            return false;
        }
        let Some(reach) = self.reaches[car] else { return false };
        let half_m = reach.extent_m(yaw_rad, velocities);
        let Some([low, high]) = area(ground, [x_m, y_m], half_m) else { return false };
        self.bounds.set(car, |state| {
            let around = |velocity: f64, change: f64| [velocity - change, velocity + change];
            T::inside(match (state, velocities) {
                (0 | 1, _) => [low[state], high[state]],
                (2, _) => [yaw_rad - TURN_RAD, yaw_rad + TURN_RAD],
                (3 | 4, Some(velocities)) => around(velocities[state - 3], SPEED_M_S),
                (_, Some([.., yaw_rate_rad_s])) => around(yaw_rate_rad_s, YAW_RATE_RAD_S),
                (_, None) => unreachable!("three states without those of a model that looks ahead"),
            })
        });
        true
    }
}

/// Half sizes along the world's axes, m, of a rectangle with a heading that differs by no more than [`TURN_RAD`] from this.
fn extent_m([length, width]: [f64; 2], yaw_rad: f64) -> [f64; 2] {
    let (sin, cos) = Real::sin_cos(yaw_rad);
    let (sin, cos) = (Real::abs(sin), Real::abs(cos));
    // Neither changes faster with the heading than the half diagonal.
    let room_m = TURN_RAD * Real::hypot(length, width) + ROUNDING_M;
    [cos * length + sin * width + room_m, sin * length + cos * width + room_m]
}

/// Positions around one, as low and high corner, at which the ground within a distance along each axis is even; `None` where it
/// is not even at this one. The area is grown by one side after the other, as far as some margins.
fn area(ground: &Ground, position_m: [f64; 2], half_m: [f64; 2]) -> Option<[[f64; 2]; 2]> {
    let is_even = |[low, high]: [[f64; 2]; 2]| {
        let moved = |corner: [f64; 2], side: f64| [0, 1].map(|axis| corner[axis] + side * half_m[axis]);
        ground.is_even_over(moved(low, -1.0), moved(high, 1.0))
    };
    let mut area = [position_m; 2];
    if !is_even(area) {
        return None;
    }
    for (corner, axis) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let side = if corner == 0 { -1.0 } else { 1.0 };
        let grown = MARGINS_M.into_iter().map(|margin_m| {
            let mut grown = area;
            grown[corner][axis] += side * margin_m;
            grown
        });
        area = grown.into_iter().find(|grown| is_even(*grown)).unwrap_or(area);
    }
    Some(area)
}

#[cfg(test)]
mod tests {
    use skidpad_core::math::Real;
    use skidpad_core::model::two_track::{SprungCurves, TwoTrack, TwoTrackState};
    use skidpad_core::record::Record;
    use skidpad_testing::Random;
    use skidpad_workload::vehicle;
    use skidpad_world::ground::{Area, Ground, Patch, Shape};
    use skidpad_world::models::Drivable;

    use super::{Reach, SPEED_M_S, TURN_RAD, YAW_RATE_RAD_S, area};

    /// Wherever heading and velocities go within their bounds, each wheel is within the reach until the middle of the sub-step.
    #[test]
    fn a_car_on_springs_samples_the_ground_within_its_reach() {
        type Sprung = TwoTrack<SprungCurves>;
        let car = Sprung::car(&vehicle(0));
        let reach = Reach::new::<Sprung>(&car).expect("it is known");
        assert!(reach.ahead_s > 1e-4);
        let (mut random, mut nearest_m) = (Random::new(6), f64::INFINITY);
        for _ in 0..5000 {
            let velocities = [60.0, 10.0, 3.0].map(|most| random.between(-most, most));
            let yaw_rad = random.between(-4.0, 4.0);
            let extent_m = reach.extent_m(yaw_rad, Some(velocities));
            let mut state: TwoTrackState<f64> = Record::splat(0.0);
            let body = &mut state.body;
            body.yaw_rad = yaw_rad + random.between(-TURN_RAD, TURN_RAD);
            body.velocity_x_m_s = velocities[0] + random.between(-SPEED_M_S, SPEED_M_S);
            body.velocity_y_m_s = velocities[1] + random.between(-SPEED_M_S, SPEED_M_S);
            body.yaw_rate_rad_s = velocities[2] + random.between(-YAW_RATE_RAD_S, YAW_RATE_RAD_S);
            let ahead = Sprung::ahead(&state, reach.ahead_s);
            for (place, extent) in
                car.base.wheel_places_m(&ahead.body).iter().flat_map(|place| place.iter().zip(extent_m))
            {
                nearest_m = Real::min(nearest_m, extent - Real::abs(*place));
            }
        }
        assert!((0.0..0.1).contains(&nearest_m), "{nearest_m} m");
    }

    /// Without areas every car would look up the ground in every sub-step, with the same bits.
    #[test]
    fn a_car_has_an_area_as_far_as_the_ground_is_even() {
        let strip = Area {
            centre_m: [10.0, 0.0],
            heading_rad: 0.0,
            shape: Shape::Rectangle { size_m: [2.0, 100.0] },
        };
        let ground = Ground::from_patches(vec![Patch::Even { area: strip, grip: Some(0.3), rolling: None }]);
        let half_m = [2.0, 1.0];
        let [low, high] = area(&ground, [0.0, 0.0], half_m).expect("even for 7 m ahead");
        assert_eq!((low, high), ([-64.0, -64.0], [4.0, 64.0]));
        let on_ice = area(&ground, [10.0, 0.0], [0.5, 0.5]).expect("even ice");
        assert_eq!(on_ice, [[9.75, -16.0], [10.25, 16.0]]);
        assert_eq!(area(&ground, [9.0, 0.0], half_m), None, "over the edge");
    }
}
