//! How cars are made, and what is said where they cannot be.

use skidpad::CarError;
use skidpad::prelude::*;
use skidpad::presets::{preset, preset_names, preset_text};
use skidpad::world::models::{Cars, STANDARD};

#[test]
fn every_preset_is_a_car_that_drives() {
    for name in preset_names() {
        let mut car = Car::preset(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let controls = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
        for _ in 0..60 {
            assert_eq!(car.step(&controls, 0.05).unwrap(), Status::Running, "{name}");
        }
        assert!(car.speed_m_s() > 3.0, "{name}: {} m/s after 3 s", car.speed_m_s());
    }
}

#[test]
fn every_model_that_takes_vehicles_and_pedals_is_driven() {
    let driven =
        STANDARD.iter().filter(|model| matches!(model.cars, Cars::Vehicles) && model.abilities.pedals);
    let mut count = 0;
    for model in driven {
        let name = if model.name == "motorcycle" { "cbr1000rr" } else { "fr-s-2013" };
        let mut car = Car::builder().model(model.name).preset(name).unwrap();
        for _ in 0..4 {
            car.step(&Controls { throttle: 0.5, gear: Gear::Automatic, ..Controls::default() }, 0.5).unwrap();
        }
        assert!(car.speed_m_s() > 1.0, "{}: {} m/s", model.name, car.speed_m_s());
        assert!(matches!(car.wheels().len(), 0 | 2 | 4), "{}", model.name);
        count += 1;
    }
    assert!(count >= 10, "{count}");
}

#[test]
fn preset_text_and_specification_make_the_same_car() {
    let file = preset("boxster-s").unwrap();
    let cars = [
        Car::preset("boxster-s").unwrap(),
        Car::from_toml(preset_text("boxster-s").unwrap()).unwrap(),
        Car::from_specification(&file.spec).unwrap(),
    ];
    let hashes = cars.map(|mut car| {
        car.step(&Controls { throttle: 1.0, steer_rad: 0.02, ..Controls::default() }, 1.0).unwrap();
        car.hash()
    });
    assert!(hashes.iter().all(|hash| *hash == hashes[0]));
}

#[test]
fn the_model_is_the_builders_then_the_files_then_the_usual_one() {
    let model = |car: Result<Car, CarError>| car.unwrap().model().name;
    assert_eq!(model(Car::preset("boxster-s-palmer")), "point_mass_palmer");
    assert_eq!(model(Car::builder().model("single-track").preset("boxster-s-palmer")), "single_track");
    assert_eq!(model(Car::preset("boxster-s")), "two_track");
    assert_eq!(model(Car::preset("cbr1000rr")), "motorcycle");
}

/// What was written, and what the message must tell.
#[test]
fn messages_say_what_is_wrong_and_what_may_stand_there() {
    let says = |car: Result<Car, CarError>| car.map(|_| ()).unwrap_err().to_string();
    let message = says(Car::preset("boxter-s"));
    assert!(message.contains("`boxter-s`") && message.contains("did you mean `boxster-s`?"), "{message}");
    let message = says(Car::builder().model("two-tracks").preset("boxster-s"));
    assert!(message.contains("did you mean `two_track`?") && message.contains("single_track"), "{message}");
    let message = says(Car::from_toml("name = 3"));
    assert!(message.contains("vehicle file:1:"), "{message}");
    let mut spec = preset("boxster-s").unwrap().spec;
    spec.body.kerb_mass_kg = -1.0;
    let message = says(Car::from_specification(&spec));
    assert!(message.contains("body.kerb_mass is -1"), "{message}");
    let message = says(Car::builder().model("w1").preset("boxster-s"));
    assert!(message.contains("w1"), "{message}");
    let far = Placement { speed_m_s: f64::NAN, ..Placement::default() };
    let message = says(Car::builder().at(far).preset("boxster-s"));
    assert!(message.contains("speed_m_s is NaN"), "{message}");
    let beside = Placement { position_m: [1.0, 2.0], ..Placement::default() };
    let message = says(Car::builder().model("straight_line").at(beside).preset("boxster-s"));
    assert!(message.contains("along the x axis"), "{message}");
}
