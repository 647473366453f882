//! Tests at the press of a key: the player's car is driven as a road tester drives it, and a card shows what came out, beside
//! what was published.
//!
//! The world's manoeuvres run as a whole. So a trial runs beside the frames on a thread of its own ([`OnThread`]), where
//! there are threads; a page lets a worker drive it and brings a [`Runner`] of its own. Without either ([`AtOnce`]) it runs
//! between two frames, the first of which can say so.
//!
//! ```
//! use skidpad_app::choice::Choice;
//! use skidpad_app::trial::Trial;
//! let card = Trial::Braking.run(&Choice::preset("point_mass", "boxster-s").unwrap());
//! assert!((30.0..45.0).contains(&card.figure.unwrap()) && card.unit == "m");
//! ```

mod card;
mod drive;
mod kind;
mod runner;

pub use card::{Beside, Card, Published};
pub use kind::Trial;
#[cfg(not(target_arch = "wasm32"))]
pub use runner::OnThread;
pub use runner::{AtOnce, Runner, runner};
