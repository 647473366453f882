//! What came of a trial.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use skidpad_core::units;
use skidpad_formats::vehicle::{PublishedFigure, VehicleFile};
use skidpad_world::roadtest::Unit;

use super::kind::Trial;
use crate::choice::Choice;

/// A result card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// The trial.
    pub trial: Trial,
    /// The test in full: from which speed it braked, say.
    pub test: Cow<'static, str>,
    /// The car.
    pub car: String,
    /// The model that drove: the player's, or the one that can.
    pub model: Cow<'static, str>,
    /// The figure, or why there is none. Where the published one's clock starts after a rollout, so does this one.
    pub figure: Result<f64, String>,
    /// Its unit.
    pub unit: Cow<'static, str>,
    /// Further results.
    pub beside: Vec<Beside>,
    /// Published figure of this car.
    pub published: Option<Published>,
}

/// A figure besides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beside {
    /// Name of the figure.
    pub name: Cow<'static, str>,
    /// Its unit.
    pub unit: Cow<'static, str>,
    /// The figure, or why there is none.
    pub figure: Result<f64, String>,
}

/// A published figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Published {
    /// The figure in the card's unit.
    pub figure: f64,
    /// Source of the figure.
    pub source: String,
    /// Anything else about it.
    pub note: String,
    /// Part of the vehicle that is calibrated to this figure, which is then no test of the car.
    pub identifies: Option<String>,
}

impl Card {
    pub(super) fn new(
        trial: Trial,
        choice: &Choice,
        (test, unit): (&'static str, Unit),
        figure: Result<f64, String>,
    ) -> Self {
        let (car, model, unit) = (choice.name.clone(), choice.model.name.into(), unit.symbol().into());
        Self { trial, test: test.into(), car, model, figure, unit, beside: Vec::new(), published: None }
    }

    /// One without a figure.
    pub fn none(trial: Trial, choice: &Choice, why: String) -> Self {
        Self::new(trial, choice, (trial.name(), Unit::Ratio), Err(why))
    }

    pub(super) fn by_model(self, model: &'static str) -> Self {
        Self { model: model.into(), ..self }
    }

    pub(super) fn beside_published(
        self,
        file: &VehicleFile,
        figure: Option<&PublishedFigure>,
        rollout_s: f64,
    ) -> Self {
        let Some(published) = figure else { return self };
        let test_mass = published.test_mass_kg.map(|mass_kg| format!("tested at {mass_kg:.0} kg"));
        let note: Vec<String> = published.note.clone().into_iter().chain(test_mass).collect();
        let of = Published {
            // The figure is in SI.
            figure: match self.unit.as_ref() {
                "km/h" => units::to_kmh(published.value),
                "g" => published.value / units::STANDARD_GRAVITY_M_S2,
                _ => published.value,
            },
            source: file.sources.get(&published.source).cloned().unwrap_or_else(|| published.source.clone()),
            note: note.join("; "),
            identifies: published.identifies.clone(),
        };
        Self { figure: self.figure.map(|figure| figure - rollout_s), published: Some(of), ..self }
    }

    /// The card as a line of JSON, for who drives a trial elsewhere.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The card of such a line.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Deviation of the figure from the published one, %.
    pub fn off_percent(&self) -> Option<f64> {
        let published = self.published.as_ref()?.figure;
        self.figure.as_ref().ok().map(|figure| 100.0 * (figure / published - 1.0))
    }
}
