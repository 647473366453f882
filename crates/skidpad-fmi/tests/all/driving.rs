//! Co-simulation: the bits of the crate `skidpad`, events, parameters.

use skidpad::prelude::*;
use skidpad_fmi::{fmi3EnterEventMode, fmi3EnterStepMode, fmi3Reset};

use crate::unit::{Instance, Unit, must};

const STEP_S: f64 = 1.0 / 60.0;

/// Controls of a script that launches, steers, coasts and brakes.
fn controls(step: u32) -> [f64; 3] {
    let throttle = if step < 240 { 0.8 } else { 0.0 };
    let brake = if step < 360 { 0.0 } else { 0.9 };
    let steer_rad = if step < 240 { 0.0 } else { 0.001 * (f64::from(step % 60) - 30.0) };
    [throttle, brake, steer_rad]
}

fn set_controls(instance: &Instance, step: u32) {
    let [throttle, brake, steer_rad] = controls(step);
    instance.set("throttle", throttle);
    instance.set("brake", brake);
    instance.set("steer_rad", steer_rad);
}

/// Eight seconds of the script by the crate `skidpad`.
fn in_rust(car: &str, model: &str) -> Car {
    let mut car = Car::builder().model(model).preset(car).unwrap();
    for step in 0..480 {
        let [throttle, brake, steer_rad] = controls(step);
        let controls = Controls { throttle, brake, steer_rad, gear: Gear::Automatic, ..Controls::default() };
        car.step(&controls, STEP_S).unwrap();
    }
    car
}

#[test]
fn a_script_ends_in_the_bits_of_rust() {
    for (car, model) in
        [("fr-s-2013", "two_track"), ("boxster-s", "single_track"), ("mx5-nd-2016", "spatial")]
    {
        let unit = Unit::of_preset(car, model, model);
        let instance = unit.co_simulation(false);
        instance.set("step_s", STEP_S);
        instance.initialise();
        for step in 0..480 {
            set_controls(&instance, step);
            let stepped = instance.step(f64::from(step) * STEP_S, STEP_S);
            assert!(!stepped.ends && !stepped.is_early && !stepped.has_event, "{stepped:?}");
        }
        let car = in_rust(car, model);
        assert_eq!(instance.hash(), car.hash(), "{model}");
        let mut compared = 0;
        for output in car.outputs().iter().filter(|output| {
            unit.design.variables.iter().any(|variable| variable.name == output.name && variable.is_output())
        }) {
            assert_eq!(instance.get(output.name).to_bits(), output.value.to_bits(), "{}", output.name);
            compared += 1;
        }
        assert!(compared > 80, "{model}: {compared}");
    }
}

/// Ten steps of the car in a communication step are ten communication steps.
#[test]
fn a_communication_step_is_any_whole_number_of_steps() {
    let unit = Unit::of_preset("boxster-s", "two_track", "whole");
    let drive = |size: u32| {
        let instance = unit.co_simulation(false);
        instance.set("throttle", 1.0);
        instance.initialise();
        for step in 0..1000 / size {
            instance.step(f64::from(step * size) * 0.002, f64::from(size) * 0.002);
        }
        assert_eq!(instance.get("time"), 2.0);
        instance.hash()
    };
    assert_eq!(drive(1), drive(10));
    assert_eq!(drive(1), drive(125));
}

/// With Event Mode a launch returns early at the step of each event, and ends in the same bits as without.
#[test]
fn events_end_a_step_early_and_change_nothing() {
    let unit = Unit::of_preset("boxster-s", "two_track", "events");
    // By single steps, without events: the times at which a variable of events changes.
    let flags: Vec<&str> = unit.design.variables.iter().map(|variable| variable.name.as_str()).collect();
    let flags = flags.into_iter().filter(|name| name.starts_with("event.") && *name != "event.gear");
    let flags: Vec<&str> = flags.collect();
    let plain = unit.co_simulation(false);
    plain.set("throttle", 1.0);
    plain.initialise();
    let values = |instance: &Instance| {
        (instance.gear(), flags.iter().map(|name| instance.flag(name)).collect::<Vec<bool>>())
    };
    let (mut expected, mut before) = (Vec::new(), values(&plain));
    for step in 0..4000 {
        plain.step(f64::from(step) * 0.002, 0.002);
        let now = values(&plain);
        if now != before {
            expected.push((step + 1, now.0));
            before = now;
        }
    }
    let instance = unit.co_simulation(true);
    instance.set("throttle", 1.0);
    instance.initialise();
    instance.update();
    must(unsafe { fmi3EnterStepMode(instance.handle) });
    let mut found = Vec::new();
    let mut time_s = 0.0_f64;
    while time_s < 8.0 - 1e-9 {
        let end_s = (time_s + 1e-9).floor() + 1.0;
        let stepped = instance.step(time_s, end_s - time_s);
        assert_eq!(stepped.is_early, stepped.time_s < end_s - 1e-9, "{stepped:?}");
        time_s = stepped.time_s;
        if stepped.has_event {
            let before = values(&instance);
            must(unsafe { fmi3EnterEventMode(instance.handle) });
            assert_eq!(values(&instance), before, "they change in the update alone");
            instance.update();
            must(unsafe { fmi3EnterStepMode(instance.handle) });
            assert_ne!(values(&instance), before);
            found.push(((time_s / 0.002).round() as i32, instance.gear()));
        }
    }
    assert_eq!(found, expected);
    let gears: Vec<i32> = found.iter().map(|event| event.1).collect();
    assert!(gears.contains(&2) && gears.contains(&3), "{gears:?}");
    assert_eq!(instance.hash(), plain.hash());
}

/// Without anti-lock the wheels lock under full brakes; the flags show it.
#[test]
fn locked_wheels_are_shown() {
    let unit = Unit::of_preset("boxster-s", "two_track", "locked");
    let instance = unit.co_simulation(false);
    if unit.design.variables.iter().any(|variable| variable.name == "assists.abs") {
        instance.set("assists.abs", 0.0);
    }
    instance.set("initial.velocity_x_m_s", 30.0);
    instance.set("handbrake", 1.0);
    instance.set_gear(false, 0);
    instance.initialise();
    assert!(!instance.flag("event.rear_left_locked"));
    instance.step(0.0, 1.0);
    assert!(instance.flag("event.rear_left_locked") && instance.flag("event.rear_right_locked"));
    assert!(!instance.flag("event.front_left_locked"));
    assert!(instance.get("rear_left_spin_rad_s").abs() < 1.0 && instance.get("velocity_x_m_s") > 5.0);
}

/// A car that spins under its handbrake: each event is seen in a variable, and the log names it.
#[test]
fn a_spin_is_shown_and_logged() {
    let unit = Unit::of_preset("boxster-s", "two_track", "spin");
    let instance = unit.co_simulation(true);
    must(unsafe { skidpad_fmi::fmi3SetDebugLogging(instance.handle, 1, 1, &c"logEvents".as_ptr()) });
    instance.set("initial.velocity_x_m_s", 25.0);
    instance.set("handbrake", 1.0);
    instance.set("steer_rad", 0.4);
    instance.set_gear(false, 0);
    instance.initialise();
    instance.update();
    must(unsafe { fmi3EnterStepMode(instance.handle) });
    let names = unit.design.variables.iter().map(|variable| variable.name.as_str());
    let flags: Vec<&str> = names.filter(|name| name.starts_with("event.") && *name != "event.gear").collect();
    let values = || (instance.gear(), flags.iter().map(|name| instance.flag(name)).collect::<Vec<_>>());
    let (mut has_spun, mut time_s, mut said) = (false, 0.0, String::new());
    while time_s < 5.0 && !has_spun {
        let stepped = instance.step(time_s, 0.1);
        time_s = stepped.time_s;
        if stepped.has_event {
            let before = values();
            must(unsafe { fmi3EnterEventMode(instance.handle) });
            instance.update();
            must(unsafe { fmi3EnterStepMode(instance.handle) });
            assert_ne!(values(), before, "an event at {time_s} s that no variable shows");
            said += &crate::unit::messages();
            has_spun = instance.flag("event.spun");
        }
    }
    assert!(has_spun && said.contains("event.spun") && said.contains("event.rear_left_locked"), "{said}");
    assert!(!said.contains("ConditionSet"), "{said}");
    println!("{said}");
}

/// A heavier car is slower, and one that gets heavier while it drives is the lighter one until then.
#[test]
fn parameters_are_tuned_before_the_start_and_while_driving() {
    let unit = Unit::of_preset("boxster-s", "two_track", "tuned");
    let mass = unit.design.variables[unit.at("body.kerb_mass") as usize].start;
    let drive = |at_start: f64, later: f64| {
        let instance = unit.co_simulation(false);
        instance.set("body.kerb_mass", at_start);
        instance.set("throttle", 1.0);
        instance.initialise();
        instance.step(0.0, 2.0);
        instance.set("body.kerb_mass", later);
        let halfway = instance.get("velocity_x_m_s");
        instance.step(2.0, 2.0);
        (halfway, instance.get("velocity_x_m_s"))
    };
    let (light, heavy) = (drive(mass, mass), drive(mass + 500.0, mass + 500.0));
    let changed = drive(mass, mass + 500.0);
    assert!(heavy.0 < light.0 && heavy.1 < light.1, "{heavy:?} {light:?}");
    assert_eq!(changed.0, light.0);
    assert!(changed.1 < light.1 && changed.1 > heavy.1, "{changed:?} {light:?} {heavy:?}");
    // The same car made in Rust has the same speed.
    let mut file = skidpad_formats::presets::preset("boxster-s").unwrap();
    file.spec.body.kerb_mass_kg = mass + 500.0;
    let mut car = Car::builder().model("two_track").specification(&file.spec).unwrap();
    for _ in 0..1000 {
        car.step(&Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() }, 0.002).unwrap();
    }
    assert_eq!(car.velocity_m_s()[0].to_bits(), heavy.0.to_bits());
}

#[test]
fn the_road_and_the_place_at_the_start_are_parameters() {
    let unit = Unit::of_preset("boxster-s", "two_track", "road");
    let instance = unit.co_simulation(false);
    instance.set("initial.x_m", 3.0);
    instance.set("initial.yaw_rad", 0.5);
    instance.set("initial.velocity_x_m_s", 20.0);
    instance.set("brake", 1.0);
    instance.set("road.grip", 0.3);
    instance.initialise();
    assert_eq!([instance.get("x_m"), instance.get("yaw_rad")], [3.0, 0.5]);
    instance.step(0.0, 1.0);
    let icy = 20.0 - instance.get("velocity_x_m_s");
    instance.set("road.grip", 1.0);
    instance.step(1.0, 1.0);
    let dry = 20.0 - icy - instance.get("velocity_x_m_s");
    assert!((2.0..4.0).contains(&icy) && dry > 2.0 * icy, "{icy} {dry}");
}

#[test]
fn a_reset_begins_anew() {
    let unit = Unit::of_preset("boxster-s", "two_track", "reset");
    let instance = unit.co_simulation(false);
    let drive = || {
        instance.set("throttle", 1.0);
        instance.initialise();
        instance.step(0.0, 1.0);
        instance.hash()
    };
    let first = drive();
    must(unsafe { fmi3Reset(instance.handle) });
    assert_eq!(instance.get("throttle"), 0.0);
    assert_eq!(instance.get("velocity_x_m_s"), 0.0);
    assert_eq!(drive(), first);
}

/// Instances in threads of their own do not know each other.
#[test]
fn instances_in_threads_have_the_same_bits() {
    let unit = Unit::of_preset("boxster-s", "two_track", "threads");
    let drive = || {
        let instance = unit.co_simulation(false);
        instance.set("throttle", 0.7);
        instance.initialise();
        for step in 0..200 {
            instance.step(f64::from(step) * 0.01, 0.01);
        }
        instance.hash()
    };
    let hashes: Vec<u64> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(drive)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:x?}");
}

/// A start at another time is the same drive, later.
#[test]
fn the_start_time_shifts_the_clock_alone() {
    let unit = Unit::of_preset("boxster-s", "two_track", "later");
    let drive = |start_s: f64| {
        let instance = unit.co_simulation(false);
        instance.set("throttle", 0.7);
        must(unsafe { skidpad_fmi::fmi3EnterInitializationMode(instance.handle, 0, 0.0, start_s, 0, 0.0) });
        must(unsafe { skidpad_fmi::fmi3ExitInitializationMode(instance.handle) });
        for step in 0..100 {
            instance.step(start_s + f64::from(step) * 0.01, 0.01);
        }
        assert_eq!(instance.get("time"), start_s + 1.0);
        instance.hash()
    };
    assert_eq!(drive(0.0), drive(-50.0));
}

/// An importer that adds up its time, from a start in seconds since 1970.
#[test]
fn times_that_are_added_up_are_taken() {
    let unit = Unit::of_preset("boxster-s", "kinematic", "added");
    let instance = unit.co_simulation(false);
    let mut time_s = 1.7e9;
    must(unsafe { skidpad_fmi::fmi3EnterInitializationMode(instance.handle, 0, 0.0, time_s, 0, 0.0) });
    must(unsafe { skidpad_fmi::fmi3ExitInitializationMode(instance.handle) });
    for _ in 0..2000 {
        let next_s = time_s + 0.02;
        instance.step(time_s, next_s - time_s);
        time_s = next_s;
    }
    assert!((instance.get("time") - 1.7e9 - 40.0).abs() < 1e-3);
}

mod long {
    use crate::unit::Unit;

    #[test]
    #[ignore = "long: a million steps, 10 s"]
    fn a_million_steps_that_are_added_up_are_taken() {
        let unit = Unit::of_preset("boxster-s", "kinematic", "million");
        let instance = unit.co_simulation(false);
        instance.initialise();
        let mut time_s = 0.0;
        for _ in 0..1_000_000 {
            instance.step(time_s, 0.002);
            time_s += 0.002;
        }
    }
}
