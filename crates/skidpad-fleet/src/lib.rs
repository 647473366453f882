//! Tens of thousands of cars, each alone in its scene or with some others, in SIMD lanes and over threads.
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
//!
//! # Walls, cones and episodes
//!
//! A car with a body meets the walls and cones of its site. It has its own copy of the cones, which it alone throws about and
//! which stand again after its reset; a car that is far from all of them pays nothing. Rules end the episode of each car.
//!
//! ```
//! # use skidpad_core::controls::Gear;
//! # use skidpad_core::step::Dt;
//! # use skidpad_fleet::{Ending, Entrant, EpisodeRules, Fleet, FleetModel, FleetModels};
//! # use skidpad_world::rolling::{Begin, CarChoice};
//! # use skidpad_texts::{WORKLOAD_W1, w1::W1};
//! # static MODEL: FleetModel = FleetModel::new::<W1>(&WORKLOAD_W1);
//! use skidpad_world::scene::Cone;
//! use skidpad_world::world::{Site, body_of};
//!
//! let mut fleet = Fleet::new();
//! let site = fleet.add_site(Site::asphalt().with_cones(vec![Cone { position_m: [12.0, 0.3] }]))?;
//! let car = CarChoice::Own("w1");
//! let body = Some(body_of(MODEL.info(), &car, 0.25, 0.5));
//! let begin = |initial| Begin { gear: Gear::Forward(1), initial, method: None };
//! let [fast, slow] = [[("velocity_x_m_s", 20.0)], [("velocity_x_m_s", 5.0)]];
//! let entrants = [&fast, &slow].map(|initial| Entrant { car, begin: begin(initial), site, body });
//! let id = fleet.add(&MODEL, &entrants)?;
//! fleet.group_mut(id).set_rules(EpisodeRules { cone_hit_m_s: Some(0.0), ..EpisodeRules::default() });
//! for _ in 0..100 {
//!     fleet.step(Dt::new(0.01).unwrap());
//! }
//! assert_eq!(fleet.group(id).endings(), [Ending::HitCone.bit(), 0]);
//! let is_hit = |fleet: &Fleet| [0, 1].map(|car| fleet.group(id).cones(car).unwrap()[0].is_hit);
//! assert_eq!(is_hit(&fleet), [true, false]);
//! fleet.group_mut(id).reset(&[true, false]);
//! assert_eq!(is_hit(&fleet), [false, false]);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Scenes of several cars
//!
//! [`Fleet::add_scenes`] adds cars in scenes of some each. Those of a scene meet each other and the walls of their site, with the bits of
//! a [`World`](skidpad_world::world::World) that has the same cars; cars of different scenes pass through each other.
//! [`Group::set_absent`] takes a car out of its scene, and brings it back.
//!
//! # Single precision
//!
//! The columns of a `Fleet<f32>` ([`Fleet::single`]) are of `f32`: a register holds twice as many cars, so that a step of a model with lanes on even ground takes half of the time, and programs for learning take them
//! as `float32` without a copy. The model's entry must be made by [`FleetModel::in_both`]; the list of all models has ten such entries with the
//! feature `single`.
//!
//! The bits of a car depend on neither its neighbours, its place, the instructions nor the threads, as in `f64`. Without walls, cones
//! and uneven ground they are those of a [`Batch`](skidpad_core::batch::Batch) in `f32`. Sites, bodies, vehicles, time and the rules of episodes stay in
//! `f64`: states are converted to it, which is exact, and what the site makes of them, speeds of impacts among it, is rounded before rules judge it. An `f32` has 24 bits: positions are
//! multiples of 8 micrometres 100 m from the origin and of 1 mm at 10 km, where a car below 0.2 m/s stands still in sub-steps of
//! 2 ms. Put places near the origin.
//!
//! ```
//! # use skidpad_core::controls::Gear;
//! # use skidpad_core::step::Dt;
//! # use skidpad_fleet::{Entrant, Fleet, FleetModel, SiteId};
//! # use skidpad_world::rolling::{Begin, CarChoice};
//! # use skidpad_texts::{WORKLOAD_W1, w1::W1};
//! static MODEL: FleetModel = FleetModel::in_both::<W1>(&WORKLOAD_W1);
//!
//! let begin = Begin { gear: Gear::Forward(1), initial: &[("velocity_x_m_s", 20.0)], method: None };
//! let entrant = Entrant { car: CarChoice::Own("w1"), begin, site: SiteId::ASPHALT, body: None };
//! let mut fleet = Fleet::single();
//! let group = fleet.add(&MODEL, &vec![entrant; 1000])?;
//! fleet.step(Dt::new(0.01).unwrap());
//! let x = fleet.group(group).state("x_m")?;
//! let positions: &[f32] = fleet.group(group).states(x);
//! assert!((0.19..0.21).contains(&positions[0]));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Columns as memory
//!
//! A caller may keep the addresses of columns, such as a binding that hands them to another language as arrays without a copy. A column is
//! contiguous and has one number for each car; those of states, modes and statuses begin on 64 bytes. Columns of commands, states, modes,
//! statuses, impacts and endings stay where they are as long as their fleet lives: neither steps, resets, snapshots, vehicles, sites, other
//! groups and threads nor a move of the fleet itself change their addresses. Outputs are in the caller's own buffer.
//!
//! The memory may be read between two calls of the fleet, and that of commands written; then [`Group::mark_commands_changed`] makes
//! the next step take them.
#![forbid(unsafe_code)]

#[cfg(feature = "models")]
mod all;
mod any_model;
mod cars;
mod commands;
mod convert;
mod entrant;
mod episodes;
mod error;
mod even_ground;
mod fleet;
mod free_area;
mod group;
mod handles;
mod ids;
mod lanes;
mod list;
mod meetings;
mod moving;
mod near;
mod places;
mod random;
mod rank;
mod reset;
mod scenes;
mod slot;
mod stepping;

#[cfg(feature = "models")]
pub use all::MODELS;
pub use entrant::Entrant;
pub use episodes::{Ending, EpisodeRules};
pub use error::FleetError;
pub use fleet::Fleet;
pub use group::Group;
pub use handles::{CommandHandle, OutputHandle, StateHandle};
pub use ids::{GroupId, SiteId};
pub use lanes::Lanes;
pub use list::{FleetModel, FleetModels, Precision};
pub use random::RandomPlace;
pub use reset::{DrawnState, Draws};
