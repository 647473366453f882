//! Trials as the world's road test drives them.

use skidpad_core::spec::Vehicle;
use skidpad_core::surface::Surface;
use skidpad_formats::choose::road_conditions;
use skidpad_formats::vehicle::{PublishedFigure, VehicleFile};
use skidpad_world::manoeuvre::NoResult;
use skidpad_world::models::ModelInfo;
use skidpad_world::roadtest::{Manoeuvre, Outcome, RoadModel, Test, TurningConditions, single_test, turn};

use super::card::{Beside, Card};
use super::kind::Trial;
use crate::choice::Choice;

/// Counterpart of a trial in the world's road test.
enum RoadTest {
    Straight(Test),
    Turning(Manoeuvre),
}

impl Trial {
    fn kind(self, file: &VehicleFile) -> RoadTest {
        match self {
            Self::To100 => RoadTest::Straight(Test::To100),
            Self::Braking => {
                let published = |test: &Test| file.published.iter().any(|f| f.test.name == test.name());
                let stops = [Test::Braking100, Test::Braking60, Test::Braking70];
                RoadTest::Straight(stops.into_iter().find(published).unwrap_or(Test::Braking100))
            }
            Self::Skidpad => RoadTest::Turning(Manoeuvre::Skidpad),
            Self::StepSteer => RoadTest::Turning(Manoeuvre::StepSteer),
            Self::Slalom => RoadTest::Turning(Manoeuvre::Slalom),
            Self::SlopeHold => RoadTest::Turning(Manoeuvre::SlopeHold),
        }
    }

    /// Drives the trial from beginning to end. The longest takes seconds.
    pub fn run(self, choice: &Choice) -> Card {
        let Some(own) = &choice.vehicle else {
            let why = format!("the car {:?} is the model's own, and no vehicle to test", choice.name);
            return Card::none(self, choice, why);
        };
        let (file, vehicle) = (&own.0, &own.1);
        match self.kind(file) {
            RoadTest::Straight(test) => self.straight(choice, (file, vehicle), test),
            RoadTest::Turning(manoeuvre) => self.turning(choice, (file, vehicle), manoeuvre),
        }
    }

    fn straight(self, choice: &Choice, (file, vehicle): (&VehicleFile, &Vehicle<f64>), test: Test) -> Card {
        let own = RoadModel::find(choice.model);
        let conditions = road_conditions(file, vehicle, own);
        let outcome = single_test(vehicle, &conditions, test);
        let figure = file.published.iter().find(|figure| figure.test.name == test.name());
        let card = Card::new(self, choice, (test.name(), test.unit()), in_words(outcome.value.clone()));
        card.by_model(conditions.model.name()).beside_published(file, figure, rollout_s(figure, &outcome))
    }

    fn turning(
        self,
        choice: &Choice,
        (file, vehicle): (&VehicleFile, &Vehicle<f64>),
        manoeuvre: Manoeuvre,
    ) -> Card {
        let surface = file.conditions.unwrap_or_else(Surface::asphalt);
        let Some(conditions) = turning_conditions(choice.model, surface, manoeuvre) else {
            return Card::none(self, choice, "no model can drive it".to_owned());
        };
        let mut outcomes = turn(vehicle, &conditions, manoeuvre).outcomes.into_iter();
        let Some((test, first)) = outcomes.next() else {
            return Card::none(self, choice, "it has no results".to_owned());
        };
        let figure = file.published.iter().find(|figure| figure.test.name == test.name);
        let card = Card::new(self, choice, (test.name, test.unit), in_words(first.value));
        let rest = outcomes.map(|(test, outcome)| Beside {
            name: test.name.into(),
            unit: test.unit.symbol().into(),
            figure: in_words(outcome.value),
        });
        Card { beside: rest.collect(), ..card.by_model(conditions.model.name) }
            .beside_published(file, figure, 0.0)
    }
}

/// With the player's model, or the one that is meant for it where that cannot.
fn turning_conditions(
    model: &'static ModelInfo,
    surface: Surface<f64>,
    manoeuvre: Manoeuvre,
) -> Option<TurningConditions> {
    let standard = TurningConditions::standard(surface)?;
    let model = if manoeuvre.is_for(model) { model } else { standard.model };
    Some(TurningConditions { model, ..standard }.able_for(manoeuvre))
}

/// A result with the words for why there is none.
fn in_words(value: Result<f64, NoResult>) -> Result<f64, String> {
    value.map_err(|why| why.to_string())
}

/// Time that the published figure's clock does not count, s.
fn rollout_s(figure: Option<&PublishedFigure>, outcome: &Outcome) -> f64 {
    figure.and_then(|figure| figure.rollout_m).and(outcome.rollout_s).unwrap_or(0.0)
}
