//! A road that is not the same everywhere: wet patches, split grip, gravel, bumps, maps of measured grip.
//!
//! A [`Ground`] lies on the plane of a [`Surface`](skidpad_core::surface::Surface) and is asked at a place. A car asks at
//! each of its wheels, or, where its model has none, at its own position, before each of its sub-steps, so that how
//! it drives over an edge does not depend on the caller's rate.
//!
//! ```
//! use skidpad_world::ground::{Area, Ground, Patch, Shape};
//! let ice = Area { centre_m: [50.0, -2.0], heading_rad: 0.0, shape: Shape::Rectangle { size_m: [100.0, 4.0] } };
//! let ground = Ground::from_patches(vec![Patch::Even { area: ice, grip: Some(0.1), rolling: None }]);
//! assert_eq!(ground.under([50.0, -1.0]).grip, 0.1); // the right wheels
//! assert_eq!(ground.under([50.0, 1.0]).grip, 1.0); // the left ones
//! ```

mod area;
mod cast;
mod grid;
mod index;
mod layers;
mod relief;
mod road;
mod spot;

pub use area::{Area, Shape};
pub use cast::{Casts, CornerHits, FoundGround, GroundCasts, GroundHit, GroundPart, GroundRay};
pub use grid::{Cell, Grid, GridError};
pub use layers::{Ground, Patch};
pub use relief::Following;
pub(crate) use road::MOST_GRAVITY_M_S2;
pub use road::Road;
pub use spot::Spot;
