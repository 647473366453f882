//! The simple tyre laws against their closed forms and limits.
#![allow(clippy::disallowed_methods)]

use crate::tyre_laws;
use skidpad_core::math::Vec2;

use skidpad_core::tyre::{BrushTyre, Footprint, SteadyTyre, TmeasyTyre};
use tyre_laws::{SimilarTyre, brush, fiala, pacejka89, similar, tmeasy};

fn at(load_n: f64, kappa: f64, lambda: f64) -> Footprint<f64> {
    Footprint::plain(load_n, Vec2 { x: kappa, y: lambda })
}

fn near(found: f64, expected: f64, bound: f64) {
    assert!((found - expected).abs() <= bound * expected.abs().max(1e-3), "{found}, not {expected}");
}

/// Force and moment of bristles, one by one: a bristle at x in [-a, a] has run a - x from the leading edge, bends by
/// sigma times that, and holds friction times the pressure 3 F_z (1 - (x/a)^2) / (4 a).
fn bristles(tyre: &BrushTyre<f64>, load: f64, sigma: Vec2<f64>) -> (Vec2<f64>, f64) {
    let a = tyre.half_length_m * (load / tyre.nominal_load_n).sqrt();
    let stiffness = tyre.stiffness * load / (2.0 * a * a);
    let count = 200_000;
    let dx = 2.0 * a / f64::from(count);
    let (mut force, mut moment) = (Vec2 { x: 0.0, y: 0.0 }, 0.0);
    for index in 0..count {
        let x = -a + (f64::from(index) + 0.5) * dx;
        let most = tyre.friction * 3.0 * load * (1.0 - (x / a).powi(2)) / (4.0 * a);
        let asked = stiffness * (a - x) * sigma.quick_norm();
        let held = asked.min(most) / sigma.quick_norm();
        force.x += held * sigma.x * dx;
        force.y += held * sigma.y * dx;
        moment += x * held * sigma.y * dx;
    }
    (force, moment)
}

#[test]
fn the_brush_is_the_sum_of_its_bristles() {
    let tyre = BrushTyre { lateral_friction: 1.05, lateral_stiffness: 25.0, ..brush() };
    for load in [1500.0, 4000.0, 6000.0] {
        for (kappa, lambda) in
            [(0.0, 0.02), (0.05, 0.0), (0.04, -0.06), (-0.05, 0.08), (0.1, 0.2), (-0.4, 0.1)]
        {
            let sigma = Vec2 { x: kappa / (1.0 + kappa), y: lambda / (1.0 + kappa) };
            let (force, moment) = bristles(&tyre, load, sigma);
            let found = tyre.steady(&at(load, kappa, lambda));
            near(found.force.x, force.x, 1e-6);
            near(found.force.y, force.y, 1e-6);
            assert!((found.aligning_nm - moment).abs() < 1e-6 * load, "{} {moment}", found.aligning_nm);
        }
    }
}

#[test]
fn a_brush_has_its_limits_in_closed_form() {
    let tyre = brush();
    let stick = 3.0 * 0.95 / 16.0;
    near(tyre.steady(&at(4000.0, 0.0, 0.5 * stick)).force.y, 0.875 * 0.95 * 4000.0, 1e-12);
    near(tyre.steady(&at(4000.0, 0.0, stick)).force.y, 0.95 * 4000.0, 1e-12);
    near(tyre.steady(&at(4000.0, 0.0, 7.0)).force.y, 0.95 * 4000.0, 1e-12);
    let small = tyre.steady(&at(4000.0, 0.0, 1e-7));
    near(-small.aligning_nm / small.force.y, 0.07 / 3.0, 1e-5);
    assert_eq!(tyre.steady(&at(4000.0, 0.0, 7.0)).aligning_nm.abs(), 0.0);
}

/// The ellipse leaves each pure force alone and shortens both together; similarity slides against the slip.
#[test]
fn simple_curves_combine_by_ellipse_and_by_similarity() {
    let ellipse = SimilarTyre { friction_loss: 0.0, ..similar(1, false) };
    let force = |kappa, lambda| ellipse.steady(&at(4000.0, kappa, lambda)).force;
    near(force(0.02, 0.02).x, 0.02 * 27.5 * 4000.0, 1e-12);
    near(force(0.02, 0.02).y, 0.02 * 20.0 * 4000.0, 1e-12);
    near(force(0.5, 0.5).x, 1.1 * 4000.0 / 2.0_f64.sqrt(), 1e-12);
    near(force(0.5, 0.5).y, 0.95 * 4000.0 / 2.0_f64.sqrt(), 1e-12);
    let even = SimilarTyre {
        lateral_friction: 1.1,
        peak_tangent: 0.08,
        lateral_stiffness: 27.5,
        friction_loss: 0.0,
        ..similar(2, true)
    };
    for angle in 0..12 {
        let (sin, cos) = f64::from(angle).sin_cos();
        let force = even.steady(&at(4000.0, 0.08 * cos, 0.08 * sin)).force;
        near(force.x, 1.1 * 4000.0 * cos, 1e-12);
        near(force.y, 1.1 * 4000.0 * sin, 1e-12);
        near(even.steady(&at(4000.0, 90.0 * cos, 90.0 * sin)).force.quick_norm(), 0.75 * 1.1 * 4000.0, 0.002);
    }
}

#[test]
fn friction_falls_with_the_load_in_a_straight_line() {
    let tyre = similar(1, true);
    for (load, share) in [(4000.0, 1.0), (8000.0, 0.9), (2000.0, 1.05), (1e6, 0.2)] {
        near(tyre.steady(&at(load, 1.0, 0.0)).force.x, 1.1 * share * load, 1e-12);
    }
}

/// Adams' form: half of the friction at the end of the straight line, three times the friction over the stiffness at
/// the end of lateral adhesion.
#[test]
fn fialas_tyre_has_its_marks() {
    let tyre = fiala();
    let kappa = 0.02;
    let friction = 1.0 - 0.15 * kappa;
    let load = 2.0 * 90e3 * kappa / friction;
    near(tyre.steady(&at(load, kappa, 0.0)).force.x, 0.5 * friction * load, 1e-12);
    near(tyre.steady(&at(load, 0.999 * kappa, 0.0)).force.x, 90e3 * 0.999 * kappa, 1e-12);
    near(tyre.steady(&at(4000.0, 0.0, -3.0)).force.y, -0.85 * 4000.0, 1e-12);
    // Half of the slip at which H vanishes: 1 - 1/8.
    let lambda = 0.1;
    let friction = 1.0 - 0.15 * lambda;
    let load = 60e3 * lambda / (1.5 * friction);
    let found = tyre.steady(&at(load, 0.0, lambda));
    near(found.force.y, 0.875 * friction * load, 1e-12);
    near(found.aligning_nm, -friction * load * 0.2 / 16.0, 1e-12);
}

/// Thresholds that belong to the reference road, as Project Chrono has them, let the force jump on another, beyond its
/// own peak: here it stays within it, without a jump.
#[test]
fn fiala_does_not_jump_on_another_road() {
    let tyre = fiala();
    let on = |lambda: f64| tyre.steady(&Footprint { grip: 0.5, ..at(4000.0, 0.0, lambda) }).force.y / 2000.0;
    for step in 1..3000 {
        let lambda = f64::from(step) * 1e-4;
        assert!(
            on(lambda) <= 1.0 && (on(lambda) - on(lambda - 1e-4)).abs() < 4e-3,
            "{lambda}: {}",
            on(lambda)
        );
    }
}

/// TMeasy goes through the points that it is made of, at nominal load and at twice that, on roads of any grip.
#[test]
fn tmeasy_goes_through_its_points() {
    let tyre = tmeasy();
    // Slips over the tread's speed: kappa = s / (1 - s).
    let along = |s: f64| at(3000.0, s / (1.0 - s), 0.0);
    near(tyre.steady(&along(0.12)).force.x, 3300.0, 1e-12);
    near(tyre.steady(&along(0.6)).force.x, 2700.0, 1e-12);
    near(tyre.steady(&at(3000.0, 0.0, 0.18)).force.y, 3000.0, 1e-12);
    near(tyre.steady(&at(6000.0, 0.0, -0.21)).force.y, -5500.0, 1e-12);
    near(tyre.steady(&at(6000.0, 0.0, 5.0)).force.y, 4900.0, 1e-12);
    let wet = Footprint { grip: 0.6, ..at(6000.0, 0.0, 0.6 * 0.21) };
    near(tyre.steady(&wet).force.y, 0.6 * 5500.0, 1e-12);
    // The trail is its share of 2 sqrt(R F / c), and changes its sign where it is said to.
    let small = tyre.steady(&at(3000.0, 0.0, 1e-9));
    near(-small.aligning_nm / small.force.y, 0.17 * 2.0 * (0.32_f64 * 3000.0 / 200e3).sqrt(), 1e-6);
    assert!(tyre.steady(&at(3000.0, 0.0, 0.19)).aligning_nm < 0.0);
    assert!(tyre.steady(&at(3000.0, 0.0, 0.21)).aligning_nm > 0.0);
}

/// In the book's form the direction of an even tyre does not count, and an uneven one has its largest force where
/// both of its comparable slips are at their peaks.
#[test]
fn tmeasys_directions_are_made_comparable() {
    let tyre = tmeasy();
    let even = TmeasyTyre {
        slope_y_n: tyre.slope_x_n,
        peak_y_n: tyre.peak_x_n,
        sliding_y_n: tyre.sliding_x_n,
        peak_slip_y: tyre.peak_slip_x,
        sliding_slip_y: tyre.sliding_slip_x,
        ..tyre
    };
    for angle in 0..12 {
        let (sin, cos) = f64::from(angle).sin_cos();
        for s in [0.03, 0.12, 0.3, 0.9] {
            let kappa = s * cos / (1.0 - s * cos);
            let found = even.steady(&at(3000.0, kappa, s * sin * (1.0 + kappa))).force;
            let pure = even.steady(&at(3000.0, 0.0, s)).force.y;
            near(found.x, pure * cos, 1e-9);
            near(found.y, pure * sin, 1e-9);
        }
    }
}

/// The formula's peak is D and its slope B C D; its similar slips reach the ellipse.
#[test]
fn the_formula_of_1989_has_its_marks() {
    let load = 4.0;
    let (d_x, d_y) = ((-25.0 * load + 1200.0) * load, (-20.0 * load + 1100.0) * load);
    let tyre = pacejka89();
    let most =
        |force: &dyn Fn(f64) -> f64| (1..4000).map(|s| force(f64::from(s) * 2.5e-4)).fold(0.0, f64::max);
    let x = most(&|s| tyre.steady(&at(4000.0, s, 0.0)).force.x);
    let y = most(&|s| tyre.steady(&at(4000.0, 0.0, s)).force.y);
    near(x, d_x, 1e-6);
    near(y, d_y, 1e-6);
    let slope = tyre.slip_stiffness_n(&at(4000.0, 0.0, 0.0));
    near(slope.x, 100.0 * (10.0 * 16.0 + 200.0 * 4.0) * (-0.06_f64 * 4.0).exp(), 1e-12);
    near(slope.y, 180.0 / core::f64::consts::PI * 1300.0 * (2.0 * (4.0_f64 / 6.0).atan()).sin(), 1e-12);
    let used = |kappa: f64, lambda: f64| {
        let force = tyre.steady(&at(4000.0, kappa, lambda)).force;
        (force.x / d_x).hypot(force.y / d_y)
    };
    let both = (1..200)
        .flat_map(|i| (1..100).map(move |j| (f64::from(i) * 2.5e-3, f64::from(j) * 5e-3)))
        .map(|(kappa, lambda)| used(kappa, lambda))
        .fold(0.0, f64::max);
    near(both, 1.0, 1e-3);
}

/// Camber and shifts are offsets: with a spring at rest they are there before any slip, and mirrored on the other side.
#[test]
fn camber_of_1989_pulls_to_its_side() {
    let tyre = skidpad_core::tyre::Pacejka89Tyre { a8: 0.05, a11: -10.0, ..pacejka89() };
    let leans = |camber_rad: f64, lambda: f64| {
        tyre.steady(&Footprint { camber_rad, ..at(4000.0, 0.0, lambda) }).force.y
    };
    let offset = tyre.offset_n(&Footprint { camber_rad: 0.05, ..at(4000.0, 0.0, 0.1) });
    assert_eq!(offset.y, leans(0.05, 0.0));
    assert_eq!((leans(0.05, 0.02), leans(-0.05, -0.02)), (leans(0.05, 0.02), -leans(0.05, 0.02)));
    assert!(leans(0.05, 0.0).abs() > 10.0);
    // Rolling straight, the elastic tyre comes to that force.
    let springs = tyre_laws::carcass();
    let road = Footprint { camber_rad: 0.05, ..at(4000.0, 0.0, 0.0) };
    let rolls = skidpad_core::tyre::WheelMotion { hub_m_s: Vec2 { x: 20.0, y: 0.0 }, tread_m_s: 20.0 };
    let mut u = Vec2 { x: 0.0, y: 0.0 };
    for _ in 0..5000 {
        let rate = springs.contact(&tyre, &road, &u, &rolls, 1e-3).rate_m_s;
        u = Vec2 { x: u.x + 1e-3 * rate.x, y: u.y + 1e-3 * rate.y };
    }
    near(springs.contact(&tyre, &road, &u, &rolls, 1e-3).force.y, leans(0.05, 0.0), 1e-9);
}

/// All bad fields at once, by name.
#[test]
fn bad_parameters_are_named() {
    assert!(similar(2, true).check().is_empty() && brush().check().is_empty() && fiala().check().is_empty());
    assert_eq!((tmeasy().check(), pacejka89().check()), (vec![], vec![]));
    let names = |faults: Vec<skidpad_core::tyre::TyreFault>| {
        faults.iter().map(|fault| fault.field).collect::<Vec<_>>()
    };
    let bad = TmeasyTyre { radius_m: f64::NAN, peak_slip_x: 0.7, sliding_y_double_n: 6000.0, ..tmeasy() };
    assert_eq!(names(bad.check()), ["radius_m", "sliding_slip_x", "peak_y_double_n"]);
    let bad = skidpad_core::tyre::FialaTyre { friction: 0.5, width_m: -1.0, ..fiala() };
    assert_eq!(names(bad.check()), ["width_m", "friction"]);
    let bad = skidpad_core::tyre::Pacejka89Tyre { a0: 0.0, b2: f64::INFINITY, a2: 1.0, ..pacejka89() };
    assert_eq!(names(bad.check()), ["a0", "b2", "a2"]);
}
