//! The car of this crate, driven. With words it is the program `skidpad` with the model `electric_quad` in its list:
//! `cargo run --release -p own-parts -- models electric_quad`.

use std::process::ExitCode;

use own_parts::{ELECTRIC_QUAD, ElectricQuad};
use skidpad::core::batch::Batch;
use skidpad::core::controls::sanitise;
use skidpad::core::model::two_track::{Kind, TwoTrack, TwoTrackInput, TwoTrackMode, TwoTrackState};
use skidpad::core::step::{Dt, Simulation};
use skidpad::linear::linearise;
use skidpad::prelude::*;
use skidpad::presets::preset;
use skidpad::world::log::{CarLabel, LogReplay, LogSettings, LoggedWorld};
use skidpad::world::rolling::{Begin, CarChoice, Request};
use skidpad::world::world::{Member, Site, World};
use skidpad_models::MODELS;

/// The vehicle file that gives mass, springs, brakes and wheels.
const VEHICLE: &str = "tesla-model-s-60";

fn main() -> ExitCode {
    let models = MODELS.with(&[&ELECTRIC_QUAD]);
    if std::env::args_os().len() > 1 {
        return skidpad_cli::main_with(&models);
    }
    match shown() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn shown() -> Result<(), Box<dyn std::error::Error>> {
    for model in ["two_track_sprung", "electric_quad"] {
        let models = MODELS.with(&[&ELECTRIC_QUAD]);
        let car = Car::builder().models(&models).model(model).preset(VEHICLE)?;
        let (time_s, speed_m_s) = (seconds_to_100_km_h(car.clone())?, hairpin_m_s(car)?);
        println!("{model:16} 0-100 km/h in {time_s:.2} s; leaves the bend at {:.1} km/h", 3.6 * speed_m_s);
    }
    in_lanes()?;
    replayed()?;
    linear()
}

/// Time from rest to 100 km/h at full throttle.
fn seconds_to_100_km_h(mut car: Car) -> Result<f64, Box<dyn std::error::Error>> {
    let controls = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
    let mut time_s = 0.0;
    while car.speed_m_s() < 100.0 / 3.6 && time_s < 60.0 {
        car.step(&controls, 0.01)?;
        time_s += 0.01;
    }
    Ok(time_s)
}

/// Speed after 4 s of a bend of constant steering, at 60 % throttle.
fn hairpin_m_s(mut car: Car) -> Result<f64, Box<dyn std::error::Error>> {
    car.teleport(&Placement { speed_m_s: 8.0, ..Placement::default() })?;
    let controls = Controls { throttle: 0.6, steer_rad: 0.1, gear: Gear::Automatic, ..Controls::default() };
    for _ in 0..400 {
        car.step(&controls, 0.01)?;
    }
    Ok(car.speed_m_s())
}

/// A hundred cars with motors of different power, each as it would be alone.
fn in_lanes() -> Result<(), Box<dyn std::error::Error>> {
    let vehicle = preset(VEHICLE)?.spec.validate().map_err(CarError::from)?;
    let cars: Vec<_> = (0..100)
        .map(|number| {
            let mut car = ElectricQuad::car(&vehicle);
            car.base.driveline.rear.power_w = 60e3 + 2e3 * f64::from(number);
            car
        })
        .collect();
    let base = &cars[0].base;
    let (mode, state) = (TwoTrackMode::in_gear(base, 1.0), TwoTrackState::rolling(base, 20.0, 1.0));
    let controls = Controls { throttle: 0.8, steer_rad: 0.05, gear: Gear::Forward(1), ..Controls::default() };
    let input = TwoTrackInput::on_even_road(&sanitise(&controls).0);
    let dt = Dt::try_from(0.01)?;
    let mut batch = Batch::<TwoTrack<ElectricQuad>, f64>::new(&cars, &[mode], &[state; 100])?;
    batch.set_inputs(&[input; 100]);
    for _ in 0..200 {
        batch.step(dt);
    }
    for index in [0, 99] {
        let mut alone = Simulation::<TwoTrack<ElectricQuad>>::new(cars[index], mode, state);
        for _ in 0..200 {
            alone.step(&input, &Surface::asphalt(), dt);
        }
        assert_eq!(batch.state(index), *alone.state(), "a car in lanes has the bits of the car alone");
        let (power_w, body) = (cars[index].base.driveline.rear.power_w, &alone.state().body);
        println!(
            "in lanes         {:.0} kW at each rear wheel: {:.2} m/s and {:.3} rad/s, as alone",
            power_w / 1e3,
            body.velocity_x_m_s,
            body.yaw_rate_rad_s
        );
    }
    Ok(())
}

/// Logged, and replayed to the bit.
fn replayed() -> Result<(), Box<dyn std::error::Error>> {
    let vehicle = preset(VEHICLE)?.spec.validate().map_err(CarError::from)?;
    let choice = CarChoice::Vehicle(&vehicle);
    let begin = Begin { gear: Gear::Automatic, initial: &[("velocity_x_m_s", 20.0)], method: None };
    let car = ELECTRIC_QUAD.begin(&choice, &begin).ok_or("a car of the model")?;
    let mut world = LoggedWorld::new(World::new(Site::asphalt()), LogSettings::default());
    let id = world.add(Member { car, body: None }, CarLabel::named(VEHICLE))?;
    for step in 0..300 {
        let controls = Controls {
            throttle: if step < 150 { 0.7 } else { 0.0 },
            brake: if step < 200 { 0.0 } else { 0.5 },
            steer_rad: 0.001 * f64::from(step % 100),
            gear: Gear::Automatic,
            ..Controls::default()
        };
        world.set_request(id, Request::from_command(sanitise(&controls).0));
        world.step(Dt::try_from(0.01)?);
    }
    let verified = LogReplay::new(world.log()).verify()?;
    println!("replayed         {} steps with the same bits", verified.steps);
    Ok(())
}

/// Linear about driving straight ahead at 30 m/s: dual numbers run through the parts of this crate, too.
fn linear() -> Result<(), Box<dyn std::error::Error>> {
    use skidpad::core::record::channel_place;
    let vehicle = preset(VEHICLE)?.spec.validate().map_err(CarError::from)?;
    let car = ElectricQuad::car(&vehicle);
    let (mode, state) = (TwoTrackMode::in_gear(&car.base, 1.0), TwoTrackState::rolling(&car.base, 30.0, 1.0));
    let input = TwoTrackInput::on_even_road(&sanitise(&Controls::default()).0);
    let linear = linearise::<TwoTrack<ElectricQuad>>(&car, &mode, &state, &input, &Surface::asphalt());
    let motor = channel_place::<TwoTrackState<f64, ElectricQuad>>("rear_left_motor_nm")?;
    println!("linearised       a motor's torque settles at {:.0} 1/s", linear.a.at(motor, motor));
    Ok(())
}
