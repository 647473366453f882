//! The starter in the driver's hand.

use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::model::two_track::TwoTrackInput;
use skidpad_core::record::Flag;
use skidpad_core::spec::{CouplingSpec, Section, StallingSpec, VehicleSpec};
use skidpad_core::surface::Surface;
use skidpad_core::units::rpm;
use skidpad_special::PointMass;

use super::cars::{Car, standing};
use crate::outlined;
use crate::support::{automatic, build, dt, electric, manual};

/// A car whose clutch obeys the pedal, with an engine that can stall.
fn by_pedal() -> VehicleSpec {
    let mut spec = manual();
    spec.stalling = Some(StallingSpec::blank());
    spec.derive_section("stalling");
    let stalling = spec.stalling.as_mut().unwrap();
    (stalling.clutch_by_pedal, stalling.stall_rad_s) = (1.0, rpm(400.0));
    spec
}

fn hold(car: &mut Car, controls: &Controls, duration_s: f64) {
    let (command, fault) = sanitise(controls);
    assert_eq!(fault, None);
    for _ in 0..(duration_s * 100.0).round() as u64 {
        car.step(&TwoTrackInput::on_even_road(&command), &Surface::asphalt(), dt(0.01));
    }
}

const IN_FIRST: Controls = Controls {
    throttle: 0.0,
    brake: 0.0,
    handbrake: 0.0,
    steer_rad: 0.0,
    clutch: 0.0,
    starter: 0.0,
    gear: Gear::Forward(1),
};

/// Stalled by the pedal it stays so, whatever the accelerator does; with the clutch pressed the starter brings it
/// back, and it drives away.
#[test]
fn an_engine_stalled_by_the_pedal_is_started_again_and_drives_away() {
    let mut car = standing(&by_pedal(), 1.0);
    let pressed = Controls { clutch: 1.0, ..IN_FIRST };
    let engine = |car: &Car| (car.mode().driveline.stalled, car.state().body.engine_rad_s);
    hold(&mut car, &pressed, 1.0);
    assert!(!engine(&car).0.is_set() && engine(&car).1 > rpm(700.0), "it idles: {:?}", engine(&car));
    // The pedal let go with the brake on.
    hold(&mut car, &Controls { brake: 1.0, ..IN_FIRST }, 1.0);
    assert_eq!(engine(&car), (Flag::from(true), 0.0));
    hold(&mut car, &Controls { throttle: 1.0, ..pressed }, 1.0);
    assert_eq!(engine(&car), (Flag::from(true), 0.0), "no accelerator starts it");
    // Half a turn of the key is none.
    hold(&mut car, &Controls { starter: 0.5, ..pressed }, 1.0);
    assert_eq!(engine(&car), (Flag::from(true), 0.0));

    hold(&mut car, &Controls { starter: 1.0, ..pressed }, 1.5);
    let (stalled, speed) = engine(&car);
    assert!(!stalled.is_set() && (speed / rpm(800.0) - 1.0).abs() < 0.1, "it idles again: {stalled} {speed}");
    // Held on, it turns a running engine no faster.
    hold(&mut car, &Controls { starter: 1.0, ..pressed }, 1.0);
    assert!((engine(&car).1 / rpm(800.0) - 1.0).abs() < 0.1);

    // Gas, and the pedal let go by and by.
    for clutch in (0..20).map(|part| 1.0 - 0.05 * f64::from(part)) {
        hold(&mut car, &Controls { throttle: 0.4, clutch, ..IN_FIRST }, 0.1);
    }
    hold(&mut car, &Controls { throttle: 0.6, ..IN_FIRST }, 2.0);
    assert!(car.state().body.velocity_x_m_s > 5.0 && !engine(&car).0.is_set(), "{:?}", car.state().body);
}

/// In gear with the pedal up the starter moves the car itself, by jerks, as it does.
#[test]
fn in_gear_the_starter_pushes_the_car() {
    let mut car = standing(&by_pedal(), 1.0);
    hold(&mut car, &Controls { brake: 1.0, ..IN_FIRST }, 1.0);
    assert!(car.mode().driveline.stalled.is_set());
    hold(&mut car, &Controls { starter: 1.0, ..IN_FIRST }, 1.0);
    assert!(car.state().body.x_m > 0.05, "{:?}", car.state().body);
}

/// Who cannot stall ignores it, to the bit: motors, converters, clutches that work by themselves, and models without an
/// engine of their own.
#[test]
fn who_cannot_stall_ignores_the_starter() {
    for spec in [manual(), automatic(), electric()] {
        let [with, without] = [1.0, 0.0].map(|starter| {
            let mut car = standing(&spec, 1.0);
            hold(&mut car, &Controls { starter, throttle: 0.5, ..IN_FIRST }, 2.0);
            car.hash()
        });
        assert_eq!(with, without, "{}", spec.name);
    }
    let vehicle = build(&manual());
    let state = skidpad_special::PointMassState { position_m: 0.0, speed_m_s: 3.0 };
    let [with, without] = [1.0, 0.0].map(|starter| {
        let (command, _) = sanitise::<f64>(&Controls { starter, throttle: 0.5, ..IN_FIRST });
        let mode = skidpad_core::record::Record::splat(0.0);
        outlined::evaluate::<PointMass, _>(&vehicle, &mode, &state, &command, &Surface::asphalt()).0
    });
    assert_eq!(with, without);
}

/// A file that says what cannot be is told so by name.
#[test]
fn what_cannot_be_is_named() {
    let faults = |change: &dyn Fn(&mut VehicleSpec)| {
        let mut spec = by_pedal();
        change(&mut spec);
        spec.validate().unwrap_err().iter().map(|fault| fault.to_string()).collect::<Vec<_>>().join("; ")
    };
    let stalling = |change: fn(&mut StallingSpec)| {
        faults(&move |spec: &mut VehicleSpec| change(spec.stalling.as_mut().unwrap()))
    };
    assert!(stalling(|s| s.stall_rad_s = rpm(700.0)).contains("stalling.stall_speed"));
    assert!(stalling(|s| s.starter_rad_s = rpm(450.0)).contains("stalling.starter_speed"));
    // A starter that could not turn the engine up to where it runs by itself.
    let weak = stalling(|s| s.starter_nm = 60.0);
    assert!(weak.contains("stalling.starter_torque") && weak.contains("0, or above"), "{weak}");
    assert!(stalling(|s| s.starter_nm = f64::NAN).contains("stalling.starter_torque"));
    let direct = faults(&|spec| spec.coupling = CouplingSpec::Direct);
    assert!(direct.contains("stalling.clutch_by_pedal"), "{direct}");
}
