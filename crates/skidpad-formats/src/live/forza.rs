//! Forza's "Data Out": the published pages "Forza Motorsport Data Out Documentation" (formats Sled and Dash) and "Forza Horizon 6 Data Out
//! Documentation", support.forzamotorsport.net; what Forza Motorsport (2023) sends behind Dash, by the readers of its players.
//!
//! Its axes are x to the right, y up and z forwards, of the car and of the world. They are left-handed, and so are its angles: yaw and
//! slip angles to the right, pitch with the nose down, roll with the left side down. The pages name the axes alone; the signs follow from the hand.

use skidpad_core::math::Real;
use skidpad_world::live::{LiveSample, LiveWheel};

use super::packet::{Packet, byte, milliseconds, rpm};

/// Length of a packet of the format Sled.
pub const SLED_BYTES: usize = 232;
/// Length of a packet of the format Dash.
pub const DASH_BYTES: usize = 311;
/// Length of a packet of Forza Motorsport (2023), which has the wear of the tyres and the number of the track behind it.
pub const MOTORSPORT_BYTES: usize = 331;
/// Length of a packet of Forza Horizon.
pub const HORIZON_BYTES: usize = 324;

/// Travel from rest at which a suspension counts as fully in or out, m.
const FULL_TRAVEL_M: f64 = 0.1;
/// Gear that stands for neutral; reverse is 0.
const NEUTRAL: u8 = 11;

pub(super) fn sled(sample: &LiveSample) -> Vec<u8> {
    let mut packet = Packet::default();
    write_sled(&mut packet, sample);
    packet.bytes()
}

pub(super) fn dash(sample: &LiveSample) -> Vec<u8> {
    let mut packet = Packet::default();
    write_sled(&mut packet, sample);
    write_dash(&mut packet, sample);
    packet.bytes()
}

/// Behind the dashboard are four numbers of the tyres' wear, and the number of the track.
pub(super) fn motorsport(sample: &LiveSample) -> Vec<u8> {
    let mut packet = Packet::default();
    write_sled(&mut packet, sample);
    write_dash(&mut packet, sample);
    packet.zeros(4 * 5);
    packet.bytes()
}

/// Between both parts Horizon has three more numbers: category of the car, and speed and mass of what it smashed.
pub(super) fn horizon(sample: &LiveSample) -> Vec<u8> {
    let mut packet = Packet::default();
    write_sled(&mut packet, sample);
    packet.zeros(4 * 3);
    write_dash(&mut packet, sample);
    packet.zeros(1);
    packet.bytes()
}

fn write_sled(packet: &mut Packet, sample: &LiveSample) {
    let own = |vector: [f64; 3]| along_forza(sample.pose.to_body(vector));
    let [heading, nose_down, right_down] = sample.attitude_rad();
    let engine = &sample.engine;
    packet.i32(i32::from(sample.is_running));
    packet.u32(milliseconds(sample.time_s));
    packet.f32s([engine.redline_rad_s, engine.idle_rad_s, engine.speed_rad_s].map(rpm));
    packet.f32s(own(sample.acceleration_m_s2));
    packet.f32s(own(sample.velocity_m_s));
    // An angular velocity also changes its sign from a right-handed frame to a left-handed one.
    packet.f32s(own(sample.angular_velocity_rad_s).map(|rate| -rate));
    packet.f32s([-heading, nose_down, -right_down]);
    let each = |packet: &mut Packet, of: fn(&LiveWheel) -> f64| packet.f32s(sample.wheels.each_ref().map(of));
    each(packet, |wheel| Real::clamp(0.5 - 0.5 * wheel.travel_m / FULL_TRAVEL_M, 0.0, 1.0));
    each(packet, |wheel| wheel.slip_over_peak);
    each(packet, |wheel| wheel.spin_rad_s);
    packet.zeros(4 * 12); // rumble strips, puddles, rumble of the surface
    each(packet, |wheel| -wheel.angle_over_peak);
    each(packet, |wheel| Real::hypot(wheel.slip_over_peak, wheel.angle_over_peak));
    each(packet, |wheel| -wheel.travel_m);
    packet.zeros(4 * 3); // number, class and performance index of the car in the game
    packet.i32(drivetrain(sample.front_drive_share));
    packet.zeros(4); // cylinders
}

fn write_dash(packet: &mut Packet, sample: &LiveSample) {
    let (driver, laps) = (&sample.driver, &sample.laps);
    packet.f32s(along_forza(sample.pose.position_m));
    packet.f32s([sample.speed_m_s(), sample.power_w(), sample.engine.torque_nm]);
    packet.zeros(4 * 6); // temperatures of the tyres, boost, fuel
    packet.f32s([sample.distance_m, laps.best_s, laps.last_s, laps.current_s, sample.time_s]);
    packet.u16(laps.completed.min(u32::from(u16::MAX)) as u16);
    packet.u8(0); // place in the race
    packet.u8(byte(driver.throttle));
    packet.u8(byte(driver.brake));
    packet.u8(byte(driver.clutch));
    packet.u8(byte(driver.handbrake));
    packet.u8(gear(sample.gear));
    packet.i8((-127.0 * driver.steer).round() as i8);
    packet.zeros(2); // driving line, difference to the game's own braking
}

/// A vector forwards, to the left and up, along Forza's axes.
fn along_forza([forward, left, up]: [f64; 3]) -> [f64; 3] {
    [-left, up, forward]
}

/// Front-wheel drive is 0, rear-wheel drive 1, all-wheel drive 2.
fn drivetrain(front_share: f64) -> i32 {
    match front_share {
        0.0 => 1,
        1.0 => 0,
        _ => 2,
    }
}

fn gear(gear: i32) -> u8 {
    match gear {
        0 => NEUTRAL,
        reverse if reverse < 0 => 0,
        forward => forward.min(10) as u8,
    }
}
