//! Nothing passes through anything, however thin and however fast.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use crate::contact_support;

use contact_support::{FRAME_S, World, car, disc, slab};
use skidpad_core::math::{Direction, Vec2};
use skidpad_testing::Random;
use skidpad_world::contact::{Barrier, Body, Motion, Shape, Wall};

/// A wall without thickness, long enough, through the origin along a direction.
fn thin_wall(angle: f64, e: f64) -> Wall {
    let along = Vec2::new(angle.cos(), angle.sin()).scale(500.0);
    Wall { barrier: Barrier::Segment { from_m: -along, to_m: along }, restitution: e, friction: 0.4 }
}

/// How far the body's farthest corner is behind the wall.
fn behind(body: &Body, motion: &Motion, normal: Vec2<f64>) -> f64 {
    let at = |x: f64, y: f64| {
        let (sin, cos) = motion.yaw_rad.sin_cos();
        -(motion.position_m + Vec2::new(x, y).to_parent(Direction { sin, cos })).dot(normal)
    };
    match body.shape {
        Shape::Circle { radius_m } => at(0.0, 0.0) + radius_m,
        Shape::Box { length_m, width_m, ahead_m } => {
            let (x, y) = (0.5 * length_m, 0.5 * width_m);
            let corners = [at(ahead_m + x, y), at(ahead_m + x, -y), at(ahead_m - x, y), at(ahead_m - x, -y)];
            corners.into_iter().fold(f64::MIN, f64::max)
        }
    }
}

#[test]
fn a_thin_wall_stops_everything_at_any_angle() {
    let bodies = [
        car(),
        disc(1.0, 0.05, 0.9, 0.2),
        slab(300.0, (12.0, 0.3), 0.5, 0.1),
        Body { shape: Shape::Box { length_m: 4.5, width_m: 1.8, ahead_m: 0.4 }, ..car() },
    ];
    let mut chance = Random::new(3);
    let mut hits = 0;
    for case in 0..2000 {
        let body = bodies[case % bodies.len()];
        let wall = chance.between(-3.0, 3.0);
        let normal = Vec2::new(-wall.sin(), wall.cos());
        let from = normal.scale(7.0 + chance.between(0.0, 3.0));
        // 100 m/s, from head-on to grazing, and turning up to 3 times a second.
        let aside = chance.between(-1.5, 1.5);
        let velocity = (-normal).to_parent(Direction { sin: aside.sin(), cos: aside.cos() }).scale(100.0);
        let start = Motion::at_rest(from.x, from.y, chance.between(-3.0, 3.0));
        let start = start.moving(velocity.x, velocity.y, chance.between(-20.0, 20.0));
        let mut world = World::new(vec![(body, start)], vec![thin_wall(wall, 0.3)]);
        for step in 0..30 {
            let outcome = world.step(FRAME_S);
            hits += usize::from(!outcome.impacts.is_empty());
            let depth = behind(&body, &world.motions[0], normal);
            assert!(depth <= 1e-4, "case {case}, step {step}: {depth} m behind the wall");
            assert!(!outcome.cut_short, "case {case}");
        }
    }
    assert!(hits > 1000, "{hits}");
}

#[test]
fn two_fast_cars_do_not_pass_through_each_other() {
    let mut chance = Random::new(11);
    for case in 0..500 {
        let rod = slab(500.0, (4.0, 0.05), 0.25, 0.3);
        let left = Motion::at_rest(-3.0, 0.0, chance.between(1.2, 1.9)).moving(100.0, 0.0, 0.0);
        let right = Motion::at_rest(3.0, chance.between(-1.0, 1.0), chance.between(1.2, 1.9))
            .moving(-100.0, 0.0, 0.0);
        let mut world = World::new(vec![(rod, left), (rod, right)], vec![]);
        let mut impacts = 0;
        for _ in 0..6 {
            impacts += world.step(FRAME_S).impacts.len();
        }
        assert!(impacts > 0, "case {case}");
    }
}

/// An arena at 100 m/s for a minute: nobody gets out.
#[test]
fn nobody_leaves_an_arena() {
    let mut chance = Random::new(5);
    let mut list = Vec::new();
    for index in 0..24 {
        let body = Body { restitution: 1.0, friction: 0.2, ..car() };
        let place = (f64::from(index % 6) * 8.0 - 20.0, f64::from(index / 6) * 8.0 - 12.0);
        let angle = chance.between(-3.0, 3.0);
        let start = Motion::at_rest(place.0, place.1, angle);
        list.push((body, start.moving(100.0 * angle.cos(), 100.0 * angle.sin(), chance.between(-5.0, 5.0))));
    }
    let mut walls = Wall::arena([-30.0, -30.0], [30.0, 30.0], 1.0, 0.2).to_vec();
    walls.extend(Wall::line(&[[-10.0, 20.0], [0.0, 25.0], [10.0, 20.0]], 1.0, 0.2));
    let post = Barrier::Post { centre_m: Vec2::new(0.0, 0.0), radius_m: 0.5 };
    walls.push(Wall { barrier: post, restitution: 1.0, friction: 0.2 });
    let mut world = World::new(list, walls);
    let mut cut = 0;
    for step in 0..600 {
        let outcome = world.step(FRAME_S);
        cut += usize::from(outcome.cut_short);
        for (body, motion) in world.bodies.iter().zip(&world.motions) {
            for normal in
                [Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0), Vec2::new(-1.0, 0.0), Vec2::new(0.0, -1.0)]
            {
                assert!(behind(body, motion, normal) <= 30.0 + 1e-4, "step {step}: {motion:?}");
            }
        }
    }
    assert_eq!(cut, 0);
}

/// A car that slides along a wall of many segments does not catch at their ends.
#[test]
fn a_row_of_segments_is_one_wall() {
    let points: Vec<[f64; 2]> = (-5..60).map(|i| [f64::from(i) * 3.1, 0.0]).collect();
    let body = Body { friction: 0.0, ..car() };
    let start = Motion::at_rest(0.0, 0.9 + 1e-4, 0.0).moving(50.0, 0.0, 0.0);
    let mut world = World::new(vec![(body, start)], Wall::line(&points, 0.0, 0.0));
    world.pull[0] = [0.0, -10.0];
    for step in 0..180 {
        world.step(FRAME_S);
        let motion = world.motions[0];
        assert!((motion.velocity_m_s.x - 50.0).abs() < 1e-9, "step {step}: {motion:?}");
        assert!((motion.position_m.y - 0.9).abs() < 3e-4, "step {step}: {motion:?}");
    }
}

/// A light body is thrown farther within the step than anything was looked for around it, at one that nothing was near: it
/// strikes it, and does not pass through.
#[test]
fn what_is_thrown_out_of_its_area_meets_what_lies_there() {
    for permuted in [[0, 1, 2], [2, 1, 0], [1, 2, 0]] {
        let bodies = [
            (disc(1e4, 0.5, 1.0, 0.0), Motion::at_rest(0.0, 0.0, 0.0).moving(300.0, 0.0, 0.0)),
            (disc(1.0, 0.2, 1.0, 0.0), Motion::at_rest(2.0, 0.0, 0.0)),
            (disc(10.0, 0.5, 1.0, 0.0), Motion::at_rest(8.5, 0.0, 0.0)),
        ];
        let mut world = World::new(permuted.map(|place| bodies[place]).to_vec(), vec![]);
        let outcome = world.step(FRAME_S);
        let place = |body: usize| permuted.iter().position(|at| *at == body).expect("each once");
        let at = |body: usize| world.motions[place(body)];
        assert!(at(2).velocity_m_s.x > 50.0, "it was struck: {outcome:?}");
        assert!(at(1).position_m.x < at(2).position_m.x, "{outcome:?}");
        let momentum = 1e4 * at(0).velocity_m_s.x + at(1).velocity_m_s.x + 10.0 * at(2).velocity_m_s.x;
        assert!((momentum / 3e6 - 1.0).abs() < 1e-12, "{momentum}");
    }
}
