//! Changes of single fields of a scenario and of its vehicle, by the paths and in the words that their files use.
//!
//! A change is made in the tree of the file before it is read: what is derived from the field follows, and the value is
//! checked as if it stood in the file.

mod fields;
mod path;
mod positions;
mod tree;

use skidpad_world::names::shown;
use toml::de::{DeTable, DeValue};

use path::{Path, Step};

pub use fields::File;
pub(crate) use positions::Positions;
pub(crate) use tree::Edited;

/// The words of which exactly one stands in a table: to give one takes the others away.
const ALTERNATIVES: &[&[&str]] = &[
    &["dt", "dt_s"],
    &["duration", "duration_s"],
    &["t", "t_s"],
    &["steer", "steer_rad"],
    &["acceleration", "acceleration_m_s2"],
    &["peak_slip_angle", "cornering_stiffness"],
    &["torque", "torque_lines", "motor"],
    &["slope", "slope_nm_per_rpm"],
];

/// A change of one field.
///
/// ```
/// use skidpad_formats::edit::Edit;
///
/// let edit = Edit::new("--set", "body.kerb_mass", "1400 kg").unwrap();
/// assert_eq!((edit.path(), edit.si_unit()), ("body.kerb_mass", "kg"));
/// let error = Edit::new("--set", "body.mass", "1400 kg").unwrap_err();
/// assert!(error.starts_with("--set body.mass: unknown field; near: body.kerb_mass"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    option: String,
    path: Path,
    /// The value as TOML.
    value: String,
}

impl Edit {
    /// The change of a field to a value, written as in the file; a text that is no other value of TOML needs no quotes.
    /// `option` names the source of the change in messages.
    ///
    /// # Errors
    /// A path that no scenario and no vehicle file has, with the nearest ones, and an empty value.
    pub fn new(option: &str, path: &str, value: &str) -> Result<Self, String> {
        let wrong = |message: String| format!("{option} {}: {message}", shown(path));
        let path = Path::parse(path).map_err(wrong)?;
        if value.trim().is_empty() {
            return Err(wrong("no value; write it as in the file, such as 1400 kg".to_owned()));
        }
        Ok(Self { option: option.to_owned(), path, value: toml_of(value.trim()) })
    }

    /// The field's path.
    pub fn path(&self) -> &str {
        &self.path.text
    }

    /// The value, as TOML.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The file that has the field.
    pub fn file(&self) -> File {
        self.path.file
    }

    /// Unit of a bare number in the field; empty where it has none, or the field's name ends in it.
    pub fn si_unit(&self) -> &'static str {
        fields::si_unit(&self.path.plain())
    }

    /// Returns whether two changes concern the same field, or one field is inside the other.
    pub fn overlaps(&self, other: &Self) -> bool {
        if self.path.file != other.path.file {
            return false;
        }
        let mut both = self.path.steps.iter().zip(&other.path.steps);
        let apart = both.find(|(one, two)| one != two);
        apart.is_none_or(|(one, two)| is_alternative(one, two))
    }

    /// The place in messages: the option and the path.
    pub(crate) fn place(&self) -> String {
        format!("{} {}", self.option, self.path.text)
    }
}

/// Returns whether one of two steps stands in the place of the other.
fn is_alternative(one: &Step, two: &Step) -> bool {
    match (one, two) {
        (Step::Name(one), Step::Name(two)) => alternatives(one).any(|other| other == two),
        _ => false,
    }
}

/// The words that stand in the place of another.
fn alternatives(name: &str) -> impl Iterator<Item = &'static str> {
    let groups = ALTERNATIVES.iter().filter(move |group| group.contains(&name));
    let owned = name.to_owned();
    groups.flat_map(|group| group.iter().copied()).filter(move |other| *other != owned)
}

/// A value as TOML: as it is where it is such a value, and otherwise as a text.
fn toml_of(value: &str) -> String {
    let line = format!("v = {value}");
    let is_value = !value.contains(char::is_control)
        && DeTable::parse(&line).is_ok_and(|tree| {
            let tree = tree.get_ref();
            tree.len() == 1 && tree.get("v").is_some_and(|value| !is_date(value.get_ref()))
        });
    if is_value {
        return value.to_owned();
    }
    let mut text = String::from("\"");
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text + "\""
}

/// No field is a date or a time: what looks like one is a text.
fn is_date(value: &DeValue) -> bool {
    matches!(value, DeValue::Datetime(_))
}

/// The changes that concern a file.
pub(crate) fn those_of(file: File, edits: &[Edit]) -> Vec<Edit> {
    edits.iter().filter(|edit| edit.file() == file).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::{Edit, toml_of};

    #[test]
    fn a_value_is_one_of_toml_or_a_text() {
        for (value, toml) in [
            ("1400 kg", "\"1400 kg\""),
            ("0.5", "0.5"),
            ("-1e3", "-1e3"),
            ("nan", "nan"),
            ("derived", "\"derived\""),
            ("\"quoted\"", "\"quoted\""),
            ("[3.5, 2.0]", "[3.5, 2.0]"),
            ("{ value = 3, source = \"s\" }", "{ value = 3, source = \"s\" }"),
            ("2004-01-01", "\"2004-01-01\""),
            ("a\"b\\c", "\"a\\\"b\\\\c\""),
            ("1\nw = 2", "\"1 w = 2\""),
            ("205/55R16", "\"205/55R16\""),
        ] {
            assert_eq!(toml_of(value), toml);
        }
    }

    #[test]
    fn fields_overlap_where_one_holds_the_other_or_stands_in_its_place() {
        let edit = |path: &str| Edit::new("--set", path, "1").unwrap();
        for (one, two, overlap) in [
            ("body.kerb_mass", "body.kerb_mass", true),
            ("body.kerb_mass", "body.load_mass", false),
            ("front", "front.friction", true),
            ("dt", "dt_s", true),
            ("front.peak_slip_angle", "front.cornering_stiffness", true),
            ("gearbox.ratios[0]", "gearbox.ratios[1]", false),
            ("gearbox.ratios[0]", "gearbox.ratios", true),
            ("engine.torque[1].speed", "engine.motor.power", true),
        ] {
            assert_eq!(edit(one).overlaps(&edit(two)), overlap, "{one} {two}");
            assert_eq!(edit(two).overlaps(&edit(one)), overlap, "{two} {one}");
        }
    }
}
