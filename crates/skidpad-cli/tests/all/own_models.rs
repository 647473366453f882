//! The command line of a program with models of its own.

use std::process::ExitCode;

use skidpad_models::MODELS;
use skidpad_world::models::{ModelInfo, Models, TWO_TRACK};

const SCENARIO: &str = r#"
car = "mx5-nd-2016"
model = "mine"
dt = "10 ms"
duration = "1 s"

[[controls]]
t_s = 0
throttle = 1
"#;

/// The four-wheel car under another name, as a stranger's crate would list a model of its own.
fn mine() -> &'static ModelInfo {
    let mut model = TWO_TRACK;
    model.name = "mine";
    Box::leak(Box::new(model))
}

/// Whether a command ends with an exit code.
fn ends(models: &Models, words: &[&str], code: u8) -> bool {
    let ended = skidpad_cli::run_with(models, ["skidpad"].iter().chain(words));
    // Exit codes cannot be compared.
    format!("{ended:?}") == format!("{:?}", ExitCode::from(code))
}

/// Models were a closed list of the library: one of a stranger's could be neither run nor compared by name. Then the list
/// was one for the whole process: two callers could not have two.
#[test]
fn a_model_of_ones_own_is_listed_run_and_compared() {
    let folder = crate::common::folder("own-models");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (scenario, table) = (path("mine.toml"), path("mine.csv"));
    std::fs::write(&scenario, SCENARIO).unwrap();
    let models = MODELS.with(&[mine()]);
    assert!(ends(&models, &["models", "mine"], 0));
    let run = ["run", &scenario, "--out", &table];
    assert!(ends(&MODELS, &run, 2), "it is not in the list of all");
    assert!(ends(&models, &run, 0));
    let text = std::fs::read_to_string(&table).unwrap();
    assert_eq!(text.lines().count(), 102, "names and 101 rows");
    assert!(ends(&models, &["compare", &scenario, "--models", "mine,point_mass"], 0));
    let point = ["linearise", "mx5-nd-2016", "--trim", "speed=20 m/s", "--model", "mine"];
    assert!(ends(&MODELS, &point, 2));
    assert!(ends(&models, &point, 0));
}

/// `--model` of the road tests is checked while the words are read.
#[test]
fn a_model_of_ones_own_is_road_tested() {
    let models = MODELS.with(&[mine()]);
    let test = ["roadtest", "mx5-nd-2016", "--test", "0-100 km/h", "--model", "mine"];
    assert!(ends(&MODELS, &test, 2));
    assert!(ends(&models, &test, 0));
    let validate = ["validate", "--only", "road-tests/mx5-nd-2016", "--model", "mine"];
    assert!(ends(&MODELS, &validate, 2));
    assert!(!ends(&models, &validate, 2), "it is driven, whether the published figures are met or not");
}
