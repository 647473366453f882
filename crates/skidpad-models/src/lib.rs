//! All of Skidpad's models as one list.
//!
//! The models themselves are compiled in their own crates. A program with a model of its own appends it:
//!
//! ```
//! use skidpad_models::MODELS;
//! use skidpad_world::models::TWO_TRACK;
//!
//! let models = MODELS.with(&[&TWO_TRACK]); // a static of your own crate instead
//! assert_eq!(models.len(), MODELS.len());
//! ```
//!
//! Libraries take such a list as a value; `skidpad_cli::main_with` is the whole command line with it.
#![forbid(unsafe_code)]

use skidpad_world::models::{self as world, Models};

/// All models, in the order in which they are listed and documented.
pub static MODELS: Models = Models::new(&[
    &world::POINT_MASS,
    &world::POINT_MASS_PALMER,
    &world::STRAIGHT_LINE,
    &world::SINGLE_TRACK,
    &world::TWO_TRACK,
    &world::TWO_TRACK_SPRUNG,
    &world::TWO_TRACK_BRUSH,
    &world::TWO_TRACK_FIALA,
    &world::TWO_TRACK_TMEASY,
    &world::TWO_TRACK_PACEJKA89,
    &world::TWO_TRACK_MAGIC,
    &world::TWO_TRACK_SPRUNG_MAGIC,
    &world::SPATIAL,
    &world::SPATIAL_MAGIC,
    &world::KINEMATIC,
    &skidpad_texts::ACKERMANN,
    &skidpad_texts::ACKERMANN_AS_PRINTED,
    &skidpad_texts::SLIP_VECTOR,
    &world::MOTORCYCLE,
    &skidpad_commonroad::COMMONROAD_KS,
    &skidpad_commonroad::COMMONROAD_KST,
    &skidpad_commonroad::COMMONROAD_ST,
    &skidpad_commonroad::COMMONROAD_STD,
    &skidpad_commonroad::COMMONROAD_MB,
    &skidpad_texts::WORKLOAD_W1,
]);
