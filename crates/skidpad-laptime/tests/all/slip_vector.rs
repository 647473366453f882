//! The envelope of RARS's car against its model, and against figures of the program.

use skidpad_core::math::Real;
use skidpad_core::model::Model;
use skidpad_core::record::{Flag, Record};
use skidpad_core::units::feet;
use skidpad_laptime::slip_vector::{SlipVectorEnvelope, tread_for};
use skidpad_laptime::{Envelope, Point};
use skidpad_testing::Random;
use skidpad_texts::rars::FrictionLaw;
use skidpad_texts::slip_vector::rars::{FULL_TANK_KG, GRAVITY_M_S2, Ground, car, road};
use skidpad_texts::slip_vector::{
    SlipVector, SlipVectorCar, SlipVectorInput, SlipVectorMode, SlipVectorState, SlipVectorTrace, friction_on,
};

fn point(speed_m_s: f64, lateral_m_s2: f64) -> Point {
    Point { normal_m_s2: GRAVITY_M_S2, ..Point::level(speed_m_s, lateral_m_s2) }
}

/// Trace of the model for a tread at an angle and a speed, on the program's road.
fn modelled(
    car: &SlipVectorCar<f64>,
    speed_m_s: f64,
    alpha_rad: f64,
    tread_m_s: f64,
) -> SlipVectorTrace<f64> {
    let (sin, cos) = Real::sin_cos(alpha_rad);
    let state = SlipVectorState {
        velocity_x_m_s: speed_m_s * cos,
        velocity_y_m_s: -speed_m_s * sin,
        ..Record::splat(0.0)
    };
    // With endless power the tread is as fast as it is commanded.
    let car = SlipVectorCar { power_w: 1e12, ..*car };
    let input =
        SlipVectorInput { commanded_m_s: tread_m_s, alpha_rad, power_share: 1.0, ..Record::splat(0.0) };
    let mode = SlipVectorMode { stands: Flag::from(false) };
    let brake = 1.0 - tread_m_s / (speed_m_s * cos);
    let input = if brake > 0.0 {
        SlipVectorInput { commanded_m_s: 0.0, power_share: 0.0, brake, ..input }
    } else {
        input
    };
    SlipVector::evaluate(&car, &mode, &state, &input, &road()).1
}

/// Accelerations at full throttle that the program's equations give, with a full tank on surface 1, ft/s^2 over ft/s; and the speed at which
/// drag takes all of the power, 248.6 ft/s.
#[test]
fn full_throttle_is_that_of_the_program() {
    let whole = car(Ground::Exponential, FULL_TANK_KG);
    // Its search for the tread's speed ends at 0.9975 of the power.
    let searched = SlipVectorCar { power_w: 0.9975 * whole.power_w, ..whole };
    let most_of = |car: SlipVectorCar<f64>, speed_ft_s: f64| {
        let range = SlipVectorEnvelope::new(car, road()).range(&point(feet(speed_ft_s), 0.0));
        range.unwrap().most_m_s2() / feet(1.0)
    };
    for (speed_ft_s, published) in
        [(20.0, 33.77), (50.0, 23.67), (100.0, 11.59), (150.0, 6.48), (200.0, 2.98)]
    {
        let found = most_of(searched, speed_ft_s);
        assert!((found - published).abs() < 0.006, "{speed_ft_s} ft/s: {found}, not {published}");
    }
    let most = |speed_ft_s: f64| most_of(whole, speed_ft_s);
    assert!(most(248.5) > 0.0 && most(248.7) < 0.0, "{} {}", most(248.5), most(248.7));
}

/// No motion of the tread that the power and the angle allow gives a force beyond the envelope, and the motions at its ends are those of
/// the model.
#[test]
fn the_envelope_holds_every_force_of_the_model() {
    let mut random = Random::new(7);
    for law in FrictionLaw::ALL {
        for friction in [0.4, 1.05] {
            let car = SlipVectorCar { friction_law: law.number(), friction, ..car(Ground::Exponential, 0.0) };
            let envelope = SlipVectorEnvelope::new(car, road());
            for _ in 0..3000 {
                let speed_m_s = random.between(5.0, 70.0);
                let alpha_rad = random.between(-1.0, 1.0) * if random.chance(0.7) { 0.2 } else { 1.0 };
                let tread_m_s = random.between(0.0, 1.3) * speed_m_s;
                let trace = modelled(&car, speed_m_s, alpha_rad, tread_m_s);
                assert!((trace.tread_m_s - tread_m_s).abs() < 1e-6 * speed_m_s);
                if trace.power_w > car.power_w {
                    continue;
                }
                let drag_n = 0.5 * road().air_density_kg_m3 * car.drag_area_m2 * speed_m_s * speed_m_s;
                let along_m_s2 = (trace.tangential_force_n - drag_n) / car.mass_kg;
                let lateral_m_s2 = (1.0 - 1e-9) * trace.normal_force_n / car.mass_kg;
                let range = envelope.range(&point(speed_m_s, lateral_m_s2));
                let range = range.unwrap_or_else(|| panic!("{law:?} {speed_m_s} {alpha_rad} {tread_m_s}"));
                let (least, most) = (range.braking_m_s2, range.power_m_s2);
                assert!(
                    (least - 1e-4..=most + 1e-4).contains(&along_m_s2),
                    "{law:?} at {speed_m_s} m/s, {alpha_rad} rad, {tread_m_s} m/s: {along_m_s2} of {least} to {most}"
                );
            }
        }
    }
}

/// The ends of the envelope are forces that the model has, with the power that it has.
#[test]
fn the_model_reaches_the_ends_of_the_envelope() {
    for law in FrictionLaw::ALL {
        let car = SlipVectorCar { friction_law: law.number(), ..car(Ground::Exponential, 0.0) };
        let envelope = SlipVectorEnvelope::new(car, road());
        for speed_m_s in [8.0, 20.0, 45.0, 70.0] {
            let most_m_s2 = envelope.spare_m_s2(&point(speed_m_s, 0.0));
            for share in [0.0, 0.5, 0.9, 0.99] {
                let at = point(speed_m_s, share * most_m_s2);
                let range = envelope.range(&at).unwrap();
                let drag_n = 0.5 * road().air_density_kg_m3 * car.drag_area_m2 * speed_m_s * speed_m_s;
                let load_n = car.mass_kg * GRAVITY_M_S2;
                let friction = friction_on(&car, &road(), load_n, speed_m_s);
                for along_m_s2 in [range.braking_m_s2, range.power_m_s2] {
                    // A hair inside, as the friction of a rising function has no slip at its largest.
                    let force_n = [along_m_s2 * car.mass_kg + drag_n, at.lateral_m_s2 * car.mass_kg]
                        .map(|part| (1.0 - 1e-7) * part);
                    let motion = tread_for(&friction, speed_m_s, force_n);
                    let trace = modelled(&car, speed_m_s, motion.alpha_rad, motion.tread_m_s);
                    let off_n =
                        Real::hypot(trace.tangential_force_n - force_n[0], trace.normal_force_n - force_n[1]);
                    assert!(off_n < 1e-3 * load_n, "{law:?} {speed_m_s} {share}: {off_n} N");
                    assert!(trace.power_w < 1.001 * car.power_w, "{law:?}: {} W", trace.power_w);
                    assert!((trace.power_w - motion.power_w).abs() < 1e-3 * car.power_w);
                }
            }
        }
    }
}

/// On a circle the car is held by its friction and, where the slip's heat counts, by its power: 2 ft/s and u = l / (K + l) leave the hyperbolic
/// car much less of its grip than the exponential one.
#[test]
fn cornering_takes_power() {
    let spare = |ground: Ground| {
        SlipVectorEnvelope::new(car(ground, 0.0), road()).spare_m_s2(&point(40.0, 0.0)) / GRAVITY_M_S2
    };
    let (exponential, hyperbolic) = (spare(Ground::Exponential), spare(Ground::Hyperbolic));
    assert!((exponential - 1.05).abs() < 1e-6, "{exponential}");
    // 1e5 ft lb/s over 75 slug of 32.2 ft/s^2 is 41.4 ft/s of slip at all of the grip: 41.4 / 43.4 of it and a little more, as it may brake.
    assert!((0.954..0.975).contains(&hyperbolic), "{hyperbolic}");
}
