//! Where one drives: a straight without end, and the proving ground with its places to start from.

mod cones;
mod course;
mod hill;
mod marks;
mod proving_ground;
mod relief;

use core::fmt;

use skidpad_core::surface::Surface;
use skidpad_world::contact::Walls;
use skidpad_world::ground::{Ground, Road};
use skidpad_world::names;

pub use cones::Cone;
pub use course::{Course, Gate, OnCourse};
pub use marks::{Mark, Paint};
pub use relief::{Contour, contours, heights_m};

/// A place to start from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Where, m.
    pub position_m: [f64; 2],
    /// Heading, rad, counter-clockwise from the x axis.
    pub heading_rad: f64,
}

/// Ground, what stands on it, and a place to start from.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// What to try first, as a request to the player.
    pub task: &'static str,
    /// Road and air.
    pub surface: Surface<f64>,
    /// Where the road is otherwise.
    pub ground: Ground,
    /// What stands in the way.
    pub walls: Walls,
    /// Where cars start.
    pub start: Place,
    /// What stands in the way and can be driven over, where it stands at the start.
    pub cones: Vec<Cone>,
    /// What is painted on the ground, from the bottom to the top.
    pub marks: Vec<Mark>,
    /// The closed course on which laps are timed.
    pub course: Option<Course>,
}

/// No scene of a name; says which there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownScene {
    /// The name that was asked for.
    pub name: String,
}

impl fmt::Display for UnknownScene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&names::unknown("scene", &self.name, &Scene::names()))
    }
}

impl core::error::Error for UnknownScene {}

impl Scene {
    /// A straight without end.
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
        let places = proving_ground::PLACES.iter().map(|place| place.name);
        places.chain([Self::straight().name]).collect()
    }

    /// All scenes: the proving ground from each of its places, and the straight without end.
    pub fn all() -> Vec<Self> {
        let ground = proving_ground::scene();
        let places = proving_ground::PLACES.iter().map(|place| place.scene(&ground));
        places.chain([Self::straight()]).collect()
    }

    /// The scene of a name.
    ///
    /// ```
    /// use skidpad_app::scene::Scene;
    /// assert_eq!(Scene::by_name("skidpad").unwrap().name, "skidpad");
    /// assert!(Scene::by_name("moon").unwrap_err().to_string().contains("slalom"));
    /// ```
    ///
    /// # Errors
    /// A name that no scene has.
    pub fn by_name(name: &str) -> Result<Self, UnknownScene> {
        if name == Self::straight().name {
            return Ok(Self::straight());
        }
        let place = proving_ground::PLACES.iter().find(|place| place.name == name);
        let unknown = || UnknownScene { name: name.to_owned() };
        place.map(|place| place.scene(&proving_ground::scene())).ok_or_else(unknown)
    }

    /// Its road.
    pub fn road(&self) -> Road<'_> {
        Road { surface: &self.surface, ground: &self.ground }
    }
}
