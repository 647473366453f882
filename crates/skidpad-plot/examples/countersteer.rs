//! Draws a countersteered turn of a motorcycle: `countersteer CAR SPEED FILE`. CAR is a preset or the path of a
//! vehicle file, SPEED in m/s. After a second the rider is asked for a turn to the right.

use std::error::Error;

use skidpad_core::controls::Command;
use skidpad_core::math::Real;
use skidpad_core::record::Record;
use skidpad_core::step::{Dt, Simulation};
use skidpad_core::surface::Surface;
use skidpad_plot::svg::{Axis, Colour, Line, Plot, Sheet, Stack};
use skidpad_special::{Motorcycle, MotorcycleCar, MotorcycleInput, MotorcycleMode, MotorcycleState};

/// Acceleration across that is asked for, m/s^2.
const ACROSS_M_S2: f64 = 5.0;
/// How long it is ridden, in steps of 10 ms.
const STEPS: u32 = 500;

type Points = Vec<(f64, f64)>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [car, speed, file] = arguments.as_slice() else {
        return Err("usage: countersteer CAR SPEED FILE".into());
    };
    let file_of = skidpad_formats::presets::load(car)?;
    let vehicle = file_of
        .spec
        .validate()
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<String>())?;
    let speed: f64 = speed.parse()?;
    let picture = Sheet {
        title: format!("{}: a turn to the right at {speed} m/s", file_of.title),
        subtitle: "Positive: handlebar, yaw rate and y to the left, lean to the right".to_owned(),
        width: 980.0,
        row_height: 620.0,
        columns: 2,
        cells: ride(&MotorcycleCar::from_vehicle(&vehicle), speed)?,
    };
    std::fs::write(file, picture.svg())?;
    Ok(())
}

fn ride(car: &MotorcycleCar<f64>, speed: f64) -> Result<Vec<Stack>, Box<dyn Error>> {
    let mode = MotorcycleMode { direction: 1.0, ..MotorcycleMode::in_gear(0.0) };
    let mut bike = Simulation::<Motorcycle>::new(*car, mode, MotorcycleState::upright(speed));
    let dt = Dt::new(0.01).ok_or("a usable step")?;
    let wheelbase = car.vehicle().body().wheelbase_m;
    let turn = -Real::atan(wheelbase * ACROSS_M_S2 / (speed * speed));
    let (mut steer, mut torque, mut lean, mut wanted, mut rate) =
        (Points::new(), Points::new(), Points::new(), Points::new(), Points::new());
    let (mut path, mut contact) = (Points::new(), Points::new());
    for step in 0..STEPS {
        let steer_rad = if step < 100 { 0.0 } else { turn };
        let input = MotorcycleInput::ridden(&Command { steer_rad, ..Record::splat(0.0) });
        let (state, trace) = (*bike.state(), bike.look(&input, &Surface::asphalt()).1);
        let time = bike.time_s();
        steer.push((time, state.handlebar_rad.to_degrees()));
        torque.push((time, trace.hands_torque_nm));
        lean.push((time, state.lean_rad.to_degrees()));
        wanted.push((time, trace.wanted_lean_rad.to_degrees()));
        rate.push((time, state.yaw_rate_rad_s.to_degrees()));
        if step < 260 {
            // The contact line lies to the left of the centre of mass when the machine leans to the right.
            let aside = car.vehicle().body().cg_height_m * Real::sin(state.lean_rad);
            path.push((state.x_m, state.y_m));
            contact.push((state.x_m, state.y_m + aside));
        }
        bike.step(&input, &Surface::asphalt(), dt);
    }
    let line = |points: Points, series: usize| Line::new(points, Colour::Series(series));
    let time = || Axis::new("time", "s");
    let over_time = vec![
        Plot::new(time(), Axis::new("handlebar", "deg")).with(line(steer, 0)),
        Plot::new(time(), Axis::new("hands", "N.m")).with(line(torque, 1)),
        Plot::new(time(), Axis::new("lean", "deg"))
            .with(line(wanted, 3).named("wanted"))
            .with(line(lean, 2).named("ridden")),
        Plot::new(time(), Axis::new("yaw rate", "deg/s")).with(line(rate, 4)),
    ];
    let path = Plot::new(Axis::new("x", "m"), Axis::new("y", "m"))
        .with(line(contact, 1).named("tyres"))
        .with(line(path, 0).named("centre of mass"));
    Ok(vec![
        Stack { title: "Rider and machine".to_owned(), plots: over_time },
        Stack { title: "Path of the first 2.6 s".to_owned(), plots: vec![path] },
    ])
}
