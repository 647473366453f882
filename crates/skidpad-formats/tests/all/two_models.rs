//! Where the four-wheel car differs from the single-track car in a turn, and that what is said to cause it does: one
//! thing is switched off at a time. `docs/road-tests.md` has the explanation.
#![allow(clippy::disallowed_methods)]

use skidpad_core::spec::VehicleSpec;
use skidpad_core::surface::Surface;
use skidpad_formats::presets;
use skidpad_models::MODELS;
use skidpad_world::roadtest::{Manoeuvre, TurningConditions, turn};

fn value(spec: &VehicleSpec, model: &str, manoeuvre: Manoeuvre, name: &str) -> f64 {
    let vehicle = spec.validate().expect("a valid vehicle");
    let model = MODELS.by_name(model).expect("a model");
    let conditions = TurningConditions { model, method: None, surface: Surface::asphalt(), rate_hz: None };
    let outcomes = turn(&vehicle, &conditions, manoeuvre).outcomes;
    let found = outcomes.into_iter().find(|entry| entry.0.name == name).expect("a result of the manoeuvre");
    found.1.value.expect("it was driven")
}

/// A preset with something switched off.
fn preset(name: &str, change: impl Fn(&mut VehicleSpec)) -> VehicleSpec {
    let mut spec = presets::preset(name).expect("a preset").spec;
    change(&mut spec);
    spec
}

fn without_width(spec: &mut VehicleSpec) {
    let chassis = spec.chassis.as_mut().expect("presets have one");
    (chassis.front_track_m, chassis.rear_track_m) = (0.0, 0.0);
    without_assists(spec);
}

fn without_assists(spec: &mut VehicleSpec) {
    let assists = spec.assists.as_mut().expect("presets have them");
    (assists.abs, assists.stability_control) = (0.0, 0.0);
}

fn open_differential(spec: &mut VehicleSpec) {
    let differentials = spec.differentials.as_mut().expect("presets have them");
    (differentials.rear_preload_nm, differentials.rear_drive_locking) = (0.0, 0.0);
    differentials.rear_coast_locking = 0.0;
}

/// Locked rear wheels that stand beside each other drag against the yaw with their track for a lever, which one wheel
/// in the middle has not.
#[test]
fn the_handbrake_turns_less_far_by_the_width_of_the_car() {
    let turned = |spec: &VehicleSpec, model| value(spec, model, Manoeuvre::HandbrakeTurn, "handbrake turn");
    let car = preset("bolt-ev-2017", without_assists);
    let (single, wide) = (turned(&car, "single_track"), turned(&car, "two_track"));
    let controlled = turned(&preset("bolt-ev-2017", |_| {}), "two_track");
    let narrow = turned(&preset("bolt-ev-2017", without_width), "two_track");
    println!("handbrake turn: {single:.1} deg on one track, {wide:.1} on two, {narrow:.1} without width");
    println!("{controlled:.1} deg with stability control");
    assert!(wide < 0.93 * single, "{wide} against {single}");
    assert!((narrow / single - 1.0).abs() < 0.01, "{narrow} against {single}");
    // It brakes against the yaw.
    assert!(controlled < 0.8 * wide, "{controlled} against {wide}");
}

/// Both engines drag the driven wheels through their gears: so the sideslip angle is the same. The single track had an
/// idealised drive that dragged as in the highest gear, and lift-off changed its sideslip half as much (0.26 for 0.55 deg).
#[test]
fn lift_off_slides_both_alike_by_the_engine_s_drag() {
    let slid = |spec: &VehicleSpec, model| value(spec, model, Manoeuvre::LiftOff, "lift-off: sideslip");
    let car = preset("mx5-nd-2016", |_| {});
    let (single, four) = (slid(&car, "single_track"), slid(&car, "two_track"));
    let free = preset("mx5-nd-2016", |spec| {
        spec.engine.braking_nm_s = 0.0;
        open_differential(spec);
    });
    let (free_single, free_four) = (slid(&free, "single_track"), slid(&free, "two_track"));
    println!(
        "lift-off: {single:.3} and {four:.3} deg; without engine drag {free_single:.3} and {free_four:.3}"
    );
    assert!((four / single - 1.0).abs() < 0.1, "{four} against {single}");
    assert!(single > 2.0 * free_single, "{single} against {free_single}");
    assert!((free_four / free_single - 1.0).abs() < 0.15, "{free_four} against {free_single}");
}

/// A limited-slip differential pushes the inner wheel on and holds the outer one back: a moment out of the turn.
#[test]
fn the_locking_differential_takes_the_yaw_rate_gain() {
    let gain =
        |spec: &VehicleSpec, model| value(spec, model, Manoeuvre::StepSteer, "step steer: yaw-rate gain");
    let car = preset("mx5-nd-2016", |_| {});
    let open = preset("mx5-nd-2016", open_differential);
    let (single, locking, free) =
        (gain(&car, "single_track"), gain(&car, "two_track"), gain(&open, "two_track"));
    println!(
        "yaw-rate gain: {single:.2} 1/s on one track, {locking:.2} on two, {free:.2} with an open differential"
    );
    assert!(locking < 0.9 * single, "{locking} against {single}");
    assert!((free / single - 1.0).abs() < 0.04, "{free} against {single}");
}
