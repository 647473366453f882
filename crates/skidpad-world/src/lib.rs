//! What happens to cars: drivers, manoeuvres, road tests, telemetry.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod chance;
pub mod channel;
pub mod compare;
pub mod contact;
pub mod driver;
pub mod evaluate;
#[doc(hidden)]
pub mod forward;
pub mod ground;
pub mod hands;
pub mod hermite;
pub mod laps;
pub mod line_driver;
pub mod linear;
pub mod live;
pub mod log;
pub mod manoeuvre;
pub mod models;
pub mod names;
mod nearest;
pub mod overlay;
mod overridden;
pub mod path_driver;
pub mod render;
pub mod roadtest;
pub mod rolling;
pub mod root;
pub mod scenario;
pub mod scene;
pub mod shaping;
pub mod shift_points;
pub mod shown;
mod smooth_step;
pub mod telemetry;
pub mod telltales;
mod test_drive;
pub mod track;
pub mod weather;
pub mod world;
