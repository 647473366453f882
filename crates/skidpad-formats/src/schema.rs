//! The JSON Schema of vehicle files, made from the same tables as the reader.
//!
//! Editors that know TOML (with Taplo or Even Better TOML) complete and check a file that begins
//! with `#:schema` and the path or address of `schema/vehicle.schema.json`. The schema knows the
//! keys, the forms, and the ranges of bare numbers; units in texts and what concerns several
//! fields at once only the reader checks.

mod parts;
mod tyres;

use serde_json::{Map, Value, json};
use skidpad_core::spec::{AxleSpec, Field, Section};

use crate::quantity;
use crate::reader::must;
use crate::vehicle::{
    COUPLINGS, CYLINDERS, FIGURE_TESTS, GEARBOX_KINDS, KINDS, PULLED, REVERSE, SECTIONS, SIDE_PULL,
    SIDE_PULL_RANGES, TYRE_LAWS, section_keys,
};
use parts::{described, text, whence, words};

/// The beginning of a number with its unit.
const WITH_UNIT: &str = "^\\s*[-+\u{2212}]?(\\d|\\.\\d)";

/// The sections that may be left out, with what is in them.
const LEFT_OUT: &[(&str, &str)] = &[
    ("chassis", "Tracks, suspension and what the air presses on the axles."),
    ("steering", "The steering gear and the alignment of the wheels."),
    ("differentials", "Limited-slip and locked differentials."),
    ("assists", "What helps the driver, fitted and on."),
    ("stalling", "How the engine stalls and is started, and who works its clutch."),
    ("bump_stops", "Stops that a wheel meets when it springs in."),
    ("space", "Vertical tyre stiffness, rebound stops and product of inertia, for cars in space."),
];

/// The schema of vehicle files.
pub fn vehicle_schema() -> Value {
    let mut properties = top();
    let mut axle = Value::Null;
    for (name, fields) in SECTIONS {
        let schema = match *name {
            "front" | "rear" => {
                axle = section(name, fields);
                json!({ "$ref": "#/$defs/axle" })
            }
            _ => section(name, fields),
        };
        properties.insert((*name).to_owned(), schema);
    }
    let only_with = |coupling: &str, section: &str| {
        json!({
            "if": { "properties": { "coupling": { "const": coupling } } },
            "then": { "required": [section] },
            "else": { "properties": { section: false } }
        })
    };
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Skidpad vehicle file",
        "description": "A vehicle: every field as a value, an estimate with its range, or \"derived\". \
                        A bare number is SI; a text carries its unit.",
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "title", "kind", "tyre_law", "coupling", "body", "front", "rear", "engine", "gearbox", "drive"],
        "properties": properties,
        "allOf": [only_with("clutch", "clutch"), only_with("converter", "converter"), friction_or_pull()],
        "$defs": {
            "axle": axle,
            "text": { "type": "string", "pattern": "\\S" },
            "source": { "description": "The name of a source in [sources].", "type": "string", "pattern": "\\S" }
        }
    })
}

/// The schema as its file holds it.
pub fn vehicle_schema_text() -> String {
    format!("{:#}\n", vehicle_schema())
}

/// What stands at the top of a file.
fn top() -> Map<String, Value> {
    let pairs = [
        (
            "name",
            json!({ "description": "A short name, as commands use it.", "type": "string", "pattern": "^[a-z0-9-]{1,60}$" }),
        ),
        ("title", text("What people call the vehicle.")),
        (
            "year",
            json!({ "description": "The model year.", "type": "integer", "minimum": 1880, "maximum": 2100 }),
        ),
        ("kind", words("The kind of vehicle.", KINDS)),
        ("notes", text("Free text.")),
        ("tyre_law", words("The law of the tyres' longitudinal force.", TYRE_LAWS)),
        ("coupling", words("What joins the engine to the gearbox.", COUPLINGS)),
        (
            "sources",
            json!({
                "description": "Short names of the sources, each with its citation or address.",
                "type": "object",
                "additionalProperties": { "$ref": "#/$defs/text" }
            }),
        ),
        (SIDE_PULL, side_pull()),
        ("model", text("The model that the vehicle is meant for, where it is not the most complete one.")),
        ("tyres", tyres::schema()),
        ("conditions", conditions()),
        ("published", published()),
    ];
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Grip by a side pull.
fn side_pull() -> Value {
    let values = [("force", number(SIDE_PULL_RANGES[0])), ("mass", number(SIDE_PULL_RANGES[1]))];
    let [force, mass] = &values;
    let what = "Grip by a side pull: the largest force that pulled the car laterally, and the mass that was pulled. It replaces \
                the friction and lateral_friction of both axles, which are force over mass times g.";
    described(what, attributed_table(&[(force.0, &force.1), (mass.0, &mass.1)]))
}

/// With a side pull the axles have no friction of their own, and without one they have.
fn friction_or_pull() -> Value {
    let none: Map<String, Value> = PULLED.iter().map(|name| ((*name).to_owned(), json!(false))).collect();
    let axles = |axle: Value| json!({ "properties": { "front": axle, "rear": axle } });
    json!({
        "if": { "required": [SIDE_PULL] },
        "then": axles(json!({ "properties": none })),
        "else": axles(json!({ "required": PULLED }))
    })
}

/// Road and air of the vehicle's tests.
fn conditions() -> Value {
    let properties: Map<String, Value> = crate::surface::KEYS
        .iter()
        .map(|key| ((*key).to_owned(), json!({ "type": ["number", "string"] })))
        .collect();
    json!({
        "description": "Road and air of the vehicle's tests, where they are not dry, level asphalt in still air at 20 degrees C.",
        "type": "object",
        "additionalProperties": false,
        "properties": properties
    })
}

fn section(name: &str, fields: &[Field]) -> Value {
    let mut properties: Map<String, Value> =
        fields.iter().map(|field| (field.name.to_owned(), field_schema(field))).collect();
    let mut required: Vec<&str> = fields.iter().map(|field| field.name).collect();
    let mut schema = Map::new();
    match name {
        "front" | "rear" => {
            let code = json!({ "type": "string", "description": "Such as 225/40ZR18." });
            properties.insert("tyre".to_owned(), attributed("The size of the tyres.", "value", &code));
            let either = AxleSpec::EITHER.into_iter().flatten();
            required.retain(|name| !PULLED.contains(name) && either.clone().all(|either| either != *name));
            let forms: Vec<Value> = either.map(|name| json!({ "required": [name] })).collect();
            schema.insert("oneOf".to_owned(), json!(forms));
        }
        "engine" => {
            properties.extend(engine());
            let forms = ["torque", "torque_lines", "motor"].map(|form| json!({ "required": [form] }));
            schema.insert("oneOf".to_owned(), json!(forms));
        }
        "converter" => {
            let row = json!({
                "type": "array",
                "prefixItems": [
                    number((0.0, 1.0)),
                    number((0.5, 5.0)),
                    number((0.0, 10.0))
                ],
                "minItems": 3,
                "maxItems": 3
            });
            let rows = json!({ "type": "array", "items": row, "minItems": 2 });
            let what =
                "Rows of speed ratio, torque ratio and capacity (pump torque over pump speed squared).";
            properties.insert("points".to_owned(), attributed(what, "value", &rows));
            required.push("points");
        }
        "gearbox" => {
            let ratio = number((REVERSE.low, REVERSE.high));
            let ratios = json!({ "type": "array", "items": ratio, "minItems": 1, "maxItems": 12 });
            properties.insert("kind".to_owned(), words("The kind of gearbox.", GEARBOX_KINDS));
            properties.insert(
                "ratios".to_owned(),
                attributed("The forward gears, first gear first.", "value", &ratios),
            );
            properties.insert("reverse".to_owned(), field_schema(&REVERSE));
            required.extend(["kind", "ratios", "reverse"]);
        }
        _ => {}
    }
    debug_assert!(section_keys(name).iter().all(|key| properties.contains_key(*key)));
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema.insert("properties".to_owned(), Value::Object(properties));
    schema.insert("required".to_owned(), json!(required));
    if let Some((_, what)) = LEFT_OUT.iter().find(|(section, _)| *section == name) {
        let text = format!("{what} Optional section; default: all of it is derived.");
        schema.insert("description".to_owned(), json!(text));
    }
    Value::Object(schema)
}

/// A bare number within its range, or a number with its unit.
fn number((low, high): (f64, f64)) -> Value {
    json!({ "type": ["number", "string"], "minimum": low, "maximum": high, "pattern": WITH_UNIT })
}

/// The three ways to give a field.
fn field_schema(field: &Field) -> Value {
    let measure = quantity::measure(field.quantity);
    let range = (field.low, field.high);
    let what = must(measure, range);
    let value = number(range);
    let derived = match field.rule {
        Some(rule) => format!(" \"derived\": {rule}."),
        None => String::new(),
    };
    let mut ways = vec![
        value.clone(),
        json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["value"],
            "properties": { "value": value, "source": { "$ref": "#/$defs/source" } }
        }),
        json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["estimate", "range", "why"],
            "properties": {
                "estimate": value,
                "range": { "type": "array", "items": value, "minItems": 2, "maxItems": 2 },
                "why": { "$ref": "#/$defs/text" }
            }
        }),
    ];
    if field.rule.is_some() {
        ways.insert(0, json!({ "const": "derived" }));
    }
    json!({ "description": format!("{} Must be {what}.{derived}", field.doc), "anyOf": ways })
}

/// A list, curve or code: bare, or in a table with its source or as an estimate.
fn attributed(description: &str, key: &str, value: &Value) -> Value {
    json!({ "description": description, "anyOf": [value, attributed_table(&[(key, value)])] })
}

fn attributed_table(values: &[(&str, &Value)]) -> Value {
    let mut properties: Map<String, Value> =
        values.iter().map(|(key, value)| ((*key).to_owned(), (*value).clone())).collect();
    properties.extend(whence());
    let required: Vec<&str> = values.iter().map(|(key, _)| *key).collect();
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": required,
        "dependentRequired": { "estimate": ["why"], "why": ["estimate"] },
        "properties": properties
    })
}

/// Cylinders, and the three forms of torque.
fn engine() -> Vec<(String, Value)> {
    let speed = number((0.0, 20_000.0));
    let newton_metres = number((0.0, 1e5));
    let point =
        json!({ "type": "array", "prefixItems": [speed, newton_metres], "minItems": 2, "maxItems": 2 });
    let points = json!({ "type": "array", "items": point, "minItems": 2, "maxItems": 32 });
    let line = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["from", "intercept"],
        "oneOf": [{ "required": ["slope"] }, { "required": ["slope_nm_per_rpm"] }],
        "properties": {
            "from": speed,
            "intercept": number((-1e5, 1e5)),
            "slope": number((-1e4, 1e4)),
            "slope_nm_per_rpm": { "type": "number", "minimum": -1000.0, "maximum": 1000.0 }
        }
    });
    let lines = json!({ "type": "array", "items": line, "minItems": 1, "maxItems": 32 });
    let largest = number((1e-3, 1e5));
    let power = number((1.0, 1e8));
    let motor = attributed_table(&[("torque", &largest), ("power", &power)]);
    let motor = described("An electric motor: largest torque and largest power.", motor);
    let [fewest, most] = CYLINDERS;
    let what = "Number of cylinders, for the sound alone; an electric motor has none.";
    let cylinders = json!({ "description": what, "type": "integer", "minimum": fewest, "maximum": most });
    vec![
        ("cylinders".to_owned(), cylinders),
        ("torque".to_owned(), attributed("Points of speed and torque at full load.", "points", &points)),
        (
            "torque_lines".to_owned(),
            attributed("Straight lines of torque, each from a speed up.", "lines", &lines),
        ),
        ("motor".to_owned(), motor),
    ]
}

fn published() -> Value {
    let tests: Vec<&str> = FIGURE_TESTS.iter().map(|test| test.name).collect();
    json!({
        "description": "Figures that were published for the vehicle, to compare a road test with.",
        "type": "array",
        "maxItems": 200,
        "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["test", "value", "source"],
            "properties": {
                "test": { "description": "The test.", "enum": tests },
                "value": { "description": "The figure with its unit.", "type": "string", "pattern": WITH_UNIT },
                "source": { "$ref": "#/$defs/source" },
                "rollout": described("Distance covered before the clock starts.", number((0.0, 2.0))),
                "test_mass": described("Mass in the test, where it is not kerb mass and load.", number((0.5, 1e5))),
                "identifies": text("The field of the file that was set from the figure, such as gearbox.shift_time, or lateral_friction of both axles: the figure is then no test of the car."),
                "note": text("Anything else about the figure.")
            }
        }
    })
}
