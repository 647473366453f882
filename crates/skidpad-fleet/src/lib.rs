//! Tens of thousands of cars, each alone in its scene, in SIMD lanes and over threads.
//!
//! A [`Fleet`] has groups of cars of one model each, which a caller names by a string. Commands, states and outputs are
//! columns: one channel of all cars of a group, contiguous, found once by its name ([`CommandHandle`], [`StateHandle`],
//! [`OutputHandle`]). Commands are written into their columns and states are read from theirs; outputs are computed into the
//! caller's buffer.
//!
//! A car of a fleet has the bits of a car that is alone in a [`World`](skidpad_world::world::World) with the same site,
//! whatever its neighbours, the instructions and the number of threads.
//!
//! ```
//! use skidpad_core::controls::Gear;
//! use skidpad_core::step::Dt;
//! use skidpad_fleet::{Entrant, Fleet, FleetModel, FleetModels, SiteId};
//! use skidpad_world::rolling::{Begin, CarChoice};
//! use skidpad_texts::{WORKLOAD_W1, w1::W1};
//!
//! static W1_FLEET: FleetModel = FleetModel::new::<W1>(&WORKLOAD_W1);
//! static MODELS: FleetModels = FleetModels::new(&[&W1_FLEET]);
//!
//! let begin = Begin { gear: Gear::Forward(1), initial: &[("velocity_x_m_s", 20.0)], method: None };
//! let entrant = Entrant { car: CarChoice::Own("w1"), begin, site: SiteId::ASPHALT, body: None };
//! let mut fleet = Fleet::new();
//! let group = fleet.add(MODELS.by_name("w1").unwrap(), &vec![entrant; 1000])?;
//! let steer = fleet.group(group).command("steer_rad")?;
//! for (car, steer_rad) in fleet.group_mut(group).command_mut(steer).iter_mut().enumerate() {
//!     *steer_rad = 1e-5 * car as f64;
//! }
//! for _ in 0..100 {
//!     fleet.step(Dt::new(0.01).unwrap());
//! }
//! let yaw_rate = fleet.group(group).state("yaw_rate_rad_s")?;
//! let yaw_rates = fleet.group(group).states(yaw_rate);
//! assert!(yaw_rates[999] > yaw_rates[1] && yaw_rates[0] == 0.0);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

#[cfg(feature = "models")]
mod all;
mod cars;
mod commands;
mod episodes;
mod error;
mod even_ground;
mod fleet;
mod group;
mod list;
mod places;
mod random;
mod reset;
mod walls;

#[cfg(feature = "models")]
pub use all::MODELS;
pub use episodes::{Ending, EpisodeRules};
pub use error::FleetError;
pub use fleet::{Fleet, GroupId, SiteId};
pub use group::{CommandHandle, Group, OutputHandle, StateHandle};
pub use list::{Entrant, FleetModel, FleetModels};
pub use random::RandomPlace;
pub use reset::{DrawnState, Draws};
