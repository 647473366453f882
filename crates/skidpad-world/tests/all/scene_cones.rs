//! Cones: those that may meet anything are found, however they lie, as by a comparison of all with all.

use skidpad_core::math::Vec2;
use skidpad_core::snapshot::StateHash;
use skidpad_testing::Random;
use skidpad_world::contact::{Body, Motion, Mover, Shape};
use skidpad_world::scene::{Cone, ConeSearch, ConeState, Cones, Scene, Vicinity};

/// A number of at most this size.
fn within(random: &mut Random, most: f64) -> f64 {
    random.between(-most, most)
}

fn position(random: &mut Random, most_m: f64) -> Vec2<f64> {
    Vec2::new(within(random, most_m), within(random, most_m))
}

/// The cones that may meet anything, by the definition: every cone is compared with every other.
fn awake_of_all(states: &[ConeState], bodies: &[Vicinity], dt_s: f64) -> Vec<usize> {
    let is_near = |cone: &ConeState, position_m: Vec2<f64>, radius_m: f64| {
        let off = cone.motion.position_m - position_m;
        off.dot(off) < radius_m * radius_m
    };
    let starts = |cone: &ConeState| {
        cone.is_moving() || bodies.iter().any(|body| is_near(cone, body.position_m, body.radius_m + 1.0))
    };
    let active: Vec<_> = states.iter().filter(|cone| starts(cone)).collect();
    let thrown_m = 1.0 + 100.0 * dt_s;
    let is_awake = |cone: &ConeState| {
        starts(cone) || active.iter().any(|other| is_near(cone, other.motion.position_m, thrown_m))
    };
    (0..states.len()).filter(|index| is_awake(&states[*index])).collect()
}

/// Random fields of cones, some thrown far away, some moving: the same cones in the same order as by the definition.
#[test]
fn the_cones_that_may_meet_anything_are_found() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let count = (random.unit() * 80.0) as usize;
        // From a heap on one spot to a field with metres in between.
        let field_m = 0.5 * f64::from(seed as u32 + 1);
        let cones: Vec<_> =
            (0..count).map(|_| Cone { position_m: position(&mut random, field_m).into() }).collect();
        let mut cones = Cones::new(&cones);
        let (mut awake, mut found) = (vec![7; 3], 0);
        for round in 0..40 {
            let dt_s = [0.001, 1.0 / 240.0, 1.0 / 30.0][round % 3];
            let body = |random: &mut Random| Vicinity {
                position_m: position(random, field_m),
                radius_m: 0.2 * field_m * random.unit(),
            };
            let bodies: Vec<_> = (0..round % 3).map(|_| body(&mut random)).collect();
            cones.find_awake(&bodies, dt_s, &mut awake);
            assert_eq!(awake, awake_of_all(cones.states(), &bodies, dt_s), "seed {seed}, round {round}");
            found += awake.len();
            if count > 0 {
                let cone = (random.unit() * count as f64) as usize;
                let far_m = if round % 7 == 0 { 1000.0 } else { field_m };
                let Vec2 { x, y } = position(&mut random, far_m);
                let rest = Motion::at_rest(x, y, 0.0);
                let moving = rest.moving(0.0, within(&mut random, 3.0), 0.0);
                cones.set(cone, if round % 2 == 0 { moving } else { rest }, round % 3 == 0);
            }
        }
        assert!(count < 10 || found > 0, "seed {seed}");
    }
}

/// A state put back has the hash that it had, and finds the same cones.
#[test]
fn restored_cones_are_those_that_were_saved() {
    let scene = Scene::by_name("walls").unwrap();
    let mut cones = Cones::new(&scene.cones);
    let hash = |cones: &Cones| {
        let mut hash = StateHash::default();
        cones.hash_into(&mut hash);
        hash.value()
    };
    let at_first = hash(&cones);
    let sliding = cones.states()[12].motion.moving(2.0, 1.0, 3.0);
    cones.set(12, sliding, true);
    let (saved, then) = (cones.states().to_vec(), hash(&cones));
    assert_ne!(then, at_first);
    let mut awake = Vec::new();
    cones.find_awake(&[], 0.004, &mut awake);
    assert!(awake.contains(&12));
    let awake_then = awake.clone();
    for _ in 0..400 {
        let mover = cones.mover(12, 9.81, 0.004);
        cones.set(12, mover.proposed, false);
    }
    assert!(cones.states()[12].is_hit && !cones.states()[12].is_moving());
    cones.find_awake(&[], 0.004, &mut awake);
    assert!(awake.is_empty());
    cones.restore(saved);
    cones.find_awake(&[], 0.004, &mut awake);
    assert_eq!((hash(&cones), awake), (then, awake_then));
}

/// Cones that were thrown about and put back are those that were never touched.
#[test]
fn reset_cones_are_new_ones() {
    let scene = Scene::by_name("walls").unwrap();
    let (mut cones, new) = (Cones::new(&scene.cones), Cones::new(&scene.cones));
    for cone in [3, 12, 7, 3] {
        let thrown = cones.states()[cone].motion.position_m.scale(-2.0);
        cones.set(cone, Motion::at_rest(thrown.x, thrown.y, 1.0).moving(1.0, 0.0, 0.0), true);
    }
    assert_ne!(cones.states(), new.states());
    cones.reset(&scene.cones);
    assert_eq!(cones.states(), new.states());
    // The search finds them where they stand, and none that moves.
    let all = Vicinity { position_m: Vec2::zero(), radius_m: 1e6 };
    let mut awake = Vec::new();
    cones.find_awake(&[], 0.004, &mut awake);
    assert!(awake.is_empty());
    cones.find_awake(&[all], 0.004, &mut awake);
    assert_eq!(awake.len(), scene.cones.len());
}

/// A rectangle that is free of cones, and has room for a body's way, has none that takes part in the step.
#[test]
fn no_cone_joins_a_body_whose_rectangle_is_free() {
    let mut random = Random::new(5);
    let (mut free, mut search) = (0, ConeSearch::default());
    for round in 0..2000 {
        let mut cones = Cones::new(&[0; 3].map(|_| Cone { position_m: position(&mut random, 6.0).into() }));
        let start = Motion::at_rest(0.0, 0.0, 0.0);
        let proposed = Motion { position_m: position(&mut random, 1.0), ..start };
        let mover = Mover::new(Cone::body(), start, proposed);
        let Vec2 { x, y } = proposed.position_m;
        let room_m = Vicinity::room_m(&mover.body.shape) + x.abs() + y.abs();
        let is_free = cones.leave_free(
            [x.min(0.0) - room_m, y.min(0.0) - room_m],
            [x.max(0.0) + room_m, y.max(0.0) + room_m],
        );
        if is_free {
            free += 1;
            assert!(cones.join(&mut vec![mover], 9.81, 0.01, &mut search).is_empty(), "round {round}");
        }
    }
    let mut moving = Cones::new(&[Cone { position_m: [500.0, 0.0] }]);
    moving.set(0, moving.states()[0].motion.moving(1.0, 0.0, 0.0), true);
    assert!(!moving.leave_free([-1.0, -1.0], [1.0, 1.0]), "it slides");
    assert!((100..1900).contains(&free), "{free}");
}

/// A body stays within its vicinity, whatever its outline and its motion.
#[test]
fn a_vicinity_holds_its_body_all_through_the_step() {
    let mut random = Random::new(3);
    for _ in 0..1000 {
        let [length_m, width_m, ahead_m] =
            [5.0 * random.unit(), 3.0 * random.unit(), within(&mut random, 2.0)];
        let start = Motion { yaw_rad: within(&mut random, 4.0), ..Motion::at_rest(1.0, -2.0, 0.0) };
        let proposed =
            Motion { position_m: position(&mut random, 4.0), yaw_rad: within(&mut random, 4.0), ..start };
        for shape in [Shape::Box { length_m, width_m, ahead_m }, Shape::Circle { radius_m: length_m }] {
            let vicinity = Vicinity::around(&Mover::new(Body { shape, ..Cone::body() }, start, proposed));
            for motion in [start, proposed] {
                for corner in corners(shape) {
                    let (sin, cos) = motion.yaw_rad.sin_cos();
                    let turned = Vec2::new(corner.x * cos - corner.y * sin, corner.x * sin + corner.y * cos);
                    let off = motion.position_m + turned - vicinity.position_m;
                    assert!(off.norm() <= vicinity.radius_m + 1e-9, "{shape:?} {motion:?}");
                }
            }
        }
    }
}

/// Points of an outline that are farthest from the centre of mass.
fn corners(shape: Shape) -> Vec<Vec2<f64>> {
    match shape {
        Shape::Box { length_m, width_m, ahead_m } => [[0.5, 0.5], [0.5, -0.5], [-0.5, 0.5], [-0.5, -0.5]]
            .map(|[x, y]| Vec2::new(ahead_m + x * length_m, y * width_m))
            .to_vec(),
        Shape::Circle { radius_m } => vec![Vec2::new(radius_m, 0.0), Vec2::new(0.0, -radius_m)],
    }
}
