//! Cars as Foxglove draws them: body, wheels, and the forces of tyres.

use foxglove::messages::{
    ArrowPrimitive, Color, CubePrimitive, CylinderPrimitive, Duration, SceneEntity, Timestamp,
};
use skidpad_core::math::Real;
use skidpad_core::model::Pose;
use skidpad_core::spec::Vehicle;
use skidpad_world::channel::{CarChannels, ChannelRow, RowLayout, WheelChannels, WheelSet};
use skidpad_world::contact::Shape;
use skidpad_world::models::ModelInfo;
use skidpad_world::rolling::Rolling;
use skidpad_world::world::{CarId, World, outline_m};

use crate::shapes::{about, arrow, colour, entity, point_m, pose, turned, vector};
use crate::stance::{Stance, on_ground_m};

/// Force that is drawn as 1 m, N.
pub const NEWTONS_A_METRE: f64 = 4000.0;
/// Length and width of a car without figures, and the distance of its middle ahead of the centre of mass, m.
const USUAL_M: [f64; 3] = [4.4, 1.8, 0.0];
/// Half of its wheelbase and of its track, m.
const USUAL_WHEELS_M: [f64; 2] = [1.3, 0.75];
/// Radius of its wheels, m.
const USUAL_RADIUS_M: f64 = 0.31;
/// Height of a body above the road, m: from its floor to its roof.
const BODY_M: [f64; 2] = [0.2, 1.25];
/// Width of a wheel, m.
const WHEEL_M: f64 = 0.22;
/// Time after which a car that left the world is gone, s.
const LIFETIME_S: i32 = 1;
const VIEWED: Color = Color { r: 0.15, g: 0.4, b: 0.85, a: 0.6 };
const OTHER: Color = Color { r: 0.6, g: 0.6, b: 0.62, a: 0.8 };

/// A car whose channels and forces are shown: reads it by handles that are resolved once.
#[derive(Clone, Debug)]
pub struct ViewedCar {
    layout: RowLayout,
    channels: CarChannels,
    wheels: WheelSet,
    /// From the centre of mass, forwards and to the left, m, with the radius, m; as many as the model has wheels.
    places: Vec<([f64; 2], f64)>,
    outline_m: Option<[f64; 3]>,
    /// Place, m, and heading, rad, from which a car drives straight on whose model has a distance alone.
    start: Option<([f64; 2], f64)>,
    row: Vec<f64>,
}

impl ViewedCar {
    /// A car of a model; without a vehicle its body is that which meets other cars, and its wheels stand below the corners of a usual one.
    pub fn new(model: &ModelInfo, vehicle: Option<&Vehicle<f64>>) -> Self {
        let layout = model.layout();
        let wheels = WheelSet::resolve(&layout);
        Self {
            channels: CarChannels::resolve(&layout),
            places: vehicle.map_or_else(|| usual_places(&wheels), |vehicle| places(&wheels, vehicle)),
            outline_m: vehicle.map(outline_m),
            start: None,
            row: Vec::with_capacity(layout.len()),
            wheels,
            layout,
        }
    }

    /// The car that has started at a place, m, with a heading, rad, on a model that has neither: `straight_line` drives straight on from there.
    /// A model with a heading has its own.
    #[must_use]
    pub fn started_at(mut self, place_m: [f64; 2], heading_rad: f64) -> Self {
        self.start = self.channels.yaw.is_none().then_some((place_m, heading_rad));
        self
    }

    /// The place of the car in its world.
    pub(crate) fn stance(&self, world: &World, car: CarId) -> Option<Stance> {
        world.car(car).map(|rolling| Stance::of_car(rolling, world.site(), self.start))
    }

    /// Its channels.
    pub(crate) fn layout(&self) -> &RowLayout {
        &self.layout
    }

    /// The last row that was read.
    pub(crate) fn numbers(&self) -> &[f64] {
        &self.row
    }

    /// Reads all channels at this instant.
    pub(crate) fn read(&mut self, world: &World, car: CarId) {
        self.row.clear();
        if let Some(request) = world.request(car) {
            world.row(car, request, &mut self.row);
        }
    }
}

/// Places and radii of the wheels that a model has.
fn places(wheels: &WheelSet, vehicle: &Vehicle<f64>) -> Vec<([f64; 2], f64)> {
    let [to_front_m, to_rear_m] = vehicle.body().axle_distances_m();
    let (front_m, rear_m) = (vehicle.front().radius_m, vehicle.rear().radius_m);
    match wheels {
        WheelSet::Four(_) => {
            let [a, b, c, d] = vehicle.wheel_places_m();
            vec![(a, front_m), (b, front_m), (c, rear_m), (d, rear_m)]
        }
        WheelSet::Axles(_) => vec![([to_front_m, 0.0], front_m), ([-to_rear_m, 0.0], rear_m)],
        WheelSet::None => Vec::new(),
    }
}

/// Places and radii of the wheels of a usual car.
fn usual_places(wheels: &WheelSet) -> Vec<([f64; 2], f64)> {
    let [half_base_m, half_track_m] = USUAL_WHEELS_M;
    let places: &[[f64; 2]] = match wheels {
        WheelSet::Four(_) => &[
            [half_base_m, half_track_m],
            [half_base_m, -half_track_m],
            [-half_base_m, half_track_m],
            [-half_base_m, -half_track_m],
        ],
        WheelSet::Axles(_) => &[[half_base_m, 0.0], [-half_base_m, 0.0]],
        WheelSet::None => &[],
    };
    places.iter().map(|place_m| (*place_m, USUAL_RADIUS_M)).collect()
}

/// All cars of a world; of one the wheels and the forces, too.
pub fn entities(world: &World, viewed: CarId, car: &ViewedCar, now: Timestamp) -> Vec<SceneEntity> {
    let site = world.site();
    let each = world.ids().zip(world.cars()).map(|(id, rolling)| {
        let mut entity = entity(format!("car {}", id.index()), now, Some(Duration::new(LIFETIME_S, 0)));
        let is_viewed = id == viewed;
        let at = Stance::of_car(rolling, site, car.start.filter(|_| is_viewed));
        let own_m = car.outline_m.filter(|_| is_viewed);
        let outline_m = own_m.unwrap_or_else(|| outline_of(world, id));
        entity.cubes.push(body(&at.pose, outline_m, if is_viewed { VIEWED } else { OTHER }));
        if is_viewed {
            let wheels = Wheels { world, rolling, car, at };
            entity.cylinders = wheels.drawn();
            entity.arrows = wheels.forces();
        }
        entity
    });
    each.collect()
}

/// Outline of a car by the body that meets others.
fn outline_of(world: &World, id: CarId) -> [f64; 3] {
    match world.body(id).map(|body| body.shape) {
        Some(Shape::Box { length_m, width_m, ahead_m }) => [length_m, width_m, ahead_m],
        Some(Shape::Circle { radius_m }) => [2.0 * radius_m, 2.0 * radius_m, 0.0],
        None => USUAL_M,
    }
}

fn body(at: &Pose<f64>, [length_m, width_m, ahead_m]: [f64; 3], colour: Color) -> CubePrimitive {
    let [floor_m, roof_m] = BODY_M;
    let middle_m = point_m(at, [ahead_m, 0.0, 0.5 * (floor_m + roof_m)]);
    CubePrimitive {
        pose: Some(pose(middle_m, at.quaternion)),
        size: Some(vector([length_m, width_m, roof_m - floor_m])),
        color: Some(colour),
    }
}

/// The wheels of the viewed car at this instant.
struct Wheels<'a> {
    world: &'a World,
    rolling: &'a dyn Rolling,
    car: &'a ViewedCar,
    at: Stance,
}

impl Wheels<'_> {
    fn row(&self) -> ChannelRow<'_> {
        ChannelRow::new(&self.car.layout, &self.car.row)
    }

    /// Each wheel's channels, its middle in the world, m, its radius, m, and its steering angle, rad.
    fn each(&self) -> Vec<(&WheelChannels, [f64; 3], f64, f64)> {
        let wheels = self.car.wheels.as_slice();
        let hubs_m = self.rolling.hubs_m();
        let (surface, row) = (&self.world.site().surface, self.row());
        let front_steer_rad = row.find(self.car.channels.front_steer).unwrap_or(0.0);
        let mut each = Vec::with_capacity(wheels.len());
        for (index, (channels, (place_m, radius_m))) in wheels.iter().zip(&self.car.places).enumerate() {
            let hub_m = match hubs_m {
                Some(hubs_m) => Pose::on_road([0.0; 2], 0.0, surface).to_world(hubs_m[index]),
                None => on_ground_m(self.world.site(), self.at.on_road_m(*place_m), *radius_m),
            };
            let assumed_rad = if 2 * index < wheels.len() { front_steer_rad } else { 0.0 };
            each.push((channels, hub_m, *radius_m, row.find(channels.steer).unwrap_or(assumed_rad)));
        }
        each
    }

    fn drawn(&self) -> Vec<CylinderPrimitive> {
        // Foxglove's cylinders stand along z: about x they are laid across the car, then steered.
        let across = about([1.0, 0.0, 0.0], core::f64::consts::FRAC_PI_2);
        let drawn = self.each().into_iter().map(|(_, hub_m, radius_m, steer_rad)| {
            let steered = turned(self.at.pose.quaternion, about([0.0, 0.0, 1.0], steer_rad));
            CylinderPrimitive {
                pose: Some(pose(hub_m, turned(steered, across))),
                size: Some(vector([2.0 * radius_m, 2.0 * radius_m, WHEEL_M])),
                bottom_scale: 1.0,
                top_scale: 1.0,
                color: Some(colour([0.12, 0.12, 0.12])),
            }
        });
        drawn.collect()
    }

    /// Force along the road and load of each wheel, from where it touches.
    fn forces(&self) -> Vec<ArrowPrimitive> {
        let row = self.row();
        let mut arrows = Vec::new();
        for (channels, hub_m, radius_m, steer_rad) in self.each() {
            let at = |channel| row.find(channel).unwrap_or(0.0) / NEWTONS_A_METRE;
            let (ahead_m, left_m, up_m) = (at(channels.force_x), at(channels.force_y), at(channels.load));
            let (sin, cos) = Real::sin_cos(steer_rad);
            let along_m =
                self.at.pose.to_world([ahead_m * cos - left_m * sin, ahead_m * sin + left_m * cos, 0.0]);
            let hub = Pose { position_m: hub_m, ..self.at.pose };
            let contact_m = point_m(&hub, [0.0, 0.0, -radius_m]);
            arrows.extend(arrow(contact_m, along_m, colour([0.9, 0.2, 0.15])));
            arrows.extend(arrow(contact_m, self.at.pose.to_world([0.0, 0.0, up_m]), colour([0.2, 0.7, 0.3])));
        }
        arrows
    }
}
