//! Ten thousand cars at once: the same start with ten thousand steering angles, in SIMD lanes and over all cores. Each car
//! moves exactly as it would alone. `cargo run --release --example batch -- 100000` takes another number.

use std::time::Instant;

use skidpad::core::batch::{Batch, column_of};
use skidpad::core::controls::sanitise;
use skidpad::core::model::two_track::{
    Curves, TwoTrack, TwoTrackCar, TwoTrackInput, TwoTrackMode, TwoTrackState,
};
use skidpad::core::step::{Dt, Simulation};
use skidpad::prelude::*;
use skidpad::presets::preset;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cars = std::env::args().nth(1).map_or(Ok(10_000), |count| count.parse::<usize>())?;
    let vehicle = preset("fr-s-2013")?.spec.validate().map_err(CarError::from)?;
    let car = TwoTrackCar::from(&vehicle);
    // At 25 m/s in fourth gear.
    let (mode, state) = (TwoTrackMode::in_gear(&car.base, 4.0), TwoTrackState::rolling(&car.base, 25.0, 4.0));
    let input = |index: usize| {
        let steer_rad = 0.1 * index as f64 / cars as f64;
        let (command, _) =
            sanitise(&Controls { throttle: 0.2, steer_rad, gear: Gear::Forward(4), ..Controls::default() });
        TwoTrackInput::on_even_road(&command)
    };
    let inputs: Vec<_> = (0..cars).map(input).collect();

    let mut batch = Batch::<TwoTrack<Curves>, f64>::new(&[car], &[mode], &vec![state; cars])?;
    batch.set_inputs(&inputs);
    let (begin, dt) = (Instant::now(), Dt::try_from(0.02)?);
    for _ in 0..100 {
        batch.step(dt);
    }
    let (spent_s, driven_s) = (begin.elapsed().as_secs_f64(), 2.0 * cars as f64);
    println!("{cars} cars for 2 s each in {spent_s:.2} s: {:.0} times real time", driven_s / spent_s);

    // A column holds one number of all cars, side by side: here the yaw rate.
    let yaw_rate = column_of::<TwoTrackState<f64>>("yaw_rate_rad_s").ok_or("a state of the model")?;
    let yaw_rates = batch.states(yaw_rate);
    for index in [0, cars / 4, cars / 2, cars - 1] {
        println!("steered by {:.3} rad: {:.3} rad/s", inputs[index].command.steer_rad, yaw_rates[index]);
    }

    // Alone, a car has the same bits.
    let mut alone = Simulation::<TwoTrack<Curves>>::new(car, mode, state);
    for _ in 0..100 {
        alone.step(&inputs[cars / 4], &Surface::asphalt(), dt);
    }
    assert_eq!(alone.state().body.yaw_rate_rad_s.to_bits(), yaw_rates[cars / 4].to_bits());
    Ok(())
}
