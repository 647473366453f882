//! What the table of the models promises of each.

use skidpad_models::MODELS;
use skidpad_world::channel::CarChannels;
use skidpad_world::compare::initial_for;
use skidpad_world::models::ModelInfo;
use skidpad_world::scenario::columns;

#[test]
fn names_are_found_and_unique() {
    for model in &MODELS {
        assert_eq!(MODELS.by_name(model.name).unwrap().name, model.name);
        assert_eq!(MODELS.iter().filter(|other| other.name == model.name).count(), 1);
    }
    for model in &MODELS {
        let can = model.abilities;
        assert!(can.slides || !can.grip, "{}: who feels the grip of the road slides", model.name);
        assert!(can.pedals || can.acceleration, "{}: it is driven somehow", model.name);
        assert!(model.states.iter().any(|state| state.name == model.speed), "{}", model.name);
        let turns = model.states.iter().any(|state| state.name == "yaw_rad");
        assert_eq!(can.steers, turns, "{}", model.name);
    }
    // A run writes them all side by side: no name may stand for two.
    for model in &MODELS {
        let columns = columns(model);
        for (index, column) in columns.iter().enumerate() {
            assert!(
                columns[..index].iter().all(|other| other.name != column.name),
                "{}: {} twice",
                model.name,
                column.name
            );
        }
    }
    assert_eq!(MODELS.by_name("straight-line").unwrap().name, "straight_line");
    assert!(MODELS.by_name("").is_none());
}

/// A scenario has speed and place under the names of its own model. Where another is driven by it, a model whose name for them
/// is not known would start at rest or at the origin.
#[test]
fn speed_and_place_of_any_model_start_every_other() {
    let place = |model: &ModelInfo| CarChannels::resolve(&model.layout()).position_x?.state_name();
    for (model, other) in MODELS.iter().flat_map(|model| MODELS.iter().map(move |other| (model, other))) {
        let expect = |given: &str, own: &str| {
            let (initial, left_out) = initial_for(model, &[(given, 7.0)]);
            assert_eq!((initial, left_out), (vec![(own, 7.0)], vec![]), "{} as {}", model.name, other.name);
        };
        expect(other.speed, model.speed);
        if let (Some(given), Some(own)) = (place(other), place(model)) {
            expect(given, own);
        }
    }
}
