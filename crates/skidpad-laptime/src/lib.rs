//! Lap times: the speed of a car along a line, and the time that it takes.
//!
//! [`Path`] is a line to drive, with the slope and the banking of the road below it; an [`Envelope`] is the longitudinal
//! acceleration that a car has at a speed while it corners; [`qss`] joins both into the fastest speed along the line, as a
//! sequence of steady states. [`optimal`] finds line, speed and commands of a dynamic car together.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod along;
mod corners;
pub mod driven;
mod ellipse;
mod ellipse_faults;
mod envelope;
pub mod line;
pub mod optimal;
mod parameter;
mod path;
pub mod qss;
pub mod slip_vector;
mod steady;

pub use along::{LapPoint, LapTrace, TraceError};
pub use corners::{LapCorner, lap_corners};
pub use ellipse::{AxleGrip, Combustion, Electric, EllipseCar, EllipseFault, EllipseFigures, Gear};
pub use envelope::{Envelope, Limit, Point, Range, YawData};
pub use parameter::{Parameter, REFERENCE_M_S, Trade, TradeError, TradedCar, trades};
pub use path::{Path, PathError, PathPoint};
pub use steady::{CarOnRoad, ENVELOPE_MODELS, EnvelopeError, ModelEnvelope};
