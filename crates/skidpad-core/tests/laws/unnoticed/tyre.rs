//! Elastic tyres and the Magic Formula.

use skidpad_core::math::Vec2;
use skidpad_core::record;
use skidpad_core::record::Flag;
use skidpad_core::tyre::magic_formula::{Coefficients, MagicFormula, Mode, Question};
use skidpad_core::tyre::{CombinedTyre, Footprint, Relaxation, SteadyTyre, TyreForce, WheelMotion};
use skidpad_testing::for_all;

use crate::magic_formula_support::coefficients;
use crate::tyre_laws::{carcass, similar};

record! {
    /// A tyre that pushes, without any slip, forwards and laterally.
    pub struct PushingTyre {
        /// Force over slip.
        stiffness_n: "N" [0.0, 1e6],
        /// Force forwards at no slip.
        ahead_n: "N" [-1e5, 1e5],
        /// Force to the left at no slip.
        left_n: "N" [-1e5, 1e5],
        /// Slope at no slip over that of the force here: above 1 as for a tyre at a slip where it slides.
        steeper: "-" [1.0, 10.0],
    }
}

impl SteadyTyre<f64> for PushingTyre<f64> {
    fn steady(&self, at: &Footprint<f64>) -> TyreForce<f64> {
        let slope = self.stiffness_n;
        TyreForce::from_force(Vec2 {
            x: slope * at.slip.x + self.ahead_n,
            y: slope * at.slip.y + self.left_n,
        })
    }
    fn peak_n(&self, _: &Footprint<f64>) -> Vec2<f64> {
        Vec2 { x: 4000.0, y: 4000.0 }
    }
    fn slip_stiffness_n(&self, _: &Footprint<f64>) -> Vec2<f64> {
        let slope = self.steeper * self.stiffness_n;
        Vec2 { x: slope, y: slope }
    }
    fn offset_n(&self, _: &Footprint<f64>) -> Vec2<f64> {
        Vec2 { x: self.ahead_n, y: self.left_n }
    }
}

fn rolling(hub_m_s: f64, tread_m_s: f64) -> WheelMotion<f64> {
    WheelMotion { hub_m_s: Vec2 { x: hub_m_s, y: 0.0 }, tread_m_s }
}

/// The longitudinal deflection decayed to nothing instead of to that of the law's force at no slip: a tyre with an offset
/// of its longitudinal force lost it while rolling. In either direction the deflection of a wheel that rolls without slip
/// ends where the springs give the offset, at rest there, and goes there at the rate c = v k / S.
#[test]
fn longitudinal_deflection_forgot_its_offset() {
    let springs = carcass();
    let (speed, at) = (20.0, Footprint::plain(4000.0, Vec2 { x: 0.0, y: 0.0 }));
    for (ahead_n, left_n) in [(300.0, 0.0), (-150.0, 0.0), (0.0, 200.0), (250.0, -350.0)] {
        let law = PushingTyre { stiffness_n: 80e3, ahead_n, left_n, steeper: 1.0 };
        let motion = rolling(speed, speed);
        let rest = Vec2 { x: ahead_n / springs.longitudinal_n_m, y: left_n / springs.lateral_n_m };
        let still = springs.contact(&law, &at, &rest, &motion, 0.0);
        assert!(still.rate_m_s.quick_norm() < 1e-15, "at rest where it rests: {still:?}");
        assert!((still.force.x - ahead_n).abs() < 1e-9 && (still.force.y - left_n).abs() < 1e-9, "{still:?}");
        for off in [1e-4, -3e-4] {
            let u = Vec2 { x: rest.x + off, y: rest.y - off };
            let rate = springs.contact(&law, &at, &u, &motion, 0.0).rate_m_s;
            let (cx, cy) = (
                speed * springs.longitudinal_n_m / law.stiffness_n,
                speed * springs.lateral_n_m / law.stiffness_n,
            );
            assert!((rate.x + cx * off).abs() < 1e-12 && (rate.y - cy * off).abs() < 1e-12, "{rate:?}");
        }
    }
}

/// A tread at rest on its springs was taken to adhere for a whole step that is long enough to carry it far past the
/// law's force. One that, adhering, would hold as much as the law within the step adheres; one that would hold twice as
/// much slides from the beginning, and the filter slows its intake by m = 6 h c.
#[test]
fn long_steps_ran_past_the_law() {
    let (law, springs, step) = (similar(1, true), carcass(), 2e-3);
    let at = Footprint::plain(4000.0, Vec2 { x: 0.0, y: 0.0 });
    let (force, peak) = (1.1 * 4000.0, 1.1 * 4000.0);
    let locked = |share: f64| {
        // The tread slides back as fast as the hub goes on: held after a step, over the law's force.
        let speed = share * force / (springs.longitudinal_n_m * step);
        let none = Vec2 { x: 0.0, y: 0.0 };
        (speed, springs.contact(&law, &at, &none, &rolling(speed, 0.0), step).rate_m_s.x)
    };
    for share in [0.3, 0.99] {
        let (speed, rate) = locked(share);
        assert!((rate + speed).abs() < 1e-9 * speed, "{share}: it adheres, {rate} m/s at {speed} m/s");
    }
    for share in [2.0, 5.0] {
        let (speed, rate) = locked(share);
        // c = V k / S with S = F / 1.
        let slowed = 6.0 * step * speed * springs.longitudinal_n_m / force;
        assert!((rate * slowed / -speed - 1.0).abs() < 1e-9, "{share}: it slides, {rate} m/s, m = {slowed}");
        assert!(springs.longitudinal_n_m * rate.abs() * step < peak, "{share}: beyond the law within a step");
    }
    let (speed, rate) = locked(2.5_f64.sqrt());
    // Half way, in squares, it slides by half: c is half as large.
    let slowed = 6.0 * step * 0.5 * speed * springs.longitudinal_n_m / force;
    assert!((rate * slowed / -speed - 1.0).abs() < 1e-9, "{rate} m/s, m = {slowed}");
}

/// Damping took all that the tread could still hold. It takes at most a quarter of it.
#[test]
fn damping_took_all_the_grip_there_was() {
    let law = similar(1, true);
    let springs = skidpad_core::tyre::Carcass { damping_s: 0.1, ..carcass() };
    let at = Footprint::plain(4000.0, Vec2 { x: 0.0, y: 0.0 });
    let peak = law.peak_n(&at).x;
    for share in [0.0, 0.2, 0.5, 0.65] {
        let u = Vec2 { x: share * peak / springs.longitudinal_n_m, y: 0.0 };
        // A standing tread that the hub pulls on: the damper alone would give 28 kN per m/s.
        for speed in [-1.0, -0.5] {
            let force = springs.contact(&law, &at, &u, &rolling(speed, 0.0), 0.0).force.x;
            let expected = (share + 0.25 * (1.0 - share)) * peak;
            assert!((force - expected).abs() < 1e-9 * peak, "{share}: {force} of {peak} N");
        }
        let slow = -1e-3;
        let force = springs.contact(&law, &at, &u, &rolling(slow, 0.0), 0.0).force.x;
        let expected = share * peak + 0.1 * springs.longitudinal_n_m * -slow;
        assert!((force - expected).abs() < 1e-9 * peak, "{share}: within the bound all of it, {force} N");
    }
}

/// Only sprint times noticed where the damping of the simple tyre fades: 1 up to 80 % of the peak, 0 from the peak on,
/// linear in the square between. What is read with damping stays on the rising part of the curve.
#[test]
fn adhesion_faded_elsewhere() {
    let tyre = Relaxation { inverse_length_1_m: 6.0, damping_s: 0.01, peak_slip: 0.1 };
    for (share, expected) in [
        (0.0, 1.0),
        (0.79, 1.0),
        (0.8, 1.0),
        (0.9, 0.19 / 0.36),
        (0.95, 0.0975 / 0.36),
        (1.0, 0.0),
        (3.0, 0.0),
    ] {
        for side in [1.0, -1.0] {
            let found: f64 = tyre.adhesion(side * share * 0.1);
            assert!((found - expected).abs() < 1e-12, "{share}: {found}, not {expected}");
        }
    }
    // a = tau / (1 + tau v / sigma), times the adhesion.
    let a = 0.01 / (1.0 + 0.01 * 20.0 * 6.0);
    for (share, adhesion) in [(0.5, 1.0), (0.9, 0.19 / 0.36)] {
        let read = tyre.damped_slip(share * 0.1, -2.0, 20.0);
        assert!((read - (share * 0.1 - 2.0 * a * adhesion)).abs() < 1e-15, "{share}: {read}");
    }
    for rate in [50.0, -50.0] {
        assert_eq!(tyre.damped_slip(0.05, rate, 0.0), 0.1_f64.copysign(rate), "no further than the peak");
    }
    assert_eq!(tyre.damped_slip(0.3, -50.0, 0.0), 0.3, "what slides is not damped");
}

/// A tyre of which only the curves of pure slip are left, with a camber.
fn pure(change: impl FnOnce(&mut Coefficients<f64>)) -> MagicFormula<f64> {
    let mut c = coefficients();
    let zero = skidpad_core::record::Record::splat(0.0);
    c.longitudinal = skidpad_core::tyre::magic_formula::LongitudinalCoefficients {
        pcx1: 1.6,
        pdx1: 1.1,
        pkx1: 22.0,
        ..zero
    };
    let zero = skidpad_core::record::Record::splat(0.0);
    c.lateral = skidpad_core::tyre::magic_formula::LateralCoefficients {
        pcy1: 1.3,
        pdy1: 1.0,
        pey1: -0.8,
        pky1: -20.0,
        pky2: 1.8,
        pky4: 2.0,
        ..zero
    };
    change(&mut c);
    MagicFormula::new(&c, Mode::Book)
}

fn asked(tyre: &MagicFormula<f64>, kappa: f64, alpha_rad: f64, gamma_rad: f64) -> Question<f64> {
    Question { kappa, alpha_rad, gamma_rad, ..tyre.plain_question(4000.0) }
}

/// Only reference data from outside the tree noticed p_Dx3: mu_x = p_Dx1 (1 - p_Dx3 gamma^2), 4.E13.
#[test]
fn pdx3_was_read_by_nobody() {
    let tyre = pure(|c| c.longitudinal.pdx3 = 8.0);
    for gamma in [0.0, 0.1, -0.1, 0.2_f64] {
        let answer = tyre.answer(&asked(&tyre, 0.3, 0.0, gamma));
        let mu = 1.1 * (1.0 - 8.0 * gamma.powi(2));
        assert!((answer.friction_x - mu).abs() < 1e-12, "{gamma}: {} {mu}", answer.friction_x);
        // D sin(C atan(B kappa)), B = K / (C D), K = 22 F_z.
        let d = mu * 4000.0;
        let force = d * (1.6 * (22.0 * 4000.0 / (1.6 * d) * 0.3).atan()).sin();
        assert!((answer.fx_n - force).abs() < 1e-3, "{gamma}: {} {force}", answer.fx_n);
    }
}

/// Only reference data from outside the tree noticed p_Ey4: E_y = p_Ey1 (1 - (p_Ey3 + p_Ey4 gamma*) sgn(alpha_y)), 4.E24.
#[test]
fn pey4_was_read_by_nobody() {
    let tyre = pure(|c| (c.lateral.pey3, c.lateral.pey4) = (0.1, -4.0));
    for (alpha, gamma) in [(0.2, 0.1), (-0.2, 0.1), (0.2, -0.1), (-0.15, -0.05), (0.1, 0.0_f64)] {
        let answer = tyre.answer(&asked(&tyre, 0.0, alpha, gamma));
        // alpha* = tan(alpha), gamma* = sin(gamma); K_ya < 0 in these axes.
        let (star, lean) = (f64::tan(alpha), gamma.sin());
        let k = answer.cornering_stiffness_n_rad;
        let (c, d) = (1.3, 4000.0);
        let e = f64::min(-0.8 * (1.0 - (0.1 - 4.0 * lean) * star.signum()), 1.0);
        let b = k / (c * d) * star;
        let force = d * (c * (b - e * (b - b.atan())).atan()).sin();
        assert!((answer.fy_n - force).abs() < 1e-3, "{alpha} {gamma}: {} {force}", answer.fy_n);
    }
}

/// A wheel that rolls backwards had its trail on the side of one that rolls forwards, and a standing one all of it. Seen
/// front for rear it is its own mirror image, with its moments about the upright and the lateral axis turned round; below
/// 0.1 m/s they fade in proportion to the speed.
#[test]
fn trail_did_not_turn_with_the_wheel() {
    let (law, springs) = (crate::tyre_laws::brush(), carcass());
    let at = Footprint::plain(4000.0, Vec2 { x: 0.0, y: 0.0 });
    let u = Vec2 { x: 0.0, y: 800.0 / springs.lateral_n_m };
    let moment = |hub_m_s: f64| {
        let moves = WheelMotion { hub_m_s: Vec2 { x: hub_m_s, y: 0.0 }, tread_m_s: hub_m_s };
        let contact = springs.contact(&law, &at, &u, &moves, 0.0);
        springs.moments(&law, &at, &contact, hub_m_s).aligning_nm
    };
    let ahead = moment(15.0);
    assert!(ahead < -5.0, "against the force to the left, by its trail: {ahead} N.m");
    assert!((moment(-15.0) + ahead).abs() < 1e-9 * ahead.abs(), "{} {ahead}", moment(-15.0));
    assert_eq!(moment(0.0), 0.0, "no trail without rolling");
    let slow: f64 = moment(0.1);
    for share in [0.5, 0.1, -0.5] {
        let found = moment(0.1 * share);
        assert!((found - share * slow).abs() < 0.02 * slow.abs(), "{share}: {found} of {slow}");
    }
}

/// With more damping than a rolling tread has time for, the force ran past what the law gives. The damping time is bounded
/// so that the force stays between the springs' and the law's own.
#[test]
fn damping_ran_past_the_law() {
    let law = PushingTyre { stiffness_n: 80e3, ahead_n: 0.0, left_n: 0.0, steeper: 1.0 };
    let springs = skidpad_core::tyre::Carcass { damping_s: 0.1, ..carcass() };
    let at = Footprint::plain(4000.0, Vec2 { x: 0.0, y: 0.0 });
    // A driven wheel: its tread is renewed as fast as the hub moves.
    let (slip, steady) = (0.005, law.stiffness_n * 0.005);
    for speed in [1.0, 5.0, 20.0, 60.0] {
        for share in [0.0, 0.5, 0.9, 1.1, 2.0] {
            let u = Vec2 { x: share * steady / springs.longitudinal_n_m, y: 0.0 };
            let motion = rolling(speed, speed * (1.0 + slip));
            let force = springs.contact(&law, &at, &u, &motion, 0.0).force.x;
            let part = (force / steady - share) / (1.0 - share);
            assert!((-1e-9..=1.0 + 1e-9).contains(&part), "{speed} m/s, {share}: {part} of the way");
        }
    }
}

/// The damping was bounded by the longitudinal relaxation alone: a tyre whose lateral relaxation is much the faster gave
/// energy. Of what a tread takes from wheel and body, all but the rate of what it stores is heat, never negative.
#[test]
fn lateral_damping_gave_energy() {
    let (peak_slip, tangent, share, relaxation) = (0.02, 0.5, 2.0, 6.0);
    for has_peak in [false, true] {
        let tyre = CombinedTyre {
            friction: 1.0,
            lateral_share: share,
            inverse_peak_slip: 1.0 / peak_slip,
            inverse_peak_tangent: 1.0 / tangent,
            rise: 2.2,
            sliding_share: 0.75,
            has_peak: Flag::from(has_peak),
            is_capped: Flag::from(!has_peak),
            inverse_relaxation_1_m: relaxation,
            // One stored energy for both directions: sigma_x kappa_p = r sigma_y lambda_p.
            inverse_lateral_relaxation_1_m: relaxation * share * tangent / peak_slip,
            damping_s: 0.05,
        };
        let (per_x, per_y) = tyre.per_slip_way();
        let inputs = (0.0..1.0, 0.0..6.3, -40.0..40.0, -3.0..3.0, -3.0..3.0);
        for_all(20_000, inputs, |(size, angle, hub_x, hub_y, faster)| {
            let e = Vec2 { x: size * f64::cos(angle), y: size * f64::sin(angle) };
            let hub = Vec2 { x: hub_x, y: hub_y };
            let tread = hub.x + faster;
            let now = tyre.contact(1.0, &e, tread, &hub);
            let steady = tyre.steady_force_over_load(1.0, &e);
            let taken = (now.above.x * (tread - hub.x) - now.above.y * hub.y) / now.below;
            let stored = steady.x * now.rate_1_s.x / per_x + steady.y * now.rate_1_s.y / per_y;
            assert!(taken - stored > -1e-12, "{e:?} {hub:?} {tread}: {} m/s", taken - stored);
        });
    }
}

/// Longitudinal and lateral offset could be mixed up, and a tread slid too early or too late. The force at no slip moves the
/// deflection at rest and nothing else: measured from there, the tread of a tyre that pushes moves on as that of one that
/// does not, adhering, sliding and between.
#[test]
fn an_offset_moves_the_rest_and_nothing_else() {
    let (springs, at) = (carcass(), Footprint::plain(4000.0, Vec2 { x: 0.0, y: 0.0 }));
    let even = PushingTyre { stiffness_n: 80e3, ahead_n: 0.0, left_n: 0.0, steeper: 3.0 };
    for (ahead_n, left_n) in [(300.0, 0.0), (0.0, -250.0), (-200.0, 350.0)] {
        let pushing = PushingTyre { ahead_n, left_n, ..even };
        let rest = Vec2 { x: ahead_n / springs.longitudinal_n_m, y: left_n / springs.lateral_n_m };
        for (kappa, lambda) in [(0.01, 0.0), (0.0, 0.01), (0.008, -0.012)] {
            let motion =
                WheelMotion { hub_m_s: Vec2 { x: 20.0, y: -20.0 * lambda }, tread_m_s: 20.0 * (1.0 + kappa) };
            for share in [0.2, 0.75, 0.85, 0.95, 1.1] {
                // A share of the law's force.
                let u = Vec2 {
                    x: share * 80e3 * kappa / springs.longitudinal_n_m,
                    y: share * 80e3 * lambda / springs.lateral_n_m,
                };
                let moved = Vec2 { x: u.x + rest.x, y: u.y + rest.y };
                let expected = springs.contact(&even, &at, &u, &motion, 0.0).rate_m_s;
                let found = springs.contact(&pushing, &at, &moved, &motion, 0.0).rate_m_s;
                let off = Vec2 { x: found.x - expected.x, y: found.y - expected.y };
                assert!(off.quick_norm() < 1e-9, "{share}: {found:?}, not {expected:?} m/s");
            }
        }
    }
}
