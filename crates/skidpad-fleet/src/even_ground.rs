//! Where the ground below cars is even: there they keep what they were given, without a look-up in each sub-step.

use core::marker::PhantomData;

use skidpad_core::batch::{Batch, KeepBounds, column_of};
use skidpad_core::math::Real;
use skidpad_world::contact::FARTHEST_M;
use skidpad_world::ground::Ground;
use skidpad_world::models::Drivable;
use skidpad_world::rolling::given;

use crate::commands::Commands;
use crate::places::Places;

/// By how much a car may turn before its area is found again, rad.
const TURN_RAD: f64 = 0.05;
/// Distances that are tried to each side of a car as its area, m, the longest first.
const MARGINS_M: [f64; 5] = [64.0, 16.0, 4.0, 1.0, 0.25];
/// Room around the places at which a car samples the ground, m, for their rounding within [`FARTHEST_M`].
const ROUNDING_M: f64 = 1e-6;

/// Areas of the cars of a group in which the ground below all of their wheels is the same.
pub(crate) struct EvenGround<M: Drivable> {
    /// Place and heading of each car.
    bounds: KeepBounds<f64>,
    /// Half length and half width of the rectangle in which each car samples the ground, m; `None` where it is not known.
    reach_m: Vec<Option<[f64; 2]>>,
    model: PhantomData<M>,
}

impl<M: Drivable> EvenGround<M> {
    /// Areas of cars with these vehicles; `None` for a model whose input depends on its state, or of which it is not known
    /// where it samples the ground.
    pub fn new(vehicles: &[M::Car<f64>]) -> Option<Self> {
        let column = column_of::<M::State<f64>>;
        let states = [column("x_m")?, column("y_m")?, column("yaw_rad")?];
        let reach_m: Vec<_> = vehicles.iter().map(M::ground_reach_m).collect();
        let is_any_known = reach_m.iter().any(Option::is_some);
        let bounds = KeepBounds::new(states, vehicles.len());
        (is_any_known && !M::INPUT_FOLLOWS_STATE).then_some(Self { bounds, reach_m, model: PhantomData })
    }

    /// Bounds within which cars keep what was set.
    pub fn bounds(&self) -> &KeepBounds<f64> {
        &self.bounds
    }

    /// Takes another vehicle for a car.
    pub fn set_vehicle(&mut self, car: usize, vehicle: &M::Car<f64>) {
        self.bounds.clear(car);
        self.reach_m[car] = M::ground_reach_m(vehicle);
    }

    /// Finds the areas of cars that have left theirs, and sets what they have in them; of all cars where commands changed.
    pub fn find(&mut self, batch: &mut Batch<M, f64>, places: &Places<M>, commands: &mut Commands) {
        let are_commands_new = commands.take_changed();
        for car in 0..batch.len() {
            let states = self.bounds.states().map(|column| batch.states(column)[car]);
            let is_within = self.bounds.contain(car, states);
            if is_within && !are_commands_new {
                continue;
            }
            let site = places.site(car);
            let is_area_new = !is_within && self.search(car, states, &site.ground);
            if is_area_new || are_commands_new {
                let (vehicle, request) = (&places.vehicles[car], commands.request(car));
                let (input, surface) = given::<M>(vehicle, &batch.state(car), &request, site.road(), 0.0);
                batch.set_input(car, &input);
                batch.set_surface_of(car, &surface);
            }
        }
    }

    /// Finds the area of a car. Returns false where the ground below it is not even.
    fn search(&mut self, car: usize, [x_m, y_m, yaw_rad]: [f64; 3], ground: &Ground) -> bool {
        if ground.is_plain() {
            self.bounds.set(car, [f64::NEG_INFINITY; 3], [f64::INFINITY; 3]);
            return true;
        }
        self.bounds.clear(car);
        if !(Real::abs(x_m) <= FARTHEST_M && Real::abs(y_m) <= FARTHEST_M) {
            return false;
        }
        let Some(reach_m) = self.reach_m[car] else { return false };
        let half_m = extent_m(reach_m, yaw_rad);
        let Some([low, high]) = area(ground, [x_m, y_m], half_m) else { return false };
        self.bounds.set(car, [low[0], low[1], yaw_rad - TURN_RAD], [high[0], high[1], yaw_rad + TURN_RAD]);
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
    use skidpad_world::ground::{Area, Ground, Patch, Shape};

    use super::area;

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
