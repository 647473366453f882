//! Every field of a vehicle file at values that are no good: it is refused by name, or it is within
//! its range and the road test ends in numbers or reasons.

use crate::common;

use std::fs;

use common::{folder, preset, skidpad, stderr, stdout, text};
use serde_json::Value;

const VALUES: [&str; 5] = ["nan", "inf", "0", "-1", "1e300"];

/// The fields of a file, each with its first and last line: a value goes on until its brackets are
/// closed.
fn fields(car: &str) -> Vec<(usize, usize, String)> {
    let (mut section, mut fields, mut depth) = (String::new(), Vec::new(), 0);
    for (index, line) in car.lines().enumerate() {
        let is_begin = depth == 0;
        if is_begin && line.starts_with('[') {
            section = line.trim_matches(['[', ']']).to_owned();
            continue;
        }
        // What stands before the first section and among the sources is text.
        if section.is_empty() || section == "sources" || line.starts_with('#') {
            continue;
        }
        let count = |brackets: [char; 2]| line.matches(brackets).count();
        depth = (depth + count(['[', '{'])).saturating_sub(count([']', '}']));
        match line.split_once('=') {
            Some((key, _)) if is_begin => fields.push((index, index, format!("{section}.{}", key.trim()))),
            _ => {
                if let Some(field) = fields.last_mut().filter(|_| !is_begin) {
                    field.1 = index;
                }
            }
        }
    }
    fields
}

/// Runs one test with a changed file.
fn judge(path: &std::path::Path, car: &str, field: &str, what: &str) -> bool {
    fs::write(path, car).expect("written");
    let output = skidpad(&["roadtest", text(path), "--json", "--test", "0-100 km/h"]);
    let (out, message) = (stdout(&output), stderr(&output));
    match output.status.code() {
        Some(2) => {
            assert!(out.is_empty(), "{field} {what}: {out}");
            let name = field.rsplit('.').next().unwrap_or(field);
            assert!(message.contains(name), "{field} {what} is not named: {message}");
            assert_eq!(message.matches("error: ").count(), 1, "{message}");
            false
        }
        Some(0) => {
            assert!(message.is_empty(), "{field} {what}: {message}");
            let document: Value = serde_json::from_str(&out).expect("JSON");
            for row in document["results"].as_array().expect("rows") {
                assert_eq!(row["value"].is_null(), row.get("reason").is_some(), "{field} {what}: {row}");
            }
            true
        }
        code => panic!("{field} {what}: {code:?} {message}"),
    }
}

/// Puts a value into each field, in turn, the first field's by its place: three cars, and so most of the values in most
/// of the fields.
fn every_field(name: &str, first_value: usize) {
    let car = preset(name);
    let path = folder(&format!("fields_{name}")).join("car.toml");
    let lines: Vec<&str> = car.lines().collect();
    let fields = fields(&car);
    assert!(fields.len() > 50, "{name}: {} fields", fields.len());
    let mut accepted = 0;
    for (index, (first, last, field)) in fields.iter().enumerate() {
        let value = VALUES[(first_value + index) % VALUES.len()];
        let key = field.rsplit('.').next().expect("a key");
        let line = format!("{key} = {value}");
        let changed: Vec<&str> = lines[..*first]
            .iter()
            .copied()
            .chain([line.as_str()])
            .chain(lines[last + 1..].iter().copied())
            .collect();
        accepted += usize::from(judge(&path, &changed.join("\n"), field, value));
    }
    assert!(accepted > 5, "some fields may be 0: {accepted}");
}

#[test]
fn every_field_of_a_car_with_a_clutch() {
    every_field("boxster-s", 0);
}

/// Tests of seconds each, for every change and not for every user.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: some seconds"]
    fn every_number_with_its_unit() {
        let car = preset("corvette-c5");
        let path = folder("fields_with_units").join("car.toml");
        let start = car.find("\n[body]").expect("a section");
        let mut place = start;
        let mut count = 0;
        // Every text that begins with a digit is a number with its unit, or a tyre.
        while let Some(found) = car[place..].find(['"']) {
            let from = place + found + 1;
            let Some(length) = car[from..].find('"') else { break };
            place = from + length + 1;
            let written = &car[from..from + length];
            let digits = written.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(0);
            let is_quantity = digits > 0 && written.len() - digits < 12 && !written.contains('/');
            if !is_quantity {
                continue;
            }
            let line = car[..from].rfind('\n').map_or(0, |at| at + 1);
            let key = car[line..].split(['=', ' ']).find(|word| !word.is_empty()).unwrap_or("");
            // Rows of the torque curve begin with a bracket.
            let field = if key.starts_with('[') { "torque" } else { key };
            for value in VALUES {
                let changed = format!("{}{value}{}", &car[..from], &car[from + digits..]);
                judge(&path, &changed, field, &format!("{value}{}", &written[digits..]));
            }
            count += 1;
        }
        assert!(count > 30, "{count}");
    }

    #[test]
    #[ignore = "long: some seconds"]
    fn every_field_of_a_car_with_a_converter() {
        every_field("bmw-m8", 1);
    }

    #[test]
    #[ignore = "long: some seconds"]
    fn every_field_of_an_electric_car() {
        every_field("bolt-ev-2017", 3);
    }
}
