//! Where numbers come from: every channel that is shown is explained, its terms exist, and what is closed gives the number.
#![allow(clippy::disallowed_methods)]

use skidpad_app::choice::Choice;
use skidpad_app::drive::Drive;
use skidpad_app::explain::{Live, explain, shown};
use skidpad_app::felt::felt;
use skidpad_core::controls::{Controls, Gear};
use skidpad_models::MODELS;
use skidpad_world::scene::Scene;

/// The models that are explained: all kinds of the four-wheel car among them.
fn models() -> Vec<&'static str> {
    let own = ["single_track", "kinematic", "ackermann", "slip_vector", "point_mass", "point_mass_palmer"];
    let kinds = MODELS.iter().map(|model| model.name).filter(|name| name.starts_with("two_track"));
    own.into_iter().chain(kinds.filter(|name| Choice::preset(name, "boxster-s").is_ok())).collect()
}

fn drive(model: &str) -> Drive {
    let own = if model == "slip_vector" { "rars" } else { "boxster-s" };
    let mut drive = Drive::new(Scene::straight(), &Choice::preset(model, own).unwrap()).unwrap();
    // Into a left-hander under some throttle: everything is at work.
    for step in 0..300 {
        let steer_rad = if step < 200 { 0.0 } else { 0.03 };
        let controls = Controls { throttle: 0.4, steer_rad, gear: Gear::Automatic, ..Controls::default() };
        drive.frame(1.0 / 60.0, &controls);
    }
    assert!(drive.player().seen().speed_m_s() > 5.0, "{model}");
    drive
}

#[test]
fn every_channel_that_is_shown_is_explained() {
    for name in models() {
        let model = MODELS.by_name(name).unwrap();
        let shown = shown(model);
        let least = if name.starts_with("point_mass") { 6 } else { 9 };
        assert!(shown.len() >= least, "{name}: {shown:?}");
        for channel in shown {
            let explained = explain(model, &channel).unwrap_or_else(|| panic!("{name}: {channel}"));
            assert!(explained.equation.len() > 3 && explained.source.len() > 2, "{name}: {channel}");
            assert!(!explained.terms.is_empty(), "{name}: {channel}");
            assert!(!explained.equation.contains('{'), "{name}: {channel}: {}", explained.equation);
        }
    }
}

#[test]
fn the_terms_exist_and_closed_equations_give_the_number() {
    for name in models() {
        let drive = drive(name);
        let (player, surface) = (drive.player(), &drive.scene().surface);
        let live = Live { seen: player.seen(), choice: player.choice(), surface };
        let model = player.choice().model;
        let (mut closed, mut wrong) = (0, Vec::new());
        for channel in shown(model) {
            let explained = explain(model, &channel).unwrap();
            let known: Vec<_> = explained.live(&live).into_iter().map(|term| term.name).collect();
            let unknown: Vec<_> = explained.terms.iter().filter(|term| !known.contains(term)).collect();
            // RARS' car is no vehicle, and has no data by the names of one.
            let is_own = live.choice.vehicle.is_none() && unknown.iter().all(|term| term.starts_with("car."));
            assert!(unknown.is_empty() || is_own, "{name}: {channel}: {unknown:?}");
            let Some(value) = explained.value(&live) else { continue };
            closed += 1;
            let Some(number) = live.seen.by_name(&channel) else { continue };
            // Of the largest of the terms: a small number may be the difference of large ones.
            let size = explained.live(&live).iter().map(|term| term.value.abs()).fold(number.abs(), f64::max);
            if (value - number).abs() > 1e-9 * size {
                wrong.push(format!("{channel}: {value} and not {number}"));
            }
        }
        assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
        let least = [
            ("two_track", 27),
            ("single_track", 13),
            ("slip_vector", 11),
            ("point_mass", 1),
            ("point_mass_palmer", 1),
        ];
        let least = least.iter().find(|entry| entry.0 == name).map_or(4, |entry| entry.1);
        assert!(closed >= least, "{name}: {closed}");
    }
}

/// The velocity in the world, which is no channel, is that of the car's place.
#[test]
fn the_velocity_in_the_world_is_how_the_place_changes() {
    let mut drive = drive("two_track");
    drive.set_rate_hz(10_000);
    let before = drive.player().drawn(1.0).position_m;
    let controls = Controls { throttle: 0.4, steer_rad: 0.03, gear: Gear::Automatic, ..Controls::default() };
    drive.single_step_with(&controls);
    let after = drive.player().drawn(1.0).position_m;
    let (player, surface) = (drive.player(), &drive.scene().surface);
    let live = Live { seen: player.seen(), choice: player.choice(), surface };
    for (axis, channel) in ["world_velocity_x_m_s", "world_velocity_y_m_s"].into_iter().enumerate() {
        let seen = player.seen().world_velocity_m_s()[axis];
        let velocity = explain(player.choice().model, channel).unwrap().value(&live).unwrap();
        let moved = (after[axis] - before[axis]) / 1e-4;
        assert!((velocity - moved).abs() < 2e-3, "{channel}: {velocity} {moved}");
        assert!((velocity - seen).abs() < 1e-12, "{channel}: {velocity} {seen}");
    }
}

/// On the wet patch the road's grip that was told was that of the dry road around it, so that the use of grip did not come
/// out of its own terms: told is what the model takes, which of a car that feels one place is the ground there.
#[test]
fn the_grip_that_is_told_is_the_one_that_the_model_took() {
    let mut scene = Scene::by_name("wet").unwrap();
    let wet =
        (0..200).map(f64::from).find(|x| scene.ground.under([*x, scene.start.position_m[1]]).grip < 0.9);
    scene.start.position_m[0] = wet.unwrap() + 5.0;
    for (model, channel) in [("single_track", "rear_use_of_grip"), ("two_track", "rear_left_use_of_grip")] {
        let mut drive = Drive::new(scene.clone(), &Choice::preset(model, "boxster-s").unwrap()).unwrap();
        let controls = Controls { throttle: 0.4, gear: Gear::Automatic, ..Controls::default() };
        (0..120).for_each(|_| drive.single_step_with(&controls));
        let (player, surface) = (drive.player(), felt(drive.player(), drive.scene()));
        let live = Live { seen: player.seen(), choice: player.choice(), surface: &surface };
        let value = explain(player.choice().model, channel).unwrap().value(&live).unwrap();
        let number = live.seen.by_name(channel).unwrap();
        assert!(number > 0.1 && (value / number - 1.0).abs() < 1e-9, "{model}: {value} {number}");
        assert_eq!(surface.grip < 0.9, model == "single_track");
    }
}
