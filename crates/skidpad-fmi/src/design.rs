//! A unit: which car of which model it has, and its resources.

use std::path::Path;
use std::sync::Arc;

use skidpad_core::controls::Gear;
use skidpad_formats::choose;
use skidpad_formats::track::TrackFile;
use skidpad_formats::vehicle::{self, Provenance, VehicleFile};
use skidpad_models::MODELS;
use skidpad_world::ground::Ground;
use skidpad_world::models::{Cars, ModelInfo};
use skidpad_world::rolling::{Begin, CarChoice};

use crate::log::{Fault, joined};
use crate::road::UnitTrack;
use crate::table::variables;
use crate::variable::{Control, Role, Variable};

/// File of the resources with the names of model and car.
const UNIT: &str = "unit.txt";
/// File of the resources with the vehicle.
const VEHICLE: &str = "vehicle.toml";
/// File of the resources with the track.
const TRACK: &str = "track.toml";
/// Largest size of the first, bytes.
const LARGEST_UNIT_BYTES: u64 = 4096;

/// The data of the car.
#[derive(Clone, Debug)]
pub enum CarData {
    /// A vehicle.
    Vehicle(Box<VehicleFile>),
    /// A car of the model's own, by name.
    Own(String),
}

/// A unit, as its resources give it.
#[derive(Clone, Debug)]
pub struct UnitDesign {
    /// The model.
    pub model: &'static ModelInfo,
    /// Name of the car: a preset's, a file's or one of the model's own.
    pub car_name: String,
    /// Its data.
    pub car: CarData,
    /// The track that it drives on; `None`: the plane of the road.
    pub track: Option<Arc<UnitTrack>>,
    /// Variables; the place of each is its value reference.
    pub variables: Vec<Variable>,
}

impl UnitDesign {
    /// Unit of a vehicle.
    ///
    /// # Errors
    /// A model that does not take the vehicle.
    pub fn of_vehicle(model: &'static ModelInfo, car_name: &str, file: VehicleFile) -> Result<Self, String> {
        if !matches!(model.cars, Cars::Vehicles) {
            return Err(choose::must(model));
        }
        // Each number is a parameter of its own: none follows from another.
        let mut file = file;
        for how in file.provenance.values_mut() {
            *how = Provenance::Given;
        }
        Self::new(model, car_name, CarData::Vehicle(Box::new(file)))
    }

    /// Unit of a car of the model's own.
    ///
    /// # Errors
    /// A name that the model does not have.
    pub fn of_own_car(model: &'static ModelInfo, car_name: &str) -> Result<Self, String> {
        Self::new(model, car_name, CarData::Own(car_name.to_owned()))
    }

    fn new(model: &'static ModelInfo, car_name: &str, car: CarData) -> Result<Self, String> {
        let (car_name, track) = (in_one_line(car_name), None);
        let mut design = Self { model, car_name, car, track, variables: Vec::new() };
        let begin = Begin { gear: Gear::Automatic, initial: &[], method: None };
        let started = match &design.car {
            CarData::Vehicle(file) => {
                let vehicle = file.spec.validate().map_err(|errors| joined(&errors))?;
                model.takes(&vehicle).map_err(|refusal| refusal.to_string())?;
                model.begin(&CarChoice::Vehicle(&vehicle), &begin)
            }
            CarData::Own(name) => model.begin(&CarChoice::Own(name), &begin),
        };
        let started = started.ok_or_else(|| choose::must(model))?;
        design.variables = variables(model, design.file(), started.as_ref());
        Ok(design)
    }

    /// The unit on a track: its car drives on the track's ground, and begins at the front of the starting grid where the importer sets
    /// no place.
    ///
    /// # Errors
    /// A description that makes no track, and a model that has no place on one.
    pub fn on_track(self, file: &TrackFile) -> Result<Self, String> {
        let track = UnitTrack::of_file(self.model, file)?;
        Ok(self.with_track(track))
    }

    fn with_track(mut self, track: UnitTrack) -> Self {
        for variable in &mut self.variables {
            if let Role::Initial(state) = variable.role {
                variable.start += track.start_of(state);
            }
        }
        self.track = Some(Arc::new(track));
        self
    }

    /// The ground of its cars.
    pub fn ground(&self) -> Arc<Ground> {
        self.track.as_ref().map_or_else(Arc::default, |track| track.ground.clone())
    }

    /// The vehicle's file; `None` for a car of the model's own.
    pub fn file(&self) -> Option<&VehicleFile> {
        match &self.car {
            CarData::Vehicle(file) => Some(file),
            CarData::Own(_) => None,
        }
    }

    /// Name of the car for display.
    pub fn title(&self) -> &str {
        self.file().map_or(self.car_name.as_str(), |file| file.title.as_str())
    }

    /// Value references of the inputs with their controls: they follow the time.
    pub fn inputs(&self) -> impl Iterator<Item = (usize, Control)> {
        self.variables.iter().enumerate().skip(1).map_while(|(place, variable)| match variable.role {
            Role::Input(control) => Some((place, control)),
            _ => None,
        })
    }

    /// Files of the folder `resources`, by name.
    pub fn resources(&self) -> Vec<(&'static str, String)> {
        let mut unit = format!("model = {}\ncar = {}\n", self.model.name, self.car_name);
        if self.track.is_some() {
            unit += &format!("track = {TRACK}\n");
        }
        let mut files = vec![(UNIT, unit)];
        files.extend(self.file().map(|file| (VEHICLE, vehicle::write(file))));
        files.extend(self.track.as_ref().map(|track| (TRACK, track.text.clone())));
        files
    }

    /// The token that an importer must pass on: a hash of the resources, of the library's version and of the variables.
    pub fn token(&self) -> String {
        let mut hash = Fnv128::default();
        hash.text(env!("CARGO_PKG_VERSION"));
        self.resources().iter().for_each(|(name, text)| {
            hash.text(name);
            hash.text(text);
        });
        self.variables.iter().for_each(|variable| {
            hash.text(&variable.name);
            hash.text(&variable.unit);
        });
        format!("skidpad-{:032x}", hash.0)
    }

    /// Reads a unit from its folder `resources`.
    ///
    /// # Errors
    /// A file that is missing, too large or wrong.
    pub fn read(folder: &Path) -> Result<Self, Fault> {
        let path = folder.join(UNIT);
        let text = read_text(&path)?;
        let value = |key: &str| {
            let lines = text.lines().filter_map(|line| line.split_once('='));
            let mut values = lines.filter(|(found, _)| found.trim() == key).map(|(_, value)| value.trim());
            values.next()
        };
        let required = |key: &str| {
            let missing =
                || Fault::new(format!("{}: no line `{key} = ...` (export the unit again)", path.display()));
            value(key).ok_or_else(missing)
        };
        let (model, car) = (required("model")?, required("car")?);
        let at = |error: String| Fault::new(format!("{}: {error}", path.display()));
        let model = choose::model(&MODELS, model).map_err(at)?;
        let design = if matches!(model.cars, Cars::Vehicles) {
            let file = vehicle::read(&folder.join(VEHICLE)).map_err(Fault::new)?;
            Self::of_vehicle(model, car, file).map_err(at)?
        } else {
            Self::of_own_car(model, car).map_err(at)?
        };
        match value("track") {
            None => Ok(design),
            Some(TRACK) => {
                Ok(design.with_track(UnitTrack::read(model, &folder.join(TRACK)).map_err(Fault::new)?))
            }
            Some(other) => Err(at(format!("track = {other}: must be {TRACK} (export the unit again)"))),
        }
    }
}

/// A name, which may be a file's, as the line of a unit's resources gives it back: without breaks, and without blanks at its ends.
fn in_one_line(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let trimmed = plain.trim();
    (if trimmed.is_empty() { "car" } else { trimmed }).to_owned()
}

fn read_text(path: &Path) -> Result<String, Fault> {
    let cannot = |error: std::io::Error| {
        Fault::new(format!(
            "cannot read {}: {error} (pass the path of the unit's folder `resources`)",
            path.display()
        ))
    };
    if std::fs::metadata(path).map_err(cannot)?.len() > LARGEST_UNIT_BYTES {
        return Err(Fault::new(format!(
            "{}: larger than {LARGEST_UNIT_BYTES} bytes (export the unit again)",
            path.display()
        )));
    }
    std::fs::read_to_string(path).map_err(cannot)
}

/// FNV-1a over 128 bits.
struct Fnv128(u128);

impl Default for Fnv128 {
    fn default() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Fnv128 {
    /// Takes a text and its end.
    fn text(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
}
