//! What is pressed together rests: no shaking, no creeping, no sinking in.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use crate::contact_support;

use contact_support::{FRAME_S, World, slab, wall_at};
use skidpad_world::contact::{Body, Motion, SLOP_M};

/// Lets a world settle, then watches it: how far anything moved, and its largest speed.
fn watch(world: &mut World, settle_s: f64, watch_s: f64) -> (f64, f64) {
    let steps = |time: f64| (time / FRAME_S).round() as usize;
    for _ in 0..steps(settle_s) {
        world.step(FRAME_S);
    }
    let start = world.motions.clone();
    let (mut moved, mut speed): (f64, f64) = (0.0, 0.0);
    for _ in 0..steps(watch_s) {
        let outcome = world.step(FRAME_S);
        assert_eq!(outcome.pushed_m, 0.0, "nothing sinks in");
        for (before, after) in start.iter().zip(&world.motions) {
            moved = moved
                .max((after.position_m - before.position_m).norm())
                .max((after.yaw_rad - before.yaw_rad).abs());
            speed = speed.max(after.velocity_m_s.norm()).max(after.yaw_rate_rad_s.abs());
        }
    }
    (moved, speed)
}

/// Boxes in a row, pressed against a wall by a force on each.
fn row(count: usize, body: Body, pull: f64) -> World {
    let list =
        (0..count).map(|i| (body, Motion::at_rest(-1.1 - 2.05 * i as f64, 0.1 * i as f64, 0.0))).collect();
    let mut world = World::new(list, vec![wall_at(0.0, 0.2, 0.5)]);
    world.pull = vec![[pull, 0.0]; count];
    world
}

#[test]
fn a_box_pressed_against_a_wall_is_quiet() {
    for yaw in [0.0, 0.3, 0.8, 1.5] {
        let list = vec![(slab(900.0, (2.0, 1.0), 0.3, 0.5), Motion::at_rest(-1.5, 0.0, yaw))];
        let mut world = World::new(list, vec![wall_at(0.0, 0.2, 0.5)]);
        world.pull = vec![[12.0, 1.0]];
        let (moved, speed) = watch(&mut world, 10.0, 30.0);
        assert!(moved < 1e-12 && speed < 1e-12, "yaw {yaw}: moved {moved} m, {speed} m/s");
    }
}

#[test]
fn a_row_of_boxes_is_quiet() {
    for count in [2, 5] {
        let mut world = row(count, slab(900.0, (2.0, 1.0), 0.3, 0.5), 10.0);
        let (moved, speed) = watch(&mut world, 10.0, 10.0);
        assert!(moved < 1e-11 && speed < 1e-11, "{count}: moved {moved} m, {speed} m/s");
    }
}

/// Ten boxes, ten minutes.
#[test]
#[ignore = "soak: 1 min"]
fn a_row_of_boxes_is_quiet_for_ten_minutes() {
    for (count, pull) in [(1, 3.0), (3, 10.0), (10, 10.0)] {
        let mut world = row(count, slab(900.0, (2.0, 1.0), 0.3, 0.5), pull);
        let (moved, speed) = watch(&mut world, 20.0, 600.0);
        println!("{count} boxes: moved {moved:e} m, fastest {speed:e} m/s");
        assert!(moved < 1e-9 && speed < 1e-9, "{count}: moved {moved} m, {speed} m/s");
    }
}

/// A million to one, both ways round.
#[test]
fn a_heavy_box_on_a_light_one_is_quiet() {
    for (near, far) in [(1.0, 1e6), (1e6, 1.0), (1e3, 1e3)] {
        let mut world = row(2, slab(1.0, (2.0, 1.0), 0.0, 0.5), 10.0);
        for (body, mass) in world.bodies.iter_mut().zip([near, far]) {
            *body = slab(mass, (2.0, 1.0), 0.0, 0.5);
        }
        let (moved, speed) = watch(&mut world, 10.0, 10.0);
        assert!(moved < 1e-9 && speed < 1e-9, "{near} {far}: moved {moved} m, {speed} m/s");
        let depth = world.motions[0].position_m.x + 1.0;
        assert!(depth < SLOP_M, "{depth} m into the wall");
    }
}

/// A ladder that leans on a wall, held by friction.
#[test]
fn a_leaning_ladder_is_quiet() {
    let mut walls = vec![wall_at(0.0, 0.0, 0.9)];
    let floor = skidpad_world::contact::Barrier::HalfPlane {
        point_m: skidpad_core::math::Vec2::new(0.0, 0.0),
        normal: skidpad_core::math::Vec2::new(0.0, 1.0),
    };
    walls.push(skidpad_world::contact::Wall { barrier: floor, restitution: 0.0, friction: 0.9 });
    let list = vec![(slab(50.0, (3.0, 0.1), 0.0, 0.9), Motion::at_rest(-0.75, 1.4, 1.1))];
    let mut world = World::new(list, walls);
    world.pull = vec![[0.0, -10.0]];
    let (moved, speed) = watch(&mut world, 30.0, 20.0);
    assert!(moved < 1e-9 && speed < 1e-9, "moved {moved} m, {speed} m/s");
    assert!(world.motions[0].yaw_rad > 0.5, "it leans: {:?}", world.motions[0]);
}

/// A pushed box slides as friction lets it, and stops exactly.
#[test]
fn a_box_slides_along_a_wall_and_stops() {
    let start = Motion::at_rest(-0.5 - 1e-4, 0.0, 0.0).moving(0.0, 6.0, 0.0);
    let mut world =
        World::new(vec![(slab(900.0, (1.0, 2.0), 0.0, 0.5), start)], vec![wall_at(0.0, 0.0, 0.5)]);
    world.pull = vec![[4.0, 0.0]];
    // mu a = 2 m/s^2: it stops after 3 s and 9 m.
    let (moved, speed) = watch(&mut world, 4.0, 10.0);
    assert!(moved < 1e-12 && speed < 1e-12, "moved {moved} m, {speed} m/s");
    assert!((world.motions[0].position_m.y - 9.0).abs() < 1e-6, "{:?}", world.motions[0]);
}
