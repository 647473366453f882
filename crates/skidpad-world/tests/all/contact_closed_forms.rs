//! Contact against what mechanics answers in closed form.
#![allow(clippy::disallowed_methods, reason = "compares with the standard library")]

use crate::contact_support;

use contact_support::{FRAME_S, World, disc, slab, wall_at};
use skidpad_core::math::Vec2;
use skidpad_testing::Random;
use skidpad_world::contact::{Body, LARGEST_PUSH_M, Motion, Shape, collision, inelastic_collision};

fn near(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance, "{what}: {found}, expected {expected}");
}

/// Palmer 8.42: two discs that meet centrally, at every mass ratio and restitution.
#[test]
fn central_blows_are_palmers_8_42() {
    for mass in [1.0, 1500.0, 1e6, 1e-6] {
        for e in [0.0, 0.25, 0.5, 1.0] {
            for (v1, v2) in [(30.0, 0.0), (30.0, -20.0), (30.0, 10.0)] {
                let bodies = vec![
                    (disc(1.0, 0.5, e, 0.7), Motion::at_rest(0.0, 0.0, 0.3).moving(v1, 0.0, 0.0)),
                    (disc(mass, 0.5, 1.0, 0.7), Motion::at_rest(1.1, 0.0, 0.7).moving(v2, 0.0, 0.0)),
                ];
                let mut world = World::new(bodies, vec![]);
                let outcome = world.step(FRAME_S);
                let expected = collision([1.0, mass], [v1, v2], e);
                for (motion, expected) in world.motions.iter().zip(expected) {
                    near(motion.velocity_m_s.x, expected, 1e-12 * 30.0, "velocity");
                    assert_eq!(motion.velocity_m_s.y, 0.0);
                    assert_eq!(motion.yaw_rate_rad_s, 0.0);
                }
                assert_eq!(outcome.impacts.len(), 1);
                let lost = 0.5 * mass / (1.0 + mass) * (1.0 - e * e) * (v1 - v2) * (v1 - v2);
                near(outcome.impacts[0].energy_lost_j, lost, 1e-12 * 1e3 * (1.0 + lost), "energy lost");
            }
        }
    }
}

/// Palmer 8.43: without restitution they stick together.
#[test]
fn without_restitution_they_go_on_together() {
    let (light, heavy) = (disc(2.0, 0.5, 0.0, 0.0), disc(6.0, 0.5, 0.0, 0.0));
    let bodies = vec![
        (light, Motion::at_rest(0.0, 0.0, 0.0).moving(8.0, 0.0, 0.0)),
        (heavy, Motion::at_rest(1.05, 0.0, 0.0)),
    ];
    let mut world = World::new(bodies, vec![]);
    for _ in 0..60 {
        world.step(FRAME_S);
    }
    let together = inelastic_collision([2.0, 6.0], [8.0, 0.0]);
    assert_eq!(together, 2.0);
    near(world.motions[0].velocity_m_s.x, together, 1e-14, "light");
    near(world.motions[1].velocity_m_s.x, together, 1e-14, "heavy");
    let apart = world.motions[1].position_m.x - world.motions[0].position_m.x;
    near(apart, 1.0, 2e-4, "they still touch");
}

/// A rod at rest, struck by a disc at a distance a from its middle: J = (1 + e) m v with
/// 1/m = 1/m1 + 1/m2 + a^2/I.
#[test]
fn a_rod_struck_off_its_centre_turns() {
    for e in [0.0, 0.4, 1.0] {
        let rod = slab(3.0, (2.0, 0.1), e, 0.0);
        let ball = disc(0.5, 0.05, 1.0, 0.0);
        let a = 0.8;
        let bodies = vec![
            (rod, Motion::at_rest(0.0, 0.0, 0.0)),
            (ball, Motion::at_rest(a, -0.2, 0.0).moving(0.0, 12.0, 0.0)),
        ];
        let mut world = World::new(bodies, vec![]);
        let outcome = world.step(FRAME_S);
        let effective = 1.0 / (1.0 / 0.5 + 1.0 / 3.0 + a * a / rod.yaw_inertia_kg_m2);
        let impulse = (1.0 + e) * effective * 12.0;
        near(outcome.impacts[0].normal_impulse_n_s, impulse, 1e-12, "impulse");
        if e == 0.0 {
            continue; // They stay together, and the rod's turning presses on the ball from then on.
        }
        near(world.motions[0].velocity_m_s.y, impulse / 3.0, 1e-12, "rod");
        near(world.motions[0].yaw_rate_rad_s, a * impulse / rod.yaw_inertia_kg_m2, 1e-11, "turning");
        near(world.motions[1].velocity_m_s.y, 12.0 - impulse / 0.5, 1e-12, "ball");
    }
}

/// A billiard ball comes back at the angle at which it came, and is where the mirrored ray leads.
#[test]
fn a_ball_is_reflected() {
    let mut chance = Random::new(7);
    for _ in 0..200 {
        let angle = chance.between(-1.4, 1.4);
        let speed = chance.between(1.0, 100.0);
        let (x, y) = (speed * angle.cos(), speed * angle.sin());
        let start = Motion::at_rest(-0.1 - 0.5 * x * FRAME_S, 0.0, 0.0).moving(x, y, 0.0);
        let mut world = World::new(vec![(disc(2.0, 0.1, 1.0, 0.0), start)], vec![wall_at(0.0, 1.0, 0.0)]);
        world.step(FRAME_S);
        let end = world.motions[0];
        near(end.velocity_m_s.x, -x, 1e-12 * speed, "normal");
        near(end.velocity_m_s.y, y, 1e-12 * speed, "along the wall");
        near(end.position_m.x, start.position_m.x, 4e-4, "place, but for the gap");
        near(end.position_m.y, y * FRAME_S, 1e-12, "place along the wall");
    }
}

/// Friction of a sliding disc: t = mu n until the slip is used up; a sticking disc leaves rolling.
#[test]
fn friction_slides_or_sticks_as_coulomb_says() {
    // A disc (I = m r^2 / 2) with slip u sticks if u / 3 <= mu (1 + e) v.
    let (v, e) = (4.0, 0.5);
    for slip in [1.0_f64, 3.0, 10.0, 50.0] {
        for friction in [0.0_f64, 0.1, 0.4, 2.0] {
            let start = Motion::at_rest(-0.32, 0.0, 0.0).moving(v, slip, 0.0);
            let mut world =
                World::new(vec![(disc(2.0, 0.3, e, friction), start)], vec![wall_at(0.0, 1.0, friction)]);
            world.step(FRAME_S);
            // The blow falls in the middle of the gap of at most 0.125 mm: the lever is that much longer.
            let lever = 0.0625e-3 / 0.3;
            // Friction acts in the compression first, and in the restitution with what is left.
            let compression = f64::min(slip / 3.0, friction * v);
            let rest = f64::min((slip - 3.0 * compression) / 3.0, friction * e * v);
            let lost = compression + rest;
            near(world.motions[0].velocity_m_s.x, -e * v, 1e-12, "normal");
            near(world.motions[0].velocity_m_s.y, slip - lost, 2.0 * lever * slip, "along the wall");
            near(world.motions[0].yaw_rate_rad_s, -2.0 * lost / 0.3, 20.0 * lever * slip, "turning");
        }
    }
}

/// A box that meets a wall flat comes back flat.
#[test]
fn a_box_that_lands_flat_stays_flat() {
    for e in [0.0, 0.25, 1.0] {
        let start = Motion::at_rest(-1.05, 0.3, 0.0).moving(20.0, 0.0, 0.0);
        let mut world =
            World::new(vec![(slab(800.0, (2.0, 1.0), e, 0.6), start)], vec![wall_at(0.0, 1.0, 0.6)]);
        let outcome = world.step(FRAME_S);
        assert_eq!(outcome.impacts.len(), 2, "both corners");
        near(world.motions[0].velocity_m_s.x, -20.0 * e, 1e-12, "velocity");
        near(world.motions[0].velocity_m_s.y, 0.0, 1e-12, "sideways");
        near(world.motions[0].yaw_rate_rad_s, 0.0, 1e-12, "turning");
        near(outcome.impacts[0].normal_impulse_n_s, 400.0 * 20.0 * (1.0 + e), 1e-8, "half the impulse each");
    }
}

/// Newton's cradle of three touching discs, with restitution 1: what Poisson's law and energy allow.
#[test]
fn a_row_of_discs_passes_the_blow_on() {
    let ball = disc(1.0, 0.5, 1.0, 0.0);
    let gap = 1.0 + 0.01;
    let at = |x: f64| Motion::at_rest(x, 0.0, 0.0);
    let bodies = vec![(ball, at(-0.1).moving(10.0, 0.0, 0.0)), (ball, at(gap)), (ball, at(2.0 * gap))];
    let mut world = World::new(bodies, vec![]);
    for _ in 0..10 {
        world.step(FRAME_S);
    }
    let speeds: Vec<f64> = world.motions.iter().map(|motion| motion.velocity_m_s.x).collect();
    for (found, expected) in speeds.iter().zip([0.0, 0.0, 10.0]) {
        near(*found, expected, 1e-12, "speeds one after the other");
    }
}

/// Kane and Levinson's trap: an eccentric body with friction and e = 1, for which Newton's restitution with friction
/// by the slip before the blow creates energy. Poisson's does not.
#[test]
fn friction_and_restitution_do_not_create_energy() {
    let mut newton_gains = 0;
    for step in 0..400 {
        let yaw = -0.7 + 0.0035 * f64::from(step);
        let body = Body { shape: Shape::centred_box(2.0, 0.02), ..slab(1.0, (2.0, 0.02), 1.0, 0.9) };
        let start = Motion::at_rest(-1.2, 0.0, yaw).moving(5.0, 3.0, 0.0);
        let mut world = World::new(vec![(body, start)], vec![wall_at(0.0, 1.0, 0.9)]);
        let before = world.energy();
        let mut hit = false;
        for _ in 0..30 {
            let outcome = world.step(FRAME_S);
            for impact in &outcome.impacts {
                hit = true;
                // What Newton's form would have done with the same blow.
                let arm = impact.position_m - world.motions[0].position_m;
                newton_gains += u32::from(
                    newton_gain(arm, &body, impact.approach_speed_m_s, impact.slip_speed_m_s) > 0.0,
                );
            }
            assert!(world.energy() <= before * (1.0 + 1e-12), "yaw {yaw}");
        }
        assert!(hit);
    }
    assert!(newton_gains > 0, "the set-up has cases in which Newton's form creates energy");
}

/// Energy that Newton's restitution with e = 1 and Coulomb's friction by the slip before the blow creates at a wall
/// beyond x.
fn newton_gain(arm: Vec2<f64>, body: &Body, approach: f64, slip: f64) -> f64 {
    let (m, i) = (1.0 / body.mass_kg, 1.0 / body.yaw_inertia_kg_m2);
    // The wall is what was met: relative velocity is minus that of the body.
    let (nn, tt, nt) = (m + i * arm.y * arm.y, m + i * arm.x * arm.x, -i * arm.x * arm.y);
    let friction = -0.9 * slip.signum();
    let n = 2.0 * approach / (nn + friction * nt);
    let t = friction * n;
    let after = (-approach + nn * n + nt * t, slip + nt * n + tt * t);
    0.5 * (n * (after.0 - approach) + t * (after.1 + slip))
}

/// Of bodies that lie deep in each other, one that had moved as far as it may in a step was moved back again in the same
/// step. They come apart in inverse proportion to their masses, with their centre of mass at rest, and the one that moves
/// farther moves by the largest push of a step, until they are nearly free.
#[test]
fn deep_bodies_come_apart_by_one_push_a_step() {
    for mass in [1.0, 3.0, 1000.0] {
        let bodies = vec![
            (disc(1.0, 2.0, 0.3, 0.5), Motion::at_rest(0.0, 0.0, 0.0)),
            (disc(mass, 2.0, 0.3, 0.5), Motion::at_rest(1.0, 0.0, 0.0)),
        ];
        let mut world = World::new(bodies, vec![]);
        for step in 1..=4 {
            let outcome = world.step(FRAME_S);
            let way = f64::from(step) * LARGEST_PUSH_M;
            near(world.motions[0].position_m.x, -way, 1e-12, "the light one");
            near(world.motions[1].position_m.x, 1.0 + way / mass, 1e-12, "the heavy one");
            near(outcome.pushed_m, LARGEST_PUSH_M, 1e-12, "pushed");
            assert!(world.motions.iter().all(|motion| motion.velocity_m_s == Vec2::zero()), "without speed");
        }
    }
}
