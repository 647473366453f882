//! Accessors of what stands and lies along a track.

use skidpad_core::math::Real;

use super::line::Track;
use super::locate::TrackPosition;
use super::spec::{PitLane, Side, Strip, StripKind, TrackSpec, TrackWall};

impl Track {
    /// The description of which the track was made.
    pub fn spec(&self) -> &TrackSpec {
        &self.spec
    }

    /// Name of the track; empty where it was made of stations alone.
    pub fn name(&self) -> &str {
        &self.along.name
    }

    /// Distance of the start line along the line, m.
    pub fn start_m(&self) -> f64 {
        self.along.start_m
    }

    /// Distance of a lap from its start line to its finish line, m.
    pub fn lap_m(&self) -> f64 {
        self.along.lap_m
    }

    /// Ends of the sectors by the distance since the start line, m; the last one is the length of a lap.
    pub fn sectors_m(&self) -> &[f64] {
        &self.along.sectors_m
    }

    /// Distance since the start line of a distance along the line, m; of a closed track within a lap.
    pub fn since_start_m(&self, distance_m: f64) -> f64 {
        let since_m = distance_m - self.along.start_m;
        if self.is_closed { self.wrapped_m(since_m) } else { since_m }
    }

    /// Kerbs and run-off, those of each side and place from the road outwards.
    pub fn strips(&self) -> &[Strip] {
        &self.along.strips
    }

    /// Walls.
    pub fn walls(&self) -> &[TrackWall] {
        &self.along.walls
    }

    /// Distance of a wall's face from the line beside a distance along it, m.
    pub fn wall_offset_m(&self, wall: &TrackWall, distance_m: f64) -> f64 {
        let [from, to] = wall.stretch_m;
        let ahead = |to: f64| if to >= from { to - from } else { to - from + self.length_m() };
        let share = if to == from { 0.0 } else { ahead(distance_m) / ahead(to) };
        wall.offsets_m[0] + Real::clamp(share, 0.0, 1.0) * (wall.offsets_m[1] - wall.offsets_m[0])
    }

    /// The pit lane.
    pub fn pit_lane(&self) -> Option<&PitLane> {
        self.along.pit_lane.as_ref()
    }

    /// Distance of a position from the nearer edge of the road, m; below 0 beside the road.
    pub fn inside_m(&self, position: &TrackPosition) -> f64 {
        let [left, right] = self.at(position.distance_m).widths_m;
        Real::min(left - position.lateral_offset_m, right + position.lateral_offset_m)
    }

    /// Kind of ground at a position; `None` on the road, grass beyond its strips.
    ///
    /// ```
    /// use skidpad_world::track::{Station, StripKind, Track};
    /// let station = |x: f64| Station { position_m: [x, 0.0], ..Station::flat([4.0, 4.0]) };
    /// let track = Track::open(&[0.0, 100.0, 200.0].map(station))?;
    /// let kind_at = |y: f64| track.kind_at(&track.locate([50.0, y], None));
    /// assert_eq!([3.9, -3.9, 4.1].map(kind_at), [None, None, Some(StripKind::Grass)]);
    /// # Ok::<(), Vec<skidpad_world::track::TrackFault>>(())
    /// ```
    pub fn kind_at(&self, position: &TrackPosition) -> Option<StripKind> {
        let mut outside_m = -self.inside_m(position);
        if outside_m <= 0.0 {
            return None;
        }
        let side = Side::from_sign(position.lateral_offset_m);
        for strip in self.strips().iter().filter(|strip| strip.side == side) {
            if strip.is_beside(position.distance_m) {
                if outside_m <= strip.width_m {
                    return Some(strip.kind);
                }
                outside_m -= strip.width_m;
            }
        }
        Some(StripKind::Grass)
    }

    /// Position at a distance along the line and a lateral offset from it, positive to the left, m.
    pub fn beside(&self, distance_m: f64, lateral_offset_m: f64) -> [f64; 2] {
        let point = self.at(distance_m);
        let [x, y] = point.position_m;
        let (sin, cos) = Real::sin_cos(point.heading_rad);
        [x - lateral_offset_m * sin, y + lateral_offset_m * cos]
    }
}
