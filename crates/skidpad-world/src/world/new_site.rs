//! Another site under the cars of a world.

use std::sync::Arc;

use super::World;
use super::contacts::Meeting;
use super::error::WorldError;
use super::site::Site;
use crate::laps::timer::LapTimer;

impl World {
    /// Puts another site under the cars, from the next step on: they stay where they are, and cones stand as they do at first. Contacts
    /// under way restart; on another course so do laps.
    ///
    /// ```
    /// use skidpad_world::contact::Wall;
    /// use skidpad_world::world::{Site, World};
    /// let mut world = World::new(Site::asphalt());
    /// let walls = Wall::line(&[[30.0, -5.0], [30.0, 5.0]], 1.0, 0.5);
    /// world.set_site(Site::asphalt().with_walls(walls)?)?;
    /// assert!(!world.site().walls.is_empty());
    /// # Ok::<(), skidpad_world::world::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// A windy site with a car on which the air does not act. Then nothing has changed.
    pub fn set_site(&mut self, site: Site) -> Result<(), WorldError> {
        if let Some(entry) = self.cars.iter().find(|entry| site.weather.is_windy() && !entry.car.feels_air())
        {
            return Err(WorldError::NoAir(entry.id.index()));
        }
        let is_course_kept = match (&self.site.course, &site.course) {
            (Some(before), Some(now)) => Arc::ptr_eq(before, now),
            (before, now) => before.is_none() && now.is_none(),
        };
        for entry in &mut self.cars {
            (entry.told.on_track, entry.under) = (None, None);
            if !is_course_kept {
                (entry.told.laps, entry.told.was_on_course) = (LapTimer::default(), false);
            }
            entry.find_on_track(&site);
        }
        self.meeting = Meeting::new(&site);
        self.site = site;
        self.together.note_all();
        Ok(())
    }
}
