//! The preset `rars` is the program's car, and turns through the door that every scenario uses.
#![allow(clippy::disallowed_methods)]

use std::ops::ControlFlow;

use skidpad::controls::{Controls, Gear};
use skidpad::model::SlipVectorCar;
use skidpad::model::slip_vector::rars;
use skidpad::step::Dt;
use skidpad::surface::Surface;
use skidpad_formats::presets;
use skidpad_world::models::ModelInfo;
use skidpad_world::rolling::CarChoice;
use skidpad_world::scenario::{Ending, Script, columns, run};

#[test]
fn the_preset_has_the_programs_constants() {
    let vehicle = presets::preset("rars").unwrap().spec.validate().unwrap();
    let found = SlipVectorCar::new(&vehicle);
    let expected = rars::car(rars::Ground::Hyperbolic, rars::FULL_TANK_KG);
    for (found, expected) in [
        (found.mass_kg, expected.mass_kg),
        (found.friction, expected.friction),
        (found.friction_law, expected.friction_law),
        (found.k_m_s, expected.k_m_s),
        (found.power_w, expected.power_w),
        (found.drag_area_m2, expected.drag_area_m2),
        (found.largest_alpha_rad, expected.largest_alpha_rad),
        (found.largest_alpha_rate_rad_s, expected.largest_alpha_rate_rad_s),
    ] {
        assert!((found - expected).abs() <= 1e-5 * expected, "{found}, not {expected}");
    }
}

/// Both turning models that know no gearbox, by the same controls: round to the left.
#[test]
fn the_turning_models_drive_by_a_script() {
    let vehicle = presets::preset("boxster-s").unwrap().spec.validate().unwrap();
    for name in ["kinematic", "slip_vector"] {
        let model = ModelInfo::by_name(name).unwrap();
        assert_eq!(model.abilities.grip, name == "slip_vector");
        let controls = |_: f64| Controls {
            throttle: 0.2,
            steer_rad: 0.1,
            gear: Gear::Forward(1),
            ..Controls::default()
        };
        let script = Script {
            method: None,
            dt: Dt::new(0.01).unwrap(),
            duration_s: 4.0,
            initial: &[],
            surface: Surface::asphalt(),
            ground: skidpad_world::ground::Ground::plain(),
            controls: &controls,
            hands: None,
            acceleration: &|_| 0.0,
        };
        let names: Vec<&str> = columns(model).iter().map(|column| column.name).collect();
        let mut last = Vec::new();
        let mut sink = |row: &[f64]| {
            last = row.to_vec();
            ControlFlow::Continue(())
        };
        assert_eq!(
            run(model, &CarChoice::Vehicle(&vehicle), &script, &mut sink).unwrap().ending,
            Ending::Complete
        );
        let get = |name: &str| last[names.iter().position(|column| *column == name).unwrap()];
        assert!(get("yaw_rad") > 0.3 && get("velocity_x_m_s") > 5.0, "{name}: {last:?}");
        assert!(get("acceleration_y_m_s2") > 0.5, "{name}: to the left");
    }
}
