//! The clutch that works by itself, the gearbox, and the engine's life between idle and blow-up.
#![allow(clippy::disallowed_methods)]

use crate::outlined;
use crate::support;

use skidpad_core::controls::Command;
use skidpad_core::model::StraightLine;
use skidpad_core::record::{Flag, Record};
use skidpad_core::step::Status;
use skidpad_core::surface::Surface;
use skidpad_core::units::rpm;
use support::{
    at_rest, automatic_throttle, build, coast, drive, drive_until, dt, full_throttle, manual, rolling,
};

/// From rest with the throttle open: the engine goes to where the clutch carries its torque, the car
/// sets off, the clutch catches once and stays.
#[test]
fn launch_catches_once() {
    let vehicle = build(&manual());
    let mut car = at_rest(&vehicle, 1.0);
    let (mut catches, mut before, mut fastest) = (0, false, 0.0_f64);
    let throttle = Command { throttle: 0.6, ..coast(1.0) };
    drive_until(&mut car, &throttle, &Surface::asphalt(), (dt(0.001), 4.0), |car| {
        let engaged = car.mode().engaged.is_set();
        if engaged & !before {
            catches += 1;
        }
        assert!(engaged | !before, "let go at {:?}", car.state());
        assert!(car.state().engine_rad_s > 0.98 * vehicle.engine().idle_rad_s, "{:?}", car.state());
        before = engaged;
        if !engaged {
            fastest = fastest.max(car.state().engine_rad_s);
        }
        car.state().engine_rad_s > rpm(6500.0)
    });
    assert_eq!(catches, 1);
    // 0.6 of the engine's torque is carried below the launch speed of 3000 rpm.
    assert!(fastest > rpm(2000.0) && fastest < rpm(3000.0), "{fastest}");
}

/// Where engine and gearbox meet, angular momentum geared to one shaft is conserved: what the engine
/// loses in the impulse, the axle gains times ratio and efficiency.
#[test]
fn angular_momentum_is_conserved_as_the_clutch_catches() {
    let vehicle = build(&manual());
    let (road, command) = (Surface::asphalt(), full_throttle(1.0));
    let mut car = at_rest(&vehicle, 1.0);
    drive_until(&mut car, &command, &road, (dt(0.001), 4.0), |car| car.mode().engaged.is_set());
    let mode = *car.mode();
    // The same end of a sub-step once more, with an engine that has run past the gearbox.
    let slipping =
        skidpad_core::model::StraightLineMode { engaged: Flag::from(false), clutch_direction: 1.0, ..mode };
    let mut after = *car.state();
    after.engine_rad_s -= 5.0;
    let (met, settled) =
        outlined::settle::<StraightLine, _>(&vehicle, &slipping, car.state(), &after, &command);
    assert!(met.engaged.is_set());
    let drive = vehicle.drive(1.0);
    let input = drive.overall_ratio * settled.rear_spin_rad_s;
    assert_eq!(settled.engine_rad_s, input, "one speed");
    let engine_gains = 0.2 * (settled.engine_rad_s - after.engine_rad_s);
    let axle_loses = 2.4 * (after.rear_spin_rad_s - settled.rear_spin_rad_s);
    assert!(engine_gains > 0.0);
    assert!(
        (axle_loses - drive.overall_ratio * 0.9 * engine_gains).abs() < 1e-12,
        "{axle_loses} {engine_gains}"
    );
    assert_eq!(settled.front_spin_rad_s, after.front_spin_rad_s);
}

/// Closing the throttle brakes the car through the gears: more in a lower gear, as the ratio squared.
#[test]
fn engine_brakes_through_the_gears() {
    let vehicle = build(&manual());
    let in_gear = |gear: f64| {
        let mut car = rolling(&vehicle, 12.0, gear);
        drive(&mut car, &coast(gear), 0.5);
        assert!(gear == 0.0 || car.mode().engaged.is_set());
        let trace = car.look(&coast(gear), &Surface::asphalt()).1;
        (-trace.acceleration_m_s2, car.state().engine_rad_s)
    };
    let (neutral, _) = in_gear(0.0);
    for (gear, ratio) in [(1.0, 3.6), (2.0, 2.1), (3.0, 1.5)] {
        let (found, engine) = in_gear(gear);
        let overall = ratio * 3.5;
        let rotating = 1500.0 + (4.8 + 0.2 * overall * overall / 0.9) / 0.32_f64.powi(2);
        let resistance = neutral * (1500.0 + 4.8 / 0.32_f64.powi(2));
        let expected = (resistance + 0.06 * engine * overall / 0.9 / 0.32) / rotating;
        assert!((found - expected).abs() < 0.02 * expected, "gear {gear}: {found}, not {expected}");
    }
}

/// A car that slows down in gear with closed throttle opens its clutch before the engine stalls, and
/// the engine goes back to its idle speed and stays there.
#[test]
fn clutch_opens_before_the_engine_stalls() {
    let vehicle = build(&manual());
    let idle = vehicle.engine().idle_rad_s;
    for gear in [1.0, 3.0, 6.0] {
        let mut car = rolling(&vehicle, 15.0, gear);
        let brake = Command { brake: 0.4, ..coast(gear) };
        drive_until(&mut car, &brake, &Surface::asphalt(), (dt(0.002), 8.0), |car| {
            assert!(car.state().engine_rad_s > 0.95 * idle, "gear {gear}: {:?}", car.state());
            false
        });
        assert_eq!((car.state().speed_m_s, car.mode().engaged), (0.0, Flag::from(false)));
        assert!((car.state().engine_rad_s - idle).abs() < 1e-6 * idle, "{}", car.state().engine_rad_s);
    }
}

/// The pedal opens the clutch: the engine revs up freely to its limiter and stays there, whole.
#[test]
fn pedal_opens_the_clutch_and_the_limiter_holds() {
    let vehicle = build(&manual());
    let mut car = rolling(&vehicle, 15.0, 2.0);
    drive(&mut car, &coast(2.0), 0.2);
    assert!(car.mode().engaged.is_set());
    let pedal = Command { clutch: 1.0, ..full_throttle(2.0) };
    drive(&mut car, &pedal, 3.0);
    assert!(!car.mode().engaged.is_set());
    let trace = car.look(&pedal, &Surface::asphalt()).1;
    assert_eq!((trace.coupling_torque_nm, trace.rear_drive_torque_nm), (0.0, 0.0));
    let (redline, limiter) = (vehicle.engine().redline_rad_s, vehicle.engine().limiter_rad_s);
    assert!(car.state().engine_rad_s > redline && car.state().engine_rad_s <= limiter, "{:?}", car.state());
    assert!(trace.over_redline.is_set());
    drive(&mut car, &Command { clutch: 1.0, ..coast(2.0) }, 2.0);
    assert_eq!(car.look(&coast(2.0), &Surface::asphalt()).1.over_redline, Flag::from(false));
}

/// Neutral is neutral, and reverse drives backwards.
#[test]
fn neutral_and_reverse() {
    let vehicle = build(&manual());
    let mut car = at_rest(&vehicle, 0.0);
    drive(&mut car, &full_throttle(0.0), 1.0);
    assert_eq!((car.state().position_m, car.state().speed_m_s), (0.0, 0.0));
    let mut car = at_rest(&vehicle, -1.0);
    drive(&mut car, &Command { throttle: 0.4, ..coast(-1.0) }, 6.0);
    let state = car.state();
    assert!(state.speed_m_s < -4.0 && state.engine_rad_s > 0.0 && car.mode().engaged.is_set(), "{state:?}");
    assert!((state.engine_rad_s + 3.3 * 3.5 * state.rear_spin_rad_s).abs() < 1e-9);
}

/// A shift takes exactly its time, in which the manual gearbox carries nothing; afterwards the engine
/// turns with the wheels in the new gear: more slowly after an up-shift, faster after a down-shift.
#[test]
fn shift_takes_its_time() {
    let vehicle = build(&manual());
    for (from, to, ratio) in [(2.0, 3.0, 1.5 / 2.1), (3.0, 2.0, 2.1 / 1.5), (5.0, 3.0, 1.5 / 0.95)] {
        // 0.3 s is 240 sub-steps of 1.25 ms, and differences of those do not come out even.
        for step in [0.001, 0.00125, 0.002] {
            let mut car = rolling(&vehicle, 16.0, from);
            drive(&mut car, &coast(from), 0.2);
            let (speed, engine) = (car.state().speed_m_s, car.state().engine_rad_s);
            let mut steps = 0;
            let command = coast(to);
            drive_until(&mut car, &command, &Surface::asphalt(), (dt(step), 2.0), |car| {
                let trace = car.look(&command, &Surface::asphalt()).1;
                let over = car.mode().gear == to;
                assert!(over || trace.rear_drive_torque_nm == 0.0);
                steps += 1;
                over
            });
            // The first sub-step in the new gear follows the last of the shift.
            let found = f64::from(steps - 1) * step;
            assert!((found - 0.3).abs() < 1e-9, "{found} s in steps of {step} s");
            drive_until(&mut car, &command, &Surface::asphalt(), (dt(step), 1.0), |_| false);
            assert!(car.mode().engaged.is_set());
            let expected = engine * ratio * car.state().speed_m_s / speed;
            assert!((car.state().engine_rad_s / expected - 1.0).abs() < 0.01, "{from} to {to}");
        }
    }
}

/// The automatic takes each gear in turn: right after a shift the engine still turns as in the gear
/// before, and that is no reason to shift again.
#[test]
fn automatic_takes_each_gear_in_turn() {
    for shift_time_s in [0.0, 0.05, 0.3] {
        let mut spec = manual();
        spec.gearbox.shift_time_s = shift_time_s;
        spec.gearbox.shift_torque_share = 1.0;
        let vehicle = build(&spec);
        let mut car = rolling(&vehicle, 10.0, 1.0);
        let (mut gear, mut since, mut shortest) = (1.0, 0.0, f64::INFINITY);
        drive_until(&mut car, &automatic_throttle(1.0), &Surface::asphalt(), (dt(0.005), 30.0), |car| {
            let now = car.mode().gear;
            if now != gear {
                assert_eq!(now, gear + 1.0, "{shift_time_s} s: {:?}", car.state());
                shortest = shortest.min(car.time_s() - since);
                (gear, since) = (now, car.time_s());
            }
            now == 5.0
        });
        assert!(gear == 5.0 && shortest > 0.5, "{shift_time_s} s: gear {gear}, shortest {shortest} s");
    }
}

/// A down-shift at the redline over-revs the engine, which ends the run by name; so does an engine
/// without a working limiter. A blown engine's car does not move on.
#[test]
fn an_engine_that_turns_too_fast_is_blown() {
    let mut spec = manual();
    spec.gearbox.shift_time_s = 0.05;
    let mut car = rolling(&build(&spec), 29.0, 2.0);
    drive(&mut car, &coast(2.0), 0.2);
    let mut status = Status::Running;
    for _ in 0..1000 {
        status = car.step(&coast(1.0), &Surface::asphalt(), dt(0.001));
    }
    assert_eq!(status, Status::ENGINE_BLOWN, "{:?}", car.state());
    assert!(car.mode().blown.is_set() && car.state().engine_rad_s > spec.engine.blow_up_rad_s);
    let before = *car.state();
    assert_eq!(car.step(&coast(1.0), &Surface::asphalt(), dt(0.001)), Status::ENGINE_BLOWN);
    assert_eq!(*car.state(), before);

    spec.engine.limiter_rad_s = spec.engine.blow_up_rad_s + 100.0;
    let mut car = at_rest(&build(&spec), 0.0);
    let blown =
        (0..5000).find(|_| car.step(&full_throttle(0.0), &Surface::asphalt(), dt(0.001)) != Status::Running);
    assert!(blown.is_some() && car.status() == Status::ENGINE_BLOWN);
}

/// A car that rolls backwards against its drive is braked by the gears' losses, too: the axle gives up
/// more than the clutch takes, whichever way the wheels turn.
#[test]
fn gears_lose_power_whichever_way_it_flows() {
    let vehicle = build(&manual());
    for (spin, gear, throttle) in
        [(30.0, 1.0, 1.0), (30.0, 1.0, 0.0), (-30.0, 1.0, 1.0), (-30.0, -1.0, 0.0), (30.0, -1.0, 1.0)]
    {
        let mut state = skidpad_core::model::StraightLineState::rolling(&vehicle, spin * 0.32, gear);
        state.engine_rad_s = rpm(3000.0);
        let mode = skidpad_core::model::StraightLineMode {
            clutch_direction: (state.engine_rad_s
                - vehicle
                    .drive(gear)
                    .input_speed(&skidpad_core::powertrain::Axles { front: spin, rear: spin }))
            .signum(),
            front_direction: spin.signum(),
            rear_direction: spin.signum(),
            body_direction: spin.signum(),
            ..skidpad_core::model::StraightLineMode::in_gear(gear)
        };
        let command = Command { throttle, ..Record::splat(0.0) };
        let trace =
            outlined::evaluate::<StraightLine, _>(&vehicle, &mode, &state, &command, &Surface::asphalt()).1;
        let (into, out) =
            (trace.coupling_torque_nm * trace.gearbox_input_rad_s, trace.rear_drive_torque_nm * spin);
        assert!(into != 0.0 && out < into, "gear {gear}, {spin} rad/s: {into} W in, {out} W out");
    }
}

/// An open clutch joins nothing, even where there is nothing to carry; one that can carry a little keeps both sides together
/// until more than that is asked of it, and then slips in the sense of the torque.
#[test]
fn a_clutch_holds_what_it_can_carry() {
    use skidpad_core::powertrain::{Clutch, ClutchPoint, ClutchState};
    let vehicle = build(&manual());
    let clutch = Clutch {
        grip: vehicle.clutch(),
        lock_up: vehicle.converter().lock_up(),
        by_pedal: Flag::from(false),
    };
    let engaged = ClutchState { engaged: Flag::from(true), launching: Flag::from(false), direction: 0.0 };
    let at = |closed: f64| ClutchPoint {
        engine_rad_s: 300.0,
        input_rad_s: 300.0,
        gear: 2.0,
        closed,
        blown: Flag::from(false),
    };
    let capacity = clutch.capacity_nm(&engaged, &at(0.1));
    assert!((capacity - 0.1 * vehicle.clutch().capacity_nm).abs() < 1e-9, "{capacity}");
    for (closed, share, is_engaged, direction) in
        [(0.0, 0.0, false, 0.0), (0.1, 0.0, true, 0.0), (0.1, -0.99, true, -1.0), (0.1, -1.01, false, -1.0)]
    {
        let decided = clutch.decide(&engaged, &at(closed), share * capacity);
        assert_eq!(
            (decided.engaged, decided.direction),
            (Flag::from(is_engaged), direction),
            "{closed} {share}"
        );
    }
}
