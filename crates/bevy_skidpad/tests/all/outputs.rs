//! Outputs by name.

use bevy_skidpad::prelude::*;

use super::support::{app, get, spawn, update_to, world};

#[test]
fn outputs_are_those_of_the_car_on_every_model() {
    let mut app = app(60.0, 60.0);
    let controls = VehicleControls { throttle: 0.5, ..VehicleControls::default() };
    let names = ["engine_rad_s", "acceleration_x_m_s2"];
    let vehicle = spawn(&mut app, (Vehicle::preset("boxster-s"), controls, VehicleOutputs::new(names)));
    for model in [None, Some("two_track_sprung"), Some("single_track")] {
        if let Some(model) = model {
            app.world_mut().entity_mut(vehicle).insert(Vehicle::preset("boxster-s").with_model(model));
        }
        let steps = world(&app).world().steps();
        update_to(&mut app, steps + 20);
        let car = world(&app).car(vehicle).unwrap();
        assert_eq!(car.model().name, model.unwrap_or("two_track"));
        let outputs = get::<VehicleOutputs>(&app, vehicle);
        for (name, value) in outputs.iter() {
            assert_eq!(value, car.outputs().get(name).ok(), "{name} on {model:?}");
        }
        assert!(outputs.at(1).unwrap() > 0.5, "{outputs:?}");
    }
}
