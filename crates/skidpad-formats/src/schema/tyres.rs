//! The schema of `[tyres]`.

use serde_json::{Map, Value, json};

use super::parts::{text, whence, words};
use crate::vehicle::{TABLED_LAWS, TYRE_MODES};

/// The section.
pub(super) fn schema() -> Value {
    let name =
        text("A tyre file (.tir), named from the vehicle file's folder, or a tyre that comes with Skidpad.");
    let inside = json!({
        "description": "A tyre file inside the vehicle file, with all keys of its version.",
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "text"],
        "properties": { "name": text("Name of the tyre file."), "text": text("Text of the tyre file.") }
    });
    let file = json!({ "oneOf": [name, inside] });
    let mut properties = Map::new();
    properties.insert("front".to_owned(), file.clone());
    properties.insert("rear".to_owned(), file);
    properties.insert("mode".to_owned(), words("Which text the tyres of files follow.", TYRE_MODES));
    properties.extend(whence());
    let mut forms = vec![json!({ "required": ["front"] })];
    for (law, channels) in TABLED_LAWS {
        let mut coefficients: Map<String, Value> = channels
            .iter()
            .map(|of| {
                (of.name.to_owned(), json!({ "type": "number", "minimum": of.low, "maximum": of.high }))
            })
            .collect();
        let required: Vec<&str> = channels.iter().map(|channel| channel.name).collect();
        coefficients.extend(whence());
        let axle = json!({
            "type": "object",
            "additionalProperties": false,
            "required": required,
            "dependentRequired": { "estimate": ["why"], "why": ["estimate"] },
            "properties": coefficients
        });
        let law_schema = json!({
            "description": format!("Coefficients of the law `{law}`, in SI units."),
            "type": "object",
            "additionalProperties": false,
            "required": ["front", "rear"],
            "properties": { "front": axle, "rear": axle }
        });
        properties.insert((*law).to_owned(), law_schema);
        forms.push(json!({ "required": [law] }));
    }
    json!({
        "description": "Tyres with coefficients of their own: from files, or in tables. Optional section; \
                        default: the tyres of every law follow from the figures of the axles.",
        "type": "object",
        "additionalProperties": false,
        "anyOf": forms,
        "dependentRequired": {
            "front": ["rear"], "rear": ["front"], "mode": ["front"], "estimate": ["why"], "why": ["estimate"]
        },
        "properties": properties
    })
}
