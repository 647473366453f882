//! Scenes: the ground that cars share, what stands on it, and where they start.
//!
//! All named scenes but `endless` are one proving ground with different start positions. A [`Scene`] is data: it can be used
//! without a window, and drawn by any renderer.
//!
//! ```
//! use skidpad_world::scene::Scene;
//!
//! let scene = Scene::by_name("course").unwrap();
//! let course = scene.course.as_ref().unwrap();
//! let position = course.locate(scene.start.position_m);
//! // Cars start 10 m before the start line, in the middle of the course.
//! assert!((course.length_m() - position.distance_m - 10.0).abs() < 1e-3);
//! assert!(position.lateral_offset_m.abs() < 1e-3);
//! ```

mod cell_order;
mod cone;
mod cones;
mod contours;
mod course;
pub(crate) mod dimensions;
mod hill;
mod marks;
mod nearest;
mod proving_ground;
mod vicinity;

use core::fmt;

use skidpad_core::surface::Surface;

use crate::contact::Walls;
use crate::ground::{Ground, Road};
use crate::names;

pub use cone::Cone;
pub use cones::{ConeSearch, ConeState, Cones};
pub use contours::{Contour, contours, heights_m};
pub use course::{Course, CoursePoint, CoursePosition, Gate, SECTORS};
pub use marks::{Mark, Paint};
pub use vicinity::Vicinity;

/// Position and heading on the ground, such as a start position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Position, m.
    pub position_m: [f64; 2],
    /// Heading, rad, counter-clockwise from the x axis.
    pub heading_rad: f64,
}

/// Ground, what stands on it, and a start position.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Name, as [`by_name`](Self::by_name) finds it.
    pub name: &'static str,
    /// Purpose of the scene.
    pub about: &'static str,
    /// First task for a player.
    pub task: &'static str,
    /// Road and air.
    pub surface: Surface<f64>,
    /// Patches where the road differs from the surface.
    pub ground: Ground,
    /// Walls and posts.
    pub walls: Walls,
    /// Start position of cars.
    pub start: Place,
    /// Cones as they stand at the start. [`Cones`] moves them.
    pub cones: Vec<Cone>,
    /// Markings painted on the ground, from the bottom to the top.
    pub marks: Vec<Mark>,
    /// Closed course on which laps are timed.
    pub course: Option<Course>,
}

/// A name that no scene has. The message suggests the nearest one and lists all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownScene {
    /// The unknown name.
    pub name: String,
}

impl fmt::Display for UnknownScene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&names::unknown("scene", &self.name, &Scene::names()))
    }
}

impl core::error::Error for UnknownScene {}

impl Scene {
    /// Dry, level asphalt without end.
    pub fn straight() -> Self {
        Self {
            name: "endless",
            about: "dry, level asphalt without end, and nothing on it",
            task: "reach 100 km/h (62 mph), then brake to a stop.",
            surface: Surface::asphalt(),
            ground: Ground::default(),
            walls: Walls::none(),
            start: Place { position_m: [0.0, 0.0], heading_rad: 0.0 },
            cones: Vec::new(),
            marks: Vec::new(),
            course: None,
        }
    }

    /// The names of all scenes.
    pub fn names() -> Vec<&'static str> {
        let starts = proving_ground::STARTS.iter().map(|start| start.name);
        starts.chain([Self::straight().name]).collect()
    }

    /// All scenes: the proving ground with each of its start positions, and the straight without end.
    pub fn all() -> Vec<Self> {
        let ground = proving_ground::scene();
        let starts = proving_ground::STARTS.iter().map(|start| start.scene(&ground));
        starts.chain([Self::straight()]).collect()
    }

    /// The scene of a name.
    ///
    /// ```
    /// use skidpad_world::scene::Scene;
    /// assert_eq!(Scene::by_name("skidpad").unwrap().name, "skidpad");
    /// assert!(Scene::by_name("slalo").unwrap_err().to_string().contains("did you mean `slalom`?"));
    /// ```
    ///
    /// # Errors
    /// A name that no scene has.
    pub fn by_name(name: &str) -> Result<Self, UnknownScene> {
        if name == Self::straight().name {
            return Ok(Self::straight());
        }
        let start = proving_ground::STARTS.iter().find(|start| start.name == name);
        let unknown = || UnknownScene { name: name.to_owned() };
        start.map(|start| start.scene(&proving_ground::scene())).ok_or_else(unknown)
    }

    /// The road of the scene: its surface and its ground.
    pub fn road(&self) -> Road<'_> {
        Road { surface: &self.surface, ground: &self.ground }
    }
}
