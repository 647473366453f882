//! The published schema is the one of the tables, and agrees with the reader.

use crate::common;
use crate::tyred;

use std::fs;
use std::path::Path;

use common::{automatic, electric, in_full, read, replaced, sample, with};
use serde_json::{Value, json};
use skidpad_core::spec::{
    AssistsSpec, AxleSpec, BodySpec, BumpStopsSpec, ChassisSpec, DifferentialsSpec, EngineSpec, Field,
    Section, SpaceSpec, StallingSpec, SteeringSpec,
};
use skidpad_formats::presets::{preset_names, preset_text};
use skidpad_formats::schema::{vehicle_schema, vehicle_schema_text};
use toml::de::{DeTable, DeValue};

#[test]
fn the_published_schema_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/vehicle.schema.json");
    if std::env::var_os("SKIDPAD_WRITE_SCHEMA").is_some() {
        fs::write(&path, vehicle_schema_text()).unwrap();
    }
    let published = fs::read_to_string(&path).unwrap_or_default();
    // As values: whether keys are sorted depends on the features that other crates ask of serde_json.
    let published: Option<Value> = serde_json::from_str(&published).ok();
    assert!(
        published == Some(vehicle_schema()),
        "the tables of the vehicle's fields have changed; write the schema again with \
         `SKIDPAD_WRITE_SCHEMA=1 cargo test -p skidpad-formats --test all schema`"
    );
}

fn json_of(value: &DeValue) -> Value {
    match value {
        DeValue::String(text) => json!(text),
        DeValue::Integer(whole) => json!(i64::from_str_radix(whole.as_str(), whole.radix()).unwrap()),
        DeValue::Float(float) => json!(float.as_str().parse::<f64>().unwrap()),
        DeValue::Boolean(is_so) => json!(is_so),
        DeValue::Datetime(time) => json!(time.to_string()),
        DeValue::Array(array) => array.iter().map(|value| json_of(value.get_ref())).collect(),
        DeValue::Table(table) => json_of_table(table),
    }
}

fn json_of_table(table: &DeTable) -> Value {
    table.iter().map(|(key, value)| (key.get_ref().to_string(), json_of(value.get_ref()))).collect()
}

/// The keywords of JSON Schema that the schema uses, and no others.
fn is_valid(root: &Value, schema: &Value, value: &Value) -> bool {
    let Some(schema) = schema.as_object() else { return schema == &json!(true) };
    let valid = |schema: &Value, value: &Value| is_valid(root, schema, value);
    let has = |object: &Value, keys: &Value| {
        keys.as_array().unwrap().iter().all(|key| object.get(key.as_str().unwrap()).is_some())
    };
    let count =
        |schemas: &Value| schemas.as_array().unwrap().iter().filter(|schema| valid(schema, value)).count();
    let entries = || value.as_object().into_iter().flatten();
    let items = || value.as_array().into_iter().flatten();
    schema.iter().all(|(keyword, rule)| match keyword.as_str() {
        "$schema" | "title" | "description" | "$defs" | "then" | "else" => true,
        "$ref" => valid(root.pointer(&rule.as_str().unwrap()[1..]).unwrap(), value),
        "type" => match rule {
            Value::Array(types) => types.iter().any(|name| is_a(value, name)),
            name => is_a(value, name),
        },
        "const" => value == rule,
        "enum" => rule.as_array().unwrap().contains(value),
        "minimum" => value.as_f64().is_none_or(|value| value >= rule.as_f64().unwrap()),
        "maximum" => value.as_f64().is_none_or(|value| value <= rule.as_f64().unwrap()),
        "minItems" => value.as_array().is_none_or(|array| array.len() as u64 >= rule.as_u64().unwrap()),
        "maxItems" => value.as_array().is_none_or(|array| array.len() as u64 <= rule.as_u64().unwrap()),
        "pattern" => value.as_str().is_none_or(|text| matches(rule.as_str().unwrap(), text)),
        "anyOf" => count(rule) > 0,
        "oneOf" => count(rule) == 1,
        "allOf" => count(rule) == rule.as_array().unwrap().len(),
        "if" => {
            schema.get(if valid(rule, value) { "then" } else { "else" }).is_none_or(|next| valid(next, value))
        }
        "required" => !value.is_object() || has(value, rule),
        "dependentRequired" => {
            rule.as_object().unwrap().iter().all(|(key, keys)| value.get(key).is_none() || has(value, keys))
        }
        "properties" => rule
            .as_object()
            .unwrap()
            .iter()
            .all(|(key, rule)| value.get(key).is_none_or(|value| valid(rule, value))),
        "additionalProperties" => entries()
            .filter(|(key, _)| schema.get("properties").and_then(|known| known.get(key.as_str())).is_none())
            .all(|(_, value)| valid(rule, value)),
        "items" => items().all(|value| valid(rule, value)),
        "prefixItems" => items().zip(rule.as_array().unwrap()).all(|(value, rule)| valid(rule, value)),
        other => panic!("the keyword {other} is new: teach it to this test"),
    })
}

fn is_a(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64(),
        other => panic!("{other}"),
    }
}

/// The three patterns of the schema.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern {
        "\\S" => text.chars().any(|c| !c.is_whitespace()),
        "^[a-z0-9-]{1,60}$" => {
            (1..=60).contains(&text.len())
                && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        }
        pattern if pattern.contains("\\d") => {
            let text = text.trim_start();
            let text = text.strip_prefix(['-', '+', '\u{2212}']).unwrap_or(text);
            let text = text.strip_prefix('.').unwrap_or(text);
            text.starts_with(|c: char| c.is_ascii_digit())
        }
        other => panic!("the pattern {other} is new: teach it to this test"),
    }
}

fn fits(text: &str) -> bool {
    let schema = vehicle_schema();
    let tree = DeTable::parse(text).unwrap();
    is_valid(&schema, &schema, &json_of_table(tree.get_ref()))
}

#[test]
fn what_the_reader_accepts_fits_the_schema() {
    for name in preset_names() {
        assert!(fits(preset_text(name).unwrap()), "{name}");
    }
    for text in [automatic(), electric(), in_full(), tyred::tyred()] {
        assert_eq!(read(&text).map(|_| ()).map_err(|error| error.to_string()), Ok(()));
        assert!(fits(&text));
    }
}

#[test]
fn what_does_not_fit_the_schema_is_refused_by_the_reader() {
    let base = sample();
    let full = in_full();
    let lines = |by: &str| replaced(base, "[engine.torque_lines]", "[clutch]", by);
    for text in [
        with(base, "", "name", Some("\"Boxster S\"")),
        with(base, "", "title", Some("\" \"")),
        with(base, "", "year", Some("1.5")),
        with(base, "", "kind", Some("\"lorry\"")),
        with(base, "", "coupling", Some("\"direct\"")),
        with(base, "", "coupling", Some("\"converter\"")),
        with(base, "body", "kerb_mass", Some("-1")),
        with(base, "body", "kerb_mass", Some("\"derived\"")),
        with(base, "body", "kerb_mass", Some("true")),
        with(base, "body", "kerb_mass", Some("{ value = 1300, estimate = 1300 }")),
        with(base, "body", "kerb_mass", Some("{ estimate = 1300, range = [1200], why = \"x\" }")),
        with(base, "body", "kerb_mass", Some("{ estimate = 1300, range = [1200, 1400] }")),
        with(base, "body", "kerb_mass", None),
        with(base, "gearbox", "ratios", Some("[]")),
        with(base, "gearbox", "ratios", Some("{ value = [3], estimate = true }")),
        with(base, "gearbox", "ratios", Some("[13,12,11,10,9,8,7,6,5,4,3,2,1]")),
        with(&full, "chassis", "front_track", None),
        with(&full, "steering", "ratio", Some("0.5")),
        with(&full, "differentials", "rear_drive_locking", Some("1.5")),
        with(&full, "assists", "abs", Some("true")),
        full.replace("[assists]", "[aids]"),
        tyred::with_tyres("[tyres]"),
        tyred::with_tyres("[tyres]\nfront = \"summer-205-55r16\"\n"),
        tyred::with_tyres("[tyres]\nmode = \"driving\"\n"),
        tyred::with_tyres(&tyred::FILES.replace("book", "brook")),
        tyred::with_tyres(&tyred::TABLES.replace("friction = 1.1", "friction = -1.1")),
        tyred::with_tyres(&tyred::TABLES.replace("friction = 1.1\n", "")),
        tyred::with_tyres(&tyred::TABLES.replace("why =", "because =")),
        full.replace("[steering]\n", "[steering]\nwheel = 1\n"),
        base.replace("[drive]", "[drives]"),
        base.replace("wheelbase =", "wheel_base ="),
        lines(""),
        lines("torque = [[1, 2]]\n"),
        lines("torque = [[1, 2], [2]]\n"),
        lines("torque = [[1, 2], [2, 3]]\nmotor = { torque = 1, power = 2 }\n"),
        lines("torque_lines = [{ from = 0, intercept = 1 }]\n"),
        lines("motor = { torque = 1 }\n"),
        format!("{base}\n[[published]]\ntest = \"0-60\"\nvalue = \"4.8 s\"\nsource = \"palmer\""),
        format!("{base}\n[[published]]\ntest = \"0-60 mph\"\nvalue = 4.8\nsource = \"palmer\""),
    ] {
        assert!(!fits(&text), "fits the schema: {:?}", read(&text));
        assert!(read(&text).is_err());
    }
}

#[test]
fn every_field_has_its_description_and_range() {
    let schema = vehicle_schema();
    let axle = AxleSpec::FIELDS.iter().map(|field| (&schema["$defs"]["axle"], field));
    let section = |name: &str, fields: &'static [Field]| {
        let section = &schema["properties"][name];
        fields.iter().map(move |field| (section, field))
    };
    let fields = axle
        .chain(section("body", BodySpec::FIELDS))
        .chain(section("engine", EngineSpec::FIELDS))
        .chain(section("chassis", ChassisSpec::FIELDS))
        .chain(section("steering", SteeringSpec::FIELDS))
        .chain(section("differentials", DifferentialsSpec::FIELDS))
        .chain(section("assists", AssistsSpec::FIELDS))
        .chain(section("stalling", StallingSpec::FIELDS))
        .chain(section("bump_stops", BumpStopsSpec::FIELDS))
        .chain(section("space", SpaceSpec::FIELDS));
    for (section, field) in fields {
        let found = &section["properties"][field.name];
        let description = found["description"].as_str().unwrap();
        assert!(description.starts_with(field.doc) && description.contains(" from "), "{description}");
        assert_eq!(description.contains("\"derived\": "), field.rule.is_some());
        let bare = found["anyOf"].as_array().unwrap().iter().find(|way| way["minimum"].is_number()).unwrap();
        assert_eq!((bare["minimum"].as_f64(), bare["maximum"].as_f64()), (Some(field.low), Some(field.high)));
    }
}

#[test]
fn what_only_the_four_wheel_car_needs_may_be_left_out() {
    let schema = vehicle_schema();
    let required = schema["required"].as_array().unwrap();
    for section in
        ["chassis", "steering", "differentials", "assists", "stalling", "bump_stops", "space", "tyres"]
    {
        assert!(
            !required.contains(&json!(section)) && schema["properties"][section].is_object(),
            "{section}"
        );
        let text = schema["properties"][section]["description"].as_str().unwrap();
        assert!(text.contains("Optional section"), "{text}");
    }
}
