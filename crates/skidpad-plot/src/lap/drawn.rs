//! A lap that is drawn.

use skidpad_laptime::Path;
use skidpad_laptime::qss::QssLap;
use skidpad_world::track::Track;

/// A lap with its path, and the track below it.
#[derive(Clone, Copy, Debug)]
pub struct DrawnLap<'a> {
    /// Track.
    pub track: &'a Track,
    /// Line that is driven.
    pub path: &'a Path,
    /// Lap along it.
    pub lap: &'a QssLap,
    /// Title of the pictures: the track and the car.
    pub title: &'a str,
}
