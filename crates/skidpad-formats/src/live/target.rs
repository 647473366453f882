//! Where live telemetry goes, and in which format.

use core::fmt;
use core::str::FromStr;

/// Format of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacketFormat {
    /// Live for Speed's dashboard.
    OutGauge,
    /// Live for Speed's motion rig.
    OutSim,
    /// Forza Motorsport's motion rig.
    ForzaSled,
    /// Dashboard of Forza Motorsport 7.
    ForzaDash,
    /// Dashboard of Forza Motorsport (2023).
    ForzaMotorsport,
    /// Forza Horizon's dashboard.
    ForzaHorizon,
}

impl PacketFormat {
    /// All formats.
    pub const ALL: [Self; 6] = [
        Self::OutGauge,
        Self::OutSim,
        Self::ForzaSled,
        Self::ForzaDash,
        Self::ForzaMotorsport,
        Self::ForzaHorizon,
    ];

    /// Its name in an address.
    pub fn name(self) -> &'static str {
        match self {
            Self::OutGauge => "outgauge",
            Self::OutSim => "outsim",
            Self::ForzaSled => "forza-sled",
            Self::ForzaDash => "forza-dash",
            Self::ForzaMotorsport => "forza-motorsport",
            Self::ForzaHorizon => "forza-horizon",
        }
    }
}

/// Default rate, packets a second.
const USUAL_RATE_HZ: u32 = 60;
/// The most packets a second.
const MOST_HZ: u32 = 1000;
/// Host where an address names none: this machine.
const LOOPBACK: &str = "127.0.0.1";

/// An address to which packets of a format are sent: `udp://HOST:PORT/FORMAT?rate=HZ`. Without a host it is this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Host: a name or an address.
    pub host: String,
    /// Port.
    pub port: u16,
    /// Format of the packets.
    pub format: PacketFormat,
    /// Packets a second of simulated time.
    pub rate_hz: u32,
}

/// Reason why an address is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetError(String);

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for TargetError {}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, format, rate_hz } = self;
        let host = if host.contains(':') { format!("[{host}]") } else { host.clone() };
        write!(f, "udp://{host}:{port}/{}?rate={rate_hz}", format.name())
    }
}

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        let wrong =
            |what: &str| TargetError(format!("`{text}`: {what} (as in udp://127.0.0.1:4444/outgauge)"));
        let rest = text.strip_prefix("udp://").ok_or_else(|| wrong("must begin with udp://"))?;
        let (address, rest) =
            rest.split_once('/').ok_or_else(|| wrong(&format!("no format; {}", formats())))?;
        let (format, query) =
            rest.split_once('?').map_or((rest, None), |(format, query)| (format, Some(query)));
        let (host, port) = address.rsplit_once(':').ok_or_else(|| wrong("no port"))?;
        let port = port.parse().ok().filter(|port| *port > 0);
        let port = port.ok_or_else(|| wrong("the port must be a number from 1 to 65535"))?;
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let format = PacketFormat::ALL.into_iter().find(|known| known.name() == format);
        let format = format.ok_or_else(|| wrong(&format!("unknown format; {}", formats())))?;
        let rate_hz = match query {
            None => USUAL_RATE_HZ,
            Some(query) => {
                let rate = query.strip_prefix("rate=").and_then(|rate| rate.parse().ok());
                let in_range = rate.filter(|rate| (1..=MOST_HZ).contains(rate));
                in_range.ok_or_else(|| wrong("after `?` must be rate=HZ, from 1 to 1000"))?
            }
        };
        let host = if host.is_empty() { LOOPBACK } else { host };
        Ok(Self { host: host.to_owned(), port, format, rate_hz })
    }
}

fn formats() -> String {
    format!("must be one of {}", PacketFormat::ALL.map(PacketFormat::name).join(", "))
}
