//! The tests by name, along the straight and in turns, and who can drive them.

use skidpad_world::models::{ModelInfo, Models};
use skidpad_world::roadtest::{RoadModel, Test, TurningConditions, TurningTest, Unit};

use super::subject::Subject;
use crate::failure::Failure;
use skidpad_world::names;

/// A test of the road test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Which {
    /// Along the straight.
    Straight(Test),
    /// In a turn.
    Turning(&'static TurningTest),
}

/// The headline figures, by which people compare cars, in their order.
pub const HEADLINES: [&str; 10] = [
    "0-60 mph",
    "0-100 km/h",
    "quarter mile",
    "quarter mile trap speed",
    "80-120 km/h",
    "top speed",
    "braking 100-0 km/h",
    "skidpad",
    "slalom",
    "skidpad: understeer gradient",
];

/// The tests with a name; the name of a manoeuvre stands for all of its results.
pub type Tests = std::sync::Arc<[Which]>;

impl Which {
    /// All tests.
    pub fn all() -> Vec<Self> {
        Test::ALL.into_iter().map(Self::Straight).chain(TurningTest::ALL.iter().map(Self::Turning)).collect()
    }

    /// The name that commands and files use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Straight(test) => test.name(),
            Self::Turning(test) => test.name,
        }
    }

    /// The unit of its value.
    pub fn unit(self) -> Unit {
        match self {
            Self::Straight(test) => test.unit(),
            Self::Turning(test) => test.unit,
        }
    }

    /// Returns true for one of the headline figures, by which people compare cars.
    pub fn is_headline(self) -> bool {
        HEADLINES.contains(&self.name())
    }

    /// Meaning of the result in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Straight(test) => test.meaning(),
            Self::Turning(test) => test.meaning,
        }
    }

    /// Meaning of a manoeuvre's result and the model that drives it; `None` for a test along the straight.
    pub fn meaning(self, subject: &Subject) -> Option<String> {
        match (self, &subject.turning) {
            (Self::Turning(test), Some(turning)) => {
                Some(format!("{}; model {}", test.meaning, turning.model.name))
            }
            _ => None,
        }
    }

    /// Returns true if a model can drive the test.
    fn is_for(self, model: &ModelInfo) -> bool {
        match self {
            Self::Straight(_) => model.is_road_tested(),
            Self::Turning(test) => test.manoeuvre.is_for(model),
        }
    }
}

/// The tests of a name, for the command line.
pub fn tests(name: &str) -> Result<Tests, String> {
    let all = Which::all();
    let found = all.iter().copied().filter(|which| which.name() == name).collect::<Vec<_>>();
    let found = match found.as_slice() {
        [Which::Turning(first)] if first.is_first() => {
            TurningTest::with_manoeuvre(first.manoeuvre).map(Which::Turning).collect()
        }
        _ => found,
    };
    let known: Vec<&str> = all.iter().map(|which| which.name()).collect();
    if !found.is_empty() {
        return Ok(found.into());
    }
    // The results of a manoeuvre go by its name, a colon and their own: the manoeuvre is enough.
    let listed: Vec<&str> = known.iter().copied().filter(|name| !name.contains(':')).collect();
    Err(names::unknown_of_many("test", name, &known, &listed))
}

/// A model that drives a part of the road test, for the command line.
pub fn model(listed: &Models, name: &str) -> Result<&'static ModelInfo, String> {
    let is_able = |model: &ModelInfo| model.is_road_tested() || TurningConditions::is_able(model);
    let known = listed.names_with(is_able);
    listed
        .by_name(name)
        .filter(|model| is_able(model))
        .ok_or_else(|| names::unknown("model for road tests", name, &known))
}

/// A model that drives along the straight, for vehicle files.
pub fn road_model(listed: &Models, name: &str) -> Result<RoadModel, String> {
    let known: Vec<&str> = RoadModel::all(listed).map(RoadModel::name).collect();
    RoadModel::by_name(listed, name).ok_or_else(|| names::unknown("model for road tests", name, &known))
}

/// The tests that are asked for, or all that the model can drive that is asked for.
pub fn wanted(
    listed: &Models,
    named: &[Tests],
    model: Option<&'static ModelInfo>,
) -> Result<Vec<Which>, Failure> {
    let mut all = Which::all();
    if !named.is_empty() {
        all.retain(|which| named.iter().any(|tests| tests.contains(which)));
    }
    let Some(model) = model else { return Ok(all) };
    let able: Vec<Which> = all.iter().copied().filter(|which| which.is_for(model)).collect();
    if let (true, Some(first)) = (able.is_empty(), all.first()) {
        let others = listed.names_with(|model| first.is_for(model));
        let others = if others.is_empty() { "none yet".to_owned() } else { others.join(", ") };
        return Err(Failure::input(format!(
            "--model: {} cannot drive the test {}; models that can: {others}",
            model.name,
            first.name(),
        )));
    }
    Ok(able)
}
