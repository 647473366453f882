//! What the road test and the list of models print first.

use crate::common;

use common::{refused, success};

/// The table began with eight ways of timing a start, and half of its rows were names alone ("one-period sine: second
/// lag"). It begins with the figures that people compare cars by; each other row says what its figure is.
#[test]
fn the_table_begins_with_the_headline_figures() {
    let text = success(&["roadtest", "boxster-s-palmer", "--model", "point_mass"]);
    let rows: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("---")).skip(1).collect();
    let end = rows.iter().position(|row| row.is_empty()).expect("a line between");
    let first: Vec<&str> = rows[..end].iter().filter(|row| !row.starts_with(' ')).copied().collect();
    let expected = [
        "0-60 mph",
        "0-100 km/h",
        "quarter mile ",
        "quarter mile trap speed",
        "80-120 km/h",
        "top speed",
        "braking 100-0 km/h",
    ];
    assert_eq!(first.len(), expected.len(), "{text}");
    assert!(first.iter().zip(expected).all(|(row, name)| row.starts_with(name)), "{text}");
    let others = rows[end + 1..].iter().take_while(|row| !row.is_empty());
    let says = ["0-30 mph", "60 ft", "1000 m", "braking 60-0 mph", "coast-down"];
    let found: Vec<&&str> = others.filter(|row| says.iter().any(|name| row.starts_with(name))).collect();
    assert_eq!(found.len(), says.len(), "{text}");
    assert!(found[0].ends_with("time from rest at full throttle"), "{text}");
    assert!(!text.contains("-0.0 "), "{text}");
}

/// All 30 models were printed, some 2000 lines, to see one.
#[test]
fn one_model_is_shown_by_its_name() {
    let text = success(&["models", "kinematic"]);
    assert!(text.starts_with("kinematic: ") && text.matches("integrator: ").count() == 1, "{text}");
    let json: serde_json::Value = serde_json::from_str(&success(&["models", "kinematic", "--json"])).unwrap();
    assert_eq!(json["name"], "kinematic");
    refused(&["models", "kinematik"], &["did you mean `kinematic`?"]);
}

/// What a source says of its figure stood in JSON alone: the table had a figure of another car without a word.
#[test]
fn the_table_has_what_sources_say_of_their_figures() {
    let text = success(&["roadtest", "boxster-s", "--model", "straight_line", "--test", "0-100 km/h"]);
    assert!(
        text.contains("\n0-100 km/h, palmer: Table 8-4; this is the figure of the 987 Boxster S"),
        "{text}"
    );
}
