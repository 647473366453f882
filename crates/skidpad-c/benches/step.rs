//! Cost of a step through the C door over one of Rust, for one car with the same script.
//!
//! `cargo bench --package skidpad-c --bench step`. To count instructions instead, run one side under a counter:
//! `valgrind --tool=callgrind <the program> --only c`, and `--only rust`.

use std::hint::black_box;
use std::ptr::{null, null_mut};
use std::time::Instant;

use skidpad::core::math::Real;
use skidpad::prelude::*;
use skidpad_c::{
    SKIDPAD_GEAR_AUTOMATIC, SkidpadControls, SkidpadStatus, skidpad_car_free, skidpad_car_from_preset,
    skidpad_car_step,
};

const STEPS: u32 = 20_000;
const STEP_S: f64 = 0.001;
const ROUNDS: usize = 15;

fn in_rust() -> f64 {
    let mut car = Car::preset("mx5-nd-2016").expect("a preset");
    let controls = Controls { throttle: 0.3, steer_rad: 0.02, gear: Gear::Automatic, ..Controls::default() };
    let began = Instant::now();
    for _ in 0..STEPS {
        car.step(black_box(&controls), STEP_S).expect("a step");
    }
    began.elapsed().as_secs_f64()
}

fn through_c() -> f64 {
    let controls = SkidpadControls {
        throttle: 0.3,
        brake: 0.0,
        handbrake: 0.0,
        steer_rad: 0.02,
        clutch: 0.0,
        starter: 0.0,
        gear: SKIDPAD_GEAR_AUTOMATIC,
    };
    let mut car = null_mut();
    // SAFETY: name and memory are valid, and the car is alive until it is freed.
    unsafe {
        assert_eq!(skidpad_car_from_preset(c"mx5-nd-2016".as_ptr(), null(), &mut car), SkidpadStatus::Ok);
        let began = Instant::now();
        for _ in 0..STEPS {
            assert_eq!(skidpad_car_step(car, black_box(&controls), STEP_S), SkidpadStatus::Ok);
        }
        let spent_s = began.elapsed().as_secs_f64();
        assert_eq!(skidpad_car_free(car), SkidpadStatus::Ok);
        spent_s
    }
}

fn main() {
    let only = std::env::args().skip_while(|word| word != "--only").nth(1);
    match only.as_deref() {
        Some("rust") => {
            black_box(in_rust());
            return;
        }
        Some("c") => {
            black_box(through_c());
            return;
        }
        _ => {}
    }
    // Alternating, so that a slower moment of the machine meets both; the least of each is that of a quiet moment.
    let (mut rust_s, mut c_s) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        (rust_s, c_s) = (Real::min(rust_s, in_rust()), Real::min(c_s, through_c()));
    }
    let [rust_ns, c_ns] = [rust_s, c_s].map(|spent_s| 1e9 * spent_s / f64::from(STEPS));
    println!(
        "a step of 1 ms: {rust_ns:.0} ns in Rust, {c_ns:.0} ns through C: {:.0} ns more",
        c_ns - rust_ns
    );
}
