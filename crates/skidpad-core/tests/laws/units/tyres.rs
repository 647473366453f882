//! Tyres in two systems of units, and the geometry of the Magic Formula by its own equations.

use skidpad_core::math::Vec2;
use skidpad_core::record::{Channels, Record};
use skidpad_core::tyre::magic_formula::{Coefficients, MagicFormula, Mode, Question, Size, Vertical};
use skidpad_core::tyre::{Footprint, SteadyTyre, WheelMotion};
use skidpad_texts::rars::{Friction, FrictionLaw};

use super::scales::{SHORTER, first_other, numbers};
use crate::magic_formula_support::{coefficients, old};
use crate::support::Numbers;
use crate::tyre_laws::{brush, carcass, fiala, tmeasy};

fn other_coefficients(c: &Coefficients<f64>) -> Coefficients<f64> {
    let mut other = *c;
    (other.size, other.limits) = (SHORTER.of(&c.size), SHORTER.of(&c.limits));
    other.structure = SHORTER.of(&c.structure);
    other
}

/// Bounds near zero have no units: 1e-6 in the sign of a slip, which the book has, and 1e-3 m/s at rest.
fn same<X: Record<f64> + Channels>(one: &X, other: &X, what: &str) {
    let found = first_other(X::CHANNELS, (&numbers(one), &numbers(other)), &SHORTER.factors::<X>(), 1e-4);
    assert_eq!(found, None, "{what}");
}

/// Forces, moments, trail, stiffnesses and relaxation lengths, at any slip, camber, pressure and speed, slow ones and
/// backwards included.
#[test]
fn magic_formula() {
    let mut random = Numbers::new(3);
    for c in [coefficients(), old()] {
        for mode in [Mode::Driving, Mode::Book, Mode::COMMON] {
            let tyres = [MagicFormula::new(&c, mode), MagicFormula::new(&other_coefficients(&c), mode)];
            for _ in 0..200 {
                let asked = Question {
                    load_n: random.between(50.0, 9000.0),
                    kappa: random.between(-0.5, 0.5),
                    alpha_rad: random.between(-0.3, 0.3),
                    gamma_rad: random.between(-0.1, 0.1),
                    speed_m_s: random.pick(&[30.0, 10.0, 0.7, -0.5, -20.0]),
                    pressure_pa: c.size.nominal_pressure_pa * random.between(0.8, 1.2),
                };
                let other = Question {
                    load_n: asked.load_n * SHORTER.factor("N"),
                    speed_m_s: asked.speed_m_s * SHORTER.factor("m/s"),
                    pressure_pa: asked.pressure_pa * SHORTER.factor("Pa"),
                    ..asked
                };
                same(&tyres[0].answer(&asked), &tyres[1].answer(&other), &format!("{mode:?} {asked:?}"));
            }
        }
    }
}

/// A tyre's springing: every figure another.
fn vertical() -> (Vertical<f64>, Size<f64>) {
    let vertical = Vertical {
        stiffness_n_m: 210e3,
        damping_n_s_m: 50.0,
        width_m: 0.205,
        rim_radius_m: 0.2,
        breff: 8.4,
        dreff: 0.27,
        freff: 0.07,
        q_re0: 0.996,
        q_v1: 7.15e-4,
        q_v2: 0.05,
        q_fz2: 14.0,
        q_fcx: 0.1,
        q_fcy: 0.1,
        pfz1: 0.7,
        q_ra1: 0.67,
        q_ra2: 0.73,
        q_rb1: 1.06,
        q_rb2: -1.19,
    };
    (vertical, Size { nominal_pressure_pa: 220e3, ..coefficients().size })
}

/// Besselink, Schmeitz and Pacejka 2010, equations 1, 4, 5, 7, 9 and 10: the deflection carries the load, the radius is that
/// of a wheel that spins as fast as the radius says, and the patch follows from load and stiffness.
#[test]
fn radius_and_patch_are_those_of_the_equations() {
    let (tyre, size) = vertical();
    let (r0, fz0) = (size.unloaded_radius_m, size.nominal_load_n);
    for load in [500.0, 4000.0, 9000.0] {
        for (pressure, speed) in [(220e3, 16.7), (180e3, 40.0), (260e3, 70.0)] {
            let pressed = 1.0 + tyre.pfz1 * (pressure / 220e3 - 1.0);
            // (4), with q_Fz1 such that C_z0 is the slope at the nominal load: C_z0 R0 / F_z0 = root(q1^2 + 4 q2).
            let slope = tyre.stiffness_n_m * r0 / fz0;
            let q1 = (slope * slope - 4.0 * tyre.q_fz2).sqrt();
            let rho = tyre.deflection_m(&size, load, pressure) / r0;
            let carried = (q1 * rho + tyre.q_fz2 * rho * rho) * pressed * fz0;
            assert!((carried / load - 1.0).abs() < 1e-12, "{load} {pressure}: {carried} N");
            // (1) and (7).
            let radius = tyre.effective_radius_m(&size, load, speed, pressure);
            let spin = speed / radius;
            let free = r0 * (tyre.q_re0 + tyre.q_v1 * (r0 * spin / size.nominal_speed_m_s).powi(2));
            let stiffness = tyre.stiffness_n_m * pressed;
            let share = load / fz0;
            let sinks = fz0 / stiffness * (tyre.dreff * (tyre.breff * share).atan() + tyre.freff * share);
            assert!((radius - (free - sinks)).abs() < 1e-8, "{load} {pressure} {speed}: {radius} m");
            // (9) and (10).
            let depth = load / (stiffness * r0);
            let (a, b) = tyre.patch_m(&size, load, pressure);
            let length = r0 * (tyre.q_ra2 * depth + tyre.q_ra1 * depth.sqrt());
            let width = tyre.width_m * (tyre.q_rb2 * depth + tyre.q_rb1 * depth.cbrt());
            assert!((a / length - 1.0).abs() < 1e-12 && (b / width - 1.0).abs() < 1e-12, "{a} {b}");
        }
    }
}

/// The elastic tyre of a law: force, rate and moments of any motion, deflection and step.
fn elastic<L: SteadyTyre<f64>>(law: &L, other_law: &L) {
    let mut random = Numbers::new(9);
    let spring = carcass();
    let other_spring = SHORTER.of(&spring);
    let [force, length, speed, time] = ["N", "m", "m/s", "s"].map(|unit| SHORTER.factor(unit));
    let near = |found: f64, one: f64, factor: f64, size: f64, what: &str| {
        let expected = one * factor;
        assert!((found - expected).abs() <= 1e-6 * size * factor, "{what}: {found}, not {expected}");
    };
    for _ in 0..400 {
        let at = Footprint {
            camber_rad: random.between(-0.1, 0.1),
            grip: random.between(0.3, 1.1),
            ..Footprint::plain(random.between(200.0, 7000.0), Vec2 { x: 0.0, y: 0.0 })
        };
        let ahead = random.pick(&[1.0, -1.0]) * random.between(1.0, 40.0);
        let motion = WheelMotion {
            hub_m_s: Vec2 { x: ahead, y: random.between(-3.0, 3.0) },
            tread_m_s: ahead * random.between(0.8, 1.2),
        };
        let u = Vec2 { x: random.between(-0.02, 0.02), y: random.between(-0.03, 0.03) };
        let step_s = random.pick(&[0.0, 0.0005, 0.004]);
        let other_at = Footprint { load_n: at.load_n * force, ..at };
        let other_motion = WheelMotion {
            hub_m_s: Vec2 { x: motion.hub_m_s.x * speed, y: motion.hub_m_s.y * speed },
            tread_m_s: motion.tread_m_s * speed,
        };
        let other_u = Vec2 { x: u.x * length, y: u.y * length };
        let one = spring.contact(law, &at, &u, &motion, step_s);
        let other = other_spring.contact(other_law, &other_at, &other_u, &other_motion, step_s * time);
        near(other.force.x, one.force.x, force, at.load_n, "longitudinal force");
        near(other.force.y, one.force.y, force, at.load_n, "lateral force");
        near(other.rate_m_s.x, one.rate_m_s.x, speed, 40.0, "longitudinal rate");
        near(other.rate_m_s.y, one.rate_m_s.y, speed, 40.0, "lateral rate");
        near(other.deflection_slip.x, one.deflection_slip.x, 1.0, 10.0, "slip of the force");
        let (here, there) = (
            spring.moments(law, &at, &one, motion.hub_m_s.x),
            other_spring.moments(other_law, &other_at, &other, other_motion.hub_m_s.x),
        );
        near(there.aligning_nm, here.aligning_nm, force * length, at.load_n, "aligning moment");
        let (held, other_held) =
            (spring.limited(law, &at, &u), other_spring.limited(other_law, &other_at, &other_u));
        near(other_held.x, held.x, length, 0.1, "longitudinal deflection");
        near(other_held.y, held.y, length, 0.1, "lateral deflection");
    }
}

#[test]
fn elastic_tyres() {
    elastic(&brush(), &SHORTER.of(&brush()));
    elastic(&fiala(), &SHORTER.of(&fiala()));
    elastic(&tmeasy(), &SHORTER.of(&tmeasy()));
    let c = coefficients();
    elastic(
        &MagicFormula::new(&c, Mode::Driving),
        &MagicFormula::new(&other_coefficients(&c), Mode::Driving),
    );
}

/// The slope that comes with each friction function of RARS is its derivative, and the force is what the function says.
#[test]
fn friction_functions_have_their_slopes() {
    for law in FrictionLaw::ALL {
        let friction = Friction { law: law.number(), largest_n: 5000.0, k_m_s: 0.6 };
        for slip in [1e-4, 0.005, 0.011, 0.3, 0.59, 0.7, 2.0, 20.0] {
            let step = 1e-5 * slip;
            let per_force = |slip: f64| friction.slip_per_force(slip).0;
            let slope = (per_force(slip + step) - per_force(slip - step)) / (2.0 * step);
            let found = friction.slip_per_force(slip).1;
            assert!((found - slope).abs() < 1e-6 * (slope.abs() + 1e-4), "{law:?} {slip}: {found} {slope}");
            let x: f64 = slip / 0.6;
            let share = match law {
                FrictionLaw::Hyperbolic => x / (1.0 + x),
                FrictionLaw::Exponential => -f64::exp_m1(-x),
                FrictionLaw::PiecewiseLinear => x.min(1.0),
                FrictionLaw::Falling => 3.0 * x * (x + 1.0) / (4.0 * x * x + x + 1.0),
            };
            let force = friction.force_n(slip);
            assert!((force / (5000.0 * share) - 1.0).abs() < 1e-8, "{law:?} {slip}: {force} N");
        }
    }
}
