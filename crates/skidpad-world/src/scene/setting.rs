//! A scene: ground, what stands on it, and a start position.

use skidpad_core::math::Real;
use skidpad_core::surface::Surface;

use super::{Cone, Mark};
use crate::contact::Walls;
use crate::ground::{Ground, Road};
use crate::track::Track;

/// Position and heading on the ground, such as a start position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Position, m.
    pub position_m: [f64; 2],
    /// Heading, rad, counter-clockwise from the x axis.
    pub heading_rad: f64,
}

/// Distance between the rows of a starting grid, m, and of its two columns from the middle.
const ROW_M: f64 = 7.0;
const COLUMN_M: f64 = 2.0;

impl Place {
    /// A place on the starting grid whose front is here, by its number: 0 is the front itself, and behind it stand two columns.
    ///
    /// ```
    /// use skidpad_world::scene::Place;
    /// let front = Place { position_m: [100.0, 0.0], heading_rad: 0.0 };
    /// let at = [0, 1, 2, 3].map(|number| front.on_grid(number).position_m);
    /// assert_eq!(at, [[100.0, 0.0], [93.0, 2.0], [93.0, -2.0], [86.0, 2.0]]);
    /// ```
    #[must_use]
    pub fn on_grid(self, number: usize) -> Self {
        if number == 0 {
            return self;
        }
        let behind_m = ROW_M * number.div_ceil(2) as f64;
        let left_m = if number.is_multiple_of(2) { -COLUMN_M } else { COLUMN_M };
        let (sin, cos) = Real::sin_cos(self.heading_rad);
        let [x, y] = self.position_m;
        let position_m = [x - behind_m * cos - left_m * sin, y - behind_m * sin + left_m * cos];
        Self { position_m, ..self }
    }
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
    /// Cones as they stand at the start. [`Cones`](super::Cones) moves them.
    pub cones: Vec<Cone>,
    /// Markings painted on the ground, from the bottom to the top.
    pub marks: Vec<Mark>,
    /// Track on which laps are timed.
    pub course: Option<Track>,
}

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

    /// The road of the scene: its surface and its ground.
    pub fn road(&self) -> Road<'_> {
        Road::new(&self.surface, &self.ground)
    }
}
