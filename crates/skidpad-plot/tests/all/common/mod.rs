//! Road tests of some cars, driven once.

use std::sync::OnceLock;

use skidpad_core::spec::Vehicle;
use skidpad_world::roadtest::{Conditions, RoadModel, RoadTest, road_test};

pub struct Driven {
    pub name: String,
    pub vehicle: Vehicle<f64>,
    pub test: RoadTest,
}

fn drive(name: &str, model: RoadModel) -> Driven {
    let car = skidpad_formats::presets::preset(name).unwrap();
    let vehicle = car.spec.validate().unwrap();
    let test = road_test(&vehicle, &Conditions::standard(model, &vehicle)).expect("a model for it");
    Driven { name: format!("{name} {}", model.name()), vehicle, test }
}

/// A car with a clutch and six gears, one with a motor and one gear, one with eight gears and a converter; a car
/// without resistance; the same car as a point.
pub fn driven() -> &'static [Driven] {
    static DRIVEN: OnceLock<Vec<Driven>> = OnceLock::new();
    DRIVEN.get_or_init(|| {
        let cars = ["boxster-s", "tesla-model-3-rwd", "bmw-m8", "hlavacs"];
        let mut all: Vec<Driven> = cars.iter().map(|car| drive(car, RoadModel::STRAIGHT_LINE)).collect();
        all.push(drive("boxster-s-palmer", RoadModel::POINT_MASS));
        all.push(drive("boxster-s-palmer", RoadModel::POINT_MASS_PALMER));
        all
    })
}
