//! Telemetry of a car that is steered into a circle, as a table for a spreadsheet (`telemetry.csv`) and as pictures (SVG), in
//! the folder that is named, or the current one: `cargo run --release --example telemetry -- FOLDER`.

use std::path::Path;

use skidpad::formats::telemetry::Table;
use skidpad::prelude::*;
use skidpad::world::telemetry::Recording;

const NAMES: [&str; 7] = [
    "time_s",
    "velocity_x_m_s",
    "yaw_rate_rad_s",
    "sideslip_rad",
    "acceleration_y_m_s2",
    "front_left_load_n",
    "front_right_load_n",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut car = Car::preset("boxster-981-2013")?;
    let outputs = NAMES.iter().map(|name| car.output(name)).collect::<Result<Vec<_>, _>>()?;
    let mut recording = Recording::new(outputs.iter().map(|output| *output.channel()).collect());

    let turn = Controls { throttle: 0.35, steer_rad: 0.05, gear: Gear::Automatic, ..Controls::default() };
    while car.time_s() < 20.0 {
        car.step(&turn, 1.0 / 50.0)?;
        let now = car.outputs();
        recording.push(outputs.iter().map(|output| now.at(*output)).collect());
    }

    let folder = std::env::args().nth(1).unwrap_or(".".to_owned());
    let folder = Path::new(&folder);
    let mut table = Table::new();
    for name in NAMES {
        table.push(name, recording.column(name).unwrap_or_default());
    }
    table.write(&folder.join("telemetry.csv"))?;
    for figure in skidpad_plot::telemetry_figures(&recording) {
        std::fs::write(folder.join(&figure.file), figure.svg)?;
        println!("{}: {}", figure.file, figure.title);
    }
    Ok(())
}
