//! Episodes of the cars of a group: each car has its own clock, and the rules say when its episode is over.

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
    pub rules: EpisodeRules,
    /// Time of each car's episode. It stands still while the car does not run, as that of a car in a world.
    clocks: Vec<Clock>,
    /// Which cars ran before the step.
    ran: Vec<bool>,
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
            ran: vec![false; cars],
            endings: vec![0; cars],
            resets: vec![0; cars],
        }
    }

    /// Notes which cars run before a step.
    pub fn begin<T: Convert>(&mut self, statuses: &[T]) {
        let running = f64::from(Status::Running.code());
        self.ran.iter_mut().zip(statuses).for_each(|(ran, status)| *ran = status.lane(0) == running);
    }

    /// Counts a step of the cars that ran and were not quarantined in it.
    pub fn count<T: Convert>(&mut self, dt: Dt, statuses: &[T]) {
        let quarantined = f64::from(Status::Quarantined.code());
        for ((clock, ran), status) in self.clocks.iter_mut().zip(&self.ran).zip(statuses) {
            if *ran && status.lane(0) != quarantined {
                clock.count(dt);
            }
        }
    }

    /// Notes the endings after a step. `place_m`: place of a car on the road's plane.
    pub fn judge<T: Convert>(
        &mut self,
        statuses: &[T],
        impacts: Option<&Impacts<T>>,
        place_m: impl Fn(usize) -> [f64; 2],
    ) {
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
                (Ending::Hit, hit(self.rules.hit_m_s, wall)),
                (Ending::HitCone, hit(self.rules.cone_hit_m_s, cone)),
                (Ending::LeftArea, self.rules.area.is_some_and(left)),
                // A time is a count times a step: one that is the limit but for rounding is the limit.
                (
                    Ending::TimeLimit,
                    exceeds(self.rules.time_limit_s, self.clocks[car].time_s() * (1.0 + 1e-12)),
                ),
            ];
            *endings |=
                found.into_iter().filter(|(_, is)| *is).fold(0, |all, (ending, _)| all | ending.bit());
        }
    }

    /// Begins a new episode of a car.
    pub fn reset(&mut self, car: usize) {
        self.restore(car, Clock::START);
        self.resets[car] += 1;
    }

    /// Puts a car's time back; its episode goes on.
    pub fn restore(&mut self, car: usize, clock: Clock) {
        (self.clocks[car], self.endings[car]) = (clock, 0);
    }

    pub fn clock(&self, car: usize) -> Clock {
        self.clocks[car]
    }

    pub fn endings(&self) -> &[u8] {
        &self.endings
    }

    pub fn resets(&self, car: usize) -> u64 {
        self.resets[car]
    }
}
