//! Wheels in the air on the rigid level: the loads against closed forms, and the balance in any case.

use skidpad_core::math::Vec2;
use skidpad_core::model::two_track::AffineForce;
use skidpad_core::model::two_track::loads::{AxleWeights, Stance};

use crate::support::Numbers;

const WEIGHT_N: f64 = 10_000.0;

/// A car with a height of its centre of mass over wheelbase and track, with a share of the roll stiffness in front and
/// all of its weight's half on each axle.
fn stance(over_wheelbase: f64, over_track: f64, front_roll: f64, track_ratio: f64) -> Stance<f64> {
    // With the roll axis on the ground.
    let (front, rear) = (front_roll * over_track / track_ratio.max(1.0), (1.0 - front_roll) * over_track);
    Stance {
        height_over_wheelbase: over_wheelbase,
        front_share: 0.5,
        front_by_front: front,
        front_by_rear: front,
        rear_by_front: rear,
        rear_by_rear: rear,
        track_ratio,
    }
}

fn even() -> AxleWeights<f64> {
    AxleWeights { front_n: 0.5 * WEIGHT_N, rear_n: 0.5 * WEIGHT_N }
}

fn pull(x: f64, y: f64) -> AffineForce<f64> {
    AffineForce { per_load: Vec2 { x, y }, fixed_n: Vec2 { x: 0.0, y: 0.0 } }
}

fn near(found: [f64; 4], expected: [f64; 4]) {
    for (found, expected) in found.into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-9 * WEIGHT_N, "{found}, not {expected}");
    }
}

/// On two wheels: with mu h > t / 2 the whole weight is on the outer side.
#[test]
fn a_car_that_tips_stands_on_its_outer_wheels() {
    for mu in [0.9, 1.5] {
        let loads = stance(0.3, 0.6, 0.55, 1.0).loads(&even(), &[pull(0.0, mu); 4]);
        near(loads, [0.0, 0.5 * WEIGHT_N, 0.0, 0.5 * WEIGHT_N]);
        let braked = stance(0.2, 0.6, 0.55, 1.0).loads(&even(), &[pull(-0.5, mu); 4]);
        // Longitudinally as ever: by (h / L) 0.5 W.
        near(braked, [0.0, 0.6 * WEIGHT_N, 0.0, 0.4 * WEIGHT_N]);
    }
}

/// A wheelie: p h / L of the weight's half and more lifts the front, driven by the rear wheels alone.
#[test]
fn a_car_on_its_rear_wheels_has_its_weight_there() {
    for p in [0.9, 1.3, 3.0] {
        let drive = [pull(0.0, 0.0), pull(0.0, 0.0), pull(p, 0.0), pull(p, 0.0)];
        near(stance(0.8, 0.3, 0.5, 1.0).loads(&even(), &drive), [0.0, 0.0, 0.5 * WEIGHT_N, 0.5 * WEIGHT_N]);
        // And on its front wheels, braking.
        let brake = [pull(-p, 0.0), pull(-p, 0.0), pull(-0.2, 0.0), pull(-0.2, 0.0)];
        near(stance(0.8, 0.3, 0.5, 1.0).loads(&even(), &brake), [0.5 * WEIGHT_N, 0.5 * WEIGHT_N, 0.0, 0.0]);
    }
    // Just below it is not: N_f = W / 2 - (h / L) p N_r.
    let p = 0.5;
    let drive = [pull(0.0, 0.0), pull(0.0, 0.0), pull(p, 0.0), pull(p, 0.0)];
    let rear = 0.5 * WEIGHT_N / (1.0 - 0.8 * p);
    let front = WEIGHT_N - rear;
    near(
        stance(0.8, 0.3, 0.5, 1.0).loads(&even(), &drive),
        [0.5 * front, 0.5 * front, 0.5 * rear, 0.5 * rear],
    );
}

/// On three wheels: the lifted wheel's neighbour has the axle's load, and the other axle takes what is left of the
/// moment; the forces are those of these loads, also where the tyres of a side grip better.
#[test]
fn a_car_on_three_wheels_balances_on_them() {
    // Front inner wheel: 0.9 of the moment would be 0.45 of the weight.
    let loads = stance(0.3, 0.5, 0.9, 1.0).loads(&even(), &[pull(0.0, 0.8); 4]);
    let moved = 0.5 * 0.8 * WEIGHT_N - 0.25 * WEIGHT_N;
    near(loads, [0.0, 0.5 * WEIGHT_N, 0.25 * WEIGHT_N - moved, 0.25 * WEIGHT_N + moved]);
    // To the other side, rear inner wheel, better grip outside: Y = 0.5 N_fl + 0.3 N_fr + 0.7 N_rl.
    let pulls = [pull(0.0, -0.5), pull(0.0, -0.3), pull(0.0, -0.7), pull(0.0, -0.4)];
    let loads = stance(0.3, 0.6, 0.1, 1.0).loads(&even(), &pulls);
    let across = 0.5 * loads[0] + 0.3 * loads[1] + 0.7 * loads[2];
    assert!(loads[3] == 0.0 && loads[1] > 0.0, "{loads:?}");
    let moved = 0.6 * across - 0.25 * WEIGHT_N;
    near(loads, [0.25 * WEIGHT_N + moved, 0.25 * WEIGHT_N - moved, 0.5 * WEIGHT_N, 0.0]);
}

/// In any case no load is negative, their sum is the weight, and they are the balance of the forces that follow
/// from them; only what no wheel is left for has none.
fn check_balance(cases: u64) {
    let mut numbers = Numbers::new(9);
    let (mut three, mut two, mut axle, mut missed) = (0, 0, 0, 0);
    for _ in 0..cases {
        let ratio = numbers.between(0.8, 1.25);
        let (over_wheelbase, over_track) = (numbers.between(0.05, 0.6), numbers.between(0.1, 0.8));
        let mut stance = stance(over_wheelbase, over_track, numbers.unit(), 1.0);
        stance.track_ratio = ratio;
        (stance.front_by_front, stance.front_by_rear) =
            (stance.front_by_front / ratio, stance.front_by_rear / ratio);
        let weights = AxleWeights { front_n: numbers.between(0.3, 0.7) * WEIGHT_N, rear_n: 0.5 * WEIGHT_N };
        let (direction, grip) = (numbers.between(-3.2, 3.2), numbers.between(0.1, 1.5));
        let share = numbers.pick(&[0.0, 0.05]) * WEIGHT_N;
        let pulls = [0; 4].map(|_| {
            let (angle, mu) = (direction + numbers.between(-0.4, 0.4), grip * numbers.between(0.7, 1.0));
            // On elastic tyres a part of the force is the springs', whatever the load.
            let fixed_n =
                Vec2 { x: share * numbers.between(-1.0, 1.0), y: share * numbers.between(-1.0, 1.0) };
            AffineForce { fixed_n, ..pull(mu * angle.cos(), mu * angle.sin()) }
        });
        let n = stance.loads(&weights, &pulls);
        let all = weights.front_n + weights.rear_n;
        assert!(n.iter().all(|n| *n >= 0.0) && (n.iter().sum::<f64>() - all).abs() < 1e-9 * all, "{n:?}");
        let force = |wheel: usize| {
            let AffineForce { per_load, fixed_n } = pulls[wheel];
            (per_load.x * n[wheel] + fixed_n.x, per_load.y * n[wheel] + fixed_n.y)
        };
        let [fl, fr, rl, rr] = [0, 1, 2, 3].map(force);
        let (along, front_y, rear_y) = (fl.0 + fr.0 + rl.0 + rr.0, fl.1 + fr.1, rl.1 + rr.1);
        let front = (weights.front_n - stance.height_over_wheelbase * along).clamp(0.0, all);
        let (front_moved, rear_moved) = (0.5 * (n[1] - n[0]), 0.5 * (n[3] - n[2]));
        let moment = (stance.front_by_front * ratio + stance.rear_by_front) * front_y
            + (stance.front_by_rear * ratio + stance.rear_by_rear) * rear_y;
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9 * all;
        let is_up = n.map(|n| n <= 1e-9 * all);
        let mut balanced = near(n[0] + n[1], front);
        let (front_up, rear_up) = (is_up[0] || is_up[1], is_up[2] || is_up[3]);
        if front_up && rear_up {
            balanced &= (front_moved * ratio + rear_moved) * moment >= -1e-9 * all * all
                && (front_moved * ratio + rear_moved).abs() <= moment.abs() + 1e-9 * all;
        } else {
            balanced &= near(front_moved * ratio + rear_moved, moment);
        }
        if !front_up && !rear_up {
            balanced &= near(front_moved, stance.front_by_front * front_y + stance.front_by_rear * rear_y);
        }
        match is_up.iter().filter(|up| **up).count() {
            1 => three += 1,
            2 if front_up && rear_up => two += 1,
            2 => axle += 1,
            _ => {}
        }
        missed += u64::from(!balanced);
    }
    assert!(three > cases / 50 && two > cases / 50 && axle > cases / 500, "{three} {two} {axle} of {cases}");
    assert_eq!(missed, 0, "of {cases} in balance: {three} {two} {axle} with wheels in the air");
}

#[test]
fn loads_are_in_balance_with_wheels_in_the_air() {
    check_balance(20_000);
}
