//! CommonRoad's cars by pedals.

use skidpad_commonroad::{COMMONROAD_KS, COMMONROAD_KST, COMMONROAD_MB, COMMONROAD_ST, COMMONROAD_STD};
use skidpad_core::controls::{Controls, Gear, sanitise};
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_world::models::ModelInfo;
use skidpad_world::rolling::{Begin, CarChoice, Request};

static MODELS: [&ModelInfo; 5] =
    [&COMMONROAD_KS, &COMMONROAD_KST, &COMMONROAD_ST, &COMMONROAD_STD, &COMMONROAD_MB];

/// Speeds at the end of seconds of steps of 10 ms, from one speed, under pedals.
fn speeds(from_m_s: f64, controls: Controls, seconds: f64) -> Vec<(&'static str, f64)> {
    let request = Request::from_command(sanitise(&controls).0);
    let drive = |model: &&ModelInfo| {
        let begin = Begin { gear: controls.gear, initial: &[(model.speed, from_m_s)], method: None };
        let name = if model.name == "commonroad_kst" { "commonroad-4" } else { "commonroad-2" };
        let mut car = model.begin(&CarChoice::Own(name), &begin).expect("its own car");
        let road = Surface::asphalt();
        for _ in 0..(seconds * 100.0) as usize {
            car.step(&request, (&road).into(), Dt::new(0.01).expect("a step"));
        }
        (model.name, car.telltales().motion.velocity_x_m_s)
    };
    MODELS.iter().map(drive).collect()
}

/// Full brakes took every car through standstill and on backwards, at 9.5 m/s after 4 s from 5 m/s.
#[test]
fn a_braking_car_stops() {
    for (from_m_s, model) in [(5.0, ""), (-5.0, "commonroad_ks")] {
        for (name, speed_m_s) in speeds(from_m_s, Controls { brake: 1.0, ..Controls::default() }, 4.0) {
            if name.starts_with(model) {
                assert!(speed_m_s.abs() < 0.1, "{name} from {from_m_s} m/s: {speed_m_s} m/s");
            }
        }
    }
}

#[test]
fn the_throttle_drives_to_where_the_gear_says() {
    let throttle = |gear| Controls { throttle: 0.2, gear, ..Controls::default() };
    assert!(speeds(0.0, throttle(Gear::Forward(1)), 1.0).iter().all(|(_, speed_m_s)| *speed_m_s > 1.0));
    let [ks, kst, ..] = &speeds(0.0, throttle(Gear::Reverse), 1.0)[..] else { panic!("five models") };
    assert!(ks.1 < -1.0 && kst.1 < -1.0, "{ks:?} {kst:?}");
}
