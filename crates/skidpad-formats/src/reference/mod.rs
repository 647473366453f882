//! Checks against reference data: with other programs' numbers, with published road tests and
//! with measured runs. Each comparison stands here once, for `skidpad validate` and for the tests.
//!
//! The reference data are no part of Skidpad. A [`Data`] says where they are; without them a comparison is
//! [skipped](Outcome::Skipped), and says so.
//!
//! ```
//! use skidpad_formats::reference::{Comparison, Data, Outcome, RoadTestModels};
//!
//! let fiala = Comparison::all().into_iter().find(|comparison| comparison.name() == "chrono/fiala").unwrap();
//! let checks = fiala.run(&Data::at(Some("a-folder-that-is-not-there")), &RoadTestModels::default());
//! assert!(matches!(&checks[0].outcome, Outcome::Skipped(why) if why.contains("fiala_generic.csv is not there")));
//! ```

pub mod bmw_m8;
mod check;
pub mod chrono;
#[cfg(feature = "commonroad")]
pub mod commonroad;
mod data;
pub mod mfeval;
pub mod published;

pub use check::{Check, Lack, Outcome, Tally};
pub use data::{Data, NumberRow, NumberTable};
pub use published::RoadTestModels;

use crate::presets;

/// Something that can be compared with the outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Comparison {
    /// Derivatives of a model of CommonRoad.
    #[cfg(feature = "commonroad")]
    CommonRoad(&'static commonroad::Subject),
    /// The limits of CommonRoad's inputs.
    #[cfg(feature = "commonroad")]
    CommonRoadLimits,
    /// CommonRoad's tyre.
    #[cfg(feature = "commonroad")]
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
}

/// The groups of comparisons: the first part of their names.
pub const GROUPS: [&str; 5] = ["commonroad", "mfeval", "chrono", "measured", "road-tests"];

impl Comparison {
    /// All comparisons, group by group.
    pub fn all() -> Vec<Self> {
        let mut all = Self::of_commonroad();
        all.extend(mfeval::VERSIONS.into_iter().map(Self::MagicFormula));
        all.push(Self::Pac2002);
        all.extend((0..chrono::ALL.len()).map(Self::Chrono));
        all.extend(bmw_m8::Part::ALL.map(Self::Measured));
        all.extend(presets::preset_names().map(Self::RoadTest));
        all
    }

    #[cfg(feature = "commonroad")]
    fn of_commonroad() -> Vec<Self> {
        let models = commonroad::SUBJECTS.iter().map(Self::CommonRoad);
        models.chain([Self::CommonRoadLimits, Self::CommonRoadTyre]).collect()
    }

    #[cfg(not(feature = "commonroad"))]
    fn of_commonroad() -> Vec<Self> {
        Vec::new()
    }

    /// Its name: the group, a slash, and its own.
    pub fn name(&self) -> String {
        match self {
            #[cfg(feature = "commonroad")]
            Self::CommonRoad(subject) => format!("commonroad/{}", subject.model.to_ascii_lowercase()),
            #[cfg(feature = "commonroad")]
            Self::CommonRoadLimits => "commonroad/limits".to_owned(),
            #[cfg(feature = "commonroad")]
            Self::CommonRoadTyre => "commonroad/tyre".to_owned(),
            Self::MagicFormula(version) => format!("mfeval/{version}"),
            Self::Pac2002 => "mfeval/pac2002".to_owned(),
            Self::Chrono(index) => format!("chrono/{}", chrono::ALL[*index].0),
            Self::RoadTest(car) => format!("road-tests/{car}"),
            Self::Measured(part) => format!("measured/{}", part.name()),
        }
    }

    /// Whether a name stands for it: its own with or without the group, or the group's.
    pub fn is_called(&self, name: &str) -> bool {
        let own = self.name();
        own == name || own.split_once('/').is_some_and(|(group, rest)| group == name || rest == name)
    }

    /// Whether it needs the reference data.
    pub fn needs_data(&self) -> bool {
        !matches!(self, Self::RoadTest(_))
    }

    /// Compares. `models` drive the road tests.
    pub fn run(&self, data: &Data, models: &RoadTestModels) -> Vec<Check> {
        let name = &self.name();
        match self {
            #[cfg(feature = "commonroad")]
            Self::CommonRoad(subject) => commonroad::checks(data, name, subject),
            #[cfg(feature = "commonroad")]
            Self::CommonRoadLimits => {
                vec![Check::new(name, commonroad::LIMITS, commonroad::limits(data))]
            }
            #[cfg(feature = "commonroad")]
            Self::CommonRoadTyre => {
                let files = [commonroad::TYRE, commonroad::SECOND_TYRE];
                files.map(|file| Check::new(name, file, commonroad::tyre(data, file))).to_vec()
            }
            Self::MagicFormula(version) => mfeval::checks(data, name, version),
            Self::Pac2002 => vec![Check::new(name, mfeval::PURE, mfeval::pure(data))],
            Self::Chrono(index) => vec![chrono::check(data, name, &chrono::ALL[*index])],
            Self::RoadTest(car) => published::checks(name, car, models),
            Self::Measured(part) => vec![part.check(data, name)],
        }
    }
}
