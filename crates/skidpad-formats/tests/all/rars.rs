//! The preset `rars` is the program's car, and turns through the door that every scenario uses.
#![allow(clippy::disallowed_methods)]

use std::ops::ControlFlow;

use skidpad_core::controls::{Controls, Gear};
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_formats::presets;
use skidpad_models::MODELS;
use skidpad_texts::slip_vector::SlipVectorCar;
use skidpad_texts::slip_vector::rars;
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
        let model = MODELS.by_name(name).unwrap();
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

/// The friction functions of the text and its program, at a slip of K: l / (K + l) is a half there, 1 - exp(-l / K) is
/// 0.632, the straight pieces and the falling one have their peak. A locked tread shows them.
#[test]
fn the_friction_functions_differ_as_rars_prints_them() {
    use skidpad_world::models::{FRICTION_LAWS, FrictionChoice};
    use skidpad_world::rolling::{Begin, Request};
    let vehicle = presets::preset("rars").unwrap().spec.validate().unwrap();
    let model = MODELS.by_name("slip_vector").unwrap();
    let names: Vec<&str> = columns(model).iter().map(|column| column.name).collect();
    let get = |row: &[f64], name: &str| row[names.iter().position(|column| *column == name).unwrap()];
    let braked = |friction: FrictionChoice| {
        let initial = [("velocity_x_m_s", rars::K_M_S)];
        let begin = Begin { gear: Gear::Neutral, initial: &initial, method: None };
        let car = CarChoice::Vehicle(&vehicle).with_friction(Some(friction));
        let car = model.begin(&car, &begin).expect("it takes the vehicle");
        let (command, _) = skidpad_core::controls::sanitise(&Controls { brake: 1.0, ..Controls::default() });
        let mut row = Vec::new();
        car.row(&Request::from_command(command), (&rars::road()).into(), &mut row);
        -get(&row, "force_x_n") / (get(&row, "load_n"))
    };
    let expected = [0.5, 1.0 - (-1.0_f64).exp(), 1.0, 1.0];
    for (law, expected) in FRICTION_LAWS.into_iter().zip(expected) {
        let found = braked(FrictionChoice::new(law));
        assert!((found - expected).abs() < 1e-9, "{law}: {found}, not {expected}");
        // FMAX and K of the file: at half of K the first is a third of FMAX.
        let other = FrictionChoice { law, largest: Some(1.8), k_m_s: Some(2.0 * rars::K_M_S) };
        let at_half = [1.0 / 3.0, 1.0 - (-0.5_f64).exp(), 0.5, 3.0 * 0.5 * 1.5 / (4.0 * 0.25 + 0.5 + 1.0)];
        let place = FRICTION_LAWS.iter().position(|known| *known == law).unwrap();
        assert!((braked(other) - 1.8 * at_half[place]).abs() < 1e-9, "{law}");
    }
    // Another model has no such choice.
    let car = CarChoice::WithFriction(&vehicle, FrictionChoice::new(FRICTION_LAWS[1]));
    let begin = Begin { gear: Gear::Neutral, initial: &[], method: None };
    assert!(MODELS.by_name("single_track").unwrap().begin(&car, &begin).is_none());
}
