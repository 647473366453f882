//! Faults in the lines of `evaluate`: messages keep their size.

use skidpad_formats::evaluation::{Evaluator, parse};
use skidpad_formats::{BaseFolder, Outside};
use skidpad_models::MODELS;

/// A text in the place of a number was once quoted whole: a megabyte of it made a message of a megabyte.
#[test]
fn a_value_of_another_type_is_not_quoted_whole() {
    let line = format!("{{\"model\": \"w1\", \"state\": [\"{}\"]}}", "x".repeat(100_000));
    let error = parse(line.as_bytes()).unwrap_err();
    assert!(error.contains("expected f64") && error.contains("xxx…xxx") && error.len() < 1600, "{error}");
}

/// Each of them was once followed by all names of the model, forty kilobytes for twenty typing mistakes.
#[test]
fn all_names_are_listed_once_however_many_are_unknown() {
    let names: Vec<String> = (0..30).map(|index| format!("\"velocity_{index}\": 1")).collect();
    let line = format!("{{\"model\": \"w1\", \"state\": {{{}}}}}", names.join(", "));
    let error =
        Evaluator::new(&MODELS, BaseFolder::of_lines(Outside::Refused)).answer(line.as_bytes()).unwrap_err();
    assert_eq!(error.matches("Known are x_m (m)").count(), 1, "{error}");
    assert!(error.contains("state.velocity_19 is not known; and") && error.contains("10 more"), "{error}");
}
