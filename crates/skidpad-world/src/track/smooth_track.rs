//! Whole descriptions of tracks along smooth lines.

use skidpad_core::math::Real;

use super::check::TrackFault;
use super::smooth::{Smoothed, Tolerance, smooth};
use super::spec::{PitLane, Strip, TrackSpec, TrackWall};
use super::{Track, TrackPosition};

/// The most by which a place along the smooth line may differ from its share of the length, over the length: farther off lies another
/// stretch of a road that passes close to itself.
const FARTHEST: f64 = 0.05;

/// A track along a smooth line, and its deviations from the measured one.
#[derive(Clone, Debug, PartialEq)]
pub struct SmoothedTrack {
    /// The track.
    pub spec: TrackSpec,
    /// Largest distance of a measured station from its place on the line, in the plane, m.
    pub largest_m: f64,
    /// Largest deviation in height, m.
    pub largest_height_m: f64,
    /// True where no line within the tolerance was smoother: the track is as it was.
    pub is_as_before: bool,
}

/// The track along a smooth line as [`smooth`] finds it. Distances of lines, sectors, strips, walls and pits become those of the same places
/// along it; walls and pits keep their offsets.
///
/// ```
/// use skidpad_world::track::{Tolerance, Track, smooth_track, track_by_name};
///
/// let spec = track_by_name("kart-track").expect("a track that Skidpad brings");
/// let smoothed = smooth_track(&spec, Tolerance { plan_m: 0.1, height_m: 0.1 })?;
/// assert!(smoothed.largest_m <= 0.1 && !smoothed.is_as_before);
/// assert_eq!(smoothed.spec.strips.len(), spec.strips.len());
/// assert!(Track::new(&smoothed.spec).is_ok());
/// # Ok::<(), Vec<skidpad_world::track::TrackFault>>(())
/// ```
///
/// # Errors
/// All faults of the description.
pub fn smooth_track(spec: &TrackSpec, tolerance: Tolerance) -> Result<SmoothedTrack, Vec<TrackFault>> {
    let before = Track::new(spec)?;
    let Smoothed { stations, largest_m, largest_height_m } =
        smooth(&spec.stations, spec.is_closed, tolerance);
    let is_as_before = stations == spec.stations;
    if is_as_before {
        return Ok(SmoothedTrack { spec: spec.clone(), largest_m, largest_height_m, is_as_before });
    }
    let bare = TrackSpec::new(&spec.name, spec.is_closed, stations);
    let after = Track::new(&bare)?;
    let places = SamePlaces { before: &before, after: &after };
    let spec = places.moved(spec, bare);
    Track::new(&spec)?;
    Ok(SmoothedTrack { spec, largest_m, largest_height_m, is_as_before })
}

/// Places that lie along two lines that lie close to each other.
struct SamePlaces<'a> {
    before: &'a Track,
    after: &'a Track,
}

impl SamePlaces<'_> {
    /// Distance along the second line of the place at a distance along the first one, m.
    fn place_m(&self, distance_m: f64) -> f64 {
        let [before_m, after_m] = [self.before.length_m(), self.after.length_m()];
        let scaled_m = distance_m * after_m / before_m;
        // The ends of a lap are one place, and yet two distances.
        if distance_m <= 0.0 || distance_m >= before_m {
            return Real::clamp(scaled_m, 0.0, after_m);
        }
        let TrackPosition { distance_m: found_m, .. } =
            self.after.locate(self.before.at(distance_m).position_m, None);
        let is_near = Real::abs(found_m - scaled_m) < FARTHEST * after_m;
        Real::clamp(if is_near { found_m } else { scaled_m }, 0.0, after_m)
    }

    fn stretch_m(&self, stretch_m: [f64; 2]) -> [f64; 2] {
        stretch_m.map(|distance_m| self.place_m(distance_m))
    }

    /// All that a description has along the first line, along the second one. `bare`: the second line.
    fn moved(&self, spec: &TrackSpec, bare: TrackSpec) -> TrackSpec {
        let start_m = self.place_m(spec.start_m);
        let finish_m = spec.finish_m.map(|finish_m| self.place_m(finish_m));
        let length_m = self.after.length_m();
        let lap_m = if spec.is_closed { length_m } else { finish_m.unwrap_or(length_m) - start_m };
        // Ends of sectors count from the start line, and ascend.
        let mut last_m = 0.0;
        let mut sector = |since_m: &f64| {
            let since_start_m = self.place_m(self.before.wrapped_m(spec.start_m + since_m)) - start_m;
            let since_start_m = if since_start_m < 0.0 { since_start_m + length_m } else { since_start_m };
            last_m = Real::clamp(since_start_m, last_m, lap_m);
            last_m
        };
        let sectors_m = spec.sectors_m.iter().map(&mut sector).collect();
        let strip = |of: &Strip| Strip { stretch_m: self.stretch_m(of.stretch_m), ..*of };
        let wall = |of: &TrackWall| TrackWall { stretch_m: self.stretch_m(of.stretch_m), ..*of };
        let lane = |of: PitLane| PitLane {
            stretch_m: self.stretch_m(of.stretch_m),
            limit_m: self.stretch_m(of.limit_m),
            ..of
        };
        TrackSpec {
            start_m,
            finish_m,
            sectors_m,
            strips: spec.strips.iter().map(strip).collect(),
            walls: spec.walls.iter().map(wall).collect(),
            pit_lane: spec.pit_lane.map(lane),
            ..bare
        }
    }
}
