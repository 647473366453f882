//! A render loop: pictures come when they come, physics goes in equal steps, and what is drawn lies between two of them, so
//! that neither body nor wheels shake. Here the frames are made up and the picture is lines of text.

use skidpad::Shown;
use skidpad::core::step::Dt;
use skidpad::prelude::*;
use skidpad::world::render::FixedStep;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let moving = Placement { speed_m_s: 20.0, ..Placement::default() };
    let mut car = Car::builder().model("two_track_sprung").at(moving).preset("corvette-c5")?;
    let controls = Controls { throttle: 0.7, steer_rad: 0.03, gear: Gear::Automatic, ..Controls::default() };
    let mut fixed = FixedStep::new(Dt::try_from(1.0 / 120.0)?);
    let mut shown = Shown::new(&car);

    // Seconds since the last picture: 144 Hz with a hitch in it.
    for frame_s in [0.0069, 0.0070, 0.0069, 0.0500, 0.0069, 0.0070, 0.0069] {
        let due = fixed.advance(frame_s);
        for _ in 0..due.steps {
            car.step(&controls, fixed.dt().seconds())?;
            shown.push(&car);
        }
        let [x, y, z] = shown.body(due.alpha).position_m;
        println!("steps: {}; the body is drawn at ({x:.4}, {y:.4}, {z:.4}) m", due.steps);
        for (name, wheel) in
            ["front left", "front right", "rear left", "rear right"].iter().zip(shown.wheels(due.alpha))
        {
            let [x, y, z] = wheel.in_body_m;
            println!(
                "  {name:11} at ({x:6.3}, {y:6.3}, {z:5.3}) m on the body, steered {:6.3} rad, turned {:5.3} rad",
                wheel.steer_rad, wheel.spin_angle_rad
            );
        }
    }
    Ok(())
}
