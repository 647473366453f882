//! Cars of the presets on a tyre from a file: the road test's figures are those of such a tyre.

use skidpad_core::spec::Vehicle;
use skidpad_formats::presets::preset_text;
use skidpad_formats::vehicle;
use skidpad_models::MODELS;
use skidpad_world::manoeuvre::NoResult;
use skidpad_world::roadtest::{
    Conditions, Manoeuvre, RoadModel, StandingStart, Test, TurningConditions, coast_down, road_test,
    single_test, some_tests, top_speed, turn,
};

const MODEL: &str = "two_track_magic";

fn car(name: &str, section: &str) -> Vehicle<f64> {
    let text = format!("{}\n{section}", preset_text(name).expect("a preset"));
    let file = vehicle::parse(name, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    file.spec.validate().expect("a vehicle")
}

/// Time to 100 km/h in s, the stop from 100 km/h in m, and lateral acceleration on the circle in g.
fn figures(vehicle: &Vehicle<f64>) -> [f64; 3] {
    let road = Conditions::standard(RoadModel::by_name(&MODELS, MODEL).expect("a model"), vehicle);
    let of = |test: Test| single_test(vehicle, &road, test).value.expect("a figure");
    let model = MODELS.by_name(MODEL).expect("a model");
    assert_eq!(model.refuses(vehicle), None);
    let turning = TurningConditions { model, method: None, surface: road.surface, rate_hz: None };
    let circle = turn(vehicle, &turning, Manoeuvre::Skidpad);
    [of(Test::To100), of(Test::Braking100), *circle.outcomes[0].1.value.as_ref().expect("a figure")]
}

/// The summer tyre has a lateral friction of 1.0 and a longitudinal one of 1.1 at its nominal load, and less under more.
#[test]
#[ignore = "soak: half a minute"]
fn a_preset_on_a_measured_tyre_brakes_and_turns_as_the_tyre_holds() {
    let section = "[tyres]\nfront = \"summer-205-55r16\"\nrear = \"summer-205-55r16\"\n";
    for name in ["gti-mk7-dsg-2015", "fr-s-2013"] {
        let (own, measured) = (figures(&car(name, "")), figures(&car(name, section)));
        println!("{name}: {own:?} on tyres of its figures, {measured:?} on the summer tyre");
        assert!((measured[0] / own[0] - 1.0).abs() < 0.15, "{name}: {own:?} {measured:?}");
        assert!((33.0..48.0).contains(&measured[1]), "{name}: {measured:?}");
        assert!((0.75..1.05).contains(&measured[2]), "{name}: {measured:?}");
        assert!(own.iter().zip(&measured).all(|(own, measured)| own != measured), "{name}: another tyre");
    }
}

/// The road test asks by itself whether a model is for a vehicle, whichever door it is entered by; each names the model
/// and what to write.
#[test]
fn a_model_that_is_not_for_the_vehicle_is_refused_by_every_test() {
    let section = "[tyres]\nfront = \"summer-205-55r16\"\nrear = \"summer-205-55r16\"\n";
    let vehicle = car("gti-mk7-dsg-2015", section);
    let road =
        Conditions::standard(RoadModel::by_name(&MODELS, "two_track_brush").expect("a model"), &vehicle);
    let model = MODELS.by_name("two_track_brush").expect("a model");
    let refusal = model.takes(&vehicle).expect_err("brushes are not given");
    assert_eq!((refusal.model, Some(&refusal.why)), ("two_track_brush", model.refuses(&vehicle).as_ref()));
    assert!(refusal.to_string().contains("two_track_magic"), "{refusal}");
    let why = Err(NoResult::from(refusal.to_string()));

    assert_eq!(road_test(&vehicle, &road).map(|_| ()), Err(refusal.clone()));
    assert_eq!(StandingStart::drive(&vehicle, &road).map(|_| ()), Err(refusal.clone()));
    assert_eq!(StandingStart::drive_for(&vehicle, &road, &[Test::To100]).map(|_| ()), Err(refusal));
    for (_, outcome) in some_tests(&vehicle, &road, &Test::ALL) {
        assert_eq!(outcome.value, why);
    }
    assert_eq!(single_test(&vehicle, &road, Test::Braking100).value, why);
    assert_eq!(coast_down(&vehicle, &road).time_s, why);
    assert_eq!(top_speed(&vehicle, &road).driven_m_s, why);
    let turning = TurningConditions { model, method: None, surface: road.surface, rate_hz: None };
    for manoeuvre in Manoeuvre::ALL {
        let turned = turn(&vehicle, &turning, manoeuvre);
        assert!(!turned.outcomes.is_empty() && turned.recording.is_none());
        assert!(turned.outcomes.iter().all(|(_, outcome)| outcome.value == why), "{manoeuvre:?}");
    }
}
