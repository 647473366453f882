//! From Skidpad's axes to Bevy's and back.
//!
//! Skidpad (ISO 8855) has x forwards, y to the left, z up; Bevy has x to the right, y up, and -z forwards. Both are right-handed, so that
//! the one becomes the other by a turn: (x, y, z) of Skidpad is (-y, z, -x) of Bevy. A vehicle that heads along Skidpad's x axis has
//! the identity as its rotation in Bevy, and looks along -z.
//!
//! ```
//! use bevy_math::DVec3;
//! use bevy_skidpad::axes::{to_bevy, to_skidpad};
//! assert_eq!(to_bevy([1.0, 0.0, 0.0]), DVec3::NEG_Z); // forwards
//! assert_eq!(to_bevy([0.0, 1.0, 0.0]), DVec3::NEG_X); // left
//! assert_eq!(to_bevy([0.0, 0.0, 1.0]), DVec3::Y); // up
//! assert_eq!(to_skidpad(DVec3::new(1.0, 2.0, 3.0)), [-3.0, -1.0, 2.0]);
//! ```

use bevy_math::{DQuat, DVec3};

/// A position, velocity or force along Bevy's axes from one along Skidpad's.
pub fn to_bevy([x, y, z]: [f64; 3]) -> DVec3 {
    DVec3::new(-y, z, -x)
}

/// A position, velocity or force along Skidpad's axes from one along Bevy's.
pub fn to_skidpad(vector: DVec3) -> [f64; 3] {
    [-vector.z, -vector.x, vector.y]
}

/// An attitude in Bevy from a quaternion of Skidpad: w, x, y, z.
pub fn rotation_to_bevy([w, x, y, z]: [f64; 4]) -> DQuat {
    // A quaternion's last three parts are the axis of the turn, which changes its axes as any vector does.
    let axis = to_bevy([x, y, z]);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, w)
}

/// A quaternion of Skidpad, w, x, y, z, from an attitude in Bevy.
pub fn rotation_to_skidpad(rotation: DQuat) -> [f64; 4] {
    let [x, y, z] = to_skidpad(DVec3::new(rotation.x, rotation.y, rotation.z));
    [rotation.w, x, y, z]
}
