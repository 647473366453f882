//! Laps of a course: times, sectors, the best, and how the lap that is driven compares with it.
//!
//! A lap begins and ends at the start line; a third and two thirds of the way there are gates, which are driven through
//! in their order. Times are those at which the car's centre of mass goes through a gate, found inside the step, so that they
//! do not depend on frames: the same run gives the same times.

mod trail;

use skidpad_core::model::Pose;

use crate::scene::{Course, Gate, Scene};

pub use trail::Trail;

/// Sectors of a lap.
pub const SECTORS: usize = 3;

/// A lap that was driven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lap {
    /// Its time, s.
    pub time_s: f64,
    /// The times of its sectors, s.
    pub sectors_s: [f64; SECTORS],
    /// Whether the car's centre of mass stayed on the course all the way. Others are not the best.
    pub is_clean: bool,
}

/// The lap under way.
#[derive(Clone, Debug)]
struct UnderWay {
    began_s: f64,
    /// When each gate after the start line was passed, since the start.
    passed_s: Vec<f64>,
    is_clean: bool,
    trail: Trail,
}

/// The laps of a car.
#[derive(Clone, Debug)]
pub struct Laps {
    gates: [Gate; SECTORS],
    before: Option<(f64, Pose<f64>)>,
    now: Option<UnderWay>,
    driven: Vec<Lap>,
    best: Option<(Lap, Trail)>,
}

impl Laps {
    /// None yet, on the course of a scene; `None` where it has none.
    pub fn new(scene: &Scene) -> Option<Self> {
        scene.course.as_ref().map(Self::on)
    }

    /// None yet.
    pub fn on(course: &Course) -> Self {
        let gate = |sector: usize| course.gate(course.length_m() * sector as f64 / SECTORS as f64);
        Self { gates: [gate(0), gate(1), gate(2)], before: None, now: None, driven: Vec::new(), best: None }
    }

    /// Gives the lap under way up, where the car was put elsewhere; what was driven remains.
    pub fn abandon(&mut self) {
        (self.before, self.now) = (None, None);
    }

    /// Sees where the car is at a time.
    pub fn see(&mut self, course: &Course, time_s: f64, pose: Pose<f64>) {
        let place = |pose: &Pose<f64>| [pose.position_m[0], pose.position_m[1]];
        let Some((before_s, before)) = self.before.replace((time_s, pose)) else {
            return;
        };
        let crossed = |gate: &Gate| {
            let share = gate.crossed(place(&before), place(&pose))?;
            Some(before_s + share * (time_s - before_s))
        };
        let start = crossed(&self.gates[0]);
        if let Some(now) = &mut self.now {
            let next = now.passed_s.len() + 1;
            if let Some(at_s) = self.gates.get(next).and_then(crossed) {
                now.passed_s.push(at_s - now.began_s);
            }
            let on = course.locate(place(&pose));
            now.is_clean &= on.aside_m.abs() <= 0.5 * course.width_m();
            // Just past the start line, and just before it, the way jumps by a whole lap.
            let is_new = now.passed_s.is_empty();
            let is_behind = is_new && on.way_m > 0.9 * course.length_m();
            if start.is_none() && !is_behind {
                now.trail.note(time_s - now.began_s, on.way_m, pose);
            }
        }
        if let Some(at_s) = start {
            self.finish(course, at_s, pose);
            let trail = Trail::from(0.0, pose);
            self.now = Some(UnderWay { began_s: at_s, passed_s: Vec::new(), is_clean: true, trail });
        }
    }

    /// Ends the lap under way at the start line. One that missed a gate is none.
    fn finish(&mut self, course: &Course, at_s: f64, pose: Pose<f64>) {
        let Some(mut now) = self.now.take() else { return };
        let time_s = at_s - now.began_s;
        let [first_s, second_s] = now.passed_s[..] else { return };
        let sectors_s = [first_s, second_s - first_s, time_s - second_s];
        let lap = Lap { time_s, sectors_s, is_clean: now.is_clean };
        now.trail.note(time_s, course.length_m(), pose);
        self.driven.push(lap);
        if lap.is_clean && self.best.as_ref().is_none_or(|(best, _)| time_s < best.time_s) {
            self.best = Some((lap, now.trail));
        }
    }

    /// Takes the best lap of others on the same course for its own best, where it is faster.
    pub fn race(&mut self, others: &Self) {
        if let Some((lap, trail)) = &others.best
            && self.best.as_ref().is_none_or(|(best, _)| lap.time_s < best.time_s)
        {
            self.best = Some((*lap, trail.clone()));
        }
    }

    /// All that were driven, in their order.
    pub fn driven(&self) -> &[Lap] {
        &self.driven
    }

    /// The fastest clean one.
    pub fn best(&self) -> Option<&Lap> {
        self.best.as_ref().map(|(lap, _)| lap)
    }

    /// Time since the lap under way began, s; `None` where none is under way.
    pub fn time_s(&self) -> Option<f64> {
        let (now_s, _) = self.before?;
        self.now.as_ref().map(|now| now_s - now.began_s)
    }

    /// The times of the sectors that are done of the lap under way, s.
    pub fn sectors_s(&self) -> Vec<f64> {
        let passed = self.now.as_ref().map_or(&[][..], |now| &now.passed_s);
        let begun = [0.0].into_iter().chain(passed.iter().copied());
        passed.iter().zip(begun).map(|(end, begin)| end - begin).collect()
    }

    /// Whether the lap under way has stayed on the course.
    pub fn is_clean(&self) -> bool {
        self.now.as_ref().is_some_and(|now| now.is_clean)
    }

    /// By how much the lap under way is behind the best where it is now, s; below 0 it is faster.
    pub fn delta_s(&self) -> Option<f64> {
        let (_, best) = self.best.as_ref()?;
        let (time_s, way_m) = self.now.as_ref()?.trail.last()?;
        best.time_at(way_m).map(|then_s| time_s - then_s)
    }

    /// Where the best lap was, so long after its beginning as the lap under way, less some time, s: its ghost. The time is
    /// that by which a picture is behind the last step.
    pub fn ghost(&self, less_s: f64) -> Option<Pose<f64>> {
        let (_, best) = self.best.as_ref()?;
        best.pose_at(self.time_s()? - less_s)
    }

    /// The gates, the start line first.
    pub fn gates(&self) -> &[Gate; SECTORS] {
        &self.gates
    }
}
