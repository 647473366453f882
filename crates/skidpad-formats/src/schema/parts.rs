//! Parts that many schemas have.

use serde_json::{Map, Value, json};

/// A schema with a description.
pub(super) fn described(description: &str, mut schema: Value) -> Value {
    schema["description"] = json!(description);
    schema
}

/// A text that is not empty.
pub(super) fn text(description: &str) -> Value {
    json!({ "description": description, "$ref": "#/$defs/text" })
}

/// One of some words.
pub(super) fn words<T>(description: &str, words: &[(&str, T)]) -> Value {
    let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
    json!({ "description": description, "enum": names })
}

/// Source of a value, or that it is an estimate, and why.
pub(super) fn whence() -> Map<String, Value> {
    let pairs = [
        ("source", json!({ "$ref": "#/$defs/source" })),
        ("estimate", json!({ "const": true })),
        ("why", json!({ "$ref": "#/$defs/text" })),
    ];
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
