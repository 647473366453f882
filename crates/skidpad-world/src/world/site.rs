//! What a world has besides its cars.

use std::sync::Arc;

use skidpad_core::surface::Surface;

use super::error::WorldError;
use crate::contact::{Wall, Walls};
use crate::ground::{Ground, Road};
use crate::scene::{Cone, Scene};
use crate::track::Track;
use crate::weather::Weather;

/// A place for a world: road and air, where the road differs, walls, cones, and a course.
///
/// ```
/// use skidpad_world::scene::Scene;
/// use skidpad_world::world::{Site, World};
/// let world = World::new(Site::from(&Scene::by_name("slalom").unwrap()));
/// assert!(world.cones().len() > 6);
/// ```
#[derive(Clone, Debug)]
pub struct Site {
    /// Road and air.
    pub surface: Surface<f64>,
    /// Patches, bumps and maps on it.
    pub ground: Arc<Ground>,
    /// Walls, behind a search tree.
    pub walls: Arc<Walls>,
    /// Cones as they stand at first.
    pub cones: Arc<[Cone]>,
    /// True for cones that carry any blow, as in logs of earlier versions: two cars with a cone between them never touch each other.
    /// Else the cone is crushed ([`ConeContacts`](crate::scene::ConeContacts)).
    pub are_cones_rigid: bool,
    /// Track on which the laps of every car are timed.
    pub course: Option<Arc<Track>>,
    /// Wind and temperature, over the air of the surface.
    pub weather: Weather,
}

impl Site {
    /// Dry, level asphalt without end in still air.
    pub fn asphalt() -> Self {
        Self::new(Surface::asphalt())
    }

    /// A site with one surface everywhere.
    pub fn new(surface: Surface<f64>) -> Self {
        Self {
            surface,
            ground: Arc::default(),
            walls: Arc::default(),
            cones: Arc::default(),
            are_cones_rigid: false,
            course: None,
            weather: Weather::CALM,
        }
    }

    /// The site with a ground that differs from place to place.
    #[must_use]
    pub fn with_ground(self, ground: Ground) -> Self {
        Self { ground: Arc::new(ground), ..self }
    }

    /// The site with walls.
    ///
    /// # Errors
    /// Every number of the walls that is not finite or out of its range, by name.
    pub fn with_walls(self, walls: Vec<Wall>) -> Result<Self, WorldError> {
        let walls = Walls::new(walls).map_err(WorldError::Faults)?;
        Ok(Self { walls: Arc::new(walls), ..self })
    }

    /// The site with cones, which cars throw about.
    #[must_use]
    pub fn with_cones(self, cones: Vec<Cone>) -> Self {
        Self { cones: cones.into(), ..self }
    }

    /// The site with a track on which laps are timed, and nothing else of it: the ground stays as it is.
    #[must_use]
    pub fn with_course(self, course: Track) -> Self {
        Self { course: Some(Arc::new(course)), ..self }
    }

    /// The site with a track below its patches: hills, banking, kerbs, run-off and walls, and its laps are timed.
    ///
    /// ```
    /// use skidpad_world::track::{Track, track_by_name};
    /// use skidpad_world::world::{Site, World};
    /// let track = Track::new(&track_by_name("hill-climb").expect("a track that Skidpad brings"))?;
    /// let world = World::new(Site::asphalt().with_track(track));
    /// assert!(!world.site().walls.is_empty() && world.site().course.is_some());
    /// # Ok::<(), Vec<skidpad_world::track::TrackFault>>(())
    /// ```
    #[must_use]
    pub fn with_track(self, track: Track) -> Self {
        let track = Arc::new(track);
        let barriers = self.walls.list().iter().copied().chain(track.barriers()).collect();
        // The numbers of a track are checked, and so are those of the walls that are here.
        let walls = Walls::new(barriers).unwrap_or_else(|faults| unreachable!("{faults:?}"));
        let ground = Arc::unwrap_or_clone(self.ground).with_track(Arc::clone(&track));
        Self { ground: Arc::new(ground), walls: Arc::new(walls), course: Some(track), ..self }
    }

    /// The site with wind and temperature.
    ///
    /// # Errors
    /// Every number of the weather that is out of its range, by name.
    pub fn with_weather(self, weather: Weather) -> Result<Self, WorldError> {
        let faults = weather.faults();
        if faults.is_empty() { Ok(Self { weather, ..self }) } else { Err(WorldError::Weather(faults)) }
    }

    /// Track on which cars have positions: that of the laps, else that of the ground.
    pub fn track(&self) -> Option<&Arc<Track>> {
        self.course.as_ref().or(self.ground.track())
    }

    /// Surface and ground in still air, with no weather over them.
    pub fn road(&self) -> Road<'_> {
        self.road_under(&self.surface)
    }

    /// Another surface with the ground of the site, such as one with the weather over it.
    pub(super) fn road_under<'a>(&'a self, surface: &'a Surface<f64>) -> Road<'a> {
        Road::new(surface, &self.ground)
    }
}

impl From<&Scene> for Site {
    fn from(scene: &Scene) -> Self {
        Self {
            surface: scene.surface,
            ground: Arc::new(scene.ground.clone()),
            walls: Arc::new(scene.walls.clone()),
            cones: scene.cones.clone().into(),
            are_cones_rigid: false,
            course: scene.course.clone().map(Arc::new),
            weather: Weather::CALM,
        }
    }
}
