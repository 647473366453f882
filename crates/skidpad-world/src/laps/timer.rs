//! The clock of a lap: from the start line through the gates to the finish line.

use core::ops::Deref;

use crate::track::{Gate, MOST_SECTORS, Track};

/// A completed lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lap {
    /// Lap time, s.
    pub time_s: f64,
    /// Sector times, s.
    pub sectors_s: SectorTimes,
    /// True if the car's centre of mass stayed on the course throughout. Only clean laps can be the best.
    pub is_clean: bool,
}

/// Times of sectors in their order, s.
///
/// ```
/// use skidpad_world::laps::SectorTimes;
/// let sectors = SectorTimes::from_ends(&[20.0, 50.0]);
/// assert_eq!(sectors[..], [20.0, 30.0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SectorTimes {
    times_s: [f64; MOST_SECTORS],
    count: usize,
}

impl SectorTimes {
    /// Times of sectors that end at times since the start of the lap, s. Of more than [`MOST_SECTORS`] the first ones.
    pub fn from_ends(ends_s: &[f64]) -> Self {
        let mut sectors = Self::default();
        let mut before_s = 0.0;
        for (time_s, end_s) in sectors.times_s.iter_mut().zip(ends_s) {
            *time_s = end_s - before_s;
            before_s = *end_s;
        }
        Self { count: usize::min(ends_s.len(), MOST_SECTORS), ..sectors }
    }
}

impl Deref for SectorTimes {
    type Target = [f64];
    fn deref(&self) -> &[f64] {
        &self.times_s[..self.count]
    }
}

/// A straight way of a point: the times, s, and positions, m, of its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// Time and position at the beginning.
    pub from: (f64, [f64; 2]),
    /// Time and position at the end.
    pub to: (f64, [f64; 2]),
}

/// Passing of the start line, or of the finish line of an open track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passed {
    /// Time, s.
    pub at_s: f64,
    /// The lap that ended there; `None` for the first, and where a gate was missed.
    pub lap: Option<Lap>,
}

/// Times and counts the laps of one car.
///
/// ```
/// use skidpad_world::laps::{LapTimer, Way};
/// use skidpad_world::scene::Scene;
/// let scene = Scene::by_name("course").unwrap();
/// let (course, mut timer) = (scene.course.as_ref().unwrap(), LapTimer::default());
/// let at = |distance_m: f64| (distance_m / 20.0, course.at(distance_m).position_m);
/// // Over the start line at 20 m/s, half a second after -10 m.
/// let passed = timer.advance(course, &Way { from: at(-10.0), to: at(10.0) }, true).unwrap();
/// assert!(passed.lap.is_none() && passed.at_s.abs() < 1e-3);
/// assert!((timer.time_s(0.5).unwrap() - 0.5).abs() < 1e-3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LapTimer {
    now: Option<CurrentLap>,
    completed: u32,
    last: Option<Lap>,
}

/// The current lap.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CurrentLap {
    began_s: f64,
    /// Time of each gate after the start line, s from the start of the lap; of as many as were passed.
    passed_s: [f64; MOST_SECTORS],
    passed: usize,
    is_clean: bool,
}

impl Way {
    /// Time at which the way passes a gate, s; `None` where it does not.
    fn crosses_s(&self, gate: &Gate) -> Option<f64> {
        let share = gate.crossed(self.from.1, self.to.1)?;
        Some(self.from.0 + share * (self.to.0 - self.from.0))
    }
}

impl LapTimer {
    /// Moves on along a way, at whose end the car is on the road or not. Returns the passing of the start line and, of an open
    /// track, of the finish line.
    pub fn advance(&mut self, track: &Track, way: &Way, is_on_road: bool) -> Option<Passed> {
        let [start, gates @ ..] = track.gates() else { return None };
        let mut finished = None;
        if let Some(now) = &mut self.now {
            if let Some(at_s) = gates.get(now.passed).and_then(|gate| way.crosses_s(gate)) {
                now.passed_s[now.passed] = at_s - now.began_s;
                now.passed += 1;
                finished = (!track.is_closed() && now.passed == gates.len()).then_some(at_s);
            }
            now.is_clean &= is_on_road;
        }
        let started = way.crosses_s(start);
        let at_s = finished.or(started)?;
        let next = CurrentLap { began_s: at_s, passed_s: [0.0; MOST_SECTORS], passed: 0, is_clean: true };
        let before = core::mem::replace(&mut self.now, started.map(|_| next));
        let ends = before.filter(|_| track.is_closed() || finished.is_some());
        let lap = ends.and_then(|lap| lap.end(at_s, gates.len(), track.is_closed()));
        if lap.is_some() {
            (self.completed, self.last) = (self.completed + 1, lap);
        }
        Some(Passed { at_s, lap })
    }

    /// Abandons the current lap, for a car that was put elsewhere. Completed laps remain.
    pub fn abandon(&mut self) {
        self.now = None;
    }

    /// Number of completed laps.
    pub fn completed(&self) -> u32 {
        self.completed
    }

    /// The lap that was completed last; `None` before the first.
    pub fn last(&self) -> Option<&Lap> {
        self.last.as_ref()
    }

    /// Time of the clock at which the current lap began, s; `None` before the start line was passed.
    pub fn began_s(&self) -> Option<f64> {
        self.now.map(|now| now.began_s)
    }

    /// Time at a time of the clock since the current lap began, s; `None` before the start line was passed.
    pub fn time_s(&self, clock_s: f64) -> Option<f64> {
        self.now.map(|now| clock_s - now.began_s)
    }

    /// Times of the current lap's completed sectors, s.
    pub fn sectors_s(&self) -> SectorTimes {
        self.now.map_or_else(SectorTimes::default, |now| SectorTimes::from_ends(&now.passed_s[..now.passed]))
    }

    /// True if the current lap has stayed on the course.
    pub fn is_clean(&self) -> bool {
        self.now.is_some_and(|now| now.is_clean)
    }

    /// Returns true until the first gate after the start line.
    pub(super) fn is_in_first_sector(&self) -> bool {
        self.now.is_some_and(|now| now.passed == 0)
    }
}

impl CurrentLap {
    /// The lap as it ends at a time, of so many gates after the start line; `None` where it missed one.
    fn end(&self, at_s: f64, gates: usize, is_closed: bool) -> Option<Lap> {
        if self.passed != gates {
            return None;
        }
        let time_s = at_s - self.began_s;
        let mut ends_s = self.passed_s;
        let count = if is_closed { gates + 1 } else { gates };
        ends_s[count - 1] = time_s;
        let sectors_s = SectorTimes::from_ends(&ends_s[..count]);
        Some(Lap { time_s, sectors_s, is_clean: self.is_clean })
    }
}
