//! Cars in space in a world with walls, cones and other cars.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use skidpad_core::controls::Gear;
use skidpad_core::math::Vec3;
use skidpad_core::model::spatial::Push;
use skidpad_core::surface::Surface;
use skidpad_world::contact::{Shape, Wall};
use skidpad_world::ground::{Area, Ground, Patch, Shape as GroundShape};
use skidpad_world::rolling::{Begin, CarChoice, Request};
use skidpad_world::scene::Cone;
use skidpad_world::world::{CarId, Member, Party, Site, World, body_of};

use crate::world_support::{dt, member, model, vehicle};

const RATE_HZ: f64 = 100.0;

/// A car in space at a place and height, that moves along x.
fn flying(place_m: [f64; 2], height_m: f64, speed_m_s: f64) -> Member {
    let (spatial, vehicle) = (model("spatial"), vehicle());
    let car = CarChoice::Vehicle(&vehicle);
    let [x, y] = place_m;
    let initial = [("velocity_x_m_s", speed_m_s), ("x_m", x), ("y_m", y), ("z_m", height_m)];
    let begin = Begin { gear: Gear::Automatic, initial: &initial, method: None };
    let rolling = spatial.begin(&car, &begin);
    Member { car: rolling.expect("its car"), body: Some(body_of(spatial, &car, 0.25, 0.5)) }
}

/// Drives a world for a time; the impacts of it, as who met whom.
fn driven(world: &mut World, seconds: f64) -> Vec<(Party, Party)> {
    let mut met = Vec::new();
    for _ in 0..(seconds * RATE_HZ) as usize {
        world.step(dt(RATE_HZ));
        met.extend(world.impacts().iter().map(|impact| (impact.first, impact.second)));
    }
    met
}

/// Largest coordinate x of the outline of a car in space, m.
fn farthest_m(world: &World, id: CarId) -> f64 {
    let (car, body) = (world.car(id).expect("a car"), world.body(id).expect("a body"));
    let (own, motion) = (car.in_contact(body).expect("in space"), car.planar().expect("a motion"));
    let Shape::Box { length_m, width_m, ahead_m } = own.shape else { panic!("a box") };
    let (sin, cos) = (motion.yaw_rad + own.turned_rad).sin_cos();
    let middle_m = motion.position_m.x + ahead_m * cos - own.left_m * sin;
    middle_m + 0.5 * length_m * cos.abs() + 0.5 * width_m * sin.abs()
}

/// Seen in the first version of cars in space: they met what was metres below them.
#[test]
fn a_jump_over_a_parked_car_and_cones_touches_neither() {
    for (above_m, meets) in [(0.0, true), (3.0, false)] {
        let cones = (0..5).map(|number| Cone { position_m: [8.0 + number as f64, 0.2] }).collect();
        let mut world = World::new(Site::asphalt().with_cones(cones));
        world.add(flying([0.0, 0.0], above_m, 30.0)).expect("it joins");
        world.add(member("two_track", [15.0, 0.0], 1.0, 0.0)).expect("it joins");
        let met = driven(&mut world, 0.6);
        assert_eq!(!met.is_empty(), meets, "{above_m} m above: {met:?}");
        assert_eq!(world.cones().iter().any(|cone| cone.is_hit), meets);
    }
}

/// A wall stops a car in the air, upside down and on its side as well: no part of it is beyond the wall, and it comes to lie before it.
#[test]
fn a_wall_stops_a_car_in_any_attitude() {
    for roll_rad in [0.0, 0.5, 1.57, 3.0] {
        let walls = Wall::line(&[[12.0, -50.0], [12.0, 50.0]], 0.2, 0.5);
        let mut world = World::new(Site::asphalt().with_walls(walls).expect("walls"));
        let id = world.add(flying([0.0, 0.0], 1.0, 25.0)).expect("it joins");
        let turn = Push { rotation_rad: Vec3::new(roll_rad, 0.0, 0.0), ..Push::none() };
        world.car_mut(id).expect("a car").push(&turn);
        let mut request = Request::untouched();
        request.command.brake = 1.0;
        world.set_request(id, request);
        for _ in 0..600 {
            world.step(dt(RATE_HZ));
            let farthest_m = farthest_m(&world, id);
            assert!(farthest_m < 12.02, "rolled by {roll_rad}: reaches {farthest_m} m");
        }
        let motion = world.car(id).expect("a car").in_space().expect("in space");
        let speed = motion.velocity_m_s.norm_squared().sqrt();
        assert!(speed < 0.05, "rolled by {roll_rad}: {speed} m/s");
    }
}

/// A car that is hit in its side above its centre of mass rolls at once: its top away from the blow, about its longitudinal axis backwards. A
/// push of its tyres along the road rolls it by a tenth of that in a step.
#[test]
fn a_blow_in_the_side_rolls_a_car() {
    let mut world = World::new(Site::asphalt());
    let struck = world.add(flying([0.0, 0.0], 0.0, 0.0)).expect("it joins");
    let hitting = world.add(flying([0.3, -5.0], 0.9, 0.0)).expect("it joins");
    let quarter = Push { rotation_rad: Vec3::new(0.0, 0.0, core::f64::consts::FRAC_PI_2), ..Push::none() };
    world.car_mut(hitting).expect("a car").push(&quarter);
    let fast = Push::by(Vec3::new(0.0, 20.0, 0.0), Vec3::zero());
    world.car_mut(hitting).expect("a car").push(&fast);
    let rolls = |world: &World| {
        world.car(struck).expect("a car").in_space().expect("in space").angular_velocity_rad_s.x
    };
    let mut before = 0.0;
    for _ in 0..60 {
        world.step(dt(RATE_HZ));
        if !world.impacts().is_empty() {
            break;
        }
        before = rolls(&world);
    }
    assert!(before.abs() < 0.01 && rolls(&world) < -1.0, "{before}, then {} rad/s", rolls(&world));
    assert!(world.car(struck).expect("a car").in_space().expect("in space").velocity_m_s.y > 2.0);
}

/// Seen on paper: where the longitudinal axis passes the vertical, a pitch of half a turn becomes one of the heading, and contact took
/// that leap for a turn at 300 rad/s about the road's normal.
#[test]
fn a_car_that_goes_end_over_end_along_a_wall_is_not_turned_round() {
    let walls = Wall::line(&[[-50.0, 1.0], [200.0, 1.0]], 0.1, 0.5);
    let mut world = World::new(Site::asphalt().with_walls(walls).expect("walls"));
    let id = world.add(flying([0.0, 0.0], 20.0, 20.0)).expect("it joins");
    let pitching = Push::by(Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.0, 6.0, 0.0));
    world.car_mut(id).expect("a car").push(&pitching);
    let axes = |world: &World| {
        let pose = world.car(id).expect("a car").pose(&Surface::asphalt());
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(|axis| pose.to_world(axis))
    };
    let (mut before, mut met) = (axes(&world), 0);
    for _ in 0..150 {
        world.step(dt(RATE_HZ));
        let now = axes(&world);
        let motion = world.car(id).expect("a car").in_space().expect("in space");
        let most_rad = 0.15 + 2.0 * motion.angular_velocity_rad_s.norm_squared().sqrt() / RATE_HZ;
        for (axis, was) in now.iter().zip(&before) {
            let cosine: f64 = (0..3).map(|place| axis[place] * was[place]).sum();
            assert!(cosine > most_rad.cos(), "turned by {} rad in a step", cosine.acos());
        }
        before = now;
        met += world.impacts().len();
    }
    assert!(met > 3, "it slides along the wall: {met} impacts");
}

/// Whatever else is in the world: on a steep hill a cone stands lower than a car in the plane that comes down to it.
#[test]
fn a_car_in_space_far_away_changes_nothing_between_others() {
    let area = Area {
        centre_m: [0.0, 0.0],
        heading_rad: 0.0,
        shape: GroundShape::Rectangle { size_m: [40.0, 20.0] },
    };
    let hashes = [false, true].map(|has_other| {
        let ground = Ground::from_patches(vec![Patch::Bump { area, height_m: 8.0 }]);
        let cones = (0..4).map(|place| Cone { position_m: [8.0 + 2.0 * f64::from(place), 0.3] }).collect();
        let mut world = World::new(Site::asphalt().with_ground(ground).with_cones(cones));
        let car = world.add(member("two_track", [2.0, 0.0], 0.0, 15.0)).expect("it joins");
        if has_other {
            world.add(flying([500.0, 500.0], 0.0, 0.0)).expect("it joins");
        }
        let met = driven(&mut world, 0.8);
        assert!(met.iter().any(|(_, other)| matches!(other, Party::Cone(_))), "it meets the cones");
        world.car(car).expect("a car").hash()
    });
    assert_eq!(hashes[0], hashes[1]);
}

/// A car pressed against a wall by its engine stands there: it neither shakes nor climbs.
#[test]
fn a_car_that_presses_against_a_wall_stands() {
    let walls = Wall::line(&[[4.0, -50.0], [4.0, 50.0]], 0.2, 0.5);
    let mut world = World::new(Site::asphalt().with_walls(walls).expect("walls"));
    let id = world.add(flying([0.0, 0.0], 0.0, 1.0)).expect("it joins");
    let mut request = Request::untouched();
    (request.command.throttle, request.command.automatic) = (0.3, skidpad_core::record::Flag::new(true));
    world.set_request(id, request);
    driven(&mut world, 4.0);
    let before = world.car(id).expect("a car").in_space().expect("in space");
    for _ in 0..100 {
        world.step(dt(RATE_HZ));
        let now = world.car(id).expect("a car").in_space().expect("in space");
        let off = now.position_m - before.position_m;
        assert!(off.norm_squared().sqrt() < 2e-3, "{off:?}");
        assert!(now.velocity_m_s.norm_squared().sqrt() < 0.02, "{:?}", now.velocity_m_s);
    }
}
