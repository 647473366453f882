//! Scenarios: cars in a world, each driven by controls over time.

mod alone;
mod contacts;
mod ending;
mod run;
mod script;
mod scripted;
mod staged;

pub(crate) use alone::drive;
pub use alone::run;
pub use contacts::{ContactEvent, ContactEvents};
pub use ending::{Ending, Finished, RowSink};
pub use run::{Obstacles, Participant, WorldRun, columns_of_participant, run_world};
pub use script::{InitialError, Script, columns, columns_of};
