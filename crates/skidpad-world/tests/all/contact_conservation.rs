//! Momentum is kept and energy never grows, whatever meets.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use crate::contact_support;

use contact_support::{FRAME_S, World, disc, slab};
use skidpad_core::math::Vec2;
use skidpad_testing::Random;
use skidpad_world::contact::{Body, FARTHEST_M, Impact, Motion, Wall};

/// A body with anything as mass, inertia and surface.
fn anything(chance: &mut Random, spread: f64) -> Body {
    let mass = chance.magnitude(1.0, spread);
    let (e, friction) = (chance.unit() * 1.2, chance.magnitude(0.01, 10.0));
    let e = if e > 1.0 { 1.0 } else { e };
    let friction = if chance.unit() < 0.2 { 0.0 } else { friction };
    let mut body = if chance.unit() < 0.3 {
        disc(mass, chance.between(0.2, 1.5), e, friction)
    } else {
        let length = chance.magnitude(0.3, 6.0);
        slab(mass, (length, chance.magnitude(0.05, 2.0)), e, friction)
    };
    // Anything from a point mass to a rim far outside.
    body.yaw_inertia_kg_m2 *= chance.magnitude(1e-3, 1e3);
    body
}

fn somewhere(chance: &mut Random, reach: f64) -> Motion {
    let place = (chance.between(-reach, reach), chance.between(-reach, reach));
    let speed = chance.magnitude(0.01, 100.0);
    let turning = chance.between(-10.0, 10.0);
    Motion::at_rest(place.0, place.1, chance.between(-3.0, 3.0)).moving(
        chance.between(-speed, speed),
        chance.between(-speed, speed),
        turning,
    )
}

/// What the worst of many steps did.
#[derive(Debug, Default)]
struct Worst {
    momentum: f64,
    gain: f64,
    steps: usize,
    impacts: usize,
    several: usize,
    cut: usize,
    events: usize,
}

impl Worst {
    /// One step: momentum (without walls) to 1e-12 of its parts, energy never up.
    fn step(&mut self, world: &mut World, first: f64, seed: u64) {
        let before = (world.energy(), world.momentum());
        // The momentum about the origin counts with the place at which a blow falls, so without the pushes.
        let outcome = world.step(FRAME_S);
        let after = (world.energy(), world.momentum());
        let largest = |a: f64, b: f64| if a > b { a } else { b };
        // What has come to rest has speeds of rounding's size.
        let rounding = 1e-12 * before.0 + 1e-24 * first;
        self.gain = largest(self.gain, (after.0 - before.0) / first);
        assert!(after.0 <= before.0 + rounding, "seed {seed}: {} J became {} J", before.0, after.0);
        let lost: f64 = outcome.impacts.iter().map(|impact| impact.energy_lost_j).sum();
        assert!(lost >= -rounding, "seed {seed}: blows lost {lost} J");
        if world.walls.is_empty() {
            for axis in 0..2 {
                let size = before.1.1[axis] + after.1.1[axis];
                let off = (after.1.0[axis] - before.1.0[axis]).abs() / largest(size, 1e-300);
                self.momentum = largest(self.momentum, off);
                assert!(
                    off <= 1e-12,
                    "seed {seed}: momentum along axis {axis} is off by {off}: {before:?} {after:?}"
                );
            }
        }
        self.steps += 1;
        self.impacts += outcome.impacts.len();
        self.several += usize::from(outcome.impacts.len() > 2);
        self.events += outcome.events;
        self.cut += usize::from(outcome.cut_short);
    }
}

/// Piles of bodies thrown together at random: overlapping at first, so that many points touch at once.
fn pile_ups(seeds: core::ops::Range<u64>, bodies: usize, spread: f64) -> Worst {
    let mut worst = Worst::default();
    for seed in seeds {
        let mut chance = Random::new(seed.wrapping_mul(0x5851_f42d_4c95_7f2d));
        let count = 2 + (chance.unit() * (bodies - 1) as f64) as usize;
        let reach = chance.between(1.0, 4.0);
        let list =
            (0..count).map(|_| (anything(&mut chance, spread), somewhere(&mut chance, reach))).collect();
        let walls = if chance.unit() < 0.5 {
            vec![]
        } else {
            let e = chance.unit();
            let friction = chance.magnitude(0.01, 10.0);
            let mut walls = Wall::arena([-reach, -reach], [reach, reach], e, friction).to_vec();
            let corner = [chance.between(-reach, reach), chance.between(-reach, reach)];
            walls.extend(Wall::line(&[[-reach, 0.0], corner, [0.0, reach]], 1.0, friction));
            walls
        };
        let mut world = World::new(list, walls);
        let first = world.energy();
        for _ in 0..4 {
            worst.step(&mut world, first, seed);
            // A gram that a ton has thrown out of the world is refused by name, and not this test's concern.
            let out = |motion: &Motion| motion.position_m.norm() > FARTHEST_M;
            if world.motions.iter().any(out) {
                break;
            }
        }
    }
    worst
}

#[test]
fn energy_never_grows_and_momentum_is_kept_in_pile_ups() {
    let worst = pile_ups(0..300, 6, 1e6);
    println!("{worst:?}");
    assert!(worst.several > 100 && worst.impacts > 1000, "{worst:?}");
}

#[test]
#[ignore = "soak: 10 min"]
fn energy_never_grows_in_a_million_steps_of_pile_ups() {
    let worst = pile_ups(0..300_000, 6, 1e6);
    println!("{worst:?}");
}

/// Seen at the 14,249th pile-up: a body that was knocked away from one that it pressed against took back its share of
/// the impulse for the rest of the step, and the other did not.
#[test]
fn a_body_knocked_away_gives_back_what_it_pressed() {
    let worst = pile_ups(14_249..14_250, 6, 1e6);
    assert!(worst.momentum <= 1e-12, "{worst:?}");
}

/// Seen at the 59,547th: what had come to rest was guessed to press as hard as in the step before, and to take that
/// back left the rounding of its impulses on a body of 1 kg beside one of 500 t.
#[test]
fn a_wrong_guess_leaves_no_speed() {
    pile_ups(59_547..59_548, 6, 1e6);
}

/// With a force on each body, momentum grows by force times time, whatever touches and parts on the way.
#[test]
fn forces_and_blows_together_keep_momentum() {
    let (mut impacts, mut worst) = (0, 0.0_f64);
    for seed in 0..150 {
        let mut chance = Random::new(seed + 77);
        let list = (0..6).map(|_| (anything(&mut chance, 1e3), somewhere(&mut chance, 4.0))).collect();
        let mut world = World::new(list, vec![]);
        world.pull = (0..6).map(|_| [chance.between(-30.0, 30.0), chance.between(-30.0, 30.0)]).collect();
        for _ in 0..10 {
            let (before, size) = world.momentum();
            impacts += world.step(FRAME_S).impacts.len();
            let (after, _) = world.momentum();
            for axis in 0..2 {
                let forces =
                    world.bodies.iter().zip(&world.pull).map(|(body, pull)| body.mass_kg * pull[axis]);
                let given: Vec<f64> = forces.map(|force| force * FRAME_S).collect();
                let parts = size[axis] + given.iter().map(|part| part.abs()).sum::<f64>();
                let off = (after[axis] - before[axis] - given.iter().sum::<f64>()).abs() / parts;
                worst = worst.max(off);
                assert!(off <= 1e-12, "seed {seed}, axis {axis}: {off}");
            }
        }
    }
    println!("worst {worst:e}, {impacts} blows");
    assert!(impacts > 300, "{impacts}");
}

/// Size of the impulse that the first of two bodies was given in a step beside its blows, by what pressed it, N s.
fn pressed(body: &Body, [before, after]: [&Motion; 2], impacts: &[Impact]) -> f64 {
    let given = (after.velocity_m_s - before.velocity_m_s).scale(body.mass_kg);
    let blows = impacts.iter().fold(Vec2::zero(), |sum, impact| {
        let tangent = Vec2::new(-impact.normal.y, impact.normal.x);
        let (normal, friction) = (impact.normal_impulse_n_s, impact.friction_impulse_n_s);
        let on_other = impact.normal.scale(normal) + tangent.scale(friction);
        if impact.body == 0 { sum - on_other } else { sum + on_other }
    });
    (given - blows).norm()
}

/// Angular momentum, about any point, over a blow of two bodies. A blow keeps it to rounding.
///
/// Bodies that press on while they slide along each other keep it to the first order of the step: their impulse J acts over
/// the rest t of the step, with the arms of its beginning, and each goes on along the mean of its velocities before and after.
/// Of r x p about a fixed point, r x J cancels between the two with what J turns them by; left is t/2 (v_a - v_b) x J. No
/// speed is larger than the whole energy makes it. The last two pairs do so: they are off by 0.017 of 140 and by
/// 0.0023 of 4,300 N m s.
#[test]
fn angular_momentum_is_kept() {
    let (mut hits, mut pushed, mut slid_off) = (0, 0, 0);
    for seed in (0..2000).chain([2351, 10_152]) {
        let mut chance = Random::new(seed);
        let (a, b) = (anything(&mut chance, 1e3), anything(&mut chance, 1e3));
        let towards = chance.between(5.0, 50.0);
        let first = Motion::at_rest(-4.5, chance.between(-1.0, 1.0), chance.between(-3.0, 3.0))
            .moving(towards, 0.0, 1.0);
        let second = Motion::at_rest(4.5, 0.0, chance.between(-3.0, 3.0)).moving(-towards, 0.0, -2.0);
        let mut world = World::new(vec![(a, first), (b, second)], vec![]);
        let (before, size) = world.momentum();
        let mut last = before;
        for _ in 0..60 {
            let (energy, motion) = (world.energy(), world.motions[0]);
            let outcome = world.step(FRAME_S);
            let (after, parts) = world.momentum();
            let off = (after[2] - last[2]).abs();
            let fastest = [a, b].map(|body| (2.0 * energy / body.mass_kg).sqrt());
            let press = pressed(&a, [&motion, &world.motions[0]], &outcome.impacts);
            let slid = 0.5 * FRAME_S * press * (fastest[0] + fastest[1]);
            hits += outcome.impacts.len();
            pushed += usize::from(outcome.pushed_m > 0.0);
            // To move an overlapping body moves the arm of its momentum.
            let arm = 2.0 * outcome.pushed_m * (parts[0] + parts[1]);
            let rounding = 1e-12 * (size[2] + parts[2]);
            slid_off += usize::from(off > rounding + arm);
            assert!(off <= rounding + arm + slid, "seed {seed}: off by {off}: {outcome:?}");
            last = after;
        }
    }
    assert!(pushed < hits / 20, "{pushed} of {hits}");
    assert!(hits > 500, "{hits}");
    assert!((2..10).contains(&slid_off), "{slid_off}: nearly all keep it to rounding");
}

/// A heavy and a light body: nothing is lost in the ratio.
#[test]
fn a_million_to_one_keeps_momentum() {
    let heavy = slab(1e6, (3.0, 2.0), 0.5, 0.4);
    let light = slab(1.0, (1.0, 1.0), 0.5, 0.4);
    let bodies = vec![
        (heavy, Motion::at_rest(-4.0, 0.0, 0.3).moving(30.0, 0.0, 0.5)),
        (light, Motion::at_rest(0.0, 0.4, 0.9)),
    ];
    let mut world = World::new(bodies, vec![]);
    let mut worst = Worst::default();
    let first = world.energy();
    for _ in 0..60 {
        worst.step(&mut world, first, 0);
    }
    assert!(worst.impacts > 0);
    let faster = world.motions[1].velocity_m_s - Vec2::new(30.0, 0.0);
    assert!(faster.x > 0.0, "the light one is thrown ahead: {faster:?}");
}
