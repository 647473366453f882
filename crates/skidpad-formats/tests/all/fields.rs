//! Every field of every section, with everything that may be wrong about it.

use crate::common;

use common::{automatic, error, in_full, left_out, read, sample, with};
use skidpad_core::spec::{AxleSpec, Field, Quantity, Section};
use skidpad_formats::quantity::measure;
use skidpad_formats::vehicle::Provenance;

/// Every field with its section; but `cornering_stiffness`, which stands in place of another, has tests of its own
/// (`cornering`).
fn fields() -> Vec<(&'static str, Field)> {
    let is_first = |field: &Field| AxleSpec::EITHER.is_none_or(|[_, second]| second != field.name);
    common::fields().into_iter().filter(|(_, field)| is_first(field)).collect()
}

#[test]
fn the_samples_are_read() {
    for text in [sample(), &automatic(), &common::electric(), &in_full()] {
        read(text).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn a_value_of_the_wrong_type_is_named() {
    let sample = in_full();
    for (section, field) in fields() {
        for written in
            ["true", "[]", "[1.0]", "{}", "1979-05-27", "\"\"", "\"x\"", "\"derive\"", "\"nan\"", "\"1e999\""]
        {
            let error = error(&with(&sample, section, field.name, Some(written)));
            assert_eq!(error.problems.len(), 1, "{error}");
            let problem = &error.problems[0];
            assert_eq!(problem.path, format!("{section}.{}", field.name));
            assert_eq!(problem.value, written, "{error}");
        }
    }
}

#[test]
fn a_value_with_the_wrong_unit_is_named_with_the_right_ones() {
    let sample = in_full();
    for (section, field) in fields() {
        let written = if field.quantity == Quantity::Mass { "\"3 m\"" } else { "\"3 kg\"" };
        let error = error(&with(&sample, section, field.name, Some(written)));
        assert_eq!(error.problems.len(), 1, "{error}");
        let problem = &error.problems[0];
        assert_eq!(problem.path, format!("{section}.{}", field.name));
        assert!(problem.hint.as_ref().unwrap().contains("is a unit of"), "{error}");
    }
}

#[test]
fn a_missing_field_says_the_three_ways_to_give_it() {
    let sample = in_full();
    for (section, field) in fields() {
        let error = error(&with(&sample, section, field.name, None));
        let path = format!("{section}.{}", field.name);
        let problem = error.problems.iter().find(|problem| problem.path == path);
        let problem = problem.unwrap_or_else(|| panic!("{path}: {error}"));
        assert_eq!(error.problems.len(), 1, "only the cause is reported: {error}");
        assert_eq!(problem.value, "nothing");
        for way in ["value = ", "source = ", "estimate = ", "range = ", "why = ", "derived"] {
            assert!(problem.must.contains(way), "{way}: {error}");
        }
        assert!(problem.line > 1, "{error}");
    }
}

#[test]
fn only_fields_with_a_rule_can_be_derived() {
    let sample = in_full();
    for (section, field) in fields() {
        let read = read(&with(&sample, section, field.name, Some("\"derived\"")));
        match (field.rule, read) {
            (Some(_), Ok(_)) => {}
            // The text gives no size of the rear tyres; no limiter below Palmer's blown engine.
            (Some(_), Err(error)) if matches!(field.name, "radius" | "blow_up" | "limiter") => {
                assert!(error.to_string().contains(field.name), "{error}");
            }
            (None, Err(error)) => {
                assert_eq!(error.problems.len(), 1);
                assert_eq!(error.problems[0].hint.as_deref(), Some("no rule derives this field"));
            }
            (rule, read) => panic!("{section}.{}: {rule:?}, {read:?}", field.name),
        }
    }
}

/// The same car to the last bit, and each of its fields known in the same way.
#[test]
fn a_section_that_may_be_left_out_is_as_if_all_of_it_were_derived() {
    let [short, full] = [sample().to_owned(), in_full()].map(|text| read(&text).unwrap());
    assert_eq!(short, full);
    assert!(!left_out().is_empty());
    for section in left_out() {
        let fields: Vec<_> = fields().into_iter().filter(|(name, _)| *name == section).collect();
        assert!(fields.len() > 3, "{section}");
        for (section, field) in fields {
            let known = &short.provenance[&format!("{section}.{}", field.name)];
            assert!(matches!(known, Provenance::Derived { rule } if Some(*rule) == field.rule), "{known:?}");
        }
    }
}

#[test]
fn all_fields_wrong_at_once_are_all_reported() {
    let mut text = in_full();
    for (section, field) in fields() {
        text = with(&text, section, field.name, Some("nan"));
    }
    let error = error(&text);
    assert_eq!(error.problems.len(), fields().len(), "{error}");
    let mut lines: Vec<usize> = error.problems.iter().map(|problem| problem.line).collect();
    lines.dedup();
    assert_eq!(lines.len(), fields().len(), "each in its own line, in order");
}

#[test]
fn the_numbers_of_a_converter_are_checked_too() {
    for (key, written) in [
        ("lock_up_ratio", "3"),
        ("lock_up_ratio", "nan"),
        ("lock_up_from_gear", "0"),
        ("lock_up_from_gear", "2.5"),
        ("points", "nan"),
        ("points", "[]"),
        ("points", "[1]"),
        ("points", "[[0, 2, 0.1]]"),
        ("points", "[[0, 2, nan], [1, 1, 0]]"),
        ("points", "[[0.1, 2, 0.1], [1, 1, 0]]"),
        ("points", "[[0, 2, 0.1], [0, 1, 0]]"),
        ("points", "[[0, 2, \"3 kg\"], [1, 1, 0]]"),
        ("points", "{ value = [[0, 2], [1, 1, 0]] }"),
    ] {
        let error = error(&with(&automatic(), "converter", key, Some(written)));
        let path = format!("converter.{key}");
        assert!(
            error.problems.iter().all(|problem| problem.path.starts_with(&path) && problem.line > 1),
            "{written}: {error}"
        );
    }
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: some seconds"]
    fn a_number_out_of_range_is_named_with_its_value() {
        let sample = in_full();
        for (section, field) in fields() {
            for written in
                ["nan", "+nan", "inf", "-inf", "0", "-1", "-0.0", "1e300", "1e-300", "9223372036854775807"]
            {
                let value: f64 = written.parse().unwrap();
                let path = format!("{section}.{}", field.name);
                for form in [written.to_owned(), format!("{{ value = {written} }}")] {
                    match read(&with(&sample, section, field.name, Some(&form))) {
                        Ok(_) => {
                            assert!(
                                (field.low..=field.high).contains(&value),
                                "{path} = {written} was accepted"
                            )
                        }
                        // In range, it may be at odds with another field.
                        Err(_) if (field.low..=field.high).contains(&value) => {}
                        Err(error) => {
                            assert_eq!(error.problems.len(), 1, "{error}");
                            let problem = &error.problems[0];
                            assert_eq!((&problem.path, problem.value.as_str()), (&path, written), "{error}");
                            let unit = measure(field.quantity).si();
                            assert!(
                                problem.must.contains(unit) && problem.must.contains("such as"),
                                "{error}"
                            );
                        }
                    }
                }
            }
        }
    }
}
