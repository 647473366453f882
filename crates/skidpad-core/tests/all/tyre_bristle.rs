//! The elastic tyre: at steady slip it is its law, at rest a spring, in between it takes energy and never gives any.
#![allow(clippy::disallowed_methods)]

use crate::support;
use crate::tyre_laws;
use skidpad_core::math::Vec2;
use skidpad_core::record::Flag;

use skidpad_core::tyre::{Carcass, CombinedTyre, Footprint, SteadyTyre, WheelMotion};
use tyre_laws::properties::{any_footprint, any_situation, stepped};
use tyre_laws::{SimilarTyre, carcass, similar};

const NONE: Vec2<f64> = Vec2 { x: 0.0, y: 0.0 };

fn rolling(speed: f64, kappa: f64, lambda: f64) -> WheelMotion<f64> {
    WheelMotion {
        hub_m_s: Vec2 { x: speed, y: -lambda * speed.abs() },
        tread_m_s: speed + kappa * speed.abs(),
    }
}

/// Whatever the slip, in the long run the force is the law's.
#[test]
fn at_steady_slip_it_is_its_law() {
    for (law, similarity) in [(1, false), (2, false), (1, true), (2, true)] {
        let law = similar(law, similarity);
        for (kappa, lambda) in
            [(0.01, 0.0), (0.0, -0.05), (0.08, 0.0), (0.07, 0.1), (-1.0, 0.3), (3.0, -1.0), (-0.2, 0.15)]
        {
            for speed in [30.0, -4.0] {
                let at = Footprint::plain(3000.0, NONE);
                let motion = rolling(speed, kappa, lambda);
                let mut u = NONE;
                for _ in 0..20_000 {
                    u = stepped((&law, &carcass()), &at, u, &motion, (2e-3, 2e-3));
                }
                let contact = carcass().contact(&law, &at, &u, &motion, 2e-3);
                let steady = law.steady(&at.with_slip(Vec2 { x: kappa, y: lambda })).force;
                for (found, expected) in [(contact.force.x, steady.x), (contact.force.y, steady.y)] {
                    assert!((found - expected).abs() < 1e-7 * 3000.0, "{kappa} {lambda}: {found} {expected}");
                }
                let read = contact.deflection_slip;
                assert!((read.x - kappa).abs() < 1e-6 && (read.y - lambda).abs() < 1e-6, "{read:?}");
            }
        }
    }
}

/// Of the same curves it has the steady forces of the single-track car's tyre.
#[test]
fn its_steady_forces_are_those_of_the_combined_tyre() {
    let law = SimilarTyre {
        lateral_stiffness: 27.5 * 0.8 * 0.08 / 0.12,
        lateral_friction: 0.88,
        ..similar(2, true)
    };
    let other = CombinedTyre {
        friction: 1.1,
        lateral_share: 0.8,
        inverse_peak_slip: 1.0 / 0.08,
        inverse_peak_tangent: 1.0 / 0.12,
        rise: 27.5 * 0.08,
        sliding_share: 0.75,
        has_peak: Flag::from(true),
        is_capped: Flag::from(false),
        inverse_relaxation_1_m: 6.0,
        inverse_lateral_relaxation_1_m: 6.0,
        damping_s: 0.0,
    };
    let mut numbers = support::Numbers::new(4);
    for _ in 0..2000 {
        let at = any_footprint(&mut numbers, Vec2 { x: 3.0, y: 3.0 });
        let at = Footprint { load_n: 4000.0, ..at };
        let expected = other.steady_force_over_load(at.grip, &other.over_peaks(&at.slip));
        let found = law.steady(&at).force;
        assert!((found.x / 4000.0 - expected.x).abs() < 1e-9, "{at:?} {found:?} {expected:?}");
        assert!((found.y / 4000.0 - expected.y).abs() < 1e-9, "{at:?} {found:?} {expected:?}");
    }
}

/// Small slips build up over the relaxation length slope / stiffness: 1 - exp(-way / length).
#[test]
fn small_slip_builds_up_over_the_relaxation_length() {
    let law = similar(2, true);
    let at = Footprint::plain(4000.0, NONE);
    let lengths = Vec2 { x: 0.3, y: 0.6 };
    let springs = Carcass::from_relaxation(&law, &at, lengths, 0.0);
    let (step, speed, slip) = (1e-3, 20.0, 1e-6);
    for (kappa, lambda, length) in [(slip, 0.0, lengths.x), (0.0, slip, lengths.y)] {
        let motion = rolling(speed, kappa, lambda);
        let mut u = NONE;
        for count in 1..=100 {
            u = stepped((&law, &springs), &at, u, &motion, (step, step));
            let force = springs.spring_n(&u);
            let slope = law.slip_stiffness_n(&at);
            let share = force.x / (slope.x * slip) + force.y / (slope.y * slip);
            let expected = 1.0 - (-speed * step * f64::from(count) / length).exp();
            assert!((share - expected).abs() < 1e-4, "{count}: {share} {expected}");
        }
    }
}

/// The time constant of the last part of the way to a large slip is force over stiffness and slip velocity.
#[test]
fn large_slip_is_reached_faster() {
    let law = similar(2, true);
    let at = Footprint::plain(4000.0, NONE);
    let motion = rolling(20.0, 0.0, 0.5);
    let steady = law.steady(&at.with_slip(Vec2 { x: 0.0, y: 0.5 })).force.y;
    let springs = Carcass { damping_s: 0.0, ..carcass() };
    let over = 1.02 * steady / springs.lateral_n_m;
    let rate = springs.contact(&law, &at, &Vec2 { x: 0.0, y: over }, &motion, 0.0).rate_m_s.y;
    let expected = -0.02 * 0.5 * 20.0;
    assert!((rate / expected - 1.0).abs() < 1e-9, "{rate} {expected}");
}

/// A standing tyre holds a force below its limit for ten minutes, exactly; also one that vibrates, and in the
/// arithmetic of f32.
#[test]
fn a_standing_tyre_does_not_creep() {
    let law = similar(2, true);
    let springs = carcass();
    let at = Footprint::plain(4000.0, NONE);
    let (mass, step) = (400.0, 1e-3);
    for tremble in [0.0, 50.0] {
        let (along, across) = (1200.0, -900.0);
        let mut u = Vec2 { x: along / springs.longitudinal_n_m, y: across / springs.lateral_n_m };
        let (mut v, mut way) = (NONE, NONE);
        let mut reached: f64 = 0.0;
        for count in 0..600_000_u32 {
            let wave = tremble * (f64::from(count) * step * 200.0).sin();
            // The load pushes the hub against the tyre's force; the wheel is locked.
            let motion = WheelMotion { hub_m_s: v, tread_m_s: 0.0 };
            let contact = springs.contact(&law, &at, &u, &motion, step);
            v.x += step / mass * (contact.force.x - along + wave);
            v.y += step / mass * (contact.force.y - across + wave);
            let rate =
                springs.contact(&law, &at, &u, &WheelMotion { hub_m_s: v, tread_m_s: 0.0 }, step).rate_m_s;
            u = Vec2 { x: u.x + step * rate.x, y: u.y + step * rate.y };
            way = Vec2 { x: way.x + step * v.x, y: way.y + step * v.y };
            reached = reached.max(way.x.abs()).max(way.y.abs());
        }
        if tremble == 0.0 {
            assert!(reached < 1e-15, "{reached}");
        } else {
            // It has moved, and is where it was but for the last vibration.
            assert!(reached > 1e-6 && reached < 1e-3, "{reached}");
            let drift_x = way.x + u.x - along / springs.longitudinal_n_m;
            let drift_y = way.y + u.y - across / springs.lateral_n_m;
            assert!(drift_x.abs() < 1e-12 && drift_y.abs() < 1e-12, "{drift_x} {drift_y}");
        }
    }
    let narrow = Carcass { longitudinal_n_m: 280e3_f32, lateral_n_m: 130e3, damping_s: 0.005 };
    let law32 = skidpad_core::record::Record::<f32>::splat(1.0);
    let law32: SimilarTyre<f32> = law32;
    let u = Vec2 { x: 1e-3_f32, y: -2e-3 };
    let still = WheelMotion { hub_m_s: Vec2 { x: 0.0, y: 0.0 }, tread_m_s: 0.0 };
    let at = Footprint::plain(4000.0_f32, Vec2 { x: 0.0, y: 0.0 });
    let contact = narrow.contact(&law32, &at, &u, &still, 2e-3);
    assert_eq!((contact.rate_m_s.x, contact.rate_m_s.y), (0.0, 0.0));
    assert_eq!(contact.force, narrow.spring_n(&u));
}

/// Beyond its limit it slides, and goes on sliding.
#[test]
fn beyond_its_limit_it_slides() {
    let law = similar(1, true);
    let springs = carcass();
    let at = Footprint::plain(4000.0, NONE);
    let (mass, step, pull) = (400.0, 1e-3, 1.05 * 0.95 * 4000.0);
    // It holds all that it can, and a little more is asked.
    let (mut u, mut v) = (Vec2 { x: 0.0, y: -0.95 * 4000.0 / springs.lateral_n_m }, 0.0);
    for _ in 0..2000 {
        let motion = WheelMotion { hub_m_s: Vec2 { x: 0.0, y: v }, tread_m_s: 0.0 };
        let contact = springs.contact(&law, &at, &u, &motion, step);
        v += step / mass * (pull + contact.force.y);
        u.y += step * contact.rate_m_s.y;
        u = springs.limited(&law, &at, &u);
    }
    // Two seconds of the excess over the friction.
    assert!((v / (2.0 * 0.05 * 0.95 * 10.0) - 1.0).abs() < 0.05, "{v}");
}

/// A parked car that was pushed comes to rest: its rocking decays, and its energy never grows.
#[test]
fn rocking_decays_and_energy_never_grows() {
    for (law, similarity) in [(0, true), (1, false), (2, true)] {
        let law = similar(law, similarity);
        let springs = carcass();
        let at = Footprint::plain(4000.0, NONE);
        let (mass, step) = (400.0, 2e-4);
        let (mut u, mut v) = (NONE, Vec2 { x: 0.5, y: -2.0 });
        let mut before = f64::INFINITY;
        for _ in 0..25_000 {
            let motion = WheelMotion { hub_m_s: v, tread_m_s: 0.0 };
            let contact = springs.contact(&law, &at, &u, &motion, step);
            v = Vec2 { x: v.x + step / mass * contact.force.x, y: v.y + step / mass * contact.force.y };
            let motion = WheelMotion { hub_m_s: v, tread_m_s: 0.0 };
            let rate = springs.contact(&law, &at, &u, &motion, step).rate_m_s;
            u = springs.limited(&law, &at, &Vec2 { x: u.x + step * rate.x, y: u.y + step * rate.y });
            // The energy that this scheme keeps for a spring: with the half-step's term.
            let force = springs.spring_n(&u);
            let energy = 0.5 * mass * v.norm_squared() + springs.stored_j(&u)
                - 0.5 * step * -(force.x * v.x + force.y * v.y);
            assert!(energy <= before + 1e-3 * energy.abs() + 1e-12, "{energy} {before}");
            before = energy;
        }
        // As the damped oscillator with the lateral spring, exp(-a k t / 2 m), or sooner.
        let decay = (-0.5 * springs.damping_s * springs.lateral_n_m / mass * 5.0).exp();
        assert!(v.quick_norm() < 1.5 * decay * 2.06, "{v:?} {decay}");
    }
}

/// When the load is gone the force is gone, and the deflection with it; when it falls the force is within the peaks
/// of what is left.
#[test]
fn a_lifted_tyre_has_no_force() {
    let law = similar(2, false);
    let springs = carcass();
    let u = Vec2 { x: 0.01, y: -0.02 };
    for step in [0.0, 2e-3] {
        let at = Footprint::plain(0.0, NONE);
        let contact = springs.contact(&law, &at, &u, &rolling(20.0, 0.3, 0.1), step);
        assert_eq!((contact.force.x.abs(), contact.force.y.abs()), (0.0, 0.0));
        assert!(contact.rate_m_s.x.is_finite() && contact.rate_m_s.y.is_finite());
        let kept = springs.limited(&law, &at, &u);
        assert_eq!((kept.x.abs(), kept.y.abs()), (0.0, 0.0));
    }
    let light = Footprint::plain(400.0, NONE);
    let contact = springs.contact(&law, &light, &u, &rolling(20.0, 0.3, 0.1), 0.0);
    let peak = law.peak_n(&light);
    assert!((contact.force.x / peak.x).hypot(contact.force.y / peak.y) <= 1.0 + 1e-12);
}

/// A deflection that is not a number is not hidden.
#[test]
fn what_is_not_a_number_stays_so() {
    let law = similar(2, true);
    let at = Footprint::plain(4000.0, NONE);
    let u = Vec2 { x: f64::NAN, y: 0.0 };
    let contact = carcass().contact(&law, &at, &u, &rolling(20.0, 0.3, 0.1), 1e-3);
    assert!(contact.force.x.is_nan() && contact.rate_m_s.x.is_nan());
    assert!(carcass().limited(&law, &at, &u).x.is_nan());
}

/// Steps of 2 ms, with the filter, follow the exact course of a lock-up, a step of slip angle and a braking.
#[test]
fn long_steps_follow_the_exact_course() {
    let law = similar(2, true);
    let at = Footprint::plain(4000.0, NONE);
    for (name, speed, kappa, lambda, bound) in [
        ("braking", 30.0, -0.05, 0.0, 0.01),
        ("slip angle", 30.0, 0.0, 0.1, 0.01),
        ("lock-up", 30.0, -1.0, 0.05, 0.2),
        ("lock-up at speed", 80.0, -1.0, 0.05, 0.5),
    ] {
        let motion = rolling(speed, kappa, lambda);
        let (mut exact, mut filtered) = (NONE, NONE);
        let peak = law.peak_n(&at).x;
        let (mut worst, mut late, mut last): (f64, f64, f64) = (0.0, 0.0, 0.0);
        for count in 0..100 {
            for _ in 0..400 {
                exact = stepped((&law, &carcass()), &at, exact, &motion, (5e-6, 0.0));
            }
            filtered = stepped((&law, &carcass()), &at, filtered, &motion, (2e-3, 2e-3));
            let force = |u: &Vec2<f64>, h: f64| carcass().contact(&law, &at, u, &motion, h).force;
            let (a, b) = (force(&exact, 0.0), force(&filtered, 2e-3));
            let off = (a.x - b.x).hypot(a.y - b.y) / peak;
            worst = worst.max(off);
            last = off;
            if count >= 10 {
                late = late.max(off);
            }
        }
        println!("{name}: {worst:.1e} of the peak at most, {late:.1e} after 20 ms, {last:.1e} after 0.2 s");
        assert!(worst < bound, "{name}: {worst}");
        assert!(late < 0.05, "{name}: {late}");
        assert!(last < 1e-5, "{name}: {last}");
    }
}

/// However stiff, steps of a fixed length lead to the law's force.
#[test]
fn the_filter_is_stable() {
    let law = similar(1, true);
    let springs = carcass();
    let mut numbers = support::Numbers::new(77);
    let (mut count, mut stiffest): (u32, f64) = (0, 0.0);
    while count < 2000 {
        let now = any_situation(&mut numbers, &law, &springs);
        let v = now.motion.slip_m_s();
        if v.quick_norm() < 5.0 || now.motion.hub_m_s.x.abs() < 1.0 {
            continue;
        }
        count += 1;
        let mut u = now.u;
        for _ in 0..300 {
            u = stepped((&law, &springs), &now.at, u, &now.motion, (2e-3, 2e-3));
        }
        let contact = springs.contact(&law, &now.at, &u, &now.motion, 2e-3);
        let way = 1.0_f64.copysign(now.motion.hub_m_s.x);
        let steady = law.steady(&now.at.with_slip(Vec2 { x: way * contact.slip.x, y: contact.slip.y })).force;
        let peak = law.peak_n(&now.at);
        let off = ((contact.force.x - way * steady.x) / peak.x).hypot((contact.force.y - steady.y) / peak.y);
        assert!(off < 1e-6, "{off}: {:?} {:?} {contact:?} {steady:?}", now.at, now.motion);
        stiffest = stiffest.max(2e-3 * v.quick_norm() * springs.longitudinal_n_m / peak.x);
    }
    // Without the filter RK4 ends at 2.8.
    assert!(stiffest > 100.0, "{stiffest}");
}
