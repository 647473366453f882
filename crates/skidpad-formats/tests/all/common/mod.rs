//! Samples, and changes to them.
#![allow(dead_code, reason = "each test file uses a part")]

use skidpad_core::spec::Field;
use skidpad_formats::FileError;
use skidpad_formats::presets::preset_text;
use skidpad_formats::vehicle::{Place, VehicleFile, parse};

/// A car with a clutch and lines of torque.
pub fn sample() -> &'static str {
    preset_text("boxster-s-palmer").expect("the first preset")
}

/// The same with points of torque and an automatic gearbox behind a torque converter.
pub fn automatic() -> String {
    let text = replaced(
        sample(),
        "[clutch]",
        "[gearbox]",
        "[converter]
lock_up_ratio = { value = 0.9, source = \"palmer\" }
lock_up_from_gear = { estimate = 3, range = [2, 4], why = \"as in most\" }
points = { value = [[0, 2.0, \"0.003 N.m.s^2\"], [0.8, 1.0, 0.0025], [1.0, 1.0, 0]], source = \"palmer\" }

",
    );
    let text = replaced(&text, "[engine.torque_lines]", "[converter]", "");
    let points = "braking = \"derived\"\ntorque = { points = [[\"1000 rpm\", \"220 N.m\"], [\"4600 rpm\", \"310 N.m\"]], \
                  estimate = true, why = \"read from a figure\" }\n";
    let text = text.replace("braking = { value = \"0.74 N.m/(rev/s)\", source = \"palmer\" }\n", points);
    text.replace("coupling = \"clutch\"", "coupling = \"converter\"")
        .replace("kind = \"manual\"", "kind = \"automatic\"")
}

/// An electric car with one gear.
pub fn electric() -> String {
    let text = replaced(&with(sample(), "engine", "cylinders", None), "[clutch]", "[gearbox]", "");
    let motor = "motor = { torque = \"420 N.m\", power = \"208 kW\", source = \"palmer\" }\n\n";
    let text = replaced(&text, "[engine.torque_lines]", "[gearbox]", motor);
    // Nothing can open between a motor and its wheels: it stands when they do.
    let text = text.replace("idle = { value = \"1000 rpm\"", "idle = { value = \"0 rpm\"");
    let text = text
        .replace("coupling = \"clutch\"", "coupling = \"direct\"")
        .replace("idle = { value = \"1000 rpm\", source = \"palmer\" }", "idle = 0")
        .replace("kind = \"manual\"", "kind = \"single\"");
    text.replace("value = [3.82, 2.20, 1.52, 1.22, 1.02, 0.84]", "value = [1]")
}

/// Every field of the first sample with its section, in the order of files. Ratios and rows of the torque curve have tests of
/// their own.
pub fn fields() -> Vec<(&'static str, Field)> {
    let is_field = |place: &Place| {
        let is_alone = place.gear.is_none() && place.row.is_none() && !place.section.contains('.');
        is_alone && place.field.name != "reverse"
    };
    let places = read(sample()).expect("the sample is whole").places();
    places.into_iter().filter(is_field).map(|place| (place.section, place.field)).collect()
}

/// The sections that the first sample leaves out, as each of their fields follows from its rule.
pub fn left_out() -> Vec<&'static str> {
    let is_left_out = |section: &&str| !sample().contains(&format!("\n[{section}]\n"));
    let mut sections: Vec<_> = fields().into_iter().map(|(section, _)| section).filter(is_left_out).collect();
    sections.dedup();
    sections
}

/// The first sample with the sections that may be left out, each field by its rule.
pub fn in_full() -> String {
    let fields = fields();
    let mut text = format!("{}\n", sample().trim_end());
    for section in left_out() {
        text += &format!("\n[{section}]\n");
        let own = fields.iter().filter(|(name, _)| *name == section);
        own.for_each(|(_, field)| text += &format!("{} = \"derived\"\n", field.name));
    }
    text
}

/// What stands between two texts, the second left out, replaced.
pub fn replaced(text: &str, from: &str, to: &str, by: &str) -> String {
    let start = text.find(&format!("\n{from}")).unwrap_or_else(|| panic!("no {from}")) + 1;
    let end = start + text[start..].find(&format!("\n{to}")).unwrap_or_else(|| panic!("no {to}")) + 1;
    format!("{}{by}{}", &text[..start], &text[end..])
}

/// A key of a section with another value; `None` leaves the line out.
pub fn with(text: &str, section: &str, key: &str, value: Option<&str>) -> String {
    let mut inside = section.is_empty();
    let mut found = false;
    let lines = text.split_inclusive('\n').filter_map(|line| {
        if line.starts_with('[') {
            inside = line.trim() == format!("[{section}]");
        }
        if inside && !found && line.starts_with(&format!("{key} = ")) {
            found = true;
            return value.map(|value| format!("{key} = {value}\n"));
        }
        Some(line.to_owned())
    });
    let text: String = lines.collect();
    assert!(found, "no {section}.{key}");
    text
}

pub fn read(text: &str) -> Result<VehicleFile, FileError> {
    parse("car.toml", text.as_bytes())
}

pub fn error(text: &str) -> FileError {
    read(text).expect_err("an error")
}

/// The one problem of a text, printed.
#[track_caller]
pub fn problem(text: &str) -> String {
    let error = error(text);
    assert_eq!(error.problems.len(), 1, "{error}");
    error.to_string()
}
