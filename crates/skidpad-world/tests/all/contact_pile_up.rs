//! Many cars at once: none sinks into another, none is lost, and all come to rest apart.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use crate::contact_support;

use contact_support::{FRAME_S, World, slab};
use skidpad_core::math::{Direction, Vec2};
use skidpad_testing::Random;
use skidpad_world::contact::{Body, Motion, SLOP_M, Shape, Wall};

fn corners(body: &Body, motion: &Motion) -> [Vec2<f64>; 4] {
    let Shape::Box { length_m, width_m, ahead_m } = body.shape else { panic!("boxes only") };
    let (sin, cos) = motion.yaw_rad.sin_cos();
    let at = |x: f64, y: f64| motion.position_m + Vec2::new(ahead_m + x, y).to_parent(Direction { sin, cos });
    let (x, y) = (0.5 * length_m, 0.5 * width_m);
    [at(x, y), at(-x, y), at(-x, -y), at(x, -y)]
}

/// How far two rectangles overlap, from their corners alone; 0 where they do not.
fn overlap(a: &[Vec2<f64>; 4], b: &[Vec2<f64>; 4]) -> f64 {
    let mut least = f64::INFINITY;
    for of in [a, b] {
        for edge in [of[1] - of[0], of[3] - of[0]] {
            let along = edge.scale(1.0 / edge.norm());
            let span = |corners: &[Vec2<f64>; 4]| {
                let at = corners.map(|corner| corner.dot(along));
                (
                    at.into_iter().fold(f64::INFINITY, f64::min),
                    at.into_iter().fold(f64::NEG_INFINITY, f64::max),
                )
            };
            let ((a_low, a_high), (b_low, b_high)) = (span(a), span(b));
            least = least.min((a_high - b_low).min(b_high - a_low));
        }
    }
    least.max(0.0)
}

fn deepest(world: &World) -> f64 {
    let all: Vec<_> = world.bodies.iter().zip(&world.motions).map(|(b, m)| corners(b, m)).collect();
    let mut deepest: f64 = 0.0;
    for (at, a) in all.iter().enumerate() {
        for b in &all[at + 1..] {
            if (a[0] - b[0]).norm() < 30.0 {
                deepest = deepest.max(overlap(a, b));
            }
        }
    }
    deepest
}

/// Cars from all sides towards the middle of an arena.
fn crash(count: usize, speed: f64, heaviest: f64) -> World {
    let mut chance = Random::new(4);
    let list = (0..count)
        .map(|index| {
            let angle = index as f64 * 2.399_963;
            let far = 4.0 + 4.2 * (index as f64).sqrt();
            let yaw = angle + core::f64::consts::PI + chance.between(-0.3, 0.3);
            let body = slab(chance.magnitude(1.0, heaviest) * 1000.0, (4.5, 1.8), 0.25, 0.4);
            let start = Motion::at_rest(far * angle.cos(), far * angle.sin(), yaw);
            (body, start.moving(speed * yaw.cos(), speed * yaw.sin(), 0.0))
        })
        .collect();
    World::new(list, Wall::arena([-60.0, -60.0], [60.0, 60.0], 0.3, 0.5).to_vec())
}

/// Runs a crash: deepest overlap, blows, steps that were cut short; energy must not grow.
fn run(world: &mut World, steps: usize) -> (f64, usize, usize) {
    let (mut depth, mut impacts, mut cut) = (0.0_f64, 0, 0);
    let mut energy = world.energy();
    for step in 0..steps {
        let outcome = world.step(FRAME_S);
        let now = world.energy();
        assert!(now <= energy * (1.0 + 1e-12), "step {step}: {energy} {now}");
        energy = now;
        depth = depth.max(deepest(world));
        impacts += outcome.impacts.len();
        cut += usize::from(outcome.cut_short);
    }
    (depth, impacts, cut)
}

#[test]
fn a_pile_up_of_forty_cars_keeps_them_apart() {
    let mut world = crash(40, 30.0, 1.0);
    let before = deepest(&world);
    assert_eq!(before, 0.0, "they start apart");
    let energy = world.energy();
    let (depth, impacts, cut) = run(&mut world, 240);
    println!("deepest {depth:e} m, {impacts} blows, {cut} steps cut short");
    assert!(depth < 2.0 * SLOP_M, "{depth} m");
    assert!(impacts > 100, "{impacts}");
    assert_eq!(cut, 0);
    assert!(world.energy() < 0.2 * energy, "most of it is lost in the crash");
}

/// Masses from one to a million tonnes.
#[test]
fn a_pile_up_of_any_masses_keeps_them_apart() {
    let mut world = crash(20, 20.0, 1e6);
    let (depth, impacts, cut) = run(&mut world, 120);
    println!("deepest {depth:e} m, {impacts} blows, {cut} steps cut short");
    assert!(depth < 10.0 * SLOP_M, "{depth} m");
    assert!(impacts > 20);
}

#[test]
#[ignore = "soak: 1 min"]
fn a_pile_up_of_a_hundred_and_fifty_cars_keeps_them_apart() {
    let mut world = crash(150, 40.0, 10.0);
    let (depth, impacts, cut) = run(&mut world, 600);
    println!("deepest {depth:e} m, {impacts} blows, {cut} steps cut short");
    assert!(depth < 10.0 * SLOP_M, "{depth} m");
}
