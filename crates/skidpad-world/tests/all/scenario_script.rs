//! A scenario in code: its columns, its steps, what it refuses, and a run.

use core::ops::ControlFlow;
use std::collections::BTreeSet;

use skidpad_core::controls::{Controls, Gear};
use skidpad_core::step::Dt;
use skidpad_core::surface::Surface;
use skidpad_models::MODELS;
use skidpad_world::ground::Ground;
use skidpad_world::rolling::CarChoice;
use skidpad_world::scenario::{Ending, Script, columns, run};

fn script<'a>(initial: &'a [(&'a str, f64)], controls: &'a dyn Fn(f64) -> Controls) -> Script<'a> {
    Script {
        method: None,
        dt: Dt::new(0.01).unwrap(),
        duration_s: 2.0,
        initial,
        surface: Surface::asphalt(),
        ground: Ground::plain(),
        controls,
        acceleration: &|_| 0.0,
        hands: None,
    }
}

#[test]
fn every_column_has_its_own_name() {
    for model in &MODELS {
        let columns = columns(model);
        let names: BTreeSet<&str> = columns.iter().map(|column| column.name).collect();
        assert_eq!(names.len(), columns.len(), "{}", model.name);
    }
}

#[test]
fn the_steps_are_whole_but_for_rounding() {
    let hold = |_: f64| Controls::default();
    for (dt_s, duration_s, steps) in [(0.1, 0.3, 3), (0.1, 0.31, 4), (0.7, 0.1, 1), (0.01, 20.0, 2000)] {
        let script = Script { dt: Dt::new(dt_s).unwrap(), duration_s, ..script(&[], &hold) };
        assert_eq!(script.steps(), steps, "{dt_s} {duration_s}");
    }
}

#[test]
fn states_that_the_model_lacks_or_refuses_are_named() {
    let hold = |_: f64| Controls::default();
    let initial = [("speed_m_s", 10.0), ("speed", 1.0), ("position_m", f64::NAN)];
    let script = script(&initial, &hold);
    let errors = script.initial_errors(MODELS.by_name("point_mass").unwrap());
    let names: Vec<&str> = errors.iter().map(|error| error.name.as_str()).collect();
    assert_eq!(names, ["speed", "position_m"]);
    assert!(errors[0].must.contains("a state of point_mass: position_m, speed_m_s"));
    assert!(errors[1].must.contains("between -10000000 and 10000000 m"));
}

#[test]
fn the_workload_drives_without_a_vehicle() {
    let steer = |t_s: f64| Controls {
        steer_rad: if t_s < 1.0 { 0.0 } else { 0.02 },
        gear: Gear::Neutral,
        ..Controls::default()
    };
    let initial = [("velocity_x_m_s", 20.0)];
    let model = MODELS.by_name("w1").unwrap();
    let car = CarChoice::Own("w1");
    let mut rows = Vec::new();
    let mut keep = |row: &[f64]| {
        rows.push(row.to_vec());
        ControlFlow::Continue(())
    };
    let finished = run(model, &car, &script(&initial, &steer), &mut keep).unwrap();
    assert_eq!((finished.ending, finished.time_s, rows.len()), (Ending::Complete, 2.0, 201));
    let column = |name: &str| columns(model).iter().position(|column| column.name == name).unwrap();
    let (last, yaw, x) = (&rows[200], column("yaw_rad"), column("x_m"));
    assert_eq!(rows[100][yaw], 0.0);
    assert!(last[yaw] > 0.05 && (last[x] - 40.0).abs() < 0.5);
}
