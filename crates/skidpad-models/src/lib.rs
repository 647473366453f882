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
//! Libraries take a list as a value. A program that offers models by name, the command line and the simulator, has one list
//! for all of itself: [`listed`]. A program with models of its own extends it once, at its start: [`extend`].
#![forbid(unsafe_code)]

use std::fmt;
use std::sync::OnceLock;

use skidpad_world::models::{self as world, ModelInfo, Models};

static LISTED: OnceLock<Models> = OnceLock::new();

/// The models that this program offers by name: [`MODELS`], with those that it was extended by.
pub fn listed() -> &'static Models {
    LISTED.get_or_init(|| MODELS.clone())
}

/// Extends the list of this program by models of its own, before anything looks at it. One with the name of a model in the
/// list replaces it.
///
/// ```
/// use skidpad_world::models::TWO_TRACK;
///
/// skidpad_models::extend(&[&TWO_TRACK])?; // a static of your own crate instead
/// assert_eq!(skidpad_models::listed().by_name("two-track"), Some(&TWO_TRACK));
/// assert!(skidpad_models::extend(&[]).is_err(), "only once");
/// # Ok::<(), skidpad_models::AlreadyListed>(())
/// ```
///
/// # Errors
/// The list was looked at or extended before; it stays as it is.
pub fn extend(further: &[&'static ModelInfo]) -> Result<(), AlreadyListed> {
    LISTED.set(MODELS.with(further)).map_err(|_| AlreadyListed)
}

/// The program's list of models was looked at or extended before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlreadyListed;

impl fmt::Display for AlreadyListed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the list of models was looked at or extended before; extend it once, at the program's start",
        )
    }
}

impl std::error::Error for AlreadyListed {}

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
