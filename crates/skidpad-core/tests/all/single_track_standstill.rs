//! Standing still on slopes and banks, coming to rest, walking pace and reverse: without a switch to
//! another model, and without snapping to zero.
#![allow(clippy::disallowed_methods)]

use crate::single_track_support;
use crate::support;

use single_track_support::{Car, drive_by, hold, moving, standing, stands, steered};
use skidpad_core::controls::Command;
use skidpad_core::model::{SingleTrack, SingleTrackMode, SingleTrackState};
use skidpad_core::spec::{TyreLaw, VehicleSpec};
use skidpad_core::step::Simulation;
use skidpad_core::surface::Surface;
use support::{automatic, coast, electric, handbrake, manual};

const RATES_HZ: [f64; 4] = [20.0, 60.0, 240.0, 1000.0];

fn every_car() -> [VehicleSpec; 3] {
    [manual(), automatic(), electric()]
}

/// Roads of 30 % up, down and to either side, and of both at once.
fn steep() -> [Surface<f64>; 4] {
    let angle = 0.3_f64.atan();
    [(angle, 0.0), (0.0, angle), (0.0, -angle), (-0.7 * angle, 0.7 * angle)]
        .map(|(slope_rad, bank_rad)| Surface { slope_rad, bank_rad, ..Surface::asphalt() })
}

fn place(car: &Car) -> [f64; 3] {
    [car.state().x_m, car.state().y_m, car.state().yaw_rad]
}

/// How far the car's middle moves, m, and how much it turns, rad, in a time.
fn creep(car: &mut Car, command: &Command<f64>, road: &Surface<f64>, rate: f64, duration_s: f64) -> f64 {
    let [x, y, yaw] = place(car);
    hold(car, command, road, 1.0 / rate, duration_s);
    let [x1, y1, yaw1] = place(car);
    (x1 - x).hypot(y1 - y).max((yaw1 - yaw).abs())
}

fn check_parked(duration_s: f64) {
    for spec in every_car() {
        for (number, road) in steep().into_iter().enumerate() {
            for rate in RATES_HZ {
                let steer_rad = if number % 2 == 0 { 0.0 } else { 0.4 };
                let mut car = standing(&spec);
                let brake = Command { brake: 1.0, ..steered(steer_rad) };
                let sag = creep(&mut car, &brake, &road, rate, 5.0);
                assert!(sag > 1e-4 && sag < 0.02, "{}: the tyres give way by millimetres: {sag}", spec.name);
                let told = (&spec.name, &road, rate);
                assert!(stands(car.state()), "{told:?}: {:?}", car.state());
                assert_eq!(creep(&mut car, &brake, &road, rate, duration_s), 0.0, "{told:?}");
                // From a state in static balance at once.
                let mut again: Car =
                    Simulation::new(*car.car(), SingleTrackMode::in_gear(car.car(), 0.0), *car.state());
                assert_eq!(creep(&mut again, &brake, &road, rate, 1.0), 0.0, "{told:?}");
            }
        }
    }
}

/// Set down with the brake on, a car sags on its tyres and then stands: not slowly, but not at all.
#[test]
fn brake_holds_on_slope_and_bank() {
    check_parked(5.0);
}

#[test]
#[ignore = "soak: ten minutes at four rates"]
fn brake_holds_on_slope_and_bank_for_ten_minutes_soak() {
    check_parked(600.0);
}

/// The handbrake holds the rear wheels only: on a slope it is enough, and the front wheels, which roll
/// until their tyres are free of force, stand in the end, too.
#[test]
fn handbrake_holds_on_a_slope() {
    for rate in RATES_HZ {
        let mut car = standing(&manual());
        let road = steep()[0];
        hold(&mut car, &handbrake(), &road, 1.0 / rate, 5.0);
        assert!(stands(car.state()), "{rate} Hz: {:?}", car.state());
        assert_eq!(creep(&mut car, &handbrake(), &road, rate, 20.0), 0.0, "{rate} Hz");
    }
}

/// In neutral rolling resistance of 1.2 % holds a car on 1 % and does not hold it on 1.4 %, once the brake that it stood on
/// is released. It held it up to 2 %: the hysteresis of the standing tyres, which is the rolling resistance itself, held the
/// body without turning the wheels, and the wheels' rolling resistance held the rest.
#[test]
fn rolling_resistance_holds_once() {
    for rate in RATES_HZ {
        for (percent, holds) in [(1.0_f64, true), (1.4, false)] {
            let road = Surface { slope_rad: -(0.01 * percent).atan(), ..Surface::asphalt() };
            let mut car = standing(&manual());
            hold(&mut car, &Command { brake: 1.0, ..coast(0.0) }, &road, 1.0 / rate, 5.0);
            let before = car.state().x_m;
            hold(&mut car, &coast(0.0), &road, 1.0 / rate, 10.0);
            let way = car.state().x_m - before;
            assert!(if holds { stands(car.state()) } else { way > 0.5 }, "{percent} % at {rate} Hz: {way} m");
        }
    }
}

/// A bank does not turn a wheel: a car across the slope stands without any brake.
#[test]
fn across_the_slope_it_stands_without_brakes() {
    for rate in RATES_HZ {
        let mut car = standing(&manual());
        let road = steep()[1];
        hold(&mut car, &coast(0.0), &road, 1.0 / rate, 5.0);
        assert!(stands(car.state()), "{rate} Hz: {:?}", car.state());
        assert!(car.state().y_m < -1e-3 && car.state().y_m > -0.02, "{:?}", car.state());
        assert_eq!(creep(&mut car, &coast(0.0), &road, rate, 20.0), 0.0, "{rate} Hz");
    }
}

/// What cannot hold does not: with the grip of ice the parked car slides down the bank as fast as gravity
/// less friction lets it.
#[test]
fn on_ice_it_slides_down_the_bank() {
    let mut car = standing(&VehicleSpec { tyre_law: TyreLaw::LinearCapped, ..manual() });
    let road = Surface { grip: 0.1, air_density_kg_m3: 0.0, ..steep()[1] };
    let brake = Command { brake: 1.0, ..coast(0.0) };
    hold(&mut car, &brake, &road, 0.01, 2.0);
    let angle = road.bank_rad;
    let expected = -2.0 * road.gravity_m_s2 * (angle.sin() - 0.1 * 0.9 * angle.cos());
    let found = car.state().velocity_y_m_s;
    assert!((found - expected).abs() < 0.005 * expected.abs(), "{found}, not {expected}");
}

/// Thrown to the side, spinning, braked, forwards and backwards: when the treads have stopped sliding the
/// body rocks on them and stands, to the bit, within two seconds, and its wheels never turn back.
#[test]
fn it_comes_to_rest_from_any_slide() {
    for mut spec in every_car() {
        // Brakes that lock every wheel whatever it carries.
        (spec.front.brake_torque_nm, spec.rear.brake_torque_nm) = (9000.0, 9000.0);
        for rate in RATES_HZ {
            for (vx, vy, yaw_rate) in [(8.0, 0.0, 0.0), (-8.0, 1.0, 0.5), (3.0, -4.0, 2.0), (0.0, 5.0, -3.0)]
            {
                let mut car = moving(&spec, vx);
                let state = SingleTrackState { velocity_y_m_s: vy, yaw_rate_rad_s: yaw_rate, ..*car.state() };
                car = Simulation::new(*car.car(), SingleTrackMode::in_gear(car.car(), 0.0), state);
                let command = Command { brake: 1.0, ..steered(0.1) };
                let road = Surface::asphalt();
                let (mut slow_since, mut at) = (None, 0.0);
                drive_by(&mut car, &road, (1.0 / rate, 6.0), |car| {
                    let state = car.state();
                    assert!(state.front_spin_rad_s * vx >= 0.0 && state.rear_spin_rad_s * vx >= 0.0);
                    let speed = state.velocity_x_m_s.hypot(state.velocity_y_m_s) + state.yaw_rate_rad_s.abs();
                    slow_since = slow_since.or((speed < 0.05).then_some(at));
                    at += 1.0 / rate;
                    if slow_since.is_some_and(|since| at > since + 2.0) {
                        assert!(stands(state), "{} {rate} Hz {vx} {vy}: {state:?}", spec.name);
                    }
                    command
                });
                assert!(stands(car.state()), "{} {rate} Hz {vx} {vy}: {:?}", spec.name, car.state());
            }
        }
    }
}

/// A standing wheel is steered to and fro without the car moving more than its treads give.
#[test]
fn steering_at_rest_moves_nothing() {
    let mut car = standing(&manual());
    let mut time = 0.0;
    drive_by(&mut car, &Surface::asphalt(), (0.01, 4.0), |_| {
        time += 0.01;
        Command { brake: 1.0, ..steered(0.5 * f64::sin(3.0 * time)) }
    });
    assert!(place(&car).iter().all(|moved| moved.abs() < 1e-12) && stands(car.state()), "{:?}", car.state());
}

/// At walking pace it follows its wheels: on the circle of Ackermann's steering, forwards and backwards.
#[test]
fn at_walking_pace_it_follows_its_wheels() {
    for speed in [0.05, -0.05, 1.0, -1.0] {
        let spec = electric();
        let mut car = moving(&spec, speed);
        let command = steered(0.3);
        let road = Surface { rolling: 0.0, air_density_kg_m3: 0.0, ..Surface::asphalt() };
        hold(&mut car, &command, &road, 0.01, 40.0);
        let state = car.state();
        assert!(state.velocity_x_m_s * speed > 0.0);
        let expected = state.velocity_x_m_s * 0.3_f64.tan() / 2.5;
        let rate = state.yaw_rate_rad_s;
        let near = 1e-3 * expected.abs() + 2e-2 * expected.abs() * speed * speed;
        assert!((rate - expected).abs() < near, "{speed} m/s: yaw rate {rate}, not {expected}");
        let lateral = state.velocity_y_m_s - rate * car.car().body.to_rear_m;
        assert!(lateral.abs() < 0.02 * speed.abs(), "{speed} m/s: the rear slips by {lateral} m/s");
    }
}

/// It sets off backwards in reverse, steers where it should, and stops again by its brake.
#[test]
fn reverse_works_as_well_as_forward() {
    for spec in every_car() {
        let mut car = standing(&spec);
        let road = Surface::asphalt();
        let back = Command { throttle: 0.3, gear: -1.0, ..steered(0.2) };
        hold(&mut car, &back, &road, 1.0 / 60.0, 2.0);
        let state = *car.state();
        // Steered left and backwards the nose turns right.
        assert!(state.velocity_x_m_s < -1.0 && state.yaw_rate_rad_s < -0.05, "{}: {state:?}", spec.name);
        hold(&mut car, &Command { brake: 1.0, ..steered(0.2) }, &road, 1.0 / 60.0, 6.0);
        assert!(stands(car.state()), "{}: {:?}", spec.name, car.state());
        let name = <SingleTrack as skidpad_core::model::Model>::NAME;
        assert_eq!(name, "single_track");
    }
}
