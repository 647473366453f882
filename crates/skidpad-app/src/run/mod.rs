//! Runs: what a player did from the start on, so that it can be driven again to the bit, raced against and kept as a file.
//!
//! A run is its set-up and what was asked at which step, before hands shaped it; with walls, cones and all, that is all
//! there is to know. The hash of the player's car every so many steps tells whether it is the same run again.
//!
//! ```
//! use skidpad_core::controls::{Controls, Gear};
//! use skidpad_app::drive::{Choice, Drive};
//! use skidpad_app::run::Run;
//! use skidpad_world::scene::Scene;
//!
//! let mut drive = Drive::new(Scene::straight(), &Choice::preset("kinematic", "boxster-s").unwrap()).unwrap();
//! let controls = Controls { throttle: 0.7, steer_rad: 0.1, gear: Gear::Automatic, ..Controls::default() };
//! for _ in 0..60 {
//!     drive.frame(1.0 / 60.0, &controls);
//! }
//! let hash = drive.player_hash();
//!
//! let file = drive.run().text();
//! let run = Run::read(&file).unwrap();
//! let mut again = Drive::replay(&run).unwrap();
//! while again.playback().is_some_and(|playback| !playback.is_over()) {
//!     again.frame(1.0 / 7.0, &Controls::default());
//! }
//! assert_eq!(again.player_hash(), hash);
//! ```

mod event;
mod file;
mod log;

use skidpad_core::controls::Command;

use crate::drive::Choice;
use crate::setup::Setup;

pub use event::{Event, MOST_CARS, MOST_EVENTS, MOST_STEPS};
pub use file::{ENDING, LONGEST_FILE, RunError};
pub(crate) use log::Log;

/// What was driven from a start on.
#[derive(Clone, Debug)]
pub struct Run {
    /// What was driven, where, beside whom.
    pub setup: Setup,
    /// What was otherwise from which step on, counted from 0, in rising order.
    pub events: Vec<(u64, Event)>,
    /// Steps.
    pub steps: u64,
    /// The hash of the player's car after so many steps, in rising order; the last after all.
    pub checks: Vec<(u64, u64)>,
}

impl Run {
    /// What becomes other at a step.
    pub fn at(&self, step: u64) -> impl Iterator<Item = &Event> {
        let from = self.events.partition_point(|(at, _)| *at < step);
        self.events[from..].iter().take_while(move |(at, _)| *at == step).map(|(_, event)| event)
    }

    /// What is asked for at a step. It is looked for backwards: who goes on step by step takes [`at`](Self::at).
    pub fn asked_at(&self, step: u64) -> Option<Command<f64>> {
        self.before(step.saturating_add(1)).find_map(|event| match event {
            Event::Asked(asked) => Some(*asked),
            _ => None,
        })
    }

    /// Steps a second at a step. It is looked for likewise.
    pub fn rate_at(&self, step: u64) -> u32 {
        let rate = self.before(step.saturating_add(1)).find_map(|event| match event {
            Event::Rate(rate_hz) => Some(*rate_hz),
            _ => None,
        });
        rate.unwrap_or(self.setup.rate_hz)
    }

    /// The player's car in a step.
    pub fn car_in(&self, step: u64) -> &Choice {
        let car = self.before(step + 1).find_map(|event| match event {
            Event::Car(car) => Some(car.as_ref()),
            _ => None,
        });
        car.unwrap_or(&self.setup.car)
    }

    /// What has become other before a step, the last first.
    fn before(&self, step: u64) -> impl Iterator<Item = &Event> {
        let until = self.events.partition_point(|(at, _)| *at < step);
        self.events[..until].iter().rev().map(|(_, event)| event)
    }

    /// The hash after so many steps, where it is known.
    pub fn check_after(&self, steps: u64) -> Option<u64> {
        let place = self.checks.binary_search_by_key(&steps, |(after, _)| *after).ok()?;
        Some(self.checks[place].1)
    }

    /// Whether it is the same when it is read from its text.
    ///
    /// # Errors
    /// Message for the player.
    pub fn comes_back(&self) -> Result<(), String> {
        self.setup.comes_back()?;
        let mut cars = self.events.iter().filter_map(|(_, event)| match event {
            Event::Car(car) => Some(car.as_ref()),
            _ => None,
        });
        // What was tuned has the tyres that it had.
        cars.next_back().map_or(Ok(()), crate::setup::car_comes_back)
    }
}
