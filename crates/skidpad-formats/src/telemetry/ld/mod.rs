//! MoTeC's log files, `.ld`, as its program i2 opens them, with the beacons of laps beside them in `.ldx`.
//!
//! MoTeC does not document the format. The fields are those that public readers and writers of it agree on (gotzl's `ldparser`,
//! gopher-motorsports' `gopher-vision`, riccardotornesello's `motecldparser`): a header with driver, vehicle, venue and date; a list of
//! channels, each with its name, unit, kind of numbers and frequency; and the samples of each channel in one piece, evenly spaced from
//! time 0 on. A sample is (raw / divisor * 10^-decimals + shift) * factor.
//!
//! **Sampling.** All channels are written at one of 1, 2, 5, 10, 20, 50, 100, 200, 500 or 1000 Hz: the lowest that is not below the rate
//! of the table, which is that of the median interval. Numbers are interpolated linearly; pure numbers that are whole in all rows,
//! such as gears, keep their value until the next row. Numbers have 32 bits; latitude and longitude 1e-7 degrees.
//!
//! **Names.** Channels that i2 has a name for get it, with its unit: `speed_m_s` is `Ground Speed` in km/h. Others keep their own,
//! of which 31 letters are written. Signs stay those of ISO 8855: steering and lateral acceleration are positive to the left.

mod beacons;
mod layout;
mod names;
mod read;
mod resample;
mod write;

pub use beacons::beacons;
pub(super) use beacons::read_beacons;
pub(super) use read::parse;
pub(super) use write::LdRows;
