//! A car drives off, and says how it goes: `cargo run --release --example first_drive`.

use skidpad::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or("boxster-s".to_owned());
    let mut car = Car::preset(&name)?;
    let full_throttle = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
    let [gear, engine] = [car.output("gear")?, car.output("engine_rad_s")?];
    println!("time, s  speed, km/h  gear  engine, rpm");
    for second in 1..=10 {
        for _ in 0..60 {
            car.step(&full_throttle, 1.0 / 60.0)?;
        }
        let (speed_km_h, outputs) = (car.speed_m_s() * 3.6, car.outputs());
        let rpm = outputs.at(engine) * 30.0 / core::f64::consts::PI;
        println!("{second:7}  {speed_km_h:11.1}  {:4}  {rpm:11.0}", outputs.at(gear));
    }
    Ok(())
}
