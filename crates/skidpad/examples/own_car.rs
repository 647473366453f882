//! A car of one's own: a preset's specification with another engine and other tyres, against the car as it was.

use skidpad::core::spec::TorqueSpec;
use skidpad::prelude::*;
use skidpad::presets::preset;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let standard = preset("mx5-nd-2016")?.spec;
    let mut own = standard.clone();
    own.name = "mx5-with-more".to_owned();
    // A third more torque at every engine speed, and a ballast of 60 kg: all fields are SI.
    if let TorqueSpec::Points(points) = &mut own.torque {
        points.iter_mut().for_each(|point| point.1 *= 4.0 / 3.0);
    }
    own.body.load_mass_kg += 60.0;

    for spec in [&standard, &own] {
        let car = Car::from_specification(spec)?;
        let mass_kg = car.vehicle().body().mass_kg;
        println!("{:15} {mass_kg:.0} kg, 0 to 100 km/h in {:.2} s", spec.name, to_100_km_h(car)?);
    }

    // What is wrong is said field by field.
    own.body.wheelbase_m = -2.0;
    own.gearbox.final_drive = 0.0;
    println!("{}", Car::from_specification(&own).unwrap_err());
    Ok(())
}

fn to_100_km_h(mut car: Car) -> Result<f64, Box<dyn std::error::Error>> {
    let full_throttle = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
    while car.speed_m_s() < 100.0 / 3.6 {
        car.step(&full_throttle, 0.01)?;
    }
    Ok(car.time_s())
}
