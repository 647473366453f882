//! Poses of cars as messages that Foxglove draws.

use skidpad_core::math::Real;

use super::schemas::quoted;

/// Frame of the road.
const ROAD: &str = "\"map\"";

/// Columns that give a car's pose.
pub(super) struct PoseColumns {
    x: usize,
    /// Lateral position, height and the three angles; `None` where the table has none, which is 0.
    y: Option<usize>,
    z: Option<usize>,
    yaw: Option<usize>,
    pitch: Option<usize>,
    roll: Option<usize>,
}

/// Pose of a body in the frame of the road: x forward, y left, z up.
pub(super) struct WrittenPose {
    position_m: [f64; 3],
    /// Components x, y, z and w.
    quaternion: [f64; 4],
}

impl PoseColumns {
    /// Columns by name; `None` without a position.
    pub fn find(columns: &[(usize, &str)]) -> Option<Self> {
        let find = |wanted: &str| columns.iter().find(|(_, name)| *name == wanted).map(|(column, _)| *column);
        Some(Self {
            // On a straight the distance.
            x: find("x_m").or_else(|| find("position_m"))?,
            y: find("y_m"),
            z: find("z_m").or_else(|| find("heave_m")),
            yaw: find("yaw_rad"),
            pitch: find("pitch_rad"),
            roll: find("roll_rad"),
        })
    }

    /// Pose in a row.
    pub fn pose(&self, row: &[f64]) -> WrittenPose {
        let value = |column: Option<usize>| column.map_or(0.0, |column| row[column]);
        // ISO 8855: yaw about z, then pitch about y, then roll about x; q = q_yaw q_pitch q_roll.
        let [(sr, cr), (sp, cp), (sy, cy)] =
            [self.roll, self.pitch, self.yaw].map(|angle| Real::sin_cos(0.5 * value(angle)));
        WrittenPose {
            position_m: [row[self.x], value(self.y), value(self.z)],
            quaternion: [
                sr * cp * cy - cr * sp * sy,
                cr * sp * cy + sr * cp * sy,
                cr * cp * sy - sr * sp * cy,
                cr * cp * cy + sr * sp * sy,
            ],
        }
    }
}

impl WrittenPose {
    /// Message `foxglove.FrameTransform`.
    pub fn transform_json(&self, time_ns: u64, frame: &str) -> String {
        let (stamp, place, turn) = self.parts(time_ns);
        let frame = quoted(frame);
        format!(
            "{{\"timestamp\":{stamp},\"parent_frame_id\":{ROAD},\"child_frame_id\":{frame},\"translation\":{place},\
             \"rotation\":{turn}}}"
        )
    }

    /// Message `foxglove.PoseInFrame`.
    pub fn json(&self, time_ns: u64) -> String {
        let (stamp, place, turn) = self.parts(time_ns);
        format!(
            "{{\"timestamp\":{stamp},\"frame_id\":{ROAD},\"pose\":{{\"position\":{place},\"orientation\":{turn}}}}}"
        )
    }

    fn parts(&self, time_ns: u64) -> (String, String, String) {
        const SECOND_NS: u64 = 1_000_000_000;
        let stamp = format!("{{\"sec\":{},\"nsec\":{}}}", time_ns / SECOND_NS, time_ns % SECOND_NS);
        let [x, y, z] = self.position_m;
        let place = format!("{{\"x\":{x:?},\"y\":{y:?},\"z\":{z:?}}}");
        let [x, y, z, w] = self.quaternion;
        (stamp, place, format!("{{\"x\":{x:?},\"y\":{y:?},\"z\":{z:?},\"w\":{w:?}}}"))
    }
}
