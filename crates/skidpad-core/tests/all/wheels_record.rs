//! Four of a kind are records whose numbers stand and are called wheel by wheel.

use skidpad_core::math::{Lanes, Real};
use skidpad_core::record::{Channels, Record, StateVector};
use skidpad_core::wheels::Wheels;

skidpad_core::wheel_record! {
    /// A wheel.
    pub struct Turning {
        /// Spin.
        spin_rad_s: "rad/s" [-1e3, 1e3],
        /// Temperature.
        temperature_k: "K" [0.0, 2e3],
    }
}

skidpad_core::record! {
    /// Something else.
    pub struct Clock {
        /// Time.
        time_s: "s" [0.0, 1e9],
    }
}

skidpad_core::joined_record! {
    /// Both.
    pub struct Whole {
        /// The wheels.
        wheels: Wheels<Turning<R>>,
        /// The clock.
        clock: Clock<R>,
    }
}

fn whole<R: Real>() -> Whole<R> {
    Record::load(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0].map(R::lit))
}

#[test]
fn numbers_and_names_stand_in_one_order() {
    let names: Vec<&str> = Whole::<f64>::CHANNELS.iter().map(|channel| channel.name).collect();
    assert_eq!(names.len(), <Whole<f64> as Record<f64>>::LEN);
    let at = |name: &str| names.iter().position(|known| *known == name).unwrap() as f64;
    let whole = whole::<f64>();
    assert_eq!(whole.wheels.front_left.spin_rad_s, at("front_left_spin_rad_s"));
    assert_eq!(whole.wheels.front_right.temperature_k, at("front_right_temperature_k"));
    assert_eq!(whole.wheels.rear_left.spin_rad_s, at("rear_left_spin_rad_s"));
    assert_eq!(whole.wheels.rear_right.temperature_k, at("rear_right_temperature_k"));
    assert_eq!(whole.clock.time_s, at("time_s"));
}

#[test]
fn what_is_stored_is_what_was_loaded_in_lanes_too() {
    type L = Lanes<f64, 4>;
    let mut numbers = [L::splat(-1.0); 9];
    whole::<L>().store(&mut numbers);
    for (index, number) in numbers.iter().enumerate() {
        assert_eq!(number.0, [index as f64; 4]);
    }
}

#[test]
fn numbers_by_themselves_are_records() {
    let wheels = Wheels { front_left: 1.0, front_right: 2.0, rear_left: 3.0, rear_right: 4.0 };
    assert_eq!(wheels.add_scaled(2.0, &wheels), wheels.times(3.0));
    assert_eq!((wheels.sum(), wheels.largest(), wheels.least()), (10.0, 4.0, 1.0));
    assert!(wheels.all_finite() && !Wheels { rear_left: f64::NAN, ..wheels }.all_finite());
    assert_eq!(wheels.mirrored().mirrored(), wheels);
}
