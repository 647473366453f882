//! Left is right in a mirror, and the model does not know where north is.
#![allow(clippy::disallowed_methods)]

use crate::single_track_support;
use crate::support;

use core::f64::consts::FRAC_PI_2;

use single_track_support::{Car, moving};
use skidpad_core::controls::Command;
use skidpad_core::model::{SingleTrackState, SingleTrackTrace};
use skidpad_core::record::Record;
use skidpad_core::spec::VehicleSpec;
use skidpad_core::step::Simulation;
use skidpad_core::surface::Surface;
use support::{Numbers, automatic, coast, dt, electric, manual};

fn every_car() -> [VehicleSpec; 3] {
    [manual(), automatic(), electric()]
}

/// Commands that change every half second: bends, slides, stops, reverse.
fn commands(seed: u64) -> Vec<Command<f64>> {
    let mut numbers = Numbers::new(seed);
    (0..16)
        .map(|_| Command {
            throttle: numbers.pick(&[0.0, 1.0]) * numbers.unit(),
            brake: numbers.pick(&[0.0, 0.0, 1.0]) * numbers.unit(),
            handbrake: numbers.pick(&[0.0, 0.0, 0.0, 1.0]),
            steer_rad: numbers.between(-0.4, 0.4),
            gear: numbers.pick(&[1.0, 1.0, 0.0, -1.0]),
            ..coast(1.0)
        })
        .collect()
}

fn mirrored_state(state: &SingleTrackState<f64>) -> SingleTrackState<f64> {
    SingleTrackState {
        y_m: -state.y_m,
        yaw_rad: -state.yaw_rad,
        velocity_y_m_s: -state.velocity_y_m_s,
        yaw_rate_rad_s: -state.yaw_rate_rad_s,
        front_deflection_y: -state.front_deflection_y,
        rear_deflection_y: -state.rear_deflection_y,
        ..*state
    }
}

fn mirrored_trace(trace: &SingleTrackTrace<f64>) -> SingleTrackTrace<f64> {
    SingleTrackTrace {
        acceleration_y_m_s2: -trace.acceleration_y_m_s2,
        yaw_acceleration_rad_s2: -trace.yaw_acceleration_rad_s2,
        sideslip_rad: -trace.sideslip_rad,
        front_steer_rad: -trace.front_steer_rad,
        front_slip_angle_rad: -trace.front_slip_angle_rad,
        rear_slip_angle_rad: -trace.rear_slip_angle_rad,
        front_force_y_n: -trace.front_force_y_n,
        rear_force_y_n: -trace.rear_force_y_n,
        free_y_n: -trace.free_y_n,
        free_yaw_nm: -trace.free_yaw_nm,
        drag_y_n: -trace.drag_y_n,
        weight_y_n: -trace.weight_y_n,
        ..*trace
    }
}

/// Steered the other way on the mirrored road every number is the same but for its sign.
#[test]
fn mirrored_runs_are_equal_as_numbers() {
    for (seed, spec) in every_car().into_iter().enumerate() {
        let road = Surface { slope_rad: 0.05, bank_rad: 0.03, headwind_m_s: 4.0, ..Surface::asphalt() };
        let other = Surface { bank_rad: -0.03, ..road };
        let (mut here, mut there) = (moving(&spec, 15.0), moving(&spec, 15.0));
        for command in commands(seed as u64) {
            let turned = Command { steer_rad: -command.steer_rad, ..command };
            for _ in 0..50 {
                here.step(&command, &road, dt(0.01));
                there.step(&turned, &other, dt(0.01));
                assert_eq!(*there.state(), mirrored_state(here.state()), "{}", spec.name);
            }
            let (a, b) = (here.look(&command, &road), there.look(&turned, &other));
            assert_eq!(b.0, mirrored_state(&a.0));
            assert_eq!(b.1, mirrored_trace(&a.1));
        }
    }
}

/// Turned by a quarter on a level road without wind, everything in the body's axes has the same bits, and
/// the path is the same path turned.
#[test]
fn quarter_turned_runs_have_the_same_bits() {
    for (seed, spec) in every_car().into_iter().enumerate() {
        let road = Surface::asphalt();
        let mut here = moving(&spec, 15.0);
        let begun = SingleTrackState { yaw_rad: FRAC_PI_2, ..*here.state() };
        let mut there: Car = Simulation::new(*here.car(), *here.mode(), begun);
        for command in commands(10 + seed as u64) {
            for _ in 0..50 {
                here.step(&command, &road, dt(0.01));
                there.step(&command, &road, dt(0.01));
            }
            let (a, b) = (here.state(), there.state());
            assert!((b.x_m + a.y_m).abs() < 1e-9 && (b.y_m - a.x_m).abs() < 1e-9);
            assert!((b.yaw_rad - a.yaw_rad - FRAC_PI_2).abs() < 1e-9);
            let level = SingleTrackState { x_m: a.x_m, y_m: a.y_m, yaw_rad: a.yaw_rad, ..*b };
            assert_eq!(bits(&level), bits(a), "{}", spec.name);
            assert_eq!(bits(here.mode()), bits(there.mode()));
            // The weight along a level road is a zero of either sign.
            assert_eq!(here.look(&command, &road).1, there.look(&command, &road).1);
        }
    }
}

fn bits<X: Record<f64>>(record: &X) -> Vec<u64> {
    let mut numbers = vec![0.0; X::LEN];
    record.store(&mut &mut numbers[..]);
    numbers.into_iter().map(f64::to_bits).collect()
}

/// A car with its axles exchanged and its wheels turned round, driven backwards, is no other car: the model
/// has no preferred direction. Steered at what is then the front.
#[test]
fn backwards_it_is_the_car_with_its_axles_exchanged() {
    let spec = manual();
    let mut exchanged = spec.clone();
    (exchanged.front, exchanged.rear) = (spec.rear, spec.front);
    exchanged.engine.inertia_kg_m2 = 1e-4;
    let mut ahead = spec.clone();
    ahead.engine.inertia_kg_m2 = 1e-4;
    ahead.drive.front_share = 0.5;
    exchanged.drive.front_share = 0.5;
    let slide = |spec: &VehicleSpec, sense: f64| {
        let car = moving(spec, 12.0 * sense);
        let state = SingleTrackState { velocity_y_m_s: 3.0 * sense, yaw_rate_rad_s: 1.0, ..*car.state() };
        let mut car: Car = Simulation::new(*car.car(), *car.mode(), state);
        for _ in 0..200 {
            car.step(&coast(0.0), &Surface::asphalt(), dt(0.01));
        }
        *car.state()
    };
    let (a, b) = (slide(&ahead, 1.0), slide(&exchanged, -1.0));
    for (one, other) in [
        (a.x_m, -b.x_m),
        (a.y_m, -b.y_m),
        (a.yaw_rad, b.yaw_rad),
        (a.velocity_x_m_s, -b.velocity_x_m_s),
        (a.velocity_y_m_s, -b.velocity_y_m_s),
        (a.yaw_rate_rad_s, b.yaw_rate_rad_s),
        (a.front_spin_rad_s, -b.rear_spin_rad_s),
        (a.rear_deflection_y, -b.front_deflection_y),
    ] {
        assert!((one - other).abs() < 1e-9, "{one} {other}: {a:?} {b:?}");
    }
    assert!(a.yaw_rad.abs() > 0.1);
}
