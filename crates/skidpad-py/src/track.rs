//! Tracks: loaded, made, and read at distances or places.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use numpy::ndarray::Array1;
use numpy::{AllowTypeChange, IntoPyArray, PyArray1, PyArrayLike1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use skidpad::formats::track::{self, TrackFile, TrackFormat, WriteOptions};
use skidpad::world::track::{
    MakeOptions, Track, TrackFault, TrackPosition, make_track, track_by_name, track_names,
};

use crate::error::{in_file, refused, unknown, whole, within};

/// A track: a line with a road around it, kerbs, walls and a start line. It is immutable.
///
/// By name, as in `tracks()`, or by the path of a file in any format that Skidpad reads.
#[pyclass(name = "Track", module = "skidpad", frozen)]
#[derive(Clone)]
pub struct PyTrack {
    pub track: Arc<Track>,
}

impl PyTrack {
    fn of_file(file: &TrackFile) -> PyResult<Self> {
        Ok(Self { track: Arc::new(Track::new(&file.spec).map_err(faults)?) })
    }

    fn load(name_or_path: &str) -> PyResult<Self> {
        let is_name = track_by_name(name_or_path).is_none() && !name_or_path.contains(['/', '\\', '.']);
        let file = track::open(Path::new(name_or_path), None);
        let names = || skidpad::world::names::unknown("track", name_or_path, &track_names());
        Self::of_file(&file.map_err(|error| if is_name { unknown(names()) } else { in_file(error) })?)
    }

    /// The track of an argument: itself, or a name or path.
    pub fn of_argument(argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(track) = argument.cast::<Self>() {
            return Ok(track.get().clone());
        }
        let name: PathBuf = argument.extract().map_err(|_| {
            pyo3::exceptions::PyTypeError::new_err(
                "track: must be a Track, the name of one or the path of a file",
            )
        })?;
        Self::load(&name.to_string_lossy())
    }
}

fn faults(faults: Vec<TrackFault>) -> PyErr {
    let all: Vec<_> = faults.iter().map(ToString::to_string).collect();
    refused(all.join("; "))
}

#[pymethods]
impl PyTrack {
    #[new]
    fn new(track: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of_argument(track)
    }

    /// The track of a text in any format that Skidpad reads.
    #[staticmethod]
    #[pyo3(signature = (text, name="track"))]
    fn from_text(text: &str, name: &str) -> PyResult<Self> {
        Self::of_file(&track::parse(name, text.as_bytes(), None).map_err(in_file)?)
    }

    /// A random circuit: each seed gives another one, the same on every platform.
    #[staticmethod]
    #[pyo3(signature = (seed, *, length_m=4000.0, width_m=12.0, least_radius_m=15.0, hills_m=25.0, banking_rad=0.07, corners=None))]
    #[allow(clippy::too_many_arguments, reason = "they are given by name")]
    fn make(
        seed: i128,
        length_m: f64,
        width_m: f64,
        least_radius_m: f64,
        hills_m: f64,
        banking_rad: f64,
        corners: Option<i128>,
    ) -> PyResult<Self> {
        let seed = whole("seed", seed, [0, u64::MAX])?;
        let corners = corners
            .map(|corners| whole("corners", corners, [4, 60]))
            .transpose()?
            .map(|corners| corners as usize);
        let options = MakeOptions { seed, length_m, width_m, least_radius_m, hills_m, banking_rad, corners };
        let spec = make_track(&options).map_err(faults)?;
        Ok(Self { track: Arc::new(Track::new(&spec).map_err(faults)?) })
    }

    /// Text of a track file in Skidpad's own format.
    fn to_toml(&self) -> PyResult<String> {
        let file = TrackFile { spec: self.track.spec().clone(), notes: Vec::new() };
        let written = track::write(&file, TrackFormat::Skidpad, &WriteOptions::default());
        Ok(written.map_err(refused)?.text)
    }

    /// Name.
    #[getter]
    fn name(&self) -> &str {
        self.track.name()
    }

    /// Length of the line in the plane, m.
    #[getter]
    fn length_m(&self) -> f64 {
        self.track.length_m()
    }

    /// Distance from the start to the finish line, m.
    #[getter]
    fn lap_m(&self) -> f64 {
        self.track.lap_m()
    }

    /// Distance of the start line along the line, m.
    #[getter]
    fn start_m(&self) -> f64 {
        self.track.start_m()
    }

    /// True for a circuit, false for a road with two ends.
    #[getter]
    fn is_closed(&self) -> bool {
        self.track.is_closed()
    }

    /// Figures at distances along the line, m: a dictionary of arrays `distance_m`, `x_m`, `y_m`, `heading_rad`, `curvature_1_m` (positive
    /// to the left), `height_m`, `grade`, `banking_rad`, and the distances to the edges, `left_m` and `right_m`. One distance makes arrays
    /// of one number.
    fn at<'py>(&self, py: Python<'py>, distance_m: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let distances = numbers("distance_m", distance_m)?;
        for distance in &distances {
            within("distance_m", *distance, [-1e9, 1e9])?;
        }
        let points: Vec<_> = distances.iter().map(|distance| self.track.at(*distance)).collect();
        let columns = PyDict::new(py);
        let add = |name: &str, read: &dyn Fn(&skidpad::world::track::TrackPoint) -> f64| {
            columns.set_item(name, points.iter().map(read).collect::<Array1<f64>>().into_pyarray(py))
        };
        add("distance_m", &|point| point.distance_m)?;
        add("x_m", &|point| point.position_m[0])?;
        add("y_m", &|point| point.position_m[1])?;
        add("heading_rad", &|point| point.heading_rad)?;
        add("curvature_1_m", &|point| point.curvature_1_m)?;
        add("height_m", &|point| point.height_m)?;
        add("grade", &|point| point.grade)?;
        add("banking_rad", &|point| point.banking_rad)?;
        add("left_m", &|point| point.widths_m[0])?;
        add("right_m", &|point| point.widths_m[1])?;
        Ok(columns)
    }

    /// Distance along the line and distance to its left, m, of places: two arrays. Each place is looked for near the one before it,
    /// as the places of a drive are.
    #[allow(clippy::type_complexity, reason = "two arrays")]
    fn locate<'py>(
        &self,
        py: Python<'py>,
        x_m: &Bound<'py, PyAny>,
        y_m: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>)> {
        let (x_m, y_m) = (numbers("x_m", x_m)?, numbers("y_m", y_m)?);
        if x_m.len() != y_m.len() {
            return Err(refused(format!(
                "y_m: has {} numbers, must have those of x_m, {}",
                y_m.len(),
                x_m.len()
            )));
        }
        let mut before: Option<TrackPosition> = None;
        let (mut along, mut beside) = (Vec::with_capacity(x_m.len()), Vec::with_capacity(x_m.len()));
        for (x, y) in x_m.iter().zip(&y_m) {
            let place_m = [within("x_m", *x, [-1e9, 1e9])?, within("y_m", *y, [-1e9, 1e9])?];
            let found = self.track.locate(place_m, before.as_ref());
            along.push(found.distance_m);
            beside.push(found.lateral_offset_m);
            before = Some(found);
        }
        Ok((along.into_pyarray(py), beside.into_pyarray(py)))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.track.spec() == other.track.spec()
    }

    fn __hash__(&self) -> u64 {
        self.track.length_m().to_bits()
    }

    fn __repr__(&self) -> String {
        let kind = if self.track.is_closed() { "circuit" } else { "road" };
        format!("<Track {}: {kind} of {:.0} m>", self.track.name(), self.track.length_m())
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String, String))> {
        let make = slf.get_type().getattr("from_text")?.unbind();
        let this = slf.get();
        Ok((make, (this.to_toml()?, this.track.name().to_owned())))
    }
}

/// Names of the tracks that come with Skidpad.
#[pyfunction]
pub fn tracks() -> Vec<&'static str> {
    track_names().to_vec()
}

/// One number, or several in a row.
fn numbers(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    let wrong = || refused(format!("{name} = {given}: must be a number, or a row of numbers"));
    if given.len().is_err() {
        return given.extract().map(|number| vec![number]).map_err(|_| wrong());
    }
    let row: PyArrayLike1<'_, f64, AllowTypeChange> = given.extract().map_err(|_| wrong())?;
    Ok(row.as_array().to_vec())
}
