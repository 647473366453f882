//! Outputs by name.

use skidpad::prelude::*;

#[test]
fn outputs_are_those_of_the_instant_and_come_by_name_handle_and_in_order() {
    let mut car = Car::preset("boxster-s").unwrap();
    let [speed, load] = ["velocity_x_m_s", "front_left_load_n"].map(|name| car.output(name).unwrap());
    for _ in 0..30 {
        car.step(&Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() }, 0.05).unwrap();
        assert_eq!(car.outputs().at(speed), car.velocity_m_s()[0]);
        assert_eq!(car.outputs().at(load), car.wheels()[0].load_n);
        assert_eq!(car.outputs().get("time_s").unwrap(), car.time_s());
    }
    let listed: Vec<_> = car.outputs().iter().map(|output| output.name).collect();
    let mut once = listed.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), listed.len(), "each name stands for one number");
    for output in car.outputs().iter() {
        assert!(output.value.is_finite() && !output.unit.is_empty(), "{}", output.name);
        assert_eq!(car.outputs().get(output.name).unwrap(), output.value);
    }
}

#[test]
fn an_unknown_name_is_an_error_that_names_the_near_one() {
    let car = Car::preset("boxster-s").unwrap();
    let message = car.output("front_left_load").unwrap_err().to_string();
    assert!(message.contains("unknown channel `front_left_load` of the model two_track"), "{message}");
    assert!(message.contains("did you mean `front_left_load_n`"), "{message}");
}

#[test]
#[should_panic(expected = "the channel yaw_rad is of the model two_track; the car is of the model kinematic")]
fn an_output_of_another_model_is_refused() {
    let output = Car::preset("boxster-s").unwrap().output("yaw_rad").unwrap();
    let other = Car::builder().model("kinematic").preset("boxster-s").unwrap();
    other.outputs().at(output);
}
