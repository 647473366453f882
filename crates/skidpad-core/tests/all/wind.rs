//! Wind from any side: the same to every model that turns, and to a model that turns with it.
#![allow(clippy::disallowed_methods)]

use crate::outlined;
use crate::support;

use core::f64::consts::FRAC_PI_2;

use skidpad_core::controls::Command;
use skidpad_core::model::{Model, SingleTrack, SingleTrackCar, SingleTrackMode, SingleTrackState};
use skidpad_core::record::{Channels, Record};
use skidpad_core::surface::Surface;
use skidpad_special::{Kinematic, KinematicCar, KinematicState};
use skidpad_texts::ackermann::Ackermann;
use skidpad_texts::ackermann::{AckermannCar, AckermannState};
use skidpad_texts::slip_vector::{SlipVector, SlipVectorCar};
use skidpad_texts::slip_vector::{SlipVectorInput, SlipVectorState};
use support::{build, coast, manual};

fn numbers<X: Record<f64>>(record: &X) -> Vec<f64> {
    let mut numbers = vec![0.0; X::LEN];
    record.store(&mut numbers.as_mut_slice());
    numbers
}

fn place<X: Channels>(name: &str) -> usize {
    X::CHANNELS.iter().position(|channel| channel.name == name).unwrap()
}

/// With its heading and the wind turned by any angle, all rates are the same but those of the place; and the wind
/// is felt at all.
fn check_turned<M: Model>(
    car: &M::Car<f64>,
    mode: &M::Mode<f64>,
    state: &M::State<f64>,
    input: &M::Input<f64>,
) {
    let (x, y, yaw) =
        (place::<M::State<f64>>("x_m"), place::<M::State<f64>>("y_m"), place::<M::State<f64>>("yaw_rad"));
    let rate = |heading: f64, headwind_m_s: f64, crosswind_m_s: f64| {
        let mut turned = numbers(state);
        turned[yaw] = heading;
        let road = Surface { headwind_m_s, crosswind_m_s, ..Surface::asphalt() };
        let mut rate = numbers(
            &outlined::evaluate::<M, _>(car, mode, &M::State::load(&turned.as_slice()), input, &road).0,
        );
        (rate[x], rate[y]) = (0.0, 0.0);
        rate
    };
    for (ahead, left) in [(12.0, 0.0), (0.0, 12.0), (-5.0, 9.0), (7.0, -20.0)] {
        let expected = rate(0.0, ahead, left);
        assert_ne!(expected, rate(0.0, 0.0, 0.0), "{}: the wind is felt", M::NAME);
        for turn in [FRAC_PI_2, -FRAC_PI_2, 1.0, 3.0] {
            let (sin, cos) = (turn.sin(), turn.cos());
            let found = rate(turn, ahead * cos - left * sin, ahead * sin + left * cos);
            for (found, expected) in found.iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{} {turn}", M::NAME);
            }
        }
    }
}

#[test]
fn wind_turns_with_the_road() {
    let vehicle = build(&manual());
    let command = Command { steer_rad: 0.05, ..coast(0.0) };
    let car = SingleTrackCar::from(&vehicle);
    let state = SingleTrackState { velocity_y_m_s: 1.0, ..SingleTrackState::rolling(&car, 20.0, 0.0) };
    check_turned::<SingleTrack>(&car, &SingleTrackMode::in_gear(&car, 0.0), &state, &command);
    let car = AckermannCar::from_vehicle(&vehicle);
    let state = AckermannState { velocity_y_m_s: 1.0, ..AckermannState::rolling(&car, 20.0, 0.05) };
    check_turned::<Ackermann>(&car, &Record::splat(1.0), &state, &command);
    let slides = SlipVectorState { velocity_y_m_s: 1.0, ..SlipVectorState::at_speed(20.0) };
    let input = SlipVectorInput::from_command(&command);
    check_turned::<SlipVector>(&SlipVectorCar::new(&vehicle), &Record::splat(0.0), &slides, &input);
}

/// Wheels that do not slip take what the wind pushes to the side; from the left it stops who drives to the left.
#[test]
fn a_car_on_rolling_wheels_feels_the_wind_along_it() {
    let car = KinematicCar::new(&build(&manual()));
    let slows = |yaw_rad: f64, headwind_m_s: f64, crosswind_m_s: f64| {
        let state = KinematicState { yaw_rad, ..KinematicState::at_speed(20.0) };
        let road = Surface { headwind_m_s, crosswind_m_s, ..Surface::asphalt() };
        outlined::evaluate::<Kinematic, _>(&car, &Record::splat(1.0), &state, &coast(0.0), &road).0.speed_m_s
    };
    assert_eq!(slows(0.0, 0.0, 15.0), slows(0.0, 0.0, 0.0));
    assert!((slows(FRAC_PI_2, 0.0, 15.0) - slows(0.0, 15.0, 0.0)).abs() < 1e-12);
    assert!(slows(FRAC_PI_2, 0.0, 15.0) < slows(FRAC_PI_2, 0.0, 0.0));
}

/// At rest the wind from the left pushes to the right, by rho C_d A v^2 / 2.
#[test]
fn wind_from_the_left_pushes_to_the_right() {
    let car = SingleTrackCar::from(&build(&manual()));
    let road = Surface { crosswind_m_s: 15.0, ..Surface::asphalt() };
    let (mode, state) = (SingleTrackMode::in_gear(&car, 0.0), SingleTrackState::at_rest(&car));
    let (_, trace) = outlined::evaluate::<SingleTrack, _>(&car, &mode, &state, &coast(0.0), &road);
    let expected = -0.5 * road.air_density_kg_m3 * 0.32 * 2.0 * 15.0 * 15.0;
    assert_eq!(trace.drag_x_n, 0.0);
    assert!((trace.drag_y_n - expected).abs() < 1e-12 * expected.abs(), "{}", trace.drag_y_n);
}
