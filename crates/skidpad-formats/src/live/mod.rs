//! Live telemetry: packets that dashboards, motion rigs and telemetry programs read while a car drives, to be sent by UDP.
//!
//! | format | bytes | read by |
//! |---|---|---|
//! | `outgauge` | 96 | dashboards for Live for Speed |
//! | `outsim` | 68 | motion rigs for Live for Speed |
//! | `forza-sled` | 232 | motion rigs for Forza Motorsport |
//! | `forza-dash` | 311 | dashboards for Forza Motorsport 7 |
//! | `forza-motorsport` | 331 | dashboards for Forza Motorsport (2023) |
//! | `forza-horizon` | 324 | dashboards for Forza Horizon 4 to 6 |
//!
//! ```
//! use skidpad_formats::live::Target;
//! let target: Target = "udp://127.0.0.1:4444/outgauge?rate=100".parse()?;
//! assert_eq!(target.to_string(), "udp://127.0.0.1:4444/outgauge?rate=100");
//! # Ok::<(), skidpad_formats::live::TargetError>(())
//! ```

mod beat;
mod forza;
mod outgauge;
mod outsim;
mod packet;
mod target;

pub use beat::Beat;
pub use forza::{DASH_BYTES, HORIZON_BYTES, MOTORSPORT_BYTES, SLED_BYTES};
pub use outgauge::OUTGAUGE_BYTES;
pub use outsim::OUTSIM_BYTES;
pub use target::{PacketFormat, Target, TargetError};

use skidpad_world::live::LiveSample;

impl PacketFormat {
    /// The packet of a car at an instant. `name` is the car's; formats that know only numbers leave it out.
    ///
    /// ```
    /// use skidpad_formats::live::PacketFormat;
    /// # use skidpad_models::MODELS;
    /// # use skidpad_world::{live::LiveCar, world::{Member, Site, World}, rolling::{Begin, CarChoice}};
    /// # let (model, car) = (MODELS.by_name("w1").unwrap(), CarChoice::Own("w1"));
    /// # let gear = skidpad_core::controls::Gear::Forward(1);
    /// # let begin = Begin { gear, initial: &[("velocity_x_m_s", 20.0)], method: None };
    /// # let mut world = World::new(Site::asphalt());
    /// # let id = world.add(Member { car: model.begin(&car, &begin).unwrap(), body: None }).unwrap();
    /// # let sample = LiveCar::new(model, None).sample(&world, id, None).unwrap();
    /// let packet = PacketFormat::OutGauge.packet(&sample, "w1");
    /// assert_eq!(f32::from_le_bytes(packet[12..16].try_into().unwrap()), 20.0); // the speed, m/s
    /// ```
    pub fn packet(self, sample: &LiveSample, name: &str) -> Vec<u8> {
        match self {
            Self::OutGauge => outgauge::packet(sample, name),
            Self::OutSim => outsim::packet(sample),
            Self::ForzaSled => forza::sled(sample),
            Self::ForzaDash => forza::dash(sample),
            Self::ForzaMotorsport => forza::motorsport(sample),
            Self::ForzaHorizon => forza::horizon(sample),
        }
    }
}
