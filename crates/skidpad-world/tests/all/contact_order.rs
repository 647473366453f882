//! The same physics in whatever order, mirrored, and turned.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use crate::contact_support;

use contact_support::{FRAME_S, World, car, disc, slab, wall_at};
use skidpad_core::math::Vec2;
use skidpad_testing::Random;
use skidpad_world::contact::{Body, Met, Motion, Wall};

/// Cars that run into each other in the middle of an arena.
fn crash(count: usize, seed: u64) -> Vec<(Body, Motion)> {
    let mut chance = Random::new(seed);
    (0..count)
        .map(|index| {
            let angle = index as f64 * 2.4;
            let far = 6.0 + 2.5 * (index as f64).sqrt();
            let yaw = angle + 3.1 + chance.between(-0.2, 0.2);
            let start = Motion::at_rest(far * angle.cos(), far * angle.sin(), yaw);
            let speed = chance.between(10.0, 40.0);
            let body = if index % 5 == 4 { disc(300.0, 0.8, 0.5, 0.3) } else { car() };
            (body, start.moving(speed * yaw.cos(), speed * yaw.sin(), chance.between(-1.0, 1.0)))
        })
        .collect()
}

fn bits(motion: &Motion) -> [u64; 6] {
    let (p, v) = (motion.position_m, motion.velocity_m_s);
    [p.x, p.y, motion.yaw_rad, v.x, v.y, motion.yaw_rate_rad_s].map(f64::to_bits)
}

#[test]
fn the_callers_order_does_not_change_a_bit() {
    let list = crash(12, 1);
    let walls = Wall::arena([-25.0, -25.0], [25.0, 25.0], 0.3, 0.4).to_vec();
    let order: Vec<usize> = (0..12).map(|i| (i * 5 + 3) % 12).collect();
    let mut straight = World::new(list.clone(), walls.clone());
    let mut permuted = World::new(order.iter().map(|&i| list[i]).collect(), walls);
    let mut impacts = 0;
    for step in 0..180 {
        let (a, b) = (straight.step(FRAME_S), permuted.step(FRAME_S));
        impacts += a.impacts.len();
        assert_eq!(a.impacts.len(), b.impacts.len());
        for (at, &i) in order.iter().enumerate() {
            assert_eq!(bits(&straight.motions[i]), bits(&permuted.motions[at]), "step {step}, car {i}");
        }
        for (a, b) in a.impacts.iter().zip(&b.impacts) {
            let name = |met: Met| if let Met::Body(i) = met { Met::Body(order[i]) } else { met };
            assert_eq!((a.body, a.met), (order[b.body], name(b.met)));
            assert_eq!(a.normal_impulse_n_s.to_bits(), b.normal_impulse_n_s.to_bits());
        }
    }
    assert!(impacts > 20, "{impacts}");
}

/// The hash of a crash of cars, discs and walls over three seconds: the same in every build and on every platform.
const GOLDEN: u64 = 0xdf4a_487c_ffdb_f6c4;

#[test]
fn the_bits_of_a_crash_are_golden() {
    let walls = Wall::arena([-25.0, -25.0], [25.0, 25.0], 0.3, 0.4).to_vec();
    let mut chance = Random::new(2);
    // No function of the standard library that varies by platform sets the scene.
    let list = (0..12)
        .map(|index| {
            let place = (6.0 * f64::from(index % 4) - 9.0, 6.0 * f64::from(index / 4) - 6.0);
            let start = Motion::at_rest(place.0, place.1, chance.between(-3.0, 3.0));
            let body = if index % 5 == 4 { disc(300.0, 0.8, 0.5, 0.3) } else { car() };
            (body, start.moving(-3.0 * place.0, -3.0 * place.1, chance.between(-1.0, 1.0)))
        })
        .collect();
    let mut world = World::new(list, walls);
    let (mut hash, mut impacts) = (0xcbf2_9ce4_8422_2325_u64, 0);
    for _ in 0..180 {
        impacts += world.step(FRAME_S).impacts.len();
        for bits in world.motions.iter().flat_map(bits) {
            hash = (hash ^ bits).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    assert!(impacts > 50, "{impacts}");
    assert_eq!(hash, GOLDEN, "{hash:#018x}");
}

fn mirrored(motion: &Motion) -> Motion {
    let (p, v) = (motion.position_m, motion.velocity_m_s);
    Motion::at_rest(p.x, -p.y, -motion.yaw_rad).moving(v.x, -v.y, -motion.yaw_rate_rad_s)
}

fn quarter_turned(motion: &Motion) -> Motion {
    let (p, v) = (motion.position_m, motion.velocity_m_s);
    Motion::at_rest(-p.y, p.x, motion.yaw_rad + core::f64::consts::FRAC_PI_2).moving(
        -v.y,
        v.x,
        motion.yaw_rate_rad_s,
    )
}

fn difference(a: &Motion, b: &Motion) -> f64 {
    let place = (a.position_m - b.position_m).norm() + (a.yaw_rad - b.yaw_rad).abs();
    place + (a.velocity_m_s - b.velocity_m_s).norm() + (a.yaw_rate_rad_s - b.yaw_rate_rad_s).abs()
}

/// One blow of many bodies, mirrored and turned, gives the same up to rounding. (Over many blows any difference grows:
/// crashes are chaotic.)
#[test]
fn mirrored_and_turned_crashes_are_the_same() {
    let mut hits = 0;
    for seed in 0..60 {
        let list = crash(3, seed);
        for image in [mirrored, quarter_turned] {
            let mut world = World::new(list.clone(), vec![]);
            let mut other =
                World::new(list.iter().map(|(body, motion)| (*body, image(motion))).collect(), vec![]);
            for _ in 0..60 {
                let outcome = world.step(FRAME_S);
                other.step(FRAME_S);
                let worst = world.motions.iter().zip(&other.motions).map(|(a, b)| difference(&image(a), b));
                let worst = worst.fold(0.0, f64::max);
                assert!(worst < 1e-8, "seed {seed}: {worst}");
                if !outcome.impacts.is_empty() {
                    hits += 1;
                    break;
                }
            }
        }
    }
    assert!(hits > 40, "{hits}");
}

/// Two equal cars head on: what happens to one happens to the other, turned by half a turn.
#[test]
fn a_symmetric_crash_stays_symmetric() {
    for offset in [0.0, 0.4, 0.8] {
        let left = Motion::at_rest(-6.0, -offset, 0.1).moving(30.0, 0.0, 0.2);
        let right = Motion::at_rest(6.0, offset, 0.1 + core::f64::consts::PI).moving(-30.0, 0.0, 0.2);
        let mut world = World::new(vec![(car(), left), (car(), right)], vec![]);
        let mut impacts = 0;
        for step in 0..120 {
            impacts += world.step(FRAME_S).impacts.len();
            let (a, b) = (world.motions[0], world.motions[1]);
            let sum = (a.position_m + b.position_m).norm() + (a.velocity_m_s + b.velocity_m_s).norm();
            let turned = (a.yaw_rate_rad_s - b.yaw_rate_rad_s).abs();
            assert!(sum + turned < 1e-9, "offset {offset}, step {step}: {a:?} {b:?}");
        }
        assert!(impacts > 0);
    }
}

/// Five cars side by side into a wall, the middle one on the axis: both sides do the same.
#[test]
fn a_row_into_a_wall_stays_symmetric() {
    let body = slab(1200.0, (4.0, 1.8), 0.25, 0.5);
    let list = (-2..3)
        .map(|i| (body, Motion::at_rest(-4.0, 1.85 * f64::from(i), 0.0).moving(25.0, 0.0, 0.0)))
        .collect();
    let mut world = World::new(list, vec![wall_at(0.0, 0.25, 0.5)]);
    for _ in 0..60 {
        world.step(FRAME_S);
        for (low, high) in [(0, 4), (1, 3), (2, 2)] {
            let off = difference(&world.motions[low], &mirrored(&world.motions[high]));
            assert!(off < 1e-9, "{low} {high}: {off}");
        }
    }
    assert!(world.motions[2].velocity_m_s.x < 0.0);
}

/// A body that meets nothing has the bits of its proposal.
#[test]
fn what_meets_nothing_is_not_touched() {
    let mut chance = Random::new(9);
    let list = vec![(car(), Motion::at_rest(-8.0, 0.0, 0.0)), (car(), Motion::at_rest(8.0, 0.0, 1.0))];
    let mut world = World::new(list, vec![wall_at(40.0, 0.3, 0.3)]);
    let mut movers = world.movers(FRAME_S);
    for mover in &mut movers {
        mover.proposed.position_m = Vec2::new(mover.start.position_m.x + chance.unit(), chance.unit());
        mover.proposed.velocity_m_s = Vec2::new(chance.unit(), chance.unit());
        mover.proposed.yaw_rad += chance.unit();
    }
    let outcome = world.contacts.step(&movers, &world.walls, FRAME_S).unwrap();
    for (mover, motion) in movers.iter().zip(&outcome.motions) {
        assert_eq!(bits(&mover.proposed), bits(motion));
    }
    assert_eq!(outcome.corrected, [false, false]);
    assert!(outcome.impacts.is_empty());
}
