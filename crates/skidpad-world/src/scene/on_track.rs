//! Scenes of tracks.

use std::sync::{Arc, OnceLock};

use skidpad_core::math::Real;
use skidpad_core::surface::Surface;

use super::{Place, Scene};
use crate::contact::Walls;
use crate::ground::Ground;
use crate::track::{Track, track_by_name, track_names};

/// Distance of the front of the starting grid before the start line, m.
const BEFORE_LINE_M: f64 = 10.0;
/// Least distance of it, on an open track that begins less than that before its start line.
const LEAST_BEFORE_LINE_M: f64 = 3.0;

impl Scene {
    /// Name of the scene of a track that is none of the named ones, such as one from a file.
    pub const TRACK: &'static str = "track";

    /// The scene of a track: its road, hills, kerbs, run-off and walls, and cars that start before its start line.
    ///
    /// ```
    /// use skidpad_world::scene::Scene;
    /// use skidpad_world::track::{Station, Track};
    /// let station = |x: f64| Station { position_m: [x, 0.0], ..Station::flat([4.0, 4.0]) };
    /// let strip = Track::open(&[0.0, 100.0, 200.0].map(station))?;
    /// let scene = Scene::on_track(strip);
    /// assert_eq!((scene.name, scene.course.is_some()), (Scene::TRACK, true));
    /// # Ok::<(), Vec<skidpad_world::track::TrackFault>>(())
    /// ```
    pub fn on_track(track: Track) -> Self {
        let named = track_names().into_iter().find(|name| *name == track.name());
        let named = named.filter(|name| track_by_name(name).as_ref() == Some(track.spec()));
        // The numbers of a track are checked.
        let walls = Walls::new(track.barriers()).unwrap_or_else(|faults| unreachable!("{faults:?}"));
        Self {
            name: named.unwrap_or(Self::TRACK),
            about: "a track with kerbs, run-off and walls; laps are timed",
            task: "drive a lap between the white lines; the clock starts at the line.",
            surface: Surface::asphalt(),
            ground: Ground::default().with_track(Arc::new(track.clone())),
            walls,
            start: before_line(&track),
            cones: Vec::new(),
            marks: Vec::new(),
            course: Some(track),
        }
    }

    /// Name for people: that of the track, of one from a file as well.
    pub fn title(&self) -> &str {
        let of_track = self.ground.track().map(|track| track.name());
        of_track.filter(|name| self.name == Self::TRACK && !name.is_empty()).unwrap_or(self.name)
    }

    /// True for scenes on the same ground with the same course, which may differ in their start positions.
    pub fn has_course_of(&self, other: &Self) -> bool {
        let tracks = [self, other].map(|scene| scene.ground.track().is_some());
        tracks[0] == tracks[1] && self.course == other.course
    }
}

/// The front of the starting grid, in the middle of the road.
fn before_line(track: &Track) -> Place {
    let start_m = track.start_m();
    let before_m = if track.is_closed() {
        BEFORE_LINE_M
    } else {
        Real::clamp(start_m, LEAST_BEFORE_LINE_M, BEFORE_LINE_M)
    };
    // Before the beginning of an open track the road goes straight on.
    let at_m = if track.is_closed() { start_m - before_m } else { Real::max(start_m - before_m, 0.0) };
    let beyond_m = if track.is_closed() { 0.0 } else { Real::max(before_m - start_m, 0.0) };
    let point = track.at(at_m);
    let [left_m, right_m] = point.widths_m;
    let [x, y] = track.beside(at_m, 0.5 * (left_m - right_m));
    let (sin, cos) = Real::sin_cos(point.heading_rad);
    Place { position_m: [x - beyond_m * cos, y - beyond_m * sin], heading_rad: point.heading_rad }
}

/// Scenes of the named tracks, in the order of their names. They are made once: a track of 5 km is a thousand splines.
pub(super) fn on_named_tracks() -> &'static [Scene] {
    static SCENES: OnceLock<Vec<Scene>> = OnceLock::new();
    SCENES.get_or_init(|| {
        let specs = track_names().into_iter().filter_map(track_by_name);
        specs.filter_map(|spec| Track::new(&spec).ok()).map(Scene::on_track).collect()
    })
}
