//! Vehicles: presets and vehicle files, with changes of single fields.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use skidpad::core::spec::Vehicle;
use skidpad::formats::edit::Edit;
use skidpad::formats::vehicle::{self, VehicleFile, VehicleKind};
use skidpad::formats::{BaseFolder, Outside};
use skidpad::presets;
use skidpad::world::contact::Shape;
use skidpad::world::models::SINGLE_TRACK;
use skidpad::world::rolling::CarChoice;
use skidpad::world::world::{BODY_FRICTION, BODY_RESTITUTION, body_of};

use crate::error::{in_file, refused, unknown};

/// A vehicle: a preset by name, or a vehicle file by its path, which ends in .toml.
///
/// `changes` are values of single fields as the file would have them: a text with its unit, or a number in SI units.
///
/// >>> Vehicle("boxster-s", {"body.kerb_mass": "1400 kg", "body.load_mass": "75 kg"}).mass_kg
/// 1475.0
#[pyclass(name = "Vehicle", module = "skidpad", frozen)]
#[derive(Clone)]
pub struct PyVehicle {
    name: String,
    pub file: VehicleFile,
    /// The numbers that models take.
    pub vehicle: Vehicle<f64>,
}

impl PyVehicle {
    /// Length and width of the body, m.
    fn outline_m(&self) -> [f64; 2] {
        let body =
            body_of(&SINGLE_TRACK, &CarChoice::Vehicle(&self.vehicle), BODY_RESTITUTION, BODY_FRICTION);
        match body.shape {
            Shape::Box { length_m, width_m, .. } => [length_m, width_m],
            Shape::Circle { radius_m } => [2.0 * radius_m; 2],
        }
    }

    fn of_file(name: &str, file: VehicleFile) -> PyResult<Self> {
        let faults = |faults: Vec<_>| {
            let all: Vec<_> = faults.iter().map(ToString::to_string).collect();
            refused(all.join("; "))
        };
        let vehicle = file.spec.validate().map_err(faults)?;
        Ok(Self { name: name.to_owned(), file, vehicle })
    }

    pub fn load(name_or_path: &str, edits: &[Edit]) -> PyResult<Self> {
        let base = BaseFolder::typed(Outside::Refused);
        let opened = presets::load_edited(name_or_path, &base, edits);
        let is_name =
            !presets::is_path(name_or_path) && !presets::preset_names().any(|name| name == name_or_path);
        let opened = opened.map_err(|error| if is_name { unknown(error) } else { in_file(error) })?;
        let stem = std::path::Path::new(name_or_path).file_stem().and_then(|stem| stem.to_str());
        Self::of_file(stem.unwrap_or(name_or_path), opened.file)
    }

    /// The vehicle of an argument: itself, or a name or path.
    pub fn of_argument(argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(vehicle) = argument.cast::<Self>() {
            return Ok(vehicle.get().clone());
        }
        let name: PathBuf = argument.extract().map_err(|_| {
            let found = argument.get_type().name().map_or_else(|_| "this".into(), |name| name.to_string());
            pyo3::exceptions::PyTypeError::new_err(format!(
                "vehicle: must be a Vehicle, the name of a preset or the path of a vehicle file, not {found}"
            ))
        })?;
        Self::load(&name.to_string_lossy(), &[])
    }
}

/// Changes of fields from a dictionary.
fn edits(changes: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<Edit>> {
    let Some(changes) = changes else { return Ok(Vec::new()) };
    let edit = |(path, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        // A text as it is, and everything else as it is written: the numbers of Python are those of TOML.
        let (path, value) = (path.extract::<String>()?, value.str()?.to_string());
        Edit::new("changes", &path, &value).map_err(unknown)
    };
    changes.iter().map(edit).collect()
}

#[pymethods]
impl PyVehicle {
    #[new]
    #[pyo3(signature = (vehicle, changes=None))]
    fn new(vehicle: PathBuf, changes: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::load(&vehicle.to_string_lossy(), &edits(changes)?)
    }

    /// The vehicle of a vehicle file's text (TOML). Of tyre files it may name those that come with Skidpad.
    #[staticmethod]
    #[pyo3(signature = (text, name="vehicle"))]
    fn from_toml(text: &str, name: &str) -> PyResult<Self> {
        Self::of_file(name, vehicle::parse(name, text.as_bytes()).map_err(in_file)?)
    }

    /// Text of a vehicle file that makes this vehicle.
    fn to_toml(&self) -> String {
        vehicle::write(&self.file)
    }

    /// Name of the preset, or of the file without its ending.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Name for people.
    #[getter]
    fn title(&self) -> &str {
        &self.file.title
    }

    /// Model year; None where the file has none.
    #[getter]
    fn year(&self) -> Option<u16> {
        self.file.year
    }

    /// "car" or "motorcycle".
    #[getter]
    fn kind(&self) -> &'static str {
        if self.file.kind == VehicleKind::Motorcycle { "motorcycle" } else { "car" }
    }

    /// Model that the vehicle is meant for; None: the usual one of its kind.
    #[getter]
    fn model(&self) -> Option<&str> {
        self.file.model.as_deref()
    }

    /// Distance from the front to the rear axle, m.
    #[getter]
    fn wheelbase_m(&self) -> f64 {
        self.vehicle.body().wheelbase_m
    }

    /// Mass with its load, kg.
    #[getter]
    fn mass_kg(&self) -> f64 {
        self.vehicle.body().mass_kg
    }

    /// Length of the body as walls and other cars meet it, m.
    #[getter]
    fn length_m(&self) -> f64 {
        self.outline_m()[0]
    }

    /// Width of the body as walls and other cars meet it, m.
    #[getter]
    fn width_m(&self) -> f64 {
        self.outline_m()[1]
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.file == other.file
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.to_toml().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<Vehicle {}: {}>", self.name, self.file.title)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String, String))> {
        let make = slf.get_type().getattr("from_toml")?.unbind();
        let this = slf.get();
        Ok((make, (this.to_toml(), this.name.clone())))
    }
}

/// Names of the vehicles that come with Skidpad.
#[pyfunction]
#[pyo3(name = "presets")]
pub fn presets_list() -> Vec<&'static str> {
    presets::preset_names().collect()
}
