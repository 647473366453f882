//! The clock of a lap: from the start line through the gates back to it.

use crate::scene::{Course, Gate, SECTORS};

/// A completed lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lap {
    /// Lap time, s.
    pub time_s: f64,
    /// Sector times, s.
    pub sectors_s: [f64; SECTORS],
    /// True if the car's centre of mass stayed on the course throughout. Only clean laps can be the best.
    pub is_clean: bool,
}

/// A straight way of a point: the times, s, and positions, m, of its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// Time and position at the beginning.
    pub from: (f64, [f64; 2]),
    /// Time and position at the end.
    pub to: (f64, [f64; 2]),
}

/// Passing of the start line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Started {
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
/// let started = timer.advance(course, &Way { from: at(-10.0), to: at(10.0) }, 0.0).unwrap();
/// assert!(started.lap.is_none() && started.at_s.abs() < 1e-3);
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
    passed_s: [f64; SECTORS - 1],
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
    /// Moves on along a way, at whose end the car is off the centre line by `lateral_offset_m`.
    pub fn advance(&mut self, course: &Course, way: &Way, lateral_offset_m: f64) -> Option<Started> {
        let [start, gates @ ..] = course.sector_gates();
        if let Some(now) = &mut self.now {
            if let Some(at_s) = gates.get(now.passed).and_then(|gate| way.crosses_s(gate)) {
                now.passed_s[now.passed] = at_s - now.began_s;
                now.passed += 1;
            }
            now.is_clean &= lateral_offset_m.abs() <= 0.5 * course.width_m();
        }
        let at_s = way.crosses_s(start)?;
        let next = CurrentLap { began_s: at_s, passed_s: [0.0; SECTORS - 1], passed: 0, is_clean: true };
        let lap = self.now.replace(next).and_then(|lap| lap.end(at_s));
        if lap.is_some() {
            (self.completed, self.last) = (self.completed + 1, lap);
        }
        Some(Started { at_s, lap })
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
    pub fn sectors_s(&self) -> impl Iterator<Item = f64> {
        let (passed_s, passed) = self.now.map_or(([0.0; SECTORS - 1], 0), |now| (now.passed_s, now.passed));
        let begin_s = move |gate: usize| if gate == 0 { 0.0 } else { passed_s[gate - 1] };
        (0..passed).map(move |gate| passed_s[gate] - begin_s(gate))
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
    /// The lap as it ends at a time; `None` where it missed a gate.
    fn end(&self, at_s: f64) -> Option<Lap> {
        let ([first_s, second_s], time_s) = (self.passed_s, at_s - self.began_s);
        let sectors_s = [first_s, second_s - first_s, time_s - second_s];
        let lap = Lap { time_s, sectors_s, is_clean: self.is_clean };
        (self.passed == SECTORS - 1).then_some(lap)
    }
}
