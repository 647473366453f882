//! Racing against the clock on a track.

use std::sync::Arc;

use skidpad_core::math::Real;
use skidpad_world::track::Track;
use skidpad_world::world::Site;

use super::{OnTrack, Outline, Quantity, Situation, Start, Task, Term, first_end, one_if};
use crate::chance::Chance;
use crate::error::{TaskError, check};

/// Farthest distance that a car may fall back behind its farthest point before it drives the wrong way, m.
const WRONG_WAY_M: f64 = 20.0;
/// Speed below which a car counts as stopped, m/s.
const STOPPED_M_S: f64 = 0.5;

/// Distance from the start line at which a car starts on it, m.
const ON_LINE_M: f64 = 1e-3;

/// Starts of a race.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceStart {
    /// True where cars start anywhere along the track, false where they start on the start line.
    pub anywhere: bool,
    /// Largest distance from the line at the start, over the width of the road on that side, 0 to 0.9.
    pub lateral_share: f64,
    /// Largest angle to the line at the start, rad.
    pub heading_rad: f64,
    /// Range of the speed at the start, m/s.
    pub speed_m_s: [f64; 2],
}

impl Default for RaceStart {
    /// On the start line, along it, at rest.
    fn default() -> Self {
        Self { anywhere: false, lateral_share: 0.0, heading_rad: 0.0, speed_m_s: [0.0; 2] }
    }
}

/// A race against the clock. The reward is the progress along the track, less what other terms take.
///
/// On a flat plane with the grip of asphalt everywhere ([`flat`](Self::flat)) a step costs least; with the ground of the track, its hills, banking, kerbs and walls
/// count.
#[derive(Clone, Debug)]
pub struct Race {
    pub(super) tracks: Vec<Arc<Track>>,
    start: RaceStart,
    /// True where the site has the track's ground and walls.
    has_ground: bool,
    /// Distance of the car's position beyond the edge of the road at which the episode ends, m.
    off_track_m: f64,
    /// Laps after which the episode ends; 0: it goes on.
    laps: u32,
    /// Time at rest after which the episode ends, s; infinite: it goes on.
    stopped_s: f64,
}

impl Race {
    /// A race on a plane, on one of some tracks in each episode; cars see its line and edges.
    ///
    /// # Panics
    /// Without a track.
    pub fn flat(tracks: Vec<Arc<Track>>) -> Self {
        assert!(!tracks.is_empty(), "a race has a track");
        Self {
            tracks,
            start: RaceStart::default(),
            has_ground: false,
            off_track_m: 0.0,
            laps: 0,
            stopped_s: 10.0,
        }
    }

    /// A race on the ground of a track, with its walls.
    pub fn on_ground(track: Arc<Track>) -> Self {
        Self { has_ground: true, ..Self::flat(vec![track]) }
    }

    /// The race with other starts.
    ///
    /// # Errors
    /// Numbers out of their ranges.
    pub fn with_start(self, start: RaceStart) -> Result<Self, TaskError> {
        check("start.lateral_share", start.lateral_share, [0.0, 0.9])?;
        check("start.heading_rad", start.heading_rad, [0.0, core::f64::consts::PI])?;
        check("start.speed_m_s[0]", start.speed_m_s[0], [0.0, 100.0])?;
        check("start.speed_m_s[1]", start.speed_m_s[1], [start.speed_m_s[0], 100.0])?;
        Ok(Self { start, ..self })
    }

    /// The race in which an episode ends where the car's position is so far beyond the edge of the road, m; 0 by default.
    ///
    /// # Errors
    /// A number out of its range.
    pub fn with_off_track_m(self, off_track_m: f64) -> Result<Self, TaskError> {
        check("off_track_m", off_track_m, [-10.0, 1e6])?;
        Ok(Self { off_track_m, ..self })
    }

    /// The race in which an episode ends after some laps; 0, the default: it goes on.
    pub fn with_laps(self, laps: u32) -> Self {
        Self { laps, ..self }
    }

    /// The race in which an episode ends where the car has been at rest for so long, s; 10 by default.
    ///
    /// # Errors
    /// A number that is not above 0.
    pub fn with_stopped_s(self, stopped_s: f64) -> Result<Self, TaskError> {
        check("stopped_s", stopped_s, [f64::MIN_POSITIVE, f64::INFINITY])?;
        Ok(Self { stopped_s, ..self })
    }

    /// Moves a lap count on by a step: counts the lines that the car has crossed, and times its laps.
    fn count_laps(lap: &mut LapCount, on_track: &OnTrack<'_>, situation: &Situation<'_>) {
        let track = on_track.course.track();
        let before_m = lap.travelled_m;
        // The place on an open track does not go beyond its end, where the line may be: there the velocity says how far the car has come.
        let advance_m = if track.is_closed() {
            lap.travelled_m += on_track.moved_m;
            on_track.moved_m
        } else {
            lap.travelled_m = on_track.distance_m - track.start_m();
            on_track.velocity_along_m_s(&situation.motion) * situation.step_s
        };
        while lap.travelled_m >= lap.next_line_m - ON_LINE_M {
            let share = (lap.next_line_m - before_m) / advance_m;
            // Of a car that slides over the line without a velocity along it, it is the end of the step.
            let share = if advance_m > 0.0 { Real::clamp(share, 0.0, 1.0) } else { 1.0 };
            let crossed_s = situation.time_s - situation.step_s * (1.0 - share);
            if let Some(began_s) = lap.began_s {
                lap.laps += 1;
                lap.last_s = crossed_s - began_s;
                lap.best_s = if lap.best_s < lap.last_s { lap.best_s } else { lap.last_s };
            }
            lap.began_s = Some(crossed_s);
            lap.next_line_m = if track.is_closed() {
                lap.next_line_m + track.length_m()
            } else if lap.next_line_m < track.lap_m() {
                track.lap_m()
            } else {
                f64::INFINITY
            };
        }
    }
}

/// Laps of a car.
#[derive(Clone, Debug)]
pub struct LapCount {
    /// Distance along the track since its start line, m; it goes on from lap to lap.
    pub(super) travelled_m: f64,
    /// Its largest value in the episode, m.
    farthest_m: f64,
    pub(super) began_m: f64,
    next_line_m: f64,
    /// Time at which the lap began; `None` before the first line.
    pub(super) began_s: Option<f64>,
    laps: u32,
    last_s: f64,
    best_s: f64,
    stopped_s: f64,
}

impl LapCount {
    /// Takes a start almost a lap behind the line for one just before it. The first lap begins when the car comes to the line for the second time, as that
    /// of cars which start behind the line.
    pub(super) fn count_from_before_the_line(&mut self, length_m: f64) {
        self.travelled_m -= length_m;
        self.farthest_m -= length_m;
        self.began_m -= length_m;
    }
}

const PROGRESS: usize = 0;
const TIME: usize = 1;
const OFF_TRACK: usize = 2;
const IMPACT: usize = 3;
const ACTION_CHANGE: usize = 4;

const END_OFF_TRACK: usize = 0;
const END_WRONG_WAY: usize = 1;
const END_STOPPED: usize = 2;
pub(super) const END_FINISHED: usize = 3;

impl Task for Race {
    type Memory = LapCount;
    const NAME: &'static str = "race";
    const TERMS: &'static [Term] = &[
        Term { quantity: Quantity::new("progress_m", "m", "Distance driven along the track"), weight: 1.0 },
        Term { quantity: Quantity::new("time_s", "s", "Duration of the step"), weight: 0.0 },
        Term { quantity: Quantity::new("off_track", "-", "1 where the car left the track"), weight: -10.0 },
        Term {
            quantity: Quantity::new("impact_m_s", "m/s", "Approach speed of an impact with a wall"),
            weight: -1.0,
        },
        Term {
            quantity: Quantity::new(
                "action_change",
                "-",
                "Sum of the squared changes of the actions since the step before",
            ),
            weight: 0.0,
        },
    ];
    const ENDS: &'static [&'static str] = &["off_track", "wrong_way", "stopped", "finished"];
    const FIGURES: &'static [Quantity] = &[
        Quantity::new("progress_m", "m", "Distance along the track since the episode began"),
        Quantity::new("laps", "-", "Whole laps, from line to line"),
        Quantity::new("lap_time_s", "s", "Time of the last whole lap"),
        Quantity::new("best_lap_time_s", "s", "Time of the best whole lap"),
    ];

    fn tracks(&self) -> &[Arc<Track>] {
        &self.tracks
    }

    fn site(&self) -> Site {
        match self.has_ground {
            true => Site::asphalt().with_track(self.tracks[0].as_ref().clone()),
            false => Site::asphalt(),
        }
    }

    fn meets(&self) -> bool {
        self.has_ground
    }

    fn start(&self, _: &Outline, chance: &mut Chance) -> Start {
        let number = chance.below(self.tracks.len());
        let track = &self.tracks[number];
        let RaceStart { anywhere, lateral_share, heading_rad, speed_m_s } = &self.start;
        // An open track is driven from its start line on, and a start near the finish has nothing ahead.
        let range_m = if track.is_closed() {
            [0.0, track.length_m()]
        } else {
            [track.start_m(), track.start_m() + 0.9 * track.lap_m()]
        };
        let drawn_m = chance.between(range_m);
        let distance_m = if *anywhere { drawn_m } else { track.start_m() };
        let point = track.at(distance_m);
        let beside = chance.between([-lateral_share, *lateral_share]);
        let lateral_m = beside * point.widths_m[usize::from(beside < 0.0)];
        let yaw_rad = point.heading_rad + chance.between([-heading_rad, *heading_rad]);
        let speed_m_s = chance.between(*speed_m_s);
        Start { track: number, ..Start::at(track.beside(distance_m, lateral_m), yaw_rad, speed_m_s) }
    }

    fn begin(&self, _: &Outline, start: &Start, _: &mut Chance) -> LapCount {
        let track = &self.tracks[start.track];
        let since_m = track.since_start_m(track.locate(start.position_m, None).distance_m);
        // A place on the line may be found just before it.
        let is_before = track.is_closed() && since_m > track.length_m() - ON_LINE_M;
        let travelled_m = if is_before { since_m - track.length_m() } else { since_m };
        let is_on_line = Real::abs(travelled_m) < ON_LINE_M;
        let next_line_m = if travelled_m < 0.0 && !is_on_line {
            0.0
        } else if track.is_closed() {
            track.length_m()
        } else {
            track.lap_m()
        };
        LapCount {
            travelled_m,
            farthest_m: travelled_m,
            began_m: travelled_m,
            next_line_m,
            began_s: is_on_line.then_some(0.0),
            laps: 0,
            last_s: f64::NAN,
            best_s: f64::NAN,
            stopped_s: 0.0,
        }
    }

    #[inline]
    fn judge(&self, situation: &Situation<'_>, lap: &mut LapCount, terms: &mut [f64]) -> Option<usize> {
        let on_track = situation.on_track.as_ref()?;
        Self::count_laps(lap, on_track, situation);
        lap.farthest_m = Real::max(lap.farthest_m, lap.travelled_m);
        let is_at_rest = situation.motion.speed_m_s() < STOPPED_M_S;
        lap.stopped_s = if is_at_rest { lap.stopped_s + situation.step_s } else { 0.0 };
        let [left_m, right_m] = on_track.rooms_m;
        let beyond_m = -f64::from(Real::min(left_m, right_m));
        let is_off = beyond_m > self.off_track_m;
        let [now, before] = situation.actions;
        let changes = now.iter().zip(before).map(|(now, before)| f64::from(now - before));
        terms[PROGRESS] = on_track.moved_m;
        terms[TIME] = situation.step_s;
        terms[OFF_TRACK] = one_if(is_off);
        terms[IMPACT] = situation.impact_m_s;
        terms[ACTION_CHANGE] = changes.map(|change| change * change).sum();
        let is_finished = (self.laps > 0 && lap.laps >= self.laps) || lap.next_line_m == f64::INFINITY;
        first_end([
            (is_off, END_OFF_TRACK),
            (lap.farthest_m - lap.travelled_m > WRONG_WAY_M, END_WRONG_WAY),
            (lap.stopped_s >= self.stopped_s, END_STOPPED),
            (is_finished, END_FINISHED),
        ])
    }

    fn figures(&self, lap: &LapCount, figures: &mut [f64]) {
        let progress_m = lap.travelled_m - lap.began_m;
        figures.copy_from_slice(&[progress_m, f64::from(lap.laps), lap.last_s, lap.best_s]);
    }
}
