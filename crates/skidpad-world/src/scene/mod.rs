//! Scenes: the ground that cars share, what stands on it, and where they start.
//!
//! Named scenes are one proving ground with different start positions, `endless`, and the named tracks; any other track is a
//! scene by [`Scene::on_track`]. A [`Scene`] is data: it can be used without a window, and drawn by any renderer.
//!
//! ```
//! use skidpad_world::scene::Scene;
//!
//! let scene = Scene::by_name("course").unwrap();
//! let course = scene.course.as_ref().unwrap();
//! let position = course.locate(scene.start.position_m, None);
//! // Cars start 10 m before the start line, in the middle of the course.
//! assert!((course.length_m() - position.distance_m - 10.0).abs() < 1e-3);
//! assert!(position.lateral_offset_m.abs() < 1e-3);
//! ```

mod catalogue;
mod cell_order;
mod cone;
mod cones;
mod contours;
mod course;
pub(crate) mod dimensions;
mod giving_way;
mod hill;
mod marks;
mod on_track;
mod proving_ground;
mod setting;
mod vicinity;

pub use catalogue::UnknownScene;
pub use cone::Cone;
pub use cones::{ConeSearch, ConeState, Cones};
pub use contours::{Contour, contours, heights_m};
pub use giving_way::ConeContacts;
pub use marks::{Mark, Paint};
pub use setting::{Place, Scene};
pub use vicinity::Vicinity;
