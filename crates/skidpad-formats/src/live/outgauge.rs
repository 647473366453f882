//! OutGauge, a dashboard: struct OutGaugePack of Live for Speed's `InSim.txt` (version 0.7).

use skidpad_world::live::{LiveLamps, LiveSample};

use super::packet::{Packet, milliseconds, rpm};

/// Length of a packet with its ID.
pub const OUTGAUGE_BYTES: usize = 96;

/// Flags: kilometres and bar are preferred.
const METRIC: u16 = 16384 | 32768;
/// Lamps: shift light, handbrake, traction control, battery (a stalled engine charges none), anti-lock brakes.
const SHIFT: u32 = 1;
const HANDBRAKE: u32 = 4;
const TRACTION: u32 = 16;
const BATTERY: u32 = 512;
const ANTI_LOCK: u32 = 1024;

/// Reverse is 0, neutral 1, first gear 2. Skidpad knows no boost, temperatures, fuel and oil: these are 0.
pub(super) fn packet(sample: &LiveSample, name: &str) -> Vec<u8> {
    let (mut packet, driver) = (Packet::default(), &sample.driver);
    packet.u32(milliseconds(sample.time_s));
    packet.text(name, 4);
    packet.u16(METRIC);
    packet.u8((sample.gear + 1).clamp(0, 255) as u8);
    packet.u8(0); // the player that is watched
    packet.f32s([sample.speed_m_s(), rpm(sample.engine.speed_rad_s)]);
    packet.zeros(4 * 5); // boost, coolant temperature, fuel, oil pressure, oil temperature
    packet.u32(fitted(&sample.lamps));
    packet.u32(lit(&sample.lamps, driver.handbrake));
    packet.f32s([driver.throttle, driver.brake, driver.clutch]);
    packet.zeros(16 + 16); // texts on the dashboard
    packet.i32(0); // ID
    packet.bytes()
}

fn fitted(lamps: &LiveLamps) -> u32 {
    let has = |is: bool, lamp: u32| if is { lamp } else { 0 };
    SHIFT | HANDBRAKE | BATTERY | has(lamps.has_traction, TRACTION) | has(lamps.has_anti_lock, ANTI_LOCK)
}

fn lit(lamps: &LiveLamps, handbrake: f64) -> u32 {
    [
        (lamps.over_redline, SHIFT),
        (handbrake > 0.0, HANDBRAKE),
        (lamps.traction, TRACTION),
        (lamps.stalled, BATTERY),
        (lamps.anti_lock, ANTI_LOCK),
    ]
    .into_iter()
    .filter(|(is_lit, _)| *is_lit)
    .map(|(_, lamp)| lamp)
    .sum()
}
