//! Standing still, coming to rest and setting off, on the level and on slopes, forwards and backwards.
#![allow(clippy::disallowed_methods)]

use crate::outlined;
use crate::support;

use skidpad_core::controls::Command;
use skidpad_core::model::{StraightLine, StraightLineMode, StraightLineState};
use skidpad_core::spec::VehicleSpec;
use skidpad_core::step::Simulation;
use skidpad_core::surface::Surface;
use support::{
    Car, at_rest, automatic, build, coast, drive_until, dt, electric, full_brake, handbrake, manual, rolling,
    slope,
};

const RATES_HZ: [f64; 4] = [20.0, 60.0, 240.0, 1000.0];

/// Whether nothing of the car moves any more, to the last bit.
fn stands(car: &Car) -> bool {
    let state = car.state();
    [state.speed_m_s, state.front_spin_rad_s, state.rear_spin_rad_s] == [0.0; 3]
}

fn every_car() -> [VehicleSpec; 3] {
    [manual(), automatic(), electric()]
}

/// Set down on a slope with the handbrake on, a car sags on its tyres and then stands: not slowly, but
/// not at all, whatever the rate of the calls.
#[test]
fn handbrake_holds_on_a_slope() {
    for (percent, rate) in [10.0, -25.0, 30.0].into_iter().flat_map(|p| RATES_HZ.map(|rate| (p, rate))) {
        let mut car = at_rest(&build(&manual()), 0.0);
        let (road, step) = (slope(percent), dt(1.0 / rate));
        drive_until(&mut car, &handbrake(), &road, (step, 5.0), |_| false);
        assert!(stands(&car), "{percent} % at {rate} Hz: {:?}", car.state());
        let before = *car.state();
        // The tyres have given way by some millimetres, downhill.
        assert!(before.position_m * percent < 0.0 && before.position_m.abs() < 0.01);
        drive_until(&mut car, &handbrake(), &road, (step, 60.0), |_| false);
        assert_eq!(car.state().position_m, before.position_m, "{percent} % at {rate} Hz");
    }
}

/// Released, it rolls at once, and as fast as gravity less rolling resistance lets it.
#[test]
fn released_it_rolls_at_once() {
    for percent in [10.0, -25.0] {
        let mut car = at_rest(&build(&manual()), 0.0);
        let road = slope(percent);
        drive_until(&mut car, &handbrake(), &road, (dt(0.01), 5.0), |_| false);
        drive_until(&mut car, &coast(0.0), &road, (dt(0.01), 0.01), |_| false);
        assert!(car.state().speed_m_s * percent < 0.0, "{percent} %: {:?}", car.state());
        drive_until(&mut car, &coast(0.0), &road, (dt(0.01), 0.99), |_| false);
        let body = car.car().body();
        let along = road.gravity_m_s2 * (road.slope_rad.sin().abs() - 0.012 * road.slope_rad.cos());
        let wheels = 4.0 * 1.2 / 0.32_f64.powi(2);
        let expected = along * body.mass_kg / (body.mass_kg + wheels);
        let found = car.state().speed_m_s.abs();
        assert!((found - expected).abs() < 0.03 * expected, "{percent} %: {found}, not {expected}");
    }
}

/// In neutral rolling resistance of 1.2 % holds a car on 1 % and does not hold it on 2 %, nor, once the brake that it stood
/// on is released, on 1.4 %.
#[test]
fn rolling_resistance_holds_on_a_gentle_slope() {
    for rate in RATES_HZ {
        let mut car = at_rest(&build(&manual()), 0.0);
        drive_until(&mut car, &coast(0.0), &slope(1.0), (dt(1.0 / rate), 60.0), |_| false);
        assert!(stands(&car) && car.state().position_m.abs() < 1e-3, "{rate} Hz: {:?}", car.state());
        let mut car = at_rest(&build(&manual()), 0.0);
        drive_until(&mut car, &coast(0.0), &slope(-2.0), (dt(1.0 / rate), 10.0), |_| false);
        assert!(car.state().position_m > 2.0, "{rate} Hz: {:?}", car.state());
        let mut car = at_rest(&build(&manual()), 0.0);
        drive_until(&mut car, &full_brake(0.0), &slope(-1.4), (dt(1.0 / rate), 5.0), |_| false);
        drive_until(&mut car, &coast(0.0), &slope(-1.4), (dt(1.0 / rate), 10.0), |_| false);
        assert!(car.state().position_m > 0.5, "{rate} Hz: {:?}", car.state());
    }
}

/// A car that brakes comes to rest: its wheels stop and stay, the body rocks back on the tyres and is
/// exactly at rest within two seconds; nothing ever pushes it back beyond that.
#[test]
fn brake_never_reverses_the_car() {
    for (spec, direction) in every_car().into_iter().flat_map(|spec| [(spec.clone(), 1.0), (spec, -1.0)]) {
        for rate in RATES_HZ {
            let mut car = rolling(&build(&spec), 8.0 * direction, 0.0);
            let (road, step, brake) = (Surface::asphalt(), dt(1.0 / rate), full_brake(0.0));
            let mut wheels_stopped = false;
            drive_until(&mut car, &brake, &road, (step, 5.0), |car| {
                let state = car.state();
                let spins = [state.front_spin_rad_s, state.rear_spin_rad_s];
                assert!(spins.iter().all(|spin| spin * direction >= 0.0), "{}: {state:?}", spec.name);
                wheels_stopped = spins == [0.0; 2];
                wheels_stopped && state.speed_m_s * direction <= 0.0
            });
            assert!(wheels_stopped);
            let stop = car.state().position_m;
            assert!(
                drive_until(&mut car, &brake, &road, (step, 2.0), stands),
                "{}: {:?}",
                spec.name,
                car.state()
            );
            drive_until(&mut car, &brake, &road, (step, 2.0), |_| false);
            assert!(stands(&car));
            // The rebound is that of the tyres' springs: millimetres.
            assert!((car.state().position_m - stop).abs() < 0.02, "{} {rate} Hz", spec.name);
        }
    }
}

/// A car that coasts on the level ends at rest through its rolling resistance, and stays to the bit.
#[test]
fn coasting_ends_at_rest() {
    for (spec, direction) in every_car().into_iter().flat_map(|spec| [(spec.clone(), 1.0), (spec, -1.0)]) {
        let mut car = rolling(&build(&spec), 2.0 * direction, 0.0);
        let road = Surface::asphalt();
        assert!(
            drive_until(&mut car, &coast(0.0), &road, (dt(1.0 / 60.0), 60.0), stands),
            "{:?}",
            car.state()
        );
        let before = *car.state();
        drive_until(&mut car, &coast(0.0), &road, (dt(1.0 / 60.0), 60.0), |_| false);
        assert_eq!(car.state().position_m, before.position_m);
        // 2^2 / (2 * 0.012 g) = 17 m, and a little more for the wheels' inertia, less for the air.
        assert!((before.position_m * direction - 17.4).abs() < 0.3, "{}", before.position_m);
    }
}

/// Backwards is forwards in a mirror: a car with its axles exchanged, driving the other way with the
/// engine out of play, is the same to the bit, signs apart.
#[test]
fn backwards_is_forwards_in_a_mirror() {
    let phases = [
        (coast(0.0), 1.0),
        (Command { brake: 0.3, ..coast(0.0) }, 0.6),
        (handbrake(), 0.5),
        (coast(0.0), 0.5),
        (full_brake(0.0), 4.0),
        (coast(0.0), 2.0),
    ];
    for spec in every_car() {
        let mut exchanged = spec.clone();
        (exchanged.front, exchanged.rear) = (spec.rear, spec.front);
        let (vehicle, mirrored) = (build(&spec), build(&exchanged));
        let mode = StraightLineMode::in_gear(0.0);
        let start = StraightLineState::rolling(&vehicle, 20.0, 0.0);
        let spinning = StraightLineState { front_spin_rad_s: 90.0, ..start };
        let turned = StraightLineState {
            speed_m_s: -20.0,
            front_spin_rad_s: -start.rear_spin_rad_s,
            rear_spin_rad_s: -90.0,
            ..start
        };
        let mut there: Car = Simulation::new(*vehicle.two_axles(), mode, spinning);
        let mut back: Car = Simulation::new(*mirrored.two_axles(), mode, turned);
        let (road, step) = (Surface::asphalt(), dt(1.0 / 240.0));
        for (command, duration) in phases {
            for _ in 0..(duration * 240.0) as u32 {
                there.step(&command, &road, step);
                back.step(&command, &road, step);
                let (a, b) = (there.state(), back.state());
                assert_eq!((a.position_m, a.speed_m_s), (-b.position_m, -b.speed_m_s), "{}", spec.name);
                assert_eq!(
                    (a.front_spin_rad_s, a.rear_spin_rad_s),
                    (-b.rear_spin_rad_s, -b.front_spin_rad_s)
                );
                assert_eq!(
                    (a.front_deflection, a.rear_deflection),
                    (-b.rear_deflection, -b.front_deflection)
                );
                assert_eq!(a.engine_rad_s, b.engine_rad_s);
            }
        }
        assert!(there.state().position_m > 20.0 && there.state().speed_m_s.abs() < 1e-12);
    }
}

/// A car on locked wheels whose speed passes zero in a sub-step stands, unless its tyres slide: what they have wound up
/// pushes it on. So it is in `single_track`, too, and was not here.
#[test]
fn sliding_tyres_do_not_hold_the_body() {
    let vehicle = build(&manual());
    let mode = StraightLineMode { body_direction: 1.0, ..StraightLineMode::in_gear(0.0) };
    for (over_peak, speed) in [(0.5, 0.0), (1.5, -0.01)] {
        let after = StraightLineState {
            speed_m_s: -0.01,
            front_deflection: over_peak * vehicle.front().peak_slip,
            rear_deflection: over_peak * vehicle.rear().peak_slip,
            ..StraightLineState::at_rest(&vehicle)
        };
        let (_, settled) = outlined::settle::<StraightLine, _>(&vehicle, &mode, &after, &after, &coast(1.0));
        assert_eq!(settled.speed_m_s, speed, "{over_peak} of the deflection at the peak");
    }
}
