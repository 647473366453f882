//! Episodes of the cars of a group: each car has its own clock, and the rules say when its episode is over.

use skidpad_core::batch::Tally;
use skidpad_core::math::Real;
use skidpad_core::step::{Clock, Dt, Status};
use skidpad_world::ground::Area;

use crate::convert::Convert;
use crate::meetings::Impacts;

/// Rules by which episodes end, besides the end of a car's run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EpisodeRules {
    /// Longest time of an episode, s; `None`: without end.
    pub time_limit_s: Option<f64>,
    /// Approach speed, m/s, from which on an impact with a wall ends the episode; 0: every one does; `None`: none does.
    pub hit_m_s: Option<f64>,
    /// Approach speed, m/s, from which on an impact with a cone ends the episode; 0: every one does; `None`: none does.
    pub cone_hit_m_s: Option<f64>,
    /// Area on the road's plane that the car's place must not leave; `None`: it may be anywhere. The place is the centre of mass,
    /// or where the model's [`pose`](skidpad_core::model::Model::pose) puts a car whose states have none: the middle of the rear
    /// axle of `commonroad_ks`, the distance along the x axis of a model without width.
    pub area: Option<Area>,
}

/// Reason why an episode is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// The car's run is over, by an end of its model.
    Model,
    /// The car was quarantined.
    Quarantined,
    /// The car hit a wall.
    Hit,
    /// The car left its area.
    LeftArea,
    /// The time is over.
    TimeLimit,
    /// The car hit a cone.
    HitCone,
}

impl Ending {
    /// Its bit in a mask of endings.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Episodes of the cars of a group.
#[derive(Debug)]
pub(crate) struct Episodes {
    rules: EpisodeRules,
    /// Time of each car's episode without the steps that are to be counted. It stands still while the car does not run, as that
    /// of a car in a world.
    clocks: Vec<Clock>,
    /// Steps that all cars took since, and their length; they are counted where a clock is needed.
    uncounted: Option<(Dt, u64)>,
    /// Number of further steps of that length in which no car's time runs out.
    in_time: u64,
    /// Reasons why each car's episode is over, as bits; 0 while it goes on.
    endings: Vec<u8>,
    /// Number of times that each car was reset.
    resets: Vec<u64>,
}

impl Episodes {
    /// The first episode of so many cars.
    pub fn new(cars: usize) -> Self {
        Self {
            rules: EpisodeRules::default(),
            clocks: vec![Clock::START; cars],
            uncounted: None,
            in_time: 0,
            endings: vec![0; cars],
            resets: vec![0; cars],
        }
    }

    pub fn rules(&self) -> &EpisodeRules {
        &self.rules
    }

    /// Sets the rules for the steps from here on.
    pub fn set_rules(&mut self, rules: EpisodeRules) {
        (self.rules, self.in_time) = (rules, 0);
    }

    /// Counts steps. `taken`: number of them that a car took, for the case that not all cars run.
    pub fn count(&mut self, dt: Dt, steps: u32, tally: Tally, taken: impl Fn(usize) -> u32) {
        let same = self.uncounted.filter(|(length, _)| *length == dt);
        self.in_time = if same.is_some() { self.in_time.saturating_sub(u64::from(steps)) } else { 0 };
        if tally.running < self.clocks.len() {
            self.settle();
            let clocks = self.clocks.iter_mut().enumerate();
            clocks.for_each(|(car, clock)| clock.count_steps(dt, u64::from(taken(car))));
            self.uncounted = Some((dt, 0));
            return;
        }
        if same.is_none() {
            self.settle();
        }
        let before = same.map_or(0, |(_, before)| before);
        self.uncounted = Some((dt, before + u64::from(steps)));
    }

    /// Counts what is not counted yet.
    fn settle(&mut self) {
        if let Some((dt, steps)) = &mut self.uncounted {
            self.clocks.iter_mut().for_each(|clock| clock.count_steps(*dt, *steps));
            *steps = 0;
        }
    }

    /// Notes the endings after steps. `place_m`: place of a car on the road's plane.
    pub fn judge<T: Convert>(
        &mut self,
        statuses: &[T],
        tally: Tally,
        impacts: Option<&Impacts<T>>,
        place_m: impl Fn(usize) -> [f64; 2],
    ) {
        let EpisodeRules { time_limit_s, hit_m_s, cone_hit_m_s, area } = self.rules;
        let impacts = impacts.filter(|_| hit_m_s.is_some() || cone_hit_m_s.is_some());
        let all_in_time = time_limit_s.is_none() || self.in_time > 0;
        if tally.running == self.clocks.len() && impacts.is_none() && area.is_none() && all_in_time {
            return;
        }
        self.settle();
        let running = f64::from(Status::Running.code());
        let quarantined = f64::from(Status::Quarantined.code());
        for (car, endings) in self.endings.iter_mut().enumerate() {
            let status = statuses[car].lane(0);
            let exceeds = |limit: Option<f64>, value: f64| limit.is_some_and(|limit| value >= limit);
            let left = |area: Area| !area.contains(place_m(car));
            // The speed is 0 where there was no impact.
            let hit = |limit: Option<f64>, speed: f64| speed > 0.0 && exceeds(limit, speed);
            let [wall, cone] = impacts.map_or([0.0; 2], |impacts| {
                [&impacts.walls_m_s, &impacts.cones_m_s].map(|speeds| speeds[car].lane(0))
            });
            let found = [
                (Ending::Model, status != running && status != quarantined),
                (Ending::Quarantined, status == quarantined),
                (Ending::Hit, hit(hit_m_s, wall)),
                (Ending::HitCone, hit(cone_hit_m_s, cone)),
                (Ending::LeftArea, area.is_some_and(left)),
                (Ending::TimeLimit, exceeds(time_limit_s, judged_s(&self.clocks[car]))),
            ];
            *endings |=
                found.into_iter().filter(|(_, is)| *is).fold(0, |all, (ending, _)| all | ending.bit());
        }
        if let (Some(limit_s), Some((dt, _))) = (time_limit_s, self.uncounted) {
            self.in_time = self.in_time(limit_s, dt);
        }
    }

    /// Number of steps in which the time of no further car runs out, or fewer.
    fn in_time(&self, limit_s: f64, dt: Dt) -> u64 {
        let cars = self.clocks.iter().zip(&self.endings);
        let in_time = cars.filter(|(_, endings)| **endings & Ending::TimeLimit.bit() == 0);
        let longest_s = in_time.fold(0.0, |longest_s, (clock, _)| Real::max(longest_s, judged_s(clock)));
        // One fewer for the step that reaches it, and one for the rounding of the quotient. A negative number is 0 steps.
        ((limit_s - longest_s) / dt.seconds() - 2.0) as u64
    }

    /// Begins a new episode of a car.
    pub fn reset(&mut self, car: usize) {
        self.settle();
        // A car at its start has more time than any before.
        (self.clocks[car], self.endings[car]) = (Clock::START, 0);
        self.resets[car] += 1;
    }

    /// Puts a car's time back; its episode goes on.
    pub fn restore(&mut self, car: usize, clock: Clock) {
        self.settle();
        (self.clocks[car], self.endings[car], self.in_time) = (clock, 0, 0);
    }

    pub fn clock(&self, car: usize) -> Clock {
        let mut clock = self.clocks[car];
        if let Some((dt, steps)) = self.uncounted {
            clock.count_steps(dt, steps);
        }
        clock
    }

    pub fn endings(&self) -> &[u8] {
        &self.endings
    }

    pub fn resets(&self, car: usize) -> u64 {
        self.resets[car]
    }
}

/// Time by which a car is judged, s. A time is a count times a step: one that is the limit but for rounding is the limit.
fn judged_s(clock: &Clock) -> f64 {
    clock.time_s() * (1.0 + 1e-12)
}
