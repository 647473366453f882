//! A car in space as a solid: body, cabin and wheels.

use core::f64::consts::{FRAC_1_SQRT_2, TAU};

use skidpad_core::math::Real;
use skidpad_core::model::Pose;
use skidpad_core::model::spatial::{ROOF_SHARES, SILL_SHARE};
use skidpad_world::scene::Scene;

use super::{Material, Part, ViewAxes, dot, hull};
use crate::drive::Entrant;
use crate::seen::WheelsSeen;
use crate::tread::turned;

/// Height of a car, m, where none is known.
const HEIGHT_M: f64 = 1.35;
/// Radius of a wheel, m, where none is known, and half its width.
const RADIUS_M: f64 = 0.32;
const HALF_WIDTH_M: f64 = 0.11;
/// Sides of a wheel.
const SIDES: usize = 16;
/// Height of the waistline over that of the car.
const WAIST: f64 = 0.6;
/// Half width of the roof, over that of the body: it touches the ground where the model's roof does.
const ROOF: f64 = 2.0 * ROOF_SHARES[1];
/// Outline of the body at its sills, shares of half its length and half its width: the left side from nose to tail.
pub(crate) const BODY: [[f64; 2]; 6] =
    [[1.0, 0.55], [0.93, 0.82], [0.72, 1.0], [-0.78, 1.0], [-0.95, 0.86], [-1.0, 0.6]];
/// Outline of the cabin likewise, at the waistline and at the roof.
const CABIN: [[f64; 2]; 3] = [[0.3, 0.78], [0.02, 0.86], [-0.55, 0.76]];
const CABIN_TOP: [[f64; 2]; 3] = [[0.1, 0.68], [-0.05, ROOF], [-0.42, 0.66]];
/// Horizontal way of a shadow over the height that casts it: the sun is in the north-west, as in the pictures of tracks, and 45 degrees
/// high, so that a shadow is as far away as the car is high.
const SHADOW: [f64; 2] = [FRAC_1_SQRT_2, -FRAC_1_SQRT_2];

/// A car in space where it is drawn, along the road's axes, m.
#[derive(Clone, Debug)]
pub struct CarSolid {
    /// Body from its sills to its waistline.
    pub body: Part,
    /// Cabin above it.
    pub cabin: Part,
    /// Wheels where their suspensions have them: front left, front right, rear left, rear right.
    pub wheels: [Part; 4],
    /// Middles of the wheels.
    pub hubs_m: [[f64; 3]; 4],
    /// Centre of mass at rest.
    pub centre_m: [f64; 3],
    /// Longitudinal, lateral and vertical axis of the car: unit vectors.
    pub axes: [[f64; 3]; 3],
}

impl CarSolid {
    /// A car with a pose, such as that between two steps; `None` for a model in the plane, and for a pose that is not finite.
    pub fn new(entrant: &Entrant, pose: &Pose<f64>, scene: &Scene) -> Option<Self> {
        let hubs_m = entrant.hubs_m()?;
        let numbers = [&pose.position_m[..], &pose.quaternion, hubs_m.as_flattened()];
        if !numbers.iter().all(|row| row.iter().all(|number| number.is_finite())) {
            return None;
        }
        let road = Pose::on_road([0.0; 2], 0.0, &scene.surface);
        let turn = |vector| road.to_body(pose.to_world(vector));
        let origin_m = road.to_body(pose.position_m);
        let place = |point_m: [f64; 3]| plus(origin_m, turn(point_m));
        let [body, cabin] = bodywork(entrant);
        let wheels = wheels(entrant, &hubs_m);
        Some(Self {
            body: body.moved(place),
            cabin: cabin.moved(place),
            wheels: wheels.map(|wheel| wheel.moved(place)),
            hubs_m: hubs_m.map(place),
            centre_m: place([0.0, 0.0, cg_height_m(entrant)]),
            axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(turn),
        })
    }

    /// Body and cabin, the one that the other may hide first: the plane of the waistline is between them.
    pub fn bodywork_from(&self, view: &ViewAxes) -> [&Part; 2] {
        let [_, _, up] = self.axes;
        if dot(up, view.towards) >= 0.0 { [&self.body, &self.cabin] } else { [&self.cabin, &self.body] }
    }

    /// Wheels by their distance from the eye, the furthest first.
    pub fn wheels_from(&self, view: &ViewAxes) -> [usize; 4] {
        let mut order = [0, 1, 2, 3];
        let near = |wheel: usize| dot(self.hubs_m[wheel], view.towards);
        order.sort_by(|one, other| near(*one).total_cmp(&near(*other)));
        order
    }

    /// Opacity, [0, 1], of a wheel drawn over the bodywork: 1 where its own side of the car or the floor is seen. Where the roof is
    /// seen from straight ahead, the wheels below show through it.
    pub fn wheel_over(&self, wheel: usize, view: &ViewAxes) -> f64 {
        let [_, left, up] = self.axes.map(|axis| dot(axis, view.towards));
        let outwards = if wheel.is_multiple_of(2) { left } else { -left };
        let through = (up - 0.85) / 0.15;
        Real::clamp(Real::max(through, Real::max(4.0 * outwards, -4.0 * up)), 0.0, 1.0)
    }

    /// Corners of bodywork and wheels, m.
    pub fn corners_m(&self) -> impl Iterator<Item = [f64; 3]> + '_ {
        [&self.body, &self.cabin].into_iter().chain(&self.wheels).flat_map(Part::corners_m)
    }

    /// Outline of the bodywork in a picture, m.
    pub fn outline_m(&self, view: &ViewAxes) -> Vec<[f64; 2]> {
        hull([&self.body, &self.cabin].into_iter().flat_map(Part::corners_m).map(|corner| view.at(corner)))
    }

    /// Height of the lowest point over the ground below it, m; below 0 where it is in the ground.
    pub fn clearance_m(&self, ground_m: impl Fn([f64; 2]) -> f64) -> f64 {
        let over = |[x, y, z]: [f64; 3]| z - ground_m([x, y]);
        self.corners_m().map(over).fold(f64::INFINITY, Real::min)
    }

    /// Outline of the shadow on the ground, m. A point below the ground casts it where it is.
    pub fn shadow_m(&self, ground_m: impl Fn([f64; 2]) -> f64) -> Vec<[f64; 2]> {
        let along = |[x, y, z]: [f64; 3], ground_m: f64| {
            let height_m = Real::max(z - ground_m, 0.0);
            [x + SHADOW[0] * height_m, y + SHADOW[1] * height_m]
        };
        hull(self.corners_m().map(|corner| {
            // On a slope the ground below the shadow is not that below the point.
            let first = along(corner, ground_m([corner[0], corner[1]]));
            along(corner, ground_m(first))
        }))
    }
}

/// Height of the centre of mass at rest, m.
fn cg_height_m(entrant: &Entrant) -> f64 {
    entrant.choice().vehicle.as_ref().map_or(0.5 * HEIGHT_M, |own| own.1.body().cg_height_m)
}

fn plus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The left side of an outline and its mirror image, counter-clockwise as seen from above.
fn both_sides(left: &[[f64; 2]]) -> impl Iterator<Item = [f64; 2]> + '_ {
    left.iter().copied().chain(left.iter().rev().map(|[along, aside]| [*along, -aside]))
}

/// Body and cabin in the body's frame, whose origin at rest lies on the road.
fn bodywork(entrant: &Entrant) -> [Part; 2] {
    let [length_m, width_m, ahead_m] = entrant.outline_m();
    let high_m = entrant.choice().vehicle.as_ref().map_or(HEIGHT_M, |own| own.0.spec.body.height_m);
    let ring = |left: &[[f64; 2]], height: f64, width: f64| -> Vec<[f64; 3]> {
        let place = |[along, aside]: [f64; 2]| {
            [ahead_m + 0.5 * length_m * along, 0.5 * width_m * width * aside, height * high_m]
        };
        both_sides(left).map(place).collect()
    };
    // The sides lean inwards as the model's do, from the sills to the edge of the roof.
    let waist = 1.0 - (1.0 - ROOF) * (WAIST - SILL_SHARE) / (1.0 - SILL_SHARE);
    let (sills, waistline) = (ring(&BODY, SILL_SHARE, 1.0), ring(&BODY, WAIST, waist));
    let (foot, roof) = (ring(&CABIN, WAIST, 1.0), ring(&CABIN_TOP, 1.0, 1.0));
    let window = |side| if side == 2 * CABIN.len() - 1 { Material::Windscreen } else { Material::Glass };
    [
        Part::between([&sills, &waistline], [Material::Floor, Material::Top], |_| Material::Side),
        Part::between([&foot, &roof], [Material::Glass, Material::Roof], window),
    ]
}

/// Wheels in the body's frame.
fn wheels(entrant: &Entrant, hubs_m: &[[f64; 3]; 4]) -> [Part; 4] {
    let vehicle = entrant.choice().vehicle.as_ref().map(|own| &own.1);
    let steered_rad = match entrant.seen().wheels() {
        WheelsSeen::Four(wheels) => wheels.map(|wheel| wheel.steer_rad),
        _ => [0.0; 4],
    };
    [0, 1, 2, 3].map(|wheel| {
        let axle = vehicle.map(|vehicle| if wheel < 2 { vehicle.front() } else { vehicle.rear() });
        let radius_m = axle.map_or(RADIUS_M, |axle| axle.radius_m);
        let rim = |aside_m: f64| -> Vec<[f64; 3]> {
            let corner = |side: usize| {
                let (sin, cos) = Real::sin_cos(TAU * side as f64 / SIDES as f64);
                let [x, y] = turned([radius_m * sin, aside_m], steered_rad[wheel]);
                plus(hubs_m[wheel], [x, y, radius_m * cos])
            };
            (0..SIDES).map(corner).collect()
        };
        Part::between([&rim(-HALF_WIDTH_M), &rim(HALF_WIDTH_M)], [Material::Rim; 2], |_| Material::Tread)
    })
}
