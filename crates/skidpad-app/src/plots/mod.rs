//! Channels over time: what is remembered of all cars' numbers, and which part of it is looked at.
//!
//! ```
//! use skidpad_app::choice::Choice;
//! use skidpad_app::drive::Drive;
//! use skidpad_app::plots::Plots;
//! use skidpad_world::scene::Scene;
//! let mut drive = Drive::new(Scene::straight(), &Choice::preset("two_track", "boxster-s").unwrap()).unwrap();
//! (0..240).for_each(|_| drive.single_step());
//! let plots = Plots { channels: vec![String::from("velocity_x_m_s")], ..Plots::default() };
//! assert!(plots.csv(drive.past()).unwrap().starts_with("time_s,velocity_x_m_s\n0.0,"));
//! ```

pub mod lap_trace;
mod past;
mod thin;
mod window;

pub use past::{Past, Series, Whose};
pub use thin::thinned;
pub use window::Plots;
