//! Poses, colours and arrows as Foxglove's messages have them.

use foxglove::messages::{
    ArrowPrimitive, Color, Duration, Pose, Quaternion, SceneEntity, Timestamp, Vector3,
};
use skidpad_core::math::Real;

/// The frame of everything.
pub const MAP: &str = "map";
/// Thickness of an arrow's shaft and head, m.
const ARROW_M: [f64; 2] = [0.06, 0.14];
/// Length of the head of an arrow that is long enough for it, m.
const HEAD_M: f64 = 0.2;

/// A pose as position and orientation.
pub fn placed(pose: &skidpad_core::model::Pose<f64>) -> (Vector3, Quaternion) {
    (vector(pose.position_m), quaternion(pose.quaternion))
}

pub fn vector([x, y, z]: [f64; 3]) -> Vector3 {
    Vector3 { x, y, z }
}

/// The place in the world of a point of a body, m.
pub fn point_m(body: &skidpad_core::model::Pose<f64>, in_body_m: [f64; 3]) -> [f64; 3] {
    let along_m = body.to_world(in_body_m);
    [0, 1, 2].map(|axis| body.position_m[axis] + along_m[axis])
}

/// From w, x, y, z.
pub fn quaternion([w, x, y, z]: [f64; 4]) -> Quaternion {
    Quaternion { x, y, z, w }
}

/// A pose of a place and an orientation, w, x, y, z.
pub fn pose(place_m: [f64; 3], orientation: [f64; 4]) -> Pose {
    Pose { position: Some(vector(place_m)), orientation: Some(quaternion(orientation)) }
}

/// An opaque colour.
pub fn colour([r, g, b]: [f64; 3]) -> Color {
    Color { r, g, b, a: 1.0 }
}

/// Product of two rotations: the second is done first.
pub fn turned([aw, ax, ay, az]: [f64; 4], [bw, bx, by, bz]: [f64; 4]) -> [f64; 4] {
    [
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    ]
}

/// Rotation by an angle, rad, about an axis of length 1.
pub fn about([x, y, z]: [f64; 3], angle_rad: f64) -> [f64; 4] {
    let (sin, cos) = Real::sin_cos(0.5 * angle_rad);
    [cos, x * sin, y * sin, z * sin]
}

/// An arrow from a place along a vector, m; `None` where it is too short to be seen. Foxglove's arrows lie along x.
pub fn arrow(from_m: [f64; 3], along_m: [f64; 3], colour: Color) -> Option<ArrowPrimitive> {
    let length_m = Real::sqrt(along_m.iter().map(|part| part * part).sum::<f64>());
    if !(length_m.is_finite() && length_m > 0.01) {
        return None;
    }
    let [x, y, z] = along_m.map(|part| part / length_m);
    // The shortest rotation of the x axis to (x, y, z) is about their cross product, (0, -z, y).
    let unscaled = [1.0 + x, 0.0, -z, y];
    let size = Real::sqrt(unscaled.iter().map(|part| part * part).sum::<f64>());
    let orientation = if size > 1e-6 { unscaled.map(|part| part / size) } else { [0.0, 0.0, 0.0, 1.0] };
    let head_m = Real::min(HEAD_M, 0.5 * length_m);
    Some(ArrowPrimitive {
        pose: Some(pose(from_m, orientation)),
        shaft_length: length_m - head_m,
        shaft_diameter: ARROW_M[0],
        head_length: head_m,
        head_diameter: ARROW_M[1],
        color: Some(colour),
    })
}

/// A thing in the world that stays until there is another of its name, or for a time.
pub fn entity(id: String, now: Timestamp, lifetime: Option<Duration>) -> SceneEntity {
    SceneEntity { timestamp: Some(now), frame_id: MAP.to_owned(), id, lifetime, ..SceneEntity::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Direction in which an arrow points: the x axis, turned.
    fn points_along(arrow: &ArrowPrimitive) -> [f64; 3] {
        let orientation = arrow.pose.as_ref().and_then(|pose| pose.orientation).expect("an orientation");
        let (w, x, y, z) = (orientation.w, orientation.x, orientation.y, orientation.z);
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)]
    }

    #[test]
    fn an_arrow_is_as_long_as_its_vector_and_points_along_it() {
        for along_m in
            [[2.0, 0.0, 0.0], [-2.0, 0.0, 0.0], [0.0, 0.0, 1.5], [0.3, -0.4, 1.2], [-1.0, 1e-9, 0.0]]
        {
            let arrow = arrow([1.0; 3], along_m, colour([1.0; 3])).expect("long enough");
            let length_m = arrow.shaft_length + arrow.head_length;
            let wanted_m = along_m.iter().map(|part| part * part).sum::<f64>().sqrt();
            assert!((length_m - wanted_m).abs() < 1e-12, "{along_m:?}: {length_m}");
            for (found, wanted) in points_along(&arrow).iter().zip(along_m) {
                assert!((found - wanted / wanted_m).abs() < 1e-6, "{along_m:?}: {:?}", points_along(&arrow));
            }
        }
    }

    #[test]
    fn no_arrow_is_drawn_of_nothing_and_of_no_number() {
        for along_m in [[0.0; 3], [f64::NAN, 0.0, 0.0], [f64::INFINITY, 0.0, 0.0]] {
            assert!(arrow([0.0; 3], along_m, colour([1.0; 3])).is_none());
        }
    }
}
