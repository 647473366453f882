//! A car of the front door has the bits of the model below it, and keeps them when it is saved, cloned and sent away.

use skidpad::core::controls::sanitise;
use skidpad::core::step::Dt;
use skidpad::prelude::*;
use skidpad::presets::preset;
use skidpad::world::models::STANDARD;
use skidpad::world::rolling::{Begin, CarChoice, Request};

/// Ten seconds with a start, a turn and a stop in them.
fn controls(step: u32) -> Controls {
    let throttle = if step < 300 { 0.7 } else { 0.0 };
    let brake = if step < 450 { 0.0 } else { 0.6 };
    Controls {
        throttle,
        brake,
        steer_rad: 0.06 * (f64::from(step) * 0.02).sin(),
        gear: Gear::Automatic,
        ..Controls::default()
    }
}

fn drive(car: &mut Car, steps: core::ops::Range<u32>) -> u64 {
    for step in steps {
        car.step(&controls(step), 1.0 / 60.0).unwrap();
    }
    car.hash()
}

#[test]
fn it_is_the_models_own_car() {
    let vehicle = preset("fr-s-2013").unwrap().spec.validate().unwrap();
    let begin = Begin { gear: Gear::Automatic, initial: &[], method: None };
    let model = STANDARD.by_name("two_track").unwrap();
    let mut own = model.begin(&CarChoice::Vehicle(&vehicle), &begin).unwrap();
    let road = Surface::asphalt();
    for step in 0..600 {
        let request = Request::from_command(sanitise(&controls(step)).0);
        own.step(&request, (&road).into(), Dt::new(1.0 / 60.0).unwrap());
    }
    let mut car = Car::preset("fr-s-2013").unwrap();
    assert_eq!(drive(&mut car, 0..600), own.hash());
    assert!((car.time_s() - 10.0).abs() < 1e-9);
}

#[test]
fn reading_it_changes_nothing() {
    let (mut quiet, mut read) = (Car::preset("mx5-nd-2016").unwrap(), Car::preset("mx5-nd-2016").unwrap());
    for step in 0..200 {
        drive(&mut quiet, step..step + 1);
        drive(&mut read, step..step + 1);
        let _ = (read.wheels(), read.outputs().get("kinetic_energy_j").unwrap(), read.pose(), read.save());
    }
    assert_eq!(quiet.hash(), read.hash());
}

#[test]
fn what_was_saved_goes_on_with_the_same_bits_and_wheel_angles() {
    let mut car = Car::preset("corvette-c5").unwrap();
    drive(&mut car, 0..250);
    let saved = car.save();
    let (end, wheels) = (drive(&mut car, 250..600), car.wheels().to_vec());
    car.restore(&saved).unwrap();
    assert_eq!(car.save(), saved);
    assert_eq!((drive(&mut car, 250..600), car.wheels()), (end, &wheels[..]));
    let mut other = Car::preset("corvette-c5").unwrap();
    other.restore(&saved).unwrap();
    assert_eq!(drive(&mut other, 250..600), end);
    let mut single = Car::builder().model("single_track").preset("corvette-c5").unwrap();
    assert!(single.restore(&saved).unwrap_err().to_string().contains("two_track"));
}

#[test]
fn a_clone_goes_on_by_itself_in_another_thread() {
    fn is_a_value<T: Send + Sync + Clone + 'static>() {}
    is_a_value::<Car>();
    let mut car = Car::builder().model("two_track_sprung").preset("bmw-m8").unwrap();
    drive(&mut car, 0..100);
    let mut clone = car.clone();
    let there = std::thread::spawn(move || drive(&mut clone, 100..300)).join().unwrap();
    assert_eq!(drive(&mut car, 100..300), there);
}
