//! Telltales of every model: what its channels have is read, under whichever of the known names.

use skidpad_core::controls::Gear;
use skidpad_core::record::Channel;
use skidpad_models::MODELS;
use skidpad_workload::vehicle;
use skidpad_world::models::Cars;
use skidpad_world::rolling::{Begin, CarChoice};

const SPEED_M_S: f64 = 15.0;

/// A channel that is called otherwise than the telltales' names fails here: what ends like one is read as one.
#[test]
fn the_telltales_of_every_model_are_read() {
    let vehicle = vehicle(5);
    let mut with_wheels = 0;
    for model in &MODELS {
        let car = match model.cars {
            Cars::Own(names) => CarChoice::Own(names[0]),
            Cars::Fixed => CarChoice::Own(model.name),
            Cars::Vehicles => CarChoice::Vehicle(&vehicle),
        };
        let initial = [(model.speed, SPEED_M_S), ("yaw_rate_rad_s", 0.25)];
        let begin = Begin { gear: Gear::Forward(2), initial: &initial, method: None };
        let telltales = model.begin(&car, &begin).expect("its car").telltales();
        let has = |channels: &[Channel], ending: &str| {
            channels.iter().any(|channel| channel.name.ends_with(ending))
        };
        assert_eq!(telltales.motion.velocity_x_m_s, SPEED_M_S, "{}", model.name);
        let yaw_rate_rad_s = if has(model.states, "yaw_rate_rad_s") { 0.25 } else { 0.0 };
        assert_eq!(telltales.motion.yaw_rate_rad_s, yaw_rate_rad_s, "{}", model.name);
        let spins = has(model.states, "_spin_rad_s") || has(model.states, "_wheel_rad_s");
        assert_eq!(telltales.spins_rad_s.is_some(), spins, "{}", model.name);
        // Rolling wheels of 0.2 to 0.5 m.
        for spin_rad_s in telltales.spins_rad_s.iter().flatten() {
            assert!((2.0..5.0).contains(&(spin_rad_s / SPEED_M_S)), "{}: {spin_rad_s}", model.name);
        }
        assert_eq!(telltales.loads_n.is_some(), has(model.modes, "_load_before_n"), "{}", model.name);
        assert_eq!(telltales.engine_rad_s.is_some(), has(model.states, "engine_rad_s"), "{}", model.name);
        let gear = model.modes.iter().any(|channel| channel.name == "gear");
        assert_eq!(telltales.gear.is_some(), gear, "{}", model.name);
        assert!(telltales.gear.is_none_or(|gear| gear == 2.0), "{}: {:?}", model.name, telltales.gear);
        assert!(!telltales.is_stalled, "{}", model.name);
        with_wheels += usize::from(spins);
    }
    assert!(with_wheels >= 10, "{with_wheels}");
}

/// CommonRoad's ST and STD have the speed along their motion, and the sideslip angle.
#[test]
fn a_sideslip_angle_turns_the_speed_into_the_axes_of_the_body() {
    for name in ["commonroad_st", "commonroad_std"] {
        let initial = [("speed_m_s", 10.0), ("sideslip_rad", 2.0)];
        let begin = Begin { gear: Gear::Forward(2), initial: &initial, method: None };
        let car = MODELS.by_name(name).unwrap().begin(&CarChoice::Own("commonroad-2"), &begin).unwrap();
        let motion = car.telltales().motion;
        assert!((motion.velocity_x_m_s - 10.0 * f64::cos(2.0)).abs() < 1e-14, "{name}: {motion:?}");
        assert!((motion.velocity_y_m_s - 10.0 * f64::sin(2.0)).abs() < 1e-14, "{name}: {motion:?}");
    }
}
