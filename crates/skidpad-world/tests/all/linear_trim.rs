//! Steady states of every model, and what follows from its matrices there.
#![allow(clippy::disallowed_methods)]

use skidpad_core::controls::Gear;
use skidpad_core::surface::Surface;
use skidpad_models::MODELS;
use skidpad_workload::vehicle;
use skidpad_world::channel::CarChannels;
use skidpad_world::channel::place_of;
use skidpad_world::linear::{NoTrim, Response, Wish, eigenvalues, matters, stability, trim};
use skidpad_world::manoeuvre::{SWEEP_HZ, Subject, frequency_response, linear_response};
use skidpad_world::models::{Cars, ModelInfo};
use skidpad_world::rolling::CarChoice;

fn choice<'a>(model: &ModelInfo, vehicle: &'a skidpad_core::spec::Vehicle<f64>) -> CarChoice<'a> {
    match model.cars {
        Cars::Own(names) => CarChoice::Own(names[0]),
        Cars::Fixed => CarChoice::Own(model.name),
        Cars::Vehicles => CarChoice::Vehicle(vehicle),
    }
}

#[test]
fn a_car_that_cannot_corner_so_fast_says_what_it_can() {
    let vehicle = vehicle(5).linearisable();
    let model = MODELS.by_name("single_track").expect("listed");
    let wish = Wish { speed_m_s: 20.0, lateral_m_s2: 25.0, gear: Some(Gear::Forward(3)) };
    let found = trim(model, &CarChoice::Vehicle(&vehicle), &wish, &Surface::asphalt());
    assert!(matches!(found, Err(NoTrim::Changes { .. } | NoTrim::OtherAcceleration(_))), "{found:?}");
    let model = MODELS.by_name("straight_line").expect("listed");
    assert_eq!(
        trim(model, &CarChoice::Vehicle(&vehicle), &wish, &Surface::asphalt()).expect_err("it does not turn"),
        NoTrim::DoesNotTurn
    );
}

/// The linear car of the workload W1 has a closed form: two axles of stiffness C_f and C_r at the distances a and b.
#[test]
fn the_linear_cars_eigenvalues_gain_and_speed_are_the_textbooks() {
    let model = MODELS.by_name("w1").expect("listed");
    let (m, j, a, b, cf, cr) = (1500.0, 2250.0, 1.2, 1.5, 80_000.0, 80_000.0);
    let v = 20.0;
    let wish = Wish { speed_m_s: v, lateral_m_s2: 0.0, gear: None };
    let car = CarChoice::Own("w1");
    let question = trim(model, &car, &wish, &Surface::asphalt()).expect("straight ahead");
    let linear = model.linearise(&car, &question).expect("its car").linear;
    // x = (v_y, r): the two eigenvalues of the plane motion beside those of place, heading and speed.
    let trace = -(cf + cr) / (m * v) - (a * a * cf + b * b * cr) / (j * v);
    let determinant = (cf + cr) / (m * v) * (a * a * cf + b * b * cr) / (j * v)
        - (-(a * cf - b * cr) / (m * v) - v) * (-(a * cf - b * cr) / (j * v));
    let all = eigenvalues(&linear.a).expect("finite");
    let found: Vec<_> = all.iter().filter(|value| value.re.abs() > 1e-9).collect();
    let (sum, product) = match found[..] {
        [one, other] => (one.re + other.re, one.re * other.re - one.im * other.im),
        _ => panic!("{all:?}"),
    };
    assert!(
        (sum - trace).abs() < 1e-9 * trace.abs() && (product - determinant).abs() < 1e-9 * determinant,
        "{all:?}"
    );
    let found = stability(model, &linear, v, Some(a + b)).expect("it steers");
    let gradient = m / (a + b) * (b / cf - a / cr);
    assert!((found.understeer_rad_s2_m.unwrap() - gradient).abs() < 1e-9, "{found:?}");
    assert!(
        (found.characteristic_speed_m_s.unwrap() - ((a + b) / gradient).sqrt()).abs() < 1e-4,
        "{found:?}"
    );
    assert_eq!(found.critical_speed_m_s, None);
    // At high frequencies the yaw rate is that of a body that a force turns: a C_f / (J omega).
    let yaw_rate = CarChannels::resolve(&model.layout()).yaw_rate.expect("it turns");
    let response = Response::to_steering(model, &linear, &[yaw_rate]).expect("it steers");
    let hz = 200.0;
    let gain = response.at_hz(hz).expect("stable")[0];
    let expected = a * cf / (j * std::f64::consts::TAU * hz);
    assert!((gain.re.hypot(gain.im) / expected - 1.0).abs() < 1e-3, "{gain:?} {expected}");
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    /// The measured answers to a sine sweep of small steering are those of the linear equations.
    #[test]
    #[ignore = "long: some seconds"]
    fn the_sine_sweep_measures_what_the_linear_equations_say() {
        let vehicle = vehicle(5).linearisable();
        // Not TMeasy's tyres: their slope follows the direction of the slip, so that a sine as small as the slip of the driven
        // wheels is not small.
        for name in ["single_track", "two_track", "two_track_sprung", "two_track_magic"] {
            let model = MODELS.by_name(name).expect("listed");
            let subject = Subject::vehicle(model, &vehicle);
            let linear = linear_response(&subject, 25.0, &SWEEP_HZ).expect("a steady state straight ahead");
            let measured = frequency_response(&subject, 25.0, 0.001, &SWEEP_HZ).expect("driven").at;
            for (linear, measured) in linear.iter().zip(&measured) {
                let gains = [
                    measured.yaw_rate_gain_1_s / linear.yaw_rate_gain_1_s,
                    measured.lateral_gain_m_s2 / linear.lateral_gain_m_s2,
                ];
                let phases = [
                    measured.yaw_rate_phase_rad - linear.yaw_rate_phase_rad,
                    measured.lateral_phase_rad - linear.lateral_phase_rad,
                ];
                assert!(gains.iter().all(|gain| (gain - 1.0).abs() < 0.01), "{name} {measured:?} {linear:?}");
                assert!(phases.iter().all(|phase| phase.abs() < 0.015), "{name} {measured:?} {linear:?}");
            }
        }
    }

    /// Every model finds a steady turn at 20 m/s, straight ahead and, where it turns, with 3 m/s^2; nothing but place and heading
    /// changes there.
    #[test]
    #[ignore = "long: some seconds"]
    fn every_model_has_a_steady_state() {
        let vehicle = vehicle(5).linearisable();
        let mut failed = Vec::new();
        for model in &MODELS {
            let car = choice(model, &vehicle);
            let lateral = model.trace.iter().any(|channel| channel.name == "acceleration_y_m_s2");
            let wishes: &[f64] = if lateral { &[0.0, 3.0, -2.0] } else { &[0.0] };
            for &lateral_m_s2 in wishes {
                let wish = Wish { speed_m_s: 20.0, lateral_m_s2, gear: None };
                let question = match trim(model, &car, &wish, &Surface::asphalt()) {
                    Ok(question) => question,
                    // Wheels that roll without slip until they slide, and wheels that are driven by either of two laws, have no
                    // slopes that lead there.
                    Err(_)
                        if ["ackermann", "commonroad_std"].contains(&model.name) && lateral_m_s2 != 0.0 =>
                    {
                        continue;
                    }
                    Err(_) if model.name == "commonroad_mb" => continue,
                    Err(why) => {
                        failed.push(format!("{} at {lateral_m_s2} m/s^2: {why}", model.name));
                        continue;
                    }
                };
                let answer = model.evaluate(&car, &question).expect("a state of the model");
                // The search scaled it: a table showed an attitude of the length 0.33.
                if let Some(names) = model.unit_quaternion {
                    let parts = names.map(|name| question.state[place_of(model.states, name).unwrap()]);
                    let square: f64 = parts.iter().map(|part| part * part).sum();
                    assert!((square - 1.0).abs() < 1e-12, "{}: {parts:?}", model.name);
                }
                let linear = model.linearise(&car, &question).expect("a state of the model").linear;
                for (place, (channel, rate)) in model.states.iter().zip(&answer.derivative).enumerate() {
                    let is_place = ["x_m", "y_m", "yaw_rad", "position_m", "rear_x_m", "rear_y_m"]
                        .contains(&channel.name);
                    if !is_place && matters(&linear, place) && rate.abs() > 1e-3 {
                        failed.push(format!(
                            "{} at {lateral_m_s2} m/s^2: {} changes by {rate}",
                            model.name, channel.name
                        ));
                    }
                }
            }
        }
        assert!(failed.is_empty(), "{}", failed.join("\n"));
    }
}
