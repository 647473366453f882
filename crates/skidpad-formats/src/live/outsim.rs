//! OutSim, a motion rig: struct OutSimPack of Live for Speed's `InSim.txt` (version 0.7).
//!
//! Its axes are x to the right, y forwards and z up, of the world and of a car that heads along the world's y axis. Angles are
//! anticlockwise, seen from above (heading), from the right (pitch: nose up) and from the front (roll: right side down).

use skidpad_world::live::LiveSample;

use super::packet::{Packet, milliseconds};

/// Length of a packet with its ID.
pub const OUTSIM_BYTES: usize = 68;
/// Units of a position in a metre.
const UNITS_1_M: f64 = 65536.0;

pub(super) fn packet(sample: &LiveSample) -> Vec<u8> {
    let mut packet = Packet::default();
    let [heading, nose_down, right_down] = sample.attitude_rad();
    packet.u32(milliseconds(sample.time_s));
    packet.f32s(turned(sample.angular_velocity_rad_s));
    packet.f32s([heading, -nose_down, right_down]);
    packet.f32s(turned(sample.acceleration_m_s2));
    packet.f32s(turned(sample.velocity_m_s));
    for place_m in turned(sample.pose.position_m) {
        packet.i32((place_m * UNITS_1_M).round() as i32);
    }
    packet.i32(0); // ID
    packet.bytes()
}

/// A vector along Skidpad's axes of the world, along those of Live for Speed.
fn turned([x, y, z]: [f64; 3]) -> [f64; 3] {
    [-y, x, z]
}
