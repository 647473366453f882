//! Grip by a side pull: RoboRacer's rules for 2026 allow at most 20 N for a car of 3.8 kg, which is a friction of 0.537.

use crate::common;

use common::{error, read};
use skidpad_core::units::STANDARD_GRAVITY_M_S2;
use skidpad_formats::presets::preset_text;
use skidpad_formats::vehicle::{Provenance, SidePull, VehicleFile, write};

/// The small car with a side pull in the place of its friction.
fn pulled(pull: &str) -> String {
    let text = preset_text("roboracer-1-10").unwrap();
    let is_kept = |line: &&str| !line.starts_with("friction") && !line.starts_with("lateral_friction");
    let text: Vec<&str> = text.lines().filter(is_kept).collect();
    text.join("\n").replacen("coupling =", &format!("side_pull = {pull}\ncoupling ="), 1)
}

fn frictions(file: &VehicleFile) -> [f64; 4] {
    let (front, rear) = (&file.spec.front, &file.spec.rear);
    [front.friction, front.lateral_friction, rear.friction, rear.lateral_friction]
}

#[test]
fn the_friction_of_all_tyres_is_the_force_over_the_weight() {
    for pull in [
        "{ force = \"20 N\", mass = \"3.8 kg\" }",
        "{ force = 20, mass = 3.8 }",
        "{ force = \"0.02 kN\", mass = \"3800 g\" }",
    ] {
        let file = read(&pulled(pull)).unwrap();
        for friction in frictions(&file) {
            assert!((friction - 20.0 / (3.8 * STANDARD_GRAVITY_M_S2)).abs() < 1e-12, "{pull}: {friction}");
            assert!((friction - 0.5367).abs() < 1e-4, "{friction}");
        }
        assert!(
            matches!(&file.provenance["front.friction"], Provenance::Derived { rule } if rule.contains("side_pull"))
        );
    }
}

#[test]
fn it_is_written_and_read_back_with_where_it_comes_from() {
    for (whence, how) in [
        ("", Provenance::Given),
        (", source = \"gym\"", Provenance::Published { source: "gym".to_owned() }),
        (
            ", estimate = true, why = \"a kitchen scale\"",
            Provenance::Estimate { range: None, why: "a kitchen scale".to_owned() },
        ),
    ] {
        let file = read(&pulled(&format!("{{ force = 18.5, mass = 3.74{whence} }}"))).unwrap();
        assert_eq!(file.side_pull, Some(SidePull { force_n: 18.5, mass_kg: 3.74 }));
        assert_eq!(file.provenance["side_pull"], how);
        let text = write(&file);
        assert!(!text.contains("\nfriction =") && !text.contains("\nlateral_friction ="), "{text}");
        assert_eq!(read(&text).unwrap(), file);
    }
}

/// A lateral friction that has its rule, friction / 1.155, must not come back when something else is set.
#[test]
fn what_is_derived_again_keeps_it() {
    let mut file = read(&pulled("{ force = 20, mass = 3.8 }")).unwrap();
    let before = frictions(&file);
    let mass = file.places().into_iter().find(|place| place.path() == "body.kerb_mass").unwrap();
    file.set(&mass, 3.5);
    assert_eq!(frictions(&file), before);
}

/// A friction that is set makes all four the file's own: a pull beside one of them could not be read again.
#[test]
fn a_friction_that_is_set_takes_its_place() {
    let mut file = read(&pulled("{ force = 20, mass = 3.8 }")).unwrap();
    let [_, lateral, ..] = frictions(&file);
    let front = file.places().into_iter().find(|place| place.path() == "front.friction").unwrap();
    file.set(&front, 0.7);
    assert_eq!((file.side_pull, frictions(&file)), (None, [0.7, lateral, lateral, lateral]));
    assert_eq!(read(&write(&file)).unwrap(), file);
}

#[test]
fn each_mistake_is_named() {
    let good = "{ force = \"20 N\", mass = \"3.8 kg\" }";
    let both = pulled(good).replacen("peak_slip =", "friction = 0.6\npeak_slip =", 1);
    for (text, expected) in [
        (
            both,
            "front.friction: got 0.6; must be left out, or else side_pull, from which the friction of both axles follows",
        ),
        (
            pulled("\"20 N\""),
            "side_pull: got \"20 N\"; must be the largest force of a pull and the mass that was pulled",
        ),
        (pulled("{ force = \"20 N\" }"), "side_pull.mass: missing; must be given"),
        (
            pulled("{ force = \"20 kg\", mass = 3.8 }"),
            "side_pull.force: got \"20 kg\"; must be a force from 0.1 to 1000000 N",
        ),
        (pulled("{ force = 20, mass = 0 }"), "side_pull.mass: got 0; must be a mass from 0.1 to 100000 kg"),
        (
            pulled("{ force = 200, mass = 3.8 }"),
            "must be a friction from 0.05 to 3: its force over its weight is 5.367",
        ),
        (
            pulled("{ force = 20, mass = 3.8, source = \"rules\" }"),
            "side_pull.source: got \"rules\"; must be the name of a source",
        ),
        (pulled("{ force = 20, mas = 3.8 }"), "side_pull.mas: got the unknown key `mas`"),
    ] {
        let message = error(&text).to_string();
        assert!(message.contains(expected), "{message}\nnot: {expected}");
    }
    let neither = error(&pulled(good).replace(&format!("side_pull = {good}"), "")).to_string();
    assert!(neither.contains("front.friction: missing"), "{neither}");
    assert!(neither.contains("or side_pull at the top of the file"), "{neither}");
}
