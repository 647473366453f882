//! What every tyre law, and every elastic tyre over it, must keep.

use skidpad_core::math::Vec2;
use skidpad_core::tyre::{Carcass, Footprint, SteadyTyre, WheelMotion};

use super::carcass;
use crate::support::Numbers;

/// Any footprint of an upright tyre: all loads, any grip, slips of every size and sign.
pub fn any_footprint(numbers: &mut Numbers, largest: Vec2<f64>) -> Footprint<f64> {
    let x = numbers.pick(&[-1.0, 1.0]) * numbers.spread(1e-6, largest.x);
    let y = numbers.pick(&[-1.0, 1.0]) * numbers.spread(1e-6, largest.y);
    let slip = match numbers.bits() % 4 {
        0 => Vec2 { x, y: 0.0 },
        1 => Vec2 { x: 0.0, y },
        _ => Vec2 { x, y },
    };
    Footprint {
        grip: numbers.between(0.05, 1.5),
        speed_m_s: numbers.spread(1e-3, 100.0),
        ..Footprint::plain(numbers.spread(10.0, 12_000.0), slip)
    }
}

/// The law is odd in each slip, opposes each, stays within its peaks and has no force at no load.
pub fn check_law<L: SteadyTyre<f64>>(name: &str, law: &L, seed: u64, count: usize) {
    let mut numbers = Numbers::new(seed);
    for _ in 0..count {
        let at = any_footprint(&mut numbers, law.largest_slip());
        let force = law.steady(&at).force;
        let slip = at.slip;
        assert!(force.x * slip.x >= 0.0 && force.y * slip.y >= 0.0, "{name}: {at:?} {force:?}");
        let left = law.steady(&at.with_slip(Vec2 { y: -slip.y, ..slip }));
        let mirrored = law.steady(&at);
        assert_eq!((left.force.x, left.force.y), (force.x, -force.y), "{name}: {at:?}");
        assert_eq!(left.aligning_nm, -mirrored.aligning_nm, "{name}: {at:?}");
        assert_eq!(left.overturning_nm, -mirrored.overturning_nm, "{name}: {at:?}");
        let peak = law.peak_n(&at);
        let (x, y) = (force.x / peak.x, force.y / peak.y);
        let bound = 1.0 + 1e-12;
        assert!(x.abs() <= bound && y.abs() <= bound, "{name}: {at:?} {force:?} {peak:?}");
        assert!(x.hypot(y) <= law.squareness() * bound, "{name}: {at:?} {force:?} {peak:?}");
        let lifted = law.steady(&Footprint { load_n: 0.0, ..at });
        assert_eq!((lifted.force.x.abs(), lifted.force.y.abs()), (0.0, 0.0), "{name}: {at:?}");
        assert!(lifted.aligning_nm.abs() == 0.0, "{name}: {at:?}");
    }
}

/// The slope at no slip is the one that the law names, and small changes of slip make small changes of force.
pub fn check_slopes<L: SteadyTyre<f64>>(name: &str, law: &L, steepest: f64) {
    for load in [500.0, 3000.0, 8000.0] {
        let at = Footprint::plain(load, Vec2 { x: 0.0, y: 0.0 });
        let slope = law.slip_stiffness_n(&at);
        let small = 1e-7;
        for way in [-1.0, 1.0] {
            let x = law.steady(&at.with_slip(Vec2 { x: way * small, y: 0.0 })).force.x / (way * small);
            let y = law.steady(&at.with_slip(Vec2 { x: 0.0, y: way * small })).force.y / (way * small);
            assert!((x / slope.x - 1.0).abs() < 1e-4, "{name} {load}: {x} {slope:?}");
            assert!((y / slope.y - 1.0).abs() < 1e-4, "{name} {load}: {y} {slope:?}");
        }
        // Along rays from the origin: no jump.
        for ray in 0..16 {
            let (sin, cos) = (f64::from(ray) * core::f64::consts::PI / 8.0).sin_cos();
            let force = |size: f64| law.steady(&at.with_slip(Vec2 { x: size * cos, y: size * sin })).force;
            let steps = 4000;
            let mut before = force(0.0);
            for step in 1..=steps {
                let size = 1.2 * f64::from(step) / f64::from(steps);
                let now = force(size);
                let jump = (now.x - before.x).hypot(now.y - before.y);
                let most = steepest * slope.x.max(slope.y) * 1.2 / f64::from(steps);
                assert!(jump < most, "{name} {load} {ray}: {size} {before:?} {now:?}");
                before = now;
            }
        }
    }
}

/// A state of an elastic tyre with everything that acts on it.
#[derive(Debug)]
pub struct Situation {
    pub at: Footprint<f64>,
    pub u: Vec2<f64>,
    pub motion: WheelMotion<f64>,
    pub step_s: f64,
}

/// Any state: rolling either way, sliding, standing, deflected up to three times what holds.
pub fn any_situation<L: SteadyTyre<f64>>(
    numbers: &mut Numbers,
    law: &L,
    springs: &Carcass<f64>,
) -> Situation {
    let at = Footprint { slip: Vec2 { x: 0.0, y: 0.0 }, ..any_footprint(numbers, law.largest_slip()) };
    let peak = law.peak_n(&at);
    let any = |numbers: &mut Numbers, most: f64| {
        numbers.pick(&[-1.0, 1.0, -1.0, 1.0, 0.0]) * numbers.spread(1e-6 * most, most)
    };
    let u = Vec2 {
        x: any(numbers, 3.0 * peak.x.min(2e4) / springs.longitudinal_n_m),
        y: any(numbers, 3.0 * peak.y.min(2e4) / springs.lateral_n_m),
    };
    let hub_m_s = Vec2 { x: any(numbers, 90.0), y: any(numbers, 30.0) };
    let tread_m_s = numbers.pick(&[0.0, 1.0, 1.0]) * hub_m_s.x + any(numbers, 50.0);
    let step_s = numbers.pick(&[0.0, 1e-4, 2e-3, 0.05]);
    Situation { at, u, motion: WheelMotion { hub_m_s, tread_m_s }, step_s }
}

/// The force takes from wheel and body at least what the springs gain, and never leaves the peaks; the least heat
/// over the powers, for the record.
pub fn check_energy<L: SteadyTyre<f64>>(name: &str, law: &L, seed: u64, count: usize) -> f64 {
    let mut numbers = Numbers::new(seed);
    let mut least: f64 = 1.0;
    for _ in 0..count {
        let springs = Carcass { damping_s: numbers.pick(&[0.0, 0.005, 0.1]), ..carcass() };
        let now = any_situation(&mut numbers, law, &springs);
        let contact = springs.contact(law, &now.at, &now.u, &now.motion, now.step_s);
        let (force, rate, v) = (contact.force, contact.rate_m_s, now.motion.slip_m_s());
        let (k_x, k_y) = (springs.longitudinal_n_m, springs.lateral_n_m);
        let terms = [force.x * v.x, force.y * v.y, -(k_x * now.u.x * rate.x), -(k_y * now.u.y * rate.y)];
        let heat: f64 = terms.iter().sum();
        // The rate is itself a difference: its terms count.
        let scale: f64 = terms.iter().map(|term| term.abs()).sum::<f64>()
            + (k_x * now.u.x * v.x).abs()
            + (k_y * now.u.y * v.y).abs();
        assert!(
            heat >= -1e-14 * scale,
            "{name}: {heat} of {scale}: {:?} {:?} {:?}",
            now.at,
            now.u,
            now.motion
        );
        if scale > 0.0 {
            least = least.min(heat / scale);
        }
        let peak = law.peak_n(&now.at);
        assert!(force.x.abs() <= peak.x && force.y.abs() <= peak.y, "{name}: {force:?} {peak:?}");
        let used = (force.x / peak.x).hypot(force.y / peak.y);
        assert!(used <= law.squareness() * (1.0 + 1e-12), "{name}: {used}");
        let kept = springs.limited(law, &now.at, &now.u);
        assert!(springs.stored_j(&kept) <= springs.stored_j(&now.u), "{name}: limited");
        let held = springs.spring_n(&kept);
        assert!(held.x.abs() <= peak.x * (1.0 + 1e-12) && held.y.abs() <= peak.y * (1.0 + 1e-12), "{name}");
    }
    least
}

/// A mirrored state has the mirrored force and rate, to the last bit, left for right and front for rear.
pub fn check_mirrors<L: SteadyTyre<f64>>(name: &str, law: &L, seed: u64, count: usize) {
    let mut numbers = Numbers::new(seed);
    let springs = carcass();
    for _ in 0..count {
        let now = any_situation(&mut numbers, law, &springs);
        let one = springs.contact(law, &now.at, &now.u, &now.motion, now.step_s);
        for (x, y) in [(1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
            let hub = now.motion.hub_m_s;
            let motion = WheelMotion {
                hub_m_s: Vec2 { x: x * hub.x, y: y * hub.y },
                tread_m_s: x * now.motion.tread_m_s,
            };
            let u = Vec2 { x: x * now.u.x, y: y * now.u.y };
            let other = springs.contact(law, &now.at, &u, &motion, now.step_s);
            assert_eq!((other.force.x, other.force.y), (x * one.force.x, y * one.force.y), "{name}");
            assert_eq!(
                (other.rate_m_s.x, other.rate_m_s.y),
                (x * one.rate_m_s.x, y * one.rate_m_s.y),
                "{name}"
            );
        }
    }
}

/// Rolling steadily at any slip, with steps of 2 ms, the elastic tyre comes to its law's force; and standing on any
/// deflection that adheres it stays as it is.
pub fn check_steady<L: SteadyTyre<f64>>(name: &str, law: &L, seed: u64, count: usize) -> f64 {
    let mut numbers = Numbers::new(seed);
    let springs = carcass();
    let (step, mut worst): (f64, f64) = (2e-3, 0.0);
    for _ in 0..count {
        let speed = numbers.pick(&[-1.0, 1.0]) * numbers.between(3.0, 80.0);
        let slip = Vec2 { x: numbers.between(-0.9, 0.9), y: numbers.between(-1.5, 1.5) };
        let at = Footprint::plain(numbers.spread(500.0, 9000.0), Vec2 { x: 0.0, y: 0.0 });
        let at = Footprint { grip: numbers.between(0.2, 1.2), ..at };
        let motion = WheelMotion {
            hub_m_s: Vec2 { x: speed, y: -slip.y * speed.abs() },
            tread_m_s: speed + slip.x * speed.abs(),
        };
        let mut u = Vec2 { x: 0.0, y: 0.0 };
        for _ in 0..2000 {
            u = stepped((law, &springs), &at, u, &motion, (step, step));
        }
        let found = springs.contact(law, &at, &u, &motion, step);
        let way = speed.signum();
        let steady = law.steady(&Footprint {
            slip: Vec2 { x: way * slip.x, y: slip.y },
            speed_m_s: speed.abs(),
            ..at
        });
        let off = (found.force.x - way * steady.force.x).hypot(found.force.y - steady.force.y);
        let off = off / law.peak_n(&at).quick_norm();
        assert!(off < 1e-6, "{name}: {off}: {at:?} {motion:?} {:?} {:?}", found.force, steady.force);
        worst = worst.max(off);
        let moments = springs.moments(law, &at, &found, speed);
        let off = (moments.aligning_nm - way * steady.aligning_nm).abs();
        assert!(
            off < 1e-4 * law.peak_n(&at).y * 0.05,
            "{name}: {} {}",
            moments.aligning_nm,
            steady.aligning_nm
        );

        let still = WheelMotion { hub_m_s: Vec2 { x: 0.0, y: 0.0 }, tread_m_s: 0.0 };
        let held = springs.contact(law, &at, &u, &still, step);
        assert_eq!((held.rate_m_s.x, held.rate_m_s.y), (0.0, 0.0), "{name}");
        let spring = springs.spring_n(&u);
        assert!((held.force.x - spring.x).abs() + (held.force.y - spring.y).abs() < 1e-9, "{name}");
    }
    worst
}

/// With a force at no slip, the tyre gives at most what that force takes part in: |F_0| times what the deflection
/// decays by. The most of it that was seen, over |F_0| and the slip velocity.
pub fn check_offset_excess<L: SteadyTyre<f64>>(name: &str, law: &L, camber_rad: f64, count: usize) -> f64 {
    let mut numbers = Numbers::new(9);
    let springs = Carcass { damping_s: 0.0, ..carcass() };
    let mut most: f64 = 0.0;
    for _ in 0..count {
        let now = any_situation(&mut numbers, law, &springs);
        let at = Footprint { camber_rad, ..now.at };
        let u = springs.limited(law, &at, &now.u);
        let u = Vec2 { x: 0.7 * u.x, y: 0.7 * u.y };
        let contact = springs.contact(law, &at, &u, &now.motion, 0.0);
        let (v, rate) = (now.motion.slip_m_s(), contact.rate_m_s);
        let gained = springs.longitudinal_n_m * u.x * rate.x + springs.lateral_n_m * u.y * rate.y;
        let heat = contact.force.x * v.x + contact.force.y * v.y - gained;
        let rest = law.offset_n(&at.with_slip(contact.slip));
        let excess = rest.x.abs() * (v.x - rate.x).abs() + rest.y.abs() * (v.y - rate.y).abs();
        let scale = gained.abs() + (contact.force.quick_norm() * v.quick_norm()) + 1e-9;
        assert!(
            heat >= -excess * (1.0 + 1e-4) - 1e-9 * scale,
            "{name}: {heat} {excess}: {at:?} {u:?} {:?}",
            now.motion
        );
        let power = (rest.x * v.x).abs() + (rest.y * v.y).abs();
        if power > 1e-9 {
            most = most.max(-heat / power);
        }
    }
    most
}

/// A step of RK4 at constant motion, and what the tread cannot hold.
pub fn stepped<L: SteadyTyre<f64>>(
    tyre: (&L, &Carcass<f64>),
    at: &Footprint<f64>,
    u: Vec2<f64>,
    motion: &WheelMotion<f64>,
    (step_s, told_s): (f64, f64),
) -> Vec2<f64> {
    let (law, springs) = tyre;
    let rate = |u: Vec2<f64>| springs.contact(law, at, &u, motion, told_s).rate_m_s;
    let ahead = |k: Vec2<f64>, h: f64| Vec2 { x: u.x + h * k.x, y: u.y + h * k.y };
    let a = rate(u);
    let b = rate(ahead(a, 0.5 * step_s));
    let c = rate(ahead(b, 0.5 * step_s));
    let d = rate(ahead(c, step_s));
    let sum = |a: f64, b: f64, c: f64, d: f64| step_s / 6.0 * (a + 2.0 * (b + c) + d);
    let after = Vec2 { x: u.x + sum(a.x, b.x, c.x, d.x), y: u.y + sum(a.y, b.y, c.y, d.y) };
    springs.limited(law, at, &after)
}
