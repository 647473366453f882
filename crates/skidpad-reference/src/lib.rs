//! Checks against reference data: with other programs' numbers, with published road tests and
//! with measured runs. Each comparison stands here once, for `skidpad validate` and for the tests.
//!
//! The reference data are no part of Skidpad. A [`Data`] names their folder; without them a comparison is
//! [skipped](Outcome::Skipped), with the reason. Cars are driven by `skidpad-world`, files are read by `skidpad-formats`.
//!
//! ```
//! use skidpad_formats::reference::Data;
//! use skidpad_reference::{Comparison, Outcome, RoadTestModels};
//!
//! let fiala = Comparison::all().into_iter().find(|comparison| comparison.name() == "chrono/fiala").unwrap();
//! let checks = fiala.run(&Data::at(Some("a-folder-that-is-not-there")), &RoadTestModels::default());
//! assert!(matches!(&checks[0].outcome, Outcome::Skipped(why) if why.contains("fiala_generic.csv is not there")));
//! ```

#![deny(unsafe_code)]

pub mod bmw_m8;
mod check;
pub mod chrono;
pub mod commonroad;
pub mod laps;
pub mod limebeer;
pub mod limebeer_lap;
pub mod mfeval;
pub mod published;
pub mod rars_records;
pub mod real_laps;

pub use check::{Check, Outcome, Tally};
pub use published::RoadTestModels;

use skidpad_formats::presets;
use skidpad_formats::reference::Data;

/// A comparison with the outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Comparison {
    /// Derivatives of a model of CommonRoad.
    CommonRoad(&'static commonroad::Subject),
    /// The limits of CommonRoad's inputs.
    CommonRoadLimits,
    /// CommonRoad's tyre.
    CommonRoadTyre,
    /// The Magic Formula of a version.
    MagicFormula(&'static str),
    /// The Magic Formula of a PAC2002 tyre.
    Pac2002,
    /// A tyre law of Project Chrono, by its place among them.
    Chrono(usize),
    /// The published figures of a preset.
    RoadTest(&'static str),
    /// A part of a measured run.
    Measured(bmw_m8::Part),
    /// The lap of TUM's program in Shanghai.
    Shanghai,
    /// The lap record of RARS on a track.
    RarsRecord(&'static str),
    /// The minimum-time lap of fastest-lap in Barcelona.
    Catalunya,
}

/// The groups of comparisons: the first part of their names.
pub const GROUPS: [&str; 7] = ["commonroad", "mfeval", "chrono", "measured", "laps", "rars", "road-tests"];

impl Comparison {
    /// All comparisons, group by group.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<Self> = commonroad::SUBJECTS.iter().map(Self::CommonRoad).collect();
        all.extend([Self::CommonRoadLimits, Self::CommonRoadTyre]);
        all.extend(mfeval::VERSIONS.into_iter().map(Self::MagicFormula));
        all.push(Self::Pac2002);
        all.extend((0..chrono::ALL.len()).map(Self::Chrono));
        all.extend(bmw_m8::Part::ALL.map(Self::Measured));
        all.extend([Self::Shanghai, Self::Catalunya]);
        all.extend(rars_records::TRACKS.map(Self::RarsRecord));
        all.extend(presets::preset_names().map(Self::RoadTest));
        all
    }

    /// The name: the group, a slash, and its own.
    pub fn name(&self) -> String {
        match self {
            Self::CommonRoad(subject) => format!("commonroad/{}", subject.model.to_ascii_lowercase()),
            Self::CommonRoadLimits => "commonroad/limits".to_owned(),
            Self::CommonRoadTyre => "commonroad/tyre".to_owned(),
            Self::MagicFormula(version) => format!("mfeval/{version}"),
            Self::Pac2002 => "mfeval/pac2002".to_owned(),
            Self::Chrono(index) => format!("chrono/{}", chrono::ALL[*index].name),
            Self::RoadTest(car) => format!("road-tests/{car}"),
            Self::Measured(part) => format!("measured/{}", part.name()),
            Self::Shanghai => "laps/tum-shanghai".to_owned(),
            Self::RarsRecord(track) => format!("rars/{track}"),
            Self::Catalunya => "laps/fastest-lap-catalunya".to_owned(),
        }
    }

    /// Tells if a name stands for the comparison: its own with or without the group, or the group's.
    pub fn is_called(&self, name: &str) -> bool {
        let own = self.name();
        own == name || own.split_once('/').is_some_and(|(group, rest)| group == name || rest == name)
    }

    /// Tells if the comparison needs the reference data.
    pub fn needs_data(&self) -> bool {
        !matches!(self, Self::RoadTest(_))
    }

    /// Tells if the comparison takes seconds; all of these together take minutes.
    pub fn is_long(&self) -> bool {
        matches!(self, Self::RarsRecord(_))
    }

    /// Compares. `models` drive the road tests.
    pub fn run(&self, data: &Data, models: &RoadTestModels) -> Vec<Check> {
        let name = &self.name();
        match self {
            Self::CommonRoad(subject) => commonroad::checks(data, name, subject),
            Self::CommonRoadLimits => {
                vec![Check::new(name, commonroad::LIMITS, commonroad::limits(data))]
            }
            Self::CommonRoadTyre => {
                let files = [commonroad::TYRE, commonroad::SECOND_TYRE];
                files.map(|file| Check::new(name, file, commonroad::tyre(data, file))).to_vec()
            }
            Self::MagicFormula(version) => mfeval::checks(data, name, version),
            Self::Pac2002 => vec![Check::new(name, mfeval::PURE, mfeval::pure(data))],
            Self::Chrono(index) => vec![chrono::ALL[*index].check(data, name)],
            Self::RoadTest(car) => published::checks(name, car, models),
            Self::Measured(part) => vec![part.check(data, name)],
            Self::Shanghai => vec![Check::new(name, laps::SHANGHAI, laps::tum_shanghai(data))],
            Self::RarsRecord(track) => vec![rars_records::check(data, name, track)],
            Self::Catalunya => {
                vec![Check::new(name, limebeer_lap::CATALUNYA, limebeer_lap::fastest_lap_catalunya(data))]
            }
        }
    }
}
