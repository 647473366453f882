//! Tuning: every number of the vehicle changed while it drives, beside what its preset has.
//!
//! A change is what it would be in the vehicle's file: the field is given, what is derived by its rule follows, and the
//! whole is checked. What is refused leaves the car as it is; the message is that of the command line for such a file.
//!
//! ```
//! use skidpad_app::choice::Choice;
//! use skidpad_app::tuning::Tuning;
//! let tuning = Tuning::new(&Choice::preset("two_track", "boxster-s").unwrap()).unwrap();
//! let drive = tuning.place("gearbox.final_drive").unwrap();
//! let tuned = Tuning::new(&tuning.with(&drive, 4.2).unwrap()).unwrap();
//! assert_eq!(tuned.changes()[0].path, "gearbox.final_drive");
//! assert!(tuning.with(&drive, -1.0).unwrap_err().contains("must be"));
//! ```

mod figures;
mod words;

use skidpad_formats::presets;
use skidpad_formats::vehicle::{self, Place, Provenance, VehicleFile};
use skidpad_world::models::{ModelInfo, Models};

use crate::choice::Choice;

pub use figures::{Figures, figures};
pub(crate) use words::capital;
pub use words::{Group, words};

/// A car and the preset that it comes from.
#[derive(Clone, Debug)]
pub struct Tuning {
    models: Models,
    model: &'static ModelInfo,
    name: String,
    base: VehicleFile,
    file: VehicleFile,
    places: Vec<Place>,
    figures: Figures,
}

/// A number that is not its preset's.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Section and name.
    pub path: String,
    /// The preset's value, SI; `None`: it has none.
    pub was: Option<f64>,
    /// The car's value, SI.
    pub is: f64,
    /// The unit.
    pub unit: &'static str,
    /// True if the number follows from others by its rule, and nobody changed it.
    pub is_derived: bool,
}

impl Tuning {
    /// The tuning of a car; `None` where it is the model's own, without a file. What is reset goes back to the preset
    /// of the file's name; for a file that is none's, to the file itself.
    pub fn new(choice: &Choice) -> Option<Self> {
        let own = choice.vehicle.as_ref()?;
        let base = presets::preset(&own.0.spec.name).unwrap_or_else(|_| own.0.clone());
        Some(Self::on(choice, base, own.0.clone()))
    }

    fn on(choice: &Choice, base: VehicleFile, file: VehicleFile) -> Self {
        let Choice { models, model, name, .. } = choice.clone();
        let places = file.places();
        let figures = figures(&file);
        Self { models, model, name, base, file, places, figures }
    }

    /// Follows what is driven now, and keeps what resets go back to as long as it is a car of the same name.
    pub fn follow(tuning: &mut Option<Self>, choice: &Choice) {
        let Some(own) = &choice.vehicle else {
            *tuning = None;
            return;
        };
        match tuning.take() {
            Some(same) if same.model.name == choice.model.name && same.file == own.0 => *tuning = Some(same),
            Some(other) if other.file.spec.name == own.0.spec.name => {
                *tuning = Some(Self::on(choice, other.base, own.0.clone()));
            }
            _ => *tuning = Self::new(choice),
        }
    }

    /// Every number that can be changed, in the order of files.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The place of a path such as `body.kerb_mass`.
    pub fn place(&self, path: &str) -> Option<Place> {
        self.places.iter().find(|place| place.path() == path).copied()
    }

    /// The car's value, SI.
    pub fn value(&self, place: &Place) -> f64 {
        place.get(&self.file.spec).unwrap_or(f64::NAN)
    }

    /// True if the value follows from others by its rule.
    pub fn is_derived(&self, place: &Place) -> bool {
        matches!(self.file.provenance.get(&place.given_as()), Some(Provenance::Derived { .. }))
            || self.file.follows(place)
    }

    /// True if there is something to reset: the value is another, or was given where the preset derives it.
    pub fn is_changed(&self, place: &Place) -> bool {
        let was = place.get(&self.base.spec);
        let key = place.given_as();
        let rules_differ =
            !self.file.follows(place) && self.file.provenance.get(&key) != self.base.provenance.get(&key);
        was.is_some() && (was != Some(self.value(place)) && !self.is_derived(place) || rules_differ)
    }

    /// The car with another value, SI.
    ///
    /// # Errors
    /// The message for a file with that value.
    pub fn with(&self, place: &Place, value: f64) -> Result<Choice, String> {
        self.with_all(&[(*place, value)])
    }

    /// The car with several other values, SI, which only together need to be possible.
    ///
    /// # Errors
    /// The message for a file with them.
    pub fn with_all(&self, figures: &[(Place, f64)]) -> Result<Choice, String> {
        let mut file = self.file.clone();
        figures.iter().for_each(|(place, value)| file.set(place, *value));
        self.choice(file)
    }

    /// The car with the preset's value; where the preset derives it, derived again.
    ///
    /// # Errors
    /// The message for a file with that value: with all else that was changed it may not be possible.
    pub fn without(&self, place: &Place) -> Result<Choice, String> {
        let Some(was) = place.get(&self.base.spec) else {
            return self.choice(self.file.clone());
        };
        let mut file = self.file.clone();
        file.set(place, was);
        file.give_as_in(place, &self.base);
        let key = place.given_as();
        let mut given_so = self.places.iter().filter(|other| other.given_as() == key);
        if given_so.all(|other| other.get(&file.spec) == other.get(&self.base.spec)) {
            match self.base.provenance.get(&key) {
                Some(how) => file.provenance.insert(key, how.clone()),
                None => file.provenance.remove(&key),
            };
            file.derive();
        }
        self.choice(file)
    }

    /// The preset.
    ///
    /// # Errors
    /// None, for what was once driven.
    pub fn reset(&self) -> Result<Choice, String> {
        self.choice(self.base.clone())
    }

    /// Differences from the preset, in the order of files: changed numbers, and those that follow from them.
    pub fn changes(&self) -> Vec<Change> {
        let change = |place: &Place| {
            let (was, is) = (place.get(&self.base.spec), self.value(place));
            (was != Some(is)).then(|| Change {
                path: place.path(),
                was,
                is,
                unit: place.field.quantity.si_unit(),
                is_derived: self.is_derived(place),
            })
        };
        self.places.iter().filter_map(change).collect()
    }

    /// The car's file.
    pub fn text(&self) -> String {
        vehicle::write(&self.file)
    }

    /// The car's file as it is read.
    pub fn file(&self) -> &VehicleFile {
        &self.file
    }

    /// Figures that follow from the car's numbers.
    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// The car of a file's text.
    ///
    /// # Errors
    /// The command line's message for a broken file, and a car that the model does not take.
    pub fn read(&self, origin: &str, text: &str) -> Result<Choice, String> {
        let file = vehicle::parse(origin, text.as_bytes()).map_err(|error| error.to_string())?;
        self.taken(file)
    }

    /// A car of another file, by its own name.
    ///
    /// # Errors
    /// A car that the model does not take.
    pub fn taken(&self, file: VehicleFile) -> Result<Choice, String> {
        let name = file.spec.name.clone();
        let choice = Choice::of_file(self.model, &name, file).map_err(|error| error.to_string())?;
        Ok(choice.among(&self.models))
    }

    fn choice(&self, file: VehicleFile) -> Result<Choice, String> {
        let choice = Choice::of_file(self.model, &self.name, file.clone());
        choice.map(|choice| choice.among(&self.models)).map_err(|error| {
            // As the command line says it, with the line of the file that would be saved.
            let origin = format!("{}.toml", file.spec.name);
            let message = vehicle::parse(&origin, vehicle::write(&file).as_bytes()).err();
            message.map_or_else(|| error.to_string(), |message| message.to_string())
        })
    }
}
