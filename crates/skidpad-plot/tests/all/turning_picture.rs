//! The picture of turning in the manual is that of today's program.

use skidpad_core::surface::Surface;
use skidpad_plot::turning_overview;
use skidpad_world::roadtest::{Manoeuvre, TurningConditions, turn};

#[test]
fn the_picture_of_the_manual_is_up_to_date() {
    let car = skidpad_formats::presets::preset("fr-s-2013").expect("a preset");
    let vehicle = car.spec.validate().expect("a preset is valid");
    let conditions = TurningConditions::standard(Surface::asphalt()).expect("a model that turns");
    let turned = [Manoeuvre::Skidpad, Manoeuvre::HandbrakeTurn]
        .map(|manoeuvre| turn(&vehicle, &conditions, manoeuvre));
    let picture = turning_overview(&car.title, &vehicle, &turned);
    assert!(picture.contains("Understeer curve") && picture.contains("Handbrake turn"));
    assert!(picture.len() < 12_000 && !picture.contains("NaN"), "{} bytes", picture.len());
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/turning.svg");
    let is_same = std::fs::read_to_string(path).is_ok_and(|written| written == picture);
    assert!(
        is_same,
        "out of date: cargo run -p skidpad-plot --example turning_picture fr-s-2013 docs/turning.svg"
    );
}
