//! Tyres.

use skidpad_core::math::Vec2;
use skidpad_core::tyre::magic_formula::{Coefficients, MagicFormula, Mode, Question};
use skidpad_core::tyre::{Footprint, SteadyTyre, TmeasyTrail, TmeasyTyre};

use crate::magic_formula_support::coefficients;
use crate::support::Numbers;
use crate::tyre_laws::{carcass, tmeasy};

/// The energy of a carcass is the work of its force: from u to u + d the mean force of its straight springs, times d.
#[test]
fn a_carcass_stores_the_work_of_its_force() {
    let (springs, mut numbers) = (carcass(), Numbers::new(3));
    assert_eq!(springs.stored_j(&Vec2 { x: 0.0, y: 0.0 }), 0.0);
    for _ in 0..100 {
        let mut any = || Vec2 { x: numbers.between(-0.02, 0.02), y: numbers.between(-0.04, 0.04) };
        let (from, to) = (any(), any());
        let mean = springs.spring_n(&Vec2 { x: 0.5 * (from.x + to.x), y: 0.5 * (from.y + to.y) });
        let work = mean.x * (to.x - from.x) + mean.y * (to.y - from.y);
        let gained = springs.stored_j(&to) - springs.stored_j(&from);
        assert!((gained - work).abs() < 1e-11, "{gained} J by {work} J of work");
    }
}

/// A TMeasy tyre may slide with the force of its peak, but with no more: no curve rises behind its peak.
#[test]
fn tmeasy_may_slide_with_its_peak_force() {
    type Field = fn(&mut TmeasyTyre<f64>) -> (&mut f64, f64);
    let pairs: [(&str, Field); 4] = [
        ("peak_x_n", |tyre| (&mut tyre.sliding_x_n, tyre.peak_x_n)),
        ("peak_x_double_n", |tyre| (&mut tyre.sliding_x_double_n, tyre.peak_x_double_n)),
        ("peak_y_n", |tyre| (&mut tyre.sliding_y_n, tyre.peak_y_n)),
        ("peak_y_double_n", |tyre| (&mut tyre.sliding_y_double_n, tyre.peak_y_double_n)),
    ];
    for (name, field) in pairs {
        for (share, faulty) in [(0.9, false), (1.0, false), (1.000_001, true)] {
            let mut tyre = tmeasy();
            let (sliding, peak) = field(&mut tyre);
            *sliding = share * peak;
            let found: Vec<&str> = tyre.check().iter().map(|fault| fault.field).collect();
            assert_eq!(found, if faulty { vec![name] } else { vec![] }, "{share} of the peak");
        }
    }
}

/// TMeasy's trail is one smooth curve: its share of the contact's length at no slip, 0 where it changes its sign, and it
/// ends with 0 and level, without a step in value or slope at either joint.
#[test]
fn tmeasys_trail_is_smooth() {
    let trail = TmeasyTrail { share: 0.17, zero_slip: 0.2, end_slip: 0.6 };
    let (at, step) = (|slip: f64| trail.at(slip), 1e-6);
    assert_eq!((at(0.0), at(0.2), at(0.6), at(5.0)), (0.17, 0.0, 0.0, 0.0));
    for slip in [0.2, 0.6] {
        let (before, after) = ((at(slip) - at(slip - step)) / step, (at(slip + step) - at(slip)) / step);
        assert!((after - before).abs() < 1e-4, "at {slip}: {before}, then {after}");
    }
    assert!((at(0.201) - at(0.199)) / 0.002 < -0.1, "steep where it changes its sign");
    assert!(at(0.4) < -1e-3, "the force is in front of the wheel's centre between both");
}

/// Without shifts of its curves, and alike on both sides.
fn unshifted() -> Coefficients<f64> {
    let mut c = coefficients();
    let lateral = &mut c.lateral;
    (lateral.phy1, lateral.phy2) = (0.0, 0.0);
    (lateral.pvy1, lateral.pvy2) = (0.0, 0.0);
    lateral.pey3 = 0.0;
    c
}

/// The common program's rule at low speed: below V_low a tyre is read at a slip angle that is smaller by
/// (|V_x| + |V_sy|) / V_low with V_sy = V_x tan(alpha), so that the force fades with the motion, without a step at V_low
/// and alike forwards and backwards, to the left and to the right.
#[test]
fn the_slip_angle_fades_below_the_low_speed() {
    let coefficients = unshifted();
    let low = coefficients.size.low_speed_m_s;
    let tyre = MagicFormula::new(&coefficients, Mode::Common { is_limited: true, uses_tangents: false });
    let force = |alpha_rad: f64, speed_m_s: f64| {
        let asked = Question {
            load_n: 4000.0,
            kappa: 0.0,
            alpha_rad,
            gamma_rad: 0.0,
            speed_m_s,
            pressure_pa: coefficients.size.nominal_pressure_pa,
        };
        tyre.answer(&asked).fy_n
    };
    for alpha in [0.02, 0.1, 0.3, -0.1] {
        let tangent = f64::tan(alpha).abs();
        for share in [0.1, 0.4, 0.7, 0.999] {
            let speed = share * low / (1.0 + tangent);
            let (found, expected) = (force(alpha, speed), force(alpha * share, 2.0 * low));
            assert!((found / expected - 1.0).abs() < 1e-9, "{alpha} {share}: {found} N, not {expected}");
            assert!((force(-alpha, speed) / expected + 1.0).abs() < 1e-9, "{alpha} to the other side");
        }
        let (below, above) = (0.999_999 * low / (1.0 + tangent), 1.000_001 * low / (1.0 + tangent));
        assert!((force(alpha, below) / force(alpha, above) - 1.0).abs() < 1e-4, "{alpha}: no step");
    }
}

/// The rolling resistance grows with the speed of the tread, (1 + kappa) V: a locked wheel has none, and below the low speed
/// it fades as sin(pi/2 (1 + kappa) V / V_low), backwards with the other sign.
#[test]
fn a_locked_wheel_has_no_rolling_resistance() {
    let mut c = coefficients();
    // No share that force or speed adds.
    (c.rolling.qsy2, c.rolling.qsy3, c.rolling.qsy4) = (0.0, 0.0, 0.0);
    let tyre = MagicFormula::new(&c, Mode::Driving);
    let moment = |kappa: f64, speed_m_s: f64| {
        let pressure_pa = c.size.nominal_pressure_pa;
        let asked =
            Question { load_n: 4000.0, kappa, alpha_rad: 0.0, gamma_rad: 0.0, speed_m_s, pressure_pa };
        tyre.answer(&asked).my_nm
    };
    let low = c.size.low_speed_m_s;
    let whole = moment(0.0, 10.0 * low);
    assert!(whole < -1.0, "it brakes: {whole} N.m");
    for (kappa, speed) in [(-1.0, 10.0), (-0.95, 10.0), (-0.5, 0.4), (0.0, 0.3), (0.6, 0.5), (1.0, 3.0)] {
        let tread = f64::min((1.0 + kappa) * speed, 1.0);
        let expected = whole * (core::f64::consts::FRAC_PI_2 * tread).sin();
        for sense in [1.0, -1.0] {
            let found = sense * moment(kappa, sense * speed * low);
            assert!(
                (found - expected).abs() < 1e-9 * whole.abs(),
                "{kappa} {speed}: {found}, not {expected}"
            );
        }
    }
}

/// A TMeasy tyre's peak in a direction is the largest component that its force has there at any slip. Where the peak of the
/// other direction is more than root 2 of its own that is more than its own curve has: of a force of the size
/// |(a cos, b sin)| the largest component a is b^2 / (2 sqrt(b^2 - a^2)).
#[test]
fn tmeasys_peaks_are_the_largest_components() {
    let even = tmeasy();
    let (weak_y, weak_x) = (
        TmeasyTyre { peak_y_n: 1500.0, sliding_y_n: 1300.0, slope_y_n: 22e3, ..even },
        TmeasyTyre { peak_x_n: 1400.0, sliding_x_n: 1300.0, slope_x_n: 28e3, ..even },
    );
    for tyre in [even, weak_y, weak_x] {
        let plain = Footprint::plain(tyre.nominal_load_n, Vec2 { x: 0.0, y: 0.0 });
        let mut most = Vec2 { x: 0.0_f64, y: 0.0_f64 };
        for along in 0..160 {
            for across in 0..160 {
                let s = Vec2 { x: f64::from(along) * 2.5e-3, y: f64::from(across) * 5e-3 };
                let kappa = s.x / (1.0 - s.x);
                let slip = Vec2 { x: kappa, y: s.y * (1.0 + kappa) };
                let force = tyre.steady(&plain.with_slip(slip)).force;
                (most.x, most.y) = (most.x.max(force.x), most.y.max(force.y));
            }
        }
        let peak = tyre.peak_n(&plain);
        for (found, expected) in [(most.x, peak.x), (most.y, peak.y)] {
            assert!(found <= expected * (1.0 + 1e-12), "{found} N beyond {expected} N");
            assert!(found > 0.998 * expected, "{found} N, never {expected} N");
        }
    }
    let beyond = 3300.0_f64.powi(2) / (2.0 * (3300.0_f64.powi(2) - 1500.0_f64.powi(2)).sqrt());
    let found = weak_y.peak_n(&Footprint::plain(3000.0, Vec2 { x: 0.0, y: 0.0 })).y;
    assert!((found / beyond - 1.0).abs() < 1e-12, "{found}, not {beyond} N");
}
