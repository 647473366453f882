//! One variant of a sweep: the scenario with its changes, driven.

use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use skidpad_formats::Outside;
use skidpad_formats::edit::Edit;
use skidpad_formats::scenario::{self, Scenario};
use skidpad_world::channel::CarChannels;
use skidpad_world::models::Models;

use super::columns::{SweepColumn, Watch};
use crate::failure::Failure;
use crate::run::notes;
use crate::run::plan::{Driven, Plan};

/// The scenario file that the variants are made of.
pub struct Source<'s> {
    pub listed: &'s Models,
    pub path: &'s Path,
    pub outside: Outside,
}

/// A variant that can be driven.
pub struct Ready {
    pub scenario: Scenario,
    pub plan: Plan,
}

/// A variant that was driven.
pub struct Outcome {
    /// Its ending, in words.
    pub ending: String,
    pub time_s: f64,
    pub distance_m: Option<f64>,
    /// The number of each column; `None` where the model has no such channel.
    pub numbers: Vec<Option<f64>>,
    /// Notes on the run.
    pub notes: Vec<String>,
    /// The files that it read.
    pub inputs: Vec<PathBuf>,
}

impl Source<'_> {
    /// The variant of some changes, checked.
    pub fn ready(&self, edits: &[Edit]) -> Result<Ready, Failure> {
        let scenario = scenario::read_edited(self.path, self.outside, edits)?;
        let plan = Plan::new(self.listed, &scenario)?;
        plan.refuse_road(self.listed, &scenario)?;
        Ok(Ready { scenario, plan })
    }

    /// Drives a variant; or why it cannot be driven.
    pub fn drive(&self, edits: &[Edit], columns: &[SweepColumn]) -> Result<Outcome, String> {
        let run = || {
            let Ready { scenario, plan } = self.ready(edits)?;
            let own = CarChannels::resolve(&plan.model.layout());
            let position = [own.position_x, own.position_y].map(|channel| Some(channel?.index()));
            let mut watch = Watch::new(&plan.columns, position, columns);
            let hidden = ProgressBar::hidden();
            let driven = plan.drive(&scenario, self.path, None, &hidden, &mut |row| watch.push(row))?;
            let Driven { finished, by, .. } = driven;
            let early = notes::early_end(&finished, by.as_deref(), watch.broken);
            Ok(Outcome {
                ending: early.unwrap_or_else(|| finished.ending.name().to_owned()),
                time_s: finished.time_s,
                distance_m: watch.distance_m(),
                numbers: watch.numbers(),
                notes: notes::doubts(self.listed, &scenario, &plan),
                inputs: plan.inputs(&scenario),
            })
        };
        run().map_err(|failure: Failure| failure.message())
    }
}
