use core::f64::consts::{FRAC_PI_2, PI};

use skidpad_core::model::Pose;
use skidpad_core::model::spatial::SILL_SHARE;
use skidpad_world::ground::{Area, Ground, Patch, Shape};
use skidpad_world::scene::Scene;

use skidpad_core::math::Real;

use super::{CarSolid, Material, ViewAxes, dot, hull};
use crate::choice::Choice;
use crate::drive::Drive;

struct Standing {
    drive: Drive,
    scene: Scene,
    /// Length, width, and height, m.
    size_m: [f64; 3],
    ahead_m: f64,
}

impl Standing {
    fn new() -> Self {
        let choice = Choice::preset("spatial", "boxster-s").unwrap();
        let high_m = choice.vehicle.as_ref().unwrap().0.spec.body.height_m;
        let scene = Scene::straight();
        let drive = Drive::new(scene.clone(), &choice).unwrap();
        let [length_m, width_m, ahead_m] = drive.player().outline_m();
        Self { drive, scene, size_m: [length_m, width_m, high_m], ahead_m }
    }

    /// The car at a height, m, with roll and pitch, rad.
    fn at(&self, height_m: f64, roll_rad: f64, pitch_rad: f64) -> CarSolid {
        let pose = Pose { position_m: [0.0, 0.0, height_m], quaternion: [1.0, 0.0, 0.0, 0.0] };
        let pose = pose.on_springs(0.0, roll_rad, pitch_rad);
        CarSolid::new(self.drive.player(), &pose, &self.scene).unwrap()
    }
}

/// Lowest and highest coordinate of an outline along an axis.
fn range(outline: &[[f64; 2]], axis: usize) -> [f64; 2] {
    let along = || outline.iter().map(|corner| corner[axis]);
    [along().fold(f64::INFINITY, Real::min), along().fold(f64::NEG_INFINITY, Real::max)]
}

fn near(found: [f64; 2], expected: [f64; 2], what: &str) {
    let is_near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 2e-5);
    assert!(is_near, "{what}: {found:?}, expected {expected:?}");
}

fn shows(solid: &CarSolid, view: &ViewAxes, material: Material) -> bool {
    let parts = [&solid.body, &solid.cabin];
    parts.iter().any(|part| part.seen_from(view).any(|face| face.material == material))
}

/// Seen from above, upright and upside down, the outline is length by width; on a side it is as wide as the car is high from its
/// sills, to the other side of the axis that it turned about.
#[test]
fn outlines_of_rolled_cars_are_those_of_a_box() {
    let standing = Standing::new();
    let [length_m, width_m, high_m] = standing.size_m;
    let lengths = [standing.ahead_m - 0.5 * length_m, standing.ahead_m + 0.5 * length_m];
    let widths = [-0.5 * width_m, 0.5 * width_m];
    let sill_m = SILL_SHARE * high_m;
    for (roll_rad, expected) in [
        (0.0, widths),
        // The right side is down: the roof points to the right.
        (FRAC_PI_2, [-high_m, -sill_m]),
        (PI, widths),
        (-FRAC_PI_2, [sill_m, high_m]),
    ] {
        let outline = standing.at(3.0, roll_rad, 0.0).outline_m(&ViewAxes::ABOVE);
        near(range(&outline, 0), lengths, "length");
        near(range(&outline, 1), expected, &format!("width, rolled by {roll_rad}"));
    }
    // Nose down: as long as it is high, the roof ahead.
    let outline = standing.at(5.0, 0.0, FRAC_PI_2).outline_m(&ViewAxes::ABOVE);
    near(range(&outline, 0), [sill_m, high_m], "length on its nose");
    // From the left, upright: from the sills to the roof over the road.
    let outline = standing.at(2.0, 0.0, 0.0).outline_m(&ViewAxes::from_left(0.0));
    near(range(&outline, 1), [2.0 + sill_m, 2.0 + high_m], "height");
}

#[test]
fn roof_or_floor_is_seen_from_above() {
    let standing = Standing::new();
    for step in -36..=36 {
        let roll_rad = f64::from(step) / 36.0 * PI;
        let solid = standing.at(2.0, roll_rad, 0.0);
        let up = Real::cos(roll_rad);
        let sees = |material| shows(&solid, &ViewAxes::ABOVE, material);
        if up.abs() > 0.05 {
            assert_eq!((sees(Material::Roof), sees(Material::Floor)), (up > 0.0, up < 0.0), "{roll_rad}");
        }
        // What is behind is drawn first.
        let [first, last] = solid.bodywork_from(&ViewAxes::ABOVE);
        let height_m = |part: &super::Part| {
            part.corners_m().map(|[_, _, z]| z).sum::<f64>() / part.corners_m().count() as f64
        };
        assert!(height_m(first) <= height_m(last) + 1e-9, "{roll_rad}");
        let order = solid.wheels_from(&ViewAxes::ABOVE).map(|wheel| solid.hubs_m[wheel][2]);
        assert!(order.is_sorted(), "{roll_rad}: {order:?}");
    }
}

/// On its right side the left wheels are over the bodywork and the right ones below; on its roof all are over it.
#[test]
fn wheels_are_over_the_bodywork_where_they_are_seen() {
    let standing = Standing::new();
    let over = |roll_rad| {
        let solid = standing.at(2.0, roll_rad, 0.0);
        [0, 1, 2, 3].map(|wheel| solid.wheel_over(wheel, &ViewAxes::ABOVE))
    };
    assert_eq!(over(FRAC_PI_2).map(f64::round), [1.0, 0.0, 1.0, 0.0]);
    assert_eq!(over(-FRAC_PI_2).map(f64::round), [0.0, 1.0, 0.0, 1.0]);
    assert_eq!(over(PI).map(f64::round), [1.0; 4]);
    assert_eq!(over(0.0), [1.0; 4], "through the body of a car on its wheels, as of a car in the plane");
}

/// Normals point outwards: away from the middle of the part.
#[test]
fn faces_point_outwards() {
    let solid = Standing::new().at(1.0, 2.2, -0.7);
    for part in [&solid.body, &solid.cabin].into_iter().chain(&solid.wheels) {
        let count = part.corners_m().count() as f64;
        let middle = part
            .corners_m()
            .fold([0.0; 3], |sum, corner| [0, 1, 2].map(|axis| sum[axis] + corner[axis] / count));
        for face in &part.faces {
            let out = [0, 1, 2].map(|axis| face.corners_m[0][axis] - middle[axis]);
            assert!(dot(face.normal(), out) > 0.0, "{:?}", face.material);
        }
    }
}

/// With the sun 45 degrees high in the north-west, the shadow of a point h over the ground is h away to the south-east.
#[test]
fn a_shadow_is_as_far_away_as_the_car_is_high() {
    let standing = Standing::new();
    let level = |_| 0.0;
    let middle = |outline: &[[f64; 2]]| [0, 1].map(|axis| 0.5 * range(outline, axis).iter().sum::<f64>());
    let low = middle(&standing.at(0.0, 0.0, 0.0).shadow_m(level));
    for height_m in [0.5, 3.0, 50.0] {
        let high = middle(&standing.at(height_m, 0.0, 0.0).shadow_m(level));
        let [x, y] = [high[0] - low[0], high[1] - low[1]];
        near([x, y], [height_m * 0.5_f64.sqrt(), -height_m * 0.5_f64.sqrt()], "shadow");
    }
    // Below the ground it is where the car is.
    let [length_m, ..] = standing.size_m;
    let shadow = standing.at(-9.0, 0.0, 0.0).shadow_m(level);
    near(range(&shadow, 0), [standing.ahead_m - 0.5 * length_m, standing.ahead_m + 0.5 * length_m], "below");
}

/// On a plateau 2 m high the car stands on the ground; 2 m over a plane it does not.
#[test]
fn clearance_is_over_the_ground_below() {
    let standing = Standing::new();
    let area = Area { centre_m: [0.0, 0.0], heading_rad: 0.0, shape: Shape::Disc { radius_m: 4_000.0 } };
    let ground = Ground::from_patches(vec![Patch::Bump { area, height_m: 2.0 }]);
    let on_hill = standing.at(2.0, 0.0, 0.0).clearance_m(|place_m| ground.under(place_m).height_m);
    let in_air = standing.at(2.0, 0.0, 0.0).clearance_m(|_| 0.0);
    assert!(on_hill.abs() < 0.03 && (in_air - 2.0).abs() < 0.03, "{on_hill} {in_air}");
}

#[test]
fn every_attitude_and_height_gives_finite_corners() {
    let standing = Standing::new();
    for height_m in [-1e6, -5.0, 0.0, 50.0, 1e6] {
        for step in 0..100 {
            let (roll_rad, pitch_rad) = (0.37 * f64::from(step), 0.71 * f64::from(step));
            let solid = standing.at(height_m, roll_rad, pitch_rad);
            assert!(solid.corners_m().all(|corner| corner.iter().all(|number| number.is_finite())));
            assert!(solid.shadow_m(|_| 0.0).len() >= 3 && solid.outline_m(&ViewAxes::ABOVE).len() >= 3);
        }
    }
    let pose = Pose { position_m: [0.0, f64::NAN, 0.0], quaternion: [1.0, 0.0, 0.0, 0.0] };
    assert!(CarSolid::new(standing.drive.player(), &pose, &standing.scene).is_none());
}

#[test]
fn a_hull_has_the_corners_and_nothing_else() {
    let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let inside = [[0.5, 0.5], [0.5, 0.0], [1.0 + 1e-9, 1.0], [f64::NAN, 3.0], [0.2, f64::INFINITY]];
    assert_eq!(hull(square.into_iter().chain(inside)), square);
    assert_eq!(hull([[2.0, 2.0]; 5]), [[2.0, 2.0]]);
    assert!(hull([]).is_empty());
}
