//! Scenarios: cars in a world, each driven by controls over time or by a driver.

mod alone;
mod contacts;
mod ending;
mod run;
mod script;
mod scripted;
mod seat;
mod staged;
mod time;

pub(crate) use alone::drive;
pub use alone::run;
pub use contacts::{ContactEvent, ContactEvents};
pub use ending::{Ending, Finished, RowSink};
pub use run::{Participant, Surroundings, WorldRun, columns_of_participant, run_on, run_world};
pub use script::{InitialError, Script, columns, columns_of};
pub use seat::{Pilot, Seat};
pub use time::RunTime;
