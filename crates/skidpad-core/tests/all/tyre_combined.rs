//! The tyre that slips in any direction: without lateral slip it is the longitudinal one, its force stays on its
//! ellipse, and slid treads unload.
#![allow(clippy::disallowed_methods)]

use crate::support;
use skidpad_core::math::Vec2;
use skidpad_core::record::Flag;

use skidpad_core::chassis::LoadTransfer;
use skidpad_core::tyre::{CombinedTyre, Grip, LongitudinalLaw, Relaxation, limited_slip};
use support::Numbers;

/// A tyre with the law of a number: 0 linear, 1 capped, 2 with a peak.
fn tyre(law: usize) -> CombinedTyre<f64> {
    let (peak_slip, tangent, share) = (0.08, 0.12, 0.8);
    CombinedTyre {
        friction: 1.1,
        lateral_share: share,
        inverse_peak_slip: 1.0 / peak_slip,
        inverse_peak_tangent: 1.0 / tangent,
        rise: 27.5 * peak_slip,
        sliding_share: 0.75,
        has_peak: Flag::from(law == 2),
        is_capped: Flag::from(law == 1),
        inverse_relaxation_1_m: 6.0,
        inverse_lateral_relaxation_1_m: 6.0 * share * tangent / peak_slip,
        damping_s: 0.01,
    }
}

fn longitudinal(tyre: &CombinedTyre<f64>) -> (Grip<f64>, LongitudinalLaw<f64>, Relaxation<f64>) {
    (
        Grip { friction: 1.1, peak_slip: 0.08, stiffness: 27.5, sliding_share: 0.75 },
        LongitudinalLaw { has_peak: tyre.has_peak, is_capped: tyre.is_capped },
        Relaxation { inverse_length_1_m: 6.0, damping_s: 0.01, peak_slip: 0.08 },
    )
}

/// Without slip to the side it is the longitudinal tyre: force, build-up, damping and limit.
#[test]
fn longitudinally_it_is_the_longitudinal_tyre() {
    let mut numbers = Numbers::new(3);
    for law in 0..3 {
        let tyre = tyre(law);
        let (grip, curve, relaxation) = longitudinal(&tyre);
        for _ in 0..20_000 {
            let hub = numbers.pick(&[0.0, 1.0, -1.0]) * numbers.spread(1e-3, 20.0);
            let tread = hub + numbers.between(-3.0, 3.0);
            let slip = numbers.pick(&[-1.0, 1.0]) * numbers.spread(1e-4, 3.0);
            let (e, hubs) = (Vec2 { x: slip / 0.08, y: 0.0 }, Vec2 { x: hub, y: 0.0 });
            let contact = tyre.contact(1.0, &e, tread, &hubs);
            let rate = relaxation.rate(slip, tread, hub);
            let force = curve.force_over_load(&grip, relaxation.damped_slip(slip, rate, hub));
            let found = contact.above.x / contact.below;
            let along = relaxation.contact(&curve.curve(&grip), slip, tread, hub);
            let directly = along.above.x / along.below;
            assert_eq!((along.rate_1_s.x, along.above.y), (rate, 0.0));
            assert!((directly - force).abs() < 1e-9 * force.abs().max(1.0), "{law}: {directly} {force}");
            assert!((found - force).abs() < 1e-9 * force.abs().max(1.0), "{law}: {found} {force}");
            assert!((contact.rate_1_s.x - rate / 0.08).abs() < 1e-9 * rate.abs().max(1.0));
            assert_eq!(contact.above.y, 0.0);
            let limited = tyre.limited(&e, tread, &hubs).x;
            let expected = limited_slip(slip, 0.08, tread, hub) / 0.08;
            assert!(
                (limited - expected).abs() < 1e-9 * expected.abs(),
                "{slip} {tread} {hub}: {limited} {expected}"
            );
        }
    }
}

/// To the side the curve has the same shape over its own peak, the tyre's own friction, and the cornering
/// stiffness that follows.
#[test]
fn laterally_the_curve_has_the_same_shape() {
    let tyre = tyre(2);
    for s in [0.01, 0.3, 1.0, 1.5, 20.0] {
        let along = tyre.steady_force_over_load(1.0, &Vec2 { x: s, y: 0.0 }).x;
        let across = tyre.steady_force_over_load(1.0, &Vec2 { x: 0.0, y: s }).y;
        assert!((across - 0.8 * along).abs() < 1e-12, "{s}: {along} {across}");
    }
    let most = tyre.steady_force_over_load(1.0, &Vec2 { x: 0.0, y: 1.0 }).y;
    assert!((most - 0.88).abs() < 1e-11);
    let small = tyre.over_peaks(&Vec2 { x: 0.0, y: 1e-6_f64.tan() });
    let slope = tyre.steady_force_over_load(1.0, &small).y / 1e-6;
    assert!((slope / tyre.cornering_stiffness_1_rad() - 1.0).abs() < 1e-4, "{slope}");
}

/// However it slips, the force of a tyre with a limit lies within the ellipse, at the peak on it.
#[test]
fn the_force_stays_on_its_ellipse() {
    let mut numbers = Numbers::new(5);
    for law in 1..3 {
        let tyre = tyre(law);
        for _ in 0..50_000 {
            let (angle, size) = (numbers.between(-3.2, 3.2_f64), numbers.spread(1e-3, 1e3));
            let e = Vec2 { x: size * angle.cos(), y: size * angle.sin() };
            let force = tyre.steady_force_over_load(0.7, &e);
            let used = (force.x / 0.77).hypot(force.y / (0.77 * 0.8));
            assert!(used <= 1.0 + 1e-14, "{law}: {used}");
        }
        let on_limit = tyre.steady_force_over_load(0.7, &Vec2 { x: 0.6, y: -0.8 });
        assert!(((on_limit.x / 0.77).hypot(on_limit.y / 0.616) - 1.0).abs() < 1e-10);
    }
}

/// A slid tread keeps what the wheel's slip holds along it, at least its peak; a motion that turns round
/// unloads it, and one that is not a number stays one.
#[test]
fn what_slides_does_not_wind_up() {
    let tyre = tyre(2);
    // The slip over the peak: -1.25 / 10 / 0.12 = -1.04 to the side.
    let hub = Vec2 { x: 10.0, y: -1.25 };
    let limit = |e: Vec2<f64>| tyre.limited(&e, 10.0, &hub);
    let slip = 0.125 / 0.12;
    assert!((limit(Vec2 { x: 0.0, y: 7.0 }).y - slip).abs() < 1e-12);
    assert!((limit(Vec2 { x: 0.0, y: -7.0 }).y + 1.0).abs() < 1e-12, "turned round");
    assert!((limit(Vec2 { x: 7.0, y: 0.0 }).x - 1.0).abs() < 1e-12, "across the slip");
    let small = Vec2 { x: 0.3, y: -0.9 };
    assert_eq!(limit(small), small);
    assert!(limit(Vec2 { x: f64::NAN, y: 0.0 }).x.is_nan());
    // Sliding sideways without rolling winds it up no further than ten thousand peaks.
    let lateral = tyre.limited(&Vec2 { x: 0.0, y: 1e7 }, 0.0, &Vec2 { x: 0.0, y: -3.0 });
    assert!((lateral.y - 1e4).abs() < 1e-6, "{lateral:?}");
}

/// On ice of no grip at all there is no force and no NaN.
#[test]
fn without_grip_there_is_no_force() {
    for law in 1..3 {
        for e in [Vec2 { x: 0.0, y: 0.0 }, Vec2 { x: 0.5, y: 3.0 }] {
            let contact = tyre(law).contact(0.0, &e, 11.0, &Vec2 { x: 10.0, y: 1.0 });
            assert!(contact.below > 0.0);
            assert_eq!((contact.above.x, contact.above.y, contact.spare), (0.0, 0.0, 0.0));
        }
    }
}

/// Loads and forces from quotients are those from the forces over load, lifted axles included.
#[test]
fn quotients_balance_as_the_forces_over_load_do() {
    let mut numbers = Numbers::new(9);
    let mut lifted = 0;
    for _ in 0..50_000 {
        let transfer = LoadTransfer {
            weight_n: 15_000.0,
            front_share: numbers.between(0.1, 0.9),
            height_over_wheelbase: numbers.spread(0.05, 2.0),
        };
        let (front, rear) = (numbers.between(-1.5, 1.5), numbers.between(-1.5, 1.5));
        let (front_d, rear_d) = (numbers.spread(1e-6, 1e6), numbers.spread(1e-6, 1e6));
        let expected = transfer.solve(front, rear);
        let [f, r] = transfer.solve_quotients([front * front_d, front_d], [rear * rear_d, rear_d]);
        for (found, expected) in [
            (f * front_d, expected.front_load_n),
            (r * rear_d, expected.rear_load_n),
            (f * front * front_d, expected.front_n),
            (r * rear * rear_d, expected.rear_n),
        ] {
            assert!((found - expected).abs() < 1e-7 * 15_000.0, "{found} {expected}");
        }
        lifted += u32::from(expected.front_load_n == 0.0 || expected.rear_load_n == 0.0);
    }
    assert!(lifted > 1000, "{lifted}");
}
