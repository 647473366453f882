//! JSON Schemas of the messages.

use crate::telemetry::channel::unit_of;

/// Schema of `foxglove.FrameTransform`.
pub(super) const FRAME_TRANSFORM: &str = r#"{"title":"foxglove.FrameTransform","type":"object","properties":{
"timestamp":{"type":"object","title":"time","properties":{"sec":{"type":"integer"},"nsec":{"type":"integer"}}},
"parent_frame_id":{"type":"string"},"child_frame_id":{"type":"string"},
"translation":{"type":"object","title":"foxglove.Vector3","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"}}},
"rotation":{"type":"object","title":"foxglove.Quaternion","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"},"w":{"type":"number"}}}}}"#;

/// Schema of `foxglove.PoseInFrame`.
pub(super) const POSE_IN_FRAME: &str = r#"{"title":"foxglove.PoseInFrame","type":"object","properties":{
"timestamp":{"type":"object","title":"time","properties":{"sec":{"type":"integer"},"nsec":{"type":"integer"}}},
"frame_id":{"type":"string"},
"pose":{"type":"object","title":"foxglove.Pose","properties":{
"position":{"type":"object","title":"foxglove.Vector3","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"}}},
"orientation":{"type":"object","title":"foxglove.Quaternion","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"},"w":{"type":"number"}}}}}}}"#;

/// A text as JSON.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Schema of a flat object with a number for each channel, whose description has the unit.
pub(super) fn telemetry(names: &[&str]) -> String {
    let property = |name: &&str| {
        let description = quoted(&format!("unit: {}", unit_of(name)));
        format!("{}:{{\"type\":\"number\",\"description\":{description}}}", quoted(name))
    };
    let properties: Vec<String> = names.iter().map(property).collect();
    format!(
        "{{\"title\":\"skidpad.Telemetry\",\"type\":\"object\",\"properties\":{{{}}}}}",
        properties.join(",")
    )
}
