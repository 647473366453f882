//! What the table of the models promises of each.

use skidpad_models::MODELS;
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
