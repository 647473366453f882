//! The simulator of a program with models of its own: choices, links, runs and panels have one list.

use skidpad_app::choice::Choice;
use skidpad_app::drive::{Drive, read_run};
use skidpad_app::run::Run;
use skidpad_app::setup::{Setup, read_car, read_car_among};
use skidpad_app::tuning::Tuning;
use skidpad_core::controls::{Controls, Gear};
use skidpad_formats::presets;
use skidpad_models::MODELS;
use skidpad_world::models::{Models, TWO_TRACK};
use skidpad_world::scene::Scene;

/// All models, and the four-wheel car under another name, as a stranger's crate would list a model of its own.
fn models() -> Models {
    let mut mine = TWO_TRACK;
    mine.name = "mine";
    MODELS.with(&[Box::leak(Box::new(mine))])
}

fn boxster(models: &Models) -> Choice {
    Choice::preset_among(models, "two_track", "boxster-s").unwrap()
}

/// The simulator knew the models of its own list alone: a stranger's could be neither chosen nor linked.
#[test]
fn a_model_of_ones_own_is_chosen_switched_to_and_linked() {
    let models = models();
    assert!(Choice::preset("mine", "boxster-s").is_err(), "it is not in the list of all");
    let car = boxster(&models).in_model("mine").unwrap();
    let again = car.in_model("two_track").unwrap().in_model("mine").unwrap();
    assert_eq!((car.model.name, again.model.name), ("mine", "mine"));
    let tuning = Tuning::new(&car).unwrap();
    let tuned = tuning.with(&tuning.place("body.load_mass").unwrap(), 400.0).unwrap();
    let preset = presets::preset_text("leaf-2011").unwrap();
    assert!(tuning.read("leaf.toml", preset).unwrap().in_model("mine").is_ok());
    let tuned = tuned.in_model("two_track").unwrap().in_model("mine").unwrap();
    let setup = Setup { car: tuned, scene: "straight", rate_hz: 120, ghosts: vec![again], is_solid: false };
    setup.comes_back().unwrap();
    let read = Setup::read_among(&models, &setup.link()).unwrap();
    assert_eq!((read.car.model.name, read.ghosts[0].model.name), ("mine", "mine"));
    assert_eq!(read.car.in_model("two_track").unwrap().in_model("mine").unwrap().model.name, "mine");
    assert!(Setup::read(&setup.link()).unwrap_err().contains("mine"));
    assert!(read_car("model=mine&car=boxster-s").unwrap_err().contains("mine"));
    assert_eq!(read_car_among(&models, "model=mine&car=boxster-s").unwrap().model.name, "mine");
}

/// A run in one's own model, changed to on the way.
fn run(models: &Models) -> Run {
    let car = boxster(models).in_model("mine").unwrap();
    let mut drive = Drive::new(Scene::straight(), &car).unwrap();
    let full = Controls { throttle: 1.0, gear: Gear::Automatic, ..Controls::default() };
    for model in ["mine", "two_track", "mine"] {
        drive.tune(&drive.player().choice().in_model(model).unwrap()).unwrap();
        (0..30).for_each(|_| {
            drive.frame(1.0 / 60.0, &full);
        });
    }
    drive.run()
}

/// A run of an earlier version in a model of one's own: of one kept in the corpus, under another name of its model.
fn old_run() -> String {
    let kept = include_str!("../../../../fuzz/corpus/run/good-solid");
    kept.replacen("model=two_track", "model=mine", 1)
}

/// Runs were read with Skidpad's own models alone: the car at their start, and those on the way.
#[test]
fn a_run_in_a_model_of_ones_own_is_read_and_driven_again() {
    let models = models();
    let run = run(&models);
    let mut again = Drive::replay(&run).unwrap();
    while again.playback().is_some_and(|playback| !playback.is_over()) {
        again.frame(1.0 / 60.0, &Controls::default());
    }
    assert_eq!(again.playback().unwrap().parted_s(), None);
    assert_eq!(again.player().choice().model.name, "mine");
    let error = read_run(&MODELS, old_run().as_bytes()).unwrap_err();
    assert!(error.contains("line 1: ") && error.contains("mine"), "{error}");
    let old = read_run(&models, old_run().as_bytes()).unwrap();
    assert_eq!((old.setup.car.model.name, old.steps()), ("mine", 1800));
}

/// Links and files that are opened in the window have the models of the cars that are driven there.
#[cfg(feature = "panels")]
#[test]
fn the_window_offers_models_of_ones_own() {
    use skidpad_app::script::Script;
    use skidpad_app::ui::{Parcel, Simulator};
    const LINK: &str = "#model=mine&car=boxster-s&scene=course&ghost=model%3Dmine%26car%3Dleaf-2011";

    let models = models();
    let text = old_run();
    let script = Script::by_name("demo").unwrap();
    let context = egui::Context::default();
    for mut simulator in [
        Simulator::new(Scene::straight(), &boxster(&models)).unwrap(),
        Simulator::performing(&models, script).unwrap(),
    ] {
        assert!(simulator.open_link(LINK), "{:?}", simulator.linker.refused);
        let driven: Vec<_> =
            simulator.drive.entrants().iter().map(|entrant| entrant.choice().model.name).collect();
        assert_eq!(driven, ["mine", "mine"]);
        simulator.open_run("mine.skidrun", text.as_bytes());
        assert_eq!(simulator.keeper.refused, None);
        assert!(simulator.drive.playback().is_some());
        let bytes = presets::preset_text("leaf-2011").unwrap().into();
        simulator.post.came.push(Parcel { name: "leaf.toml".to_owned(), bytes });
        let mut output = context.run_ui(egui::RawInput::default(), |ui| simulator.frame(ui, 1.0 / 60.0));
        output.textures_delta.clear();
        assert_eq!(simulator.drive.player().choice().name, "leaf-2011");
        assert!(simulator.models().by_name("mine").is_some(), "and after all that it is offered");
    }
    let mut other = Simulator::new(Scene::straight(), &boxster(&MODELS)).unwrap();
    assert!(!other.open_link(LINK));
    other.open_run("mine.skidrun", text.as_bytes());
    assert!(other.keeper.refused.is_some_and(|why| why.contains("mine.skidrun: line 1:")));
}
