//! A car stands still on a slope, with its handbrake on, and drives off uphill.

use skidpad::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // 20 percent, about: the road's axes are tilted, and positions along it are measured on it.
    let hill = Surface { slope_rad: 0.2, ..Surface::asphalt() };
    let mut car = Car::builder().surface(hill).gear(Gear::Neutral).preset("leaf-2011")?;

    let parked = Controls { handbrake: 1.0, gear: Gear::Neutral, ..Controls::default() };
    drive(&mut car, &parked, 2.0)?;
    let before = car.pose();
    drive(&mut car, &parked, 600.0)?;
    println!(
        "ten minutes on the handbrake: it has moved by {:?} m",
        distance_m(before.position_m, car.pose().position_m)
    );

    let uphill = Controls { throttle: 0.8, gear: Gear::Automatic, ..Controls::default() };
    drive(&mut car, &uphill, 5.0)?;
    let [x, _, z] = car.pose().position_m;
    println!("after 5 s uphill: {:.1} m along, {:.1} m up, at {:.1} km/h", x, z, car.speed_m_s() * 3.6);
    Ok(())
}

fn drive(car: &mut Car, controls: &Controls, seconds: f64) -> Result<(), Box<dyn std::error::Error>> {
    for _ in 0..(seconds * 60.0) as u32 {
        car.step(controls, 1.0 / 60.0)?;
    }
    Ok(())
}

fn distance_m(from: [f64; 3], to: [f64; 3]) -> f64 {
    from.iter().zip(to).map(|(from, to)| (to - from) * (to - from)).sum::<f64>().sqrt()
}
